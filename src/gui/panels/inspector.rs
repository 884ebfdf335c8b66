//! The inspector: the selected node's fields as its declaration lists them, the world while nothing is selected, common
//! actions while several nodes are.

mod biomes;
mod curve;
mod fields;
mod header;
mod links;
mod many;
mod menu;
mod ports;
mod presets;
mod rows;
mod shared;
mod special;
mod spread;
mod unknown;

pub(super) use fields::{hard, option_title, unit_of_kind};
pub use ports::group_of;

use super::tiles::Histogram;
use super::world::WorldPanel;
use crate::graph::{Edit, Field, Node, NodeId, Setting};
use crate::gui::language::{self, tr};
use crate::gui::request::{Request, Scene};
use crate::gui::values::effective;
use crate::gui::widgets::expression::{Unit, format};
use crate::gui::widgets::row::{heading, text_row};
use crate::gui::widgets::scroll::scrolled;
use crate::gui::widgets::tone::tone;
use crate::spec::{Interval, NodeSpec, ParamKind, Quantity};
use eframe::egui::{Id, RichText, ScrollArea, Ui};
use std::sync::Arc;

/// The inspector and what it remembers between frames.
#[derive(Default)]
pub struct Inspector {
    world: WorldPanel,
}

/// The node that is inspected, or several of one kind.
#[derive(Clone, Copy)]
struct At<'a> {
    scene: &'a Scene<'a>,
    id: &'a NodeId,
    node: &'a Node,
    /// Further nodes of the kind, which every edit of a value reaches too.
    others: &'a [(&'a NodeId, &'a Node)],
}

/// How alike a field is on the inspected nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mix {
    /// The same on all.
    Same,
    /// Values that differ.
    Values,
    /// Wires or shared values, and not the same ones.
    Wired,
}

impl Inspector {
    /// Draws what belongs to the selection and returns what was asked for. `histogram` is that of the source of the
    /// selected tile map or curve, see [`source_of_selection`](super::tiles::source_of_selection).
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, histogram: Option<&Histogram<'_>>) -> Vec<Request> {
        let mut out = Vec::new();
        // Another selection is another page, which begins at its top or where it was left.
        let page = Id::unique(("inspector", scene.selection.len(), scene.selection.first()));
        let area = ScrollArea::vertical().id_salt(page).auto_shrink(false);
        scrolled(ui, area, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            // Room for the scroll bar, which floats over the contents.
            ui.set_max_width(ui.available_width() - 8.0);
            let mut known = scene.selection.iter().filter_map(|id| scene.graph.nodes.get_key_value(id));
            match (known.next(), known.next()) {
                (Some((id, node)), None) => {
                    let at = At { scene, id, node, others: &[] };
                    ui.push_id(&**id, |ui| at.show(ui, histogram, &mut out));
                }
                (Some(_), Some(_)) => many::show(ui, scene, &mut out),
                (None, _) => {
                    ports::whole(ui, scene.graph, &mut out);
                    self.world.show(ui, scene, &mut out);
                }
            }
            ui.add_space(10.0);
        });
        out
    }
}

/// Draws the editor of a node's bands alone, under the node's name.
pub fn bands(ui: &mut Ui, scene: &Scene<'_>, id: &NodeId, histogram: Option<&Histogram<'_>>) -> Vec<Request> {
    let mut out = Vec::new();
    let Some(node) = scene.graph.nodes.get(id) else { return out };
    let at = At { scene, id, node, others: &[] };
    scrolled(ui, ScrollArea::vertical().id_salt("bands").auto_shrink(false), |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.set_max_width(ui.available_width() - 8.0);
        heading(ui, id);
        let levels = node.spec().into_iter().flat_map(Field::all);
        let levels = levels.filter(|f| matches!(f, Field::Param(param) if param.kind == ParamKind::Levels));
        ui.push_id(&**id, |ui| levels.for_each(|field| at.field_row(ui, field, histogram, &mut out)));
        ui.add_space(10.0);
    });
    out
}

impl At<'_> {
    fn show(&self, ui: &mut Ui, histogram: Option<&Histogram<'_>>, out: &mut Vec<Request>) {
        self.header(ui, out);
        ui.add_space(4.0);
        match self.node.spec() {
            Some(spec) if self.node.is_group_input() => {
                ports::input(ui, self.scene.graph, self.id, out);
                self.output_rows(ui, spec);
            }
            Some(spec) => {
                for field in Field::all(spec).filter(|field| self.is_shown(spec, *field)) {
                    self.field_row(ui, field, histogram, out);
                }
                self.unknown_fields(ui);
                self.output_rows(ui, spec);
            }
            None => self.unknown_kind(ui),
        }
        self.named_outputs(ui, out);
        self.actions(ui, out);
    }

    /// Whether a field is drawn: its rule holds on every node, or something is plugged that should not be hidden.
    fn is_shown(&self, spec: &NodeSpec, field: Field) -> bool {
        let plugged = |node: &Node| spec.input(field.name()).is_some() && node.link(field.name()).is_some();
        self.all().all(|(_, node)| plugged(node) || self.scene.graph.is_shown(node, field.shown()))
    }

    /// Every inspected node.
    fn all(&self) -> impl Iterator<Item = (&NodeId, &Node)> {
        std::iter::once((self.id, self.node)).chain(self.others.iter().copied())
    }

    fn mix(&self, field: Field) -> Mix {
        let own = self.node.setting(field.name());
        if self.others.iter().all(|(_, node)| node.setting(field.name()) == own) {
            return Mix::Same;
        }
        let tied = |node: &Node| matches!(node.setting(field.name()), Some(Setting::Link(_) | Setting::Parameter(_)));
        if self.all().any(|(_, node)| tied(node)) {
            return Mix::Wired;
        }
        let value = |node: &Node| effective(self.scene.graph, node, field);
        let own = value(self.node);
        if self.others.iter().all(|(_, node)| value(node) == own) { Mix::Same } else { Mix::Values }
    }

    fn output_rows(&self, ui: &mut Ui, spec: &NodeSpec) {
        let Some(facts) = self.scene.facts.get(self.id).filter(|f| !f.outputs.is_empty()) else { return };
        heading(ui, if spec.outputs.len() == 1 { tr!("Output") } else { tr!("Outputs") });
        for (output, fact) in spec.outputs.iter().zip(&facts.outputs) {
            let unit = unit_of(fact.quantity);
            let color = tone(ui).text;
            let text = |s: String| RichText::new(s).color(color);
            let bound = match fact.quantity {
                Quantity::Tiles => tr!("tiles 0 to {last}", last = fact.bound.hi),
                quantity => format!("{}, {}", quantity_name(quantity), interval(fact.bound, unit)),
            };
            text_row(
                ui,
                &language::output(spec, output.name),
                tr!("What the values mean, and the range that they cannot leave."),
                text(bound),
            );
            if let Some(seen) = fact.seen.filter(|_| fact.quantity != Quantity::Tiles) {
                let seen = interval(Interval::new(seen.min, seen.max), unit);
                let hint =
                    tr!("Smallest and largest sample of the node's picture, which has fewer samples than the preview.");
                text_row(ui, tr!("seen"), hint, text(tr!("about {range}", range = seen)));
            }
        }
        if let Some(spread) = &facts.spread {
            self.spread(ui, spread, spec);
        }
        self.cost(ui);
    }

    /// The same setting for every node.
    fn set(&self, field: &str, setting: Option<Setting>, gesture: Option<Id>) -> Request {
        self.set_each(field, gesture, |_| setting.clone())
    }

    /// A setting for every node by what the node is, as one step.
    fn set_each(&self, field: &str, gesture: Option<Id>, mut setting: impl FnMut(&Node) -> Option<Setting>) -> Request {
        let edit = |(id, node): (&NodeId, &Node)| Edit::Set {
            id: Arc::clone(id),
            field: field.into(),
            setting: setting(node),
        };
        let edits = self.all().map(edit).collect();
        Request::Edit { edit: Edit::all(edits), merge: gesture }
    }
}

/// The unit in which values of a quantity are written.
pub(super) fn unit_of(quantity: Quantity) -> Unit {
    match quantity {
        Quantity::Metres => Unit::Metres,
        Quantity::Degrees => Unit::Degrees,
        Quantity::Signed | Quantity::Unit | Quantity::Plain | Quantity::Tiles => Unit::Plain,
    }
}

/// The unit in which a field's values are written, and whether they are whole.
pub(super) fn unit_of_field(field: Field) -> (Unit, bool) {
    match field {
        Field::Input(input) => (unit_of(input.quantity), false),
        Field::Param(param) => (unit_of_kind(param.kind), param.kind == ParamKind::Count),
    }
}

fn quantity_name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Signed => tr!("signed"),
        Quantity::Unit => tr!("unit"),
        Quantity::Metres => tr!("metres"),
        Quantity::Degrees => tr!("degrees"),
        Quantity::Plain => tr!("plain"),
        Quantity::Tiles => tr!("tiles"),
    }
}

/// `-1 to 1`, `any value`, `0 or more`.
fn interval(range: Interval, unit: Unit) -> String {
    let show = |v: f32| format(shortest(v), unit);
    match (range.lo.is_finite(), range.hi.is_finite()) {
        (true, true) if range.lo == range.hi => tr!("always {value}", value = show(range.lo)),
        (true, true) => tr!("{from} to {to}", from = show(range.lo), to = show(range.hi)),
        (true, false) => tr!("{value} or more", value = show(range.lo)),
        (false, true) => tr!("{value} or less", value = show(range.hi)),
        (false, false) => tr!("any value").into(),
    }
}

/// The number that people mean by an `f32`: 0.3 rather than 0.30000001192.
pub(super) fn shortest(v: f32) -> f64 {
    v.to_string().parse().unwrap_or(f64::from(v))
}
