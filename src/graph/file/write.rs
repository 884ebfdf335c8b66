//! Writes the canonical form of a recipe: one line per node, nodes by id, defaults left out, shortest numbers that read back.

use super::{FORMAT, exports, group, layout, view};
use crate::graph::field::Field;
use crate::graph::{Graph, Node, Output, Parameter, ParameterValue, Setting, World};
use crate::raster::Sampling;
use crate::spec::{Level, Value};

impl Graph {
    /// The recipe's canonical text, which [`Graph::parse`] reads back to an equal graph.
    pub fn to_ron(&self) -> String {
        let mut out = String::new();
        if !self.remark.is_empty() {
            out += &self.remark;
            out.push('\n');
        }
        out += &format!("(\n    orograph: {FORMAT},\n    seed: {},\n    world: {},\n", self.seed, world(&self.world));
        if !self.parameters.is_empty() {
            let entries = self.parameters.iter().map(|(name, p)| format!("{}: {}", quoted(name), parameter(p)));
            out += &format!("    parameters: {},\n", braces(entries.collect()));
        }
        if !self.groups.is_empty() {
            out += &format!("    groups: {},\n", group::written(&self.groups));
        }
        out += &format!("    nodes: {},\n", lines(self.nodes.iter().map(|(id, n)| entry(id, n)).collect()));
        out += &format!("    outputs: {},\n", inline(&self.outputs.iter().map(output).collect::<Vec<_>>()));
        if !self.exports.is_empty() {
            out += &format!("    exports: {},\n", exports::written(&self.exports));
        }
        if let Some(layout) = layout::written(&self.layout, &self.items, 4) {
            out += &format!("    layout: {layout},\n");
        }
        out += &format!("    view: {},\n", view::written(&self.view));
        for (name, text) in &self.unknown {
            out += &format!("    {}: {text},\n", key(name));
        }
        out + ")\n"
    }
}

/// A piece of a graph as a recipe of its own, which can be pasted: nodes, what else is on the canvas, and the graph
/// parameters that they use.
pub(in crate::graph) fn fragment(piece: &Graph) -> String {
    let mut out = format!("(\n    orograph: {FORMAT},\n");
    if !piece.parameters.is_empty() {
        let entries = piece.parameters.iter().map(|(name, p)| format!("{}: {}", quoted(name), parameter(p)));
        out += &format!("    parameters: {},\n", braces(entries.collect()));
    }
    if !piece.groups.is_empty() {
        out += &format!("    groups: {},\n", group::written(&piece.groups));
    }
    out += &format!("    nodes: {},\n", lines(piece.nodes.iter().map(|(id, n)| entry(id, n)).collect()));
    if let Some(layout) = layout::written(&piece.layout, &piece.items, 4) {
        out += &format!("    layout: {layout},\n");
    }
    out + ")\n"
}

/// A text in quotes, with the escapes that `ron` reads.
pub(in crate::graph) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            c if c.is_control() || c == '\u{feff}' => out += &format!("\\u{{{:x}}}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub(super) fn entry(id: &str, node: &Node) -> String {
    format!("{}: {}", quoted(id), node.to_ron())
}

/// A node without its id.
pub(super) fn node_text(node: &Node) -> String {
    let spec = node.spec();
    let mut fields: Vec<String> = node.group.iter().map(|of| format!("of: {}", quoted(of))).collect();
    for field in spec.into_iter().flat_map(Field::written) {
        if let Some(setting) = node.setting(field.name()).filter(|s| !field.is_default(s)) {
            fields.push(format!("{}: {}", field.name(), written(setting)));
        }
    }
    // Settings without a declaration come from code, not from files; they are written rather than lost.
    let stray = |name: &str| spec.is_none_or(|spec| Field::of(spec, name).is_none());
    fields.extend(node.settings.iter().filter(|(n, _)| stray(n)).map(|(n, s)| format!("{n}: {}", written(s))));
    fields.extend(node.unknown.iter().map(|(name, text)| format!("{}: {text}", key(name))));
    if !node.note.is_empty() {
        fields.push(format!("note: {}", quoted(&node.note)));
    }
    if node.version > 1 {
        fields.push(format!("version: {}", node.version));
    }
    if node.muted {
        fields.push("muted: true".to_owned());
    }
    format!("{}({})", node.kind, fields.join(", "))
}

/// A field's name; one that is no plain word needs the mark of a raw identifier.
pub(super) fn key(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain { name.to_owned() } else { format!("r#{name}") }
}

/// A setting as it stands in a file.
pub(in crate::graph) fn written(setting: &Setting) -> String {
    match setting {
        Setting::Link(link) => quoted(&link.to_string()),
        Setting::Parameter(name) => quoted(&format!("${name}")),
        Setting::Value(value) => value_text(value),
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Number(v) => number(*v),
        Value::Count(n) => n.to_string(),
        Value::Flag(b) => b.to_string(),
        Value::Seed(s) => s.to_string(),
        Value::Choice(name) => (*name).to_owned(),
        Value::Point([x, y]) => pair((*x, *y)),
        Value::Levels(levels) => format!("[{}]", levels.iter().map(level).collect::<Vec<_>>().join(", ")),
        Value::Points(points) => {
            format!("[{}]", points.iter().map(|&[x, y]| pair((x, y))).collect::<Vec<_>>().join(", "))
        }
        Value::Biomes(biomes) => super::biomes::written(biomes),
        Value::Off => "Off".to_owned(),
        Value::File(path) => quoted(path),
        // Only plans hold pictures.
        Value::Image(_) => quoted(""),
    }
}

fn level(level: &Level) -> String {
    let mut out = format!("(name: {}", quoted(&level.name));
    if let Some(below) = level.below {
        out += &format!(", below: {:?}", below + 0.0);
    }
    let [r, g, b] = level.color;
    out += &format!(", color: \"#{r:02x}{g:02x}{b:02x}\"");
    if level.water {
        out += ", water: true";
    }
    out + ")"
}

fn world(world: &World) -> String {
    let (w, h) = world.samples;
    let sea = world.sea.map_or_else(|| "Off".to_owned(), number);
    let (origin, extent, height) = (pair(world.origin), pair(world.extent), pair(world.height));
    let repeat = if world.repeat { ", repeat: true" } else { "" };
    format!("(origin: {origin}, extent: {extent}, samples: ({w}, {h}), height: {height}, sea: {sea}{repeat})")
}

fn parameter(parameter: &Parameter) -> String {
    let mut out = match &parameter.value {
        ParameterValue::Number(v) => format!("(value: {}", number(*v)),
        ParameterValue::Choice(name) => format!("(value: {name}"),
    };
    if let Some(range) = parameter.range {
        out += &format!(", range: {}", pair(range));
    }
    if !parameter.about.is_empty() {
        out += &format!(", about: {}", quoted(&parameter.about));
    }
    out + ")"
}

pub(super) fn output(output: &Output) -> String {
    let (name, from) = (quoted(&output.name), quoted(&output.from.to_string()));
    match output.sampling {
        Sampling::Vertices => format!("{name}: {from}"),
        sampling => format!("{name}: (node: {from}, sampling: {})", sampling.name()),
    }
}

/// The shortest form that reads back to the same bits, with a point or an exponent; minus zero becomes zero.
pub(super) fn number(v: f64) -> String {
    format!("{:?}", v + 0.0)
}

pub(super) fn pair((a, b): (f64, f64)) -> String {
    format!("({}, {})", number(a), number(b))
}

/// A map whose line is indented by `indent`. One entry stays on that line, several get a line each, so that a merge sees
/// them apart.
pub(super) fn map(entries: Vec<String>, indent: usize) -> String {
    if entries.len() > 1 { lines_at(entries, indent) } else { inline(&entries) }
}

fn braces(entries: Vec<String>) -> String {
    map(entries, 4)
}

pub(super) fn inline(entries: &[String]) -> String {
    if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) }
}

fn lines(entries: Vec<String>) -> String {
    lines_at(entries, 4)
}

pub(super) fn lines_at(entries: Vec<String>, indent: usize) -> String {
    let (pad, end) = (" ".repeat(indent + 4), " ".repeat(indent));
    let body: String = entries.iter().map(|e| format!("{pad}{e},\n")).collect();
    if entries.is_empty() { "{}".to_owned() } else { format!("{{\n{body}{end}}}") }
}
