//! Meshes of a heightmap: every sample a vertex, or fewer within an error bound; walls down from the edge if wanted.
//!
//! A mesh needs the whole map, so its size has a limit. Vertices are kept as column, row and height; the writers turn them
//! into east, north and up, relative to the world's north-western corner, so that neighbouring regions fit together.

mod glb;
mod rtin;
mod write;

use super::lines::{Lines, floats};
use super::{Around, Format, Layout, Place};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Most samples of a map that becomes a mesh.
pub const MOST_SAMPLES: u64 = 4097 * 4097;

/// How meshes are made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshOptions {
    /// Greatest distance in height between a sample and the mesh, in the unit of the heights; 0 keeps every sample.
    pub error: f64,
    /// Depth of the walls along the edge, in the unit of the heights; 0: none.
    pub skirt: f64,
    /// Whether every sample along the edge stays whatever the error: then meshes of neighbouring tiles meet without gaps.
    pub keep_edges: bool,
}

/// A mesh over the samples of a map.
pub(super) struct Mesh {
    /// Column, row, height.
    pub vertices: Vec<(u32, u32, f32)>,
    /// Corners, counter-clockwise from above or, for walls, from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Heights of a map, row 0 northmost.
pub(super) struct Heights {
    pub width: usize,
    pub height: usize,
    pub data: Vec<f32>,
}

impl Heights {
    pub fn at(&self, x: usize, y: usize) -> f32 {
        self.data.get(y * self.width + x).copied().unwrap_or(0.0)
    }

    /// The file's own samples; `None` where there are no others.
    fn inner(&self, layout: &Layout) -> Option<Self> {
        if layout.around == Around::default() {
            return None;
        }
        let (width, height) = (layout.width as usize, layout.height as usize);
        let rows = self.data.chunks_exact(self.width).skip(layout.around.north as usize).take(height);
        let data = rows.flat_map(|row| row[layout.around.west as usize..][..width].to_vec()).collect();
        Some(Self { width, height, data })
    }
}

/// Writes the mesh of the heights that `feed` writes.
pub fn write(
    layout: &Layout,
    writer: &mut dyn Write,
    feed: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let invalid = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, why);
    let samples = u64::from(layout.width) * u64::from(layout.height);
    if layout.width < 2 || layout.height < 2 || samples > MOST_SAMPLES {
        return Err(invalid("a mesh has 2 x 2 to 4097 x 4097 samples"));
    }
    let around = layout.around;
    let (width, height) = (around.west + layout.width + around.east, around.north + layout.height + around.south);
    let (width, height) = (width as usize, height as usize);
    let mut fed = Heights { width, height, data: Vec::with_capacity(width * height) };
    feed(&mut Lines::new(writer, layout.row_bytes(), |_, row, _| {
        fed.data.extend(floats(row));
        Ok(())
    }))?;
    let inner = fed.inner(layout);
    let map = inner.as_ref().unwrap_or(&fed);
    let mut mesh = if layout.mesh.error > 0.0 { rtin::mesh(map, &layout.mesh) } else { every_sample(map) };
    if layout.mesh.skirt > 0.0 {
        mesh.add_walls((layout.width - 1, layout.height - 1), layout.mesh.skirt as f32);
    }
    match layout.format {
        Format::Obj => write::obj(&mesh, layout, writer),
        Format::Stl => write::stl(&mesh, layout, writer),
        Format::Ply => write::ply(&mesh, layout, writer),
        _ => glb::write(&mesh, &fed, layout, writer),
    }
}

/// Two triangles between every four samples.
fn every_sample(map: &Heights) -> Mesh {
    let (w, h) = (map.width as u32, map.height as u32);
    let vertices = (0..h).flat_map(|y| (0..w).map(move |x| (x, y, map.at(x as usize, y as usize)))).collect();
    let mut triangles = Vec::with_capacity(2 * (w as usize - 1) * (h as usize - 1));
    for north in (0..h - 1).map(|y| y * w) {
        for nw in north..north + w - 1 {
            let (ne, sw, se) = (nw + 1, nw + w, nw + w + 1);
            triangles.extend([[nw, sw, ne], [ne, sw, se]]);
        }
    }
    Mesh { vertices, triangles }
}

impl Mesh {
    /// Adds walls that hang down by `depth` from the edge of the map, whose last column and row are given.
    fn add_walls(&mut self, (right, bottom): (u32, u32), depth: f32) {
        let on_edge = |a: (u32, u32, f32), b: (u32, u32, f32)| {
            (a.0 == b.0 && (a.0 == 0 || a.0 == right)) || (a.1 == b.1 && (a.1 == 0 || a.1 == bottom))
        };
        let mut edges = Vec::new();
        for [a, b, c] in &self.triangles {
            for (from, to) in [(*a, *b), (*b, *c), (*c, *a)] {
                if on_edge(self.vertices[from as usize], self.vertices[to as usize]) {
                    edges.push((from, to));
                }
            }
        }
        let mut lower = BTreeMap::new();
        for (from, to) in edges {
            let [low_from, low_to] = [from, to].map(|upper| {
                *lower.entry(upper).or_insert_with(|| {
                    let (x, y, z) = self.vertices[upper as usize];
                    self.vertices.push((x, y, z - depth));
                    self.vertices.len() as u32 - 1
                })
            });
            self.triangles.extend([[low_from, low_to, to], [low_from, to, from]]);
        }
    }
}

/// East, north and up of a vertex in metres from the world's north-western corner.
fn place_of(place: &Place, (x, y, z): (u32, u32, f32)) -> [f32; 3] {
    let along = |first: f64, step: f64, n: u32| ((first + f64::from(n)) * step) as f32;
    [along(place.offset.0, place.spacing.0, x), -along(place.offset.1, place.spacing.1, y) + 0.0, z]
}

/// The same with y upwards: east, up, south.
fn y_up(place: &Place, vertex: (u32, u32, f32)) -> [f32; 3] {
    let [east, north, up] = place_of(place, vertex);
    [east, up, -north + 0.0]
}
