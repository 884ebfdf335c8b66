//! The engine: laziness, agreement of crops, tiles and threads, ranges, stored results, cancellation.

mod buffers;
mod focus;
mod limits;
mod profile;

use crate::support::recipe::{graph, island_like, plan, render};
use orograph::graph::{Graph, Link, Node};
use orograph::plan::{compile, survey};
use orograph::raster::{Raster, Region, Sampling};
use orograph::run::{Cancelled, Options, Runner, Walk};
use orograph::spec::{Interval, Quantity, Value};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

fn options() -> Options {
    Options::default()
}

#[test]
fn an_unreachable_node_is_never_evaluated() {
    let g = graph(&[
        ("land", Node::new("Perlin")),
        ("twice", Node::new("Add").with("a", "land").with("b", "land")),
        ("other", Node::new("Fbm")),
        ("more", Node::new("Abs").with("source", "other")),
    ]);
    let runner = Runner::new(Some(1), 0);
    let p = plan(&g, "twice");
    assert_eq!(p.nodes.iter().map(|n| &**n).collect::<Vec<_>>(), ["land", "twice"]);
    let grid = g.world.grid(Sampling::Vertices);
    let stats = runner.render(&p, &grid, grid.region(), &options()).unwrap().stats;
    let n = grid.region().len() as u64;
    assert_eq!(stats.filled.iter().map(|(k, v)| (&**k, *v)).collect::<Vec<_>>(), [("land", n), ("twice", n)]);
}

#[test]
fn equal_sub_graphs_are_computed_once() {
    let g = graph(&[
        ("a", Node::new("Fbm").with("seed", Value::Seed(3))),
        ("b", Node::new("Fbm").with("seed", Value::Seed(3))),
        ("c", Node::new("Fbm").with("seed", Value::Seed(4))),
        ("same", Node::new("Add").with("a", "a").with("b", "b")),
        ("both", Node::new("Subtract").with("a", "same").with("b", "c")),
    ]);
    let runner = Runner::new(Some(2), 0);
    let grid = g.world.grid(Sampling::Vertices);
    let stats = runner.render(&plan(&g, "both"), &grid, grid.region(), &options()).unwrap().stats;
    let n = grid.region().len() as u64;
    assert_eq!(stats.filled["a"], n, "a shares its step with b");
    assert_eq!(stats.filled["b"], n);
    assert_eq!(stats.filled["c"], n);
    assert_eq!(plan(&g, "a").key, plan(&g, "b").key);
    assert_ne!(plan(&g, "a").key, plan(&g, "c").key);
}

#[test]
fn threads_and_blocks_do_not_change_a_bit() {
    let g = island_like(97, 61);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let whole = Runner::new(Some(1), 0).render(&p, &grid, grid.region(), &options()).unwrap().raster;
    for threads in [1, 2, 7] {
        for block in [(256, 8), (512, 16), (7, 3), (1, 1), (16, 512), (1000, 1000)] {
            let runner = Runner::new(Some(threads), 1 << 20);
            let got = runner.render(&p, &grid, grid.region(), &Options { block, ..options() }).unwrap().raster;
            assert!(bits(&got) == bits(&whole), "{threads} threads, blocks {block:?}");
        }
    }
}

#[test]
fn a_coarse_preview_holds_samples_of_the_whole() {
    let g = island_like(65, 65);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let whole = render(&g, "height");
    for stride in [2, 3, 8, 64] {
        let region = grid.region().strided(stride);
        let coarse = Runner::new(Some(2), 0).render(&p, &grid, region, &options()).unwrap().raster;
        for j in 0..region.height {
            for i in 0..region.width {
                let n = stride as usize;
                assert_eq!(coarse.at(i, j).to_bits(), whole.at(i * n, j * n).to_bits(), "stride {stride} at {i},{j}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_crop_equals_that_region_of_the_whole(x in 0usize..60, y in 0usize..40, w in 1usize..37, h in 1usize..21) {
        let g = island_like(97, 61);
        let p = plan(&g, "height");
        let grid = g.world.grid(Sampling::Vertices);
        let whole = render(&g, "height");
        let region = Region { x: x as i64, y: y as i64, width: w, height: h, stride: 1 };
        let got = Runner::new(Some(2), 0).render(&p, &grid, region, &options()).unwrap().raster;
        let want = whole.crop(orograph::raster::Tile { x, y, width: w, height: h });
        prop_assert!(bits(&got) == bits(&want), "the crop differs");
    }

    #[test]
    fn free_positions_give_the_values_of_the_grid(i in 0usize..97, j in 0usize..61) {
        let g = island_like(97, 61);
        let p = plan(&g, "height");
        let grid = g.world.grid(Sampling::Vertices);
        let whole = render(&g, "height");
        let at = [(grid.x(i as i64), grid.y(j as i64))];
        let got = Runner::new(Some(1), 0).sample(&p, &at, &options()).unwrap().raster;
        prop_assert_eq!(got.data[0].to_bits(), whole.at(i, j).to_bits());
    }
}

#[test]
fn a_region_outside_the_world_is_computed_like_any_other() {
    let g = graph(&[("land", Node::new("Fbm"))]);
    let p = plan(&g, "land");
    let grid = g.world.grid(Sampling::Vertices);
    let region = Region { x: -40, y: -3, width: 80, height: 6, stride: 1 };
    let got = Runner::new(Some(1), 0).render(&p, &grid, region, &options()).unwrap().raster;
    let inside = render(&g, "land");
    assert_eq!(got.at(40, 3).to_bits(), inside.at(0, 0).to_bits());
    assert_eq!(got.at(79, 5).to_bits(), inside.at(39, 2).to_bits());
}

#[test]
fn normalize_reaches_exactly_zero_and_one_on_the_build_grid_and_never_measures_twice() {
    let g = island_like(97, 61);
    let runner = Runner::new(Some(2), 1 << 24);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let first = runner.render(&p, &grid, grid.region(), &options()).unwrap();
    assert_eq!(first.raster.extremes().unwrap(), (0.0, 1.0));
    assert_eq!(first.stats.range_passes, 1);
    let second = runner.render(&p, &grid, grid.region().strided(2), &options()).unwrap();
    assert_eq!(second.stats.range_passes, 0, "a known range is remembered");
    assert_eq!(
        second.stats.filled.keys().map(|k| &**k).collect::<Vec<_>>(),
        ["height"],
        "the measured field is stored"
    );
    let other = grid.resampled((33, 33));
    let third = runner.render(&p, &other, other.region(), &options()).unwrap();
    assert_eq!(third.stats.range_passes, 0, "another size is never measured again");
    let (lo, hi) = third.raster.extremes().unwrap();
    assert!(lo >= 0.0 && hi <= 1.0);
}

#[test]
fn a_flat_field_is_normalised_to_a_half_with_one_remark() {
    for size in [64, 1] {
        let mut g = graph(&[
            ("land", Node::new("Fbm")),
            ("flat", Node::new("Multiply").with("a", "land").with("b", 0.0)),
            ("height", Node::new("Normalize").with("source", "flat")),
        ]);
        g.world.samples = (size, size);
        let grid = g.world.grid(Sampling::Vertices);
        let got = Runner::new(Some(1), 0).render(&plan(&g, "height"), &grid, grid.region(), &options()).unwrap();
        assert!(got.raster.data.iter().all(|&v| v == 0.5));
        assert_eq!(got.remarks.len(), 1, "{:?}", got.remarks);
        assert!(got.remarks[0].message.contains("\"height\"") && got.remarks[0].message.contains("flat"));
    }
}

#[test]
fn the_frontier_keeps_everything_that_a_change_does_not_touch() {
    let mut g = island_like(65, 65);
    let runner = Runner::new(Some(2), 1 << 26);
    let grid = g.world.grid(Sampling::Vertices);
    let run = |g: &Graph, keep| {
        let p = plan(g, "island");
        runner.render(&p, &grid, grid.region(), &Options { keep, ..options() }).unwrap()
    };
    let keep = |g: &Graph| plan(g, "island").frontier("peaks");
    run(&g, keep(&g));
    g.nodes.insert("peaks".into(), Arc::new(Node::new("Power").with("a", "ridges").with("b", 2.5)));
    let second = run(&g, keep(&g));
    let touched: Vec<&str> = second.stats.filled.keys().map(|k| &**k).collect();
    assert_eq!(touched, ["island", "peaks", "relief"], "only the changed node and its descendants run");
    assert!(bits(&second.raster) == bits(&render(&g, "island")), "stored results changed a bit");
}

#[test]
fn a_range_that_a_change_moves_is_measured_from_what_the_change_does_not_touch() {
    let mut g = island_like(65, 65);
    let runner = Runner::new(Some(2), 1 << 26);
    let grid = g.world.grid(Sampling::Vertices);
    let run = |g: &Graph| {
        let p = plan(g, "height");
        let keep = p.frontier("peaks");
        runner.render(&p, &grid, grid.region(), &Options { keep, ..options() }).unwrap()
    };
    run(&g);
    g.nodes.insert("peaks".into(), Arc::new(Node::new("Power").with("a", "ridges").with("b", 2.5)));
    let second = run(&g);
    let touched: Vec<&str> = second.stats.filled.keys().map(|k| &**k).collect();
    assert_eq!((second.stats.range_passes, touched), (1, vec!["height", "island", "peaks", "relief"]));
    assert!(bits(&second.raster) == bits(&render(&g, "height")), "stored results changed a bit");
}

#[test]
fn a_displacement_that_changes_runs_what_it_samples_and_nothing_else() {
    let mut g = graph(&[
        ("bx", Node::new("Fbm").with("octaves", 2u32)),
        ("by", Node::new("Fbm").with("octaves", 2u32).with("seed", Value::Seed(9))),
        ("land", Node::new("Fbm").with("seed", Value::Seed(2))),
        ("bent", Node::new("Warp").with("source", "land").with("dx", "bx").with("dy", "by").with("amplitude", 100.0)),
        ("disc", Node::new("RadialFalloff")),
        ("island", Node::new("Multiply").with("a", "bent").with("b", "disc")),
    ]);
    let runner = Runner::new(Some(1), 1 << 26);
    let grid = g.world.grid(Sampling::Vertices);
    let n = grid.region().len() as u64;
    let run = |g: &Graph| {
        let p = plan(g, "island");
        let keep = p.frontier("bx");
        runner.render(&p, &grid, grid.region(), &Options { keep, ..options() }).unwrap().stats
    };
    run(&g);
    g.nodes.insert("bx".into(), Arc::new(Node::new("Fbm").with("octaves", 3u32)));
    let filled: Vec<(String, u64)> = run(&g).filled.iter().map(|(k, v)| (k.to_string(), *v)).collect();
    let want = ["bent", "bx", "island", "land"].map(|k| (k.to_owned(), n));
    assert_eq!(filled, want, "by and disc come from the store, land is sampled at new places");
}

#[test]
fn moving_and_renaming_leave_the_key_alone() {
    let mut g = island_like(33, 33);
    let before = plan(&g, "height").key;
    g.layout.insert("land".into(), [500.0, 20.0]);
    assert_eq!(plan(&g, "height").key, before);
    let node = g.nodes.remove("disc").unwrap();
    g.nodes.insert("mask".into(), node);
    let island = Node::new("Multiply").with("a", "relief").with("b", "mask");
    g.nodes.insert("island".into(), Arc::new(island));
    assert_eq!(plan(&g, "height").key, before, "names never enter a key");
}

#[test]
fn constants_fold_and_a_constant_plugged_into_a_number_is_that_number() {
    let g = graph(&[
        ("half", Node::new("Constant").with("value", 0.5)),
        ("one", Node::new("Add").with("a", "half").with("b", "half")),
        ("plugged", Node::new("Fbm").with("gain", "half")),
        ("typed", Node::new("Fbm").with("gain", 0.5)),
    ]);
    assert_eq!(plan(&g, "one").constant(), Some(1.0));
    assert_eq!(plan(&g, "plugged").key, plan(&g, "typed").key);
}

#[test]
fn bounds_spread_through_the_graph() {
    let g = island_like(33, 33);
    let facts = survey(&g);
    assert_eq!(facts["land"].outputs[0], (Quantity::Signed, Interval::SIGNED));
    assert_eq!(facts["height"].outputs[0], (Quantity::Unit, Interval::UNIT));
    assert!(facts["island"].outputs[0].1.is_bounded());
    assert!(facts["land"].cost >= 4, "a fractal costs an evaluation an octave: {}", facts["land"].cost);
    assert!(facts["height"].cost > facts["land"].cost);
    assert!(facts.values().all(|s| s.error.is_none()));
}

#[test]
fn a_muted_node_passes_its_input_through() {
    let mut g = island_like(33, 33);
    let open = plan(&g, "relief").key;
    let mut peaks = (*g.nodes["peaks"]).clone();
    peaks.muted = true;
    g.nodes.insert("peaks".into(), Arc::new(peaks));
    assert_ne!(plan(&g, "relief").key, open);
    g.nodes.insert("relief".into(), Arc::new(Node::new("Add").with("a", "hills").with("b", "ridges")));
    let direct = plan(&g, "relief").key;
    g.nodes.insert("relief".into(), Arc::new(Node::new("Add").with("a", "hills").with("b", "peaks")));
    assert_eq!(plan(&g, "relief").key, direct);
}

#[test]
fn time_moves_the_field_and_ranges_are_measured_at_zero() {
    let g = graph(&[
        ("clock", Node::new("Time")),
        ("speed", Node::new("Multiply").with("a", "clock").with("b", 300.0)),
        ("cloud", Node::new("Fbm").with("depth", "speed")),
        ("height", Node::new("Normalize").with("source", "cloud")),
    ]);
    let runner = Runner::new(Some(2), 1 << 24);
    let grid = g.world.grid(Sampling::Vertices);
    let at = |time: f64| {
        let p = compile(&g, &Link::to("height"), time).unwrap();
        runner.render(&p, &grid, grid.region(), &options()).unwrap()
    };
    let (start, later) = (at(0.0), at(10.0));
    assert_eq!(start.raster.extremes().unwrap(), (0.0, 1.0));
    assert!(bits(&start.raster) != bits(&later.raster), "the field stood still");
    assert_eq!(later.stats.range_passes, 0, "the range of time 0 holds at every time");
}

#[test]
fn a_cancelled_run_gives_nothing() {
    let g = island_like(257, 257);
    let options = options();
    let cancel = options.cancel.clone();
    let calls = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&calls);
    let options = Options {
        progress: Some(Arc::new(move |_| {
            seen.fetch_add(1, Ordering::Relaxed);
            cancel.cancel();
        })),
        ..options
    };
    let grid = g.world.grid(Sampling::Vertices);
    let got = Runner::new(Some(1), 0).render(&plan(&g, "island"), &grid, grid.region(), &options);
    assert_eq!(got.unwrap_err(), Cancelled);
    assert_eq!(calls.load(Ordering::Relaxed), 1, "the first report stopped the run");
}

#[test]
fn errors_name_the_node_the_parameter_and_what_is_allowed() {
    let cases = [
        (graph(&[("a", Node::new("Abs"))]), "node \"a\" (Abs): input source is open: plug something in"),
        (graph(&[("a", Node::new("Nope"))]), "node \"a\": the kind Nope is not known to this program"),
        (
            graph(&[("a", Node::new("Fbm").with("octaves", 99u32))]),
            "node \"a\" (Fbm): octaves is 99, allowed is 1 to 32",
        ),
        (
            graph(&[("a", Node::new("Abs").with("source", "b"))]),
            "node \"a\" (Abs): source is plugged into \"b\", which does not exist",
        ),
        (
            graph(&[("a", Node::new("Abs").with("source", "b")), ("b", Node::new("Abs").with("source", "a"))]),
            "the nodes \"a\", \"b\" form a loop: unplug one of their wires",
        ),
    ];
    for (g, want) in cases {
        assert_eq!(compile(&g, &Link::to("a"), 0.0).unwrap_err().to_string(), want);
    }
}

#[test]
fn a_plan_that_costs_too_much_is_refused() {
    let mut nodes = vec![("n0".to_owned(), Node::new("Fbm").with("octaves", 32u32))];
    for i in 1..4 {
        let source = format!("n{}", i - 1);
        nodes.push((format!("n{i}"), Node::new("Fbm").with("source", &*source).with("octaves", 16u32)));
    }
    let nodes: Vec<(&str, Node)> = nodes.iter().map(|(id, n)| (&**id, n.clone())).collect();
    let g = graph(&nodes);
    let notice = compile(&g, &Link::to("n1"), 0.0).unwrap();
    assert_eq!(notice.cost, 32 * 16);
    assert!(notice.notes.iter().any(|n| n.message.contains("512 generator evaluations")));
    let refused = compile(&g, &Link::to("n2"), 0.0).unwrap_err().to_string();
    assert!(refused.contains("\"n2\"") && refused.contains("allowed are 4096"), "{refused}");
}

fn bits(raster: &Raster) -> Vec<u32> {
    raster.data.iter().map(|v| v.to_bits()).collect()
}

#[test]
fn a_streamed_render_gives_the_same_samples_in_strips_from_either_side() {
    let g = island_like(97, 61);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let runner = Runner::new(Some(2), 0);
    let whole = runner.render(&p, &grid, grid.region(), &options()).unwrap().raster;
    for (strip, northwards, margin) in
        [(1, false, 0), (970, true, 0), (1000, false, 2), (2000, true, 1), (1 << 22, true, 3)]
    {
        let (walk, options) = (Walk { northwards, margin, within: None }, Options { strip, ..options() });
        let mut seen = Vec::new();
        let run = runner.stream::<()>(&p, &grid, grid.region(), walk, &options, |strip| {
            let tile = |y, height| orograph::raster::Tile { x: 0, y, width: 97, height };
            let (top, bottom) = (strip.first.saturating_sub(margin), (strip.first + strip.rows + margin).min(61));
            assert!(bits(&strip.raster) == bits(&whole.crop(tile(top, bottom - top))));
            assert_eq!(strip.values(), whole.crop(tile(strip.first, strip.rows)).data);
            assert!(strip.rows * 97 <= options.strip.max(97));
            seen.push((strip.first, strip.rows));
            Ok(())
        });
        assert!(run.is_ok());
        if northwards {
            seen.reverse();
        }
        let next = seen.iter().fold(0, |next, (first, rows)| if *first == next { first + rows } else { usize::MAX });
        assert_eq!(next, 61, "strips of {strip} samples: {seen:?}");
    }
}

#[test]
fn the_margins_of_a_part_reach_into_the_world_on_all_sides_and_no_farther() {
    let g = island_like(97, 61);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let runner = Runner::new(Some(2), 0);
    let whole = runner.render(&p, &grid, grid.region(), &options()).unwrap().raster;
    for (x, y, width, height) in [(0_usize, 0_usize, 97, 61), (10, 5, 30, 40), (0, 50, 20, 11), (77, 1, 20, 60)] {
        for northwards in [false, true] {
            let region = Region { x: x as i64, y: y as i64, width, height, stride: 1 };
            let walk = Walk { northwards, margin: 2, within: Some(grid.region()) };
            let options = Options { strip: 200, ..options() };
            let run = runner.stream::<()>(&p, &grid, region, walk, &options, |strip| {
                let first = y + strip.first;
                let (top, bottom) = (first.saturating_sub(2), (first + strip.rows + 2).min(61));
                let (left, right) = (x.saturating_sub(2), (x + width + 2).min(97));
                let around = orograph::raster::Tile { x: left, y: top, width: right - left, height: bottom - top };
                assert!(bits(&strip.raster) == bits(&whole.crop(around)));
                assert_eq!((strip.above, strip.left, strip.columns), (first - top, x - left, width));
                let inner = orograph::raster::Tile { x, y: first, width, height: strip.rows };
                assert_eq!(strip.values(), whole.crop(inner).data);
                Ok(())
            });
            assert!(run.is_ok());
        }
    }
}

#[test]
fn a_range_too_large_to_store_is_measured_all_the_same() {
    let g = island_like(97, 61);
    let p = plan(&g, "height");
    let grid = g.world.grid(Sampling::Vertices);
    let stored = Runner::new(Some(2), 1 << 20).render(&p, &grid, grid.region(), &options()).unwrap();
    let streamed = Runner::new(Some(2), 1000).render(&p, &grid, grid.region(), &options()).unwrap();
    assert!(bits(&stored.raster) == bits(&streamed.raster));
    assert_eq!((stored.stats.stored_reads, streamed.stats.stored_reads), (1, 0));
}
