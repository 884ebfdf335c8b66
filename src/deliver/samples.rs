//! From the values of a strip to the bytes of its rows in the file.

use super::companions;
use super::picture::{self, scene_of};
use super::{Content, Heights, Job, Map, Mapping, Units, maps};
use crate::export::{Around, Format, Layout};
use crate::run::{Cancelled, Options, Runner, Strip, Walk};
use crate::spec::{Level, Quantity};
use crate::view::Scene;
use rayon::prelude::*;
use std::borrow::Cow;

/// Rows that are turned into bytes at a time on one thread.
const BAND: usize = 8;

/// Knows how the values of a job become the samples of its file.
pub(super) struct Coder<'j> {
    job: &'j Job,
    mapping: Option<Mapping>,
    heights: Option<Heights>,
    /// How pictures are drawn.
    scene: Option<Scene>,
    /// Codes that have occurred, for integer formats.
    seen: Option<Seen>,
}

impl<'j> Coder<'j> {
    /// Decides all that holds for the whole file.
    ///
    /// # Errors
    /// [`Cancelled`] when `options` stopped it.
    pub fn new(job: &'j Job, mapping: Option<Mapping>, runner: &Runner, options: &Options) -> Result<Self, Cancelled> {
        let scene = match &job.content {
            Content::Picture(mode, levels) => Some(scene_of(job, *mode, levels, mapping, runner, options)?),
            _ => None,
        };
        let seen = (job.content == Content::Codes).then(Seen::default);
        Ok(Self { job, mapping, heights: mapping.and_then(|m| job.heights(m)), scene, seen })
    }

    /// Size, format and colours of the file.
    pub fn layout(&self) -> Layout {
        let palette = match (self.job.format, self.levels()) {
            (Format::Indexed, []) => vec![[0, 0, 0]],
            (Format::Indexed, levels) => levels.iter().map(|l| l.color).collect(),
            _ => Vec::new(),
        };
        let (width, height) = self.job.picture_size();
        let heights = self.heights.filter(|_| self.job.content == Content::Codes).map(|h| (h.zero, h.one));
        let (place, mesh, tileset) = (self.job.place(), self.job.mesh, companions::tileset_name(&self.job.path));
        let around = self.job.around();
        Layout { palette, place, heights, mesh, tileset, around, ..Layout::new(width, height, self.job.format) }
    }

    /// Rows beyond a strip that its samples depend on.
    pub fn margin(&self) -> usize {
        let map = matches!(self.job.content, Content::Map(..)) || self.job.format == Format::Glb;
        self.scene.as_ref().map_or(usize::from(map), Scene::margin)
    }

    /// How a job's map is walked through. What a map for a shader says at an edge depends on the samples beyond it: those of
    /// the whole world, so that a part of it holds what the whole would.
    pub fn walk(&self) -> Walk {
        Walk { northwards: self.job.south_first, margin: self.margin(), within: self.job.reach() }
    }

    /// Whether the file is made of all of its samples at once.
    pub fn is_whole(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| scene.is_whole() || self.job.pixels.is_some())
    }

    /// The bytes of a strip's rows in the order of the file.
    pub fn rows(&mut self, strip: &Strip) -> Vec<u8> {
        let layout = self.layout();
        let (values, width) = self.values(strip);
        let mut bytes = match (&self.scene, &self.job.content) {
            (Some(scene), _) => picture::rows(strip, scene, self.job.pixels),
            (None, Content::Map(Map::Weights(first), _)) => maps::weights(strip, *first),
            (None, Content::Map(Map::Normals(green), _)) => {
                maps::normals(strip, self.job.grid.spacing(), *green, |v| f64::from(self.number(Units::Metres, v)))
            }
            (None, Content::Map(Map::Flow(green), _)) => {
                let metres = |v| f64::from(self.number(Units::Metres, v));
                maps::flow(strip, self.job.grid.spacing(), *green, self.job.view.flow.along, metres)
            }
            (None, _) => vec![0; values.len() * layout.format.sample_bytes()],
        };
        if matches!(self.job.content, Content::Codes | Content::Numbers(_) | Content::Tiles(_)) {
            let bands = bytes.par_chunks_mut((layout.row_bytes() * BAND).max(1)).zip(values.par_chunks(width * BAND));
            let seen: Vec<Seen> = bands.map(|(out, values)| self.put(values, out)).collect();
            if let Some(all) = &mut self.seen {
                seen.iter().for_each(|some| all.merge(some));
            }
        }
        if self.job.south_first {
            flip(&mut bytes, layout.row_bytes());
        }
        bytes
    }

    /// The values of a strip that the file is fed, and how many there are in a row: those around the file's own come with the
    /// first and the last strip.
    fn values<'s>(&self, strip: &'s Strip) -> (Cow<'s, [f32]>, usize) {
        if self.job.around() == Around::default() {
            return (strip.values(), strip.columns.max(1));
        }
        let (raster, end) = (&strip.raster, strip.above + strip.rows);
        let from = if strip.first == 0 { 0 } else { strip.above };
        let to = if strip.first + strip.rows == self.job.region.height { raster.height } else { end };
        (raster.data[from * raster.width..to * raster.width].into(), raster.width.max(1))
    }

    /// Share of the code range between the lowest and the highest code that have occurred, and how many have.
    pub fn codes(&self) -> Option<(f64, usize)> {
        let top = f64::from(self.top());
        self.seen.as_ref().map(|seen| (f64::from(seen.highest() - seen.lowest()) / top, seen.count()))
    }

    fn levels(&self) -> &[Level] {
        self.job.levels()
    }

    fn top(&self) -> u16 {
        self.job.format.max_code().unwrap_or(u16::MAX)
    }

    /// Turns values into the bytes of samples. Returns the codes among them.
    fn put(&self, values: &[f32], out: &mut [u8]) -> Seen {
        let mut seen = Seen::default();
        let format = self.job.format;
        match &self.job.content {
            Content::Codes => {
                let codes = values.iter().map(|&v| self.code(f64::from(v)));
                format.put_codes(codes.inspect(|&code| seen.add(code)), out);
            }
            Content::Numbers(units) => format.put_floats(values.iter().map(|&v| self.number(*units, v) + 0.0), out),
            Content::Tiles(levels) => put_tiles(format, levels, values, out),
            Content::Picture(..) | Content::Map(..) => {}
        }
        seen
    }

    #[inline]
    fn code(&self, v: f64) -> u16 {
        // A job for codes always has a mapping; values of no known range would stay at the middle.
        let unit = self.mapping.map_or(0.5, |m| m.unit(v)).clamp(0.0, 1.0);
        match self.job.preset {
            Some(preset) if self.top() == u16::MAX => preset.code(unit),
            _ => nearest(unit * f64::from(self.top())),
        }
    }

    /// Numbers are never clamped: a float can hold what lies outside.
    fn number(&self, units: Units, v: f32) -> f32 {
        let unit = || self.mapping.map_or(f64::from(v), |m| m.unit(f64::from(v)));
        match (units, self.heights) {
            (Units::Raw, _) => v,
            (Units::Metres, _) if self.job.plan.quantity == Quantity::Metres => v,
            (Units::Metres, Some(heights)) => saturated(heights.at(unit())),
            _ => saturated(unit()),
        }
    }
}

/// The whole number nearest to `v`, halves upwards: what `f64::round` gives for these values, without a call.
#[inline]
fn nearest(v: f64) -> u16 {
    let whole = v as u32;
    (whole + u32::from(v - f64::from(whole) >= 0.5)) as u16
}

/// The nearest finite number: far outside a range a share of it may be beyond what the format holds.
fn saturated(v: f64) -> f32 {
    v.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

fn put_tiles(format: Format, levels: &[Level], values: &[f32], out: &mut [u8]) {
    if format.is_float() {
        format.put_floats(values.iter().map(|v| v + 0.0), out);
    } else if format == Format::Color {
        for (pixel, &v) in out.as_chunks_mut().0.iter_mut().zip(values) {
            *pixel = levels.get(v as usize).map_or([0, 0, 0], |l| l.color);
        }
    } else {
        // A byte keeps to its range, as a larger number does.
        let most = f32::from(format.max_code().unwrap_or(u16::MAX));
        format.put_codes(values.iter().map(|&v| v.min(most) as u16), out);
    }
}

/// Reverses the order of the rows.
fn flip(bytes: &mut [u8], row: usize) {
    let rows = bytes.len() / row.max(1);
    for top in 0..rows / 2 {
        let (upper, lower) = bytes.split_at_mut((rows - 1 - top) * row);
        upper[top * row..][..row].swap_with_slice(&mut lower[..row]);
    }
}

/// The set of the codes that have occurred.
struct Seen(Vec<u64>);

impl Default for Seen {
    fn default() -> Self {
        Self(vec![0; 1 << 10])
    }
}

impl Seen {
    #[inline]
    fn add(&mut self, code: u16) {
        self.0[usize::from(code >> 6)] |= 1 << (code & 63);
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(all, some)| *all |= some);
    }

    fn lowest(&self) -> u32 {
        let word = self.0.iter().position(|w| *w != 0);
        word.map_or(0, |i| i as u32 * 64 + self.0[i].trailing_zeros())
    }

    fn highest(&self) -> u32 {
        let word = self.0.iter().rposition(|w| *w != 0);
        word.map_or(0, |i| i as u32 * 64 + 63 - self.0[i].leading_zeros())
    }

    fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }
}
