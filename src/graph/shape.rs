//! Ports of groups as declarations, so that file, checks, wires, inspector and canvas treat an instance as any other node.
//!
//! Declarations are `&'static`. Those of groups are made once for each set of ports that occurs while the program runs and
//! are never freed: some hundred bytes each.

use super::Graph;
use super::group::{GROUP, Group, GroupInput, INPUT};
use crate::spec::{
    Category, DefaultValue, InputSpec, NodeSpec, Number, Open, OutputSpec, ParamKind, ParamSpec, Port, Quantity, Shown,
    Span,
};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The declaration of an instance or of an input of a group. Equal ports have the same one.
#[derive(Clone, Copy)]
pub struct Shape(&'static NodeSpec);

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Shape({})", self.0.title)
    }
}

/// Everything that a declaration says of a group, in comparable form.
#[derive(Debug)]
struct Ports<'a> {
    kind: &'static str,
    title: &'a str,
    about: &'a str,
    inputs: &'a [GroupInput],
    outputs: Vec<(&'a str, Quantity)>,
}

/// Declarations by what they say.
static KNOWN: Mutex<BTreeMap<String, &'static NodeSpec>> = Mutex::new(BTreeMap::new());

impl Shape {
    /// The ports of a group of that name.
    pub(super) fn of_group(name: &str, group: &Group, graph: &Graph) -> Self {
        let outputs = group.outputs.iter().map(|o| (o.name.as_str(), graph.quantity_in(group, &o.from))).collect();
        Self::of(&Ports { kind: GROUP, title: name, about: &group.about, inputs: &group.inputs, outputs })
    }

    /// The one output of an input, as the nodes of its group see it.
    pub(super) fn of_input(input: &GroupInput) -> Self {
        let outputs = vec![("value", input.quantity)];
        Self::of(&Ports {
            kind: INPUT,
            title: &input.name,
            about: &input.about,
            inputs: std::slice::from_ref(input),
            outputs,
        })
    }

    /// The declaration.
    pub fn spec(self) -> &'static NodeSpec {
        self.0
    }

    fn of(ports: &Ports<'_>) -> Self {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Self(known.entry(format!("{ports:?}")).or_insert_with(|| Box::leak(Box::new(declared(ports)))))
    }
}

fn declared(ports: &Ports<'_>) -> NodeSpec {
    let is_group = ports.kind == GROUP;
    let inputs: Vec<InputSpec> = ports.inputs.iter().filter(|_| is_group).map(input).collect();
    let outputs: Vec<OutputSpec> = ports
        .outputs
        .iter()
        .map(|(name, quantity)| OutputSpec { name: leaked(name), quantity: *quantity, inherits: false })
        .collect();
    let tiles = |quantity: Quantity| quantity == Quantity::Tiles;
    let passes = |input: &&InputSpec| ports.outputs.iter().all(|(_, q)| tiles(*q) == tiles(input.quantity));
    let bypass = inputs.first().filter(passes).map(|input| input.name);
    let params = match (is_group, ports.inputs) {
        (true, _) => vec![seed()],
        (false, [input]) if !tiles(input.quantity) => vec![stand_in(input)],
        _ => Vec::new(),
    };
    let doc = match (ports.about, is_group) {
        ("", true) => "A group of nodes.",
        ("", false) => "An input of the group.",
        (about, _) => about,
    };
    NodeSpec {
        kind: ports.kind,
        title: leaked(ports.title),
        category: Category::Group,
        keywords: &[],
        doc: leaked(doc),
        version: 1,
        older: &[],
        pointwise: false,
        inputs: inputs.leak(),
        params: params.leak(),
        outputs: outputs.leak(),
        bypass,
        face: &[],
        // The planner puts a group's nodes in the place of an instance and never builds a kernel of it.
        build: crate::nodes::constant().build,
    }
}

fn input(input: &GroupInput) -> InputSpec {
    InputSpec {
        name: leaked(&input.name),
        doc: leaked(if input.about.is_empty() { "An input of the group." } else { &input.about }),
        port: Port::In,
        quantity: input.quantity,
        open: match (input.default, input.optional) {
            (Some(v), _) => Open::Number(Number::Fixed(v)),
            (None, true) => Open::Optional,
            (None, false) => Open::Required,
        },
        soft: input.range.map(|(lo, hi)| Span { lo: Number::Fixed(lo), hi: Number::Fixed(hi) }),
        hard: None,
        shown: Shown::Always,
    }
}

fn seed() -> ParamSpec {
    ParamSpec {
        name: "seed",
        doc: "Mixed into the seeds of the group's nodes; 0 leaves them as they are.",
        kind: ParamKind::Seed,
        default: DefaultValue::Seed(0),
        soft: None,
        hard: None,
        shown: Shown::Always,
    }
}

/// What the input gives while the group is looked at by itself.
fn stand_in(input: &GroupInput) -> ParamSpec {
    ParamSpec {
        name: "value",
        doc: "What stands in while the group is looked at by itself.",
        kind: ParamKind::Number,
        default: DefaultValue::Number(Number::Fixed(input.default.unwrap_or(0.0))),
        soft: None,
        hard: None,
        shown: Shown::Always,
    }
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}
