//! Structure: spread heights, own terraces, tables of biomes, weights, directions, currents, paths.

use crate::support::kernel::{Places, node};
use crate::support::recipe::{graph, plan, render};
use orograph::graph::{Edit, Graph, Node, World};
use orograph::raster::Sampling;
use orograph::run::{Options, Runner};
use orograph::spec::*;
use proptest::prelude::*;
use std::sync::Arc;

fn fbm() -> Node {
    Node::new("Fbm").with("octaves", Value::Count(3))
}

#[test]
fn equalizing_gives_every_band_its_share_of_the_map() {
    let mut g = graph(&[
        ("land", fbm()),
        ("even", Node::new("Equalize").with("source", "land")),
        ("stretched", Node::new("Equalize").with("source", "land").with("amount", Value::Number(0.0))),
        ("level", Node::new("Normalize").with("source", "land")),
    ]);
    g.world.samples = (129, 97);
    let even = render(&g, "even");
    let all = even.data.len() as f64;
    for tenth in 0..10 {
        let (from, to) = (tenth as f32 / 10.0, (tenth + 1) as f32 / 10.0);
        let share = even.data.iter().filter(|v| **v >= from && (**v < to || tenth == 9)).count() as f64 / all;
        assert!((share - 0.1).abs() < 0.01, "{from} to {to} covers {share} of the map");
    }
    assert_eq!(even.data.iter().copied().fold(f32::MIN, f32::max), 1.0);
    let land = render(&g, "land");
    let mut pairs: Vec<(f32, f32)> = land.data.iter().copied().zip(even.data.iter().copied()).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(pairs.windows(2).all(|pair| pair[0].1 <= pair[1].1), "what was higher stays higher");
    let stretched = render(&g, "stretched");
    let far = stretched.data.iter().zip(&render(&g, "level").data).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(far < 1e-6, "without an amount it is stretched alone");
}

#[test]
fn equalizing_depends_on_no_thread_size_or_part_and_says_so_of_a_flat_field() {
    let mut g = graph(&[
        ("land", fbm()),
        ("even", Node::new("Equalize").with("source", "land")),
        ("plane", Node::new("Constant")),
        ("flat", Node::new("Equalize").with("source", "plane")),
    ]);
    let (p, grid) = (plan(&g, "even"), g.world.grid(Sampling::Vertices));
    let run = |threads, budget, region| {
        let options = Options { strip: 500, ..Options::default() };
        Runner::new(Some(threads), budget).render(&p, &grid, region, &options).unwrap().raster
    };
    let whole = run(1, 0, grid.region());
    assert!(run(4, 64 << 20, grid.region()) == whole);
    let tile = grid.region().tiles(40, 20)[3];
    let region = orograph::raster::Region {
        x: tile.x as i64,
        y: tile.y as i64,
        width: tile.width,
        height: tile.height,
        stride: 1,
    };
    assert!(run(2, 0, region) == whole.crop(tile), "a crop counts the whole map");
    assert_eq!(render(&g, "flat").extremes(), Some((0.5, 0.5)));
    g.nodes.insert(
        "flat".into(),
        Arc::new(Node::new("Equalize").with("source", "land").with("amount", Value::Number(0.5))),
    );
    let (a, b) = (render(&g, "flat"), render(&g, "even"));
    assert!(a != b, "the amount counts");
}

fn terraces(levels: &[[f64; 2]], riser: &'static str, v: f64) -> f32 {
    let node = node("TerraceLevels").set("levels", Value::Points(levels.into())).choice("riser", riser);
    let v = [v as f32];
    node.samples("source", &v).ready().here(0.0, 0.0)
}

#[test]
fn own_terraces_lie_exactly_at_their_levels() {
    let levels = [[0.1, 0.5], [0.3, 0.0], [0.4, 1.0], [0.9, 0.0]];
    for riser in ["Straight", "Rounded", "Talus"] {
        for [level, _] in levels {
            assert_eq!(terraces(&levels, riser, level), level as f32, "{riser}");
        }
        assert_eq!((terraces(&levels, riser, 0.0), terraces(&levels, riser, 1.0)), (0.1, 0.9), "beyond the ends");
        assert_eq!(
            (terraces(&levels, riser, 0.14), terraces(&levels, riser, 0.26)),
            (0.1, 0.3),
            "level beside the rise"
        );
        assert_eq!((terraces(&levels, riser, 0.349), terraces(&levels, riser, 0.351)), (0.3, 0.4), "a cliff");
    }
    assert!((terraces(&levels, "Straight", 0.6) - 0.6).abs() < 1e-6, "a softness of 1 is a slope");
}

#[test]
fn own_terraces_at_even_levels_are_those_of_terrace() {
    let levels: Vec<[f64; 2]> = (0..5).map(|i| [f64::from(i) / 4.0, 0.35]).collect();
    let even = |v: f32| {
        let v = [v];
        node("Terrace").count("steps", 5).give("smoothness", 0.35).samples("source", &v).ready().here(0.0, 0.0)
    };
    for i in 0..=1000 {
        let v = i as f32 / 1000.0;
        // At a cliff's foot rounding decides on which side a sample lies; there is none here.
        let (own, same) = (terraces(&levels, "Rounded", f64::from(v)), even(v));
        assert!((own - same).abs() < 1e-5, "{v}: {own}, not {same}");
    }
}

#[test]
fn a_biome_table_gives_the_tile_of_its_row_and_column() {
    let tile = |name: &str, water| Biome { name: name.into(), color: [0; 3], water };
    let row = |below, tiles: &[usize]| BiomeRow { below, tiles: tiles.into() };
    let biomes = Biomes {
        tiles: vec![tile("sea", true), tile("dry", false), tile("wet", false), tile("snow", false)],
        moisture: vec![0.5],
        rows: vec![row(Some(0.3), &[0]), row(Some(0.7), &[1, 2]), row(None, &[3])],
    };
    let at = |height: f32, moisture: f64| {
        let table = node("BiomeTable").set("biomes", Value::Biomes(biomes.clone().into()));
        let height = [height];
        table.samples("source", &height).give("moisture", moisture).ready().here(0.0, 0.0)
    };
    assert_eq!((at(0.1, 0.9), at(0.5, 0.2), at(0.5, 0.5), at(0.9, 0.2)), (0.0, 1.0, 2.0, 3.0));
    assert_eq!((at(0.3, 0.2), at(0.7, 0.2)), (1.0, 3.0), "a value equal to a border belongs above it");
    assert_eq!(biomes.at_sea(Some(0.4)).rows[0].below, Some(0.4), "water follows the sea");
    assert_eq!(biomes.at_sea(Some(0.8)).rows[1].below, Some(0.8), "and pushes dry rows up");
}

#[test]
fn a_table_of_biomes_is_read_as_it_is_written_and_refused_in_a_sentence() {
    let text = "(\n    orograph: 1,\n    nodes: {\n        \"land\": Fbm(),\n        \"map\": BiomeTable(source: \"land\", biomes: (tiles: \
                [(name: \"sea\", color: \"#4a86b2\", water: true), (name: \"dry\", color: \"#d0c090\"), (name: \"wet\", \
                color: \"#507040\")], moisture: [0.4], rows: [(below: 0.3, tiles: [\"sea\"]), (tiles: [\"dry\", \"wet\"])])),\n    \
                },\n)\n";
    let graph = Graph::parse(text).unwrap().graph;
    assert!(
        graph.to_ron().contains("biomes: (tiles: [(name: \"sea\", color: \"#4a86b2\", water: true)"),
        "{}",
        graph.to_ron()
    );
    assert_eq!(Graph::parse(&graph.to_ron()).unwrap().graph, graph);
    let refused = |from: &str, to: &str| {
        let text = text.replace(from, to);
        Graph::parse(&text).map(|_| String::new()).unwrap_or_else(|error| error.to_string())
    };
    for (from, to, why) in [
        ("[\"dry\", \"wet\"]", "[\"dry\", \"wett\"]", "biomes: there is no tile \"wett\"; did you mean wet?"),
        (
            "[\"dry\", \"wet\"]",
            "[\"dry\", \"wet\", \"sea\"]",
            "row 2 has 3 tiles, allowed are 1 or one for each of 2 columns",
        ),
        ("moisture: [0.4]", "moisture: [0.4, 0.4]", "borders of moisture must rise"),
        ("below: 0.3, ", "", "every row but the last has `below`"),
        ("(name: \"dry\"", "(name: \"dry\", color: \"#000000\"), (name: \"dry\"", "there are two tiles \"dry\""),
        ("rows: [", "rowz: [", "a table has no field rowz, it has tiles, moisture, rows; did you mean rows?"),
    ] {
        let message = refused(from, to);
        assert!(message.contains(why), "{message} does not say {why}");
    }
}

proptest! {
    #[test]
    fn weights_add_up_to_one(masks in proptest::array::uniform4(0.0..=1.0f32), layers: bool) {
        let mix = if layers { "Layers" } else { "Shares" };
        let mut g = graph(&[]);
        for (name, v) in ["red", "green", "blue", "alpha"].iter().zip(masks) {
            g.nodes.insert((*name).into(), Arc::new(Node::new("Constant").with("value", Value::Number(v.into()))));
        }
        let mut weights = Node::new("SplatWeights").with("mix", Value::Choice(mix));
        for name in ["red", "green", "blue", "alpha"] {
            weights = weights.with(name, name);
        }
        g.nodes.insert("weights".into(), Arc::new(weights));
        let of = |output: &str| {
            let link = orograph::graph::Link::parse(&format!("weights.{output}"));
            orograph::plan::compile(&g, &link, 0.0).unwrap().constant().unwrap()
        };
        let all = ["red", "green", "blue", "alpha"].map(of);
        prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{:?}", all);
        prop_assert!(all.iter().all(|v| (0.0..=1.0).contains(v)));
        if layers {
            prop_assert_eq!(all[3], f64::from(masks[3]));
        } else if masks.iter().sum::<f32>() > 0.1 {
            prop_assert!((all[1] - f64::from(masks[1] / masks.iter().sum::<f32>())).abs() < 1e-6);
        }
    }
}

#[test]
fn an_angle_of_a_quarter_turn_looks_south_and_a_bearing_of_90_degrees_east() {
    let looks = |measure: &'static str, v: f64| {
        let g = graph(&[
            ("v", Node::new("Constant").with("value", Value::Number(v))),
            ("flow", Node::new("FlowAngle").with("source", "v").with("measure", Value::Choice(measure))),
        ]);
        ["flow.x", "flow.y"].map(|output| {
            orograph::plan::compile(&g, &orograph::graph::Link::parse(output), 0.0).unwrap().constant().unwrap()
        })
    };
    assert_eq!(
        (looks("Turns", 0.0), looks("Turns", 0.25), looks("Turns", -0.5)),
        ([1.0, 0.0], [0.0, 1.0], [-1.0, 0.0])
    );
    let bearings = [(0.0, [0.0, -1.0]), (90.0, [1.0, 0.0]), (180.0, [0.0, 1.0]), (270.0, [-1.0, 0.0])];
    for (bearing, direction) in bearings {
        assert_eq!(looks("Bearing", bearing), direction, "{bearing} degrees");
    }
}

#[test]
fn a_curl_has_no_divergence_and_follows_the_contours() {
    let step = 8.0;
    let curl = |output: usize, places: &Places| {
        let mut g = graph(&[("curl", Node::new("Curl"))]);
        let noise = Node::new("Perlin").with("feature_scale", Value::Number(300.0)).with("seed", Value::Seed(5));
        g.seed = 0;
        g.nodes.insert("noise".into(), Arc::new(noise));
        let node = Node::new("Curl").with("source", "noise").with("step", Value::Number(step));
        g.nodes.insert("curl".into(), Arc::new(node.with("size", Value::Number(100.0))));
        let link = orograph::graph::Link::parse(["curl.x", "curl.y"][output]);
        let plan = orograph::plan::compile(&g, &link, 0.0).unwrap();
        let (x, y) = places.scattered();
        let at: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        let values = Runner::new(Some(1), 0).sample(&plan, &at, &Options::default()).unwrap().raster.data;
        assert!(values.iter().all(|v| plan.bound.contains(*v)));
        values
    };
    // The same differences that made it, so that they cancel.
    let places = Places::new((100.0, 40.0), step, 40, 30);
    let (x, y) = (curl(0, &places), curl(1, &places));
    let (mut largest, mut divergence) = (0.0f32, 0.0f32);
    for row in 1..29 {
        for column in 1..39 {
            let i = row * 40 + column;
            largest = largest.max((x[i] * x[i] + y[i] * y[i]).sqrt());
            divergence = divergence.max(((x[i + 1] - x[i - 1]) + (y[i + 40] - y[i - 40])).abs());
        }
    }
    assert!(largest > 0.3, "there are currents: {largest}");
    assert!(divergence < 1e-4, "nothing piles up: {divergence}");
}

/// Distance and share at a position.
fn path(corners: &[[f64; 2]], closed: bool, x: f64, y: f64) -> (f64, f64) {
    let mut g = graph(&[]);
    let node =
        Node::new("DistanceToPath").with("corners", Value::Points(corners.into())).with("closed", Value::Flag(closed));
    g.nodes.insert("path".into(), Arc::new(node));
    let of = |output: &str| {
        let plan = orograph::plan::compile(&g, &orograph::graph::Link::parse(output), 0.0).unwrap();
        let v = Runner::new(Some(1), 0).sample(&plan, &[(x, y)], &Options::default()).unwrap().raster.data[0];
        assert!(plan.bound.contains(v), "{v} outside {:?}", plan.bound);
        f64::from(v)
    };
    (of("path"), of("path.along"))
}

#[test]
fn distances_to_a_path_are_those_to_its_nearest_side_or_corner() {
    let bend = [[0.0, 0.0], [100.0, 0.0], [100.0, 300.0]];
    for ((x, y), (distance, along)) in [
        ((50.0, 30.0), (30.0, 0.125)),
        ((-30.0, -40.0), (50.0, 0.0)),
        ((160.0, 100.0), (60.0, 0.5)),
        ((103.0, 304.0), (5.0, 1.0)),
    ] {
        assert_eq!(path(&bend, false, x, y), (distance, along), "({x}, {y})");
    }
    assert_eq!(path(&[[7.0, 1.0]], false, 10.0, 5.0), (5.0, 0.0), "one corner is a point");
    assert_eq!(path(&[[7.0, 1.0], [7.0, 1.0]], true, 10.0, 5.0), (5.0, 0.0), "two corners in one place");
}

#[test]
fn inside_a_polygon_distances_are_negative_by_the_even_odd_rule() {
    let square = [[0.0, 0.0], [200.0, 0.0], [200.0, 100.0], [0.0, 100.0]];
    assert_eq!(path(&square, true, 100.0, 50.0).0, -50.0, "as deep as it can be");
    assert_eq!((path(&square, true, 10.0, 50.0).0, path(&square, true, -10.0, 50.0).0), (-10.0, 10.0));
    assert_eq!(path(&square, false, 10.0, 50.0).0, 50.0, "an open path has no inside, and its last side is missing");
    let star = [[0.0, 0.0], [100.0, 100.0], [100.0, 0.0], [0.0, 100.0]];
    assert!(path(&star, true, 20.0, 50.0).0 < 0.0 && path(&star, true, 75.0, 50.0).0 < 0.0, "both wings");
    assert!(path(&star, true, 50.0, 20.0).0 > 0.0 && path(&star, true, 50.0, 80.0).0 > 0.0, "above and below the knot");
}

#[test]
fn a_path_grows_with_the_world_and_its_default_lies_in_it() {
    let mut g = graph(&[("path", Node::new("DistanceToPath"))]);
    let corners = |g: &Graph| {
        let param = g.nodes["path"].spec().unwrap().param("corners").unwrap().1;
        match g.value(&g.nodes["path"], param) {
            Value::Points(points) => points.to_vec(),
            other => panic!("{other:?}"),
        }
    };
    let world = g.world;
    let at = |share: f64, origin: f64, extent: f64| origin + share * extent;
    assert_eq!(corners(&g)[0], [at(0.2, world.origin.0, world.extent.0), at(0.3, world.origin.1, world.extent.1)]);
    let own: Vec<[f64; 2]> = vec![[10.0, 20.0], [30.0, 40.0]];
    let node = Node::new("DistanceToPath").with("corners", Value::Points(own.into()));
    g.nodes.insert("path".into(), Arc::new(node));
    let twice = World { extent: (world.extent.0 * 2.0, world.extent.1 * 2.0), ..world };
    g.apply(&Edit::ScaleWorld(twice)).unwrap();
    let grown = [world.origin.0 + (30.0 - world.origin.0) * 2.0, world.origin.1 + (40.0 - world.origin.1) * 2.0];
    assert_eq!(corners(&g)[1], grown);
}

#[test]
fn rows_that_are_not_allowed_are_refused_in_a_sentence() {
    let refused = |node: &str| {
        let text = format!("(\n    orograph: 1,\n    nodes: {{\n        \"n\": {node},\n    }},\n)\n");
        Graph::parse(&text).map(|_| String::new()).unwrap_or_else(|error| error.to_string())
    };
    for (node, why) in [
        ("DistanceToPath(corners: [])", "corners: there are 0 rows, allowed are 1 to 256"),
        (
            "DistanceToPath(corners: [(1e10, 0.0)])",
            "x of corner 1 is 10000000000, allowed is -1000000000 to 1000000000",
        ),
        ("TerraceLevels(levels: [(0.0, 0.5), (0.0, 0.5)])", "level 0 follows 0, it must rise from terrace to terrace"),
        ("TerraceLevels(levels: [(0.0, 0.5), (1.5, 0.5)])", "level of terrace 2 is 1.5, allowed is 0 to 1"),
        ("TerraceLevels(levels: 3.0)", "allowed is a list of pairs (level, softness)"),
    ] {
        let message = refused(node);
        assert!(message.contains(why), "{message} does not say {why}");
    }
}
