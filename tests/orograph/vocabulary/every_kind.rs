//! What holds for every kind of node in the catalogue, at random settings: finite values, bounds that hold and are used, the
//! same bits on every level of vector instructions, in every block, and on grids as at scattered positions.

use crate::noise::bits;
use crate::noise::levels::on_each_level;
use crate::support::kernel::{Places, Ready, Setup, WORLD, node};
use orograph::nodes;
use orograph::simd::mix;
use orograph::spec::*;

/// Every kind that computes its values sample by sample. Filters, and what reads files, have tests of their own.
fn kinds() -> impl Iterator<Item = &'static NodeSpec> {
    nodes::all().filter(|spec| {
        let file = spec.params.iter().any(|param| param.kind == ParamKind::File);
        !file && spec.inputs.iter().all(|input| input.port != Port::Area)
    })
}

/// Random numbers of a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = mix(self.0, 1);
        (self.0 >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// Mostly within the slider's extent, sometimes at an end of what is allowed.
    fn number(&mut self, soft: Option<Span>, hard: Option<Span>) -> f64 {
        let of = |span: Span| span.resolve(WORLD);
        let within = soft.or(hard).map_or((-2.0, 2.0), of);
        let ends = hard.map_or((-2.0, 2.0), of);
        match self.roll() {
            ..0.05 => ends.0,
            0.05..0.1 => ends.1,
            r => within.0 + (within.1 - within.0) * (r - 0.1) / 0.9,
        }
    }

    fn value(&mut self, param: &ParamSpec) -> Option<Value> {
        Some(match param.kind {
            ParamKind::Number | ParamKind::Metres | ParamKind::Degrees => {
                Value::Number(self.number(param.soft, param.hard))
            }
            ParamKind::Count => {
                let (lo, hi) = param.soft.or(param.hard)?.resolve(WORLD);
                Value::Count((lo + self.roll() * (hi - lo)).round() as u32)
            }
            ParamKind::Flag => Value::Flag(self.roll() < 0.5),
            ParamKind::Seed => Value::Seed(self.0),
            ParamKind::Choice(options) => Value::Choice(options[(self.roll() * options.len() as f64) as usize].name),
            ParamKind::Point => Value::Point([self.roll() * 5000.0 - 500.0, self.roll() * 5000.0 - 500.0]),
            ParamKind::Optional if self.roll() < 0.5 => Value::Number(self.number(param.soft, param.hard)),
            _ => return None,
        })
    }
}

/// Samples for an input: as far as its limits or those of noises reach.
fn samples(dice: &mut Dice, input: &InputSpec, len: usize) -> Vec<f32> {
    let (lo, hi) = match input.quantity {
        Quantity::Unit => (0.0, 1.0),
        _ => (-1.0, 1.0),
    };
    let (lo, hi) = input.hard.map_or((lo, hi), |span| {
        let hard = span.resolve(WORLD);
        (hard.0.max(-2.0), hard.1.min(2.0))
    });
    let mut ramp = |i: usize| match i % 3 {
        0 => lo + (hi - lo) * (i as f64 / len as f64),
        _ => lo + (hi - lo) * dice.roll(),
    };
    let mut values: Vec<f32> = (0..len).map(|i| ramp(i) as f32).collect();
    if let [first, .., last] = &mut values[..] {
        (*first, *last) = (lo as f32, hi as f32);
    }
    values
}

/// A node of some kind at random settings, with something at every required input.
fn random<'a>(spec: &'static NodeSpec, dice: &mut Dice, source: &'a Ready<'_>, store: &'a [Vec<f32>]) -> Setup<'a> {
    let mut setup = node(spec.kind);
    for param in spec.params {
        if let Some(value) = dice.value(param) {
            setup = setup.set(param.name, value);
        }
    }
    for (input, samples) in spec.inputs.iter().zip(store) {
        let required = input.open == Open::Required;
        setup = match input.port {
            Port::Field if required => setup.plug(input.name, Input::Field(source), source.bound),
            Port::Field => setup,
            _ if required || dice.roll() < 0.25 => setup.samples(input.name, samples),
            _ if input.open == Open::Optional => setup,
            _ => setup.give(input.name, dice.number(input.soft, input.hard)),
        };
    }
    setup
}

fn stored(spec: &NodeSpec, dice: &mut Dice, len: usize) -> Vec<Vec<f32>> {
    spec.inputs.iter().map(|input| samples(dice, input, len)).collect()
}

/// Near the world, fine or coarse, sometimes far off.
fn places(dice: &mut Dice) -> Places {
    let origin = match dice.roll() {
        ..0.7 => 0.0,
        0.7..0.9 => 1e7,
        _ => -1e12,
    };
    let step = [0.1, 1.0, 7.3, 41.0][(dice.roll() * 4.0) as usize];
    let width = 1 + (dice.roll() * 140.0) as usize;
    Places::new(
        (origin + dice.roll() * 500.0, origin - dice.roll() * 900.0),
        step,
        width,
        1 + (dice.roll() * 9.0) as usize,
    )
}

/// How many random settings of each kind are tried; `OROGRAPH_ROUNDS=1500` makes that a million samples of each.
fn rounds() -> u64 {
    std::env::var("OROGRAPH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(24)
}

#[test]
fn values_are_finite_and_within_the_bound_at_every_setting() {
    let source = node("White").ready();
    for spec in kinds() {
        for round in 0..rounds() {
            let mut dice = Dice(mix(round, 7));
            let mut places = places(&mut dice);
            if round % 5 == 0 {
                places.x.extend([1e19, -1e30, f64::MAX, f64::MIN, -0.0, 1e-310]);
                places.y.extend([1e300, f64::MIN]);
            }
            let len = places.domain().len();
            let store = stored(spec, &mut dice, len);
            let setup = random(spec, &mut dice, &source, &store);
            let ready = setup.clone().ready();
            let far: Vec<f32> = (0..len).map(|i| [3.0, -1e20, f32::MAX, -f32::MAX, 0.25][i % 5]).collect();
            for values in [ready.on(&places), ready.at(&places.domain().displaced(&far, &far))] {
                for v in values {
                    assert!(v.is_finite() && ready.bound.contains(v), "{v} outside {:?}: {setup:?}", ready.bound);
                }
            }
        }
    }
}

#[test]
fn every_level_every_block_and_every_form_of_positions_gives_the_same_bits() {
    let source = node("Perlin").scale(300.0).ready();
    for spec in kinds() {
        for round in 0..rounds() {
            let mut dice = Dice(mix(round, 11));
            let places = places(&mut dice);
            let len = places.domain().len();
            let store = stored(spec, &mut dice, len);
            let setup = random(spec, &mut dice, &source, &store);
            let ready = setup.clone().ready();
            let by: Vec<f32> = (0..len).map(|i| (i * 37 % 101) as f32 - 50.0).collect();
            let (x, y) = places.scattered();
            let zero = vec![0.0; len];
            // Every third world repeats.
            let period = (round % 3 == 0).then(|| [100.0 + dice.roll() * 900.0, 100.0 + dice.roll() * 900.0]);
            let grid = Domain { salt: round, period, ..places.domain() };
            let scattered = Domain { base: Base::Full { x: &x, y: &y }, ..grid };
            let still = bits(&ready.at(&grid));
            let moved = bits(&ready.at(&grid.displaced(&by, &by)));
            for (level, (a, b)) in
                on_each_level(|| (bits(&ready.at(&grid)), bits(&ready.at(&scattered.displaced(&by, &by)))))
            {
                assert_eq!(a, still, "on {level:?}: {setup:?}");
                assert_eq!(b, moved, "displaced, on {level:?}: {setup:?}");
            }
            assert_eq!(bits(&ready.at(&scattered)), still, "scattered: {setup:?}");
            assert_eq!(bits(&ready.at(&grid.displaced(&zero, &zero))), still, "displaced by nothing: {setup:?}");
            if spec.inputs.iter().all(|input| input.port == Port::Field) {
                for i in (0..len).step_by(len / 7 + 1) {
                    let (c, r) = (i % grid.width, i / grid.width);
                    let alone = Places { x: vec![places.x[c]], y: vec![places.y[r]] };
                    let alone = ready.at(&Domain { salt: round, period, ..alone.domain() });
                    assert_eq!(alone[0].to_bits(), still[i], "alone: {setup:?}");
                }
            }
        }
    }
}

#[test]
fn most_of_every_bound_is_used_by_some_setting() {
    let source = node("White").ready();
    let places = Places::new((0.0, 0.0), 82.0, 50, 50);
    // What is stretched by measured extremes uses all of them, which no graph has measured here.
    let measures = |spec: &NodeSpec| spec.inputs.iter().any(|i| matches!(i.port, Port::Range | Port::Spread));
    for spec in kinds().filter(|spec| !measures(spec)) {
        let mut best: f32 = 0.0;
        for round in 0..60 {
            let mut dice = Dice(mix(round, 3));
            let store = stored(spec, &mut dice, 2_500);
            // First at its defaults, since random settings may be dull.
            let mut setup = random(spec, &mut dice, &source, &store);
            if round < 2 {
                setup = node(spec.kind);
                for (input, samples) in spec.inputs.iter().zip(&store).filter(|(i, _)| i.open == Open::Required) {
                    setup = match input.port {
                        Port::Field => setup.plug(input.name, Input::Field(&source), source.bound),
                        _ => setup.samples(input.name, samples),
                    };
                }
            }
            let ready = setup.ready();
            if !ready.bound.is_bounded() || ready.bound.span() == 0.0 {
                best = best.max(if ready.bound.is_bounded() { 0.0 } else { 1.0 });
                continue;
            }
            let values = ready.on(&places);
            let (lo, hi) = values.iter().fold((f32::MAX, f32::MIN), |(lo, hi), &v| (lo.min(v), hi.max(v)));
            best = best.max((hi - lo) / ready.bound.span());
            if best >= 0.6 {
                break;
            }
        }
        assert!(best >= 0.6 || spec.kind == "Constant", "{} uses {best} of its bound at best", spec.kind);
    }
}
