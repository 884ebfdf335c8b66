//! Binary glTF: one mesh with positions, normals and texture coordinates, y upwards, counter-clockwise, in metres.
//!
//! From glTF 2.0 (Khronos, 2017): positions state their exact extremes, everything is little endian, chunks are multiples of
//! four bytes.

use super::write::texture;
use super::{Heights, Mesh, y_up};
use crate::export::Layout;
use std::io::{self, Write};

/// Writes the mesh; normals are those of the map with the samples around it, not of the fewer triangles.
pub fn write(mesh: &Mesh, map: &Heights, layout: &Layout, out: &mut dyn Write) -> io::Result<()> {
    let count = mesh.vertices.len() as u64;
    let indices = 12 * mesh.triangles.len() as u64;
    let json = json(mesh, layout, count, indices);
    let body = 32 * count + indices;
    let total = 12 + 8 + json.len() as u64 + 8 + body;
    let Ok(total) = u32::try_from(total) else {
        let why = "a binary glTF holds at most 4 GiB: write regions of it, or allow an error";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    };
    out.write_all(b"glTF")?;
    for word in [2, total, json.len() as u32] {
        out.write_all(&word.to_le_bytes())?;
    }
    out.write_all(b"JSON")?;
    out.write_all(json.as_bytes())?;
    out.write_all(&(body as u32).to_le_bytes())?;
    out.write_all(b"BIN\0")?;
    for &vertex in &mesh.vertices {
        out.write_all(y_up(&layout.place, vertex).map(f32::to_le_bytes).as_flattened())?;
    }
    for &(x, y, _) in &mesh.vertices {
        out.write_all(normal(map, layout, x as usize, y as usize).map(f32::to_le_bytes).as_flattened())?;
    }
    for &(x, y, _) in &mesh.vertices {
        out.write_all(texture(layout, x, y).map(f32::to_le_bytes).as_flattened())?;
    }
    for triangle in &mesh.triangles {
        out.write_all(triangle.map(u32::to_le_bytes).as_flattened())?;
    }
    Ok(())
}

/// What the chunk of numbers holds, padded to a multiple of four.
fn json(mesh: &Mesh, layout: &Layout, count: u64, indices: u64) -> String {
    let mut low = [f32::INFINITY; 3];
    let mut high = [f32::NEG_INFINITY; 3];
    for &vertex in &mesh.vertices {
        for (i, v) in y_up(&layout.place, vertex).into_iter().enumerate() {
            low[i] = low[i].min(v);
            high[i] = high[i].max(v);
        }
    }
    let view = |offset: u64, length: u64, target: u32| serde_json::json!({"buffer": 0, "byteOffset": offset, "byteLength": length, "target": target});
    let accessor = |view: u32, kind: u32, count: u64, shape: &str| serde_json::json!({"bufferView": view, "componentType": kind, "count": count, "type": shape});
    let mut positions = accessor(0, 5126, count, "VEC3");
    positions["min"] = serde_json::json!(low);
    positions["max"] = serde_json::json!(high);
    let document = serde_json::json!({
        "asset": {"version": "2.0", "generator": "Orograph"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "terrain"}],
        "meshes": [{"name": "terrain", "primitives": [
            {"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3}
        ]}],
        "accessors": [
            positions,
            accessor(1, 5126, count, "VEC3"),
            accessor(2, 5126, count, "VEC2"),
            accessor(3, 5125, indices / 4, "SCALAR"),
        ],
        "bufferViews": [
            view(0, 12 * count, 34962),
            view(12 * count, 12 * count, 34962),
            view(24 * count, 8 * count, 34962),
            view(32 * count, indices, 34963),
        ],
        "buffers": [{"byteLength": 32 * count + indices}],
    });
    let mut text = document.to_string();
    while !text.len().is_multiple_of(4) {
        text.push(' ');
    }
    text
}

/// The direction of the surface at a sample of the file: east, up, south, of length 1.
fn normal(map: &Heights, layout: &Layout, x: usize, y: usize) -> [f32; 3] {
    let (x, y) = (x + layout.around.west as usize, y + layout.around.north as usize);
    let slope = |from: (usize, usize), to: (usize, usize), step: f64| {
        let apart = (to.0 - from.0 + to.1 - from.1) as f64 * step;
        let rise = f64::from(map.at(to.0, to.1)) - f64::from(map.at(from.0, from.1));
        if apart > 0.0 && rise.is_finite() { rise / apart } else { 0.0 }
    };
    let (right, bottom) = (map.width - 1, map.height - 1);
    let east = slope((x.saturating_sub(1), y), ((x + 1).min(right), y), layout.place.spacing.0);
    let south = slope((x, y.saturating_sub(1)), (x, (y + 1).min(bottom)), layout.place.spacing.1);
    let length = (east * east + south * south + 1.0).sqrt();
    [-east / length, 1.0 / length, -south / length].map(|v| v as f32 + 0.0)
}
