//! Five steps on a live graph: each points at a real control and goes on once a person has really done it.

use super::canvas::{Canvas, overlap};
use super::language::{key, text, tr};
use super::theme::{SMALL, TEXT, Theme, semibold};
use crate::graph::{Edit, Graph, Link, NodeId};
use eframe::egui::accesskit::Live;
use eframe::egui::{
    Area, AreaState, Context, Id, Label, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

/// Width of the card in points.
const CARD: f32 = 300.0;
/// Room between the card and what it points at in points.
const AWAY: f32 = 18.0;
/// Room between the card and the window's edge in points.
const EDGE: f32 = 10.0;
/// Room between what it points at and the ring around it in points.
const RING: f32 = 5.0;

/// Something that a person did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Added this node.
    Added(NodeId),
    /// Drew a wire.
    Wired,
    /// Changed a value.
    Set,
    /// Viewed a node in the preview.
    Viewed,
    /// Opened the export.
    Exporting,
}

impl Deed {
    /// What an edit is, if the tour waits for such; `node` is what it made.
    pub fn of(edit: &Edit, node: Option<&NodeId>) -> Option<Self> {
        match edit {
            Edit::Add { .. } => node.cloned().map(Self::Added),
            Edit::Connect { .. } => Some(Self::Wired),
            Edit::Set { .. } => Some(Self::Set),
            Edit::Together(edits) => edits.iter().find_map(|edit| Self::of(edit, node)),
            _ => None,
        }
    }
}

/// One step: its title, what to do, and which deed it waits for.
struct Step {
    title: &'static str,
    what: &'static str,
    is_done: fn(&Deed) -> bool,
}

static STEPS: [Step; 5] = [
    Step {
        title: key!("Add a node"),
        what: key!("Click an empty place of the canvas, press Space, type “billow” and press Enter."),
        is_done: |deed| matches!(deed, Deed::Added(_)),
    },
    Step {
        title: key!("Draw a wire"),
        what: key!("Drag from the dot at the right of your node to a dot at the left of another one."),
        is_done: |deed| *deed == Deed::Wired,
    },
    Step {
        title: key!("Turn a number"),
        what: key!("Select a node and drag one of its numbers in the inspector. The preview follows."),
        is_done: |deed| *deed == Deed::Set,
    },
    Step {
        title: key!("View a node"),
        what: key!("Double click a node: the preview shows what it gives, not only the result."),
        is_done: |deed| *deed == Deed::Viewed,
    },
    Step {
        title: key!("Export the terrain"),
        what: key!("Press Export: choose an engine, and one sentence says what the file will hold."),
        is_done: |deed| *deed == Deed::Exporting,
    },
];

/// The tour, while somebody takes it.
#[derive(Default)]
pub struct Tour {
    step: Option<usize>,
    added: Option<NodeId>,
}

/// What a person pressed on the card.
enum Pressed {
    Skip,
    Leave,
}

/// Where things are that the tour points at.
pub struct Places<'a> {
    /// The canvas.
    pub canvas: &'a Canvas,
    /// What the canvas shows.
    pub graph: &'a Graph,
    /// The output that the preview shows.
    pub preview: Option<&'a Link>,
    /// The inspector, while it is seen.
    pub inspector: Option<Rect>,
    /// The preview, while it is seen.
    pub picture: Option<Rect>,
}

/// The id under which the bar remembers where its Export button is.
pub fn export_place() -> Id {
    Id::unique("tour export")
}

impl Tour {
    /// Begins at the first step.
    pub fn start(&mut self) {
        *self = Self { step: Some(0), added: None };
    }

    /// Whether somebody takes it.
    pub fn is_on(&self) -> bool {
        self.step.is_some()
    }

    /// Ends it.
    pub fn leave(&mut self) {
        self.step = None;
    }

    /// Goes on if this is what the present step waits for; whether that was the last one.
    pub fn did(&mut self, deed: &Deed) -> bool {
        let Some(step) = self.step.filter(|step| (STEPS[*step].is_done)(deed)) else { return false };
        if let Deed::Added(id) = deed {
            self.added = Some(id.clone());
        }
        self.go_on(step)
    }

    fn go_on(&mut self, step: usize) -> bool {
        self.step = Some(step + 1).filter(|next| *next < STEPS.len());
        self.step.is_none()
    }

    /// Draws the card and what it points at.
    pub fn show(&mut self, ctx: &Context, places: &Places<'_>) {
        let Some(step) = self.step else { return };
        let screen = ctx.content_rect();
        let target =
            self.target(step, ctx, places).map(|rect| rect.intersect(screen)).filter(|rect| rect.is_positive());
        let theme = Theme::of(ctx);
        let id = Id::unique("tour");
        let size = AreaState::load(ctx, id).and_then(|area| area.size).unwrap_or(vec2(CARD + 30.0, 150.0));
        let at = match target {
            Some(target) => {
                let painter = ctx.layer_painter(eframe::egui::LayerId::new(Order::Foreground, Id::unique("tour ring")));
                let ring = Stroke::new(2.0, theme.accent);
                let around = target.expand(RING).intersect(screen.shrink(2.0));
                painter.rect_stroke(around, 8.0, ring, StrokeKind::Outside);
                beside(target, size, screen, places)
            }
            None => screen.center() - size / 2.0,
        };
        let area = Area::new(id).order(Order::Foreground).fixed_pos(at).constrain(true);
        match area.show(ctx, |ui| card(ui, step)).inner {
            Some(Pressed::Leave) => self.leave(),
            Some(Pressed::Skip) => {
                self.go_on(step);
            }
            None => {}
        }
    }

    /// Where the thing is that the step is about.
    fn target(&self, step: usize, ctx: &Context, places: &Places<'_>) -> Option<Rect> {
        let canvas = places.canvas;
        let added = || canvas.nodes_in_sight(places.graph).find(|(id, _)| self.added.as_ref() == Some(*id));
        match step {
            0 => Some(canvas.empty_place(places.graph, canvas.view().size() * 0.3)),
            1 => {
                let node = added().map(|(_, rect)| rect);
                let dot = node.and_then(|rect| canvas.output_dot(rect));
                dot.map(|at| Rect::from_center_size(at, Vec2::splat(14.0))).or(node).or(Some(canvas.view()))
            }
            2 => places.inspector.map(|pane| pane.shrink(RING)).or(Some(canvas.view())),
            3 => {
                let is_shown = |id: &NodeId| places.preview.is_some_and(|link| link.node == *id);
                let other = || canvas.nodes_in_sight(places.graph).find(|(id, _)| !is_shown(id));
                added().filter(|(id, _)| !is_shown(id)).or_else(other).map(|(_, rect)| rect).or(Some(canvas.view()))
            }
            _ => ctx.data(|data| data.get_temp::<Rect>(export_place())),
        }
    }
}

/// A place for the card beside `target`: on the side where it hides the least of what a person looks at.
fn beside(target: Rect, size: Vec2, screen: Rect, places: &Places<'_>) -> Pos2 {
    let away = target.expand(AWAY);
    let candidates = [
        pos2(away.right(), target.center().y - size.y / 2.0),
        pos2(away.left() - size.x, target.center().y - size.y / 2.0),
        pos2(target.center().x - size.x / 2.0, away.bottom()),
        pos2(target.center().x - size.x / 2.0, away.top() - size.y),
    ];
    let room = screen.shrink(EDGE);
    let inside = |at: Pos2| Rect::from_min_size(at.min(room.max - size).max(room.min), size);
    let nodes: Vec<Rect> = places.canvas.nodes_in_sight(places.graph).map(|(_, rect)| rect).collect();
    let looked_at = [places.picture, places.inspector];
    let hidden = |card: Rect| -> f32 {
        // What the step is about counts most.
        let others = nodes.iter().chain(looked_at.iter().flatten()).map(|rect| overlap(card, *rect)).sum::<f32>();
        others + 100.0 * overlap(card, target.expand(RING))
    };
    let cards = candidates.map(inside);
    let best = cards.into_iter().reduce(|a, b| if hidden(b) < hidden(a) { b } else { a });
    best.map_or(room.min, |card| card.min)
}

fn card(ui: &mut Ui, step: usize) -> Option<Pressed> {
    let theme = Theme::of(ui);
    let Step { title, what, .. } = &STEPS[step];
    theme
        .popup()
        .inner_margin(14)
        .show(ui, |ui| {
            ui.set_width(CARD);
            ui.spacing_mut().item_spacing.y = 7.0;
            let of = tr!("Step {n} of {all}", n = step + 1, all = STEPS.len());
            ui.label(RichText::new(of).size(SMALL).color(theme.muted));
            ui.label(RichText::new(text(title)).font(semibold(15.0)).color(theme.text));
            let words = ui.add(Label::new(RichText::new(text(what)).size(TEXT).color(theme.secondary)).wrap());
            ui.ctx().accesskit_node_builder(words.id, |node| node.set_live(Live::Polite));
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                // After the last step there is nothing to skip to.
                let skip = step + 1 < STEPS.len() && ui.button(tr!("Skip this step")).clicked();
                let leave = ui.button(tr!("Leave the tour")).on_hover_text(tr!("Esc")).clicked();
                match (skip, leave) {
                    (_, true) => Some(Pressed::Leave),
                    (true, _) => Some(Pressed::Skip),
                    _ => None,
                }
            })
            .inner
        })
        .inner
}
