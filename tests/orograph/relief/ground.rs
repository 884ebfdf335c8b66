//! The ground: where samples stand, how high, in which colours; what the worker makes of a recipe.

use super::{cone, ground_of};
use crate::support::recipe;
use orograph::graph::{Graph, Link, Node, Output, View};
use orograph::gui::relief::{Ground, LARGEST, shares_of, thinned};
use orograph::gui::worker::{Event, Job, Look, Setup, Shape, Shown, Worker};
use orograph::raster::{Grid, Raster, Sampling};
use orograph::view::Mode;
use std::sync::Arc;

#[test]
fn heights_are_true_metres_over_the_sea_times_the_exaggeration() {
    let mut ground = cone(65);
    assert!((ground.height_at(0.0, 0.0) - 300.0 / 1200.0).abs() < 1e-9);
    assert!((ground.height_at(0.5, -0.5) + 100.0 / 1200.0).abs() < 1e-9);
    assert_eq!(ground.sea_height(), Some(0.0));
    ground.exaggeration = 2.0;
    assert!((ground.height_at(0.0, 0.0) - 0.5).abs() < 1e-9);
    assert!(ground.foot() < -200.0 / 1200.0, "the block reaches below its lowest ground");
    ground.sea = None;
    assert_eq!(ground.height_of(-100.0), 0.0, "without a sea the world's lowest is the level");
}

#[test]
fn a_value_without_measure_stays_in_sight() {
    let ground = ground_of(Raster::from_fn(9, 9, |i, _| if i == 4 { f32::MAX } else { 0.0 }), |_| [9, 9, 9, 255]);
    let bounds = ground.bounds();
    assert!(bounds.min.iter().chain(&bounds.max).all(|v| v.abs() <= 16.1), "{bounds:?}");
    assert!(ground.height_at(0.0, 0.0) <= 16.0);
}

#[test]
fn the_outermost_samples_stand_on_the_edges_of_the_world_whatever_the_sampling_and_the_stride() {
    for sampling in [Sampling::Vertices, Sampling::Cells, Sampling::Repeating] {
        for stride in [1, 3, 7] {
            let grid =
                Grid { origin: (0.0, 0.0), extent: (1200.0, 600.0), samples: (100, 50), sampling, repeats: false };
            let region = grid.region().strided(stride);
            let raster = Raster::new(region.width, region.height);
            let shares = |axis, n| shares_of(&grid, &region, axis, n);
            let across = [shares(0, raster.width), shares(1, raster.height)];
            let ground = Ground { extent: grid.extent, across, ..ground_of(raster, |_| [0; 4]) };
            let (w, h) = (region.width, region.height);
            assert_eq!((ground.place(0, 0), ground.place(0, w - 1)), (-0.5, 0.5));
            assert_eq!((ground.place(1, 0), ground.place(1, h - 1)), (0.25, -0.25), "the first row lies in the north");
            for i in 1..w - 1 {
                let expected = grid.x(region.column(i)) / 1200.0 - 0.5;
                assert!((ground.place(0, i) - expected).abs() < 1e-12, "{sampling:?} {stride} {i}");
                assert!(ground.place(0, i) > ground.place(0, i - 1) && ground.place(0, i) < 0.5);
            }
        }
    }
}

#[test]
fn a_large_raster_is_thinned_out_and_keeps_its_borders() {
    let small = Arc::new(Raster::new(LARGEST, 3));
    assert!(Arc::ptr_eq(&small, &thinned(&small)), "what fits is not copied");
    let large = Arc::new(Raster::from_fn(4097, 2, |i, j| (i + 10_000 * j) as f32));
    let thin = thinned(&large);
    assert_eq!((thin.width, thin.height), (LARGEST, 2));
    assert!((0..LARGEST).all(|i| thin.at(i, 1) == (2 * i + 10_000) as f32));
}

/// The last picture that a worker makes of a link.
fn shown(graph: &Graph, link: &str, look: Look) -> Shown {
    let setup = Setup { threads: Some(2), cache: 16 << 20, synchronous: true };
    let mut worker = Worker::start(setup, || ());
    worker.submit(Job {
        serial: 1,
        graph: Arc::new(graph.clone()),
        preview: Some(Link::to(link)),
        reference: None,
        look,
        thumbs: Vec::new(),
        worked_on: None,
        templates: false,
        sketches: Arc::default(),
        contact: None,
        around: None,
        whole_grid: false,
        timings: false,
        time: 0.0,
    });
    let mut last = None;
    loop {
        let events = worker.poll(64);
        if events.is_empty() {
            return last.unwrap();
        }
        for (_, event) in events {
            if let Event::Shown(shown) = event {
                last = Some(*shown);
            }
        }
    }
}

fn solid(chosen: Option<Mode>) -> Look {
    Look {
        chosen,
        view: View { ramp: "terrain".into(), exaggeration: Some(1.0), ..View::default() },
        pixels: 512,
        shape: Shape::Solid,
        ..Look::default()
    }
}

fn graph() -> Graph {
    let mut graph = recipe::island_like(65, 65);
    graph.nodes.insert("biomes".into(), Arc::new(Node::new("Tiles").with("source", "height")));
    for name in ["height", "biomes"] {
        graph.outputs.push(Output { name: name.into(), from: Link::to(name), sampling: Sampling::Vertices });
    }
    graph
}

#[test]
fn a_flat_preview_has_no_ground() {
    assert!(shown(&graph(), "height", Look { shape: Shape::Flat, ..solid(None) }).ground.is_none());
}

#[test]
fn a_terrain_lies_in_the_colours_of_the_ramp_that_nothing_has_lit_yet() {
    let terrain = shown(&graph(), "height", solid(Some(Mode::Terrain)));
    let ground = terrain.ground.unwrap();
    assert!(Arc::ptr_eq(&ground.heights, &terrain.raster), "the samples of the preview themselves");
    assert!(ground.colored_water && !ground.tiles);
    let ramp = shown(&graph(), "height", Look { shape: Shape::Flat, ..solid(Some(Mode::Ramp)) });
    let flat: Vec<u8> = ramp.picture.image.pixels.iter().flat_map(|p| p.to_array()).collect();
    assert_eq!(ground.colors.rgba, flat);
    let shade = shown(&graph(), "height", solid(Some(Mode::Shade))).ground.unwrap();
    assert!(!shade.colored_water);
    assert!(shade.colors.rgba.chunks(4).all(|c| c == &shade.colors.rgba[..4]), "the shading is the view's own");
}

#[test]
fn the_legend_stands_on_the_picture_and_is_not_painted_on_the_ground() {
    for link in ["height", "biomes"] {
        let plain = solid(None);
        let legend = Look { view: View { legend: true, ..plain.view.clone() }, ..plain.clone() };
        let colors = |look| shown(&graph(), link, look).ground.unwrap().colors.rgba.clone();
        assert!(colors(legend) == colors(plain), "{link}");
    }
}

#[test]
fn tiles_lie_on_the_heights_that_they_are_made_of() {
    let graph = graph();
    let tiles = shown(&graph, "biomes", solid(None));
    let ground = tiles.ground.unwrap();
    assert!(ground.tiles);
    assert_eq!(ground.heights.data, recipe::render(&graph, "height").data);
    let flat: Vec<u8> = tiles.picture.image.pixels.iter().flat_map(|p| p.to_array()).collect();
    assert_eq!(ground.colors.rgba, flat);
}

#[test]
fn angles_are_no_ground() {
    let mut graph = graph();
    graph.nodes.insert("steep".into(), Arc::new(Node::new("Slope").with("source", "height")));
    assert!(shown(&graph, "steep", solid(None)).ground.is_none());
}

#[test]
fn the_exaggeration_is_the_recipes_or_about_that_of_the_hillshade() {
    let look = |exaggeration, chosen| {
        let plain = solid(chosen);
        Look { view: View { exaggeration, ..plain.view.clone() }, ..plain }
    };
    let of = |exaggeration| shown(&graph(), "height", look(exaggeration, None)).ground.unwrap().exaggeration;
    assert_eq!((of(Some(1.0)), of(Some(2.0))), (1.0, 2.0));
    let auto = of(None);
    assert!(auto > 0.3 && auto < 8.0, "{auto}");
    // A plane that rises at 20 degrees is drawn as if it rose at 40.
    let plane = Node::new("LinearGradient");
    let mut tilted = recipe::graph(&[("height", plane)]);
    tilted.world.sea = None;
    tilted.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices });
    let ground = shown(&tilted, "height", look(None, Some(Mode::Terrain))).ground.unwrap();
    let rise = |axis: usize| {
        let at = |t: f64| if axis == 0 { ground.height_at(t, 0.0) } else { ground.height_at(0.0, t) };
        (at(0.02) - at(-0.02)) / 0.04
    };
    let slope = (rise(0) * rise(0) + rise(1) * rise(1)).sqrt();
    assert!((libm::atan(slope).to_degrees() - 40.0).abs() < 0.5, "{slope}");
}

#[test]
fn where_nothing_can_draw_in_3d_every_mode_of_heights_is_lit() {
    let grey =
        |shape| shown(&graph(), "height", Look { shape, ..solid(Some(Mode::Grey)) }).picture.image.pixels.clone();
    let (flat, lit) = (grey(Shape::Flat), grey(Shape::Lit));
    assert_ne!(flat, lit);
    let brighter = flat.iter().zip(&lit).filter(|(a, b)| b.r() > a.r()).count();
    let darker = flat.iter().zip(&lit).filter(|(a, b)| b.r() < a.r()).count();
    assert!(brighter > flat.len() / 50 && darker > flat.len() / 50, "{brighter} {darker}");
    let tiles = |shape| shown(&graph(), "biomes", Look { shape, ..solid(None) }).picture.image.pixels.clone();
    assert_eq!(tiles(Shape::Flat), tiles(Shape::Lit), "tiles know no heights");
}
