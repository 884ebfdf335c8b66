//! Frames: one result at one moment after another, as numbered files or as one picture that moves.

use super::make::deliver_blended;
use super::picture::{rgb_rows, scene_of, seen};
use super::samples::Coder;
use super::{Ask, AskError, Content, DeliverError, Job, Report, mapping_of, resolve};
use crate::export::{Animation, FASTEST_GIF, WriteError, encode, write_animation, write_file, write_stdout};
use crate::graph::Graph;
use crate::plan::{Plan, compile};
use crate::raster::{Raster, Region};
use crate::run::{Cancelled, Options, Runner};
use crate::view::{self, Exaggeration, Flow, Mode, Picture, Scene};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a file name holds the number of the frame.
pub const FRAME: &str = "{frame}";
/// Share of a loop at its end in which it goes over into its beginning.
const OVER: f64 = 1.0 / 3.0;
/// Most frames of one run.
pub const MOST_FRAMES: u32 = 100_000;

/// Which moments are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FramesAsk {
    /// How many, from 1 to [`MOST_FRAMES`].
    pub count: u32,
    /// How many a second, above 0 up to 1000.
    pub fps: f64,
    /// Seconds after which the beginning comes again without a jump; `None`: it never does.
    pub loop_after: Option<f64>,
}

/// Several frames with all decisions made.
pub struct Frames<'a> {
    graph: Graph,
    ask: &'a Ask,
    frames: FramesAsk,
    /// The first frame.
    job: Job,
}

/// A moment: seconds on the clock, and a second one of which a share is mixed in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Seconds.
    pub time: f64,
    /// Seconds and share of what is mixed in, where a loop comes to its end.
    pub other: Option<(f64, f32)>,
}

impl FramesAsk {
    /// The moment of a frame, counted from `start`.
    ///
    /// The last third of a loop is mixed with what came before its beginning, ever more of it, so that its end meets the
    /// beginning. Two thirds of it are exactly what the clock gives.
    pub fn moment(&self, start: f64, frame: u32) -> Moment {
        let passed = f64::from(frame) / self.fps;
        let Some(length) = self.loop_after.filter(|length| *length > 0.0) else {
            return Moment { time: start + passed, other: None };
        };
        let at = passed - libm::floor(passed / length) * length;
        let share = (at / length - (1.0 - OVER)) / OVER;
        let other = (share > 0.0).then_some((start + at - length, (share * share * (3.0 - 2.0 * share)) as f32));
        Moment { time: start + at, other }
    }

    fn check(&self) -> Result<(), AskError> {
        let conflict = |why: String| Err(AskError::Conflict(why));
        if !(1..=MOST_FRAMES).contains(&self.count) {
            return conflict(format!("frames is {}, allowed are 1 to {MOST_FRAMES}", self.count));
        }
        if !(self.fps > 0.0 && self.fps <= 1000.0) {
            return conflict(format!("fps is {}, allowed is above 0 up to 1000", self.fps));
        }
        match self.loop_after {
            Some(length) if !(length > 0.0 && length.is_finite()) => {
                conflict(format!("loop is {length}, allowed are seconds above 0"))
            }
            _ => Ok(()),
        }
    }
}

/// Decides all that `ask` leaves open for `frames` moments from its time on.
///
/// # Errors
/// As for [`resolve`], and when the file can hold no frames.
pub fn resolve_frames<'a>(graph: &Graph, ask: &'a Ask, frames: FramesAsk) -> Result<Frames<'a>, AskError> {
    frames.check()?;
    let conflict = |why: String| Err(AskError::Conflict(why));
    let numbered = is_numbered(&ask.path);
    let animation = animation_of(&ask.path).filter(|_| !numbered);
    if !numbered && animation.is_none() {
        let why = format!("{} names one file: write {FRAME} into it", ask.path.display());
        return conflict(format!("{why}, or .gif or .png for a picture that moves"));
    }
    if animation.is_some() && ask.picture.is_none() {
        return conflict("a picture that moves needs a view, such as --view terrain".into());
    }
    if ask.picture.is_some() && ask.sidecar {
        return conflict("facts beside the file are for single pictures and for values, leave out --sidecar".into());
    }
    if animation == Some(Animation::Gif) && frames.fps > FASTEST_GIF {
        return conflict(format!("fps is {}, a GIF shows at most {FASTEST_GIF} a second: write .png", frames.fps));
    }
    let first = file(&ask.path, 0, frames.count);
    // The name's extension means the animation; a single frame of it is a plain picture.
    let path = if animation.is_some() { first.with_extension("png") } else { first };
    let job = resolve(graph, &Ask { path, ..ask.clone() })?;
    Ok(Frames { graph: graph.clone(), ask, frames, job })
}

/// Whether a path holds the place of a frame's number.
pub fn is_numbered(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(FRAME))
}

fn animation_of(path: &Path) -> Option<Animation> {
    path.extension().and_then(|e| e.to_str()).and_then(Animation::by_extension)
}

/// The file of a frame: its number with as many digits as the last one needs, four at least.
fn file(path: &Path, frame: u32, count: u32) -> PathBuf {
    let digits = count.saturating_sub(1).to_string().len().max(4);
    match path.to_str() {
        Some(text) => text.replace(FRAME, &format!("{frame:0digits$}")).into(),
        None => path.into(),
    }
}

/// What came of frames.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FramesReport {
    /// The file, or the pattern of the files.
    pub path: String,
    /// How many frames.
    pub frames: u32,
    /// How many a second.
    pub fps: f64,
    /// Columns and rows of each.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Bytes of all files.
    pub bytes: u64,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// Evaluates and writes all frames. `tell` hears of each by its number.
///
/// # Errors
/// As for [`deliver`](super::deliver). Numbered files that are complete stay.
pub fn deliver_frames(
    frames: &Frames<'_>,
    runner: &Runner,
    options: &Options,
    mut tell: impl FnMut(u32),
) -> Result<FramesReport, DeliverError> {
    let count = frames.frames.count;
    let part = |i: u32| options.part(i as f32 / count as f32, (i + 1) as f32 / count as f32);
    let mut bytes = 0;
    let is_picture = matches!(frames.job.content, Content::Picture(..));
    if is_picture {
        let mut player = Player::new(frames, runner, options)?;
        if is_numbered(&frames.ask.path) {
            for i in 0..count {
                let picture = player.frame(i, &part(i))?;
                bytes += frames.write_picture(&player, i, &picture)?;
                tell(i);
            }
        } else {
            bytes = frames.write_moving(&mut player, &part, &mut tell)?;
        }
    } else {
        for i in 0..count {
            bytes += frames.write_values(i, runner, &part(i))?.bytes;
            tell(i);
        }
    }
    let (width, height) = frames.job.picture_size();
    let path = frames.ask.path.display().to_string();
    Ok(FramesReport { path, frames: count, fps: frames.frames.fps, width, height, bytes, notes: frames.notes() })
}

impl Frames<'_> {
    /// What is odd about the wish, in sentences.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let later = compile(&self.graph, &self.job.link, self.ask.time + 1.0);
        let moves = later.is_ok_and(|plan| plan.key != self.job.plan.key);
        let flows = matches!(self.job.content, Content::Picture(Mode::Flow, _));
        if !moves && !flows {
            notes.push(format!(
                "{} does not depend on time, so all frames are the same: plug in a Time node",
                self.job.name()
            ));
        }
        if let Some(length) = self.frames.loop_after {
            let whole = length * self.frames.fps;
            if (whole - f64::from(self.frames.count)).abs() > 0.5 {
                notes.push(format!("the loop has {} frames, these are {}", whole.round(), self.frames.count));
            }
        }
        notes
    }

    /// The plan at a time.
    fn plan(&self, time: f64) -> Result<Arc<Plan>, DeliverError> {
        // What could be planned at the first moment can be planned at all others.
        let plan = compile(&self.graph, &self.job.link, time);
        plan.map(Arc::new).map_err(|e| DeliverError::Write(failed(&self.ask.path, io::Error::other(e.message))))
    }

    fn write_values(&self, frame: u32, runner: &Runner, options: &Options) -> Result<Report, DeliverError> {
        let moment = self.frames.moment(self.ask.time, frame);
        let path = file(&self.ask.path, frame, self.frames.count);
        let job = Job { path, plan: self.plan(moment.time)?, ..self.job.clone() };
        let other = moment.other.map(|(time, share)| Ok::<_, DeliverError>((self.plan(time)?, share))).transpose()?;
        deliver_blended(&job, other.as_ref().map(|(plan, share)| (plan.as_ref(), *share)), runner, options)
    }

    fn write_picture(&self, player: &Player<'_, '_>, frame: u32, picture: &Picture) -> Result<u64, DeliverError> {
        let path = file(&self.ask.path, frame, self.frames.count);
        let layout = player.layout();
        let rows = rgb_rows(picture, self.job.south_first);
        let fill = |out: &mut dyn io::Write| encode(&layout, out, |to| to.write_all(&rows));
        Ok(write_file(&path, fill)?)
    }

    fn write_moving(
        &self,
        player: &mut Player<'_, '_>,
        part: &dyn Fn(u32) -> Options,
        tell: &mut dyn FnMut(u32),
    ) -> Result<u64, DeliverError> {
        let animation = animation_of(&self.ask.path).unwrap_or(Animation::Png);
        let (count, fps) = (self.frames.count, self.frames.fps);
        let mut stopped = None;
        let fill = |out: &mut dyn io::Write| {
            write_animation(animation, (count, fps), out, |i| {
                let picture = player.frame(i, &part(i)).map_err(|e| {
                    stopped = Some(e);
                    io::Error::other("stopped")
                })?;
                tell(i);
                Ok(picture)
            })
        };
        let path = &self.ask.path;
        let written = if path == Path::new("-") { write_stdout(fill) } else { write_file(path, fill) };
        match stopped {
            Some(error) => Err(error),
            None => Ok(written?),
        }
    }
}

fn failed(path: &Path, source: io::Error) -> WriteError {
    WriteError::Failed { target: path.into(), source }
}

/// Draws frame after frame.
pub struct Player<'f, 'a> {
    frames: &'f Frames<'a>,
    runner: &'f Runner,
    scene: Scene,
    layout: crate::export::Layout,
    /// The particles, with the number of the frame up to which they have moved.
    flow: Option<Flow>,
}

impl<'f, 'a> Player<'f, 'a> {
    /// Measures what holds for all frames: range and relief are those of the first.
    ///
    /// # Errors
    /// [`DeliverError::Cancelled`] when `options` stopped it.
    pub fn new(frames: &'f Frames<'a>, runner: &'f Runner, options: &Options) -> Result<Self, DeliverError> {
        let job = &frames.job;
        let options = Options { progress: None, ..options.clone() };
        let mapping = mapping_of(job, runner, &options)?;
        let mode = if let Content::Picture(mode, _) = job.content { mode } else { Mode::Grey };
        let mut scene = scene_of(job, mode, job.levels(), mapping, runner, &options)?;
        if scene.exaggeration == Exaggeration::Auto && mode != Mode::Flow {
            let first = runner.render(&job.plan, &job.grid, job.region, &options)?.raster;
            let rows = |from: usize, to: usize| {
                let data = first.data[from * first.width..to * first.width].to_vec();
                Ok::<_, Cancelled>(Raster { width: first.width, height: to - from, data })
            };
            scene.exaggeration = view::exaggeration(&scene, first.height, rows)?;
        }
        let layout = Coder::new(job, mapping, runner, &options)?.layout();
        Ok(Self { frames, runner, scene, layout, flow: None })
    }

    fn layout(&self) -> crate::export::Layout {
        self.layout.clone()
    }

    /// The picture of a frame. Particles have to be asked for in order.
    ///
    /// # Errors
    /// [`DeliverError::Cancelled`] when `options` stopped it.
    pub fn frame(&mut self, frame: u32, options: &Options) -> Result<Picture, DeliverError> {
        let frames = self.frames;
        let job = &frames.job;
        let moment = frames.frames.moment(frames.ask.time, frame);
        if self.scene.mode == Mode::Flow {
            return self.drift(frame, moment, options);
        }
        let raster = self.values(job.region, moment, options)?;
        Ok(self.runner.install(|| match job.pixels {
            Some(pixels) => view::picture_for(&raster, &self.scene, pixels as usize),
            None => view::picture(&raster, &self.scene),
        }))
    }

    fn values(&self, region: Region, moment: Moment, options: &Options) -> Result<Raster, DeliverError> {
        let grid = &self.frames.job.grid;
        let mut raster = self.runner.render(&*self.frames.plan(moment.time)?, grid, region, options)?.raster;
        if let Some((time, share)) = moment.other {
            let other = self.runner.render(&*self.frames.plan(time)?, grid, region, options)?.raster;
            mix(&mut raster, &other, share);
        }
        Ok(raster)
    }

    /// Lets the particles drift up to a frame along what the field is then.
    fn drift(&mut self, frame: u32, moment: Moment, options: &Options) -> Result<Picture, DeliverError> {
        let job = &self.frames.job;
        let field = self.values(seen(job.region), moment, options)?;
        if let Some(color) = &self.frames.graph.view.flow.color
            && let Ok(plan) = compile(&self.frames.graph, color, moment.time)
        {
            let raster = self.runner.render(&plan, &job.grid, seen(job.region), options)?.raster;
            self.scene.tint = Some(Arc::new(super::tint(&plan, raster)));
        }
        let spacing = self.scene.spacing;
        // The same field on fewer samples: only the proportion of its sides counts.
        let (width, height) = job.picture_size();
        let scene = &self.scene;
        let flow = self.flow.get_or_insert_with(|| view::flow_for(scene, (width as usize, height as usize)));
        let wide = job.region.width as f64 / field.width as f64;
        let tall = job.region.height as f64 / field.height as f64;
        let apart = Scene { spacing: (spacing.0 * wide, spacing.1 * tall), ..scene.clone() };
        let until = u64::from(view::WARM_UP) + steps(frame, self.frames.frames.fps);
        Ok(self.runner.install(|| {
            let current = view::current(&field, &apart);
            while flow.steps() < until {
                flow.step(&current);
            }
            flow.picture()
        }))
    }
}

/// Steps of the particles from the first frame to another one.
fn steps(frame: u32, fps: f64) -> u64 {
    (f64::from(frame) * f64::from(view::STEPS) / fps).round() as u64
}

/// Mixes a share of other values in.
pub(super) fn mix(raster: &mut Raster, other: &Raster, share: f32) {
    for (v, o) in raster.data.iter_mut().zip(&other.data) {
        *v += (o - *v) * share;
    }
}
