//! Area filters: what they compute, and that neither region, tile, thread nor memory shows in a value.

use crate::support::recipe::{graph, plan, render};
use orograph::graph::{Graph, Link, Node};
use orograph::plan::compile;
use orograph::raster::{Raster, Region, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::Value;
use proptest::prelude::*;
use std::sync::Arc;

const KINDS: [&str; 10] =
    ["Blur", "Sharpen", "Median", "Dilate", "Erode", "Slope", "SlopeMask", "Aspect", "Curvature", "Normal"];

/// A rough field of 4 metres a sample and one filter of it, over a world of odd sides.
fn filtered(kind: &str, radius: f64) -> Graph {
    let rough = Node::new("Fbm").with("feature_scale", Value::Number(60.0)).with("octaves", Value::Count(4));
    let mut filter = Node::new(kind).with("source", "rough");
    if filter.spec().unwrap().param("radius").is_some() {
        filter = filter.with("radius", Value::Number(radius));
    }
    let mut g = graph(&[("rough", rough), ("filter", filter)]);
    g.world.extent = (4.0 * 150.0, 4.0 * 90.0);
    g.world.samples = (151, 91);
    g
}

fn bits(raster: &Raster) -> Vec<u32> {
    raster.data.iter().map(|v| v.to_bits()).collect()
}

/// A filter of metres that grow by `rise` eastwards and southwards, 2 metres a sample.
fn of_plane(kind: &str, rise: (f64, f64)) -> Graph {
    let mut g = graph(&[
        ("place", Node::new("Coordinates")),
        ("east", Node::new("Multiply").with("a", "place.x").with("b", Value::Number(rise.0))),
        ("south", Node::new("Multiply").with("a", "place.y").with("b", Value::Number(rise.1))),
        ("plane", Node::new("Add").with("a", "east").with("b", "south")),
        ("filter", Node::new(kind).with("source", "plane")),
    ]);
    g.world.extent = (64.0, 48.0);
    g.world.samples = (33, 25);
    g
}

fn all(raster: &Raster) -> (f32, f32) {
    raster.extremes().unwrap()
}

#[test]
fn threads_blocks_and_memory_do_not_change_a_bit_of_a_filter() {
    for kind in KINDS {
        let g = filtered(kind, 13.0);
        let (p, grid) = (plan(&g, "filter"), g.world.grid(Sampling::Vertices));
        let whole =
            Runner::new(Some(1), 64 << 20).render(&p, &grid, grid.region(), &Options::default()).unwrap().raster;
        for (threads, budget, block) in
            [(1, 0, (256, 8)), (2, 64 << 20, (256, 8)), (5, 0, (17, 3)), (2, 1 << 20, (1000, 1000))]
        {
            let options = Options { block, ..Options::default() };
            let got = Runner::new(Some(threads), budget).render(&p, &grid, grid.region(), &options).unwrap().raster;
            assert!(bits(&got) == bits(&whole), "{kind}: {threads} threads, {budget} bytes, blocks {block:?}");
        }
    }
}

#[test]
fn crops_within_and_beyond_the_world_are_those_of_the_whole_filter() {
    for kind in KINDS {
        let g = filtered(kind, 21.0);
        let (p, grid) = (plan(&g, "filter"), g.world.grid(Sampling::Vertices));
        let region = Region { x: -70, y: -40, width: 290, height: 170, stride: 1 };
        let run =
            |region| Runner::new(Some(2), 16 << 20).render(&p, &grid, region, &Options::default()).unwrap().raster;
        let whole = run(region);
        for tile in region.tiles(97, 64) {
            let part = Region {
                x: region.x + tile.x as i64,
                y: region.y + tile.y as i64,
                width: tile.width,
                height: tile.height,
                stride: 1,
            };
            assert!(bits(&run(part)) == bits(&whole.crop(tile)), "{kind}: {tile:?}");
        }
        let coarse = run(region.strided(4));
        assert_eq!(coarse.at(5, 7).to_bits(), whole.at(20, 28).to_bits(), "{kind}: a coarse sample is a final one");
    }
}

#[test]
fn between_the_samples_of_the_build_grid_a_filter_is_bilinear() {
    let g = filtered("Blur", 30.0);
    let p = plan(&g, "filter");
    let whole = render(&g, "filter");
    let at =
        |x: f64, y: f64| Runner::new(Some(1), 0).sample(&p, &[(x, y)], &Options::default()).unwrap().raster.data[0];
    let (ox, oy) = g.world.origin;
    assert_eq!(at(ox + 4.0 * 70.0, oy + 4.0 * 11.0), whole.at(70, 11), "on a sample it is the sample");
    let middle = [(70, 11), (71, 11), (70, 12), (71, 12)].iter().map(|&(x, y)| whole.at(x, y)).sum::<f32>() / 4.0;
    assert!((at(ox + 4.0 * 70.5, oy + 4.0 * 11.5) - middle).abs() < 1e-6);
}

#[test]
fn a_radius_of_nothing_changes_nothing() {
    for kind in ["Blur", "Sharpen", "Median", "Dilate", "Erode"] {
        let g = filtered(kind, 0.0);
        assert!(bits(&render(&g, "filter")) == bits(&render(&g, "rough")), "{kind}");
    }
}

/// The samples of `source` within `radius` metres of the sample at `column`, `row`; samples lie 4 metres apart.
fn disc(source: &Raster, (column, row): (usize, usize), radius: f64) -> Vec<f32> {
    let reach = (radius / 4.0) as isize;
    let near = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
    let inside = near.filter(|&(dx, dy)| ((dx * dx + dy * dy) as f64).sqrt() * 4.0 <= radius);
    inside.map(|(dx, dy)| source.at(column.wrapping_add_signed(dx), row.wrapping_add_signed(dy))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn median_dilate_and_erode_are_the_middle_highest_and_lowest_of_a_disc(
        radius in 0.0..60.0f64, column in 20..130usize, row in 20..70usize,
    ) {
        let source = render(&filtered("Blur", 0.0), "rough");
        let mut around = disc(&source, (column, row), radius);
        around.sort_by(f32::total_cmp);
        let got = |kind| render(&filtered(kind, radius), "filter").at(column, row);
        prop_assert_eq!(got("Median"), around[around.len() / 2]);
        prop_assert_eq!(got("Dilate"), around[around.len() - 1]);
        prop_assert_eq!(got("Erode"), around[0]);
    }
}

#[test]
fn a_blur_is_the_gaussian_mean_of_its_surroundings() {
    let (radius, source) = (40.0, render(&filtered("Blur", 0.0), "rough"));
    let got = render(&filtered("Blur", radius), "filter");
    for (column, row) in [(40usize, 30usize), (75, 45), (101, 60)] {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (dy, dx) in (-10..=10isize).flat_map(|dy| (-10..=10isize).map(move |dx| (dy, dx))) {
            let distance = ((dx * dx + dy * dy) as f64).sqrt() * 4.0;
            let deviations = distance / (radius / 3.0);
            let weight = libm::exp(-0.5 * deviations * deviations);
            sum += weight * f64::from(source.at(column.wrapping_add_signed(dx), row.wrapping_add_signed(dy)));
            weights += weight;
        }
        let mean = sum / weights;
        assert!((f64::from(got.at(column, row)) - mean).abs() < 1e-6, "{} is not {mean}", got.at(column, row));
    }
    let spread = |raster: &Raster| all(raster).1 - all(raster).0;
    assert!(spread(&got) < 0.8 * spread(&source), "a blur smooths");
    assert!(spread(&render(&filtered("Sharpen", radius), "filter")) > spread(&source), "sharpening does the opposite");
}

#[test]
fn the_slope_of_a_plane_that_rises_a_metre_a_metre_is_45_degrees() {
    for (rise, degrees) in [((1.0, 0.0), 45.0), ((0.0, -1.0), 45.0), ((0.0, 0.0), 0.0), ((3.0, 4.0), 78.690_07)] {
        let (lo, hi) = all(&render(&of_plane("Slope", rise), "filter"));
        assert!((lo - degrees).abs() < 1e-4 && (hi - degrees).abs() < 1e-4, "{rise:?}: {lo} to {hi}, not {degrees}");
    }
}

#[test]
fn aspect_is_the_bearing_of_the_fall() {
    let falls =
        [((0.0, 1.0), 0.0), ((-1.0, 0.0), 90.0), ((0.0, -1.0), 180.0), ((1.0, 0.0), 270.0), ((-1.0, 1.0), 45.0)];
    for (rise, bearing) in falls {
        let (lo, hi) = all(&render(&of_plane("Aspect", rise), "filter"));
        assert!((lo - bearing).abs() < 1e-4 && (hi - bearing).abs() < 1e-4, "{rise:?}: {lo} to {hi}, not {bearing}");
    }
    assert_eq!(all(&render(&of_plane("Aspect", (0.0, 0.0)), "filter")), (0.0, 0.0), "level ground");
}

#[test]
fn the_normal_of_a_plane_is_one_unit_vector() {
    let g = of_plane("Normal", (1.0, 0.0));
    let half = 0.5f32.sqrt();
    for (output, value) in [("filter", half), ("filter.x", -half), ("filter.y", 0.0)] {
        let link = Link::parse(output);
        let p = compile(&g, &link, 0.0).unwrap();
        let grid = g.world.grid(Sampling::Vertices);
        let got = Runner::new(Some(1), 0).render(&p, &grid, grid.region(), &Options::default()).unwrap().raster;
        let (lo, hi) = all(&got);
        assert!((lo - value).abs() < 1e-6 && (hi - value).abs() < 1e-6, "{output}: {lo} to {hi}, not {value}");
    }
}

#[test]
fn a_slope_mask_selects_between_its_ends_and_fades_beyond() {
    let mask = |rise: f64, falloff: f64| {
        let mut g = of_plane("SlopeMask", (rise, 0.0));
        let node = Arc::make_mut(g.nodes.get_mut("filter").unwrap());
        *node = node.clone().with("lower", Value::Number(40.0)).with("upper", Value::Number(50.0));
        *node = node.clone().with("falloff", Value::Number(falloff));
        all(&render(&g, "filter")).0
    };
    let rise = |degrees: f64| libm::tan(degrees.to_radians());
    assert_eq!(mask(1.0, 10.0), 1.0);
    assert!((mask(rise(35.0), 10.0) - 0.5).abs() < 1e-3, "half way down the border");
    assert_eq!(mask(rise(25.0), 10.0), 0.0);
    assert_eq!((mask(rise(39.0), 0.0), mask(1.0, 0.0)), (0.0, 1.0), "a hard border");
}

#[test]
fn curvature_is_nothing_on_a_plane_and_the_same_all_over_a_bowl() {
    let (lo, hi) = all(&render(&of_plane("Curvature", (1.0, 2.0)), "filter"));
    assert!(lo.abs() < 1e-3 && hi.abs() < 1e-3, "{lo} to {hi}");
    let mut g = of_plane("Curvature", (1.0, 0.0));
    let bowl = Node::new("Multiply").with("a", "place.x").with("b", "place.x");
    g.nodes.insert("plane".into(), Arc::new(bowl));
    let node = Arc::make_mut(g.nodes.get_mut("filter").unwrap());
    *node = node.clone().with("size", Value::Number(0.25));
    // The second derivative of x² is 2.
    let (lo, hi) = all(&render(&g, "filter"));
    assert!((lo + 0.5).abs() < 1e-3 && (hi + 0.5).abs() < 1e-3, "{lo} to {hi}");
}

#[test]
fn what_reaches_too_far_is_refused_with_the_way_out() {
    let refused = |kind, radius| compile(&filtered(kind, radius), &Link::to("filter"), 0.0).unwrap_err().message;
    assert_eq!(
        refused("Blur", 4.0 * 6000.0),
        "node \"filter\" (Blur): it works on the whole map, which with all that is read around it would be 12151 x 12091 \
         samples; allowed are 67108864: take a smaller radius or fewer world.samples"
    );
    assert_eq!(
        refused("Median", 70.0),
        "node \"filter\" (Median): radius reaches 17 samples of the build grid, which lie 4 m apart here; allowed are 16: \
         take a smaller radius or fewer world.samples"
    );
}

#[test]
fn filters_of_filters_of_warped_fractals_and_their_ranges_are_computed() {
    let mut g = filtered("Blur", 20.0);
    let nodes = [
        ("bent", Node::new("Warp").with("source", "filter").with("amplitude", Value::Number(30.0))),
        ("cliffs", Node::new("Slope").with("source", "bent")),
        ("sum", Node::new("Fbm").with("source", "cliffs").with("octaves", Value::Count(2))),
        ("wide", Node::new("Dilate").with("source", "sum").with("radius", Value::Number(12.0))),
        ("height", Node::new("Normalize").with("source", "wide")),
    ];
    for (name, node) in nodes {
        g.nodes.insert(name.into(), Arc::new(node));
    }
    let (lo, hi) = all(&render(&g, "height"));
    assert_eq!((lo, hi), (0.0, 1.0));
}
