//! Colour ramps, which are data in `assets/ramps`, and the tables that pictures read them from.

use serde::Deserialize;
use std::sync::{Arc, LazyLock};

/// Colour as red, green, blue.
pub type Color = [u8; 3];

/// A named gradient of one or two halves that meet at the sea.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ramp {
    /// Name in files; for a recipe's own colours what people call them.
    pub name: String,
    /// From the lowest height to the sea; empty if the ramp has no water.
    pub water: Vec<Stop>,
    /// From the sea to the greatest height; over all heights if there is no sea or no water half.
    pub land: Vec<Stop>,
}

/// A place on a half of a ramp, 0 to 1, and the colour there.
pub type Stop = (f32, Color);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Halves {
    #[serde(default)]
    water: Vec<Stop>,
    land: Vec<Stop>,
}

macro_rules! files {
    ($($name:literal),+) => { &[$(($name, include_str!(concat!("../../assets/ramps/", $name, ".ron")))),+] };
}

const FILES: &[(&str, &str)] = files!(
    "terrain",
    "meadow",
    "alpine",
    "atlas",
    "sky",
    "marble",
    "wood",
    "sand",
    "canyon",
    "dusk",
    "abyss",
    "grey",
    "bathymetry",
    "viridis",
    "magma",
    "ember"
);

/// Ramps whose lightness grows evenly, so that equal steps of a value look equal: those that heat is drawn with.
pub const EVEN: [&str; 5] = ["viridis", "magma", "ember", "dusk", "grey"];

static RAMPS: LazyLock<Vec<Arc<Ramp>>> = LazyLock::new(|| {
    let parse = |&(name, text): &(&'static str, &str)| {
        // The files are part of the program, and a test reads each of them.
        let Halves { water, land } = ron::from_str(text).ok()?;
        Some(Arc::new(Ramp { name: name.to_owned(), water, land }))
    };
    FILES.iter().filter_map(parse).collect()
});

/// All ramps in their order of presentation; the first is the default.
pub fn ramps() -> &'static [Arc<Ramp>] {
    &RAMPS
}

/// The ramp of that name.
pub fn ramp(name: &str) -> Option<Arc<Ramp>> {
    ramps().iter().find(|ramp| ramp.name == name).cloned()
}

/// A stretch of colours over an interval of raster values, tabulated so that a picture needs one look-up a sample.
#[derive(Clone, Debug)]
pub(super) struct Table {
    from: f32,
    scale: f32,
    colors: Vec<[f32; 3]>,
}

/// Entries of a table: neighbouring ones differ by less than one step of 8 bits for any sane ramp.
const ENTRIES: usize = 2048;

impl Table {
    /// `stops` laid over the values from `from` to `to`; values outside take the end colours.
    pub(super) fn new(stops: &[Stop], from: f32, to: f32) -> Self {
        let last = (ENTRIES - 1) as f32;
        let span = to - from;
        let scale = if span > 0.0 && span.is_finite() { last / span } else { 0.0 };
        let colors = (0..ENTRIES).map(|i| mixed_at(stops, i as f32 / last)).collect();
        Self { from, scale, colors }
    }

    /// Colour of a raster value, each component 0 to 255.
    #[inline(always)]
    pub(super) fn at(&self, v: f32) -> [f32; 3] {
        let place = (v - self.from) * self.scale + 0.5;
        // The cast takes anything below 0, and a NaN, to 0.
        self.colors[(place as usize).min(ENTRIES - 1)]
    }
}

/// The colour of a half at `t`, 0 to 1.
pub fn color_at(stops: &[Stop], t: f32) -> Color {
    mixed_at(stops, t).map(|v| (v + 0.5) as u8)
}

/// The colour at `t`, in a straight line between the two stops around it.
fn mixed_at(stops: &[Stop], t: f32) -> [f32; 3] {
    let float = |c: Color| c.map(f32::from);
    let above = stops.iter().position(|&(at, _)| at >= t).unwrap_or(stops.len());
    match (above.checked_sub(1).and_then(|i| stops.get(i)), stops.get(above)) {
        (Some(&(t0, a)), Some(&(t1, b))) if t1 > t0 => {
            let (a, b, share) = (float(a), float(b), (t - t0) / (t1 - t0));
            std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
        }
        (_, Some(&(_, color))) | (Some(&(_, color)), None) => float(color),
        (None, None) => [0.0; 3],
    }
}
