//! Meshes as OBJ (text, y upwards as most readers expect), STL and PLY (binary, z upwards).

use super::{Mesh, place_of, y_up};
use crate::export::Layout;
use std::io::{self, Write};

/// Writes a Wavefront OBJ with texture coordinates, the north-western corner at (0, 1).
pub fn obj(mesh: &Mesh, layout: &Layout, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"# Orograph: x is east, y is up, z is south; metres\no terrain\n")?;
    for &vertex in &mesh.vertices {
        let [x, y, z] = y_up(&layout.place, vertex);
        writeln!(out, "v {x} {y} {z}")?;
    }
    for &(x, y, _) in &mesh.vertices {
        let [u, v] = texture(layout, x, y);
        writeln!(out, "vt {u} {}", 1.0 - v)?;
    }
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|corner| corner + 1);
        writeln!(out, "f {a}/{a} {b}/{b} {c}/{c}")?;
    }
    Ok(())
}

/// Place on a picture of the map, from its north-western corner.
pub fn texture(layout: &Layout, x: u32, y: u32) -> [f32; 2] {
    let share = |n: u32, count: u32| (f64::from(n) / f64::from(count.max(2) - 1)) as f32;
    [share(x, layout.width), share(y, layout.height)]
}

/// Writes a binary STL (3D Systems, 1989).
pub fn stl(mesh: &Mesh, layout: &Layout, out: &mut dyn Write) -> io::Result<()> {
    let mut head = [b' '; 80];
    head[..8].copy_from_slice(b"Orograph");
    out.write_all(&head)?;
    out.write_all(&(mesh.triangles.len() as u32).to_le_bytes())?;
    for triangle in &mesh.triangles {
        let corners = triangle.map(|corner| place_of(&layout.place, mesh.vertices[corner as usize]));
        let mut record = Vec::with_capacity(50);
        for part in [normal(&corners)].iter().chain(&corners) {
            record.extend(part.iter().flat_map(|v| v.to_le_bytes()));
        }
        record.extend([0, 0]);
        out.write_all(&record)?;
    }
    Ok(())
}

/// Writes a binary little-endian PLY (Turk, 1994).
pub fn ply(mesh: &Mesh, layout: &Layout, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "ply\nformat binary_little_endian 1.0\ncomment Orograph: x is east, y is north, z is up; metres\nelement vertex \
         {}\nproperty float x\nproperty float y\nproperty float z\nelement face {}\nproperty list uchar int \
         vertex_indices\nend_header\n",
        mesh.vertices.len(),
        mesh.triangles.len()
    )?;
    for &vertex in &mesh.vertices {
        let bytes = place_of(&layout.place, vertex).map(f32::to_le_bytes);
        out.write_all(bytes.as_flattened())?;
    }
    for triangle in &mesh.triangles {
        out.write_all(&[3])?;
        out.write_all(triangle.map(u32::to_le_bytes).as_flattened())?;
    }
    Ok(())
}

/// The direction that a triangle faces, of length 1; 0 for a triangle without area.
fn normal([a, b, c]: &[[f32; 3]; 3]) -> [f32; 3] {
    let along = |to: &[f32; 3], i: usize| f64::from(to[i]) - f64::from(a[i]);
    let [u, v] = [b, c].map(|to| [along(to, 0), along(to, 1), along(to, 2)]);
    let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    n.map(|part| if length > 0.0 { (part / length) as f32 + 0.0 } else { 0.0 })
}
