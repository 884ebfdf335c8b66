//! Sets of tiles: what they share is compared in the files themselves.

use super::ask;
use crate::support::png;
use crate::support::recipe::island_like;
use orograph::deliver::{Ask, Crop, Seams, SetError, TilesAsk, deliver_set, resolve, resolve_set, seams};
use orograph::export::{Format, MeshOptions};
use orograph::graph::Node;
use orograph::run::{Options, Runner};
use std::fs;
use std::path::{Path, PathBuf};

const TILES: TilesAsk =
    TilesAsk { columns: 3, rows: 2, size: Some(orograph::deliver::Size::Exact(21, 17)), overlap: None };

fn wish(folder: &Path, format: Format) -> Ask {
    Ask { format: Some(format), size: None, ..ask("height", (9, 9), folder.join("t_{x}_{y}.bin")) }
}

#[test]
fn a_wrong_sample_at_an_edge_is_counted_and_the_two_files_named() {
    let graph = island_like(61, 33);
    let runner = Runner::new(Some(2), 1 << 20);
    for (format, at) in [(Format::R16, 2 * (21 * 3 + 20)), (Format::R32, 4 * (21 * 16 + 5))] {
        let folder = tempfile::tempdir().unwrap();
        let ask = wish(folder.path(), format);
        let done = deliver_set(&graph, &ask, &TILES, &runner, &Options::default()).unwrap();
        let found = done.seams.unwrap();
        assert_eq!((done.files, done.kept, found.edges, found.differing), (6, 0, 7, 0));
        assert_eq!(found.samples, 4 * 17 + 3 * 21);
        let path = |(x, y): (u32, u32)| folder.path().join(format!("t_{x}_{y}.bin"));
        let mut bytes = fs::read(path((0, 0))).unwrap();
        bytes[at] ^= 1;
        fs::write(path((0, 0)), bytes).unwrap();
        let plain = Ask { path: folder.path().join("t.bin"), ..ask.clone() };
        let (set, job) = resolve_set(&graph, &plain, &TILES).unwrap();
        let found = seams(&job, &set, path).unwrap().unwrap();
        assert_eq!((found.differing, found.differing_edges), (1, 1), "{format:?}");
        let other = if format == Format::R16 { (1, 0) } else { (0, 1) };
        let names = |tile: (u32, u32)| path(tile).display().to_string();
        assert_eq!(found.first, Some((names((0, 0)), names(other))));
        assert!(found.sentence().starts_with("1 of 7 shared edges differ in 1 of 131 samples"), "{}", found.sentence());
        // The next run knows the file by its hash, and makes it again.
        let again = deliver_set(&graph, &ask, &TILES, &runner, &Options::default()).unwrap();
        assert_eq!((again.kept, again.seams.unwrap().differing), (5, 0));
    }
}

/// Formats that hold heights and keep their samples.
const HEIGHTS: [Format; 18] = [
    Format::Png16,
    Format::Png8,
    Format::R8,
    Format::R16,
    Format::R16Be,
    Format::R32,
    Format::Npy,
    Format::Exr,
    Format::ExrY,
    Format::Tiff32,
    Format::Tiff16,
    Format::BigTiff32,
    Format::BigTiff16,
    Format::Pgm16,
    Format::Obj,
    Format::Stl,
    Format::Ply,
    Format::Glb,
];

/// Writes tiles of `graph`, then one tile of another recipe among them; says how the edges compared before and after.
fn with_a_foreign_tile(graph: &orograph::graph::Graph, ask: &Ask, tiles: &TilesAsk, what: &str) -> (Seams, Seams) {
    let (folder, runner) = (tempfile::tempdir().unwrap(), Runner::new(Some(2), 1 << 20));
    let ask = Ask { path: folder.path().join("t_{x}_{y}.bin"), ..ask.clone() };
    let done = deliver_set(graph, &ask, tiles, &runner, &Options::default()).unwrap_or_else(|e| panic!("{what}: {e}"));
    let mut other = graph.clone();
    other.seed = 5;
    let (set, wrong) = resolve_set(&other, &Ask { path: folder.path().join("t.bin"), ..ask.clone() }, tiles).unwrap();
    let path = |(x, y): (u32, u32)| folder.path().join(format!("t_{x}_{y}.bin"));
    orograph::deliver::deliver(&wrong.of_tile(&set, (1, 1), &path((1, 1))), &runner, &Options::default()).unwrap();
    let (set, job) = resolve_set(graph, &Ask { path: folder.path().join("t.bin"), ..ask }, tiles).unwrap();
    (done.seams.unwrap(), seams(&job, &set, path).unwrap_or_else(|e| panic!("{what}: {e}")).unwrap())
}

#[test]
fn every_format_is_read_back_and_a_tile_of_another_recipe_found_out() {
    let graph = island_like(61, 33);
    let folder = tempfile::tempdir().unwrap();
    for format in HEIGHTS {
        let (right, wrong) = with_a_foreign_tile(&graph, &wish(folder.path(), format), &TILES, format.name());
        assert_eq!((right.edges, right.samples, right.differing), (7, 131, 0), "{format:?}");
        assert!(wrong.differing > 10, "{format:?}: {}", wrong.sentence());
        assert_eq!(wrong.differing_edges, 3, "{format:?}: a tile of the second row has three neighbours");
    }
}

#[test]
fn square_samples_in_an_ascii_grid_are_read_back_too() {
    let mut graph = island_like(61, 33);
    graph.world.extent = (6000.0, 3200.0);
    let folder = tempfile::tempdir().unwrap();
    let (right, wrong) = with_a_foreign_tile(&graph, &wish(folder.path(), Format::Asc), &TILES, "asc");
    assert_eq!((right.edges, right.samples, right.differing, wrong.differing_edges), (7, 131, 0, 3));
}

#[test]
fn tile_maps_and_what_is_made_of_them_meet_where_they_share_samples() {
    let mut graph = island_like(61, 33);
    graph.nodes.insert("biomes".into(), Node::new("Tiles").with("source", "height").into());
    let folder = tempfile::tempdir().unwrap();
    let tiles = TilesAsk { overlap: Some(1), ..TILES };
    for format in [Format::Indexed, Format::Color, Format::Csv, Format::Tmx] {
        let ask = Ask { format: Some(format), size: None, ..ask("biomes", (9, 9), folder.path().join("{x}{y}.bin")) };
        let (right, wrong) = with_a_foreign_tile(&graph, &ask, &tiles, format.name());
        assert_eq!((right.edges, right.samples, right.differing), (7, 131, 0), "{format:?}");
        assert!(wrong.differing > 0, "{format:?}");
    }
    for (node, map) in [("height", "normal-gl"), ("height", "normal-dx"), ("biomes", "splat"), ("biomes", "splat2")] {
        let format = Some(if node == "biomes" { Format::Rgba } else { Format::Color });
        let ask = Ask { map: Some(map.parse().unwrap()), format, size: None, ..ask(node, (9, 9), "{x}{y}.png") };
        let (right, wrong) = with_a_foreign_tile(&graph, &ask, &tiles, map);
        assert_eq!((right.edges, right.samples, right.differing), (7, 131, 0), "{map}");
        assert!(wrong.differing > 0, "{map}");
    }
}

#[test]
fn meshes_with_fewer_triangles_and_walls_keep_the_samples_of_their_edges() {
    let graph = island_like(61, 33);
    let folder = tempfile::tempdir().unwrap();
    for (format, error, skirt) in
        [(Format::Glb, 25.0, 0.0), (Format::Obj, 1e6, 40.0), (Format::Stl, 3.0, 40.0), (Format::Ply, 25.0, 0.0)]
    {
        let mesh = MeshOptions { error, skirt, keep_edges: false };
        let ask = Ask { mesh, ..wish(folder.path(), format) };
        let (right, wrong) = with_a_foreign_tile(&graph, &ask, &TILES, format.name());
        assert_eq!((right.edges, right.samples, right.differing), (7, 131, 0), "{format:?}");
        assert_eq!(wrong.differing_edges, 3, "{format:?}");
    }
}

#[test]
fn what_cannot_share_samples_is_refused_with_what_would() {
    let graph = island_like(61, 33);
    let picture = Ask { picture: Some("ramp".into()), ..wish(Path::new("."), Format::Jpeg) };
    let said = resolve_set(&graph, &picture, &TILES).unwrap_err().to_string();
    assert!(said.contains("a JPEG does not keep its samples"), "{said}");
    let apart = TilesAsk { overlap: Some(0), ..TILES };
    assert!(resolve_set(&graph, &picture, &apart).is_ok());
    let mesh = MeshOptions { error: 5.0, skirt: 0.0, keep_edges: false };
    let mesh = Ask { mesh, ..wish(Path::new("."), Format::Glb) };
    let said = resolve_set(&graph, &mesh, &TilesAsk { overlap: Some(2), ..TILES }).unwrap_err().to_string();
    assert!(said.contains("give --overlap 1"), "{said}");
}

#[test]
fn a_part_of_a_map_for_shaders_is_the_part_of_the_whole() {
    let mut graph = island_like(61, 33);
    graph.nodes.insert("biomes".into(), Node::new("Tiles").with("source", "height").into());
    for (node, map, bytes) in [("height", "normal-gl", 3), ("biomes", "splat", 4)] {
        let wish = Ask { map: Some(map.parse().unwrap()), ..ask(node, (61, 33), "-") };
        let whole = png::read(&super::file(&graph, &wish, "png").0).bytes;
        for (x, y, width, height) in [(0, 0, 20, 33), (19, 7, 23, 9), (40, 20, 21, 13)] {
            let region = Some(Crop { x, y, width, height });
            let part = png::read(&super::file(&graph, &Ask { region, ..wish.clone() }, "png").0).bytes;
            for row in 0..height as usize {
                let (from, count) = ((y as usize + row) * 61 + x as usize, width as usize * bytes);
                assert_eq!(part[row * count..][..count], whole[from * bytes..][..count], "{map}: row {row} of {x},{y}");
            }
        }
    }
}

/// Positions and normals of a binary glTF.
fn surface(bytes: &[u8]) -> Vec<([u32; 3], [u32; 3])> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap();
    let count = json["accessors"][0]["count"].as_u64().unwrap() as usize;
    let at = |i: usize| [0, 4, 8].map(|byte| word(28 + word(12) + 12 * i + byte) as u32);
    (0..count).map(|i| (at(i), at(count + i))).collect()
}

#[test]
fn the_normals_of_a_meshs_tiles_are_those_of_the_whole_mesh() {
    let graph = island_like(61, 33);
    let wish = ask("height", (61, 33), "-");
    let whole = surface(&super::file(&graph, &wish, "glb").0);
    for (x, y, width, height) in [(0, 0, 31, 17), (30, 0, 31, 33), (10, 5, 20, 20)] {
        for strip in [1, 1 << 20] {
            let folder = tempfile::tempdir().unwrap();
            let region = Some(Crop { x, y, width, height });
            let job = resolve(&graph, &Ask { region, path: folder.path().join("a.glb"), ..wish.clone() }).unwrap();
            let options = Options { strip, ..Options::default() };
            orograph::deliver::deliver(&job, &Runner::new(Some(2), 1 << 20), &options).unwrap();
            let part = surface(&fs::read(folder.path().join("a.glb")).unwrap());
            assert_eq!(part.len(), (width * height) as usize);
            for (i, vertex) in part.iter().enumerate() {
                let (column, row) = (x as usize + i % width as usize, y as usize + i / width as usize);
                assert_eq!(*vertex, whole[row * 61 + column], "{column},{row} of the part at {x},{y}");
            }
        }
    }
}

#[test]
fn a_file_that_is_cut_off_or_another_one_is_no_tile() {
    let graph = island_like(61, 33);
    let runner = Runner::new(Some(2), 1 << 20);
    for format in HEIGHTS {
        let folder = tempfile::tempdir().unwrap();
        let ask = wish(folder.path(), format);
        deliver_set(&graph, &ask, &TILES, &runner, &Options::default()).unwrap();
        let path = |(x, y): (u32, u32)| -> PathBuf { folder.path().join(format!("t_{x}_{y}.bin")) };
        let plain = Ask { path: folder.path().join("t.bin"), ..ask };
        let (set, job) = resolve_set(&graph, &plain, &TILES).unwrap();
        let whole = fs::read(path((1, 1))).unwrap();
        for wrong in [&whole[..whole.len() / 2], &b"hello"[..], &b""[..]] {
            fs::write(path((1, 1)), wrong).unwrap();
            let said = seams(&job, &set, path).unwrap_err().to_string();
            assert!(said.contains("t_1_1.bin") && !said.contains('\n'), "{said}");
        }
    }
}

#[test]
fn tiles_of_a_blurred_map_meet_as_those_of_any_other() {
    let mut graph = island_like(61, 33);
    graph.nodes.insert("soft".into(), Node::new("Blur").with("source", "height").with("radius", 40.0).into());
    graph.nodes.insert("even".into(), Node::new("Normalize").with("source", "soft").into());
    let folder = tempfile::tempdir().unwrap();
    let ask = Ask { format: Some(Format::R16), ..ask("even", (9, 9), folder.path().join("t_{x}_{y}.bin")) };
    let ask = Ask { size: None, ..ask };
    let done = deliver_set(&graph, &ask, &TILES, &Runner::new(Some(2), 1 << 20), &Options::default()).unwrap();
    assert_eq!(done.seams.unwrap().differing, 0);
}

#[test]
fn a_cancelled_set_keeps_what_was_finished() {
    let graph = island_like(61, 33);
    let folder = tempfile::tempdir().unwrap();
    let ask = wish(folder.path(), Format::R16);
    let options = Options::default();
    let cancel = options.cancel.clone();
    let progress = move |share: f32| {
        if share > 0.5 {
            cancel.cancel();
        }
    };
    let stopped = Options { progress: Some(std::sync::Arc::new(progress)), ..options };
    let ended = deliver_set(&graph, &ask, &TILES, &Runner::new(Some(1), 1 << 20), &stopped);
    assert!(matches!(ended, Err(SetError::Deliver(_))), "{ended:?}");
    let again = deliver_set(&graph, &ask, &TILES, &Runner::new(Some(1), 1 << 20), &Options::default()).unwrap();
    assert!(again.kept >= 2, "{again:?}");
}
