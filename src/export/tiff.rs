//! GeoTIFF heads, classic and BigTIFF. Strips are uncompressed, so their places are known from the start and a file can be
//! written to a pipe; the samples follow the head.
//!
//! From TIFF 6.0 (Adobe, 1992), the BigTIFF design, OGC GeoTIFF 1.1 (2019), and GDAL's metadata tag.

use super::{Format, Layout, Place};
use std::io::{self, Write};

/// Bytes of samples in a strip, about.
const STRIP: u64 = 1 << 18;

/// Room that a classic file needs beside its samples, at most.
const HEAD: u64 = 1 << 22;

const ASCII: u16 = 2;
const SHORT: u16 = 3;
const LONG: u16 = 4;
const DOUBLE: u16 = 12;
const LONG8: u16 = 16;

/// One field of the directory.
struct Entry {
    tag: u16,
    kind: u16,
    count: usize,
    bytes: Vec<u8>,
}

/// Writes everything before the samples.
pub fn header(layout: &Layout, writer: &mut dyn Write) -> io::Result<()> {
    let asked = matches!(layout.format, Format::BigTiff32 | Format::BigTiff16);
    let big = asked || layout.bytes() > u64::from(u32::MAX) - HEAD;
    let mut entries = entries(layout, big);
    let (inline, pointer) = if big { (8, 8) } else { (4, 4) };
    let field = if big { 20 } else { 12 };
    let start = if big { 16 } else { 8 };
    let directory = start + if big { 8 } else { 2 } + field * entries.len() + pointer;
    let beside = |entry: &Entry| if entry.bytes.len() > inline { entry.bytes.len().next_multiple_of(8) } else { 0 };
    let beside_all: usize = entries.iter().map(beside).sum();
    let beside_from = directory.next_multiple_of(8);
    place_strips(layout, &mut entries, (beside_from + beside_all) as u64);

    let mut out = if big { b"II\x2b\0\x08\0\0\0".to_vec() } else { b"II\x2a\0".to_vec() };
    word(&mut out, start as u64, pointer);
    word(&mut out, entries.len() as u64, if big { 8 } else { 2 });
    let mut at = beside_from;
    for entry in &entries {
        out.extend(entry.tag.to_le_bytes());
        out.extend(entry.kind.to_le_bytes());
        word(&mut out, entry.count as u64, pointer);
        if entry.bytes.len() > inline {
            word(&mut out, at as u64, pointer);
            at += beside(entry);
        } else {
            let mut value = entry.bytes.clone();
            value.resize(inline, 0);
            out.extend(value);
        }
    }
    // There is no other directory.
    word(&mut out, 0, pointer);
    out.resize(beside_from, 0);
    for entry in entries.iter().filter(|e| e.bytes.len() > inline) {
        out.extend(&entry.bytes);
        out.resize(out.len().next_multiple_of(8), 0);
    }
    writer.write_all(&out)
}

fn word(out: &mut Vec<u8>, value: u64, bytes: usize) {
    out.extend(&value.to_le_bytes()[..bytes]);
}

/// Rows of a strip.
fn rows(layout: &Layout) -> u64 {
    (STRIP / (layout.row_bytes() as u64).max(1)).clamp(1, u64::from(layout.height.max(1)))
}

fn entries(layout: &Layout, big: bool) -> Vec<Entry> {
    let short = |tag, v: u16| Entry { tag, kind: SHORT, count: 1, bytes: v.to_le_bytes().into() };
    let long = |tag, v: u32| Entry { tag, kind: LONG, count: 1, bytes: v.to_le_bytes().into() };
    let float = layout.format.is_float();
    let strips = u64::from(layout.height).div_ceil(rows(layout)) as usize;
    let (kind, size) = if big { (LONG8, 8) } else { (LONG, 4) };
    let list = |tag| Entry { tag, kind, count: strips, bytes: vec![0; strips * size] };
    let mut all = vec![
        long(256, layout.width),
        long(257, layout.height),
        short(258, if float { 32 } else { 16 }),
        // No compression; black is zero.
        short(259, 1),
        short(262, 1),
        list(273),
        short(277, 1),
        long(278, rows(layout) as u32),
        list(279),
        short(284, 1),
        ascii(305, "Orograph"),
        short(339, if float { 3 } else { 1 }),
    ];
    all.extend(placed(&layout.place));
    if let Some((zero, one)) = layout.heights.filter(|_| !float) {
        let metadata = format!(
            "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">{zero}</Item>\n  \
             <Item name=\"SCALE\" sample=\"0\" role=\"scale\">{}</Item>\n</GDALMetadata>",
            (one - zero) / 65535.0
        );
        all.push(ascii(42112, &metadata));
    }
    all
}

fn ascii(tag: u16, text: &str) -> Entry {
    let bytes: Vec<u8> = text.bytes().chain([0]).collect();
    Entry { tag, kind: ASCII, count: bytes.len(), bytes }
}

/// The georeference: points lie where their samples are, cells at their outer corners.
fn placed(place: &Place) -> Vec<Entry> {
    let doubles = |tag, values: &[f64]| Entry {
        tag,
        kind: DOUBLE,
        count: values.len(),
        bytes: values.iter().flat_map(|v| v.to_le_bytes()).collect(),
    };
    let (east, north) = if place.cells { place.corner() } else { place.first };
    let mut keys: Vec<[u16; 4]> = vec![[1025, 0, 1, if place.cells { 1 } else { 2 }]];
    if let Some(code) = place.epsg {
        // A projected system, which the code names.
        keys.insert(0, [1024, 0, 1, 1]);
        keys.push([3072, 0, 1, code]);
    }
    keys.insert(0, [1, 1, 0, keys.len() as u16]);
    let keys = keys.as_flattened();
    vec![
        doubles(33550, &[place.spacing.0, place.spacing.1, 0.0]),
        doubles(33922, &[0.0, 0.0, 0.0, east, north, 0.0]),
        Entry {
            tag: 34735,
            kind: SHORT,
            count: keys.len(),
            bytes: keys.iter().flat_map(|k| k.to_le_bytes()).collect(),
        },
    ]
}

/// Fills in where the strips lie, from `first` on, and how long they are.
fn place_strips(layout: &Layout, entries: &mut [Entry], first: u64) {
    let (rows, row) = (rows(layout), layout.row_bytes() as u64);
    let height = u64::from(layout.height);
    for entry in entries.iter_mut().filter(|e| e.tag == 273 || e.tag == 279) {
        let size = if entry.kind == LONG8 { 8 } else { 4 };
        let mut bytes = Vec::with_capacity(entry.bytes.len());
        for strip in 0..entry.count as u64 {
            let length = rows.min(height - strip * rows) * row;
            word(&mut bytes, if entry.tag == 273 { first + strip * rows * row } else { length }, size);
        }
        entry.bytes = bytes;
    }
}
