//! The catalogue of nodes as JSON, for editors, scripts and other programs.

use crate::spec::{
    DefaultValue, InputSpec, NodeSpec, Number, Open, OutputSpec, ParamKind, ParamSpec, Port, Shown, Span,
    default_levels,
};
use serde_json::{Value, json};

/// One kind of node.
pub fn node(spec: &NodeSpec) -> Value {
    json!({
        "kind": spec.kind,
        "title": spec.title,
        "category": spec.category.title(),
        "keywords": spec.keywords,
        "about": paragraphs(spec.doc),
        "version": spec.version,
        "muted_passes": spec.bypass,
        "inputs": spec.inputs.iter().map(input).collect::<Vec<_>>(),
        "params": spec.params.iter().map(param).collect::<Vec<_>>(),
        "outputs": spec.outputs.iter().map(output).collect::<Vec<_>>(),
    })
}

/// Documentation without the blanks at the beginning of its lines.
pub fn paragraphs(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}

/// Word for what values mean.
pub fn quantity(quantity: crate::spec::Quantity) -> &'static str {
    crate::deliver::kind_name(quantity)
}

/// Word for how a port is read.
pub const fn port(port: Port) -> &'static str {
    match port {
        Port::In => "in",
        Port::Field => "field",
        Port::Range => "range",
        Port::Area => "area",
    }
}

/// Word for a parameter's type.
pub const fn kind(kind: ParamKind) -> &'static str {
    match kind {
        ParamKind::Number => "number",
        ParamKind::Metres => "metres",
        ParamKind::Degrees => "degrees",
        ParamKind::Count => "count",
        ParamKind::Flag => "flag",
        ParamKind::Seed => "seed",
        ParamKind::Choice(_) => "choice",
        ParamKind::Point => "point",
        ParamKind::Levels => "levels",
        ParamKind::Points => "points",
        ParamKind::Optional => "optional number",
        ParamKind::File => "file",
    }
}

/// A number in words: `0.5`, `extent / 4`, `0.45 of the shorter side`.
pub fn number_words(number: Number) -> String {
    match number {
        Number::Fixed(v) => crate::deliver::number(v),
        Number::OfExtent(share) => format!("{} of the extent", crate::deliver::number(share)),
        Number::OfShorterSide(share) => format!("{} of the shorter side", crate::deliver::number(share)),
    }
}

/// A default in words.
pub fn default_words(value: DefaultValue) -> String {
    match value {
        DefaultValue::Number(n) => number_words(n),
        DefaultValue::Count(n) => n.to_string(),
        DefaultValue::Flag(b) => b.to_string(),
        DefaultValue::Seed(s) => s.to_string(),
        DefaultValue::Choice(name) => name.into(),
        DefaultValue::WorldCenter => "the centre of the world".into(),
        DefaultValue::Off => "off".into(),
        DefaultValue::NoFile => "none".into(),
        DefaultValue::TerrainLevels => format!("{} bands from deep sea to snow", default_levels().len()),
        DefaultValue::Points(points) => {
            let words =
                points.iter().map(|[x, y]| format!("({}, {})", crate::deliver::number(*x), crate::deliver::number(*y)));
            words.collect::<Vec<_>>().join(", ")
        }
    }
}

fn output(output: &OutputSpec) -> Value {
    json!({ "name": output.name, "quantity": quantity(output.quantity) })
}

fn input(input: &InputSpec) -> Value {
    let (required, default) = match input.open {
        Open::Required => (true, Value::Null),
        Open::Optional => (false, Value::Null),
        Open::Number(n) => (false, number(n)),
    };
    json!({
        "name": input.name,
        "about": paragraphs(input.doc),
        "port": port(input.port),
        "quantity": quantity(input.quantity),
        "required": required,
        "default": default,
        "soft": input.soft.map(span),
        "hard": input.hard.map(span),
        "shown": shown(input.shown),
    })
}

fn param(param: &ParamSpec) -> Value {
    let choices = match param.kind {
        ParamKind::Choice(options) => {
            Some(options.iter().map(|o| json!({ "name": o.name, "about": o.doc })).collect::<Vec<_>>())
        }
        _ => None,
    };
    json!({
        "name": param.name,
        "about": paragraphs(param.doc),
        "type": kind(param.kind),
        "choices": choices,
        "default": default(param.default),
        "soft": param.soft.map(span),
        "hard": param.hard.map(span),
        "shown": shown(param.shown),
    })
}

fn default(value: DefaultValue) -> Value {
    match value {
        DefaultValue::Number(n) => number(n),
        DefaultValue::Count(n) => json!(n),
        DefaultValue::Flag(b) => json!(b),
        // Seeds may exceed what every reader of JSON holds exactly.
        DefaultValue::Seed(s) => json!(s.to_string()),
        DefaultValue::Choice(name) => json!(name),
        DefaultValue::WorldCenter => json!({ "of": "world", "place": "center" }),
        DefaultValue::Off | DefaultValue::NoFile => Value::Null,
        DefaultValue::TerrainLevels => {
            let level =
                |l: crate::spec::Level| json!({ "name": l.name, "below": l.below, "color": l.color, "water": l.water });
            default_levels().into_iter().map(level).collect()
        }
        DefaultValue::Points(points) => json!(points),
    }
}

fn number(number: Number) -> Value {
    match number {
        Number::Fixed(v) => json!(v + 0.0),
        Number::OfExtent(share) => json!({ "of": "extent", "share": share }),
        Number::OfShorterSide(share) => json!({ "of": "shorter side", "share": share }),
    }
}

fn span(span: Span) -> Value {
    json!([number(span.lo), number(span.hi)])
}

fn shown(shown: Shown) -> Value {
    match shown {
        Shown::Always => Value::Null,
        Shown::AnyOpen(inputs) => json!({ "open": inputs }),
        Shown::Chosen(param, choice) => json!({ "param": param, "is": choice }),
        Shown::On(param) => json!({ "param": param, "is": "on" }),
    }
}
