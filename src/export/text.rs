//! Formats of numbers that people can read: ESRI ASCII grids, CSV, maps of Tiled. Numbers never follow the locale: a
//! comma between digits would be another number.

use super::Layout;
use super::lines::{Lines, floats, words};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Stands for "no value" in ASCII grids; no sample has it, and no terrain is that deep.
const NO_DATA: &str = "-9999999";

/// Writes an ESRI ASCII grid: the northern row first, shortest numbers that read back to the same bits.
///
/// From ESRI's description of the format: `xllcorner` and `yllcorner` are the outer south-western corner.
pub fn asc(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (place, step) = (layout.place, layout.place.spacing.0);
    let (west, north) = place.corner();
    let south = north - f64::from(layout.height) * place.spacing.1;
    write!(
        writer,
        "ncols {}\nnrows {}\nxllcorner {west}\nyllcorner {south}\ncellsize {step}\nNODATA_value {NO_DATA}\n",
        layout.width, layout.height
    )?;
    let mut line = String::new();
    feed(&mut Lines::new(writer, layout.row_bytes(), |_, row, to| {
        line.clear();
        for v in floats(row) {
            if v.is_finite() {
                let _ = write!(line, "{v} ");
            } else {
                line.push_str(NO_DATA);
                line.push(' ');
            }
        }
        line.pop();
        line.push('\n');
        to.write_all(line.as_bytes())
    }))
}

/// Writes tile numbers, counted from 0, with commas between them and a line a row.
pub fn csv(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut line = String::new();
    feed(&mut Lines::new(writer, layout.row_bytes(), |_, row, to| {
        line.clear();
        numbers(&mut line, words(row).map(u32::from));
        line.push('\n');
        to.write_all(line.as_bytes())
    }))
}

/// Writes a map of the editor Tiled. Its cells count tiles from 1: 0 is no tile.
///
/// From Tiled's description of TMX 1.8.
pub fn tmx(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (w, h, tile) = (layout.width, layout.height, super::tileset::TILE);
    let source = super::tileset::escaped(&layout.tileset);
    write!(
        writer,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" orientation=\"orthogonal\" \
         renderorder=\"right-down\" width=\"{w}\" height=\"{h}\" tilewidth=\"{tile}\" tileheight=\"{tile}\" \
         infinite=\"0\" nextlayerid=\"2\" nextobjectid=\"1\">\n <tileset firstgid=\"1\" source=\"{source}\"/>\n \
         <layer id=\"1\" name=\"terrain\" width=\"{w}\" height=\"{h}\">\n  <data encoding=\"csv\">\n"
    )?;
    let mut line = String::new();
    feed(&mut Lines::new(writer, layout.row_bytes(), |number, row, to| {
        line.clear();
        numbers(&mut line, words(row).map(|tile| u32::from(tile) + 1));
        line.push_str(if number + 1 < h { ",\n" } else { "\n" });
        to.write_all(line.as_bytes())
    }))?;
    writer.write_all(b"</data>\n </layer>\n</map>\n")
}

fn numbers(line: &mut String, numbers: impl Iterator<Item = u32>) {
    for (i, n) in numbers.enumerate() {
        if i > 0 {
            line.push(',');
        }
        let _ = write!(line, "{n}");
    }
}
