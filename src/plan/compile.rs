//! The pass that follows links and makes steps.

use super::adapt::Adapt;
use super::area::{Maps, sources};
use super::range::Ranges;
use super::resolve::Resolver;
use super::{Extremes, Key, KeyBuilder, MapPass, Measure, Note, Plan, PlanError, Slot, Source, Step};
use crate::graph::{Graph, Link, NodeId, quoted};
use crate::raster::Sampling;
use crate::simd::mix;
use crate::spec::{
    Base, BuildArgs, Domain, Extent, Input, InputBound, InputSpec, Inputs, Interval, Measured, NodeSpec, OutputSpec,
    Outputs, Port, Quantity, Value,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Plans the output `target` of `graph` at `time` seconds.
///
/// # Errors
/// When a node that the target reaches is unknown, incomplete, out of range or part of a loop, or when the plan would cost
/// more than [`super::TOO_COSTLY`] generator evaluations per sample.
pub fn compile(graph: &Graph, target: &Link, time: f64) -> Result<Plan, PlanError> {
    let graph = graph.expanded();
    let mut compiler = Compiler::new(&graph, time);
    let wire = compiler.link(target, None)?;
    compiler.finish(target, wire)
}

/// What arrives along a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wire {
    pub source: Source,
    pub bound: Interval,
    pub quantity: Quantity,
    /// After how much the values begin anew.
    pub period: Option<f64>,
}

pub(super) struct Compiler<'g> {
    pub graph: &'g Graph,
    pub time: f64,
    pub steps: Vec<Step>,
    by_key: BTreeMap<Key, usize>,
    /// One wire per output of each node that was met, or why it has none.
    pub done: BTreeMap<NodeId, Result<Arc<[Wire]>, PlanError>>,
    /// Nodes on the way from the target to the current one, to find loops.
    trail: Vec<&'g NodeId>,
    /// The same nodes, to be found quickly.
    on_trail: BTreeSet<&'g NodeId>,
    pub measures: Vec<Measure>,
    /// Plans of range passes that this compiler and those of the passes share.
    pub ranges: Rc<Ranges>,
    pub maps: Vec<MapPass>,
    /// Plans of what whole maps read, shared in the same way.
    pub map_plans: Rc<Maps>,
    pub notes: Vec<Note>,
    pub hints: Vec<Note>,
}

impl<'g> Compiler<'g> {
    pub fn new(graph: &'g Graph, time: f64) -> Self {
        Self {
            graph,
            time,
            steps: Vec::new(),
            by_key: BTreeMap::new(),
            done: BTreeMap::new(),
            trail: Vec::new(),
            on_trail: BTreeSet::new(),
            measures: Vec::new(),
            ranges: Rc::default(),
            maps: Vec::new(),
            map_plans: Rc::default(),
            notes: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// What arrives along `link`, which the port `reader` reads.
    pub fn link(&mut self, link: &Link, reader: Option<(&Resolver<'_>, &str)>) -> Result<Wire, PlanError> {
        let blame = |what: String| match reader {
            Some((resolver, port)) => resolver.error(port, &format!("{port} {what}")),
            None => PlanError { node: None, field: None, message: format!("the output {what}") },
        };
        let Some((id, node)) = self.graph.nodes.get_key_value(&*link.node) else {
            return Err(blame(format!("is plugged into \"{}\", which does not exist", link.node)));
        };
        let wires = self.node(id)?;
        let index = node.spec().and_then(|spec| link.output_index(spec));
        match index.and_then(|i| wires.get(i)) {
            Some(wire) => Ok(*wire),
            None => Err(blame(format!("is plugged into \"{link}\", but that node has no such output"))),
        }
    }

    /// The wires of a node's outputs.
    pub fn node(&mut self, id: &'g NodeId) -> Result<Arc<[Wire]>, PlanError> {
        if let Some(done) = self.done.get(id) {
            return done.clone();
        }
        if self.on_trail.contains(id) {
            return Err(self.loop_at(id));
        }
        // Sources first, with a stack of our own: a chain may be longer than the machine's stack allows.
        let mut waiting = vec![self.enter(id)];
        while let (Some(sources), Some(&id)) = (waiting.last_mut(), self.trail.last()) {
            if let Some(source) = sources.pop() {
                if !self.done.contains_key(source) && !self.on_trail.contains(source) {
                    waiting.push(self.enter(source));
                }
                continue;
            }
            let wires = self.fresh_node(id);
            self.done.insert(Arc::clone(id), wires);
            self.on_trail.remove(id);
            self.trail.pop();
            waiting.pop();
        }
        self.done.get(id).cloned().unwrap_or_else(|| Err(self.loop_at(id)))
    }

    /// Puts a node on the trail and gives what it reads, the last input first.
    fn enter(&mut self, id: &'g NodeId) -> Vec<&'g NodeId> {
        self.trail.push(id);
        self.on_trail.insert(id);
        let (graph, node) = (self.graph, &self.graph.nodes[id]);
        if node.is_alias() {
            let sources = node.links().filter_map(|(_, link)| graph.nodes.get_key_value(&*link.node));
            let sources: Vec<_> = sources.map(|(source, _)| source).collect();
            return sources;
        }
        let Some(spec) = node.spec().filter(|_| node.group.is_none()) else { return Vec::new() };
        let resolver = Resolver { graph, id, node, spec };
        let bypass = spec.bypass.filter(|_| node.muted);
        let read =
            spec.inputs.iter().filter(|i| bypass.is_none_or(|name| i.name == name) && resolver.is_shown(i.shown));
        let sources = read.filter_map(|i| graph.nodes.get_key_value(&*node.link(i.name)?.node));
        sources.map(|(source, _)| source).rev().collect()
    }

    fn loop_at(&self, id: &'g NodeId) -> PlanError {
        let at = self.trail.iter().position(|n| *n == id).unwrap_or_default();
        let names = quoted(&self.trail[at..], ", ");
        let message = format!("the nodes {names} form a loop: unplug one of their wires");
        PlanError { node: Some(Arc::clone(id)), field: None, message }
    }

    fn fresh_node(&mut self, id: &'g NodeId) -> Result<Arc<[Wire]>, PlanError> {
        let node = &self.graph.nodes[id];
        if node.is_alias() {
            return self.alias(id, node);
        }
        if node.group.is_some() {
            let message = format!("node \"{id}\": {}", self.graph.group_trouble(node));
            return Err(PlanError { node: Some(Arc::clone(id)), field: None, message });
        }
        let Some(spec) = node.spec() else {
            let message = match node.is_newer() {
                true => format!(
                    "node \"{id}\" ({}): version {} is newer than this program knows: update it",
                    node.kind, node.version
                ),
                false => format!("node \"{id}\": the kind {} is not known to this program", node.kind),
            };
            return Err(PlanError { node: Some(Arc::clone(id)), field: None, message });
        };
        let resolver = Resolver { graph: self.graph, id, node, spec };
        if node.muted
            && let Some((_, bypass)) = spec.bypass.and_then(|name| spec.input(name))
        {
            let wire = self.input(&resolver, bypass)?;
            let source = if wire.source == Source::Open { Source::Number(0.0) } else { as_slot(wire.source) };
            return Ok(vec![Wire { source, ..wire }; spec.outputs.len()].into());
        }
        let inputs = spec.inputs.iter().map(|i| self.input(&resolver, i)).collect::<Result<Vec<_>, _>>()?;
        let values = spec.params.iter().map(|p| resolver.shown_value(p)).collect::<Result<Vec<_>, _>>()?;
        self.step(&resolver, &inputs, values)
    }

    /// What arrives at one input, converted to the port's unit and clamped to its hard range.
    pub fn input(&mut self, resolver: &Resolver<'g>, input: &'static InputSpec) -> Result<Wire, PlanError> {
        let none = Wire { source: Source::Open, bound: Interval::point(0.0), quantity: input.quantity, period: None };
        if !resolver.is_shown(input.shown) {
            return Ok(none);
        }
        let Some(link) = resolver.node.link(input.name) else {
            return Ok(match resolver.input_number(input)? {
                Some(v) => Wire { source: Source::Number(v), bound: Interval::point(v as f32), ..none },
                None => none,
            });
        };
        let mut wire = self.link(link, Some((resolver, input.name)))?;
        if (wire.quantity == Quantity::Tiles) != (input.quantity == Quantity::Tiles) {
            let what = format!("{} cannot read \"{link}\": tiles connect only to tiles", input.name);
            return Err(resolver.error(input.name, &what));
        }
        if wire.quantity == Quantity::Signed
            && (input.quantity == Quantity::Metres || (input.quantity == Quantity::Unit && input.hard.is_none()))
        {
            wire = self.adapt(wire, Adapt::SIGNED_TO_UNIT, Quantity::Unit, resolver.id);
        }
        if wire.quantity == Quantity::Unit && input.quantity == Quantity::Metres {
            let adapt = Adapt::unit_to_metres(self.graph.world.height);
            wire = self.adapt(wire, adapt, Quantity::Metres, resolver.id);
        }
        let hard = resolver.hard(input);
        if !hard.holds(wire.bound) {
            let message = format!(
                "node \"{}\" ({}): {} clamps \"{link}\" to {} to {}",
                resolver.id, resolver.spec.kind, input.name, hard.lo, hard.hi
            );
            self.notes.push(Note { node: Arc::clone(resolver.id), field: Some(input.name.into()), message });
            wire = self.adapt(wire, Adapt::clamp(hard), wire.quantity, resolver.id);
        }
        Ok(match (input.port, wire.source) {
            (Port::Field, Source::Slot(slot)) => Wire { source: Source::Field(slot), ..wire },
            (Port::Area, Source::Slot(slot)) => Wire { source: Source::Area(slot), ..wire },
            (Port::Field | Port::Area, Source::Number(v)) => {
                let key = KeyBuilder::new("flat").number(v).finish();
                let kernel = Arc::new(Adapt::flat(v));
                let step = self.merged(key, resolver.id, || Step::new(kernel, 1, Vec::new(), key));
                let slot = Slot { step, output: 0 };
                let area = input.port == Port::Area;
                Wire { source: if area { Source::Area(slot) } else { Source::Field(slot) }, ..wire }
            }
            _ => wire,
        })
    }

    fn adapt(&mut self, wire: Wire, adapt: Adapt, quantity: Quantity, reader: &NodeId) -> Wire {
        let bound = adapt.bound(wire.bound);
        let source = match wire.source {
            Source::Slot(slot) | Source::Field(slot) | Source::Area(slot) | Source::Map(slot) => {
                let key = adapt.key(self.steps[slot.step].key, slot.output);
                let make = || Step::new(Arc::new(adapt), 1, vec![Source::Slot(slot)], key);
                let step = self.merged(key, reader, make);
                Source::Slot(Slot { step, output: 0 })
            }
            Source::Number(v) => Source::Number(f64::from(adapt.apply(v as f32))),
            Source::Open => Source::Open,
        };
        Wire { source, bound, quantity, period: None }
    }

    /// The step with `key`, made if there is none yet. `node` is noted as one that it serves.
    fn merged(&mut self, key: Key, node: &NodeId, make: impl FnOnce() -> Step) -> usize {
        let next = self.steps.len();
        let index = *self.by_key.entry(key).or_insert(next);
        if index == next {
            self.steps.push(make());
        }
        if !self.steps[index].nodes.contains(node) {
            self.steps[index].nodes.push(Arc::clone(node));
        }
        index
    }

    fn step(&mut self, r: &Resolver<'g>, inputs: &[Wire], mut values: Vec<Value>) -> Result<Arc<[Wire]>, PlanError> {
        for value in &mut values {
            if let Value::Seed(seed) = value {
                *value = Value::Seed(mix(self.graph.seed, *seed));
            }
        }
        self.read_files(r, &mut values)?;
        let bounds =
            inputs.iter().map(|w| InputBound { plugged: w.source != Source::Open, bound: w.bound, period: w.period });
        let bounds: Vec<InputBound> = bounds.collect();
        let measured = self.extremes(r, inputs)?;
        let built = (r.spec.build)(&BuildArgs { values: &values, inputs: &bounds });
        let wires = |source: &dyn Fn(usize) -> Source| -> Arc<[Wire]> {
            let outputs = r.spec.outputs.iter().zip(&built.bounds).enumerate();
            outputs
                .map(|(i, (o, &bound))| {
                    let quantity = meaning(r.spec, o, inputs);
                    Wire { source: source(i), bound, quantity, period: built.period }
                })
                .collect()
        };
        if let Some(numbers) = fold(r.spec, inputs, &measured, &*built.kernel, self.time) {
            if let Some(remark) = built.kernel.remark(&known(&measured)) {
                let message = format!("node \"{}\" ({}): {remark}", r.id, r.spec.kind);
                self.notes.push(Note { node: Arc::clone(r.id), field: None, message });
            }
            let mut wires = wires(&|i| Source::Number(numbers[i])).to_vec();
            wires.iter_mut().zip(&numbers).for_each(|(w, &v)| w.bound = Interval::point(v as f32));
            return Ok(wires.into());
        }
        let extent = self.extent(r, &*built.kernel)?;
        self.remark(r, inputs, &*built.kernel)?;
        let key = self.step_key(r.spec, inputs, &values, &bounds, &measured);
        self.map(r, key, &built.kernel, extent)?;
        let kernel = Arc::clone(&built.kernel);
        let make = || Step::new(kernel, r.spec.outputs.len(), sources(inputs, extent), key);
        let step = self.merged(key, r.id, || Step { measured, whole: extent != Extent::Pages, ..make() });
        Ok(wires(&|output| Source::Slot(Slot { step, output })))
    }

    fn step_key(
        &self,
        spec: &NodeSpec,
        inputs: &[Wire],
        values: &[Value],
        bounds: &[InputBound],
        measured: &[Option<Extremes>],
    ) -> Key {
        let mut key = KeyBuilder::new(spec.kind).whole(u64::from(spec.version));
        key = values.iter().fold(key, |key, value| key.value(value));
        if let Some([x, y]) = self.graph.world.grid(Sampling::Vertices).period() {
            key = key.text("repeat").number(x).number(y);
        }
        for ((wire, bound), measured) in inputs.iter().zip(bounds).zip(measured) {
            key = match wire.source {
                Source::Open => key.whole(0),
                Source::Number(v) => key.whole(1).number(v),
                Source::Slot(s) => key.whole(2).key(self.steps[s.step].key).whole(s.output as u64),
                Source::Field(s) => key.whole(3).key(self.steps[s.step].key).whole(s.output as u64),
                Source::Area(s) | Source::Map(s) => {
                    let grid = self.graph.world.grid(Sampling::Vertices);
                    key.whole(4).key(self.steps[s.step].key).whole(s.output as u64).grid(&grid)
                }
            };
            // Kernels may depend on the bound of an input, which conversions can make differ for the same source.
            key = key.number(f64::from(bound.bound.lo)).number(f64::from(bound.bound.hi));
            if let Some(period) = bound.period {
                key = key.text("loop").number(period);
            }
            if let Some(Extremes::Pass(pass)) = measured {
                key = key.key(self.measures[*pass].key);
            }
        }
        key.finish()
    }
}

/// What an output's values mean: some nodes give the same sort of thing as they get.
fn meaning(spec: &NodeSpec, output: &OutputSpec, inputs: &[Wire]) -> Quantity {
    let source = spec.bypass.and_then(|name| spec.input(name)).map(|(i, _)| inputs[i].quantity);
    source.filter(|_| output.inherits).unwrap_or(output.quantity)
}

pub(super) fn as_slot(source: Source) -> Source {
    match source {
        Source::Field(slot) | Source::Area(slot) | Source::Map(slot) => Source::Slot(slot),
        other => other,
    }
}

fn known(measured: &[Option<Extremes>]) -> Vec<Option<Measured>> {
    let known = |e: &Option<Extremes>| match e {
        Some(Extremes::Known(m)) => Some(*m),
        _ => None,
    };
    measured.iter().map(known).collect()
}

/// The outputs of a pointwise node whose inputs are all numbers.
fn fold(
    spec: &NodeSpec,
    inputs: &[Wire],
    measured: &[Option<Extremes>],
    kernel: &dyn crate::spec::Kernel,
    time: f64,
) -> Option<Vec<f64>> {
    let ports: Option<Vec<Input<'_>>> = inputs
        .iter()
        .map(|w| match w.source {
            Source::Open => Some(Input::Open),
            Source::Number(v) => Some(Input::Number(v)),
            Source::Slot(_) | Source::Field(_) | Source::Area(_) | Source::Map(_) => None,
        })
        .collect();
    let ports = ports.filter(|_| spec.pointwise)?;
    let base = Base::Separable { x: &[0.0], y: &[0.0] };
    let at = Domain { width: 1, height: 1, base, displacement: None, salt: 0, time, period: None };
    let mut values = vec![[0.0f32; 1]; spec.outputs.len()];
    let mut slots: Vec<&mut [f32]> = values.iter_mut().map(|v| &mut v[..]).collect();
    kernel.fill(
        &at,
        &Inputs { ports: &ports, measured: &known(measured), spreads: &[] },
        &mut Outputs::new(&mut slots),
    );
    Some(values.iter().map(|v| f64::from(v[0])).collect())
}
