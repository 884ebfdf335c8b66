//! What is computed first: the surroundings of the place that somebody looks at.

use crate::support::recipe::{island_like, plan};
use orograph::raster::{Grid, Region, Sampling};
use orograph::run::{Focus, Options, Part, Runner};
use std::sync::{Arc, Mutex};

/// How far a place lies from the samples of a region, in metres.
fn distance(grid: &Grid, region: &Region, (x, y): (f64, f64)) -> f64 {
    let off = |from: f64, to: f64, at: f64| (from - at).max(at - to).max(0.0);
    let last = (region.column(region.width - 1), region.row(region.height - 1));
    let across = off(grid.x(region.x), grid.x(last.0), x);
    let down = off(grid.y(region.y), grid.y(last.1), y);
    libm::hypot(across, down)
}

/// Parts in the order in which they are finished, and the values; `see` is told of every part.
fn parts(threads: usize, focus: &Arc<Focus>, see: fn(&Focus, usize)) -> (Grid, Vec<Part>, Vec<f32>) {
    let graph = island_like(513, 385);
    let (plan, grid) = (plan(&graph, "height"), graph.world.grid(Sampling::Vertices));
    let found: Arc<Mutex<Vec<Part>>> = Arc::default();
    let (taken, looks) = (Arc::clone(&found), Arc::clone(focus));
    let finished = move |part| {
        let mut taken = taken.lock().unwrap();
        taken.push(part);
        see(&looks, taken.len());
    };
    let options = Options {
        focus: Some(Arc::clone(focus)),
        finished: Some(Arc::new(finished)),
        block: (64, 8),
        ..Options::default()
    };
    let rendered = Runner::new(Some(threads), 0).render(&plan, &grid, grid.region(), &options).unwrap();
    let parts = found.lock().unwrap().clone();
    (grid, parts, rendered.raster.data)
}

#[test]
fn the_first_finished_parts_are_those_nearest_to_where_somebody_looks() {
    for place in [(700.0, 2500.0), (4096.0, 0.0), (2048.0, 1536.0), (-900.0, 400.0)] {
        let focus = Arc::new(Focus::default());
        focus.set(place);
        let (grid, parts, _) = parts(1, &focus, |_, _| {});
        assert!(parts.len() > 12, "{} parts tell no order", parts.len());
        let distances: Vec<f64> = parts.iter().map(|part| distance(&grid, &part.region, place)).collect();
        assert!(distances.is_sorted(), "{place:?}: {distances:?}");
        assert!(distances[0] < distances[parts.len() - 1]);
    }
}

#[test]
fn with_several_threads_what_is_near_is_finished_before_what_is_far() {
    let place = (700.0, 2500.0);
    let focus = Arc::new(Focus::default());
    focus.set(place);
    let (grid, parts, _) = parts(3, &focus, |_, _| {});
    let mean = |parts: &[Part]| {
        parts.iter().map(|part| distance(&grid, &part.region, place)).sum::<f64>() / parts.len() as f64
    };
    let quarter = parts.len() / 4;
    let (first, last) = (mean(&parts[..quarter]), mean(&parts[parts.len() - quarter..]));
    assert!(first * 2.0 < last, "{first} m at first, {last} m at last");
}

#[test]
fn a_look_that_moves_takes_the_rest_of_the_run_along() {
    let (before, after) = ((0.0, 0.0), (4096.0, 3072.0));
    let focus = Arc::new(Focus::default());
    focus.set(before);
    let (grid, parts, _) = parts(1, &focus, |focus, finished| {
        if finished == 3 {
            focus.set((4096.0, 3072.0));
        }
    });
    let off = |part: &Part, place| distance(&grid, &part.region, place);
    assert_eq!(off(&parts[0], before), 0.0);
    assert_eq!(off(&parts[3], after), 0.0, "the next part is the one where the look is now");
}

#[test]
fn parts_are_the_values_and_the_order_changes_no_bit() {
    let focus = Arc::new(Focus::default());
    focus.set((3000.0, 100.0));
    let graph = island_like(513, 385);
    let (plan, grid) = (plan(&graph, "height"), graph.world.grid(Sampling::Vertices));
    let plain = Runner::new(Some(2), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap().raster;
    for threads in [1, 3] {
        let (_, parts, values) = parts(threads, &focus, |_, _| {});
        assert!(values.iter().map(|v| v.to_bits()).eq(plain.data.iter().map(|v| v.to_bits())));
        let mut joined = vec![f32::NAN; values.len()];
        for Part { region, values } in &parts {
            for (j, row) in values.chunks(region.width).enumerate() {
                let start = (region.y as usize + j) * grid.samples.0 as usize + region.x as usize;
                joined[start..start + row.len()].copy_from_slice(row);
            }
        }
        assert!(joined == values, "the parts cover the whole and are its values");
    }
}
