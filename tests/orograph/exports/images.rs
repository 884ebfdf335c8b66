//! The Image node: every height file that is written reads back to its precision, and what is no image is an error of that
//! node alone.

use super::{ask, values, write};
use crate::support::recipe::{graph, island_like};
use orograph::deliver::{Ask, Units};
use orograph::export::{Format, Shape};
use orograph::graph::{Graph, Link, Node};
use orograph::import::{Wish, load};
use orograph::plan::compile;
use orograph::raster::{Raster, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::Value;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn image(path: &Path) -> Node {
    Node::new("Image").with("file", Value::File(path.to_str().unwrap().into()))
}

/// The world of `like` with this node alone, as `image`.
fn with_image(like: &Graph, node: Node) -> Graph {
    let mut graph =
        graph(&[("image", node.with("proportions", Value::Choice("Own")).with("length", like.world.extent.1))]);
    graph.world = like.world;
    graph
}

/// Values of the node `image` at positions in metres.
fn at(graph: &Graph, places: &[(f64, f64)]) -> Vec<f32> {
    let plan = compile(graph, &Link::to("image"), 0.0).unwrap();
    let here = |&(x, y): &(f64, f64)| {
        let mut world = graph.world;
        (world.origin, world.extent, world.samples) = ((x, y), (1.0, 1.0), (1, 1));
        let grid = world.grid(Sampling::Vertices);
        Runner::new(Some(1), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap().raster.data[0]
    };
    places.iter().map(here).collect()
}

/// A file of 32-bit floats of so many columns, and the node that reads it over as many metres as it has gaps.
fn floats_of(folder: &Path, columns: u32, samples: &[f32]) -> Node {
    let path = folder.join(format!("{}x{columns}.r32", samples.len()));
    fs::write(&path, samples.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>()).unwrap();
    image(&path).with("columns", columns).with("width", f64::from(columns - 1)).with("center", Value::Point([0.0, 0.0]))
}

#[test]
fn every_height_format_reads_back_to_its_precision() {
    let folder = tempfile::tempdir().unwrap();
    let heights = Format::ALL.into_iter().filter(|f| f.holds(Shape::Values) && !f.is_mesh());
    for (format, height) in heights.flat_map(|format| [(format, 33), (format, 17)]) {
        let mut island = island_like(33, height);
        if format == Format::Asc {
            island.world.extent = (3200.0, f64::from(height - 1) * 100.0);
        }
        let path = folder.path().join(format!("{}{height}.{}", format.name(), format.extensions()[0]));
        let units = format.is_float().then_some(Units::Raw);
        let wish = Ask { format: Some(format), units, ..ask("height", (33, height), &path) };
        write(&island, &wish);
        let raw = match format {
            Format::R16Be => "U16Big",
            Format::R8 => "U8",
            _ => "Auto",
        };
        let node = image(&path).with("columns", 33_u32).with("raw", Value::Choice(raw));
        let read = values(&with_image(&island, node), &ask("image", (33, height), "-"));
        let raster = values(&island, &ask("height", (33, height), "-"));
        let expected = match format.max_code().map(f64::from) {
            None => raster.data,
            Some(top) => raster.data.iter().map(|v| ((f64::from(*v) * top).round() / top) as f32).collect(),
        };
        assert_eq!((read.width, read.height), (33, height as usize));
        assert_eq!(read.data, expected, "{format:?} of 33 x {height}");
    }
}

#[test]
fn a_file_for_unity_reads_back_with_its_southern_row_first() {
    let folder = tempfile::tempdir().unwrap();
    let (island, path) = (island_like(33, 33), folder.path().join("land.raw"));
    write(&island, &Ask { preset: orograph::export::Preset::find("unity"), ..ask("height", (33, 33), &path) });
    let node = image(&path).with("raw", Value::Choice("U16Little")).with("first_row", Value::Choice("South"));
    let read = values(&with_image(&island, node), &ask("image", (33, 33), "-"));
    for (read, v) in read.data.iter().zip(&values(&island, &ask("height", (33, 33), "-")).data) {
        assert!((read - v).abs() <= 1.5 / 65535.0);
    }
}

#[test]
fn heights_in_metres_come_back_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut island = island_like(33, 17);
    island.world.origin = (500_000.0, -5_200_000.0);
    island.nodes.insert("disc".into(), Node::new("RadialFalloff").with("radius", 1760.0).into());
    let path = folder.path().join("land.tif");
    let wish = Ask { units: Some(Units::Metres), ..ask("height", (33, 17), &path) };
    write(&island, &wish);
    let mut graph = with_image(&island, image(&path));
    graph.nodes.insert("rock".into(), Node::new("Fbm").with("feature_scale", 200.0).into());
    let add = Node::new("Add").with("a", "image.metres").with("b", "rock");
    graph.nodes.insert("richer".into(), add.into());
    let metres =
        values(&graph, &Ask { what: super::What::Node(Link::parse("image.metres")), ..ask("image", (33, 17), "-") });
    let raster = values(&island, &ask("height", (33, 17), "-"));
    let expected: Vec<f32> = raster.data.iter().map(|v| (-180.0 + f64::from(*v) * 600.0) as f32).collect();
    assert_eq!(metres.data, expected);
    // Enriched with noise and written again, it is still the same place.
    let again = folder.path().join("richer.tif");
    // A sum of metres and noise is a plain number: it is written as it is.
    let wish = Ask { units: Some(Units::Raw), ..ask("richer", (33, 17), &again) };
    let report = write(&graph, &wish);
    assert_eq!((report.units, report.kind), (Some("raw"), "plain"));
    let richer = values(&graph, &wish);
    assert!(richer.data.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1.001) && richer.data != expected);
    let head = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap();
        bytes[..bytes.len() - 33 * 17 * 4].to_vec()
    };
    assert_eq!(head(&path), head(&again), "size, type and georeference are those of the first file");
}

#[test]
fn between_samples_lies_a_line_or_a_curve() {
    let folder = tempfile::tempdir().unwrap();
    let line = floats_of(folder.path(), 5, &[0.0, 1.0, 4.0, 2.0, 2.0].repeat(5));
    let of = |filter: &'static str, xs: &[f64]| {
        let places: Vec<(f64, f64)> = xs.iter().map(|x| (*x, 0.3)).collect();
        at(&graph(&[("image", line.clone().with("filter", Value::Choice(filter)))]), &places)
    };
    assert_eq!(of("Bilinear", &[-2.0, -1.5, -1.0, -0.5, 0.25]), [0.0, 0.5, 1.0, 2.5, 3.5]);
    assert_eq!(of("Nearest", &[-2.0, -1.6, -1.4, 0.4, 0.6]), [0.0, 0.0, 1.0, 4.0, 2.0]);
    let curve = of("Bicubic", &[-2.0, -1.0, 0.0, 1.0, 2.0]);
    assert_eq!(curve, [0.0, 1.0, 4.0, 2.0, 2.0], "it goes through the samples");
    // Between 1 and 4, with 0 and 2 beside them: (9 (1 + 4) - (0 + 2)) / 16.
    assert_eq!(of("Bicubic", &[-0.5]), [43.0 / 16.0]);
    assert!(of("Bicubic", &[0.1, 0.2, 0.3]).iter().all(|v| *v <= 4.0), "it stays within the image's extremes");
}

#[test]
fn beyond_the_edges_the_image_goes_on_as_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let node = floats_of(folder.path(), 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    let of = |beyond: &'static str, width: f64| {
        let node = node.clone().with("beyond", Value::Choice(beyond)).with("width", width);
        let xs = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0].map(|x| (x, 0.0));
        at(&graph(&[("image", node)]), &xs)
    };
    assert_eq!(of("Clamp", 2.0), [4.0, 4.0, 4.0, 5.0, 6.0, 6.0, 6.0]);
    assert_eq!(of("Mirror", 2.0), [6.0, 5.0, 4.0, 5.0, 6.0, 5.0, 4.0]);
    // A repeating image has a gap after its last sample, so that three metres hold three samples.
    let repeated = of("Repeat", 3.0);
    assert_eq!(repeated[..4], repeated[3..]);
}

#[test]
fn what_has_no_value_gets_one_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("holes.asc");
    fs::write(
        &path,
        "NCOLS 3\nNROWS 2\nXLLCORNER 0\nYLLCORNER 0\nCELLSIZE 10\nNODATA_value -32768\n1 2 -32768\n4 nan 6\n",
    )
    .unwrap();
    let graph = graph(&[("dem", image(&path).with("missing", -5.0).with("scale", 2.0).with("offset", 1.0))]);
    let plan = compile(&graph, &Link::to("dem"), 0.0).unwrap();
    assert_eq!((plan.bound.lo, plan.bound.hi), (-9.0, 13.0));
    let note = &plan.notes[0].message;
    assert!(note.contains("node \"dem\" (Image): 2 samples of the 3 x 2 in") && note.ends_with("became -5"), "{note}");
    let picture = load(&wish(&path)).unwrap();
    assert_eq!((picture.missing, picture.raster.data.clone()), (2, vec![1.0, 2.0, 0.0, 4.0, 0.0, 6.0]));
}

fn wish(path: &Path) -> Wish {
    Wish { path: path.into(), raw: None, columns: 0, south_first: false, shares: true, missing: 0.0 }
}

#[test]
fn a_missing_or_broken_file_is_an_error_of_that_node_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let png = {
        let path = folder.path().join("whole.png");
        write(&island_like(33, 33), &ask("height", (33, 33), &path));
        fs::read(path).unwrap()
    };
    for (path, why) in [
        (folder.path().join("nowhere.png"), "does not exist"),
        (folder.path().to_owned(), "folder"),
        (file("cut.png", &png[..png.len() / 2]), "no PNG"),
        (file("text.tif", b"not a picture"), "none of the known images"),
        (file("odd.r16", &[0; 15]), "no square"),
        (file("words.asc", b"ncols 2 nrows 1 1,5 2"), "\"1,5\" in column 1 of row 1"),
        (file("short.asc", b"ncols 2 nrows 2 1 2 3"), "3 samples instead of 2 x 2"),
        (file("huge.asc", b"ncols 99999 nrows 99999 1"), "16385 x 16385"),
        (file("empty.raw", b""), "none of the known"),
    ] {
        let mut graph = graph(&[("bad", image(&path)), ("good", Node::new("Fbm"))]);
        graph.nodes.insert("sum".into(), Node::new("Add").with("a", "good").with("b", "bad").into());
        let error = compile(&graph, &Link::to("bad"), 0.0).unwrap_err();
        assert_eq!((error.node.as_deref(), error.field.as_deref()), (Some("bad"), Some("file")));
        let sentence = error.to_string();
        assert!(sentence.contains(why) && sentence.contains(path.to_str().unwrap()), "{sentence}");
        assert!(compile(&graph, &Link::to("good"), 0.0).is_ok());
        assert_eq!(compile(&graph, &Link::to("sum"), 0.0).unwrap_err().node.as_deref(), Some("bad"));
    }
    let none = compile(&graph(&[("new", Node::new("Image"))]), &Link::to("new"), 0.0).unwrap();
    assert!(none.notes[0].message.contains("no file is chosen"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_a_reader_panic(head in 0..8_usize, tail in prop::collection::vec(any::<u8>(), 0..300)) {
        let heads: [&[u8]; 8] = [
            b"\x89PNG\r\n\x1a\n", b"II\x2a\0\x08\0\0\0", b"II\x2b\0\x08\0\0\0\x10\0\0\0\0\0\0\0", b"MM\0\x2a\0\0\0\x08",
            &[0x76, 0x2f, 0x31, 1, 2, 0, 0, 0], b"\x93NUMPY\x01\0", b"P5\n", b"",
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.asc");
        fs::write(&path, [heads[head], &tail].concat()).unwrap();
        // Whatever comes of it, it is no panic and every sample is a number.
        if let Ok(image) = load(&wish(&path)) {
            prop_assert!(image.raster.data.iter().all(|v| v.is_finite()));
        }
    }
}

#[test]
fn the_same_bytes_are_the_same_image_wherever_they_lie() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a.r8", "b.r8"].map(|name| folder.path().join(name));
    let key = |path: &Path| compile(&graph(&[("n", image(path))]), &Link::to("n"), 0.0).unwrap().key;
    fs::write(&a, [1, 2, 3, 4]).unwrap();
    fs::write(&b, [1, 2, 3, 4]).unwrap();
    let first = key(&a);
    assert_eq!(first, key(&b));
    fs::write(&a, [1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap();
    assert_ne!(first, key(&a), "a file that has changed is read again");
}

#[test]
fn a_path_is_relative_to_the_recipe_and_survives_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("my terrain 地形");
    fs::create_dir_all(inner.join("图 像")).unwrap();
    write(&island_like(33, 33), &ask("height", (33, 33), inner.join("图 像/岛 1.png")));
    let mut recipe = graph(&[("image", Node::new("Image").with("file", Value::File("图 像/岛 1.png".into())))]);
    let path = inner.join("r.ron");
    recipe.save(&path).unwrap();
    let loaded = Graph::load(&path).unwrap().graph;
    assert_eq!(loaded.to_ron(), fs::read_to_string(&path).unwrap());
    assert!(loaded.to_ron().contains("file: \"图 像/岛 1.png\""), "{}", loaded.to_ron());
    assert!(compile(&loaded, &Link::to("image"), 0.0).is_ok());
    recipe.assign("image.file", "other.png").unwrap();
    let error = compile(&recipe, &Link::to("image"), 0.0).unwrap_err().to_string();
    assert_eq!(error, "node \"image\" (Image): other.png does not exist");
    let odd = Node::new("Image").with("file", Value::File("a \"b\" \\ $c.png".into()));
    let text = graph(&[("n", odd.clone())]).to_ron();
    assert_eq!(*Graph::parse(&text).unwrap().graph.nodes["n"], odd);
}

#[test]
fn eight_and_sixteen_bit_pictures_in_colour_give_their_red_channel() {
    let folder = tempfile::tempdir().unwrap();
    let (path, island) = (folder.path().join("c.png"), island_like(33, 17));
    let wish = Ask { picture: Some("grey".into()), ..ask("height", (33, 17), &path) };
    write(&island, &wish);
    let grey = folder.path().join("g.png");
    write(&island, &Ask { format: Some(Format::Png8), ..ask("height", (33, 17), &grey) });
    let [color, grey] = [path, grey].map(|path| load(&self::wish(&path)).unwrap());
    let apart = |a: &Raster, b: &Raster| a.data.iter().zip(&b.data).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(apart(&color.raster, &grey.raster) <= 1.5 / 255.0);
    let numbers = load(&Wish { shares: false, ..self::wish(&folder.path().join("g.png")) }).unwrap();
    assert_eq!(numbers.extremes.1, (grey.extremes.1 * 255.0).round());
}
