//! The panes of the window: what each of them draws, the bars of tabs above them, and how the keyboard goes between them.

use super::EditorApp;
use crate::graph::NodeId;
use crate::gui::canvas::{Canvas, Entered};
use crate::gui::dock::{Dock, GAP, Pane, TAB_BAR};
use crate::gui::language::tr;
use crate::gui::panels::{history, problems, ramp, tiles};
use crate::gui::preview;
use crate::gui::request::Request;
use crate::gui::theme::{TEXT, Theme, regular, semibold};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    self, Align, Color32, Id, Layout, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Style, Ui, UiBuilder,
    Visuals, WidgetInfo, WidgetText, pos2, vec2,
};
use egui_tiles::{
    Behavior, EditAction, ResizeState, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, UiResponse,
};

/// Width of a pane's scroll bar in points.
const SCROLL: f32 = 8.0;
/// Side of a tab's cross in points.
const CROSS: f32 = 16.0;

/// The window while its panes are drawn.
struct Bench<'a> {
    app: &'a mut EditorApp,
    requests: Vec<Request>,
    /// Whether a person moved, closed or resized something.
    edited: bool,
    canvas: Option<TileId>,
    hidden: Vec<TileId>,
    /// Panes whose cross was pressed: the tree must not change while it is drawn.
    closed: Vec<Pane>,
}

impl EditorApp {
    /// Draws the panes and returns what was asked for in them.
    pub(super) fn panes(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut dock = std::mem::take(&mut self.dock);
        let (canvas, hidden) = (dock.find(Pane::Canvas), dock.hidden());
        let mut bench = Bench { app: self, requests: Vec::new(), edited: false, canvas, hidden, closed: Vec::new() };
        let resized = dock.show(ui, &mut bench);
        let Bench { requests, edited, closed, .. } = bench;
        closed.into_iter().for_each(|pane| dock.open(pane, false));
        self.layout_changed |= edited || resized;
        if self.layout_changed && !ui.input(|i| i.pointer.any_down()) {
            self.layout_changed = false;
            self.settings.layout = dock.text();
        }
        self.dock = dock;
        requests
    }

    /// Shows a pane or hides it.
    pub(super) fn open_pane(&mut self, pane: Pane, open: bool) {
        self.dock.open(pane, open);
        self.settings.layout = self.dock.text();
    }

    /// Puts all panes back to where they lie in a new window.
    pub(super) fn reset_layout(&mut self) {
        self.dock = Dock::default();
        self.settings.layout.clear();
    }

    /// Moves the keyboard's focus to the next pane, or to the one before: the canvas itself, the tab of another one, from
    /// which Tab goes on into it.
    pub(super) fn focus_neighbour(&self, forward: bool, ctx: &egui::Context) {
        let present = self.focused_pane(ctx);
        let next = present.map_or(Some(Pane::Canvas), |pane| self.dock.neighbour(pane, forward));
        let Some(pane) = next else { return };
        let id = if pane == Pane::Canvas { Some(Canvas::id()) } else { self.dock.tab(pane) };
        if let Some(id) = id {
            ctx.memory_mut(|memory| memory.request_focus(id));
        }
    }

    fn focused_pane(&self, ctx: &egui::Context) -> Option<Pane> {
        let focused = ctx.memory(|memory| memory.focused())?;
        if focused == Canvas::id() {
            return Some(Pane::Canvas);
        }
        let tab = Pane::ALL.into_iter().find(|pane| self.dock.tab(*pane) == Some(focused));
        tab.or_else(|| self.dock.pane_at(ctx.read_response(focused)?.rect.center()))
    }
}

impl Bench<'_> {
    /// Draws the contents of a pane other than the canvas on the ground of panels.
    fn panel(&mut self, ui: &mut Ui, pane: Pane) {
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, Theme::of(ui).panel);
        let room = Rect::from_min_max(whole.min + vec2(12.0, 2.0), whole.max - vec2(12.0, 0.0));
        // A child takes no room: only a person changes the pane's width, whatever it holds.
        let mut child = ui.new_child(UiBuilder::new().max_rect(room));
        child.set_clip_rect(room.expand2(vec2(SCROLL, 0.0)).intersect(ui.clip_rect()));
        child.spacing_mut().item_spacing.y = 7.0;
        let requests = self.contents(&mut child, pane);
        self.requests.extend(requests);
    }

    fn contents(&mut self, ui: &mut Ui, pane: Pane) -> Vec<Request> {
        match pane {
            Pane::Canvas => Vec::new(),
            Pane::Preview => self.app.show_preview(ui),
            Pane::Inspector => self.app.show_inspector(&mut with_scroll_bar(ui)),
            Pane::World => self.app.show_world(&mut with_scroll_bar(ui)),
            Pane::Tiles => self.app.show_tiles(&mut with_scroll_bar(ui)),
            Pane::Ramp => self.app.show_ramp(&mut with_scroll_bar(ui)),
            Pane::Variations => self.app.show_variations(ui),
            Pane::Problems => {
                let mut out = Vec::new();
                let scene = self.app.scene();
                let area = ScrollArea::vertical().id_salt("problems").auto_shrink(false);
                scrolled(&mut with_scroll_bar(ui), area, |ui| problems::list(ui, &scene, &mut out));
                out
            }
            Pane::History => history::show(&mut with_scroll_bar(ui), &self.app.document),
            Pane::Export => self.app.show_docked_export(&mut with_scroll_bar(ui)),
        }
    }

    fn is_lone_canvas(&self, tabs: &Tabs) -> bool {
        let mut seen = tabs.children.iter().filter(|child| !self.hidden.contains(child));
        seen.next() == self.canvas.as_ref() && seen.next().is_none()
    }
}

/// The scroll bar lies in the pane's margin, so that all rows end where pictures do.
fn with_scroll_bar(ui: &mut Ui) -> Ui {
    let mut below = ui.available_rect_before_wrap();
    below.max.x += SCROLL;
    ui.new_child(UiBuilder::new().max_rect(below))
}

impl Behavior<Pane> for Bench<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        if *pane == Pane::Canvas {
            let requests = self.app.show_canvas(ui);
            self.requests.extend(requests);
        } else {
            self.panel(ui, *pane);
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, _: &Tiles<Pane>, tile: TileId) -> bool {
        Some(tile) != self.canvas
    }

    fn tab_ui(&mut self, tiles: &mut Tiles<Pane>, ui: &mut Ui, id: Id, tile: TileId, state: &TabState) -> Response {
        let theme = Theme::of(ui);
        let title = self.tab_title_for_tile(tiles, tile);
        let name = title.text().to_owned();
        let font = if state.active { semibold(TEXT) } else { regular(TEXT) };
        let color = if state.active { theme.text } else { theme.secondary };
        let galley = ui.painter().layout_no_wrap(name.clone(), font, color);
        let cross = if state.closable { CROSS + 2.0 } else { 0.0 };
        let (_, rect) = ui.allocate_space(vec2(galley.size().x + 20.0 + cross, ui.available_height()));
        let tab = ui.interact(rect, id, Sense::click_and_drag());
        tab.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), state.active, &name));
        if state.is_being_dragged {
            return tab;
        }
        let body = Rect::from_min_max(rect.min + vec2(1.0, 4.0), rect.max - vec2(1.0, 3.0));
        let lit = tab.hovered() || tab.contains_pointer();
        if lit {
            ui.painter().rect_filled(body, 4.0, theme.body);
        }
        if tab.has_focus() {
            ui.painter().rect_stroke(body, 4.0, Stroke::new(1.5, theme.accent), StrokeKind::Inside);
        }
        let at = pos2(rect.left() + 10.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
        let closes = state.closable && {
            let place =
                Rect::from_center_size(pos2(rect.right() - 6.0 - CROSS / 2.0, rect.center().y), vec2(20.0, 20.0));
            let mut corner = ui.new_child(UiBuilder::new().id_salt(("close", tile)).max_rect(place));
            // Seen only where the pointer is, but there for the keyboard and for screen readers.
            corner.set_opacity(if lit || tab.has_focus() { 1.0 } else { 0.0 });
            let name = tr!("Hide {panel}", panel = name);
            icon_button(&mut corner, Icon::Remove, &name, &name, false).clicked()
        };
        if closes || tab.middle_clicked() && state.closable {
            self.closed.extend(tiles.get_pane(&tile));
            self.edited = true;
        }
        tab
    }

    fn top_bar_right_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, _: TileId, tabs: &Tabs, _: &mut f32) {
        let front = tabs.active.and_then(|tile| tiles.get_pane(&tile));
        if front == Some(&Pane::Inspector) && self.app.document.selection().is_empty() {
            ui.add_space(12.0);
            let color = Theme::of(ui).secondary;
            ui.add(egui::Label::new(egui::RichText::new(Pane::World.title()).color(color)).truncate());
        }
        if front == Some(&Pane::Preview) {
            ui.add_space(12.0);
            let most = vec2((ui.available_width() - 96.0 * tabs.children.len() as f32).max(0.0), ui.available_height());
            let layout = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(most, layout, |ui| preview::subject(ui, &self.app.scene()));
        }
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        TAB_BAR
    }

    fn is_tab_bar_visible(&self, _: TileId, tabs: &Tabs) -> bool {
        !self.is_lone_canvas(tabs)
    }

    fn gap_width(&self, _: &Style) -> f32 {
        GAP
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    /// The dock's own borders have names and obey the arrow keys.
    fn is_container_resizable(&self, _: &Tiles<Pane>, _: TileId) -> bool {
        false
    }

    fn resize_stroke(&self, style: &Style, _: ResizeState) -> Stroke {
        Stroke::new(GAP, Theme::of_visuals(&style.visuals).edge)
    }

    /// Panes move one by one, by their tabs.
    fn is_tile_draggable(&self, tiles: &Tiles<Pane>, tile: TileId) -> bool {
        matches!(tiles.get(tile), Some(Tile::Pane(_)))
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        Theme::of_visuals(visuals).panel
    }

    fn drag_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, tile: TileId) {
        let title = match tiles.get(tile) {
            Some(Tile::Pane(pane)) => pane.title(),
            _ => tr!("Panels"),
        };
        Theme::of(ui).popup().show(ui, |ui| ui.label(title));
    }

    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn on_edit(&mut self, _: EditAction) {
        self.edited = true;
    }
}

impl EditorApp {
    fn show_canvas(&mut self, ui: &mut Ui) -> Vec<Request> {
        ui.painter().rect_filled(ui.max_rect(), 0.0, Theme::of(ui).canvas);
        self.canvas.scroll = self.settings.scroll;
        self.canvas.map = self.settings.map;
        self.canvas.snap = self.settings.snap;
        let instances = self.document.open_groups().iter().cloned();
        let ways = self.document.ways_open().into_iter().zip(instances);
        self.canvas.path = ways.map(|((group, _), instance)| Entered { instance, group }).collect();
        if self.canvas.liked != self.settings.liked {
            self.canvas.liked = self.settings.liked.clone();
        }
        // The scene borrows what the canvas does not touch.
        let mut canvas = std::mem::take(&mut self.canvas);
        let requests = canvas.show(ui, &self.scene_in_sight(&self.inside()));
        self.canvas = canvas;
        self.outward(requests)
    }

    fn show_preview(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut pane = std::mem::take(&mut self.pane);
        let failure = self.board.failure.as_ref().filter(|(link, _)| Some(link) == self.preview.as_ref());
        let compared = self.comparison().map(|comparison| preview::Compared {
            comparison,
            shown: self.board.reference.as_ref().filter(|shown| shown.link == comparison.pin.link),
            texture: self.board.reference_texture.as_ref(),
            failure: self.board.reference_failure.as_deref(),
            contrast: self
                .board
                .contrast
                .as_ref()
                .filter(|c| c.as_ref().map_or(true, |c| Some(&c.link) == self.preview.as_ref())),
            contrast_texture: self.board.contrast_texture.as_ref(),
        });
        let outcome = pane.show(
            ui,
            &preview::Preview {
                scene: &self.scene(),
                shown: self.board.shown.as_ref(),
                texture: self.board.texture.as_ref(),
                patches: &self.board.patches,
                around: self.board.around.as_ref().zip(self.board.around_texture.as_ref()),
                failure: failure.map(|(_, sentence)| sentence.as_str()),
                auto_levels: self.wanted.auto_levels,
                computing: !self.board.is_done(),
                ramps: &self.ramps,
                compared,
                locked: self.is_preview_locked(),
                solid: self.settings.relief,
            },
        );
        self.pane = pane;
        if let Some((link, mode)) = outcome.mode {
            self.wanted.modes.insert(link, mode);
        }
        self.wanted.whole_grid |= outcome.whole_grid;
        outcome.requests
    }

    fn show_inspector(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut inspector = std::mem::take(&mut self.inspector);
        let inside = self.inside();
        let scene = self.scene_in_sight(&inside);
        let source = tiles::source_of_selection(&scene);
        let path = source.map(|link| NodeId::from(format!("{}{}", self.document.prefix(), link.node)));
        let counts = path.and_then(|id| self.board.heights(&id));
        let histogram = counts.map(|counts| tiles::Histogram { counts });
        let requests = inspector.show(ui, &scene, histogram.as_ref());
        self.inspector = inspector;
        self.outward(requests)
    }

    fn show_world(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut world = std::mem::take(&mut self.world);
        let inside = self.inside();
        let scene = self.scene_in_sight(&inside);
        let mut requests = Vec::new();
        let area = ScrollArea::vertical().id_salt("world").auto_shrink(false);
        scrolled(ui, area, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            ui.set_max_width(ui.available_width() - SCROLL);
            world.show(ui, &scene, &mut requests);
            ui.add_space(10.0);
        });
        self.world = world;
        requests
    }

    /// The colours of the view.
    fn show_ramp(&self, ui: &mut Ui) -> Vec<Request> {
        let area = ScrollArea::vertical().id_salt("ramp").auto_shrink(false);
        let mut requests = Vec::new();
        scrolled(ui, area, |ui| {
            ui.set_max_width(ui.available_width() - SCROLL);
            requests = ramp::show(ui, &self.scene(), &self.ramps);
            ui.add_space(10.0);
        });
        requests
    }

    /// The bands of the selected tile map, or of the first one in sight.
    fn show_tiles(&self, ui: &mut Ui) -> Vec<Request> {
        let inside = self.inside();
        let scene = self.scene_in_sight(&inside);
        let Some(id) = tiles::subject(&scene) else {
            let words = tr!("No Tiles node is here: add one, and its bands appear here.");
            ui.add(egui::Label::new(egui::RichText::new(words).color(Theme::of(ui).muted)).wrap());
            return Vec::new();
        };
        let source = tiles::source(&scene, &id);
        let path = source.map(|link| NodeId::from(format!("{}{}", self.document.prefix(), link.node)));
        let counts = path.and_then(|id| self.board.heights(&id));
        let histogram = counts.map(|counts| tiles::Histogram { counts });
        self.outward(crate::gui::panels::inspector::bands(ui, &scene, &id, histogram.as_ref()))
    }
}
