//! What the worker has told so far, as textures and facts that panels read.

use crate::graph::{Link, NodeId, Problem, Severity};
use crate::gui::request::{Facts, Sketched, Thumb, Timing};
use crate::gui::statusbar::Activity;
use crate::gui::worker::{Contrast, Event, Patch, Picture, Shown, ThumbPicture, Unlike};
use crate::view::Mode;
use eframe::egui::{Context, TextureFilter, TextureHandle, TextureId, TextureOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// The worker's answers.
#[derive(Default)]
pub(super) struct Board {
    pub facts: BTreeMap<NodeId, Facts>,
    pub problems: Vec<Problem>,
    pub thumbs: BTreeMap<NodeId, Thumb>,
    pub kinds: BTreeMap<&'static str, TextureId>,
    /// Pictures of the templates, by name.
    pub templates: BTreeMap<&'static str, TextureId>,
    /// Recipes that are not open, by what they were asked for under.
    pub sketches: BTreeMap<Arc<str>, Sketched>,
    pub shown: Option<Shown>,
    /// Why the preview cannot be computed: the output and the sentence.
    pub failure: Option<(Link, String)>,
    pub preview_time: Option<Duration>,
    /// Number of the last job that was finished to the end.
    pub idle_serial: Option<u64>,
    /// Picture of the preview.
    pub texture: Option<TextureHandle>,
    /// Parts of the preview that are finer already, and their pictures.
    pub patches: Vec<(Patch, TextureHandle)>,
    /// What lies around the world, and its picture.
    pub around: Option<Shown>,
    pub around_texture: Option<TextureHandle>,
    /// What the preview is compared with, its picture, and why it cannot be computed.
    pub reference: Option<Shown>,
    pub reference_texture: Option<TextureHandle>,
    pub reference_failure: Option<String>,
    /// The difference of the two, or why there is none, and its picture.
    pub contrast: Option<Result<Contrast, Unlike>>,
    pub contrast_texture: Option<TextureHandle>,
    timings: BTreeMap<NodeId, Timing>,
    surveyed: Vec<Problem>,
    serial: u64,
    done_serial: Option<u64>,
    thumb_textures: BTreeMap<NodeId, (TextureHandle, Arc<ThumbPicture>)>,
    /// Pictures that stay: kinds and templates.
    textures: Vec<TextureHandle>,
}

impl Board {
    /// A new job is on its way: pictures of the nodes that it touches (`None`: all) are out of date.
    pub fn submitted(&mut self, serial: u64, touched: Option<&BTreeSet<NodeId>>) {
        self.serial = serial;
        for (id, thumb) in &mut self.thumbs {
            thumb.stale |= touched.is_none_or(|touched| touched.contains(id));
        }
    }

    /// Whether the preview is as good as it gets unasked.
    pub fn is_done(&self) -> bool {
        self.done_serial == Some(self.serial)
    }

    /// What the status bar says of the worker.
    pub fn activity(&self, preview: Option<&Link>) -> Activity {
        let failed = self.failure.as_ref().is_some_and(|(link, _)| Some(link) == preview);
        match (&self.shown, failed) {
            (_, true) => Activity::Failed,
            _ if !self.is_done() => Activity::Computing,
            (Some(shown), _) if shown.hash.is_none() => Activity::Draft,
            _ => Activity::Ready,
        }
    }

    /// Takes in events of the worker.
    pub fn take(&mut self, events: Vec<(u64, Event)>, ctx: &Context) {
        for (serial, event) in events {
            match event {
                Event::Surveyed { facts, problems } => self.surveyed(facts, problems),
                Event::Shown(shown) => self.show(*shown, ctx),
                // A part that a newer change overtook would only be seen to go.
                Event::Patch(patch) if serial == self.serial => self.patch(*patch, ctx),
                Event::Patch(_) => {}
                Event::Around(shown) => {
                    replace(&mut self.around_texture, "around", &shown.picture, options_of(shown.mode), ctx);
                    self.around = Some(*shown);
                }
                Event::Reference(shown) => self.show_reference(shown, ctx),
                Event::Contrast(contrast) => self.show_contrast(contrast, ctx),
                Event::Failed { link, message } => self.failure = Some((link, message)),
                Event::Timed(timings) => self.timed(timings),
                Event::Thumb(id, picture) => self.thumb(id, picture, ctx),
                Event::Kind(kind, picture) => {
                    let texture = self.keep(&format!("kind {kind}"), &picture, ctx);
                    self.kinds.insert(kind, texture);
                }
                Event::Template(name, picture) => {
                    let texture = self.keep(&format!("template {name}"), &picture, ctx);
                    self.templates.insert(name, texture);
                }
                Event::Sketch(key, drawn) => {
                    let picture = drawn.picture.as_ref();
                    let texture = picture.map(|picture| {
                        ctx.load_texture(format!("sketch {key}"), picture.image.clone(), TextureOptions::LINEAR)
                    });
                    let sketched = Sketched { texture, nodes: drawn.nodes, modified: drawn.modified };
                    self.sketches.insert(key, sketched);
                }
                Event::Done(time) => {
                    self.done_serial = Some(serial);
                    self.preview_time = Some(time);
                }
                Event::Settled | Event::Idle => {
                    // What was not drawn anew shows the same as before.
                    self.thumbs.values_mut().for_each(|thumb| thumb.stale = false);
                    self.done_serial = Some(serial);
                    if matches!(event, Event::Idle) {
                        self.idle_serial = Some(serial);
                    }
                }
                // The contact sheet's own.
                Event::Cell { .. } => {}
            }
        }
    }

    /// Notes how long each node takes; nothing: nobody wants to know.
    pub fn timed(&mut self, timings: BTreeMap<NodeId, Timing>) {
        for (id, facts) in &mut self.facts {
            facts.timing = timings.get(id).copied();
        }
        self.timings = timings;
    }

    fn surveyed(&mut self, mut facts: BTreeMap<NodeId, Facts>, problems: Vec<Problem>) {
        for (id, facts) in &mut facts {
            facts.timing = self.timings.get(id).copied();
            let thumb = self.thumb_textures.get(id).map(|(_, thumb)| thumb);
            let seen = thumb.and_then(|thumb| thumb.seen);
            facts.spread = thumb.map(|thumb| Arc::clone(&thumb.spread));
            if let Some(first) = facts.outputs.first_mut() {
                first.seen = seen;
            }
        }
        self.thumbs.retain(|id, _| facts.contains_key(id));
        self.thumb_textures.retain(|id, _| facts.contains_key(id));
        // A node that feeds nothing on, because something before it is in error, has no picture either.
        self.thumbs.retain(|id, _| facts.get(id).is_some_and(|f| !f.outputs.is_empty()));
        self.facts = facts;
        self.surveyed = problems;
        self.collect_problems();
    }

    fn collect_problems(&mut self) {
        self.problems = self.surveyed.clone();
        let remarks = self.shown.iter().flat_map(|shown| &shown.remarks);
        let known = remarks.filter(|remark| self.facts.contains_key(&remark.node));
        self.problems.extend(known.map(|remark| Problem {
            severity: Severity::Warning,
            group: None,
            node: Some(remark.node.clone()),
            field: None,
            message: remark.message.clone(),
        }));
    }

    fn show(&mut self, shown: Shown, ctx: &Context) {
        self.failure = None;
        self.patches.clear();
        replace(&mut self.texture, "preview", &shown.picture, options_of(shown.mode), ctx);
        if self.shown.as_ref().is_some_and(|old| old.link != shown.link) {
            self.contrast = None;
        }
        self.shown = Some(shown);
        self.collect_problems();
    }

    /// Lays a part over what is shown.
    fn patch(&mut self, patch: Patch, ctx: &Context) {
        let options = options_of(patch.mode);
        let texture = ctx.load_texture("part of the preview", Arc::clone(&patch.picture.image), options);
        self.patches.retain(|(old, _)| old.subject.region != patch.subject.region);
        self.patches.push((patch, texture));
    }

    fn show_reference(&mut self, shown: Result<Box<Shown>, String>, ctx: &Context) {
        match shown {
            Ok(shown) => {
                let options = options_of(shown.mode);
                replace(&mut self.reference_texture, "reference", &shown.picture, options, ctx);
                self.reference_failure = None;
                self.reference = Some(*shown);
            }
            Err(sentence) => {
                self.forget_reference();
                self.reference_failure = Some(sentence);
            }
        }
    }

    fn show_contrast(&mut self, contrast: Result<Box<Contrast>, Unlike>, ctx: &Context) {
        if let Ok(contrast) = &contrast {
            replace(&mut self.contrast_texture, "difference", &contrast.picture, TextureOptions::LINEAR, ctx);
        }
        self.contrast = Some(contrast.map(|contrast| *contrast));
    }

    /// Something else is compared, or nothing.
    pub fn forget_reference(&mut self) {
        self.reference = None;
        self.reference_texture = None;
        self.reference_failure = None;
        self.contrast = None;
        self.contrast_texture = None;
    }

    fn thumb(&mut self, id: NodeId, picture: Arc<ThumbPicture>, ctx: &Context) {
        let image = picture.picture.image.clone();
        let size = image.size;
        let texture = match self.thumb_textures.remove(&id) {
            Some((mut texture, old)) => {
                if !Arc::ptr_eq(&old, &picture) {
                    texture.set(image, TextureOptions::LINEAR);
                }
                texture
            }
            None => ctx.load_texture(format!("thumbnail {id}"), image, TextureOptions::LINEAR),
        };
        self.thumbs.insert(id.clone(), Thumb { texture: texture.id(), size, used: picture.used, stale: false });
        if let Some(facts) = self.facts.get_mut(&id) {
            facts.spread = Some(Arc::clone(&picture.spread));
            if let Some(first) = facts.outputs.first_mut() {
                first.seen = picture.seen;
            }
        }
        self.thumb_textures.insert(id, (texture, picture));
    }

    /// How often each height of a node's first output occurs, over the unit range.
    pub fn heights(&self, id: &NodeId) -> Option<&[u32]> {
        let (_, thumb) = self.thumb_textures.get(id)?;
        (!thumb.heights.is_empty()).then_some(&thumb.heights)
    }

    fn keep(&mut self, name: &str, picture: &Picture, ctx: &Context) -> TextureId {
        let texture = ctx.load_texture(name, picture.image.clone(), TextureOptions::LINEAR);
        let id = texture.id();
        self.textures.push(texture);
        id
    }
}

fn options_of(mode: Mode) -> TextureOptions {
    match mode {
        // Between two tiles there is no third.
        Mode::Tiles => TextureOptions { magnification: TextureFilter::Nearest, ..TextureOptions::LINEAR },
        _ => TextureOptions::LINEAR,
    }
}

/// Gives a texture another picture.
fn replace(texture: &mut Option<TextureHandle>, name: &str, picture: &Picture, options: TextureOptions, ctx: &Context) {
    let image = Arc::clone(&picture.image);
    match texture {
        Some(texture) => texture.set(image, options),
        None => *texture = Some(ctx.load_texture(name, image, options)),
    }
}
