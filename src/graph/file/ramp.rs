//! Colour ramps in RON: in a recipe's view, and as files of their own.

use super::parse::{refusal, section};
use super::raw::{Fault, Raw, Shape};
use super::read::{color, single};
use super::write::quoted;
use crate::graph::ramp::{ColorStop, OwnRamp, ViewRamp};

/// Reads a view's ramp: a name in quotes or colours.
pub(super) fn read(raw: &Raw<'_>) -> Result<ViewRamp, Fault> {
    match raw.shape() {
        Shape::Text => raw.string().map(ViewRamp::Named),
        Shape::Round => own(raw).map(|own| ViewRamp::Own(own.into())),
        _ => {
            let allowed = "a name such as \"terrain\" or colours such as (name: \"mine\", land: [(0.0, \"#283c50\"), (1.0, \"#ffffff\")])";
            Err(refusal(raw, "view.ramp", allowed))
        }
    }
}

fn own(raw: &Raw<'_>) -> Result<OwnRamp, Fault> {
    let (mut ramp, mut named) = (OwnRamp { name: String::new(), water: Vec::new(), land: Vec::new() }, false);
    for entry in section(raw, "view.ramp", &["name", "water", "land"])? {
        match entry.name.as_str() {
            "name" => {
                let text = entry.value.string();
                ramp.name = text.map_err(|_| refusal(&entry.value, "view.ramp: name", "a text in quotes"))?;
                named = true;
            }
            "water" => ramp.water = half("water", &entry.value)?,
            _ => ramp.land = half("land", &entry.value)?,
        }
    }
    if !named {
        return Err(raw.fault("view.ramp has no name"));
    }
    ramp.check().map_err(|why| raw.fault(format!("view.ramp: {why}")))?;
    Ok(ramp)
}

fn half(name: &str, raw: &Raw<'_>) -> Result<Vec<ColorStop>, Fault> {
    let example = "(0.5, \"#4a86b2\")";
    if raw.shape() != Shape::List {
        return Err(refusal(raw, &format!("view.ramp: {name}"), &format!("a list of stops such as [{example}]")));
    }
    let stop = |raw: &Raw<'_>| {
        let items = if raw.shape() == Shape::Round { raw.items().unwrap_or_default() } else { Vec::new() };
        let found = match items.as_slice() {
            [at, rgb] => single(at).zip(color(rgb)),
            _ => None,
        };
        found.ok_or_else(|| {
            refusal(raw, &format!("view.ramp: a stop of {name}"), &format!("a place and a colour such as {example}"))
        })
    };
    raw.items()?.iter().map(stop).collect()
}

/// A view's ramp as it stands in a file.
pub(super) fn written(ramp: &ViewRamp) -> String {
    match ramp {
        ViewRamp::Named(name) => quoted(name),
        ViewRamp::Own(own) => own.to_ron(),
    }
}

impl OwnRamp {
    /// Reads what [`OwnRamp::to_ron`] writes.
    ///
    /// # Errors
    /// One sentence that says what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        own(&Raw::new(text.trim(), 0)).map_err(|fault| fault.message)
    }

    /// The ramp in one line of RON.
    pub fn to_ron(&self) -> String {
        let stops = |stops: &[ColorStop]| {
            let stop = |&(at, [r, g, b]): &ColorStop| format!("({:?}, \"#{r:02x}{g:02x}{b:02x}\")", at + 0.0);
            stops.iter().map(stop).collect::<Vec<_>>().join(", ")
        };
        let water = if self.water.is_empty() { String::new() } else { format!(", water: [{}]", stops(&self.water)) };
        format!("(name: {}{water}, land: [{}])", quoted(&self.name), stops(&self.land))
    }
}
