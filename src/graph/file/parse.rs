//! Reads a recipe: the top level, the world, outputs, parameters, layout and view. Nodes are read next door.

use super::raw::{Entry, Fault, Raw, Shape, has_comment};
use super::read::{link, pair, unique};
use super::{FORMAT, Loaded, ParseError, Place, Places};
use crate::graph::check::{Severity, check_world_field};
use crate::graph::field::whole;
use crate::graph::names::{NAME_RULE, is_name, is_word, listed, suggestion};
use crate::graph::{Graph, NodeId, Output, Parameter, ParameterValue, Problem, World};
use crate::raster::Sampling;
use std::sync::Arc;

const TOP: [&str; 10] =
    ["orograph", "seed", "world", "parameters", "groups", "nodes", "outputs", "exports", "layout", "view"];
const WORLD: [&str; 6] = ["origin", "extent", "samples", "height", "sea", "repeat"];

/// A fault with the part of the recipe that it is about.
pub(super) struct Finding {
    pub(super) fault: Fault,
    pub(super) node: Option<NodeId>,
    pub(super) field: Option<String>,
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Self {
        Self { fault, node: None, field: None }
    }
}

/// What has been read so far. Faults inside one node or section do not stop the reading of the others.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) graph: Graph,
    pub(super) places: Places,
    pub(super) warnings: Vec<Problem>,
    pub(super) findings: Vec<Finding>,
    /// The group that is being read.
    pub(super) scope: Option<Arc<str>>,
}

impl Graph {
    /// Reads a recipe. The result holds no value outside its hard range and no number that is not finite; links, loops and
    /// graph parameters are the matter of [`Graph::check`].
    ///
    /// # Errors
    /// Every error of the text, with its line and column.
    pub fn parse(text: &str) -> Result<Loaded, ParseError> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let raw = Raw::new(body, text.len() - body.len());
        let mut reader = Reader::default();
        if let Err(fault) = reader.document(&raw) {
            reader.findings.push(fault.into());
        }
        if !reader.findings.is_empty() {
            return Err(parse_error(text, reader.findings));
        }
        let head = head(body);
        reader.graph.remark = remark(head);
        reader.graph.reshape();
        crate::graph::wires::shorten_links(&mut reader.graph);
        Ok(Loaded {
            graph: reader.graph,
            warnings: reader.warnings,
            loses_comments: has_comment(&body[head.len()..]),
            places: reader.places,
            text: text.to_owned(),
        })
    }
}

impl Reader {
    fn document(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        let at = |message: &str| Fault { message: message.into(), span: raw.span().start..raw.span().start };
        if head(raw.text).len() == raw.text.len() {
            let what = if raw.text.trim().is_empty() { "the file is empty" } else { "the file holds only a comment" };
            return Err(at(&format!("{what}, a recipe begins with (orograph: {FORMAT}")));
        }
        let fields = raw.fields()?;
        unique(&fields, "the field ")?;
        let field = |name: &str| fields.iter().find(|f| f.name == name);
        match field("orograph") {
            Some(version) => format_version(&version.value)?,
            None => return Err(at(&format!("this is no recipe of Orograph: the field orograph: {FORMAT} is missing"))),
        }
        // The world comes first, whatever the order of the file, because limits of values may depend on it, and groups
        // before their instances.
        type Section = fn(&mut Reader, &Raw<'_>) -> Result<(), Fault>;
        let sections: [(&str, Section); 9] = [
            ("seed", Self::seed),
            ("world", Self::world),
            ("parameters", Self::parameters),
            ("groups", Self::groups),
            ("nodes", Self::nodes),
            ("outputs", Self::outputs),
            ("exports", Self::exports),
            ("layout", Self::layout),
            ("view", Self::view),
        ];
        for (name, read) in sections {
            let Some(entry) = field(name) else { continue };
            self.places.others.insert(name.to_owned(), entry.span.clone());
            if let Err(fault) = read(self, &entry.value) {
                self.findings.push(Finding { field: Some(name.to_owned()), ..fault.into() });
            }
        }
        for entry in fields.iter().filter(|f| !TOP.contains(&f.name.as_str())) {
            self.unknown_field(entry);
        }
        Ok(())
    }

    fn unknown_field(&mut self, entry: &Entry<'_>) {
        let hint = suggestion(&entry.name, TOP);
        self.warn(
            &entry.name,
            format!("the field {} is not known here and has no effect; it is kept{hint}", entry.name),
        );
        self.places.others.insert(entry.name.clone(), entry.span.clone());
        self.graph.unknown.push((entry.name.clone(), entry.value.text.to_owned()));
    }

    fn warn(&mut self, field: &str, message: String) {
        self.warnings.push(Problem {
            severity: Severity::Warning,
            group: None,
            node: None,
            field: Some(field.to_owned()),
            message,
        });
    }

    fn seed(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        let allowed = format!("a whole number from 0 to {}", u64::MAX);
        self.graph.seed = raw.read().map_err(|_| refusal(raw, "seed", &allowed))?;
        Ok(())
    }

    fn world(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        let fields = section(raw, "world", &WORLD)?;
        for entry in &fields {
            self.places.others.insert(format!("world.{}", entry.name), entry.value.span());
            read_world_field(&mut self.graph.world, &entry.name, &entry.value)?;
        }
        for name in WORLD {
            if let Err(message) = check_world_field(&self.graph.world, name) {
                let span = fields.iter().find(|f| f.name == name).map_or(raw.span(), |f| f.value.span());
                return Err(Fault { message, span });
            }
        }
        Ok(())
    }

    fn parameters(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        for entry in names(raw, "the graph parameter ")? {
            let path = format!("parameters.{}", entry.name);
            self.places.others.insert(path.clone(), entry.span.clone());
            match parameter(&entry.name, &entry.value) {
                Ok(parameter) => {
                    self.graph.parameters.insert(entry.name.as_str().into(), parameter);
                }
                Err(fault) => self.findings.push(Finding { field: Some(path), ..fault.into() }),
            }
        }
        Ok(())
    }

    fn outputs(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        for entry in names(raw, "the output ")? {
            let path = format!("outputs.{}", entry.name);
            self.places.others.insert(path.clone(), entry.value.span());
            match output(&entry.name, &entry.value) {
                Ok(output) => self.graph.outputs.push(output),
                Err(fault) => self.findings.push(Finding { field: Some(path), ..fault.into() }),
            }
        }
        Ok(())
    }

    fn exports(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        self.graph.exports = super::exports::read(raw)?;
        Ok(())
    }

    fn layout(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        (self.graph.layout, self.graph.items) = super::layout::read(raw)?;
        Ok(())
    }

    fn view(&mut self, raw: &Raw<'_>) -> Result<(), Fault> {
        super::view::read(raw, &mut self.graph.view)
    }
}

/// Sets one field of the world from RON. What the values may be is checked once all of them are known.
pub(in crate::graph) fn read_world_field(world: &mut World, name: &str, value: &Raw<'_>) -> Result<(), Fault> {
    let refuse = |allowed: &str| refusal(value, &format!("world.{name}"), allowed);
    let metres = "two finite numbers in metres such as (4096.0, 4096.0)";
    match name {
        "origin" => world.origin = pair(value).ok_or_else(|| refuse(metres))?,
        "extent" => world.extent = pair(value).ok_or_else(|| refuse(metres))?,
        "height" => world.height = pair(value).ok_or_else(|| refuse(metres))?,
        "samples" => {
            let counts = pair(value).and_then(|(x, y)| Some((whole(x)?, whole(y)?)));
            world.samples = counts.ok_or_else(|| refuse("two whole numbers such as (1025, 1025)"))?;
        }
        "repeat" => match value.text {
            "true" => world.repeat = true,
            "false" => world.repeat = false,
            _ => return Err(refuse("true or false")),
        },
        _ if value.text == "Off" => world.sea = None,
        _ => world.sea = Some(value.number().ok_or_else(|| refuse("a number of metres or Off"))?),
    }
    Ok(())
}

/// Reads a graph parameter's value: a number, or an option with or without quotes.
pub(in crate::graph) fn parameter_value(name: &str, raw: &Raw<'_>) -> Result<ParameterValue, Fault> {
    let refuse =
        || refusal(raw, &format!("graph parameter \"{name}\": value"), "a finite number or the name of an option");
    match raw.shape() {
        Shape::Number => raw.number().map(ParameterValue::Number).ok_or_else(refuse),
        Shape::Word if is_word(raw.text) => Ok(ParameterValue::Choice(raw.text.to_owned())),
        Shape::Text => raw.string().ok().filter(|s| is_word(s)).map(ParameterValue::Choice).ok_or_else(refuse),
        _ => Err(refuse()),
    }
}

/// `seed is "x", allowed is …`
pub(super) fn refusal(raw: &Raw<'_>, what: &str, allowed: &str) -> Fault {
    raw.fault(format!("{what} is {}, allowed is {allowed}", raw.excerpt()))
}

/// The entries of a map whose names are names of ours.
pub(super) fn names<'a>(raw: &Raw<'a>, owner: &str) -> Result<Vec<Entry<'a>>, Fault> {
    let entries = raw.entries()?;
    unique(&entries, owner)?;
    match entries.iter().find(|e| !is_name(&e.name)) {
        Some(e) => {
            let message = format!("{owner}{:?} has no valid name, allowed are {NAME_RULE}", e.name);
            Err(Fault { message, span: e.span.clone() })
        }
        None => Ok(entries),
    }
}

pub(super) fn section<'a>(raw: &Raw<'a>, owner: &str, known: &[&str]) -> Result<Vec<Entry<'a>>, Fault> {
    let fields = raw.fields()?;
    unique(&fields, &format!("{owner}: the field "))?;
    match fields.iter().find(|f| !known.contains(&f.name.as_str())) {
        Some(f) => {
            let hint = suggestion(&f.name, known.iter().copied());
            let message = format!("{owner} has no field {}, it has {}{hint}", f.name, listed(known.iter().copied()));
            Err(Fault { message, span: f.span.clone() })
        }
        None => Ok(fields),
    }
}

fn format_version(raw: &Raw<'_>) -> Result<(), Fault> {
    match raw.read::<u32>() {
        Ok(FORMAT) => Ok(()),
        Ok(newer) if newer > FORMAT => Err(raw.fault(format!(
            "the recipe has format {newer}, this version of Orograph reads format {FORMAT}; a newer Orograph opens it"
        ))),
        _ => Err(refusal(raw, "orograph", &FORMAT.to_string())),
    }
}

fn parameter(name: &str, raw: &Raw<'_>) -> Result<Parameter, Fault> {
    let owner = format!("graph parameter \"{name}\"");
    let mut value = None;
    let (mut range, mut about) = (None, String::new());
    for entry in section(raw, &owner, &["value", "range", "about"])? {
        match entry.name.as_str() {
            "value" => value = Some(parameter_value(name, &entry.value)?),
            "range" => {
                let ordered = pair(&entry.value).filter(|(lo, hi)| lo < hi);
                let allowed = "two rising numbers such as (0.0, 1.0)";
                range = Some(ordered.ok_or_else(|| refusal(&entry.value, &format!("{owner}: range"), allowed))?);
            }
            _ => about = entry.value.string()?,
        }
    }
    match value {
        Some(value) => Ok(Parameter { value, range, about }),
        None => Err(raw.fault(format!("{owner} has no value"))),
    }
}

pub(super) fn output(name: &str, raw: &Raw<'_>) -> Result<Output, Fault> {
    let from = |raw: &Raw<'_>| {
        let allowed = "a node such as \"height\" or one of its outputs such as \"height.value\"";
        let text = raw.string().ok();
        text.and_then(|t| link(&t)).ok_or_else(|| refusal(raw, &format!("output \"{name}\""), allowed))
    };
    if raw.shape() != Shape::Round {
        return Ok(Output { name: name.to_owned(), from: from(raw)?, sampling: Sampling::default() });
    }
    let (mut node, mut sampling) = (None, Sampling::default());
    for entry in section(raw, &format!("output \"{name}\""), &["node", "sampling"])? {
        if entry.name == "node" {
            node = Some(from(&entry.value)?);
        } else {
            let allowed = listed(Sampling::NAMED.iter().map(|(n, _)| *n));
            let refuse = || refusal(&entry.value, &format!("output \"{name}\": sampling"), &allowed);
            sampling = Sampling::from_name(entry.value.text).ok_or_else(refuse)?;
        }
    }
    let from = node.ok_or_else(|| raw.fault(format!("output \"{name}\" has no node")))?;
    Ok(Output { name: name.to_owned(), from, sampling })
}

/// Blanks, comments and attributes before the recipe.
fn head(body: &str) -> &str {
    let mut rest = body;
    loop {
        let trimmed = rest.trim_start();
        if trimmed.starts_with("//") {
            rest = trimmed.find('\n').map_or("", |n| &trimmed[n..]);
        } else if trimmed.starts_with("/*") {
            rest = trimmed.find("*/").map_or("", |n| &trimmed[n + 2..]);
        } else {
            return &body[..body.len() - trimmed.len()];
        }
    }
}

/// The comments above a recipe, in the form in which they are written back.
fn remark(head: &str) -> String {
    let lines: Vec<&str> = head.trim().lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn parse_error(text: &str, findings: Vec<Finding>) -> ParseError {
    let error = |f: Finding| ParseError {
        place: Place::new(text, f.fault.span),
        message: f.fault.message,
        node: f.node,
        field: f.field,
        more: Vec::new(),
    };
    let mut errors: Vec<ParseError> = findings.into_iter().map(error).collect();
    errors.sort_by_key(|e| e.place.span.start);
    let mut first = errors.remove(0);
    first.more = errors;
    first
}
