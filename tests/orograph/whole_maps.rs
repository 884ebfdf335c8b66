//! Nodes that work on the whole map: made once per build grid, whatever asks for them.

use crate::support::recipe::{graph, plan, render};
use orograph::graph::{Graph, Link, Node};
use orograph::plan::compile;
use orograph::raster::{Raster, Region, Sampling};
use orograph::run::{Cancel, Cancelled, Options, Runner, Walk};
use orograph::spec::Value;
use proptest::prelude::*;
use std::sync::Arc;

/// A rough field of 4 metres a sample over a world of odd sides, tiles of it, and `nodes` that read them.
fn over(nodes: &[(&str, Node)]) -> Graph {
    let rough = Node::new("Fbm").with("feature_scale", Value::Number(60.0)).with("octaves", Value::Count(4));
    let mut all = vec![
        ("rough", rough),
        ("place", Node::new("Coordinates")),
        ("unit", Node::new("Remap").with("source", "rough")),
        ("tiles", Node::new("Tiles").with("source", "unit")),
    ];
    all.extend(nodes.iter().cloned());
    let mut g = graph(&all);
    g.world.extent = (4.0 * 150.0, 4.0 * 90.0);
    g.world.samples = (151, 91);
    g
}

fn bits(raster: &Raster) -> Vec<u32> {
    raster.data.iter().map(|v| v.to_bits()).collect()
}

/// Every node that sees the whole map, and a filter that reaches so far that it does.
fn whole(g: &[(&str, Node)]) -> Vec<Graph> {
    let far = Node::new("Dilate").with("source", "place.x").with("radius", Value::Number(4.0 * 520.0));
    let nodes = [
        Node::new("Bake").with("source", "rough"),
        Node::new("Bake").with("source", "rough").with("margin", Value::Number(50.0)),
        Node::new("BakeTiles").with("source", "tiles"),
        Node::new("RemoveSpecks").with("source", "tiles").with("size", Value::Number(40.0)),
        far,
    ];
    nodes.map(|node| over(&[&[("whole", node)], g].concat())).into()
}

#[test]
fn threads_blocks_memory_strips_and_crops_do_not_change_a_bit_of_a_whole_map() {
    for g in whole(&[]) {
        let (p, grid) = (plan(&g, "whole"), g.world.grid(Sampling::Vertices));
        let all = Runner::new(Some(1), 64 << 20).render(&p, &grid, grid.region(), &Options::default()).unwrap().raster;
        for (threads, budget, block) in [(2, 0, (256, 8)), (5, 64 << 20, (17, 3))] {
            let options = Options { block, strip: 1000, ..Options::default() };
            let runner = Runner::new(Some(threads), budget);
            let got = runner.render(&p, &grid, grid.region(), &options).unwrap().raster;
            assert!(bits(&got) == bits(&all), "{threads} threads, {budget} bytes, blocks {block:?}");
            let mut rows = Vec::new();
            let taken = runner.stream::<()>(&p, &grid, grid.region(), Walk::default(), &options, |strip| {
                rows.extend_from_slice(&strip.values());
                Ok(())
            });
            assert!(taken.unwrap().1.maps <= 1 && rows == all.data, "strips");
        }
        let region = Region { x: 20, y: 11, width: 77, height: 30, stride: 1 };
        let part = Runner::new(Some(2), 0).render(&p, &grid, region, &Options::default()).unwrap().raster;
        let tile = orograph::raster::Tile { x: 20, y: 11, width: 77, height: 30 };
        assert!(bits(&part) == bits(&all.crop(tile)), "a crop is a part of the whole");
        let coarse = Runner::new(Some(2), 0).render(&p, &grid, grid.region().strided(4), &Options::default()).unwrap();
        assert_eq!(coarse.raster.at(5, 7).to_bits(), all.at(20, 28).to_bits(), "a coarse sample is a final one");
    }
}

#[test]
fn what_is_baked_is_computed_once_and_stays_the_same() {
    let g = over(&[
        ("baked", Node::new("Bake").with("source", "rough")),
        ("sum", Node::new("Fbm").with("source", "baked").with("octaves", Value::Count(3))),
        ("bent", Node::new("Warp").with("source", "sum").with("amplitude", Value::Number(20.0))),
    ]);
    assert!(bits(&render(&g, "baked")) == bits(&render(&g, "rough")), "on the build grid it is its source");
    let (p, grid) = (plan(&g, "bent"), g.world.grid(Sampling::Vertices));
    let runner = Runner::new(Some(2), 64 << 20);
    let first = runner.render(&p, &grid, grid.region(), &Options::default()).unwrap();
    assert_eq!((first.stats.maps, first.stats.filled["rough"]), (1, 151 * 91), "{:?}", first.stats);
    let bigger = grid.resampled((400, 300));
    let second = runner.render(&p, &bigger, bigger.region(), &Options::default()).unwrap();
    assert_eq!((second.stats.maps, second.stats.filled.get("rough")), (0, None), "another size reads the same map");
    // A fractal of a fractal within a warp, and the four octaves of each of the warp's two noises.
    assert_eq!((plan(&g, "sum").cost, p.cost), (0, 8), "reading costs no noise");
}

#[test]
fn a_baked_map_is_bilinear_between_its_samples_and_goes_on_at_its_edge() {
    let g = over(&[
        ("baked", Node::new("Bake").with("source", "rough")),
        ("wide", Node::new("Bake").with("source", "rough").with("margin", Value::Number(40.0))),
        ("kept", Node::new("BakeTiles").with("source", "tiles")),
    ]);
    let at = |node: &str, x: f64, y: f64| {
        Runner::new(Some(1), 0).sample(&plan(&g, node), &[(x, y)], &Options::default()).unwrap().raster.data[0]
    };
    let map = render(&g, "rough");
    let middle = [(70, 11), (71, 11), (70, 12), (71, 12)].iter().map(|&(x, y)| map.at(x, y)).sum::<f32>() / 4.0;
    assert!((at("baked", 282.0, 46.0) - middle).abs() < 1e-6);
    assert_eq!(at("baked", -1000.0, 44.0), map.at(0, 11), "beyond the world the edge goes on");
    assert_eq!(at("baked", 1e300, -1e300), map.at(150, 0));
    assert_eq!(at("wide", -40.0, 44.0), at("rough", -40.0, 44.0), "the margin is computed too");
    assert_eq!(at("wide", -4000.0, 44.0), at("rough", -40.0, 44.0));
    let tiles = render(&g, "tiles");
    assert_eq!(at("kept", 4.0 * 70.4, 4.0 * 11.6), tiles.at(70, 12), "tiles are never mixed");
}

#[test]
fn a_filter_that_reaches_further_than_a_page_sees_the_real_surroundings() {
    // The highest ground of a plane around any place lies a radius further up it, also at the edge of the world.
    let mut g = graph(&[("place", Node::new("Coordinates"))]);
    g.world.extent = (64.0, 48.0);
    g.world.samples = (33, 25);
    for radius in [1022.0, 1100.0] {
        let high = Node::new("Dilate").with("source", "place.x").with("radius", Value::Number(radius));
        g.nodes.insert("high".into(), Arc::new(high));
        let highest = render(&g, "high");
        for column in 0..33 {
            assert_eq!(f64::from(highest.at(column, 12)), 2.0 * column as f64 + radius, "pages and whole maps alike");
        }
    }
}

#[test]
fn whole_maps_of_whole_maps_of_ranges_are_computed_each_once() {
    let g = over(&[
        ("level", Node::new("Normalize").with("source", "rough")),
        ("first", Node::new("Bake").with("source", "level")),
        ("soft", Node::new("Blur").with("source", "first").with("radius", Value::Number(10.0))),
        ("second", Node::new("Bake").with("source", "soft")),
        ("both", Node::new("Add").with("a", "second").with("b", "first")),
        ("height", Node::new("Normalize").with("source", "both")),
    ]);
    let grid = g.world.grid(Sampling::Vertices);
    let runner = Runner::new(Some(2), 64 << 20);
    let done = runner.render(&plan(&g, "height"), &grid, grid.region(), &Options::default()).unwrap();
    assert_eq!(done.raster.extremes(), Some((0.0, 1.0)));
    assert_eq!((done.stats.maps, done.stats.range_passes), (2, 2), "{:?}", done.stats);
    // A long chain is planned in no time: the plans within plans are shared.
    let mut chain = vec![("n00".to_owned(), Node::new("Bake").with("source", "rough"))];
    for i in 1..40 {
        let node = match i % 2 {
            0 => Node::new("Add")
                .with("a", format!("n{:02}", i - 1).as_str())
                .with("b", format!("n{:02}", i - 2).as_str()),
            _ => Node::new("Bake").with("source", format!("n{:02}", i - 1).as_str()),
        };
        chain.push((format!("n{i:02}"), node));
    }
    let nodes: Vec<(&str, Node)> = chain.iter().map(|(id, node)| (id.as_str(), node.clone())).collect();
    let g = over(&nodes);
    let done =
        runner.render(&plan(&g, "n39"), &grid, Region { width: 1, height: 1, ..grid.region() }, &Options::default());
    assert_eq!(done.unwrap().stats.maps, 21);
}

#[test]
fn a_map_that_is_too_large_is_refused_with_the_way_out() {
    let mut g = over(&[("whole", Node::new("Bake").with("source", "rough"))]);
    g.world.samples = (20_001, 20_001);
    let message = compile(&g, &Link::to("whole"), 0.0).unwrap_err().message;
    assert_eq!(
        message,
        "node \"whole\" (Bake): it works on the whole map, which with all that is read around it would be 20001 x 20001 \
         samples; allowed are 67108864: take fewer world.samples"
    );
    g.world.samples = (151, 91);
    let far = Node::new("Bake").with("source", "rough").with("margin", Value::Number(1e9));
    g.nodes.insert("whole".into(), Arc::new(far));
    let message = compile(&g, &Link::to("whole"), 0.0).unwrap_err().message;
    assert!(message.contains("take a smaller margin or fewer world.samples"), "{message}");
}

#[test]
fn a_run_that_is_stopped_leaves_no_half_of_a_map_behind() {
    let g = over(&[("whole", Node::new("Bake").with("source", "rough"))]);
    let (p, grid) = (plan(&g, "whole"), g.world.grid(Sampling::Vertices));
    let runner = Runner::new(Some(2), 64 << 20);
    let cancel = Cancel::default();
    cancel.cancel();
    let options = Options { cancel, ..Options::default() };
    assert_eq!(runner.render(&p, &grid, grid.region(), &options).err(), Some(Cancelled));
    let done = runner.render(&p, &grid, grid.region(), &Options::default()).unwrap();
    assert!(done.stats.maps == 1 && bits(&done.raster) == bits(&render(&g, "rough")));
}

/// The patches of a map: for each sample the first sample of its patch.
fn patches(map: &Raster) -> Vec<usize> {
    let mut of: Vec<usize> = (0..map.data.len()).collect();
    loop {
        let mut moved = false;
        for i in 0..of.len() {
            let (x, y) = (i % map.width, i / map.width);
            let near = [(x > 0).then(|| i - 1), (y > 0).then(|| i - map.width)];
            for n in near.into_iter().flatten().filter(|&n| map.data[n] == map.data[i]) {
                let least = of[i].min(of[n]);
                moved |= of[i] != least || of[n] != least;
                (of[i], of[n]) = (least, least);
            }
        }
        if !moved {
            return of;
        }
    }
}

fn sizes(map: &Raster) -> Vec<usize> {
    let of = patches(map);
    let mut count = vec![0; of.len()];
    of.iter().for_each(|&first| count[first] += 1);
    of.iter().map(|&first| count[first]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn no_patch_below_the_size_stays_and_no_other_is_touched_but_to_grow(size in 4.0..60.0f64, seed in 0..50u64) {
        let mut g = over(&[("clean", Node::new("RemoveSpecks").with("source", "tiles").with("size", Value::Number(size)))]);
        g.seed = seed;
        let (before, after) = (render(&g, "tiles"), render(&g, "clean"));
        let least = (size * size / 16.0).ceil() as usize;
        prop_assert!(sizes(&after).iter().all(|&n| n >= least), "a speck of fewer than {} samples is left", least);
        for (i, size) in sizes(&before).into_iter().enumerate() {
            prop_assert!(size < least || before.data[i] == after.data[i], "sample {} was of {} samples", i, size);
        }
    }
}

#[test]
fn specks_become_what_they_border_on_most_and_a_map_of_one_tile_stays() {
    let mut g = over(&[("clean", Node::new("RemoveSpecks").with("source", "tiles").with("size", Value::Number(0.0)))]);
    assert!(bits(&render(&g, "clean")) == bits(&render(&g, "tiles")), "nothing is smaller than nothing");
    let huge = Node::new("RemoveSpecks").with("source", "tiles").with("size", Value::Number(1e9));
    g.nodes.insert("clean".into(), Arc::new(huge));
    let (lo, hi) = render(&g, "clean").extremes().unwrap();
    assert_eq!(lo, hi, "all have become one");
}
