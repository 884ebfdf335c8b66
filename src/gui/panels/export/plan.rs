//! What the dialog's choices come to: the resolved job or the sentence that refuses it, recomputed when something changed.

use super::ExportDialog;
use crate::deliver::{Ask, By, Job, Mapping, Size, number, resolve, resolve_link, sentence};
use crate::export::{Format, Shape};
use crate::graph::{Graph, Link};
use crate::gui::language::tr;
use crate::gui::request::{OutputFacts, Scene};
use crate::spec::{Measured, Quantity};
use std::path::PathBuf;
use std::sync::Arc;

/// The choices and the graph that were looked at, and what came of them.
pub(super) struct Checked {
    ask: Ask,
    graph: Arc<Graph>,
    pub(super) result: Result<Job, String>,
    /// Whether the path is an existing file.
    pub(super) replaces: bool,
}

impl ExportDialog {
    /// Resolves the choices, unless nothing changed since the last frame.
    pub(super) fn check(&mut self, scene: &Scene<'_>) {
        let same = |c: &Checked| c.ask == self.ask && Arc::ptr_eq(&c.graph, scene.graph);
        if self.checked.as_ref().is_some_and(same) {
            return;
        }
        self.fit(scene.graph);
        let result = resolve(scene.graph, &self.ask).map_err(|e| e.to_string());
        let replaces = self.ask.path.is_file();
        self.checked = Some(Checked { ask: self.ask.clone(), graph: scene.graph.clone(), result, replaces });
    }

    fn job(&self) -> Option<&Job> {
        self.checked.as_ref()?.result.as_ref().ok()
    }

    /// Extremes of what is exported, and whether they are those of its very samples: of the whole build grid, in its size.
    fn seen(&self, scene: &Scene<'_>, link: &Link) -> Option<(Measured, bool)> {
        let own = self.job().is_some_and(|job| job.grid.samples == scene.graph.world.samples);
        match &self.measured {
            Some((known, measured)) if known == link => Some((*measured, own)),
            _ => facts_of(scene, link)?.seen.map(|seen| (seen, false)),
        }
    }

    /// The sentence about the job, with the share of the range where the extremes are known.
    pub(super) fn sentence(&self, scene: &Scene<'_>) -> Option<String> {
        let job = self.job()?;
        let seen = self.seen(scene, &job.link);
        let words = sentence(job, seen.map(|(seen, _)| seen));
        let exact = seen.is_none_or(|(_, exact)| exact);
        Some(if exact { words } else { words.replace(", uses ", ", uses about ") })
    }

    /// What the sentence leaves to be reckoned: metres per sample, and the lowest and the highest sample.
    pub(super) fn facts(&self, scene: &Scene<'_>) -> Option<String> {
        let job = self.job()?;
        let (dx, dy) = job.place().spacing;
        let metres = match number(dx) == number(dy) {
            true => format!("{} m", number(dx)),
            false => format!("{} m x {} m", number(dx), number(dy)),
        };
        let mut facts = vec![tr!("{metres} a sample", metres = metres)];
        if let Some((seen, exact)) = self.seen(scene, &job.link).filter(|_| self.shape(scene.graph) == Shape::Values) {
            let mapping = job.mapping.unwrap_or(Mapping { lo: 0.0, hi: 1.0, by: By::Unit });
            let words = |v: f32| match job.heights(mapping) {
                Some(heights) => format!("{} m", number(heights.at(mapping.unit(f64::from(v))))),
                None => number(f64::from(v)),
            };
            let (low, high) = (words(seen.min), words(seen.max));
            facts.push(match exact {
                true => tr!("lowest {low}, highest {high}", low = low, high = high),
                false => tr!("lowest about {low}, highest about {high}", low = low, high = high),
            });
        }
        Some(facts.join(" · "))
    }

    /// Share of the range that the samples use, where both are known and codes are written.
    pub(super) fn used(&self, scene: &Scene<'_>) -> Option<f64> {
        let job = self.job()?;
        job.format.max_code()?;
        let mapping = job.mapping?;
        let (Measured { min, max }, _) = self.seen(scene, &job.link)?;
        let share = |v: f32| mapping.unit(f64::from(v)).clamp(0.0, 1.0);
        Some(share(max) - share(min))
    }

    /// What is exported, if it exists.
    pub(super) fn link(&self, graph: &Graph) -> Option<Link> {
        resolve_link(graph, &self.ask.what).ok().map(|(_, link, _)| link)
    }

    /// What the output's values are, as far as the choice of a format depends on it.
    pub(super) fn shape(&self, graph: &Graph) -> Shape {
        let quantity = self.link(graph).and_then(|link| {
            let spec = graph.nodes.get(&link.node)?.spec()?;
            spec.outputs.get(link.output_index(spec)?).map(|o| o.quantity)
        });
        if quantity == Some(Quantity::Tiles) { Shape::Tiles } else { Shape::Values }
    }

    /// Formats to choose from.
    pub(super) fn formats(&self, graph: &Graph) -> Vec<Format> {
        let shape = self.shape(graph);
        match self.ask.preset {
            Some(preset) => preset.formats.to_vec(),
            None => Format::ALL.into_iter().filter(|f| f.holds(shape)).collect(),
        }
    }

    /// The format that is asked for, or that the extension means.
    pub(super) fn format(&self, graph: &Graph) -> Option<Format> {
        let extension = self.ask.path.extension().unwrap_or_default().to_string_lossy();
        self.ask.format.or_else(|| Format::by_extension(&extension, self.shape(graph)))
    }

    /// Makes choices fit together after one of them changed: a preset's format and size, an output that is no height.
    pub(super) fn fit(&mut self, graph: &Graph) {
        let shape = self.shape(graph);
        let tiles = shape == Shape::Tiles;
        self.ask.preset = self.ask.preset.filter(|preset| preset.for_tiles == tiles);
        if tiles {
            self.ask.range = Default::default();
        }
        let allowed = self.formats(graph);
        let format = self.format(graph);
        if format.is_none_or(|f| !allowed.contains(&f)) {
            let extension = self.ask.path.extension().unwrap_or_default().to_string_lossy().into_owned();
            let by_extension = Format::by_extension(&extension, shape).filter(|f| allowed.contains(f));
            if let Some(format) = by_extension.or_else(|| allowed.first().copied()) {
                self.choose_format(format);
            }
        }
        if let Some(preset) = self.ask.preset
            && !self.custom_size
        {
            let (width, height) = self.size(graph);
            let listed = self.ask.size.is_some() && width == height && preset.sizes().contains(&width);
            let nearest = preset.sizes().iter().copied().min_by_key(|s| s.abs_diff(width));
            if let (false, Some(side)) = (listed, nearest) {
                self.ask.size = Some(Size::Exact(side, side));
            }
        }
    }

    /// Takes a format and gives the path its extension.
    pub(super) fn choose_format(&mut self, format: Format) {
        self.ask.format = Some(format);
        let current = self.ask.path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if !format.extensions().contains(&&*current) {
            let own = self.ask.preset.filter(|preset| preset.formats.first() == Some(&format));
            self.ask.path.set_extension(own.map_or(super::extension(format), |preset| preset.extension));
        }
    }

    /// Takes a path; its extension chooses the format where the present one does not have it.
    pub(super) fn take_path(&mut self, path: PathBuf) {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if self.ask.format.is_some_and(|f| !f.extensions().contains(&&*extension)) {
            self.ask.format = None;
        }
        self.ask.path = path;
    }

    /// Samples over the world as asked.
    pub(super) fn size(&self, graph: &Graph) -> (u32, u32) {
        match (self.ask.size, &self.checked) {
            (None, _) => graph.world.samples,
            (Some(Size::Exact(w, h)), _) => (w, h),
            (Some(Size::Width(w)), Some(Checked { result: Ok(job), .. })) => (w, job.grid.samples.1),
            (Some(Size::Width(w)), _) => (w, w),
        }
    }
}

/// What is known of the values at `link`.
fn facts_of<'a>(scene: &'a Scene<'_>, link: &Link) -> Option<&'a OutputFacts> {
    let spec = scene.graph.nodes.get(&link.node)?.spec()?;
    scene.facts.get(&link.node)?.outputs.get(link.output_index(spec)?)
}
