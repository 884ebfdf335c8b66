//! Kernels built straight from a kind and its values, without a graph.

use orograph::nodes;
use orograph::spec::*;
use std::sync::Arc;

/// Sides of the world that symbolic defaults are resolved for.
pub const WORLD: (f64, f64) = (4096.0, 4096.0);

/// A node of some kind whose values and ports are being set.
#[derive(Clone)]
pub struct Setup<'a> {
    spec: &'static NodeSpec,
    values: Vec<Value>,
    ports: Vec<Input<'a>>,
    bounds: Vec<InputBound>,
}

/// The node `kind` with its defaults and every optional input open.
pub fn node<'a>(kind: &str) -> Setup<'a> {
    let spec = nodes::find(kind).unwrap();
    let open = |input: &InputSpec| match input.open {
        Open::Number(n) => Input::Number(n.resolve(WORLD)),
        Open::Required | Open::Optional => Input::Open,
    };
    let ports: Vec<_> = spec.inputs.iter().map(open).collect();
    let bound = |port: &Input<'_>| match port {
        Input::Number(v) => InputBound { plugged: true, bound: Interval::point(*v as f32), period: None },
        _ => InputBound { plugged: false, bound: Interval::ALL, period: None },
    };
    let bounds = ports.iter().map(bound).collect();
    Setup { spec, values: spec.params.iter().map(default).collect(), ports, bounds }
}

fn default(param: &ParamSpec) -> Value {
    match param.default {
        DefaultValue::Number(n) => Value::Number(n.resolve(WORLD)),
        DefaultValue::Count(n) => Value::Count(n),
        DefaultValue::Flag(b) => Value::Flag(b),
        DefaultValue::Seed(s) => Value::Seed(s),
        DefaultValue::Choice(name) => Value::Choice(name),
        DefaultValue::WorldCenter => Value::Point([WORLD.0 / 2.0, WORLD.1 / 2.0]),
        DefaultValue::Off => Value::Off,
        DefaultValue::NoFile => Value::File("".into()),
        DefaultValue::TerrainLevels => Value::Levels(default_levels().into()),
        DefaultValue::Points(points) => Value::Points(points.into()),
        DefaultValue::Path(shares) => Value::Points(shares.iter().map(|[x, y]| [x * WORLD.0, y * WORLD.1]).collect()),
        DefaultValue::TerrainBiomes => Value::Biomes(default_biomes().into()),
    }
}

impl std::fmt::Debug for Setup<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let depth = self.spec.input("depth").map(|(i, _)| match self.ports[i] {
            Input::Number(z) => format!("{z}"),
            Input::Samples(_) => "plugged".into(),
            Input::Open | Input::Field(_) | Input::Area(_) => "open".into(),
        });
        write!(f, "{} {:?} depth {depth:?}", self.spec.kind, self.values)
    }
}

impl<'a> Setup<'a> {
    pub fn set(mut self, param: &str, value: Value) -> Self {
        self.values[self.spec.param(param).unwrap().0] = value;
        self
    }

    pub fn number(self, param: &str, v: f64) -> Self {
        self.set(param, Value::Number(v))
    }

    pub fn count(self, param: &str, n: u32) -> Self {
        self.set(param, Value::Count(n))
    }

    pub fn choice(self, param: &str, name: &'static str) -> Self {
        self.set(param, Value::Choice(name))
    }

    /// Whether the kind has that parameter.
    pub fn has(&self, param: &str) -> bool {
        self.spec.param(param).is_some()
    }

    /// A feature scale in metres.
    pub fn scale(self, metres: f64) -> Self {
        self.number("feature_scale", metres)
    }

    /// A mixed seed.
    pub fn seed(self, seed: u64) -> Self {
        self.set("seed", Value::Seed(seed))
    }

    pub fn plug(mut self, input: &str, with: Input<'a>, bound: Interval) -> Self {
        let index = self.spec.input(input).unwrap().0;
        self.ports[index] = with;
        self.bounds[index] = InputBound { plugged: true, bound, period: None };
        self
    }

    /// A number at an `In` port.
    pub fn give(self, input: &str, v: f64) -> Self {
        self.plug(input, Input::Number(v), Interval::point(v as f32))
    }

    /// A number at an `In` port that begins anew after `period`.
    pub fn looped(mut self, input: &str, v: f64, period: f64) -> Self {
        self = self.give(input, v);
        self.bounds[self.spec.input(input).unwrap().0].period = Some(period);
        self
    }

    pub fn samples(self, input: &str, samples: &'a [f32]) -> Self {
        self.plug(input, Input::Samples(samples), Interval::hull(samples))
    }

    pub fn source(self, source: &'a Ready<'_>) -> Self {
        let bound = source.bound;
        self.plug("source", Input::Field(source), bound)
    }

    pub fn ready(self) -> Ready<'a> {
        let Built { kernel, bounds, .. } = (self.spec.build)(&BuildArgs { values: &self.values, inputs: &self.bounds });
        Ready { kernel, bound: bounds[0], others: bounds.len() - 1, ports: self.ports }
    }
}

/// A kernel with what is plugged into it.
pub struct Ready<'a> {
    kernel: Arc<dyn Kernel>,
    pub bound: Interval,
    /// Outputs beyond the first.
    others: usize,
    ports: Vec<Input<'a>>,
}

impl Ready<'_> {
    /// Values of the first output at the positions `at`.
    pub fn at(&self, at: &Domain<'_>) -> Vec<f32> {
        let mut out = vec![f32::NAN; at.len()];
        self.sample(at, &mut out);
        out
    }

    /// Values on a grid.
    pub fn on(&self, places: &Places) -> Vec<f32> {
        self.at(&places.domain())
    }

    /// The value at one position.
    pub fn here(&self, x: f64, y: f64) -> f32 {
        self.on(&Places { x: vec![x], y: vec![y] })[0]
    }
}

impl Field for Ready<'_> {
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
        let measured = vec![None; self.ports.len()];
        let inputs = Inputs { ports: &self.ports, measured: &measured, spreads: &[] };
        let mut others = vec![vec![f32::NAN; out.len()]; self.others];
        let mut slots: Vec<&mut [f32]> = vec![out];
        slots.extend(others.iter_mut().map(|other| &mut other[..]));
        self.kernel.fill(at, &inputs, &mut Outputs::new(&mut slots));
    }
}

/// Columns and rows of a grid, in metres.
#[derive(Clone, Debug)]
pub struct Places {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
}

impl Places {
    /// `width` x `height` positions `step` metres apart, the first at (`x`, `y`).
    pub fn new((x, y): (f64, f64), step: f64, width: usize, height: usize) -> Self {
        let line = |from: f64, n: usize| (0..n).map(|i| from + i as f64 * step).collect();
        Self { x: line(x, width), y: line(y, height) }
    }

    pub fn domain(&self) -> Domain<'_> {
        let base = Base::Separable { x: &self.x, y: &self.y };
        Domain { width: self.x.len(), height: self.y.len(), base, displacement: None, salt: 0, time: 0.0, period: None }
    }

    /// The same positions, one pair per sample.
    pub fn scattered(&self) -> (Vec<f64>, Vec<f64>) {
        self.y.iter().flat_map(|&y| self.x.iter().map(move |&x| (x, y))).unzip()
    }
}
