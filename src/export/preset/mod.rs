//! What a program that reads a file accepts, as data: sizes, formats, order of rows, steps of height, and the numbers to
//! type in. The presets are RON files: those of `assets/presets`, those in `presets/` of the configuration folder, and any
//! file that is named.

mod data;
mod find;
mod sizes;
mod words;

pub use find::{PRESET_FOLDER, folder};

use super::Format;
use sizes::Sizes;
use words::{Facts, fill};

/// What one program accepts.
#[derive(Debug, PartialEq)]
pub struct Preset {
    /// Name on the command line.
    pub name: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// What it is for, in one or two sentences.
    pub about: &'static str,
    /// Formats that the program reads, the recommended one first.
    pub formats: &'static [Format],
    /// Extension of files in the recommended format, as the program's file dialog looks for it.
    pub extension: &'static str,
    /// Whether it is for tile maps rather than for heights.
    pub for_tiles: bool,
    /// Whether the first row of a file is the southern edge.
    pub south_first: bool,
    /// Steps of the program's height range: 65536 where the top is one step above the largest code.
    pub steps: u32,
    /// Whether floating-point samples are metres.
    pub metres: bool,
    /// Whether samples must lie as far apart eastwards as southwards.
    pub square_cells: bool,
    /// Greatest difference of height in metres that the program can show.
    pub most_metres: Option<f64>,
    sizes: Sizes,
    scale: Option<(f64, f64)>,
    location: Option<data::Location>,
    import: Vec<String>,
    import_of: Vec<(Format, Vec<String>)>,
}

/// Why a preset refuses, or cannot be read: one sentence that names what would do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PresetError(String);

/// What to type into the program's import dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Engine {
    /// Scale of heights.
    pub z_scale: Option<f64>,
    /// Height of the terrain's origin, in the engine's unit.
    pub z_location: Option<f64>,
    /// One line per setting, in words.
    pub import: Vec<String>,
}

impl Preset {
    /// Sides to offer in a list, smallest first; all of them are accepted as squares.
    pub fn sizes(&self) -> &'static [u32] {
        self.sizes.offered()
    }

    /// Whether the program takes `width` x `height` samples.
    ///
    /// # Errors
    /// A sentence that names the nearest sizes that it takes.
    pub fn accept(&self, width: u32, height: u32) -> Result<(), PresetError> {
        self.sizes.accept(self.title, width, height).map_err(PresetError)
    }

    /// Whether the program reads files of `format`.
    ///
    /// # Errors
    /// A sentence that names the formats that it reads.
    pub fn accept_format(&self, format: Format) -> Result<(), PresetError> {
        if self.formats.contains(&format) {
            return Ok(());
        }
        let known: Vec<String> = self.formats.iter().map(|f| format!("{} ({})", f.title(), extensions(*f))).collect();
        let what = if self.for_tiles { "tiles" } else { "heights" };
        let (title, known) = (self.title, words::join(&known, "or"));
        Err(PresetError(format!("{title} does not read {} as {what}, it reads {known}", format.title())))
    }

    /// Whether the program shows heights from `low` to `high` metres on a grid of that spacing and `samples` as they are.
    ///
    /// # Errors
    /// A sentence that names what would do.
    pub fn accept_heights(
        &self,
        heights: Option<(f64, f64)>,
        spacing: (f64, f64),
        (width, height): (u32, u32),
    ) -> Result<(), PresetError> {
        let title = self.title;
        let refuse = |why: String| Err(PresetError(why));
        if self.square_cells && (spacing.0 - spacing.1).abs() > 1e-6 * spacing.0 {
            let rows = (f64::from(height.max(1) - 1) * spacing.1 / spacing.0).round() as u32 + 1;
            let (x, y) = (words::short(spacing.0), words::short(spacing.1));
            return refuse(format!(
                "{title} has one distance for both directions, these samples lie {x} x {y} m apart: the nearest size is \
                 {width} x {rows}"
            ));
        }
        let Some((low, high)) = heights else { return Ok(()) };
        if self.for_tiles {
            return Ok(());
        }
        if high <= low {
            let low = words::short(low);
            return refuse(format!("{title} needs a height range, but lowest and highest are both {low} m"));
        }
        match self.most_metres {
            Some(most) if high - low > most => {
                let (range, most) = (words::short(high - low), words::short(most));
                refuse(format!("{title} shows at most {most} m between lowest and highest, these are {range} m"))
            }
            _ => Ok(()),
        }
    }

    /// The code for a height that is given as a share of the height range; shares outside 0..1 are clamped.
    pub fn code(&self, unit: f64) -> u16 {
        (unit * f64::from(self.steps)).round().clamp(0.0, 65535.0) as u16
    }

    /// What to type in for heights from `low` to `high` metres, `spacing` metres between neighbouring samples, `width` x
    /// `height` samples, in the recommended format.
    pub fn engine(&self, heights: (f64, f64), spacing: (f64, f64), size: (u32, u32)) -> Engine {
        let format = self.formats.first().copied().unwrap_or(Format::Png16);
        self.engine_for(format, "the file", Some(heights), spacing, size)
    }

    /// What to type in for a file of that `format` and name. Lines that speak of heights are left out without heights.
    pub fn engine_for(
        &self,
        format: Format,
        file: &str,
        heights: Option<(f64, f64)>,
        spacing: (f64, f64),
        size: (u32, u32),
    ) -> Engine {
        let z_scale = self.scale.zip(heights).map(|((by, over), (low, high))| (high - low) * by / over + 0.0);
        let z_location = self.location.zip(heights).map(|(location, (low, _))| {
            let raised = z_scale.map_or(0.0, |scale| location.scale * scale);
            low * location.low + raised + 0.0
        });
        let facts = Facts { file, heights, spacing, size, z_scale, z_location };
        let own = self.import_of.iter().filter(|(f, _)| *f == format).flat_map(|(_, lines)| lines);
        let import = self.import.iter().chain(own).filter_map(|line| fill(line, &facts)).collect();
        Engine { z_scale, z_location, import }
    }
}

fn extensions(format: Format) -> String {
    let dotted: Vec<String> = format.extensions().iter().map(|e| format!(".{e}")).collect();
    words::join(&dotted, "or")
}
