//! What a person should know of a noise in this world: what no sample can show, and what a repeating world makes of it.

use super::compile::{Compiler, Wire};
use super::resolve::Resolver;
use super::{Note, PlanError};
use crate::raster::Sampling;
use crate::simd::{presence, whole_cells};
use crate::spec::{Borders, Features, Kernel, Shown};
use std::sync::Arc;

impl Compiler<'_> {
    /// Notes what should be known of a node that is about to become a step; refuses one that cannot repeat where it must.
    pub(super) fn remark(&mut self, r: &Resolver<'_>, inputs: &[Wire], kernel: &dyn Kernel) -> Result<(), PlanError> {
        let world = &self.graph.world;
        let looped = inputs.iter().find_map(|wire| wire.period);
        if kernel.borders() == Borders::Never && (world.repeat || looped.is_some()) {
            let why = if world.repeat { "this world repeats" } else { "its depth runs in a loop" };
            let what = format!(
                "cannot repeat, as its points stand on no square lattice, but {why}: use Perlin, Value or Value Cubic"
            );
            return Err(r.error("", &what));
        }
        if world.repeat && kernel.borders() == Borders::Unknown && !r.spec.pointwise {
            let first = r.spec.params.iter().map(|p| p.name).chain(r.spec.inputs.iter().map(|i| i.name)).next();
            self.say(r, first, "need not meet at the borders of this repeating world: look for a seam".into());
        }
        if let Some(words) = idle_seed(r) {
            self.say(r, Some("seed"), words);
        }
        let Some(features) = kernel.features() else { return Ok(()) };
        if world.repeat && features.octaves > 1 && features.lacunarity.fract() != 0.0 {
            let words = format!(
                "lacunarity {} is not whole, so each octave fits whole cells to this repeating world by itself",
                features.lacunarity
            );
            self.say(r, Some("lacunarity"), words);
        }
        if let Some(words) = fitted(&features, self.graph.world.grid(Sampling::Vertices).period(), looped) {
            self.say(r, Some("feature_scale"), words);
        }
        let spacing = self.graph.world.grid(Sampling::Vertices).spacing();
        if let Some((field, words)) = too_fine(&features, spacing.0.max(spacing.1)) {
            self.say(r, Some(field), words);
        }
        Ok(())
    }

    fn say(&mut self, r: &Resolver<'_>, field: Option<&str>, words: String) {
        let message = format!("node \"{}\" ({}): {words}", r.id, r.spec.kind);
        self.hints.push(Note { node: Arc::clone(r.id), field: field.map(Into::into), message });
    }
}

/// Says that a seed which someone has set does nothing, because it belongs to what a link has replaced.
fn idle_seed(r: &Resolver<'_>) -> Option<String> {
    let (_, seed) = r.spec.param("seed")?;
    let Shown::AnyOpen(inputs) = seed.shown else { return None };
    let set = r.node.setting(seed.name).is_some() && !r.is_shown(seed.shown);
    let (verb, brings) = if inputs.len() == 1 {
        ("is", "it brings a seed of its own")
    } else {
        ("are", "they bring seeds of their own")
    };
    set.then(|| format!("seed has no effect while {} {verb} plugged: {brings}", inputs.join(" and ")))
}

/// A length in metres with as many digits as a person reads.
fn metres(v: f64) -> String {
    let rounded = (v * 1000.0).round() / 1000.0;
    if rounded > 0.0 { format!("{rounded}") } else { format!("{v:e}") }
}

/// Says what a feature scale becomes so that whole cells fit the world and the loop, if it changes.
fn fitted(features: &Features, period: Option<[f64; 2]>, looped: Option<f64>) -> Option<String> {
    let asked = features.scale;
    let fit = |length: f64| whole_cells(length, asked).map_or(asked, |(_, scale)| scale);
    let differs = |scale: f64| (scale - asked).abs() > 1e-9 * asked;
    let mut words = Vec::new();
    if let Some([x, y]) = period.map(|period| period.map(fit)).filter(|fitted| fitted.iter().any(|v| differs(*v))) {
        let (x, y) = (metres(x), metres(y));
        let size = if x == y { format!("{x} m") } else { format!("{x} m eastwards and {y} m southwards") };
        words.push(format!("becomes {size}, so that whole cells fit this repeating world"));
    }
    if let Some(z) = looped.map(fit).filter(|z| differs(*z)) {
        words.push(format!("is {} m along the depth, so that whole cells fit its loop", metres(z)));
    }
    (!words.is_empty()).then(|| format!("feature_scale {} m {}", metres(asked), words.join(", and ")))
}

/// Says which octaves are too fine for samples `spacing` metres apart, which show nothing smaller than two of them, and the
/// field that it is about.
fn too_fine(features: &Features, spacing: f64) -> Option<(&'static str, String)> {
    let &Features { scale, octaves, lacunarity, finest } = features;
    let smallest = 2.0 * spacing;
    let share = (finest > 0.0).then_some(finest / scale);
    let mut factor = 1.0;
    let mut fine = None;
    let mut last = 0;
    for k in 0..octaves {
        if presence(share, factor, k) == 0.0 {
            break;
        }
        last = k;
        if scale / factor < smallest && fine.is_none() {
            fine = Some(k);
        }
        factor *= lacunarity;
    }
    let first = fine?;
    let apart = format!("two samples of the build grid, which lie {} m apart", metres(spacing));
    if first == 0 {
        let words = format!("feature_scale {} m is finer than {apart}: samples show it as grain", metres(scale));
        return Some(("feature_scale", words));
    }
    let which = if first == last {
        format!("octave {} is", last + 1)
    } else {
        format!("octaves {} to {} are", first + 1, last + 1)
    };
    let words =
        format!("{which} finer than {apart}: {first} octaves show all there is, or set finest to {}", metres(smallest));
    Some(("octaves", words))
}
