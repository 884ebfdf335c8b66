//! The catalogue of nodes as JSON, for editors, scripts and other programs.

use crate::graph::{Field, World};
use crate::spec::{
    Biome, BiomeRow, Biomes, BuildArgs, Column, DefaultValue, InputBound, InputSpec, Interval, NodeSpec, Number, Open,
    OutputSpec, ParamKind, ParamSpec, Port, Quantity, Rows, Shown, Span, default_biomes, default_levels,
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
        "versions": spec.older.iter().map(|older| older.version).chain([spec.version]).collect::<Vec<_>>(),
        "muted_passes": spec.bypass,
        "pointwise": spec.pointwise,
        "face": spec.face,
        "inputs": spec.inputs.iter().map(input).collect::<Vec<_>>(),
        "params": spec.params.iter().map(param).collect::<Vec<_>>(),
        "outputs": spec.outputs.iter().zip(bounds(spec)).map(|(o, bound)| output(o, bound)).collect::<Vec<_>>(),
    })
}

/// Documentation without the blanks at the beginning of its lines.
pub fn paragraphs(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}

/// Word for what values mean.
pub fn quantity(quantity: Quantity) -> &'static str {
    crate::deliver::kind_name(quantity)
}

/// Word for how a port is read.
pub const fn port(port: Port) -> &'static str {
    match port {
        Port::In => "in",
        Port::Field => "field",
        Port::Range => "range",
        Port::Spread => "spread",
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
        ParamKind::Rows(_) => "rows",
        ParamKind::Biomes => "biomes",
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
        Number::OfWidth(share) => format!("{} of the width", crate::deliver::number(share)),
        Number::OfHeight(share) => format!("{} of the height", crate::deliver::number(share)),
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
        DefaultValue::TerrainBiomes => format!("{} tiles from deep sea to snow", default_biomes().tiles.len()),
        DefaultValue::Path(shares) => {
            let words = shares.iter().map(|[x, y]| format!("({x}, {y})")).collect::<Vec<_>>().join(", ");
            format!("{words} of the width and height")
        }
        DefaultValue::Points(points) => {
            let words =
                points.iter().map(|[x, y]| format!("({}, {})", crate::deliver::number(*x), crate::deliver::number(*y)));
            words.collect::<Vec<_>>().join(", ")
        }
    }
}

fn output(output: &OutputSpec, bound: Interval) -> Value {
    let end = |v: f32| if v.is_finite() { json!(f64::from(v) + 0.0) } else { Value::Null };
    json!({
        "name": output.name,
        "quantity": quantity(output.quantity),
        "unit": unit(output.quantity),
        "inherits": output.inherits,
        "bound": [end(bound.lo), end(bound.hi)],
    })
}

/// The bound of each output at the defaults, in a world of a metre, while every port gets what its quantity allows.
fn bounds(spec: &NodeSpec) -> Vec<Interval> {
    let world = World { extent: (1.0, 1.0), ..World::default() };
    let port = |input: &InputSpec| {
        let usual = match input.quantity {
            Quantity::Signed => Interval::SIGNED,
            Quantity::Unit => Interval::UNIT,
            Quantity::Tiles => Interval::new(0.0, f32::from(u16::MAX)),
            Quantity::Metres | Quantity::Degrees | Quantity::Plain => Interval::ALL,
        };
        let number = match input.open {
            Open::Number(n) => Some(Interval::point(n.resolve(world.extent) as f32)),
            Open::Required => Some(usual),
            Open::Optional => None,
        };
        InputBound { plugged: number.is_some(), bound: number.unwrap_or(Interval::point(0.0)), period: None }
    };
    let inputs: Vec<InputBound> = spec.inputs.iter().map(port).collect();
    let values: Vec<_> = spec.params.iter().map(|param| world.default_of(param)).collect();
    (spec.build)(&BuildArgs { values: &values, inputs: &inputs }).bounds
}

/// Unit of a quantity, if it has one.
fn unit(quantity: Quantity) -> Option<&'static str> {
    match quantity {
        Quantity::Metres => Some("m"),
        Quantity::Degrees => Some("degrees"),
        Quantity::Signed | Quantity::Unit | Quantity::Plain | Quantity::Tiles => None,
    }
}

/// Unit of a parameter's numbers, if they have one.
fn unit_of_param(kind: ParamKind) -> Option<&'static str> {
    match kind {
        ParamKind::Metres | ParamKind::Point => Some("m"),
        ParamKind::Degrees => Some("degrees"),
        _ => None,
    }
}

/// The columns of a list of pairs.
fn rows(rows: &Rows) -> Value {
    let column = |c: &Column| {
        let unit = c.metres.then_some("m");
        json!({ "name": c.name, "about": c.doc, "unit": unit, "hard": [c.range.0, c.range.1] })
    };
    json!({
        "entry": rows.entry,
        "columns": rows.columns.iter().map(column).collect::<Vec<_>>(),
        "rising": rows.rising,
        "least": rows.count.0,
        "most": rows.count.1,
    })
}

fn input(input: &'static InputSpec) -> Value {
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
        "unit": unit(input.quantity),
        "takes_number": Field::Input(input).takes_value(),
        "required": required,
        "default": default,
        "soft": input.soft.map(span),
        "hard": input.hard.map(span),
        "shown": shown(input.shown),
    })
}

fn param(param: &'static ParamSpec) -> Value {
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
        "unit": unit_of_param(param.kind),
        "choices": choices,
        "rows": if let ParamKind::Rows(r) = param.kind { Some(rows(r)) } else { None },
        "takes_parameter": Field::Param(param).takes_parameter(),
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
        DefaultValue::TerrainBiomes => biomes(&default_biomes()),
        DefaultValue::Path(shares) => json!({ "of": "world", "shares": shares }),
        DefaultValue::Points(points) => json!(points),
    }
}

/// A table of biomes: tiles, borders of moisture, rows with the numbers of their tiles.
fn biomes(biomes: &Biomes) -> Value {
    let tile = |t: &Biome| json!({ "name": t.name, "color": t.color, "water": t.water });
    let row = |row: &BiomeRow| json!({ "below": row.below, "tiles": row.tiles });
    json!({
        "tiles": biomes.tiles.iter().map(tile).collect::<Vec<_>>(),
        "moisture": biomes.moisture,
        "rows": biomes.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn number(number: Number) -> Value {
    match number {
        Number::Fixed(v) => json!(v + 0.0),
        Number::OfExtent(share) => json!({ "of": "extent", "share": share }),
        Number::OfShorterSide(share) => json!({ "of": "shorter side", "share": share }),
        Number::OfWidth(share) => json!({ "of": "width", "share": share }),
        Number::OfHeight(share) => json!({ "of": "height", "share": share }),
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
