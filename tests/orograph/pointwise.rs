//! What the nodes of arithmetic, adjustment, shape, selection and tiles compute, by definition and by bound.

mod curve;

use orograph::nodes;
use orograph::raster::{Grid, Raster, Sampling};
use orograph::spec::*;
use proptest::prelude::*;

const WORLD: (f64, f64) = (4096.0, 4096.0);

/// A node of some kind with its parameters; inputs are given when it is asked for values.
struct Bench {
    spec: &'static NodeSpec,
    values: Vec<Value>,
}

impl Bench {
    fn new(kind: &str) -> Self {
        let spec = nodes::find(kind).unwrap();
        let value = |param: &ParamSpec| match param.default {
            DefaultValue::Number(n) => Value::Number(n.resolve(WORLD)),
            DefaultValue::Count(n) => Value::Count(n),
            DefaultValue::Flag(b) => Value::Flag(b),
            DefaultValue::Seed(s) => Value::Seed(s),
            DefaultValue::Choice(name) => Value::Choice(name),
            DefaultValue::WorldCenter => Value::Point([WORLD.0 / 2.0, WORLD.1 / 2.0]),
            DefaultValue::Off => Value::Off,
            DefaultValue::NoFile => Value::File("".into()),
            DefaultValue::TerrainLevels => Value::Levels(default_levels().into()),
            DefaultValue::Points(points) | DefaultValue::Path(points) => Value::Points(points.into()),
            DefaultValue::TerrainBiomes => Value::Biomes(default_biomes().into()),
        };
        Self { spec, values: spec.params.iter().map(value).collect() }
    }

    fn set(mut self, param: &str, value: Value) -> Self {
        self.values[self.spec.param(param).unwrap().0] = value;
        self
    }

    fn build(&self, bounds: &[Interval]) -> Built {
        let inputs: Vec<_> = bounds.iter().map(|&bound| InputBound { plugged: true, bound, period: None }).collect();
        (self.spec.build)(&BuildArgs { values: &self.values, inputs: &inputs })
    }

    /// Values of the first output for these inputs (each a single number or one per sample), with the bound.
    fn run(&self, inputs: &[&[f32]]) -> (Vec<f32>, Interval) {
        let bounds: Vec<_> = inputs.iter().map(|values| Interval::hull(values)).collect();
        self.run_within(inputs, &bounds, None)
    }

    fn run_within(&self, inputs: &[&[f32]], bounds: &[Interval], m: Option<Measured>) -> (Vec<f32>, Interval) {
        let built = self.build(bounds);
        let len = inputs.iter().map(|values| values.len()).max().unwrap_or(1);
        let port = |values: &&'_ [f32]| (values.len() > 1).then(|| values.to_vec());
        let samples: Vec<_> = inputs.iter().map(port).collect();
        let ports: Vec<_> = inputs
            .iter()
            .zip(&samples)
            .map(|(values, samples)| {
                samples.as_ref().map_or_else(|| Input::Number(f64::from(values[0])), |s| Input::Samples(s))
            })
            .collect();
        let (x, y) = (vec![0.0; len], [0.0]);
        let at = domain(&x, &y);
        let mut outs = vec![vec![f32::NAN; len]; built.bounds.len()];
        let mut slots: Vec<&mut [f32]> = outs.iter_mut().map(|out| &mut out[..]).collect();
        let ins = Inputs { ports: &ports, measured: &[m], spreads: &[] };
        built.kernel.fill(&at, &ins, &mut Outputs::new(&mut slots));
        (outs.swap_remove(0), built.bounds[0])
    }

    /// The first output at one sample.
    fn value(&self, inputs: &[f32]) -> f32 {
        let inputs: Vec<_> = inputs.iter().map(std::slice::from_ref).collect();
        self.run(&inputs).0[0]
    }
}

fn domain<'a>(x: &'a [f64], y: &'a [f64]) -> Domain<'a> {
    Domain {
        width: x.len(),
        height: y.len(),
        base: Base::Separable { x, y },
        displacement: None,
        salt: 0,
        time: 2.5,
        period: None,
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

#[test]
fn sums_products_and_extremes_are_what_they_say() {
    for (kind, expected) in
        [("Add", 1.25), ("Subtract", -0.25), ("Multiply", 0.375), ("Minimum", 0.5), ("Maximum", 0.75)]
    {
        assert_eq!(Bench::new(kind).value(&[0.5, 0.75]), expected, "{kind}");
    }
    assert_eq!(Bench::new("Abs").value(&[-0.3]), 0.3);
}

#[test]
fn results_beyond_the_range_of_f32_stop_at_its_ends() {
    assert_eq!(Bench::new("Add").value(&[f32::MAX, f32::MAX]), f32::MAX);
    assert_eq!(Bench::new("Multiply").value(&[f32::MAX, -2.0]), -f32::MAX);
    assert_eq!(Bench::new("Power").value(&[-1e30, 3.0]), -f32::MAX);
}

#[test]
fn a_ridge_is_1_at_0_and_0_from_1_on() {
    let (out, bound) = Bench::new("Ridge").run(&[&[-3.0, -1.0, -0.25, 0.0, 0.25, 1.0, 3.0]]);
    assert_eq!(out, [0.0, 0.0, 0.75, 1.0, 0.75, 0.0, 0.0]);
    assert_eq!(bound, Interval::UNIT);
}

#[test]
fn invert_mirrors_within_the_bound_of_its_source_and_negates_without_one() {
    let bench = Bench::new("Invert");
    let (out, bound) = bench.run_within(&[&[0.0, 0.25, 1.0]], &[Interval::UNIT], None);
    assert_eq!((out, bound), (vec![1.0, 0.75, 0.0], Interval::UNIT));
    let (out, _) = bench.run_within(&[&[-0.5, 0.0, 2.0]], &[Interval::ALL], None);
    assert_eq!(bits(&out), bits(&[0.5, 0.0, -2.0]));
}

#[test]
fn remap_meets_both_ends_exactly_and_clamps_only_on_request() {
    let remap = || Bench::new("Remap");
    let clamped = || remap().set("clamp", Value::Flag(true));
    assert_eq!(remap().value(&[0.5, -1.0, 1.0, 0.0, 1.0]), 0.75);
    assert_eq!(remap().value(&[2.0, -1.0, 1.0, 0.0, 1.0]), 1.5);
    assert_eq!(clamped().value(&[2.0, -1.0, 1.0, 0.0, 1.0]), 1.0);
    assert_eq!(clamped().value(&[-9.0, -1.0, 1.0, 0.25, 1.0]), 0.25);
    // Backwards, and an empty range.
    assert_eq!(remap().value(&[0.25, 0.0, 1.0, 1.0, 0.0]), 0.75);
    assert_eq!(remap().value(&[0.25, 1.0, 0.0, 0.0, 1.0]), 0.75);
    assert_eq!(remap().value(&[7.0, 0.5, 0.5, 0.3, 0.7]), 0.3);
    for ends in [(-0.5, 0.5, 0.3, 0.7), (-0.1, 0.9, 0.0, 1.0), (0.0, 0.22, 1.0, 0.0), (-0.18, 0.38, 1e6, 1e-3)] {
        let (f0, f1, t0, t1) = ends;
        for bench in [remap(), clamped()] {
            assert_eq!(bench.value(&[f0, f0, f1, t0, t1]), t0, "{ends:?}");
            assert_eq!(bench.value(&[f1, f0, f1, t0, t1]), t1, "{ends:?}");
        }
    }
}

#[test]
fn clamp_keeps_to_its_limits_and_the_upper_one_wins() {
    let (out, bound) = Bench::new("Clamp").run(&[&[-1.0, 0.4, 3.0], &[0.0], &[1.0]]);
    assert_eq!((out, bound), (vec![0.0, 0.4, 1.0], Interval::UNIT));
    assert_eq!(Bench::new("Clamp").value(&[0.5, 0.9, 0.2]), 0.2);
}

#[test]
fn blend_is_exact_where_the_mask_is_0_or_1_and_where_both_fields_agree() {
    let blend = Bench::new("Blend");
    assert_eq!(blend.value(&[0.3, 0.7, 0.0]), 0.3);
    assert_eq!(blend.value(&[0.3, 0.7, 1.0]), 0.7);
    assert_eq!(blend.value(&[2.0, 4.0, 0.25]), 2.5);
    for i in 0..=1000 {
        assert_eq!(blend.value(&[0.1, 0.1, i as f32 / 1000.0]), 0.1);
    }
}

#[test]
fn power_keeps_the_sign_and_gives_0_at_0() {
    let power = Bench::new("Power");
    assert_eq!(power.value(&[-0.5, 2.0]), -0.25);
    assert_eq!(power.value(&[-3.0, 3.0]), -27.0);
    assert_eq!(power.value(&[4.0, 0.5]), 2.0);
    assert_eq!(power.value(&[4.0, -0.5]), 0.5);
    for exponent in [-2.0, -0.5, 0.0, 0.5, 2.0] {
        assert_eq!(power.value(&[0.0, exponent]).to_bits(), 0, "0^{exponent}");
        assert_eq!(power.value(&[-0.0, exponent]).to_bits(), 0, "0^{exponent}");
        assert_eq!(power.value(&[1.0, exponent]), 1.0);
        assert_eq!(power.value(&[-1.0, exponent]), -1.0);
    }
}

#[test]
fn power_agrees_with_the_library_function_to_the_last_bit_of_f32() {
    let power = Bench::new("Power");
    let mut off = 0;
    for i in 1..20_000 {
        let (v, e) = (i as f32 * 3.7e-4, (i % 641) as f32 * 0.1 - 32.0);
        let expected = libm::pow(f64::from(v), f64::from(e)).clamp(0.0, f64::from(f32::MAX)) as f32;
        let found = power.value(&[v, e]);
        let apart = found.to_bits().abs_diff(expected.to_bits());
        assert!(apart <= 1, "{v}^{e} = {found}, expected {expected}");
        off += apart;
    }
    assert!(off <= 2, "{off} results are rounded the other way");
}

#[test]
fn a_value_does_not_depend_on_whether_an_input_is_a_number_or_samples() {
    let values: Vec<f32> = (0..97).map(|i| (i as f32 - 48.0) / 31.0).collect();
    for spec in nodes::all().filter(|spec| spec.pointwise && !spec.inputs.is_empty()) {
        let bench = Bench::new(spec.kind);
        for number in [0.0, 0.3, 1.0] {
            let bounds = vec![Interval::SIGNED; spec.inputs.len()];
            for port in 0..spec.inputs.len() {
                let flat = [number; 97];
                let mut inputs: Vec<&[f32]> = vec![&values; spec.inputs.len()];
                inputs[port] = &flat;
                let samples = bench.run_within(&inputs, &bounds, None).0;
                inputs[port] = &flat[..1];
                let numbers = bench.run_within(&inputs, &bounds, None).0;
                assert_eq!(bits(&samples)[..numbers.len()], bits(&numbers), "{} {}", spec.kind, spec.inputs[port].name);
            }
        }
    }
}

#[test]
fn normalize_gives_exactly_0_and_1_at_the_measured_ends_and_clamps_beyond() {
    let measured = Some(Measured { min: -0.3, max: 0.7 });
    let bench = Bench::new("Normalize");
    let run = |v: &[f32]| bench.run_within(&[v], &[Interval::ALL], measured);
    let (out, bound) = run(&[-0.3, 0.7, 0.2, -5.0, 5.0]);
    assert_eq!((&out[..2], &out[3..]), (&[0.0, 1.0][..], &[0.0, 1.0][..]));
    assert!((out[2] - 0.5).abs() < 1e-6);
    assert_eq!(bound, Interval::UNIT);
    let wide = Some(Measured { min: -f32::MAX, max: f32::MAX });
    let (out, _) = bench.run_within(&[&[-f32::MAX, 0.0, f32::MAX]], &[Interval::ALL], wide);
    assert_eq!(out, [0.0, 0.5, 1.0]);
}

#[test]
fn a_flat_field_normalizes_to_the_middle_or_to_the_pivots_level() {
    let flat = Some(Measured { min: 0.2, max: 0.2 });
    let plain = Bench::new("Normalize");
    assert_eq!(plain.run_within(&[&[0.2]], &[Interval::ALL], flat).0, [0.5]);
    let pivoted = Bench::new("Normalize").set("pivot", Value::Number(0.0)).set("pivot_level", Value::Number(0.25));
    assert_eq!(pivoted.run_within(&[&[0.2]], &[Interval::ALL], flat).0, [0.25]);
}

#[test]
fn a_pivot_lands_on_its_level_and_a_pivot_outside_keeps_its_own_side() {
    let run = |pivot: f64, values: &[f32]| {
        let bench = Bench::new("Normalize").set("pivot", Value::Number(pivot));
        let measured = Some(Measured { min: -0.5, max: 2.0 });
        bench.run_within(&[values], &[Interval::ALL], measured).0
    };
    assert_eq!(run(0.0, &[-0.5, -0.25, 0.0, 1.0, 2.0]), [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(run(-0.5, &[-0.5, 2.0]), [0.5, 1.0]);
    assert_eq!(run(2.0, &[-0.5, 2.0]), [0.0, 0.5]);
    assert_eq!(run(-3.0, &[-0.5, 2.0]), [0.75, 1.0]);
    assert_eq!(run(4.5, &[-0.5, 2.0]), [0.0, 0.25]);
}

#[test]
fn a_value_equal_to_a_bound_belongs_to_the_tile_above_and_every_value_has_a_tile() {
    let levels: Vec<_> = [Some(0.2), Some(0.4), Some(0.6), Some(0.8), None]
        .map(|below| Level { name: "band".into(), below, color: [0; 3], water: false })
        .into();
    let bench = Bench::new("Tiles").set("levels", Value::Levels(levels.into()));
    let up = |v: f32| v.next_up();
    let down = |v: f32| v.next_down();
    let values = [-1.0, 0.0, down(0.2), 0.2, up(0.2), down(0.8), 0.8, down(1.0), 1.0, up(1.0), 1e30, -0.0, -1.1];
    let (out, bound) = bench.run(&[&values]);
    assert_eq!(out, [0.0, 0.0, 0.0, 1.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0, 4.0, 0.0, 0.0]);
    assert_eq!(bound, Interval::new(0.0, 4.0));
}

#[test]
fn tile_lists_of_any_shape_give_a_tile() {
    let level = |below| Level { name: "band".into(), below, color: [0; 3], water: false };
    for (levels, expected) in [
        (vec![], 0.0),
        (vec![level(Some(0.1))], 0.0),
        (vec![level(Some(0.1)), level(Some(0.2))], 1.0),
        // A bound under a lower one takes nothing.
        (vec![level(Some(0.6)), level(Some(0.3)), level(None)], 0.0),
        (vec![level(Some(0.4)), level(Some(0.3)), level(None)], 2.0),
    ] {
        let bench = Bench::new("Tiles").set("levels", Value::Levels(levels.into()));
        assert_eq!(bench.value(&[0.5]), expected);
    }
}

#[test]
fn tile_counts_of_a_ramp_sum_to_its_samples() {
    let values: Vec<f32> = (0..10_000).map(|i| i as f32 / 9_999.0).collect();
    let (out, _) = Bench::new("Tiles").run(&[&values]);
    let mut counts = [0; 7];
    out.iter().for_each(|&tile| counts[tile as usize] += 1);
    assert_eq!(counts.iter().sum::<usize>(), values.len());
    assert_eq!(counts, [2000, 1000, 300, 1400, 1300, 1800, 2200]);
}

fn falloff(bench: &Bench, grid: Grid) -> Raster {
    let x: Vec<_> = (0..i64::from(grid.samples.0)).map(|i| grid.x(i)).collect();
    let y: Vec<_> = (0..i64::from(grid.samples.1)).map(|j| grid.y(j)).collect();
    let mut out = Raster::new(x.len(), y.len());
    let inputs = Inputs { ports: &[Input::Number(0.4)], measured: &[None], spreads: &[] };
    let built = bench.build(&[Interval::point(0.4)]);
    built.kernel.fill(&domain(&x, &y), &inputs, &mut Outputs::new(&mut [&mut out.data]));
    out
}

fn grid(samples: (u32, u32), origin: (f64, f64), extent: (f64, f64), sampling: Sampling) -> Grid {
    Grid { origin, extent, samples, sampling, repeats: false }
}

#[test]
fn a_falloff_mirrors_to_the_bit_and_is_0_at_the_border() {
    for (samples, extent) in
        [((512, 512), (4096.0, 4096.0)), ((513, 513), (1000.0, 1000.0)), ((512, 256), (2048.0, 1024.0))]
    {
        for (sampling, origin) in [(Sampling::Vertices, (0.0, 0.0)), (Sampling::Cells, (-321.5, 77.7))] {
            for (shape, curve) in [("Circle", "Smoothstep"), ("Square", "Linear"), ("Circle", "Dome")] {
                let center = [origin.0 + extent.0 / 2.0, origin.1 + extent.1 / 2.0];
                let bench = Bench::new("RadialFalloff")
                    .set("center", Value::Point(center))
                    .set("radius", Value::Number(shorter_side(0.45).resolve(extent)))
                    .set("shape", Value::Choice(shape))
                    .set("falloff", Value::Choice(curve));
                let mask = falloff(&bench, grid(samples, origin, extent, sampling));
                let (w, h) = (mask.width, mask.height);
                for y in 0..h {
                    for x in 0..w {
                        let v = mask.at(x, y);
                        assert_eq!(v, mask.at(w - 1 - x, y), "{samples:?} {shape} {x},{y}");
                        assert_eq!(v, mask.at(x, h - 1 - y), "{samples:?} {shape} {x},{y}");
                        let border = x == 0 || y == 0 || x == w - 1 || y == h - 1;
                        assert!((0.0..=1.0).contains(&v) && !(border && v != 0.0));
                    }
                }
                assert_eq!(mask.at(w / 2, h / 2), 1.0);
            }
        }
    }
}

#[test]
fn a_falloff_never_rises_outwards_and_shows_no_ring() {
    for curve in ["Linear", "Smoothstep", "Smootherstep", "Dome"] {
        let bench = Bench::new("RadialFalloff").set("falloff", Value::Choice(curve));
        let line = falloff(&bench, grid((513, 1), (0.0, 2048.0), WORLD, Sampling::Vertices));
        let ray = &line.data[256..];
        assert!(ray.windows(2).all(|w| w[0] >= w[1]), "{curve}");
        let slopes: Vec<_> = ray.windows(2).map(|w| w[0] - w[1]).collect();
        let steepest = slopes.iter().copied().fold(0.0, f32::max);
        let kink = slopes.windows(2).map(|w| (w[0] - w[1]).abs()).fold(0.0, f32::max);
        if curve.starts_with("Smooth") {
            assert!(kink < 0.1 * steepest, "{curve}: {kink} of {steepest}");
        }
    }
}

#[test]
fn a_falloff_is_exactly_0_at_its_radius_and_1_on_its_inner_share() {
    let at = |x: f64, inner: f64, radius: f64| {
        let bench = Bench::new("RadialFalloff").set("radius", Value::Number(radius));
        let (x, y, mut out) = ([2048.0 + x], [2048.0], [f32::NAN]);
        let inputs = Inputs { ports: &[Input::Number(inner)], measured: &[None], spreads: &[] };
        let built = bench.build(&[Interval::point(inner as f32)]);
        built.kernel.fill(&domain(&x, &y), &inputs, &mut Outputs::new(&mut [&mut out]));
        out[0]
    };
    assert_eq!(at(1000.0, 0.4, 1000.0), 0.0);
    assert!(at(999.0, 0.4, 1000.0) > 0.0);
    assert_eq!(at(399.0, 0.4, 1000.0), 1.0);
    assert_eq!(at(700.0, 0.4, 1000.0), 0.5);
    // All of the radius stays 1; no radius at all.
    assert_eq!((at(999.0, 1.0, 1000.0), at(1000.0, 1.0, 1000.0)), (1.0, 0.0));
    assert_eq!((at(0.0, 0.4, 0.0), at(0.0, 1.0, 0.0)), (0.0, 0.0));
}

#[test]
fn coordinates_and_time_read_the_domain() {
    let built = Bench::new("Coordinates").build(&[]);
    let (x, y) = ([10.0, 20.0], [-5.0, 7.5]);
    let (dx, dy) = ([0.5; 4], [0.25; 4]);
    let at = domain(&x, &y);
    let (mut east, mut south) = ([0.0; 4], [0.0; 4]);
    let none = Inputs { ports: &[], measured: &[], spreads: &[] };
    built.kernel.fill(&at.displaced(&dx, &dy), &none, &mut Outputs::new(&mut [&mut east, &mut south]));
    assert_eq!(east, [10.5, 20.5, 10.5, 20.5]);
    assert_eq!(south, [-4.75, -4.75, 7.75, 7.75]);
    Bench::new("Time").build(&[]).kernel.fill(&at, &none, &mut Outputs::new(&mut [&mut east]));
    assert_eq!(east, [2.5; 4]);
}

/// Numbers of every size, and those that nodes treat specially.
fn any_number() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => -2.0f32..2.0,
        2 => prop::sample::select(vec![0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 32.0, -32.0]),
        1 => -1e3f32..1e3,
        1 => prop::sample::select(vec![f32::MAX, -f32::MAX, f32::MIN_POSITIVE, -1e-45, 1e30, -1e20]),
    ]
}

/// Values at one port: a single number, or twelve samples.
fn any_input() -> impl Strategy<Value = Vec<f32>> {
    prop_oneof![prop::collection::vec(any_number(), 1..=1), prop::collection::vec(any_number(), 12..=12)]
}

/// Some value of a parameter where it may be any, else its default.
fn any_value(param: &ParamSpec, default: Value, pick: f64) -> Value {
    match param.kind {
        ParamKind::Flag => Value::Flag(pick > 0.5),
        ParamKind::Choice(options) => Value::Choice(options[(pick * options.len() as f64) as usize].name),
        ParamKind::Number if param.hard.is_none() => Value::Number(pick * 4.0 - 2.0),
        _ => default,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_pointwise_node_keeps_to_its_bound_and_stays_finite(
        inputs in prop::collection::vec(any_input(), MOST_INPUTS),
        picks in prop::collection::vec(0.0f64..1.0, 4),
        unbounded in any::<bool>(),
    ) {
        for spec in nodes::all().filter(|spec| spec.pointwise) {
            let mut bench = Bench::new(spec.kind);
            for ((param, value), &pick) in spec.params.iter().zip(&mut bench.values).zip(&picks) {
                *value = any_value(param, value.clone(), pick);
            }
            let mut given = inputs[..spec.inputs.len()].to_vec();
            for (port, values) in spec.inputs.iter().zip(&mut given) {
                if let Some(hard) = port.hard {
                    let (lo, hi) = hard.resolve(WORLD);
                    values.iter_mut().for_each(|v| *v = v.clamp(lo as f32, hi as f32));
                }
            }
            let bound = |(values, port): (&Vec<f32>, &InputSpec)| match unbounded {
                true if values.len() > 1 && port.hard.is_none() => Interval::ALL,
                _ => Interval::hull(values),
            };
            let bounds: Vec<_> = given.iter().zip(spec.inputs).map(bound).collect();
            let refs: Vec<_> = given.iter().map(|values| &values[..]).collect();
            let (out, bound) = bench.run_within(&refs, &bounds, None);
            for (i, v) in out.iter().enumerate() {
                let context = || format!("{} gives {v} at {i} of {refs:?}, bound {bound:?}", spec.kind);
                prop_assert!(v.is_finite(), "{}", context());
                prop_assert!(bound.contains(*v), "{}", context());
            }
        }
    }
}
