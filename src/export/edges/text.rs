//! Files of numbers that people can read: a line a row.

use super::{Fault, Rows, other_size};
use crate::export::Format;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::str::FromStr;

/// Names and values before the numbers of an ASCII grid.
const HEAD: usize = 6;

/// Reads an ASCII grid, a CSV or a map of Tiled.
pub fn read(format: Format, file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    let mut lines = file.lines();
    match format {
        Format::Asc => grid(&mut lines, rows),
        Format::Csv => numbers(&mut lines, rows, |word| Some(word.parse::<u16>().ok()?.to_le_bytes())),
        _ => map(&mut lines, rows),
    }
}

fn grid(lines: &mut Lines<BufReader<File>>, rows: &mut Rows) -> Result<(), Fault> {
    let mut size = (0, 0);
    for line in lines.by_ref().take(HEAD) {
        let line = line?;
        match line.split_once(' ') {
            Some(("ncols", columns)) => size.0 = number(columns)?,
            Some(("nrows", rows)) => size.1 = number(rows)?,
            _ => {}
        }
    }
    if size != rows.size {
        return Err(other_size(size));
    }
    numbers(lines, rows, |word| Some(word.parse::<f32>().ok()?.to_le_bytes()))
}

/// The cells of a map, which count tiles from 1.
fn map(lines: &mut Lines<BufReader<File>>, rows: &mut Rows) -> Result<(), Fault> {
    for line in lines.by_ref() {
        if line?.contains("<data encoding=\"csv\">") {
            return numbers(lines, rows, |word| Some(word.parse::<u16>().ok()?.checked_sub(1)?.to_le_bytes()));
        }
    }
    Err(Fault::Other("it has no cells".into()))
}

/// Reads the lines that are still missing; `sample` turns a word into the bytes of a sample.
fn numbers<const N: usize>(
    lines: &mut Lines<BufReader<File>>,
    rows: &mut Rows,
    sample: impl Fn(&str) -> Option<[u8; N]>,
) -> Result<(), Fault> {
    for line in lines.take(rows.size.1) {
        let line = line?;
        let mut row = Vec::with_capacity(rows.row_bytes());
        for word in line.split([' ', ',']).filter(|word| !word.is_empty()) {
            let bytes = sample(word).ok_or_else(|| Fault::Other(format!("\"{word}\" is no sample")))?;
            row.extend(bytes);
        }
        rows.add(&row)?;
    }
    Ok(())
}

fn number<T: FromStr>(word: &str) -> Result<T, Fault> {
    word.trim().parse().map_err(|_| Fault::Other(format!("\"{word}\" is no number")))
}
