//! The document's types: nodes by id, links, world, parameters, outputs, layout, view.

use super::shape::Shape;
use super::{Export, Folder, Group, Items, View};
use crate::raster::{Grid, Sampling};
use crate::spec::{DefaultValue, Level, NodeSpec, ParamSpec, Value, default_biomes, default_levels, levels_at_sea};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Name of a node, chosen by people: Unicode letters, digits, `_` and `-`.
pub type NodeId = Arc<str>;

/// A recipe. Cheap to clone: nodes are shared, so that undo keeps whole graphs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Mixed into every node's seed.
    pub seed: u64,
    /// The piece of ground that the recipe describes.
    pub world: World,
    /// Values that nodes share by `"$name"`.
    pub parameters: BTreeMap<Arc<str>, Parameter>,
    /// Nodes by id.
    pub nodes: BTreeMap<NodeId, Arc<Node>>,
    /// Named results; the first is the default.
    pub outputs: Vec<Output>,
    /// What is to be written to files, and where.
    pub exports: Vec<Export>,
    /// Positions on the canvas, in points at 100 %, of the nodes' north-west corners.
    pub layout: BTreeMap<NodeId, [f32; 2]>,
    /// What else is on the canvas: frames, notes, bends of wires, looks of nodes.
    pub items: Items,
    /// Graphs that stand as one node, by name.
    pub groups: BTreeMap<Arc<str>, Arc<Group>>,
    /// How the window shows the recipe.
    pub view: View,
    /// Top-level fields of other versions, kept verbatim: name and RON text, in file order.
    pub unknown: Vec<(String, String)>,
    /// Comment lines above the recipe, verbatim.
    pub remark: String,
    /// Where its file lies, for the paths that nodes name.
    pub folder: Folder,
}

/// The piece of ground that a recipe describes, and its build grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    /// North-west corner in metres.
    pub origin: (f64, f64),
    /// Width (eastwards) and height (southwards) in metres.
    pub extent: (f64, f64),
    /// Samples of the build grid over the width and the height.
    pub samples: (u32, u32),
    /// Metres that 0 and 1 stand for.
    pub height: (f64, f64),
    /// Level of the sea in metres; `None`: no sea.
    pub sea: Option<f64>,
    /// Whether the ground goes on at the western border where it ends at the eastern one, and at the northern one where it
    /// ends at the southern one.
    pub repeat: bool,
}

/// A value that nodes share by `"$name"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The value.
    pub value: ParameterValue,
    /// Extent of its slider.
    pub range: Option<(f64, f64)>,
    /// What it does, for people.
    pub about: String,
}

/// Value of a [`Parameter`].
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A number.
    Number(f64),
    /// The name of an option.
    Choice(String),
}

/// One node of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Name of the kind, known or not.
    pub kind: Arc<str>,
    /// The group that the node stands for, for the kind [`GROUP`](super::GROUP).
    pub group: Option<Arc<str>>,
    /// Ports of that group; the graph sets them, as far as it knows the group.
    pub shape: Option<Shape>,
    /// Version of the definition; 1 unless the file says otherwise.
    pub version: u32,
    /// Inputs and parameters that differ from their defaults, by name.
    pub settings: BTreeMap<Arc<str>, Setting>,
    /// Whether the node passes its bypass input through.
    pub muted: bool,
    /// A remark for people.
    pub note: String,
    /// Fields that this version does not know (all of them for an unknown kind), verbatim: name and RON text, in file order.
    pub unknown: Vec<(String, String)>,
}

/// What an input or a parameter is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Another node's output.
    Link(Link),
    /// A value of the field's kind.
    Value(Value),
    /// The graph parameter of that name, written `"$name"`.
    Parameter(Arc<str>),
}

/// An output of a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The node.
    pub node: NodeId,
    /// The output's name; `None`: the first.
    pub output: Option<Arc<str>>,
}

/// A named result of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Name on the command line.
    pub name: String,
    /// Where it comes from.
    pub from: Link,
    /// Where its samples lie.
    pub sampling: Sampling,
}

impl Default for World {
    fn default() -> Self {
        Self {
            origin: (0.0, 0.0),
            extent: (4096.0, 4096.0),
            samples: (1025, 1025),
            height: (-180.0, 420.0),
            sea: Some(0.0),
            repeat: false,
        }
    }
}

impl World {
    /// Positions of the build grid.
    pub fn grid(&self, sampling: Sampling) -> Grid {
        let World { origin, extent, samples, repeat: repeats, .. } = *self;
        Grid { origin, extent, samples, sampling, repeats }
    }

    /// Metres that a value of the unit range stands for.
    pub fn metres(&self, unit: f64) -> f64 {
        self.height.0 + unit * (self.height.1 - self.height.0)
    }

    /// The value of the unit range that stands for `metres`; 0 where the height range is flat.
    pub fn unit(&self, metres: f64) -> f64 {
        let span = self.height.1 - self.height.0;
        if span == 0.0 { 0.0 } else { (metres - self.height.0) / span }
    }

    /// The sea as a value of the unit range.
    pub fn sea_unit(&self) -> Option<f32> {
        self.sea.map(|sea| self.unit(sea) as f32)
    }

    /// The default of `param` in this world.
    pub fn default_of(&self, param: &ParamSpec) -> Value {
        match param.default {
            DefaultValue::Number(n) => Value::Number(n.resolve(self.extent)),
            DefaultValue::Count(n) => Value::Count(n),
            DefaultValue::Flag(b) => Value::Flag(b),
            DefaultValue::Seed(s) => Value::Seed(s),
            DefaultValue::Choice(name) => Value::Choice(name),
            DefaultValue::Off => Value::Off,
            DefaultValue::NoFile => Value::File("".into()),
            DefaultValue::WorldCenter => {
                Value::Point([self.origin.0 + self.extent.0 / 2.0, self.origin.1 + self.extent.1 / 2.0])
            }
            DefaultValue::TerrainLevels => Value::Levels(self.levels(&default_levels()).into()),
            DefaultValue::Points(points) => Value::Points(points.into()),
            DefaultValue::Path(shares) => Value::Points(shares.iter().map(|&share| self.at(share)).collect()),
            DefaultValue::TerrainBiomes => Value::Biomes(default_biomes().at_sea(self.sea_unit()).into()),
        }
    }

    /// The position at shares of the world's sides.
    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.origin.0 + x * self.extent.0, self.origin.1 + y * self.extent.1]
    }

    /// The bands of a tile map as they stand at this world's sea.
    pub fn levels(&self, levels: &[Level]) -> Vec<Level> {
        levels_at_sea(levels, self.sea_unit())
    }
}

impl Node {
    /// A node of `kind` with all defaults, of the kind's current version.
    pub fn new(kind: &str) -> Self {
        Self {
            kind: kind.into(),
            group: None,
            shape: None,
            version: crate::nodes::find(kind).map_or(1, |spec| spec.version),
            settings: BTreeMap::new(),
            muted: false,
            note: String::new(),
            unknown: Vec::new(),
        }
    }

    /// The node with `field` set; for recipes in code and tests.
    #[must_use]
    pub fn with(mut self, field: &str, setting: impl Into<Setting>) -> Self {
        self.settings.insert(field.into(), setting.into());
        self
    }

    /// The declaration of the node's version of its kind: fields, defaults and kernel are all taken from it. `None` for a
    /// kind or version that this program does not know.
    pub fn spec(&self) -> Option<&'static NodeSpec> {
        match self.shape {
            Some(shape) => Some(shape.spec()),
            None => crate::nodes::find(&self.kind)?.at(self.version),
        }
    }

    /// Whether the kind is known but this version of it is not.
    pub fn is_newer(&self) -> bool {
        crate::nodes::find(&self.kind).is_some_and(|spec| self.version > spec.version)
    }

    /// What `field` is set to, if it is not left at its default.
    pub fn setting(&self, field: &str) -> Option<&Setting> {
        self.settings.get(field)
    }

    /// The link plugged into `port`.
    pub fn link(&self, port: &str) -> Option<&Link> {
        match self.settings.get(port) {
            Some(Setting::Link(link)) => Some(link),
            _ => None,
        }
    }

    /// Every plugged port with its link, in order of the ports' names.
    pub fn links(&self) -> impl Iterator<Item = (&Arc<str>, &Link)> {
        self.settings.iter().filter_map(|(port, setting)| match setting {
            Setting::Link(link) => Some((port, link)),
            _ => None,
        })
    }
}

impl Link {
    /// The first output of `node`.
    pub fn to(node: &str) -> Self {
        Self { node: node.into(), output: None }
    }

    /// Reads `node` or `node.output`.
    pub fn parse(text: &str) -> Self {
        match text.split_once('.') {
            Some((node, output)) => Self { node: node.into(), output: Some(output.into()) },
            None => Self::to(text),
        }
    }

    /// Index of the output in the spec of the node that it belongs to; `None` if it has no such output.
    pub fn output_index(&self, spec: &NodeSpec) -> Option<usize> {
        match &self.output {
            Some(name) => spec.output(name).map(|(i, _)| i),
            None => Some(0),
        }
    }
}

impl std::fmt::Display for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.output {
            Some(output) => write!(f, "{}.{output}", self.node),
            None => write!(f, "{}", self.node),
        }
    }
}

impl Graph {
    /// The output of that name.
    pub fn output(&self, name: &str) -> Option<&Output> {
        self.outputs.iter().find(|o| o.name == name)
    }

    /// The export of that name.
    pub fn export(&self, name: &str) -> Option<&Export> {
        self.exports.iter().find(|e| e.name == name)
    }

    /// Every wire: source, node and port that it goes to, in order of the nodes' ids.
    pub fn wires(&self) -> impl Iterator<Item = (&Link, &NodeId, &Arc<str>)> {
        self.nodes.iter().flat_map(|(id, node)| node.links().map(move |(port, link)| (link, id, port)))
    }

    /// Whether `to` is fed by `from`, directly or not, or is the same node. Unknown ids feed nothing.
    pub fn reaches(&self, from: &str, to: &str) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        let mut stack = vec![to];
        while let Some(id) = stack.pop() {
            if id == from {
                return true;
            }
            if seen.insert(id)
                && let Some(node) = self.nodes.get(id)
            {
                stack.extend(node.links().map(|(_, link)| &*link.node));
            }
        }
        false
    }

    /// Every node that `id` feeds, directly or not, itself included.
    pub fn descendants(&self, id: &str) -> std::collections::BTreeSet<NodeId> {
        let mut readers: BTreeMap<&str, Vec<&NodeId>> = BTreeMap::new();
        for (link, to, _) in self.wires() {
            readers.entry(&link.node).or_default().push(to);
        }
        let mut found = std::collections::BTreeSet::new();
        let mut stack: Vec<&str> = vec![id];
        while let Some(id) = stack.pop() {
            if found.insert(NodeId::from(id)) {
                stack.extend(readers.get(id).into_iter().flatten().map(|n| &***n));
            }
        }
        found
    }
}

impl From<Value> for Setting {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<f64> for Setting {
    fn from(value: f64) -> Self {
        Self::Value(Value::Number(value))
    }
}

impl From<u32> for Setting {
    fn from(value: u32) -> Self {
        Self::Value(Value::Count(value))
    }
}

/// A link: `node` or `node.output`.
impl From<&str> for Setting {
    fn from(link: &str) -> Self {
        Self::Link(Link::parse(link))
    }
}
