//! A field as a row of a node shows it: its text, and how a drag, a click or typing changes it.

use crate::graph::{Field, Graph, Node, Setting};
use crate::gui::language::{self, tr};
use crate::gui::widgets::number::{Unit, format};
use crate::spec::{Choice, ParamKind, Quantity, Value};

/// How the value of a field is changed on the node itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// Not at all: a link, a graph parameter, or something that takes a panel.
    None,
    /// As a number.
    Number {
        /// The number.
        value: f64,
        /// What it counts.
        unit: Unit,
        /// Whether it is a whole number.
        whole: bool,
        /// Extent of a slider.
        soft: Option<(f64, f64)>,
        /// Enforced limits.
        hard: Option<(f64, f64)>,
    },
    /// As one of these.
    Choice(&'static [Choice]),
    /// As a switch that is on or off.
    Flag(bool),
}

/// Text of a field's value; empty where nothing stands in it.
pub fn text(graph: &Graph, node: &Node, field: Field) -> String {
    if let Some(Setting::Parameter(name)) = node.setting(field.name()) {
        return format!("${name}");
    }
    match field {
        Field::Input(input) => graph.number(node, input).map_or_else(String::new, |v| format(v, unit(field))),
        Field::Param(param) => match graph.value(node, param) {
            Value::Choice(name) => language::choice(node.spec(), param.name, name, name.to_owned()),
            value => value_text(&value, unit(field)),
        },
    }
}

fn value_text(value: &Value, unit: Unit) -> String {
    match value {
        Value::Number(v) => format(*v, unit),
        Value::Count(n) => n.to_string(),
        Value::Flag(b) => (if *b { tr!("on") } else { tr!("off") }).to_owned(),
        Value::Seed(s) => s.to_string(),
        Value::Choice(name) => (*name).to_owned(),
        Value::Point([x, y]) => format!("{}, {}", format(*x, Unit::Plain), format(*y, unit)),
        Value::Levels(levels) => match (levels.first(), levels.last()) {
            (Some(first), Some(last)) if levels.len() > 1 => {
                format!("{} · {} … {}", levels.len(), first.name, last.name)
            }
            (Some(only), _) => only.name.clone(),
            _ => String::new(),
        },
        Value::Biomes(biomes) => tr!(biomes.tiles.len(), "1 tile", "{n} tiles"),
        Value::Points(points) => tr!(points.len(), "1 point", "{n} points"),
        Value::Off => tr!("off").to_owned(),
        Value::File(path) => path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
        Value::Image(_) => String::new(),
    }
}

/// How a field is changed on the node.
pub fn handle(graph: &Graph, node: &Node, field: Field) -> Handle {
    if matches!(node.setting(field.name()), Some(Setting::Parameter(_) | Setting::Link(_))) {
        return Handle::None;
    }
    let extent = graph.world.extent;
    let number = |value: f64, whole: bool| {
        let soft = match field {
            Field::Input(input) => input.soft,
            Field::Param(param) => param.soft,
        };
        let soft = soft.map(|s| s.resolve(extent));
        Handle::Number { value, unit: unit(field), whole, soft, hard: field.limits(extent) }
    };
    let param = match field {
        Field::Input(input) => return graph.number(node, input).map_or(Handle::None, |v| number(v, false)),
        Field::Param(param) => param,
    };
    match (param.kind, graph.value(node, param)) {
        (ParamKind::Choice(options), _) => Handle::Choice(options),
        (_, Value::Number(v)) => number(v, false),
        (_, Value::Count(n)) => number(f64::from(n), true),
        (_, Value::Flag(on)) => Handle::Flag(on),
        _ => Handle::None,
    }
}

/// The value that a field takes from a number.
pub fn from_number(field: Field, number: f64) -> Value {
    match field {
        Field::Param(param) if param.kind == ParamKind::Count => {
            Value::Count(number.round().clamp(0.0, f64::from(u32::MAX)) as u32)
        }
        _ => Value::Number(number + 0.0),
    }
}

/// What the numbers of a field count.
pub fn unit(field: Field) -> Unit {
    let metres = match field {
        Field::Input(input) => input.quantity == Quantity::Metres,
        Field::Param(param) => matches!(param.kind, ParamKind::Metres | ParamKind::Point),
    };
    let degrees = match field {
        Field::Input(input) => input.quantity == Quantity::Degrees,
        Field::Param(param) => param.kind == ParamKind::Degrees,
    };
    match (metres, degrees) {
        (true, _) => Unit::Metres,
        (_, true) => Unit::Degrees,
        _ => Unit::Plain,
    }
}

/// A bound or a measured range in the quantity's unit.
pub fn range_text(lo: f32, hi: f32, quantity: Quantity) -> String {
    let unit = match quantity {
        Quantity::Metres => Unit::Metres,
        Quantity::Degrees => Unit::Degrees,
        _ => Unit::Plain,
    };
    // Through the decimal text, so that 0.1 is not 0.10000000149.
    let show = |v: f32| format(v.to_string().parse().unwrap_or(f64::from(v)), unit);
    match (lo.is_finite(), hi.is_finite()) {
        (true, true) => format!("{} … {}", show(lo), show(hi)),
        (true, false) => tr!("{value} and above", value = show(lo)),
        (false, true) => tr!("{value} and below", value = show(hi)),
        (false, false) => tr!("unbounded").to_owned(),
    }
}
