//! What the bytes of each further format are: headers, byte order, place in the world, text that no locale bends.

use super::{ask, constant, file, floats, values, words};
use crate::support::png;
use crate::support::recipe::island_like;
use orograph::deliver::{Ask, Map, Units, resolve};
use orograph::export::Format;
use orograph::graph::{Graph, Node};
use orograph::raster::Sampling;

/// The island over 33 x 17 samples, with tiles.
fn island() -> Graph {
    let mut graph = island_like(33, 17);
    graph.nodes.insert("tiles".into(), Node::new("Tiles").with("source", "height").into());
    graph
}

fn with(format: Format, node: &str) -> Ask {
    Ask { format: Some(format), ..ask(node, (33, 17), "-") }
}

#[test]
fn raw_files_come_in_either_byte_order_and_in_8_bits() {
    let graph = constant();
    let of = |format| file(&graph, &Ask { format: Some(format), ..ask("c", (513, 257), "-") }, "raw");
    let (big, report) = of(Format::R16Be);
    assert_eq!(big, [0x12, 0x34].repeat(513 * 257));
    assert_eq!(report.byte_order, Some("big endian"));
    assert_eq!(of(Format::R8).0, [0x12].repeat(513 * 257));
    let (pgm, _) = of(Format::Pgm16);
    assert_eq!(pgm, [b"P5\n513 257\n65535\n".to_vec(), big].concat());
}

#[test]
fn every_sixteen_bit_format_holds_the_same_codes() {
    let graph = island();
    let codes = words(&file(&graph, &with(Format::R16, "height"), "r16").0);
    let swapped = |bytes: &[u8]| words(&bytes.chunks(2).flat_map(|b| [b[1], b[0]]).collect::<Vec<_>>());
    let tail = |format, bytes: usize| {
        let (file, _) = file(&graph, &with(format, "height"), "x");
        file[file.len() - bytes..].to_vec()
    };
    let size = 2 * codes.len();
    assert_eq!(swapped(&tail(Format::R16Be, size)), codes);
    assert_eq!(swapped(&tail(Format::Pgm16, size)), codes);
    assert_eq!(words(&tail(Format::Tiff16, size)), codes);
    assert_eq!(words(&tail(Format::BigTiff16, size)), codes);
}

#[test]
fn openexr_holds_rows_of_floats_in_a_channel_that_engines_know() {
    let graph = island();
    for (format, channel) in [(Format::Exr, b"R\0"), (Format::ExrY, b"Y\0")] {
        let (bytes, report) = file(&graph, &with(format, "height"), "exr");
        assert_eq!(bytes[..8], [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]);
        let at = bytes.windows(7).position(|w| w == b"chlist\0").unwrap() + 11;
        assert_eq!(bytes[at..at + 2], *channel);
        // Each row has its number and its length before it.
        let rows: Vec<&[u8]> = bytes[bytes.len() - 17 * (8 + 33 * 4)..].chunks(8 + 33 * 4).collect();
        let offset = bytes.len() - 17 * (8 + 33 * 4) - 17 * 8;
        for (j, row) in rows.iter().enumerate() {
            assert_eq!((row[0] as usize, u32::from_le_bytes(row[4..8].try_into().unwrap())), (j, 33 * 4));
            let told = u64::from_le_bytes(bytes[offset + 8 * j..offset + 8 * j + 8].try_into().unwrap());
            assert_eq!(told as usize, bytes.len() - (17 - j) * (8 + 33 * 4));
            let raster = values(&graph, &with(format, "height"));
            assert_eq!(floats(&row[8..]), raster.row(j));
        }
        assert_eq!(report.byte_order, Some("little endian"));
    }
}

#[test]
fn ascii_grids_hold_metres_with_points_and_say_where_they_lie() {
    let mut graph = island();
    graph.world.origin = (500_000.0, -5_200_000.5);
    graph.world.extent = (3200.0, 1600.0);
    let (bytes, report) = file(&graph, &with(Format::Asc, "height"), "asc");
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let head = ["ncols 33", "nrows 17", "xllcorner 499950", "yllcorner 5198350.5", "cellsize 100"];
    assert_eq!(lines[..5], head);
    assert_eq!(report.units, Some("metres"));
    let metres = values(&graph, &with(Format::Asc, "height"));
    for (j, line) in lines[6..].iter().enumerate() {
        let row: Vec<f32> = line.split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(row.len(), 33);
        for (&read, &v) in row.iter().zip(metres.row(j)) {
            assert_eq!(read, (-180.0 + f64::from(v) * 600.0) as f32, "the shortest number reads back to the same bits");
        }
    }
    assert_eq!(lines.len(), 6 + 17);
    graph.world.extent = (3200.0, 800.0);
    let refused = resolve(&graph, &Ask { path: "a.asc".into(), ..with(Format::Asc, "height") }).unwrap_err();
    assert!(refused.is_usage() && refused.to_string().contains("33x9"), "{refused}");
}

#[test]
fn a_file_that_says_where_it_lies_is_not_turned() {
    let graph = island();
    for format in Format::ALL.into_iter().filter(|f| f.is_placed()) {
        let refused = resolve(&graph, &Ask { flip_y: true, ..with(format, "height") }).unwrap_err();
        assert!(refused.to_string().contains("northern"), "{refused}");
    }
    let code = Ask { epsg: Some(32633), ..with(Format::R16, "height") };
    assert!(resolve(&graph, &code).unwrap_err().to_string().contains(".tif"));
}

#[test]
fn geotiffs_place_points_at_their_samples_and_cells_at_their_corners() {
    let mut graph = island();
    graph.world.origin = (500_000.0, -5_200_000.0);
    let doubles = |bytes: &[u8], wanted: [f64; 6]| {
        let wanted: Vec<u8> = wanted.iter().flat_map(|v| v.to_le_bytes()).collect();
        bytes.windows(48).any(|w| w == wanted)
    };
    let wish = with(Format::Tiff32, "height");
    let (points, report) = file(&graph, &wish, "tif");
    assert_eq!(points[..4], *b"II\x2a\0");
    assert!(doubles(&points, [0.0, 0.0, 0.0, 500_000.0, 5_200_000.0, 0.0]), "the tie point is the first sample");
    assert_eq!((report.units, report.first_row), (Some("metres"), "north"));
    let (cells, _) = file(&graph, &Ask { sampling: Some(Sampling::Cells), ..wish.clone() }, "tif");
    assert!(doubles(&cells, [0.0, 0.0, 0.0, 500_000.0, 5_200_000.0, 0.0]), "the tie point is the outer corner");
    let (big, _) = file(&graph, &Ask { format: Some(Format::BigTiff32), ..wish }, "tif");
    assert_eq!(big[..8], *b"II\x2b\0\x08\0\0\0");
    assert_eq!(big[big.len() - 33 * 17 * 4..], points[points.len() - 33 * 17 * 4..]);
}

#[test]
fn jpegs_hold_pictures_and_only_pictures() {
    let graph = island();
    let picture = Ask { picture: Some("terrain".into()), ..with(Format::Jpeg, "height") };
    let (bytes, _) = file(&graph, &picture, "jpg");
    let jpeg = image::load_from_memory(&bytes).unwrap().to_rgb8();
    let (bytes, _) = file(&graph, &Ask { format: Some(Format::Color), ..picture }, "png");
    let png = png::read(&bytes);
    assert_eq!((jpeg.width(), jpeg.height()), (33, 17));
    let apart = jpeg.as_raw().iter().zip(&png.bytes).map(|(a, b)| f64::from(a.abs_diff(*b)));
    assert!(apart.sum::<f64>() / (png.bytes.len() as f64) < 12.0, "it is the same picture");
    let refused = resolve(&graph, &Ask { format: None, path: "a.jpg".into(), ..with(Format::R16, "height") });
    assert!(refused.unwrap_err().to_string().contains("heights and other numbers are written as png16"));
}

#[test]
fn normal_maps_point_up_on_flat_ground_and_green_tells_the_convention() {
    let mut graph = constant();
    let map = |name: &str| Some(name.parse::<Map>().unwrap());
    let pixels = |graph: &Graph, node: &str, name: &str| {
        let (bytes, report) = file(graph, &Ask { map: map(name), ..ask(node, (33, 33), "-") }, "png");
        assert_eq!(report.map.as_deref(), Some(name));
        png::read(&bytes).bytes
    };
    assert_eq!(pixels(&graph, "c", "normal-gl"), [128, 128, 255].repeat(33 * 33));
    // Ground that rises eastwards and southwards by 600 m over 4096 m in all of the Unit range.
    graph.nodes.insert("xy".into(), Node::new("Coordinates").into());
    for (id, from) in [("east", "xy.x"), ("south", "xy.y")] {
        let node = Node::new("Remap").with("source", from).with("from_min", 0.0).with("from_max", 4096.0);
        graph.nodes.insert(
            id.into(),
            node.with("to_min", 0.0).with("to_max", 1.0).with("clamp", orograph::spec::Value::Flag(true)).into(),
        );
    }
    graph.world.samples = (33, 33);
    let middle = |pixels: &[u8]| [0, 1, 2].map(|i| pixels[(16 * 33 + 16) * 3 + i]);
    let slope = 600.0 / 4096.0_f64;
    let flat = ((0.5 - 0.5 * slope / (1.0 + slope * slope).sqrt()) * 255.0).round() as u8;
    let [gl, dx] = ["normal-gl", "normal-dx"].map(|name| middle(&pixels(&graph, "east", name)));
    assert_eq!((gl[0], gl[1], gl), (flat, 128, dx), "a slope that rises eastwards faces west");
    let [gl, dx] = ["normal-gl", "normal-dx"].map(|name| middle(&pixels(&graph, "south", name)));
    assert_eq!((gl[0], gl[1]), (128, 255 - flat), "it faces north, where OpenGL's green points");
    assert_eq!((dx[0], dx[1]), (128, flat));
    let tiles = resolve(&island(), &Ask { map: map("normal-gl"), ..ask("tiles", (33, 17), "a.png") });
    assert!(tiles.unwrap_err().is_usage());
}

#[test]
fn flow_maps_follow_an_angle_or_the_ground_and_stand_still_where_it_is_level() {
    let mut graph = constant();
    graph.world.samples = (33, 33);
    let map = |name: &str| Some(name.parse::<Map>().unwrap());
    let middle = |graph: &Graph, node: &str, name: &str| {
        let (bytes, _) = file(graph, &Ask { map: map(name), ..ask(node, (33, 33), "-") }, "png");
        let pixels = png::read(&bytes).bytes;
        [0, 1, 2].map(|i| pixels[(16 * 33 + 16) * 3 + i])
    };
    // A quarter of a turn clockwise from east is south.
    let quarter = Node::new("Constant").with("value", 0.25);
    graph.nodes.insert("quarter".into(), quarter.into());
    assert_eq!(middle(&graph, "quarter", "flow-dx"), [128, 255, 0]);
    assert_eq!(middle(&graph, "quarter", "flow-gl"), [128, 1, 0]);
    graph.view.flow.along = orograph::graph::Along::Downhill;
    assert_eq!(middle(&graph, "quarter", "flow-dx"), [128, 128, 0], "level ground");
    // 600 m up over 4096 m eastwards: water runs west, as fast as the sine of the slope.
    graph.nodes.insert("xy".into(), Node::new("Coordinates").into());
    let east = Node::new("Remap").with("source", "xy.x").with("from_min", 0.0).with("from_max", 4096.0);
    graph.nodes.insert(
        "east".into(),
        east.with("to_min", 0.0).with("to_max", 1.0).with("clamp", orograph::spec::Value::Flag(true)).into(),
    );
    let slope = 600.0 / 4096.0_f64;
    let speed = 128 - (127.0 * slope / (1.0 + slope * slope).sqrt()).round() as u8;
    assert_eq!(middle(&graph, "east", "flow-dx"), [speed, 128, 0]);
    graph.view.flow.along = orograph::graph::Along::Around;
    assert_eq!(middle(&graph, "east", "flow-dx"), [128, speed, 0], "around it what is higher lies to one side");
}

#[test]
fn the_weights_of_all_tiles_sum_to_one_at_every_sample() {
    let graph = island();
    let picture = |name: &str| {
        let wish = Ask { map: Some(name.parse().unwrap()), ..ask("tiles", (33, 17), "-") };
        png::read(&file(&graph, &wish, "png").0)
    };
    let (first, second) = (picture("splat"), picture("splat2"));
    assert_eq!((first.color, second.color, first.depth), (6, 6, 8));
    let tiles = values(&graph, &ask("tiles", (33, 17), "-"));
    let mut soft = 0;
    for (i, (a, b)) in first.bytes.chunks(4).zip(second.bytes.chunks(4)).enumerate() {
        let weights = [a, b].concat();
        assert_eq!(weights.iter().map(|w| u32::from(*w)).sum::<u32>(), 255);
        assert!(weights[tiles.data[i] as usize] >= 63, "the sample's own tile counts for a quarter at least");
        soft += u32::from(!weights.contains(&255));
    }
    assert!(soft > 20, "borders are soft");
    let third = Ask { map: Some("splat3".parse().unwrap()), ..ask("tiles", (33, 17), "a.png") };
    assert!(resolve(&graph, &third).unwrap_err().to_string().contains("7 tiles"));
    let heights = Ask { map: Some("splat".parse().unwrap()), ..ask("height", (33, 17), "a.png") };
    assert!(resolve(&graph, &heights).unwrap_err().to_string().contains("Tiles node"));
}

#[test]
fn tile_numbers_are_counted_from_zero_in_csv_and_from_one_in_tiled() {
    let graph = island();
    let tiles = values(&graph, &ask("tiles", (33, 17), "-"));
    let (csv, _) = file(&graph, &with(Format::Csv, "tiles"), "csv");
    let read: Vec<f32> =
        String::from_utf8(csv).unwrap().lines().flat_map(|l| l.split(',')).map(|n| n.parse().unwrap()).collect();
    assert_eq!(read, tiles.data);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("land <1> & 二.tmx");
    super::write(&graph, &Ask { path: path.clone(), ..with(Format::Tmx, "tiles") });
    let map = std::fs::read_to_string(&path).unwrap();
    assert!(map.contains("source=\"land &lt;1&gt; &amp; 二.tsx\"") && map.contains("width=\"33\" height=\"17\""));
    let data = map.split("<data encoding=\"csv\">").nth(1).unwrap().split("</data>").next().unwrap();
    let gids: Vec<f32> = data.split(',').map(|n| n.trim().parse().unwrap()).collect();
    assert_eq!(gids, tiles.data.iter().map(|t| t + 1.0).collect::<Vec<_>>());
    let set = std::fs::read_to_string(path.with_extension("tsx")).unwrap();
    assert!(set.contains("tilecount=\"7\" columns=\"7\"") && set.contains("value=\"deep sea\""));
    let picture = png::read(&std::fs::read(folder.path().join("land <1> & 二-tiles.png")).unwrap());
    assert_eq!((picture.width, picture.height), (7 * 16, 16));
    assert_eq!(picture.bytes[..4], [38, 84, 130, 255]);
    assert!(resolve(&graph, &with(Format::Tmx, "tiles")).unwrap_err().to_string().contains("file name"));
}

#[test]
fn units_may_be_chosen_for_every_float_format() {
    let graph = island();
    let raster = values(&graph, &with(Format::R32, "height"));
    for format in [Format::Tiff32, Format::Exr] {
        let (bytes, report) = file(&graph, &Ask { units: Some(Units::Raw), ..with(format, "height") }, "x");
        assert_eq!(report.units, Some("raw"));
        assert_eq!(floats(&bytes[bytes.len() - 33 * 4..]), raster.row(16));
    }
}
