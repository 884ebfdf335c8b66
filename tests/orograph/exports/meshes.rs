//! Meshes: every sample on them or near them, facing up, without cracks, where the map lies.

use super::{ask, file, values};
use crate::support::recipe::island_like;
use orograph::deliver::{Ask, Crop, resolve};
use orograph::export::{Format, MeshOptions};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Corners as east, north, up, and triangles.
struct Mesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[usize; 3]>,
}

fn obj(bytes: &[u8]) -> Mesh {
    let text = std::str::from_utf8(bytes).unwrap();
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for line in text.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("v") => {
                let [x, y, z] = [0; 3].map(|_| words.next().unwrap().parse::<f64>().unwrap());
                mesh.vertices.push([x, -z, y]);
            }
            Some("f") => {
                let corner = |word: &str| word.split('/').next().unwrap().parse::<usize>().unwrap() - 1;
                mesh.triangles.push([0; 3].map(|_| corner(words.next().unwrap())));
            }
            _ => {}
        }
    }
    mesh
}

fn mesh_of((width, height): (u32, u32), mesh: MeshOptions) -> (Mesh, Vec<f32>) {
    let graph = island_like(width, height);
    let wish = Ask { mesh, format: Some(Format::Obj), ..ask("height", (width, height), "-") };
    let (bytes, _) = file(&graph, &wish, "obj");
    let metres = values(&graph, &wish).data.iter().map(|v| (-180.0 + f64::from(*v) * 600.0) as f32).collect();
    (obj(&bytes), metres)
}

/// Twice the area of a triangle seen from above; above 0 where it faces up.
fn area(mesh: &Mesh, t: &[usize; 3]) -> f64 {
    let [a, b, c] = t.map(|i| mesh.vertices[i]);
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// How many triangles run along each edge in its two directions.
fn edges(mesh: &Mesh) -> BTreeMap<(usize, usize), usize> {
    let mut edges = BTreeMap::new();
    for [a, b, c] in &mesh.triangles {
        for edge in [(*a, *b), (*b, *c), (*c, *a)] {
            *edges.entry(edge).or_insert(0) += 1;
        }
    }
    edges
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_coarser_mesh_keeps_its_bound_and_has_no_cracks(
        size in (2..70_u32, 2..70_u32),
        error in prop_oneof![Just(0.0), Just(0.25), Just(3.0), Just(40.0), Just(1e6)],
    ) {
        let (mesh, metres) = mesh_of(size, MeshOptions { error, skirt: 0.0, keep_edges: false });
        let step = 4096.0 / f64::from(size.0 - 1);
        let down = 4096.0 * f64::from(size.1) / f64::from(size.0) / f64::from(size.1 - 1);
        let whole = 2.0 * step * f64::from(size.0 - 1) * down * f64::from(size.1 - 1);
        let sum: f64 = mesh.triangles.iter().map(|t| area(&mesh, t)).sum();
        prop_assert!((sum / whole - 1.0).abs() < 1e-4, "it covers the map once: {} of {}", sum, whole);
        prop_assert!(mesh.triangles.iter().all(|t| area(&mesh, t) > 0.0), "every triangle faces up");
        let edges = edges(&mesh);
        prop_assert!(edges.values().all(|n| *n == 1));
        let (right, bottom) = (4096.0, -down * f64::from(size.1 - 1));
        for (a, b) in edges.keys().filter(|(a, b)| !edges.contains_key(&(*b, *a))) {
            let [a, b] = [a, b].map(|i| mesh.vertices[*i]);
            let on = |i: usize, edge: f64| (a[i] - edge).abs() < 0.01 && (b[i] - edge).abs() < 0.01;
            prop_assert!(on(0, 0.0) || on(0, right) || on(1, 0.0) || on(1, bottom), "a crack inside the map");
        }
        for (i, &z) in metres.iter().enumerate() {
            let (x, y) = ((i as u32 % size.0) as f64 * step, -((i as u32 / size.0) as f64) * down);
            let at = height(&mesh, (x, y), step.min(down) * 1e-3).expect("every sample lies on a triangle");
            prop_assert!((at - f64::from(z)).abs() <= error + 0.05, "{} m off at {}", at - f64::from(z), i);
        }
    }
}

/// Height of the mesh at a place.
fn height(mesh: &Mesh, (x, y): (f64, f64), slack: f64) -> Option<f64> {
    mesh.triangles.iter().find_map(|t| {
        let [a, b, c] = t.map(|i| mesh.vertices[i]);
        let cross = |p: [f64; 3], q: [f64; 3]| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        let whole = area(mesh, t);
        let [ka, kb, kc] = [cross(b, c), cross(c, a), cross(a, b)].map(|k| k / whole);
        let inside = [ka, kb, kc].iter().all(|k| *k > -slack / whole.sqrt());
        inside.then(|| ka * a[2] + kb * b[2] + kc * c[2])
    })
}

#[test]
fn a_coarser_mesh_has_far_fewer_triangles() {
    let (all, _) = mesh_of((129, 129), MeshOptions::default());
    let (few, _) = mesh_of((129, 129), MeshOptions { error: 20.0, skirt: 0.0, keep_edges: false });
    assert_eq!((all.vertices.len(), all.triangles.len()), (129 * 129, 2 * 128 * 128));
    assert!(few.triangles.len() * 4 < all.triangles.len(), "{}", few.triangles.len());
}

#[test]
fn skirts_close_the_edge_and_hang_down() {
    for error in [0.0, 10.0] {
        let (mesh, metres) = mesh_of((33, 33), MeshOptions { error, skirt: 75.0, keep_edges: false });
        let edges = edges(&mesh);
        let open: Vec<_> = edges.keys().filter(|(a, b)| !edges.contains_key(&(*b, *a))).collect();
        let lowest = mesh.vertices.iter().map(|v| v[2]).fold(f64::INFINITY, f64::min);
        let ground = metres.iter().fold(f32::INFINITY, |low, z| low.min(*z));
        assert!((lowest - (f64::from(ground) - 75.0)).abs() < 1e-3, "the border of the island is its lowest ground");
        assert!(open.iter().all(|(a, b)| mesh.vertices[*a][2] < f64::from(ground) && mesh.vertices[*b][2] < -200.0));
        assert!(edges.values().all(|n| *n == 1), "all triangles run around the same way");
    }
}

#[test]
fn binary_gltf_states_what_it_holds() {
    let graph = island_like(33, 17);
    let wish = Ask { mesh: MeshOptions { error: 0.0, skirt: 10.0, keep_edges: false }, ..ask("height", (33, 17), "-") };
    let (bytes, _) = file(&graph, &wish, "glb");
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    let body = &bytes[28 + word(12)..];
    assert_eq!(json["buffers"][0]["byteLength"], body.len());
    let count = json["accessors"][0]["count"].as_u64().unwrap() as usize;
    let floats = super::floats(&body[..12 * count]);
    for axis in 0..3 {
        let values = floats.iter().skip(axis).step_by(3);
        let (low, high) = values.fold((f32::MAX, f32::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
        let told = |end: &str| json["accessors"][0][end][axis].as_f64().unwrap() as f32;
        assert_eq!((told("min"), told("max")), (low, high));
    }
    let normals = super::floats(&body[12 * count..24 * count]);
    assert!(normals.chunks(3).all(|n| n[1] > 0.0 && (n.iter().map(|v| v * v).sum::<f32>() - 1.0).abs() < 1e-5));
    assert_eq!(json["accessors"][3]["count"], 3 * (2 * 32 * 16 + 2 * 2 * (32 + 16)));
}

#[test]
fn stl_and_ply_hold_as_many_triangles_as_they_say() {
    let graph = island_like(33, 17);
    let of = |format| file(&graph, &Ask { format: Some(format), ..ask("height", (33, 17), "-") }, "x").0;
    let stl = of(Format::Stl);
    assert_eq!(u32::from_le_bytes(stl[80..84].try_into().unwrap()), 2 * 32 * 16);
    assert_eq!(stl.len(), 84 + 50 * 2 * 32 * 16);
    let ply = of(Format::Ply);
    let head = ply.windows(11).position(|w| w == b"end_header\n").unwrap() + 11;
    assert_eq!(ply.len() - head, 33 * 17 * 12 + 2 * 32 * 16 * 13);
}

#[test]
fn meshes_of_neighbouring_regions_meet() {
    let graph = island_like(33, 33);
    let of = |x, y| {
        let region = Some(Crop { x, y, width: 17, height: 17 });
        obj(&file(&graph, &Ask { region, ..ask("height", (33, 33), "-") }, "obj").0)
    };
    let (west, east) = (of(0, 0), of(16, 0));
    let column = |mesh: &Mesh, i: usize| (0..17).map(|j| mesh.vertices[j * 17 + i]).collect::<Vec<_>>();
    assert_eq!(column(&west, 16), column(&east, 0));
    for (region, why) in [((1, 9), "2 x 2"), ((4098, 4098), "4097 x 4097")] {
        let region = Some(Crop { x: 0, y: 0, width: region.0, height: region.1 });
        let refused = resolve(&graph, &Ask { region, ..ask("height", (33, 33), "a.glb") }).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}");
    }
    let bound =
        Ask { mesh: MeshOptions { error: 1.0, skirt: 0.0, keep_edges: false }, ..ask("height", (33, 33), "a.r16") };
    assert!(resolve(&graph, &bound).unwrap_err().to_string().contains("meshes"));
}
