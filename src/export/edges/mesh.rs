//! Meshes: the vertices that stand on the samples of an edge, with all three of their coordinates.

use super::{Fault, Rows};
use crate::export::{Format, Layout};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// Bytes of a vertex.
pub const VERTEX: usize = 12;

/// Bytes of a triangle of a PLY: how many corners, and which.
const FACE: u64 = 13;

/// Fills what no vertex has been found for: coordinates of such bytes are no numbers.
pub const NOTHING: u8 = 0xff;

/// Most bytes of what a file says of itself before its vertices.
const MOST_WORDS: u64 = 1 << 20;

/// Reads the vertices of a mesh. Of several above each other, as walls have them, the highest one counts.
pub fn read(layout: &Layout, file: BufReader<File>, rows: &mut Rows) -> Result<(), Fault> {
    let y_up = matches!(layout.format, Format::Obj | Format::Glb);
    let (first, step) = (layout.place.offset, layout.place.spacing);
    let index = |along: f32, first: f64, step: f64, count: usize| {
        let at = (f64::from(along) / step - first).round();
        (at >= 0.0 && at < count as f64).then_some(at as usize)
    };
    let put = |vertex: [f32; 3]| {
        let (south, up) = if y_up { (vertex[2], vertex[1]) } else { (-vertex[1], vertex[2]) };
        let (width, height) = rows.size;
        let place = index(vertex[0], first.0, step.0, width).zip(index(south, first.1, step.1, height));
        match place {
            Some(place) => rows.put(place, vertex, if y_up { 1 } else { 2 }),
            None => return Err(Fault::Other(format!("a vertex at {} m, {up} m high, lies beside it", vertex[0]))),
        }
        Ok(())
    };
    match layout.format {
        Format::Obj => obj(file, put),
        Format::Stl => stl(file, put),
        Format::Ply => ply(file, put),
        _ => glb(file, put),
    }?;
    rows.next = rows.size.1;
    let bands = [&rows.bands.north, &rows.bands.south, &rows.bands.west, &rows.bands.east];
    let missing = bands.iter().flat_map(|b| b.chunks_exact(VERTEX)).filter(|v| **v == [NOTHING; VERTEX]).count();
    if missing > 0 {
        return Err(Fault::Other(format!("{missing} vertices of its edges are missing")));
    }
    Ok(())
}

impl Rows {
    /// Takes a vertex over a sample, unless there is a higher one.
    fn put(&mut self, (x, y): (usize, usize), vertex: [f32; 3], up: usize) {
        let ((width, height), band) = (self.size, self.band);
        let take = |to: &mut [u8], at: usize| {
            let Some(to) = to.get_mut(at * VERTEX..(at + 1) * VERTEX) else { return };
            let old = to[4 * up..].first_chunk().map_or(f32::NAN, |b| f32::from_le_bytes(*b));
            if old.is_nan() || vertex[up] > old {
                to.copy_from_slice(vertex.map(f32::to_le_bytes).as_flattened());
            }
        };
        if y < band {
            take(&mut self.bands.north, y * width + x);
        }
        if y + band >= height {
            take(&mut self.bands.south, (y + band - height) * width + x);
        }
        if x < band {
            take(&mut self.bands.west, y * band + x);
        }
        if x + band >= width {
            take(&mut self.bands.east, y * band + x + band - width);
        }
    }
}

type Put<'p> = dyn FnMut([f32; 3]) -> Result<(), Fault> + 'p;

fn obj(file: BufReader<File>, mut put: impl FnMut([f32; 3]) -> Result<(), Fault>) -> Result<(), Fault> {
    let (mut line, mut file) = (String::new(), file);
    while file.read_line(&mut line)? > 0 {
        let Some(whole) = line.strip_suffix('\n') else { return Err(cut_off()) };
        if let Some(words) = whole.strip_prefix("v ") {
            let numbers: Vec<f32> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
            put(numbers.try_into().map_err(|_| Fault::Other(format!("\"{whole}\" is no vertex")))?)?;
        }
        line.clear();
    }
    Ok(())
}

/// Says that a file ends before it should.
fn cut_off() -> Fault {
    Fault::Read(io::ErrorKind::UnexpectedEof.into())
}

/// Refuses a file that is not as long as it says.
fn check_length(file: &BufReader<File>, told: u64) -> Result<(), Fault> {
    match file.get_ref().metadata()?.len() == told {
        true => Ok(()),
        false => Err(cut_off()),
    }
}

fn stl(mut file: BufReader<File>, mut put: impl FnMut([f32; 3]) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut head = [0; 84];
    file.read_exact(&mut head)?;
    let count = head.last_chunk().map_or(0, |b| u32::from_le_bytes(*b));
    check_length(&file, 84 + 50 * u64::from(count))?;
    for _ in 0..count {
        let mut record = [0; 50];
        file.read_exact(&mut record)?;
        record[VERTEX..4 * VERTEX].as_chunks::<VERTEX>().0.iter().try_for_each(|corner| put(coordinates(corner)))?;
    }
    Ok(())
}

fn ply(mut file: BufReader<File>, mut put: impl FnMut([f32; 3]) -> Result<(), Fault>) -> Result<(), Fault> {
    let (mut count, mut faces, mut length) = (0, 0, 0);
    let mut head = (&mut file).take(MOST_WORDS);
    loop {
        let mut line = String::new();
        length += match head.read_line(&mut line)? as u64 {
            0 => return Err(Fault::Other("it has no vertices".into())),
            bytes => bytes,
        };
        let told = |what: &str| line.trim_end().strip_prefix(what).and_then(|n| n.parse::<u64>().ok());
        count = told("element vertex ").unwrap_or(count);
        faces = told("element face ").unwrap_or(faces);
        if line.trim_end() == "end_header" {
            break;
        }
    }
    let body = count.saturating_mul(VERTEX as u64).saturating_add(faces.saturating_mul(FACE));
    check_length(&file, length.saturating_add(body))?;
    vertices(&mut file, count, &mut put)
}

fn glb(mut file: BufReader<File>, mut put: impl FnMut([f32; 3]) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut head = [0; 20];
    file.read_exact(&mut head)?;
    check_length(&file, head[8..].first_chunk().map_or(0, |b| u64::from(u32::from_le_bytes(*b))))?;
    let length = u64::from(head[12..].first_chunk().map_or(0, |b| u32::from_le_bytes(*b)));
    let mut text = Vec::new();
    (&mut file).take(length.min(MOST_WORDS)).read_to_end(&mut text)?;
    let said: serde_json::Value = serde_json::from_slice(&text).map_err(|e| Fault::Other(e.to_string()))?;
    let positions = &said["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
    let accessor = &said["accessors"][positions.as_u64().unwrap_or(u64::MAX) as usize];
    let view = &said["bufferViews"][accessor["bufferView"].as_u64().unwrap_or(u64::MAX) as usize];
    let (count, offset) = (accessor["count"].as_u64(), view["byteOffset"].as_u64());
    let (Some(count), Some(offset)) = (count, offset) else { return Err(Fault::Other("it has no vertices".into())) };
    // The numbers follow the words and eight bytes of their own head.
    file.seek(SeekFrom::Start(20 + length + 8 + offset))?;
    vertices(&mut file, count, &mut put)
}

fn vertices(file: &mut impl Read, count: u64, put: &mut Put<'_>) -> Result<(), Fault> {
    for _ in 0..count {
        let mut vertex = [0; VERTEX];
        file.read_exact(&mut vertex)?;
        put(coordinates(&vertex))?;
    }
    Ok(())
}

fn coordinates(bytes: &[u8; VERTEX]) -> [f32; 3] {
    let mut numbers = bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b));
    [0; 3].map(|_| numbers.next().unwrap_or(f32::NAN))
}
