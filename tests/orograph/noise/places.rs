//! A position has one value, whatever block, crop or grid asks for it, and detail is the same everywhere.

use super::{bits, correlation, rms, scaled};
use crate::support::kernel::{Places, Ready, Setup, node};
use orograph::spec::{Base, Domain, Stretched};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Any noise or fractal at some setting.
fn any_noise() -> impl Strategy<Value = Setup<'static>> {
    let kinds = scaled().chain(["White"]).collect::<Vec<_>>();
    let depth = prop_oneof![Just(None), (-1e3..1e3f64).prop_map(Some)];
    (prop::sample::select(kinds), 0.5..500.0f64, any::<u64>(), any::<bool>(), depth).prop_map(
        |(kind, scale, seed, permuted, depth)| {
            let mut setup = node(kind).seed(seed);
            if kind != "White" {
                setup = setup.scale(scale);
            }
            if permuted && setup.has("lattice") {
                setup = setup.choice("lattice", "Permutation");
            }
            match depth {
                Some(z) => setup.give("depth", z),
                None => setup,
            }
        },
    )
}

fn any_places() -> impl Strategy<Value = Places> {
    let origin = prop_oneof![-500.0..500.0f64, -1e7..1e7f64];
    (origin.clone(), origin, 0.01..50.0f64, 1..400usize, 1..9usize)
        .prop_map(|(x, y, step, width, height)| Places::new((x, y), step, width, height))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn grids_scattered_positions_and_zero_displacements_agree_to_the_bit(
        setup in any_noise(), places in any_places(), salt in any::<u64>(),
        period in prop::option::of([9.0..900.0f64, 9.0..900.0f64]),
    ) {
        let noise = setup.ready();
        let grid = Domain { salt, period, ..places.domain() };
        let (x, y) = places.scattered();
        let zero = vec![0.0; x.len()];
        let scattered = Domain { base: Base::Full { x: &x, y: &y }, ..grid };
        let expected = bits(&noise.at(&grid));
        prop_assert_eq!(&expected, &bits(&noise.at(&scattered)));
        prop_assert_eq!(&expected, &bits(&noise.at(&grid.displaced(&zero, &zero))));
        prop_assert_eq!(&expected, &bits(&noise.at(&scattered.displaced(&zero, &zero))));
    }

    #[test]
    fn any_block_gives_the_same_bits_as_its_samples_alone(
        setup in any_noise(), places in any_places(), d in prop::collection::vec(-80.0..80.0f32, 64)
    ) {
        let noise = setup.ready();
        let n = places.domain().len();
        let (dx, dy): (Vec<f32>, Vec<f32>) = (0..n).map(|i| (d[i % 64], d[(i + 17) % 64])).unzip();
        for displaced in [false, true] {
            let whole = places.domain();
            let values = noise.at(&if displaced { whole.displaced(&dx, &dy) } else { whole });
            for i in (0..n).step_by(n / 23 + 1) {
                let (c, r) = (i % whole.width, i / whole.width);
                let alone = Places { x: vec![places.x[c]], y: vec![places.y[r]] };
                let alone = alone.domain();
                let (dx, dy) = (&dx[i..=i], &dy[i..=i]);
                let value = noise.at(&if displaced { alone.displaced(dx, dy) } else { alone });
                prop_assert_eq!(values[i].to_bits(), value[0].to_bits());
            }
        }
    }

    #[test]
    fn a_depth_per_sample_that_is_constant_equals_the_number(setup in any_noise(), places in any_places(), z in -900i16..900) {
        let z = f32::from(z) / 8.0;
        let depths = vec![z; places.domain().len()];
        let number = setup.clone().give("depth", f64::from(z)).ready().on(&places);
        prop_assert_eq!(bits(&number), bits(&setup.samples("depth", &depths).ready().on(&places)));
    }
}

#[test]
fn mirrored_and_repeated_columns_keep_their_values() {
    let straight = Places::new((-40.0, 3.0), 0.7, 300, 5);
    let mut folded = straight.clone();
    folded.x.reverse();
    folded.x[200..].reverse();
    for kind in scaled() {
        let noise = node(kind).scale(9.0).ready();
        let (a, b) = (noise.on(&straight), noise.on(&folded));
        for (r, row) in b.chunks(300).enumerate() {
            for (c, v) in row.iter().enumerate() {
                let from = straight.x.iter().position(|x| *x == folded.x[c]).unwrap();
                assert_eq!(*v, a[r * 300 + from], "{kind}");
            }
        }
    }
}

#[test]
fn every_second_sample_of_a_zoomed_map_is_the_map() {
    for kind in scaled() {
        let map = node(kind).scale(32.0).ready().on(&Places::new((-64.0, 0.0), 1.0, 128, 64));
        let zoomed = node(kind).scale(64.0).ready().on(&Places::new((-128.0, 0.0), 1.0, 256, 128));
        for (r, row) in map.chunks(128).enumerate() {
            assert!(row.iter().enumerate().all(|(c, v)| *v == zoomed[2 * r * 256 + 2 * c]), "{kind}");
        }
    }
}

/// Root mean square of the differences across each column boundary.
fn across_columns(values: &[f32], width: usize) -> Vec<f64> {
    (1..width).map(|c| rms(values.chunks(width).map(|row| f64::from(row[c]) - f64::from(row[c - 1])))).collect()
}

fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|c| values.chunks(width).map(move |row| row[c])).collect()
}

#[test]
fn negative_coordinates_leave_no_trace_of_the_origin() {
    let places = Places::new((-256.0, -256.0), 1.0, 512, 512);
    for kind in scaled() {
        let values = node(kind).scale(16.0).seed(2).ready().on(&places);
        for values in [values.clone(), transposed(&values, 512)] {
            let steps = across_columns(&values, 512);
            // Value noise is steep between lattice points only: compare with columns of the same phase in the cell.
            let same_phase = |i: &usize| kind != "Value" || i % 16 == 255 % 16;
            let alike: Vec<f64> = (0..511).filter(same_phase).map(|i| steps[i]).collect();
            let ratio = steps[255] / (alike.iter().sum::<f64>() / alike.len() as f64);
            let allowed = if kind == "Value" { 0.7..=1.4 } else { 0.75..=1.33 };
            assert!(allowed.contains(&ratio), "{kind}: {ratio} at the axis");
            let halves =
                values.chunks(512).map(|row| (row[..256].to_vec(), row[256..].iter().rev().copied().collect()));
            let (left, right): (Vec<_>, Vec<Vec<f32>>) = halves.unzip();
            assert!(correlation(&left.concat(), &right.concat()) < 0.2, "{kind}");
        }
    }
}

/// Roughness (root mean square of second differences) along x.
fn roughness(values: &[f32], width: usize) -> f64 {
    rms(values
        .chunks(width)
        .flat_map(|row| row.windows(3).map(|w| f64::from(w[0]) - 2.0 * f64::from(w[1]) + f64::from(w[2]))))
}

fn distinct(values: &[f32]) -> usize {
    bits(values).into_iter().collect::<BTreeSet<_>>().len()
}

#[test]
fn detail_far_from_the_origin_is_as_good_as_near_it() {
    for kind in ["Perlin", "Simplex", "Value"] {
        let noise = node(kind).scale(100.0).seed(1).ready();
        // Forty-eight strips of different cells, since one strip of five cells has a roughness of its own.
        let at = |origin: f64| -> Vec<f32> {
            let strip = |i| noise.on(&Places::new((origin + 700.0 * f64::from(i), origin), 1.0, 512, 8));
            (0..48).flat_map(strip).collect()
        };
        let near = at(0.0);
        for origin in [1e5, 1e6, 1e7, 1e9] {
            let far = at(origin);
            let ratio = roughness(&far, 512) / roughness(&near, 512);
            assert!((0.7..=1.4).contains(&ratio), "{kind} at {origin}: {ratio}");
            assert!(distinct(&far) as f64 >= 0.95 * distinct(&near) as f64, "{kind} at {origin}");
        }
    }
}

#[test]
fn stretching_a_domain_is_zooming() {
    let places = Places::new((-64.0, 10.0), 1.0, 100, 9);
    for kind in scaled() {
        let (wide, narrow): (Ready<'_>, Ready<'_>) = (node(kind).scale(64.0).ready(), node(kind).scale(16.0).ready());
        let mut stretched = Stretched::default();
        assert_eq!(wide.at(&stretched.domain(&places.domain(), 4.0, 0)), narrow.on(&places), "{kind}");
    }
}
