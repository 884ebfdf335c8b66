//! One node as it lies on the screen: its size, its rows and its pins.

use super::camera::Detail;
use super::geometry::Part;
use crate::graph::{Graph, Node, NodeId};
use crate::gui::request::Scene;
use crate::gui::theme::Theme;
use crate::spec::{InputSpec, NodeSpec, ParamSpec};
use eframe::egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};

/// Width of a node at 100 %.
pub const WIDTH: f32 = 176.0;
/// Height of a node's header.
pub const HEADER: f32 = 27.0;
/// Height of a node's picture.
pub const THUMB: f32 = 100.0;
/// Height of a row.
pub const ROW: f32 = 23.0;
/// Space under the last row.
const FOOT: f32 = 4.0;
/// Distance of the pins of a collapsed node.
const PIN_GAP: f32 = 11.0;
/// What a row of a node shows.
#[derive(Clone)]
pub enum Slot {
    /// An output beyond the first, by index.
    Output(usize),
    /// A port.
    Input(&'static InputSpec),
    /// A parameter.
    Param(&'static ParamSpec),
    /// A field that this version does not know: name and text.
    Unknown(String, String),
}

/// One row of a node.
pub struct Row {
    /// Its place.
    pub rect: Rect,
    /// What it shows.
    pub slot: Slot,
}

/// One node as it lies on the screen.
pub struct Face {
    /// The node.
    pub id: NodeId,
    /// Its declaration, if the kind is known.
    pub spec: Option<&'static NodeSpec>,
    /// Colour of its family.
    pub color: Color32,
    /// Colour that a person gave it.
    pub tint: Option<Color32>,
    /// Whether only its header is drawn, as a pill.
    pub collapsed: bool,
    /// Whether it stands for a group, which it opens.
    pub opens: bool,
    /// Where it belongs, in points of the graph, also while it is dragged away.
    pub home: Rect,
    /// The whole node.
    pub rect: Rect,
    /// Its header.
    pub header: Rect,
    /// Its picture.
    pub thumb: Rect,
    /// Its rows; none while it is collapsed.
    pub rows: Vec<Row>,
    /// Its inputs with the places of their pins.
    pins: Vec<(&'static InputSpec, Pos2)>,
}

/// Height of a node in full at 100 %.
pub fn height(graph: &Graph, node: &Node) -> f32 {
    HEADER + THUMB + ROW * slots(graph, node).len() as f32 + FOOT
}

/// Size of a node as it is drawn at 100 %; collapsed ones have no picture and no rows.
pub fn size(graph: &Graph, id: &NodeId, node: &Node) -> Vec2 {
    match graph.items.looks.get(id).is_some_and(|look| look.collapsed) {
        true => vec2(WIDTH, pill_height(&slots(graph, node), node)),
        false => vec2(WIDTH, height(graph, node)),
    }
}

/// Height of a collapsed node: its pins stand beside the title.
fn pill_height(slots: &[Slot], node: &Node) -> f32 {
    let inputs = slots.iter().filter(|slot| matches!(slot, Slot::Input(_))).count();
    let outputs = node.spec().map_or(1, |spec| spec.outputs.len());
    HEADER.max(PIN_GAP * inputs.max(outputs) as f32 + 8.0)
}

/// Rows of a node: further outputs, ports, then the parameters on its face.
fn slots(graph: &Graph, node: &Node) -> Vec<Slot> {
    let Some(spec) = node.spec() else {
        return node.unknown.iter().map(|(name, text)| Slot::Unknown(name.clone(), text.clone())).collect();
    };
    let outputs = (1..spec.outputs.len()).map(Slot::Output);
    let used = |i: &&'static InputSpec| node.link(i.name).is_some() || graph.is_shown(node, i.shown);
    let inputs = spec.inputs.iter().filter(used).map(Slot::Input);
    let params = spec.face.iter().filter_map(|name| spec.param(name)).map(|(_, p)| p);
    let params = params.filter(|p| graph.is_shown(node, p.shown)).map(Slot::Param);
    outputs.chain(inputs).chain(params).collect()
}

impl Face {
    /// The face of a node whose north-west corner is `at` on the screen and belongs to `place` in the graph.
    pub(super) fn new(
        scene: &Scene<'_>,
        (id, node): (&NodeId, &Node),
        (place, at): (Pos2, Pos2),
        zoom: f32,
        theme: &Theme,
    ) -> Self {
        let slots = slots(scene.graph, node);
        let look = scene.graph.items.looks.get(id);
        let collapsed = look.is_some_and(|look| look.collapsed);
        let height = match collapsed {
            true => pill_height(&slots, node),
            false => HEADER + THUMB + ROW * slots.len() as f32 + FOOT,
        };
        let size = vec2(WIDTH, height);
        let rect = Rect::from_min_size(at, size * zoom);
        let header = Rect::from_min_size(at, vec2(WIDTH, if collapsed { height } else { HEADER }) * zoom);
        let thumb = Rect::from_min_size(header.left_bottom(), vec2(WIDTH, if collapsed { 0.0 } else { THUMB }) * zoom);
        let spec = node.spec();
        let color = spec.map_or(theme.muted, |s| theme.category(s.category));
        let mut face = Self {
            id: id.clone(),
            spec,
            color,
            tint: look.and_then(|look| look.color).map(|[r, g, b]| Color32::from_rgb(r, g, b)),
            collapsed,
            opens: super::groups::is_instance(scene.graph, id),
            home: Rect::from_min_size(place, size),
            rect,
            header,
            thumb,
            rows: Vec::new(),
            pins: Vec::new(),
        };
        face.fill(slots, zoom);
        face
    }

    /// Rows and pins: beside their rows, or down the sides of a collapsed node.
    fn fill(&mut self, slots: Vec<Slot>, zoom: f32) {
        let inputs = slots.iter().filter_map(|slot| if let Slot::Input(input) = slot { Some(*input) } else { None });
        if self.collapsed {
            let inputs: Vec<_> = inputs.collect();
            let n = inputs.len();
            self.pins = inputs.into_iter().enumerate().map(|(i, input)| (input, self.beside(i, n, false))).collect();
            return;
        }
        let corner = self.thumb.left_bottom();
        let row = |(i, slot)| {
            let min = corner + vec2(0.0, i as f32 * ROW * zoom);
            Row { rect: Rect::from_min_size(min, vec2(WIDTH, ROW) * zoom), slot }
        };
        self.rows = slots.into_iter().enumerate().map(row).collect();
        let pin = |row: &Row| match row.slot {
            Slot::Input(input) => Some((input, row.rect.left_center())),
            _ => None,
        };
        self.pins = self.rows.iter().filter_map(pin).collect();
    }

    /// Place of pin `i` of `n` on a side of a collapsed node.
    fn beside(&self, i: usize, n: usize, right: bool) -> Pos2 {
        let zoom = self.rect.width() / WIDTH;
        let x = if right { self.rect.right() } else { self.rect.left() };
        pos2(x, self.rect.center().y + (i as f32 - (n.max(1) - 1) as f32 / 2.0) * PIN_GAP * zoom)
    }

    /// Where the pin of output `index` is.
    pub fn output(&self, index: usize) -> Pos2 {
        if self.collapsed {
            return self.beside(index, self.spec.map_or(1, |s| s.outputs.len()), true);
        }
        let row = self.rows.iter().find(|r| matches!(r.slot, Slot::Output(i) if i == index));
        row.map_or_else(|| self.header.right_center(), |r| r.rect.right_center())
    }

    /// Where the pin of an input is; the header's edge while its row is not shown.
    pub fn input(&self, port: &str) -> Pos2 {
        let pin = self.pins.iter().find(|(input, _)| input.name == port);
        pin.map_or_else(|| self.header.left_center(), |(_, at)| *at)
    }

    /// Every output's index; one for a kind that is not known.
    pub fn outputs(&self) -> impl Iterator<Item = usize> {
        0..self.spec.map_or(1, |s| s.outputs.len())
    }

    /// Every input that has a pin.
    pub fn inputs(&self) -> impl Iterator<Item = &'static InputSpec> {
        self.pins.iter().map(|(input, _)| *input)
    }

    /// Where the time that the node takes is written: over the picture's north-west corner.
    pub fn time_rect(&self, zoom: f32) -> Rect {
        Rect::from_min_size(self.thumb.min + vec2(6.0, 7.0) * zoom, vec2(56.0, 15.0) * zoom)
    }

    /// The place of the mark that says whether the node's result is stored, at the left of the time.
    pub fn stored_mark(time: Rect) -> Rect {
        let side = time.height();
        Rect::from_min_size(time.min, vec2(side, side))
    }

    /// The part of a row that shows and changes its value.
    pub fn value_rect(row: &Row) -> Rect {
        let left = row.rect.left() + row.rect.width() * 0.52;
        Rect::from_min_max(pos2(left, row.rect.top()), row.rect.max - vec2(row.rect.width() * 0.03, 0.0))
    }

    /// The place of the sign that opens a group, at the right end of the header.
    pub fn open_rect(&self) -> Rect {
        let zoom = self.rect.width() / WIDTH;
        Rect::from_center_size(self.header.right_center() - vec2(17.0, 0.0) * zoom, Vec2::splat(20.0 * zoom))
    }

    /// What of the node is under a position.
    pub(super) fn part_at(&self, at: Pos2, detail: Detail) -> Part {
        if self.opens && detail == Detail::Full && self.open_rect().contains(at) {
            return Part::Open;
        }
        if self.header.contains(at) {
            return Part::Title;
        }
        let value = |row: &&Row| detail == Detail::Full && Self::value_rect(row).contains(at);
        match self.rows.iter().find(value).map(|row| &row.slot) {
            Some(Slot::Input(input)) => Part::Value(input.name),
            Some(Slot::Param(param)) => Part::Value(param.name),
            _ => Part::Body,
        }
    }
}
