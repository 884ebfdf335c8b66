//! What a picture shows of a raster, and how.

use super::{Color, Ramp, Sun, ramps};
use std::sync::Arc;

/// How values become colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Black at the low end of the shown range, white at its high end.
    #[default]
    Grey,
    /// Blue below 0, tan above, with a dark line between.
    Signed,
    /// The ramp without shading.
    Ramp,
    /// The ramp with shading; the sea lies flat.
    Terrain,
    /// Shading alone.
    Shade,
    /// One colour per category.
    Tiles,
}

impl Mode {
    /// All modes in their order of presentation, with their names.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("Grey", Self::Grey),
        ("Signed", Self::Signed),
        ("Ramp", Self::Ramp),
        ("Terrain", Self::Terrain),
        ("Shade", Self::Shade),
        ("Tiles", Self::Tiles),
    ];

    /// Name in files and on screen.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, mode)| *mode == self).map_or("Grey", |(name, _)| name)
    }

    /// The mode of that name, in any case: `Terrain`, `terrain`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, mode)| *mode)
    }
}

/// By how much heights are multiplied before they are lit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exaggeration {
    /// This factor.
    Factor(f64),
    /// The factor that makes the 90th percentile of the slopes 40 degrees.
    Auto,
}

/// What a picture shows of a raster.
#[derive(Clone, Debug)]
pub struct Scene {
    /// How values become colours.
    pub mode: Mode,
    /// Colours of the modes `Ramp` and `Terrain`.
    pub ramp: Arc<Ramp>,
    /// Raster values that stand for the two ends of `height`: (0, 1) for unit values, (-1, 1) for signed ones.
    pub values: (f32, f32),
    /// Metres at the two ends of `values`.
    pub height: (f64, f64),
    /// Level of the sea in metres; `None`: no sea.
    pub sea: Option<f64>,
    /// Metres between neighbouring samples, eastwards and southwards.
    pub spacing: (f64, f64),
    /// Exaggeration of heights in `Terrain` and `Shade`.
    pub exaggeration: Exaggeration,
    /// Light of `Terrain` and `Shade`.
    pub sun: Sun,
    /// Raster values from one end of the colours to the other in `Grey`, `Signed` and, without a sea, `Ramp`. In the first
    /// two, values above are magenta and values below cyan.
    pub shown: (f32, f32),
    /// Whether the smallest and largest value of the raster take the place of `shown`.
    pub auto_levels: bool,
    /// Colours of categories in `Tiles`.
    pub tiles: Vec<Color>,
}

impl Default for Scene {
    /// Grey unit values on a world of one metre, one metre a sample.
    fn default() -> Self {
        Self {
            mode: Mode::Grey,
            ramp: ramps().first().cloned().unwrap_or_default(),
            values: (0.0, 1.0),
            height: (0.0, 1.0),
            sea: None,
            spacing: (1.0, 1.0),
            exaggeration: Exaggeration::Factor(1.0),
            sun: Sun::default(),
            shown: (0.0, 1.0),
            auto_levels: false,
            tiles: Vec::new(),
        }
    }
}

impl Scene {
    /// Metres for a raster value of one, differences only.
    pub fn metres_per_value(&self) -> f64 {
        let span = f64::from(self.values.1) - f64::from(self.values.0);
        if span == 0.0 { 0.0 } else { (self.height.1 - self.height.0) / span }
    }

    /// Height in metres of a raster value.
    pub fn metres(&self, value: f32) -> f64 {
        self.height.0 + (f64::from(value) - f64::from(self.values.0)) * self.metres_per_value()
    }

    /// Raster value at a height in metres.
    pub fn value(&self, metres: f64) -> f32 {
        let (low, high) = self.height;
        let (from, to) = (f64::from(self.values.0), f64::from(self.values.1));
        if high == low { self.values.0 } else { (from + (metres - low) / (high - low) * (to - from)) as f32 }
    }

    /// Raster value of the sea's surface, if there is a sea.
    pub fn sea_value(&self) -> Option<f32> {
        self.sea.map(|sea| self.value(sea))
    }

    /// Rows around a row that its pixels depend on, north and south of it.
    pub fn margin(&self) -> usize {
        match self.mode {
            Mode::Terrain | Mode::Shade | Mode::Signed => 1,
            Mode::Grey | Mode::Ramp | Mode::Tiles => 0,
        }
    }

    /// Raster value of the sea's surface where the ramp has colours for water.
    pub(super) fn shown_sea(&self) -> Option<f32> {
        self.sea_value().filter(|_| !self.ramp.water.is_empty())
    }

    /// Raster value below which the relief is flat: the surface of the sea; -∞ where its ground is seen.
    pub(super) fn floor(&self) -> f32 {
        match self.mode {
            Mode::Terrain => self.shown_sea().unwrap_or(f32::NEG_INFINITY),
            _ => f32::NEG_INFINITY,
        }
    }
}
