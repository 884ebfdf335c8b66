//! Finished parts of a preview that is still being made.

use super::*;
use orograph::gui::worker::{Event, Patch, Setup, Shape, Worker};
use orograph::view::Mode;

/// A recipe of `side` x `side` samples, with a range to be measured or without.
fn noise(side: u32, octaves: u32, normalized: bool) -> Graph {
    let noise = Node::new("Fbm").with("octaves", octaves).with("seed", Value::Seed(5)).with("feature_scale", 900.0);
    let mut graph = recipe::graph(&[("land", noise), ("height", Node::new("Normalize").with("source", "land"))]);
    graph.world.samples = (side, side);
    let from = Link::to(if normalized { "height" } else { "land" });
    graph.outputs.push(Output { name: "height".into(), from, sampling: Sampling::Vertices });
    graph
}

/// What a worker that shows every part tells of a preview: parts that came before the whole, and the hash.
fn told(graph: &Graph, look: Look, place: (f64, f64)) -> (Vec<Patch>, Option<String>) {
    let mut worker = Worker::start(Setup { threads: Some(1), cache: 128 << 20, synchronous: true }, || {});
    worker.show_parts_after(Duration::ZERO);
    worker.look_at(place);
    worker.submit(job(graph, graph.outputs[0].from.clone(), look));
    let (mut patches, mut hash) = (Vec::new(), None);
    for (_, event) in worker.poll(100_000) {
        match event {
            Event::Patch(patch) => {
                assert!(hash.is_none(), "nothing is finer than the whole");
                patches.push(*patch);
            }
            Event::Shown(shown) => hash = shown.hash,
            _ => {}
        }
    }
    (patches, hash)
}

fn look(chosen: Mode) -> Look {
    Look { pixels: 480, chosen: Some(chosen), ..Look::default() }
}

#[test]
fn parts_come_from_the_pointer_outwards_before_the_whole_also_where_a_range_has_to_be_measured() {
    for normalized in [false, true] {
        let graph = noise(401, 4, normalized);
        let (world, grid) = (graph.world, graph.world.grid(Sampling::Vertices));
        let place = (world.extent.0 * 0.8, world.extent.1 * 0.3);
        let (patches, hash) = told(&graph, look(Mode::Terrain), place);
        let fine: Vec<&Patch> = patches.iter().filter(|patch| patch.subject.region.stride == 1).collect();
        assert!(fine.len() > 8, "{} parts of the whole grid", fine.len());
        let off = |patch: &Patch| {
            let region = patch.subject.region;
            let axis = |from: f64, to: f64, at: f64| (from - at).max(at - to).max(0.0);
            let across = axis(grid.x(region.x), grid.x(region.column(region.width - 1)), place.0);
            let down = axis(grid.y(region.y), grid.y(region.row(region.height - 1)), place.1);
            libm::hypot(across, down)
        };
        assert_eq!(off(fine[0]), 0.0, "the first part is the one under the pointer");
        // With a range the whole comes twice: by the coarse picture's range, and as it is.
        let first = fine.iter().skip(1).position(|patch| patch.subject.region == fine[0].subject.region);
        let first = &fine[..first.map_or(fine.len(), |at| at + 1)];
        assert!(first.len() > 8 && first.iter().map(|patch| off(patch)).is_sorted());
        let whole = recipe::render(&graph, &graph.outputs[0].from.node);
        assert_eq!(hash, Some(orograph::deliver::hash(&whole, false)), "parts change no bit of the whole");
    }
}

#[test]
fn what_is_drawn_over_the_whole_comes_in_one_piece() {
    let graph = noise(401, 4, false);
    for (mode, shape) in [(Mode::Arrows, Shape::Flat), (Mode::Contours, Shape::Lit), (Mode::Terrain, Shape::Solid)] {
        let (patches, hash) = told(&graph, Look { shape, ..look(mode) }, (0.0, 0.0));
        assert!(patches.is_empty() && hash.is_some(), "{mode:?} {shape:?}");
    }
}

#[test]
fn contours_grow_part_by_part_into_the_lines_of_the_whole() {
    let graph = noise(401, 4, false);
    let view = orograph::graph::View { exaggeration: Some(2.0), ..Default::default() };
    let look = Look { view, dot: 1, ..look(Mode::Contours) };
    let mut worker = Worker::start(Setup { threads: Some(1), cache: 128 << 20, synchronous: true }, || {});
    worker.show_parts_after(Duration::ZERO);
    worker.submit(job(&graph, graph.outputs[0].from.clone(), look));
    let (mut patches, mut last) = (Vec::new(), None);
    for (_, event) in worker.poll(100_000) {
        match event {
            Event::Patch(patch) if patch.subject.region.stride == 1 => patches.push(patch),
            Event::Shown(shown) => last = Some(shown),
            _ => {}
        }
    }
    assert!(patches.len() > 8, "{} parts", patches.len());
    // Laid where they say, they are what the whole is: all but the labels, which only the whole has.
    let whole = last.unwrap().picture;
    let size = whole.image.size;
    let mut laid = vec![None; size[0] * size[1]];
    for patch in &patches {
        let [width, height] = patch.picture.image.size;
        let pixel = |axis: usize| (patch.lies[axis].0 + 0.5) / 401.0 * size[axis] as f64;
        let (x, y) = (pixel(0), pixel(1));
        assert!((x - x.round()).abs() < 1e-6 && (y - y.round()).abs() < 1e-6, "between pixels: {x} {y}");
        for row in 0..height {
            for column in 0..width {
                let color = patch.picture.image.pixels[row * width + column];
                if color.a() > 0 {
                    laid[(y.round() as usize + row) * size[0] + x.round() as usize + column] = Some(color);
                }
            }
        }
    }
    let missing = laid.iter().filter(|color| color.is_none()).count();
    assert!(missing < laid.len() / 8, "the last part or two come with the whole: {missing} of {}", laid.len());
    let differs = |(a, b): &(&Option<egui::Color32>, &egui::Color32)| a.is_some_and(|a| a != **b);
    let different = laid.iter().zip(&whole.image.pixels).filter(differs).count();
    assert!(different < laid.len() / 40, "{different} of {} pixels are not those of the whole", laid.len());
}

#[test]
fn the_window_lays_parts_over_the_coarse_picture_and_takes_them_away_for_the_whole() {
    let folder = folder();
    let path = saved(&noise(1025, 16, true), folder.path().join("long.ron"));
    let mut window = Window::start(Start { file: Some(path), synchronous: false, ..Start::default() });
    window.app().show_parts_after(Duration::ZERO);
    let until = |window: &mut Window, done: fn(&Window) -> bool| {
        for _ in 0..6000 {
            window.steps(1);
            if done(window) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it takes more than half a minute");
    };
    until(&mut window, |window| window.app().parts() > 3 || window.app().hash().is_some());
    assert!(window.app().hash().is_none(), "parts come first");
    until(&mut window, |window| window.app().hash().is_some());
    assert_eq!(window.app().parts(), 0);
}
