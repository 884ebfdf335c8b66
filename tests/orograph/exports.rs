//! Exporting: what the bytes of a file are, what engines get, and what stands in the report.

mod formats;
mod images;
mod meshes;
mod parts;
mod presets;
mod strips;

use crate::support::png;
use crate::support::recipe::{graph, island_like};
use orograph::deliver::{
    Ask, AskError, By, Crop, Heights, Mapping, RangeAsk, Report, Size, Units, What, deliver, hash, resolve, sentence,
};
use orograph::export::{Format, Preset, WriteError, write_file};
use orograph::graph::{Graph, Link, Node};
use orograph::raster::{Raster, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::{Interval, Measured, Quantity, Value};
use std::fs;
use std::path::Path;

/// 0x1234 of 65535, everywhere.
fn constant() -> Graph {
    graph(&[("c", Node::new("Constant").with("value", 4660.0 / 65535.0))])
}

fn ask(node: &str, size: (u32, u32), path: impl AsRef<Path>) -> Ask {
    let (what, size) = (What::Node(Link::to(node)), Some(Size::Exact(size.0, size.1)));
    Ask { what, size, path: path.as_ref().into(), ..Ask::default() }
}

fn write(graph: &Graph, ask: &Ask) -> Report {
    deliver(&resolve(graph, ask).unwrap(), &Runner::new(Some(2), 1 << 20), &Options::default()).unwrap()
}

/// The values that a file is made of, as a whole.
fn values(graph: &Graph, ask: &Ask) -> Raster {
    let job = resolve(graph, ask).unwrap();
    let runner = Runner::new(Some(2), 1 << 20);
    runner.render(&job.plan, &job.grid, job.region, &Options::default()).unwrap().raster
}

/// The bytes of a file with this extension, and its report.
fn file(graph: &Graph, ask: &Ask, extension: &str) -> (Vec<u8>, Report) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("out.{extension}"));
    let report = write(graph, &Ask { path: path.clone(), ..ask.clone() });
    let bytes = fs::read(&path).unwrap();
    assert_eq!(report.bytes, bytes.len() as u64);
    (bytes, report)
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn a_16_bit_png_holds_its_samples_with_the_high_byte_first() {
    let (bytes, report) = file(&constant(), &ask("c", (8, 8), "-"), "png");
    let png = png::read(&bytes);
    assert_eq!((png.width, png.height, png.depth, png.color), (8, 8, 16, 0));
    assert_eq!(png.bytes, [0x12, 0x34].repeat(64));
    assert_eq!((report.format, report.byte_order), ("png16", Some("big endian")));
}

#[test]
fn a_raw_file_has_no_header_and_the_low_byte_first() {
    let (bytes, report) = file(&constant(), &ask("c", (513, 257), "-"), "r16");
    assert_eq!(bytes.len(), 263_682);
    assert_eq!(bytes, [0x34, 0x12].repeat(513 * 257));
    assert_eq!((report.byte_order, report.first_row), (Some("little endian"), "north"));
}

#[test]
fn raw_and_png_hold_the_same_samples() {
    let graph = island_like(129, 65);
    let ask = ask("height", (129, 65), "-");
    let ((png, a), (raw, b)) = (file(&graph, &ask, "png"), file(&graph, &ask, "r16"));
    let samples = png::read(&png).words();
    assert_eq!(samples, words(&raw));
    assert_eq!(a.hash, b.hash);
    assert!(samples.contains(&0) && samples.contains(&65535), "Normalize reaches both ends on its build grid");
    assert_eq!((a.codes_used, a.clipped), (Some(1.0), Some(0.0)));
    let distinct: std::collections::BTreeSet<u16> = samples.into_iter().collect();
    assert_eq!(a.distinct_codes, Some(distinct.len()));
}

#[test]
fn a_16_bit_file_holds_16_bits() {
    let mut graph = graph(&[("n", Node::new("Fbm").with("octaves", 8u32).with("feature_scale", 500.0))]);
    graph.world.samples = (1025, 1025);
    let (bytes, report) = file(&graph, &ask("n", (1025, 1025), "-"), "r16");
    let codes = words(&bytes);
    let share = |f: fn(&u16) -> bool| codes.iter().filter(|c| f(c)).count() as f64 / codes.len() as f64;
    assert!(report.distinct_codes.unwrap() >= 20_000, "{:?}", report.distinct_codes);
    assert!(share(|c| c % 257 == 0) < 0.02 && share(|c| c % 256 == 0) < 0.02);
}

#[test]
fn no_png_speaks_of_gamma_or_colour_space() {
    let mut graph = island_like(33, 33);
    graph.nodes.insert("tiles".into(), Node::new("Tiles").with("source", "height").into());
    let asks = [
        (ask("height", (33, 33), "-"), None),
        (ask("height", (33, 33), "-"), Some(Format::Png8)),
        (ask("tiles", (33, 33), "-"), None),
        (ask("tiles", (33, 33), "-"), Some(Format::Color)),
        (Ask { picture: Some("terrain".into()), ..ask("height", (33, 33), "-") }, None),
    ];
    for (ask, format) in asks {
        let (bytes, report) = file(&graph, &Ask { format, ..ask }, "png");
        let chunks = png::read(&bytes).chunks;
        let plain = chunks.iter().all(|c| ["IHDR", "PLTE", "IDAT", "IEND"].contains(&&**c));
        assert!(plain, "{}: {chunks:?}", report.format);
    }
}

#[test]
fn eight_bit_pngs_round_to_the_nearest_of_256_codes() {
    let half = graph(&[("c", Node::new("Constant").with("value", 0.5))]);
    let (bytes, _) = file(&half, &Ask { format: Some(Format::Png8), ..ask("c", (4, 2), "-") }, "png");
    let png = png::read(&bytes);
    assert_eq!((png.depth, png.bytes), (8, vec![128; 8]));
}

#[test]
fn numpy_arrays_say_their_type_and_shape() {
    let graph = island_like(33, 17);
    let (bytes, _) = file(&graph, &ask("height", (33, 17), "-"), "npy");
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]])) + 10;
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    assert_eq!(header % 64, 0);
    let text = std::str::from_utf8(&bytes[10..header]).unwrap();
    assert_eq!(text.trim_end(), "{'descr': '<f4', 'fortran_order': False, 'shape': (17, 33), }");
    assert!(text.ends_with('\n'));
    let raster = values(&graph, &ask("height", (33, 17), "-"));
    assert_eq!(floats(&bytes[header..]), raster.data);
}

#[test]
fn float_files_hold_raw_values_unless_units_are_asked_for() {
    // Signed values beyond what a range takes: nothing is clamped in a float.
    let graph = graph(&[("c", Node::new("Constant").with("value", 0.75))]);
    let base = Ask { range: RangeAsk::Given(0.0, 0.5), ..ask("c", (3, 2), "-") };
    let of = |units| file(&graph, &Ask { units, ..base.clone() }, "r32");
    assert_eq!(floats(&of(None).0), [0.75; 6]);
    assert_eq!(floats(&of(Some(Units::Unit)).0), [1.5; 6]);
    // World heights are -180 to 420 m; the range's ends 0 and 0.5 are -180 and 120 m, 0.75 is 270 m.
    let (bytes, report) = of(Some(Units::Metres));
    assert_eq!(floats(&bytes), [270.0; 6]);
    assert_eq!(report.metres.map(|m| (m.zero, m.one)), Some((-180.0, 120.0)));
    assert_eq!((report.units, report.clipped), (Some("metres"), Some(1.0)));
}

#[test]
fn metres_beyond_what_a_float_holds_stop_at_its_ends() {
    let mut graph = graph(&[("c", Node::new("Constant").with("value", -3.0))]);
    graph.world.height = (-3e38, 3e38);
    let of = |units| floats(&file(&graph, &Ask { units: Some(units), ..ask("c", (2, 1), "-") }, "r32").0);
    assert_eq!(of(Units::Raw), [-3.0; 2]);
    let range = RangeAsk::Given(0.0, 1.0);
    let asked = Ask { units: Some(Units::Metres), range, ..ask("c", (2, 1), "-") };
    assert!(floats(&file(&graph, &asked, "r32").0).iter().all(|v| v.is_finite()));
}

#[test]
fn tile_maps_are_palettes_or_colours_and_their_shares_sum_to_all() {
    let mut graph = island_like(65, 65);
    graph.nodes.insert("tiles".into(), Node::new("Tiles").with("source", "height").into());
    let ask = ask("tiles", (65, 65), "-");
    let (indexed, report) = file(&graph, &ask, "png");
    let (color, _) = file(&graph, &Ask { format: Some(Format::Color), ..ask.clone() }, "png");
    let (raw, _) = file(&graph, &ask, "r16");
    let (indexed, color) = (png::read(&indexed), png::read(&color));
    assert_eq!((indexed.color, color.color, indexed.palette.len()), (3, 2, 7));
    assert_eq!(indexed.palette[0], [38, 84, 130]);
    for (i, &tile) in indexed.bytes.iter().enumerate() {
        assert_eq!(color.bytes[3 * i..3 * i + 3], indexed.palette[usize::from(tile)]);
        assert_eq!(words(&raw)[i], u16::from(tile));
    }
    let tiles = report.tiles.unwrap();
    assert_eq!(tiles.iter().map(|t| t.samples).sum::<usize>(), 65 * 65);
    for tile in &tiles {
        assert_eq!(indexed.bytes.iter().filter(|b| usize::from(**b) == tile.index).count(), tile.samples);
    }
    let refused = resolve(&graph, &Ask { preset: Preset::find("unity"), path: "a.raw".into(), ..ask }).unwrap_err();
    assert!(refused.is_usage(), "{refused}");
}

#[test]
fn north_is_the_first_row_and_west_the_first_column() {
    let mut graph = graph(&[(
        "hill",
        Node::new("RadialFalloff").with("center", Value::Point([128.0, 32.0])).with("radius", 25.6).with("inner", 0.0),
    )]);
    graph.world.extent = (512.0, 256.0);
    let ask = ask("hill", (512, 256), "-");
    let brightest = |codes: &[u16]| {
        let i = (0..codes.len()).max_by_key(|&i| codes[i]).unwrap();
        ((i % 512) as i64, (i / 512) as i64)
    };
    let near = |(x, y): (i64, i64), row: i64| (x - 128).abs() <= 1 && (y - row).abs() <= 1;
    let (png, _) = file(&graph, &ask, "png");
    let codes = png::read(&png).words();
    assert!(near(brightest(&codes), 32), "{:?}", brightest(&codes));
    let (raw, _) = file(&graph, &ask, "r16");
    assert_eq!(words(&raw), codes);
    let (flipped, report) = file(&graph, &Ask { flip_y: true, ..ask.clone() }, "r16");
    assert!(near(brightest(&words(&flipped)), 223));
    assert_eq!(report.first_row, "south");
    let turned: Vec<u16> = words(&flipped).chunks(512).rev().flatten().copied().collect();
    assert_eq!(turned, codes, "a flip changes nothing but the order of the rows");
    let (picture, _) = file(&graph, &Ask { picture: Some("grey".into()), ..ask }, "png");
    let greys: Vec<u16> = png::read(&picture).bytes.chunks_exact(3).map(|p| p[0].into()).collect();
    assert!(near(brightest(&greys), 32));
}

#[test]
fn a_width_alone_keeps_the_aspect() {
    let size = |samples, extent, sampling, width| {
        let mut graph = constant();
        graph.world.samples = samples;
        graph.world.extent = extent;
        let ask = Ask { size: Some(Size::Width(width)), sampling: Some(sampling), ..ask("c", (1, 1), "-") };
        resolve(&graph, &ask).unwrap().grid.samples
    };
    let two_to_one = (4096.0, 2048.0);
    assert_eq!(size((1025, 513), two_to_one, Sampling::Vertices, 2049), (2049, 1025));
    assert_eq!(size((512, 256), two_to_one, Sampling::Vertices, 1024), (1024, 512));
    assert_eq!(size((512, 256), two_to_one, Sampling::Cells, 128), (128, 64));
    assert_eq!(size((1025, 1025), (4096.0, 4096.0), Sampling::Vertices, 300), (300, 300));
    assert_eq!(size((1000, 1), (4096.0, 1.0), Sampling::Vertices, 10), (10, 1));
}

#[test]
fn values_become_shares_by_the_sockets_bound() {
    let of = |lo, hi| Mapping::of(Interval::new(lo, hi)).map(|m| (m.lo, m.hi, m.by));
    assert_eq!(of(0.2, 0.9), Some((0.0, 1.0, By::Unit)));
    assert_eq!(of(-0.1, 1.0), Some((-1.0, 1.0, By::Signed)));
    assert_eq!(of(-2.0, 6.0), Some((-2.0, 6.0, By::Bound)));
    assert_eq!(of(0.0, f32::INFINITY), None);
    let flat = Mapping { lo: 5.0, hi: 5.0, by: By::Bound };
    assert_eq!((flat.unit(5.0), flat.clips(5.0)), (0.5, false));
    let world = constant().world;
    let heights = |quantity, lo, hi| {
        let mapping = Mapping { lo, hi, by: By::Range };
        Heights::of(&world, quantity, Interval::ALL, mapping).map(|h| (h.zero, h.one))
    };
    assert_eq!(heights(Quantity::Unit, 0.0, 0.5), Some((-180.0, 120.0)));
    assert_eq!(heights(Quantity::Signed, -1.0, 0.0), Some((-180.0, 120.0)));
    assert_eq!(heights(Quantity::Metres, 10.0, 20.0), Some((10.0, 20.0)));
    assert_eq!(heights(Quantity::Plain, 3.0, 7.0), Some((-180.0, 420.0)));
    assert_eq!(heights(Quantity::Degrees, 0.0, 90.0), None);
}

#[test]
fn an_unbounded_socket_needs_a_range() {
    let graph = graph(&[("xy", Node::new("Coordinates"))]);
    let refused = resolve(&graph, &ask("xy", (9, 9), "a.png")).unwrap_err();
    assert!(matches!(refused, AskError::Unbounded { .. }) && refused.to_string().contains("--range"), "{refused}");
    assert!(!refused.is_usage());
    let measured = Ask { range: RangeAsk::Measured, ..ask("xy", (9, 9), "-") };
    let (bytes, report) = file(&graph, &measured, "r16");
    assert_eq!((words(&bytes)[0], words(&bytes)[8]), (0, 65535));
    assert_eq!(report.mapping.map(|m| (m.lo, m.hi, m.by)), Some((0.0, 4096.0, "measured")));
}

#[test]
fn a_measured_range_is_that_of_the_whole_world_whatever_part_is_written() {
    let graph = island_like(65, 65);
    let wish = Ask { range: RangeAsk::Measured, ..ask("ridges", (65, 65), "-") };
    let region = Some(Crop { x: 10, y: 20, width: 7, height: 5 });
    let (whole, _) = file(&graph, &wish, "r16");
    let (part, _) = file(&graph, &Ask { region, ..wish }, "r16");
    assert!(words(&whole).contains(&0) && words(&whole).contains(&65535));
    assert_eq!(words(&part)[..7], words(&whole)[20 * 65 + 10..][..7]);
}

#[test]
fn unity_gets_southern_rows_first_and_steps_of_one_in_65536() {
    let unity = Preset::find("unity").unwrap();
    assert_eq!((unity.code(0.0), unity.code(0.25), unity.code(1.0)), (0, 16384, 65535));
    for side in [33, 65, 129, 257, 513, 1025, 2049, 4097] {
        assert!(unity.accept(side, side).is_ok());
    }
    let why = unity.accept(1000, 1000).unwrap_err().to_string();
    assert!(why.contains("513 and 1025"), "{why}");
    assert!(unity.accept(5000, 5000).unwrap_err().to_string().contains("4097"));
    assert!(unity.accept(1025, 513).is_err() && unity.accept(8193, 8193).is_err());
    assert!(unity.accept_format(Format::Png16).unwrap_err().to_string().contains(".raw"));
    let graph = island_like(33, 33);
    let wish = ask("height", (33, 33), "-");
    let (plain, _) = file(&graph, &Ask { preset: None, ..wish.clone() }, "r16");
    let (raw, report) = file(&graph, &Ask { preset: Some(unity), ..wish.clone() }, "raw");
    let values = values(&graph, &wish);
    for (i, &code) in words(&raw).iter().enumerate() {
        let value = f64::from(values.at(i % 33, 32 - i / 33));
        assert_eq!(f64::from(code), (value * 65536.0).round().min(65535.0));
    }
    assert_ne!(raw, plain);
    assert_eq!((report.first_row, report.preset), ("south", Some("unity")));
    assert!(report.import.iter().any(|l| l.contains("4096 x 600 x 4096")), "{:?}", report.import);
}

#[test]
fn unreal_gets_sizes_of_whole_components_and_its_z_scale() {
    let unreal = Preset::find("unreal").unwrap();
    for side in [127, 253, 505, 1009, 2017, 4033, 8129, 8161, 8] {
        assert!(unreal.accept(side, side).is_ok(), "{side}");
    }
    assert!(unreal.accept(1009, 505).is_ok(), "sides may differ");
    assert!(unreal.accept(127, 128).is_err() && unreal.accept(1, 1).is_err() && unreal.accept(32641, 32641).is_err());
    let why = unreal.accept(1025, 1025).unwrap_err().to_string();
    assert!(why.contains("1021 and 1055") && why.contains("1009, 2017"), "{why}");
    let engine = unreal.engine((-180.0, 420.0), (2.0, 2.0), (2017, 2017));
    assert!((engine.z_scale.unwrap() - 117.1893).abs() < 5e-5);
    assert!((unreal.engine((0.0, 870.0), (1.0, 1.0), (127, 127)).z_scale.unwrap() - 169.9245).abs() < 5e-5);
    // What Unreal computes of a code, in centimetres, must be what the recipe says.
    let height = |code: f64| (code - 32768.0) / 128.0 * engine.z_scale.unwrap() + engine.z_location.unwrap();
    assert!((height(0.0) + 18_000.0).abs() < 1e-6 && (height(65535.0) - 42_000.0).abs() < 1e-6);
    assert!((height(32768.0) - 12_000.0).abs() < 1.0);
    let graph = island_like(127, 127);
    let (bytes, report) = file(&graph, &Ask { preset: Some(unreal), ..ask("height", (127, 127), "-") }, "png");
    assert_eq!(png::read(&bytes).words(), words(&file(&graph, &ask("height", (127, 127), "-"), "r16").0));
    assert_eq!((report.first_row, report.z_scale), ("north", engine.z_scale));
}

#[test]
fn the_sentence_says_everything() {
    let graph = island_like(65, 65);
    let unreal = Preset::find("unreal");
    let job = resolve(&graph, &Ask { preset: unreal, ..ask("height", (2017, 2017), "land.r16") }).unwrap();
    let ends = "2017 x 2017, 16-bit little endian, north row first, -180 m = 0, 420 m = 65535";
    let full = Measured { min: 0.0, max: 1.0 };
    assert_eq!(sentence(&job, Some(full)), format!("{ends}, uses 100 % of the range, Unreal Z scale 117.1893"));
    assert_eq!(sentence(&job, None), format!("{ends}, Unreal Z scale 117.1893"));
    let half = Measured { min: 0.25, max: 0.75 };
    assert!(sentence(&job, Some(half)).contains("uses 50 % of the range"));
    let unity = Ask { preset: Preset::find("unity"), ..ask("height", (65, 65), "a.raw") };
    assert!(sentence(&resolve(&graph, &unity).unwrap(), None).contains("south row first"));
}

#[test]
fn the_hash_is_what_the_documentation_says() {
    let raster = Raster { width: 2, height: 1, data: vec![-0.0, 3.0] };
    let sum = |samples: &[u8]| {
        let mut bytes = Vec::new();
        [2_u32, 1, 1].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        bytes.extend(samples);
        blake3::hash(&bytes).to_hex().to_string()
    };
    assert_eq!(hash(&raster, false), sum(&[0, 0, 0, 0, 0, 0, 0x40, 0x40]));
    assert_eq!(hash(&raster, true), sum(&[0, 0, 3, 0]));
}

#[test]
fn a_failed_write_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.png");
    fs::write(&path, b"old").unwrap();
    let failed = write_file(&path, |writer| {
        writer.write_all(&[7; 100_000])?;
        Err(std::io::Error::other("the disk is full"))
    });
    assert!(failed.unwrap_err().to_string().contains("the disk is full"));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays behind");
    assert_eq!(write_file(&path, |writer| writer.write_all(b"new!")).unwrap(), 4);
    assert_eq!(fs::read(&path).unwrap(), b"new!");
    let nowhere = folder.path().join("missing/map.png");
    assert!(matches!(write_file(&nowhere, |_| Ok(())), Err(WriteError::NoFolder { .. })));
    assert!(matches!(write_file(folder.path(), |_| Ok(())), Err(WriteError::IsFolder(_))));
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_device_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.r16"), folder.path().join("link.r16"));
    fs::write(&real, b"old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    write_file(&link, |writer| writer.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&real).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    write_file(Path::new("/dev/null"), |writer| writer.write_all(b"gone")).unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_format_refuses_values_that_it_cannot_hold() {
    let graph = island_like(33, 33);
    for (path, format) in [("a.jpg", None), ("a", None), ("a.png", Some(Format::Indexed))] {
        let refused = resolve(&graph, &Ask { format, ..ask("height", (33, 33), path) }).unwrap_err();
        assert!(refused.is_usage(), "{refused}");
    }
    let metres = Ask { units: Some(Units::Metres), ..ask("height", (33, 33), "a.png") };
    assert!(resolve(&graph, &metres).unwrap_err().is_usage(), "codes hold no metres");
}
