//! What a picture shows of a raster, and how.

use super::{Color, Particles, Ramp, Sun, ramps};
use crate::raster::Raster;
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
    /// An even ramp over the shown range, whatever the sea.
    Heat,
    /// Shading from four directions at once, so that slopes turned away from the sun show their form too.
    Hillshade,
    /// How steep it is in degrees, in true metres.
    Slope,
    /// The direction that the surface faces as red (east), green (north) and blue (up).
    Normals,
    /// Lines of equal height over the ramp, every fifth of them heavy and labelled.
    Contours,
    /// Grey, with an alarm where values leave the range that an export keeps.
    Clipping,
    /// Arrows downhill, longer and brighter where it is steeper.
    Arrows,
    /// Particles that drift along the field.
    Flow,
}

impl Mode {
    /// All modes in their order of presentation, with their names.
    pub const NAMED: [(&'static str, Self); 14] = [
        ("Grey", Self::Grey),
        ("Signed", Self::Signed),
        ("Ramp", Self::Ramp),
        ("Terrain", Self::Terrain),
        ("Shade", Self::Shade),
        ("Tiles", Self::Tiles),
        ("Heat", Self::Heat),
        ("Hillshade", Self::Hillshade),
        ("Slope", Self::Slope),
        ("Normals", Self::Normals),
        ("Contours", Self::Contours),
        ("Clipping", Self::Clipping),
        ("Arrows", Self::Arrows),
        ("Flow", Self::Flow),
    ];

    /// Name in files and on screen.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, mode)| *mode == self).map_or("Grey", |(name, _)| name)
    }

    /// Whether a picture is drawn as a whole: its lines and labels do not follow from a few rows.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Contours | Self::Arrows | Self::Flow)
    }

    /// Whether values are looked at as heights: angles and categories have no such picture.
    pub fn is_of_heights(self) -> bool {
        matches!(self, Self::Hillshade | Self::Slope | Self::Normals | Self::Contours | Self::Arrows | Self::Flow)
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

/// Values that colour something else.
#[derive(Clone, Debug, PartialEq)]
pub struct Tint {
    /// The values, over the whole picture.
    pub raster: Raster,
    /// Values at the two ends of the ramp.
    pub ends: (f32, f32),
}

/// Contour lines that a world's height should roughly have.
const LINES: f64 = 18.0;
/// Pixels of a picture's longer side for which letters grow by a dot.
const PIXELS_PER_DOT: usize = 1000;

/// The largest of 1, 2, 5 times a power of ten that is not above `v`; 1 for what is no length.
pub fn round_below(v: f64) -> f64 {
    if !(v.is_finite() && v > 0.0) {
        return 1.0;
    }
    let decade = libm::pow(10.0, libm::floor(libm::log10(v)));
    [5.0, 2.0, 1.0].iter().map(|f| f * decade).find(|l| *l <= v * 1.000_001).unwrap_or(decade)
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
    /// Whether values are degrees, which legends then say instead of metres.
    pub degrees: bool,
    /// Level of the sea in metres; `None`: no sea.
    pub sea: Option<f64>,
    /// Metres between neighbouring samples, eastwards and southwards.
    pub spacing: (f64, f64),
    /// Exaggeration of heights in `Terrain` and `Shade`.
    pub exaggeration: Exaggeration,
    /// Light of `Terrain` and `Shade`.
    pub sun: Sun,
    /// Raster values from one end of the colours to the other in `Grey`, `Signed`, `Heat`, `Clipping` and, without a sea,
    /// `Ramp`. In all but the last, values above are magenta and values below cyan.
    pub shown: (f32, f32),
    /// Whether the smallest and largest value of the raster take the place of `shown`.
    pub auto_levels: bool,
    /// Colours of categories in `Tiles`.
    pub tiles: Vec<Color>,
    /// What the categories are called, for the legend.
    pub names: Vec<String>,
    /// Colours of `Heat` and of the arrows: those of the ramp's land.
    pub heat: Arc<Ramp>,
    /// Metres from one contour line to the next; `None`: a round number that gives some twenty lines.
    pub interval: Option<f64>,
    /// How particles drift in `Flow`.
    pub particles: Particles,
    /// What colours the particles; `None`: the field itself over the shown range.
    pub tint: Option<Arc<Tint>>,
    /// Whether the meaning of the colours is written into the picture.
    pub legend: bool,
    /// Pixels of the dots that letters and lines are made of; 0: as fits the picture.
    pub dot: usize,
}

impl Default for Scene {
    /// Grey unit values on a world of one metre, one metre a sample.
    fn default() -> Self {
        Self {
            mode: Mode::Grey,
            ramp: ramps().first().cloned().unwrap_or_default(),
            values: (0.0, 1.0),
            height: (0.0, 1.0),
            degrees: false,
            sea: None,
            spacing: (1.0, 1.0),
            exaggeration: Exaggeration::Factor(1.0),
            sun: Sun::default(),
            shown: (0.0, 1.0),
            auto_levels: false,
            tiles: Vec::new(),
            names: Vec::new(),
            heat: super::ramp("viridis").unwrap_or_default(),
            interval: None,
            particles: Particles::default(),
            tint: None,
            legend: false,
            dot: 0,
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
            Mode::Terrain | Mode::Shade | Mode::Signed | Mode::Hillshade | Mode::Slope | Mode::Normals => 1,
            Mode::Grey | Mode::Ramp | Mode::Tiles | Mode::Heat | Mode::Clipping => 0,
            Mode::Contours | Mode::Arrows | Mode::Flow => 1,
        }
    }

    /// Whether the picture is drawn as a whole rather than from a few rows at a time.
    pub fn is_whole(&self) -> bool {
        self.mode.is_whole() || self.legend
    }

    /// Metres from one contour line to the next.
    pub fn contour_interval(&self) -> f64 {
        let span = (self.height.1 - self.height.0).abs();
        self.interval.filter(|v| *v > 0.0 && v.is_finite()).unwrap_or_else(|| round_below(span / LINES))
    }

    /// Pixels of a dot in a picture of that size.
    pub(super) fn dot_of(&self, width: usize, height: usize) -> usize {
        match self.dot {
            0 => (width.max(height) + PIXELS_PER_DOT / 2).div_euclid(PIXELS_PER_DOT).max(1),
            dot => dot.min(64),
        }
    }

    /// Raster value of the sea's surface where the ramp has colours for water.
    pub(super) fn shown_sea(&self) -> Option<f32> {
        self.sea_value().filter(|_| !self.ramp.water.is_empty())
    }

    /// Raster value below which the relief is flat: the surface of the sea; -∞ where its ground is seen.
    pub(super) fn floor(&self) -> f32 {
        match self.mode {
            Mode::Terrain | Mode::Contours => self.shown_sea().unwrap_or(f32::NEG_INFINITY),
            _ => f32::NEG_INFINITY,
        }
    }
}
