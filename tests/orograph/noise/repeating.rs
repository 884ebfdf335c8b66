//! Worlds that repeat and depths that loop: no seam in space, none in time, and no less contrast.

use super::{FRACTALS, bits, deviation, rms};
use crate::support::kernel::{Places, node};
use orograph::graph::{Graph, Link, Node, World};
use orograph::nodes;
use orograph::plan::{Plan, compile, survey};
use orograph::raster::{Region, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::*;
use std::sync::Arc;

/// Samples along a side of the world in most tests.
const SIDE: u32 = 64;

/// A world that repeats and is no multiple of any feature scale.
fn world() -> World {
    World { origin: (-130.0, 77.0), extent: (1000.0, 700.0), samples: (SIDE, SIDE), repeat: true, ..World::default() }
}

fn graph(node: Node) -> Graph {
    let mut graph = Graph { seed: 7, world: world(), ..Graph::default() };
    for (id, seed) in [("land", 1), ("other", 2)] {
        let fbm = Node::new("Fbm").with("seed", Value::Seed(seed)).with("feature_scale", 300.0);
        graph.nodes.insert(id.into(), Arc::new(fbm));
    }
    graph.nodes.insert("node".into(), Arc::new(node));
    graph
}

/// A node of that kind with something at its required inputs.
fn fed(spec: &NodeSpec) -> Node {
    let mut node = Node::new(spec.kind);
    for (i, input) in spec.inputs.iter().enumerate().filter(|(_, input)| input.open == Open::Required) {
        node = node.with(input.name, if i % 2 == 0 { "land" } else { "other" });
    }
    node
}

fn plan(graph: &Graph) -> Plan {
    compile(graph, &Link::to("node"), 0.0).unwrap()
}

/// The samples of a region of the world in repeating sampling.
fn render(graph: &Graph, x: i64, y: i64, width: usize, height: usize) -> Vec<f32> {
    let grid = graph.world.grid(Sampling::Repeating);
    let region = Region { x, y, width, height, stride: 1 };
    Runner::new(Some(2), 0).render(&plan(graph), &grid, region, &Options::default()).unwrap().raster.data
}

/// Every kind that says that it meets at the borders, and those that say that it need not.
fn kinds() -> (Vec<&'static NodeSpec>, Vec<&'static str>) {
    let (mut meets, mut need_not) = (Vec::new(), Vec::new());
    for spec in nodes::all() {
        let graph = graph(fed(spec));
        match compile(&graph, &Link::to("node"), 0.0) {
            // Tile maps of what meets meet too, but their numbers have no slopes; Image has no file yet.
            _ if spec.category == Category::Tiles => {}
            Ok(plan) if plan.hints.iter().any(|note| note.message.contains("need not meet")) => {
                need_not.push(spec.kind);
            }
            Ok(plan) if plan.constant().is_none() => meets.push(spec),
            _ => {}
        }
    }
    (meets, need_not)
}

#[test]
fn kinds_that_need_not_meet_at_the_borders_say_so() {
    let (meets, need_not) = kinds();
    let wanted = [
        "Perlin",
        "Value",
        "ValueCubic",
        "Cellular",
        "CellularDistance",
        "CellularValue",
        "CellularLookup",
        "White",
        "Warp",
        "DomainWarp",
        "Offset",
        "Scale",
        "Normalize",
        "Blur",
        "Slope",
    ];
    for kind in wanted.into_iter().chain(FRACTALS) {
        assert!(meets.iter().any(|spec| spec.kind == kind), "{kind} does not claim to repeat");
    }
    for kind in
        ["RadialFalloff", "Coordinates", "Rotate", "Swirl", "Mirror", "Repeat", "LinearGradient", "Checkerboard"]
    {
        assert!(need_not.contains(&kind), "{kind} claims to repeat");
    }
    for kind in ["Simplex", "SuperSimplex"] {
        let error = compile(&graph(Node::new(kind)), &Link::to("node"), 0.0).unwrap_err();
        let start = format!("node \"node\" ({kind}): cannot repeat");
        assert!(error.message.starts_with(&start), "{}", error.message);
        let built_in = Node::new("Fbm").with("noise", Value::Choice(kind));
        assert!(compile(&graph(built_in), &Link::to("node"), 0.0).is_err(), "{kind} in a fractal");
    }
}

#[test]
fn what_repeats_is_the_same_a_world_further_on() {
    let n = i64::from(SIDE);
    for spec in kinds().0 {
        let graph = graph(fed(spec));
        let here = bits(&render(&graph, 0, 0, 64, 64));
        for (x, y) in [(n, 0), (0, n), (-n, 3 * n)] {
            assert_eq!(bits(&render(&graph, x, y, 64, 64)), here, "{} at {x}, {y}", spec.kind);
        }
    }
}

/// Mean squares of the steps eastwards across the border and inside.
fn steps_east(values: &[f32], width: usize) -> [f64; 2] {
    let square = |row: &[f32], c: usize| {
        let step = f64::from(row[(c + 1) % width]) - f64::from(row[c]);
        step * step
    };
    let rows = values.chunks(width);
    let n = rows.len() as f64;
    let (mut border, mut inside) = (0.0, 0.0);
    for row in rows {
        border += square(row, width - 1) / n;
        inside += (0..width - 1).map(|c| square(row, c)).sum::<f64>() / (n * (width - 1) as f64);
    }
    [border, inside]
}

fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|c| values.chunks(width).map(move |row| row[c])).collect()
}

/// How much steeper the border is than the inside, by root mean square over several fields.
fn steepness(fields: impl Iterator<Item = [f64; 2]>) -> f64 {
    let sum = fields.fold([0.0; 2], |sum, [border, inside]| [sum[0] + border, sum[1] + inside]);
    (sum[0] / sum[1]).sqrt()
}

#[test]
fn no_seam_shows_at_any_size_and_number_of_octaves_and_no_contrast_is_lost() {
    let extent = 1000.0;
    let singles = ["Perlin", "Value", "ValueCubic", "Cellular"].map(|kind| (kind, false));
    let fractals = FRACTALS.map(|kind| (kind, true));
    for (kind, is_fractal) in singles.into_iter().chain(fractals) {
        let cases = [(64, 1, 2.0, 24), (64, 3, 2.0, 24), (64, 6, 2.0, 24), (128, 4, 2.3, 12), (512, 6, 2.0, 4)];
        for (side, octaves, lacunarity, rows) in cases.into_iter().filter(|case| is_fractal || case.1 == 1) {
            // Ten cells and a half, which become whole, at several places within a cell.
            let field = |seed: u64, places: &Places, period: Option<[f64; 2]>| {
                let setup = node(kind).scale(extent / 10.5).seed(seed);
                let setup = match is_fractal {
                    true => setup.count("octaves", octaves).number("lacunarity", lacunarity),
                    false => setup,
                };
                setup.ready().at(&Domain { period, ..places.domain() })
            };
            let line = |n: usize| -> Vec<f64> { (0..n).map(|i| i as f64 * extent / n as f64).collect() };
            let (wide, high) = (Places { x: line(side), y: line(rows) }, Places { x: line(rows), y: line(side) });
            let period = Some([extent, extent]);
            let east = steepness((0..6).map(|seed| steps_east(&field(seed, &wide, period), side)));
            let south = steepness((0..6).map(|seed| steps_east(&transposed(&field(seed, &high, period), rows), side)));
            for ratio in [east, south] {
                assert!((0.7..=1.4).contains(&ratio), "{kind}, {octaves} octaves, {side} samples: {ratio}");
            }
            let spread = |period| (0..6).map(|seed| deviation(&field(seed, &wide, period))).sum::<f64>();
            let contrast = spread(period) / spread(None);
            assert!((0.8..=1.25).contains(&contrast), "{kind}, {octaves} octaves, {side} samples: {contrast}");
        }
    }
}

#[test]
fn a_step_across_the_border_is_one_like_any_other() {
    // Finer and finer steps across the border become smaller and smaller: there is no jump, however small. Kinds of other
    // families may jump by nature, as a threshold does, and so do these three.
    let jumps = ["White", "CellularValue", "CellularLookup"];
    let flows = |spec: &&NodeSpec| matches!(spec.category, Category::Noise | Category::Fractal | Category::Warp);
    for spec in kinds().0.into_iter().filter(flows).filter(|spec| !jumps.contains(&spec.kind)) {
        let steps: Vec<f32> = [1 << 10, 1 << 14]
            .into_iter()
            .map(|n| {
                let mut graph = graph(fed(spec));
                graph.world.samples = (n, 9);
                let (east, west) = (render(&graph, i64::from(n) - 1, 0, 1, 9), render(&graph, 0, 0, 1, 9));
                east.iter().zip(&west).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()))
            })
            .collect();
        assert!(steps[1] <= steps[0] * 0.3 + 2e-6, "{}: {steps:?}", spec.kind);
    }
}

#[test]
fn the_last_vertex_is_the_first_one() {
    let graph = graph(Node::new("Fbm"));
    let grid = graph.world.grid(Sampling::Vertices);
    let values =
        Runner::new(Some(1), 0).render(&plan(&graph), &grid, grid.region(), &Options::default()).unwrap().raster;
    for i in 0..SIDE as usize {
        assert_eq!(values.row(i)[0].to_bits(), values.row(i)[SIDE as usize - 1].to_bits());
        assert_eq!(values.row(0)[i].to_bits(), values.row(SIDE as usize - 1)[i].to_bits());
    }
}

#[test]
fn moved_and_warped_noise_repeats_too() {
    let mut graph = graph(Node::new("Offset").with("source", "warped").with("x", 12_345.6).with("y", -1e7));
    let warp = Node::new("DomainWarp").with("source", "scaled").with("amplitude", 400.0);
    graph.nodes.insert("warped".into(), Arc::new(warp));
    let scale = Node::new("Scale").with("source", "land").with("size", 0.5).with("stretch", 3.0);
    graph.nodes.insert("scaled".into(), Arc::new(scale));
    let values = render(&graph, 0, 0, 64, 64);
    assert_eq!(bits(&render(&graph, 64, -64, 64, 64)), bits(&values));
    for values in [values.clone(), transposed(&values, 64)] {
        let ratio = steepness(std::iter::once(steps_east(&values, 64)));
        assert!((0.6..=1.6).contains(&ratio), "{ratio}");
    }
}

#[test]
fn the_scale_that_fits_is_told() {
    let notes = |scale: f64| -> Vec<String> {
        plan(&graph(Node::new("Perlin").with("feature_scale", scale))).hints.into_iter().map(|n| n.message).collect()
    };
    let told = notes(300.0);
    let want = "node \"node\" (Perlin): feature_scale 300 m becomes 333.333 m eastwards and 350 m southwards, so that whole \
                cells fit this repeating world";
    assert_eq!(told, [want]);
    assert_eq!(notes(100.0), Vec::<String>::new());
    let mut ends = graph(Node::new("Perlin").with("feature_scale", 300.0));
    ends.world.repeat = false;
    assert!(plan(&ends).hints.is_empty());
    assert!(
        survey(&graph(Node::new("Perlin").with("feature_scale", 300.0)))["node"]
            .notes
            .iter()
            .any(|n| n.message == want)
    );
}

#[test]
fn a_lacunarity_that_is_not_whole_is_told_in_a_world_that_repeats() {
    let told = |lacunarity: f64, repeat: bool| {
        let mut graph = graph(Node::new("Fbm").with("feature_scale", 100.0).with("lacunarity", lacunarity));
        graph.world.repeat = repeat;
        let want = "node \"node\" (Fbm): lacunarity 2.3 is not whole, so each octave fits whole cells to this repeating world \
                    by itself";
        plan(&graph).hints.iter().any(|note| note.message == want && note.field.as_deref() == Some("lacunarity"))
    };
    assert_eq!([told(2.3, true), told(2.3, false), told(2.0, true)], [true, false, false]);
}

#[test]
fn a_repeating_world_is_another_field_with_another_key() {
    let repeats = graph(Node::new("Perlin"));
    let mut ends = repeats.clone();
    ends.world.repeat = false;
    assert_ne!(plan(&repeats).key, plan(&ends).key);
    assert_ne!(render(&repeats, 0, 0, 64, 64), render(&ends, 0, 0, 64, 64));
}

/// A noise whose depth is the clock.
fn clouds(kind: &str, length: f64, speed: f64) -> Graph {
    let mut graph = graph(Node::new(kind).with("depth", "clock"));
    graph.world.repeat = false;
    let clock = Node::new("Time").with("speed", speed).with("loop_length", Value::Number(length));
    graph.nodes.insert("clock".into(), Arc::new(clock));
    graph
}

fn frame(graph: &Graph, time: f64) -> Vec<f32> {
    let plan = compile(graph, &Link::to("node"), time).unwrap();
    let grid = graph.world.grid(Sampling::Vertices);
    Runner::new(Some(1), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap().raster.data
}

#[test]
fn the_last_frame_of_a_loop_leads_on_to_the_first() {
    for kind in ["Perlin", "Value", "ValueCubic", "Cellular", "CellularDistance"].into_iter().chain(FRACTALS) {
        for speed in [333.0, -333.0] {
            let graph = clouds(kind, 8.0, speed);
            let first = frame(&graph, 0.0);
            for time in [8.0, 16.0, -8.0] {
                assert_eq!(bits(&frame(&graph, time)), bits(&first), "{kind} at {time} s");
            }
            // The step to the first frame is as small as the one after it, and all of them change the picture.
            let change = |a: f64, b: f64| {
                let (a, b) = (frame(&graph, a), frame(&graph, b));
                rms(a.iter().zip(&b).map(|(a, b)| f64::from(*a) - f64::from(*b)))
            };
            let (last, next) = (change(7.99, 8.0), change(8.0, 8.01));
            assert!(last > 0.0 && (0.6..=1.6).contains(&(last / next)), "{kind}: {last} and {next}");
            assert!(change(0.0, 4.0) > 10.0 * last, "{kind} does not move");
        }
    }
}

#[test]
fn simplex_kinds_refuse_a_loop_and_run_on_without_one() {
    for kind in ["Simplex", "SuperSimplex"] {
        let error = compile(&clouds(kind, 8.0, 100.0), &Link::to("node"), 0.0).unwrap_err();
        assert!(error.message.contains("its depth runs in a loop"), "{}", error.message);
        let mut free = clouds(kind, 8.0, 100.0);
        free.nodes.insert("clock".into(), Arc::new(Node::new("Time").with("speed", 100.0)));
        assert_ne!(frame(&free, 0.0), frame(&free, 8.0));
    }
}

#[test]
fn clouds_drift_with_the_wind_and_come_around_in_a_world_that_repeats() {
    let mut graph = graph(Node::new("Offset").with("source", "land").with("x", "clock").with("y", 0.0));
    let clock = Node::new("Time").with("speed", 250.0).with("loop_length", Value::Number(4.0));
    graph.nodes.insert("clock".into(), Arc::new(clock));
    let first = frame(&graph, 0.0);
    assert_eq!(bits(&frame(&graph, 4.0)), bits(&first));
    let nearly = frame(&graph, 3.9999);
    let apart = rms(first.iter().zip(&nearly).map(|(a, b)| f64::from(*a) - f64::from(*b)));
    assert!(apart < 1e-3, "{apart}");
    assert_ne!(frame(&graph, 2.0), first);
}

#[test]
fn a_clock_without_a_loop_gives_the_seconds_times_its_speed() {
    let value = |node: Node, time: f64| compile(&graph(node), &Link::to("node"), time).unwrap().constant().unwrap();
    assert_eq!(value(Node::new("Time"), 2.5), 2.5);
    assert_eq!(value(Node::new("Time").with("speed", -4.0), 2.5), -10.0);
    let looped = || Node::new("Time").with("speed", 10.0).with("loop_length", Value::Number(0.1));
    assert_eq!(value(looped(), 0.3), 0.0, "three loops, whatever 0.3 is in binary");
    assert!((value(looped(), 0.05) - 0.5).abs() < 1e-6);
}

#[test]
fn octaves_that_no_sample_can_show_are_told() {
    let notes = |node: Node| -> Vec<String> {
        let mut graph = graph(node);
        graph.world = World { extent: (1008.0, 1008.0), samples: (64, 64), repeat: false, ..world() };
        plan(&graph).hints.into_iter().map(|n| n.message).collect()
    };
    let fbm = || Node::new("Fbm").with("feature_scale", 256.0);
    let want = "node \"node\" (Fbm): octaves 5 to 6 are finer than two samples of the build grid, which lie 16 m apart: 4 octaves \
                show all there is, or set finest to 32";
    assert_eq!(notes(fbm()), [want]);
    assert_eq!(notes(fbm().with("octaves", Value::Count(4))), Vec::<String>::new());
    assert_eq!(notes(fbm().with("finest", 32.0)), Vec::<String>::new());
    let grain = notes(Node::new("Perlin").with("feature_scale", 20.0));
    assert!(grain[0].contains("feature_scale 20 m is finer than two samples"), "{grain:?}");
}
