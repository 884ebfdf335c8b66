//! Continuity: no creases in Simplex, no cuts in Cellular, and the creases that fade curves do leave.

use super::largest;
use crate::support::kernel::{Places, Ready, node};

/// Largest difference between neighbours over eight strips each along x, y and the diagonal, 16 cells long.
fn steepest(noise: &Ready<'_>, step: f64) -> f32 {
    let n = (16.0 / step) as usize;
    let line = |i: f64, d: (f64, f64)| {
        let (x0, y0) = (i * 2.3 * (1.0 - d.0), i * 1.9 * (1.0 - d.1) + 0.25 * i * d.0 * d.1);
        let x: Vec<f64> = (0..n).map(|k| x0 + k as f64 * step * d.0).collect();
        let y: Vec<f64> = (0..n).map(|k| y0 + k as f64 * step * d.1).collect();
        let base = orograph::spec::Base::Full { x: &x, y: &y };
        let places = Places { x: vec![0.0], y: vec![0.0] };
        let values = noise.at(&orograph::spec::Domain { width: n, height: 1, base, ..places.domain() });
        largest(values.windows(2).map(|w| w[1] - w[0]))
    };
    let strips = (0..8).flat_map(|i| [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|d| line(f64::from(i), d)));
    strips.fold(0.0, f32::max)
}

#[test]
fn halving_the_step_halves_the_largest_difference() {
    let h = 1.0 / 4096.0;
    for (kind, depth) in
        ["Simplex", "Perlin", "SuperSimplex", "ValueCubic"].into_iter().flat_map(|k| [(k, None), (k, Some(0.3))])
    {
        let setup = node(kind).scale(1.0).seed(3);
        let noise = depth.map_or(setup.clone(), |z| setup.give("depth", z)).ready();
        let ratio = steepest(&noise, h / 2.0) / steepest(&noise, h);
        assert!((0.45..=0.60).contains(&ratio), "{kind} {depth:?}: {ratio}");
    }
    let gustavson = node("Simplex").choice("lattice", "Permutation").scale(1.0).ready();
    let ratio = steepest(&gustavson, h / 2.0) / steepest(&gustavson, h);
    assert!((0.45..=0.60).contains(&ratio), "2D permutation: {ratio}");
}

#[test]
fn simplex_is_no_steeper_on_the_diagonal() {
    let n = 1024;
    let simplex = node("Simplex").scale(64.0).seed(1).ready();
    let values = simplex.on(&Places::new((0.0, 0.0), 1.0, n, n));
    let step = |c: usize, r: usize| (values[r * n + c + 1] - values[r * n + c]).abs();
    let (mut on, mut off) = (0f32, 0f32);
    for r in 0..n - 1 {
        for c in 0..n - 1 {
            let here = if c == r { &mut on } else { &mut off };
            *here = here.max(step(c, r));
        }
    }
    assert!(on <= 1.2 * off, "{on} on the diagonal, {off} elsewhere");
}

#[test]
fn cellular_is_never_steeper_than_a_distance() {
    let n = 768;
    for seed in 1..=5 {
        for (depth, farthest) in [(None, 2f32.sqrt()), (Some(7.0), 3f32.sqrt())] {
            let side = if depth.is_some() { n / 3 } else { n };
            let setup = node("Cellular").scale(32.0).seed(seed);
            let noise = depth.map_or(setup.clone(), |z| setup.give("depth", z)).ready();
            let values = noise.on(&Places::new((-100.0, -50.0), 1.0, side, side));
            let along = values.chunks(side).flat_map(|row| row.windows(2)).map(|w| w[1] - w[0]);
            let down = values.iter().zip(&values[side..]).map(|(a, b)| b - a);
            let steepest = largest(along.chain(down));
            assert!(steepest <= (1.0 / 32.0) / farthest * (1.0 + 1e-4), "seed {seed}, {depth:?}: {steepest}");
        }
    }
}

#[test]
fn cellular_finds_points_two_cells_away() {
    // A sample can be no farther from its nearest point than a neighbour is from its own, plus the way there.
    let (n, step) = (1024, 0.25f32);
    let noise = node("Cellular").scale(1.0).seed(11).ready();
    let values = noise.on(&Places::new((0.0, 0.0), f64::from(step), n, n));
    let inner = (0..values.len()).filter(|i| (8..n - 8).contains(&(i % n)) && (8..n - 8).contains(&(i / n)));
    let far: Vec<usize> = inner.filter(|&i| values[i] * 2f32.sqrt() > 1.0).collect();
    assert!(far.len() > 100, "{} samples lie more than a cell from every point", far.len());
    for i in far {
        for (dx, dy) in (-8..=8i32).flat_map(|dy| (-8..=8i32).map(move |dx| (dx, dy))) {
            let there = values[(i as i32 + dy * n as i32 + dx) as usize];
            let way = step * ((dx * dx + dy * dy) as f32).sqrt() / 2f32.sqrt();
            assert!(values[i] <= there + way + 1e-6, "sample {i} misses what ({dx}, {dy}) sees");
        }
    }
}

#[test]
fn fade_curves_leave_the_creases_that_they_promise() {
    // Jump of the n-th derivative at a lattice line, from one-sided differences on either side.
    let jump = |fade: &'static str, order: usize| {
        let noise = node("Perlin").choice("lattice", "Permutation").choice("fade", fade).scale(1.0).ready();
        let h = if order == 1 { 1e-3 } else { 1e-2 };
        let at = |i: i32| f64::from(noise.here(5.0 + f64::from(i) * h, 3.4));
        let (left, right) = match order {
            1 => ((at(0) - at(-1)) / h, (at(1) - at(0)) / h),
            _ => ((at(0) - 2.0 * at(-1) + at(-2)) / (h * h), (at(2) - 2.0 * at(1) + at(0)) / (h * h)),
        };
        (right - left).abs()
    };
    let slopes = ["Linear", "Cubic", "Quintic"].map(|fade| jump(fade, 1));
    assert!(slopes[0] > 0.1 && slopes[1] < 0.02 && slopes[2] < 0.02, "{slopes:?}");
    let curvatures = ["Cubic", "Quintic"].map(|fade| jump(fade, 2));
    assert!(curvatures[0] > 3.0 * curvatures[1], "{curvatures:?}");
}
