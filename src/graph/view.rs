//! How a recipe is shown: the mode of its results and what the modes leave open.

use super::names::{is_word, listed};
use super::{Link, ViewRamp};

/// How a recipe is shown, in the window and by `--view`.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Mode of the preview, such as `Terrain`.
    pub mode: String,
    /// The colour ramp.
    pub ramp: ViewRamp,
    /// Vertical exaggeration of the shading; `None`: automatic.
    pub exaggeration: Option<f64>,
    /// Where the light comes from: degrees clockwise from north, 0 to 360, and above the horizon, 1 to 90.
    pub sun: (f64, f64),
    /// Metres from one contour line to the next; `None`: a round number that fits the height of the world.
    pub contours: Option<f64>,
    /// Name of the ramp that heat and arrows are drawn with.
    pub heat: String,
    /// Whether pictures say what their colours mean.
    pub legend: bool,
    /// How particles flow.
    pub flow: Flow,
}

/// How particles flow along a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// What the field says about their way.
    pub along: Along,
    /// How many there are, 1 to 100,000.
    pub particles: u32,
    /// How fast they are, as a share of the world's longer side in a second, above 0 up to 10.
    pub speed: f64,
    /// Seconds in which a trail fades to a tenth, above 0 up to 60.
    pub fade: f64,
    /// Seconds that a particle lives, above 0 up to 600.
    pub life: f64,
    /// Output whose values colour the particles; `None`: the field itself.
    pub color: Option<Link>,
    /// Seed of the places where they start.
    pub seed: u64,
}

/// What a field says about the way of particles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Along {
    /// Its value is an angle: times two pi, from east over south.
    #[default]
    Angle,
    /// Downhill, against its gradient.
    Downhill,
    /// Around its hills, along its lines of equal height: the curl of the field, which has no sinks.
    Around,
}

impl Along {
    /// All ways with their names in files.
    pub const NAMED: [(&'static str, Self); 3] =
        [("Angle", Self::Angle), ("Downhill", Self::Downhill), ("Around", Self::Around)];

    /// Name in files and on screen.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, along)| *along == self).map_or("Angle", |(name, _)| name)
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(n, _)| *n == name).map(|(_, along)| *along)
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            mode: "Terrain".into(),
            ramp: ViewRamp::default(),
            exaggeration: Some(1.0),
            sun: (315.0, 45.0),
            contours: None,
            heat: "viridis".into(),
            legend: false,
            flow: Flow::default(),
        }
    }
}

impl Default for Flow {
    fn default() -> Self {
        Self { along: Along::Angle, particles: 5000, speed: 0.06, fade: 1.5, life: 6.0, color: None, seed: 1 }
    }
}

impl View {
    /// Refuses what a view cannot be.
    ///
    /// # Errors
    /// One sentence that names the field and what it may be.
    pub fn check(&self) -> Result<(), String> {
        let fits_f32 = |v: f64| v.is_finite() && v.abs() <= f64::from(f32::MAX);
        let (azimuth, altitude) = self.sun;
        if !is_word(&self.mode) {
            return Err(format!("the mode {:?} is no plain word", self.mode));
        }
        if let Some(v) = self.exaggeration.filter(|v| !fits_f32(*v) || *v <= 0.0) {
            return Err(format!("exaggeration is {v}, allowed is a number above 0 or Auto"));
        }
        if let ViewRamp::Own(own) = &self.ramp {
            own.check().map_err(|why| format!("the colour ramp cannot be taken: {why}"))?;
        }
        if !(0.0..=360.0).contains(&azimuth) || !(1.0..=90.0).contains(&altitude) {
            let allowed = "allowed are 0 to 360 degrees from north and 1 to 90 above the horizon";
            return Err(format!("sun is ({azimuth}, {altitude}), {allowed}"));
        }
        if let Some(v) = self.contours.filter(|v| !fits_f32(*v) || *v <= 0.0) {
            return Err(format!("contours is {v}, allowed is a number of metres above 0 or Auto"));
        }
        self.flow.check()
    }
}

impl Flow {
    fn check(&self) -> Result<(), String> {
        let within = |name: &str, v: f64, most: f64| match v > 0.0 && v <= most {
            true => Ok(()),
            false => Err(format!("flow: {name} is {v}, allowed is above 0 up to {most}")),
        };
        if !(1..=100_000).contains(&self.particles) {
            return Err(format!("flow: particles is {}, allowed are 1 to 100000", self.particles));
        }
        within("speed", self.speed, 10.0)?;
        within("fade", self.fade, 60.0)?;
        within("life", self.life, 600.0)
    }
}

/// Names of the ways, in words.
pub(super) fn ways() -> String {
    listed(Along::NAMED.iter().map(|(name, _)| *name))
}
