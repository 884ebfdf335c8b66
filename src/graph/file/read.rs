//! Settings and values in RON: what may stand behind a field's name.

use super::biomes::biomes;
use super::raw::{Entry, Fault, Raw, Shape};
use crate::graph::field::{Field, check_levels, check_points, check_rows};
use crate::graph::names::{NAME_RULE, is_name, suggestion};
use crate::graph::{Link, Setting, World};
use crate::spec::{Level, ParamKind, ParamSpec, Value};
use std::collections::BTreeMap;

/// Reads what stands in `field`. The result respects the field's kind and hard range; links and graph parameters are not
/// looked up. Sentences begin with the field's name.
pub fn setting(field: Field, raw: &Raw<'_>, world: &World) -> Result<Setting, Fault> {
    if raw.shape() == Shape::Text {
        return text(field, raw, world);
    }
    let refuse = || raw.fault(field.refusal(&raw.excerpt(), world));
    if !field.takes_value() {
        return Err(refuse());
    }
    let value = match field {
        Field::Input(_) => Value::Number(raw.number().ok_or_else(refuse)?),
        Field::Param(param) => param_value(field, param, raw, world)?,
    };
    match field.check(&value, world) {
        Ok(()) => Ok(Setting::Value(value)),
        Err(message) => Err(raw.fault(message)),
    }
}

/// A link such as `"node"` or `"node.output"`.
pub fn link(text: &str) -> Option<Link> {
    let link = Link::parse(text);
    let valid = is_name(&link.node) && link.output.as_ref().is_none_or(|o| is_name(o));
    valid.then_some(link)
}

/// Two numbers in round brackets.
pub fn pair(raw: &Raw<'_>) -> Option<(f64, f64)> {
    if raw.shape() != Shape::Round {
        return None;
    }
    match raw.items().ok()?.as_slice() {
        [a, b] => Some((a.number()?, b.number()?)),
        _ => None,
    }
}

/// Refuses a name that occurs twice.
pub fn unique(entries: &[Entry<'_>], owner: &str) -> Result<(), Fault> {
    let mut seen = BTreeMap::new();
    for entry in entries {
        if seen.insert(&entry.name, ()).is_some() {
            let message = format!("{owner}{} occurs twice", entry.name);
            return Err(Fault { message, span: entry.span.clone() });
        }
    }
    Ok(())
}

fn text(field: Field, raw: &Raw<'_>, world: &World) -> Result<Setting, Fault> {
    let text = raw.string()?;
    let refuse = || raw.fault(field.refusal(&raw.excerpt(), world));
    if let Some(name) = text.strip_prefix('$').filter(|_| !field.is_file()) {
        return match field.takes_parameter() {
            true if is_name(name) => Ok(Setting::Parameter(name.into())),
            true => {
                Err(raw.fault(format!("{} names the graph parameter {text}, allowed are {NAME_RULE}", field.name())))
            }
            false => Err(refuse()),
        };
    }
    if field.is_file() {
        return Ok(Setting::Value(Value::File(text.into())));
    }
    if !field.takes_link() {
        return Err(refuse());
    }
    let invalid = || {
        let name = field.name();
        raw.fault(format!("{name} links to {}, allowed is \"node\" or \"node.output\" of {NAME_RULE}", raw.excerpt()))
    };
    link(&text).map(Setting::Link).ok_or_else(invalid)
}

fn param_value(field: Field, param: &ParamSpec, raw: &Raw<'_>, world: &World) -> Result<Value, Fault> {
    let refuse = || raw.fault(field.refusal(&raw.excerpt(), world));
    let value = match param.kind {
        ParamKind::Number | ParamKind::Metres | ParamKind::Degrees => raw.number().map(Value::Number),
        ParamKind::Optional if raw.text == "Off" => Some(Value::Off),
        ParamKind::Optional => raw.number().map(Value::Number),
        ParamKind::Count => raw.read().ok().map(Value::Count),
        ParamKind::Seed => raw.read().ok().map(Value::Seed),
        ParamKind::Flag => raw.read().ok().map(Value::Flag),
        ParamKind::Point => pair(raw).map(|(x, y)| Value::Point([x, y])),
        ParamKind::Choice(options) => match options.iter().find(|o| o.name == raw.text) {
            Some(option) => Some(Value::Choice(option.name)),
            None => return Err(raw.fault(field.refusal_of_option(&raw.excerpt(), world))),
        },
        ParamKind::Levels if raw.shape() == Shape::List => {
            let levels = raw.items()?.iter().map(|item| level(param.name, item)).collect::<Result<Vec<_>, _>>()?;
            check_levels(&levels).map_err(|why| raw.fault(format!("{}: {why}", param.name)))?;
            Some(Value::Levels(levels.into()))
        }
        ParamKind::Points if raw.shape() == Shape::List => {
            let points = raw.items()?.iter().map(|item| point(param.name, item)).collect::<Result<Vec<_>, _>>()?;
            check_points(&points).map_err(|why| raw.fault(format!("{}: {why}", param.name)))?;
            Some(Value::Points(points.into()))
        }
        ParamKind::Rows(rows) if raw.shape() == Shape::List => {
            let pairs = raw.items()?.iter().map(|item| point(param.name, item)).collect::<Result<Vec<_>, _>>()?;
            check_rows(rows, &pairs).map_err(|why| raw.fault(format!("{}: {why}", param.name)))?;
            Some(Value::Points(pairs.into()))
        }
        ParamKind::Biomes if raw.text.starts_with('(') => Some(Value::Biomes(biomes(param.name, raw)?.into())),
        ParamKind::Levels | ParamKind::Points | ParamKind::Rows(_) | ParamKind::Biomes | ParamKind::File => None,
    };
    value.ok_or_else(refuse)
}

fn point(param: &str, raw: &Raw<'_>) -> Result<[f64; 2], Fault> {
    let allowed = "two finite numbers such as (0.4, 0.2)";
    let refuse = || raw.fault(format!("{param}: a point is {}, allowed is {allowed}", raw.excerpt()));
    pair(raw).map(|(x, y)| [x, y]).ok_or_else(refuse)
}

fn level(param: &str, raw: &Raw<'_>) -> Result<Level, Fault> {
    const FIELDS: [&str; 4] = ["name", "below", "color", "water"];
    let fields = raw.fields()?;
    unique(&fields, &format!("{param}: the field "))?;
    let mut level = Level { name: String::new(), below: None, color: [0; 3], water: false };
    let mut missing = vec!["name", "color"];
    for field in &fields {
        let value = &field.value;
        let refuse = |allowed: &str| {
            value.fault(format!("{param}: {} of a band is {}, allowed is {allowed}", field.name, value.excerpt()))
        };
        missing.retain(|name| *name != field.name);
        match field.name.as_str() {
            "name" => level.name = value.string().map_err(|_| refuse("a text in quotes"))?,
            "below" => level.below = Some(single(value).ok_or_else(|| refuse("a finite number"))?),
            "color" => level.color = color(value).ok_or_else(|| refuse("a colour such as \"#4a86b2\""))?,
            "water" => level.water = value.read().map_err(|_| refuse("true or false"))?,
            other => {
                let hint = suggestion(other, FIELDS);
                let message =
                    format!("{param}: a band has no field {other}, it has name, below, color and water{hint}");
                return Err(Fault { message, span: field.span.clone() });
            }
        }
    }
    match missing.first() {
        Some(name) => Err(raw.fault(format!("{param}: a band has no {name}"))),
        None => Ok(level),
    }
}

/// A number read straight into `f32`: by way of `f64` it would be rounded twice.
pub(super) fn single(raw: &Raw<'_>) -> Option<f32> {
    let number: f32 = if raw.shape() == Shape::Number { raw.read().ok()? } else { return None };
    number.is_finite().then_some(number + 0.0)
}

/// A colour such as `"#4a86b2"`.
pub fn color(raw: &Raw<'_>) -> Option<[u8; 3]> {
    let text = raw.string().ok()?;
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let rgb = u32::from_str_radix(digits, 16).ok()?;
    Some([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8])
}
