//! The bands of a tile map as a cross-section, highest on top, beside a strip whose borders drag over the histogram of the
//! heights.

mod bands;
mod rows;
mod strip;

pub use bands::Bands;

use crate::graph::{Link, Node, NodeId, World};
use crate::gui::language::tr;
use crate::gui::request::Scene;
use crate::gui::theme::{SMALL, TEXT, regular, semibold};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::tone::tone;
use crate::spec::{Level, ParamKind};
use eframe::egui::{Align, Id, Label, Layout, RichText, Ui, vec2};

/// Height of a band's row in points.
const ROW: f32 = 24.0;
/// Distance of rows in points.
const GAP: f32 = 3.0;
/// Width of the strip in points.
const STRIP: f32 = 62.0;

/// How often each height occurs: equal bins over the unit range, values outside counted in the first and the last.
#[derive(Clone, Copy, Debug)]
pub struct Histogram<'a> {
    /// Number of samples per bin.
    pub counts: &'a [u32],
}

/// The editor of a parameter of bands.
pub struct TilesEditor<'a> {
    /// The world, for metres and the sea.
    pub world: &'a World,
    /// The bands as the document holds them, lowest first.
    pub levels: &'a [Level],
    /// Heights of the source, where they are known.
    pub histogram: Option<&'a Histogram<'a>>,
}

/// What was done in the editor.
#[derive(Debug, Default)]
pub struct TilesReply {
    /// New bands, with the key of the gesture that changed them.
    pub levels: Option<(Vec<Level>, Option<Id>)>,
    /// A moved sea, with the key of the gesture.
    pub world: Option<(World, Option<Id>)>,
    /// Whether the default bands are wanted.
    pub reset: bool,
}

/// The source of the selected tile map or curve, whose histogram the editor shows.
pub fn source_of_selection(scene: &Scene<'_>) -> Option<Link> {
    let mut selected = scene.selection.iter();
    let (Some(id), None) = (selected.next(), selected.next()) else { return None };
    source(scene, id)
}

/// The source of a tile map or curve.
pub fn source(scene: &Scene<'_>, id: &NodeId) -> Option<Link> {
    let node = scene.graph.nodes.get(id).filter(|node| has_levels(node) || has(node, ParamKind::Points))?;
    node.spec()?.inputs.iter().find_map(|input| node.link(input.name)).cloned()
}

/// The tile map that is worked on: the first one that is selected, else the first one of the recipe.
pub fn subject(scene: &Scene<'_>) -> Option<NodeId> {
    let is_map = |id: &&NodeId| scene.graph.nodes.get(*id).is_some_and(|node| has_levels(node));
    let selected = scene.selection.iter().find(is_map);
    selected.or_else(|| scene.graph.nodes.keys().find(is_map)).cloned()
}

fn has_levels(node: &Node) -> bool {
    has(node, ParamKind::Levels)
}

fn has(node: &Node, kind: ParamKind) -> bool {
    node.spec().is_some_and(|spec| spec.params.iter().any(|p| p.kind == kind))
}

impl Histogram<'_> {
    /// Share of the samples between two values of the unit range; bins that they cut count in part.
    pub fn share(&self, from: f32, to: f32) -> f64 {
        let total: f64 = self.counts.iter().map(|c| f64::from(*c)).sum();
        if total == 0.0 || to <= from {
            return 0.0;
        }
        (self.below(to) - self.below(from)) / total
    }

    fn below(&self, value: f32) -> f64 {
        let place = f64::from(value.clamp(0.0, 1.0)) * self.counts.len() as f64;
        let whole = place as usize;
        let full: f64 = self.counts.iter().take(whole).map(|c| f64::from(*c)).sum();
        full + self.counts.get(whole).map_or(0.0, |c| f64::from(*c) * (place - whole as f64))
    }

    /// The value between `from` and `to` below which `part` of the samples between them lie.
    pub fn quantile(&self, from: f32, to: f32, part: f64) -> f32 {
        let (mut lo, mut hi) = (from, to);
        let start = self.below(from);
        let wanted = start + (self.below(to) - start) * part;
        // Halving 24 times reaches the resolution of the values themselves.
        for _ in 0..24 {
            let middle = 0.5 * (lo + hi);
            if self.below(middle) < wanted { lo = middle } else { hi = middle }
        }
        0.5 * (lo + hi)
    }
}

impl TilesEditor<'_> {
    /// Draws the editor; `changed` says whether the bands differ from the default.
    pub fn show(&self, ui: &mut Ui, changed: bool) -> TilesReply {
        let mut reply = TilesReply::default();
        let bands = Bands::new(self.levels, self.world);
        ui.add_space(4.0);
        self.head(ui, &bands, changed, &mut reply);
        rows::captions(ui, list_width(ui));
        let count = bands.levels.len() as f32;
        let height = count * ROW + (count - 1.0).max(0.0) * GAP;
        ui.horizontal_top(|ui| {
            let width = list_width(ui);
            ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = GAP;
                for index in (0..bands.levels.len()).rev() {
                    ui.push_id(index, |ui| self.row(ui, &bands, index, &mut reply));
                }
            });
            self.strip(ui, &bands, height, &mut reply);
        });
        let words = tr!("click the strip to split, Del removes");
        let text = RichText::new(words).font(regular(SMALL)).color(tone(ui).muted);
        ui.add(Label::new(text).truncate().selectable(false));
        reply
    }

    fn head(&self, ui: &mut Ui, bands: &Bands, changed: bool, reply: &mut TilesReply) {
        ui.horizontal(|ui| {
            ui.add(
                Label::new(RichText::new(tr!("Levels")).font(semibold(TEXT)).color(tone(ui).text)).selectable(false),
            );
            let hint = tr!("Return to the default bands.");
            reply.reset = changed && icon_button(ui, Icon::Reset, tr!("Reset levels"), hint, false).clicked();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(histogram) = self.histogram {
                    let hint = tr!("Give every band the same area; with a sea, below and above it apart.");
                    if ui.button(tr!("Equal areas")).on_hover_text(hint).clicked() {
                        reply.levels = Some((bands.clone().equal_areas(histogram).levels, None));
                    }
                }
                let hint = tr!("Give every band the same height; with a sea, below and above it apart.");
                if ui.button(tr!("Equal bands")).on_hover_text(hint).clicked() {
                    reply.levels = Some((bands.clone().equal_bands().levels, None));
                }
            });
        });
    }

    /// Moves the bound of band `index` to `value`: the sea itself where the band ends at it.
    fn move_bound(&self, bands: &Bands, index: usize, value: f32, gesture: Option<Id>, reply: &mut TilesReply) {
        let value = bands.allowed(index, value);
        if bands.ends_at_sea(index) {
            let sea = bands::tidy_metres(self.world, f64::from(value));
            reply.world = Some((World { sea: Some(sea), ..*self.world }, gesture));
        } else {
            reply.levels = Some((bands.clone().with_bound(index, value).levels, gesture));
        }
    }
}

fn list_width(ui: &Ui) -> f32 {
    (ui.available_width() - STRIP - ui.spacing().item_spacing.x).max(220.0)
}
