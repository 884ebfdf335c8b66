//! The view of a recipe in RON.

use super::parse::{refusal, section};
use super::ramp;
use super::raw::{Fault, Raw, Shape};
use super::read::{link, pair};
use super::write::{self, number, quoted};
use crate::graph::names::is_word;
use crate::graph::view::{Along, Flow, View, ways};

/// The fields of a view.
pub(in crate::graph) const FIELDS: [&str; 8] =
    ["mode", "ramp", "exaggeration", "sun", "contours", "heat", "legend", "flow"];
const FLOW: [&str; 7] = ["along", "particles", "speed", "fade", "life", "color", "seed"];

/// Reads the view's fields into `view`.
pub(super) fn read(raw: &Raw<'_>, view: &mut View) -> Result<(), Fault> {
    for entry in section(raw, "view", &FIELDS)? {
        read_field(view, &entry.name, &entry.value)?;
    }
    Ok(())
}

/// Reads one field of a view.
pub(in crate::graph) fn read_field(view: &mut View, name: &str, value: &Raw<'_>) -> Result<(), Fault> {
    let refuse = |allowed: &str| refusal(value, &format!("view.{name}"), allowed);
    let positive = |allowed: &str| match value.text {
        "Auto" => Ok(None),
        _ => value.number().filter(|v| *v > 0.0).map(Some).ok_or_else(|| refuse(allowed)),
    };
    match name {
        "mode" if is_word(value.text) => view.mode = value.text.to_owned(),
        "mode" => return Err(refuse("a mode such as Terrain")),
        "ramp" => view.ramp = ramp::read(value)?,
        "exaggeration" => view.exaggeration = positive("a number above 0 or Auto")?,
        "contours" => view.contours = positive("a number of metres above 0 or Auto")?,
        "sun" => {
            view.sun =
                pair(value).ok_or_else(|| refuse("degrees from north and above the horizon such as (315.0, 45.0)"))?;
        }
        "heat" if value.shape() == Shape::Text => view.heat = value.string()?,
        "heat" => return Err(refuse("the name of a ramp such as \"viridis\"")),
        "legend" => view.legend = value.read().map_err(|_| refuse("true or false"))?,
        _ => read_flow(&mut view.flow, value)?,
    }
    view.check().map_err(|why| value.fault(format!("view: {why}")))
}

fn read_flow(flow: &mut Flow, raw: &Raw<'_>) -> Result<(), Fault> {
    for entry in section(raw, "view.flow", &FLOW)? {
        let value = &entry.value;
        let refuse = |allowed: &str| refusal(value, &format!("view.flow.{}", entry.name), allowed);
        let positive = || value.number().ok_or_else(|| refuse("a number above 0"));
        match entry.name.as_str() {
            "along" => flow.along = Along::from_name(value.text).ok_or_else(|| refuse(&ways()))?,
            "particles" => flow.particles = value.read().map_err(|_| refuse("a whole number from 1 to 100000"))?,
            "speed" => flow.speed = positive()?,
            "fade" => flow.fade = positive()?,
            "life" => flow.life = positive()?,
            "color" => {
                let from = value.string().ok().and_then(|text| link(&text));
                flow.color = Some(from.ok_or_else(|| refuse("a node or one of its outputs such as \"height\""))?);
            }
            _ => flow.seed = value.read().map_err(|_| refuse("a whole number"))?,
        }
    }
    Ok(())
}

/// The view as it stands in a file: mode and ramp, and what differs from the usual.
pub(super) fn written(view: &View) -> String {
    let usual = View::default();
    let mut out = format!("(mode: {}, ramp: {}", view.mode, ramp::written(&view.ramp));
    let auto = |v: Option<f64>| v.map_or_else(|| "Auto".to_owned(), number);
    if view.exaggeration != usual.exaggeration {
        out += &format!(", exaggeration: {}", auto(view.exaggeration));
    }
    if view.sun != usual.sun {
        out += &format!(", sun: {}", write::pair(view.sun));
    }
    if view.contours != usual.contours {
        out += &format!(", contours: {}", auto(view.contours));
    }
    if view.heat != usual.heat {
        out += &format!(", heat: {}", quoted(&view.heat));
    }
    if view.legend {
        out += ", legend: true";
    }
    if view.flow != usual.flow {
        out += &format!(", flow: {}", flow(&view.flow, &usual.flow));
    }
    out + ")"
}

fn flow(flow: &Flow, usual: &Flow) -> String {
    let mut fields = Vec::new();
    if flow.along != usual.along {
        fields.push(format!("along: {}", flow.along.name()));
    }
    if flow.particles != usual.particles {
        fields.push(format!("particles: {}", flow.particles));
    }
    for (name, own, usual) in
        [("speed", flow.speed, usual.speed), ("fade", flow.fade, usual.fade), ("life", flow.life, usual.life)]
    {
        if own != usual {
            fields.push(format!("{name}: {}", number(own)));
        }
    }
    if let Some(color) = &flow.color {
        fields.push(format!("color: {}", quoted(&color.to_string())));
    }
    if flow.seed != usual.seed {
        fields.push(format!("seed: {}", flow.seed));
    }
    format!("({})", fields.join(", "))
}
