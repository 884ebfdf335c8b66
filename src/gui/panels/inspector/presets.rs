//! The menu of presets in the header: those of the program and a person's own are picked, saved and taken away.

use super::At;
use crate::gui::language::tr;
use crate::gui::presets::{BuiltIn, Presets, has_presets, text_of};
use crate::gui::request::Request;
use crate::gui::theme::{SMALL, regular};
use crate::gui::values::Values;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::tone::tone;
use eframe::egui::{
    Align, Align2, Button, Frame, Id, Key, Layout, Margin, Popup, PopupCloseBehavior, Response, RichText, TextEdit, Ui,
    vec2,
};
use std::sync::Arc;

/// Width of the menu in points.
const WIDTH: f32 = 232.0;

impl At<'_> {
    pub(super) fn presets_button(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        if !has_presets(self.node) {
            return;
        }
        let button = ui.add(Button::new(RichText::new(tr!("Presets")).font(regular(SMALL))));
        let button = button.on_hover_text(tr!("Values that are saved under a name."));
        // A name is typed in it, which takes presses.
        let menu = Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        menu.show(|ui| {
            ui.set_width(WIDTH);
            self.presets(ui, out);
        });
    }

    fn presets(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let kind = &*self.node.kind;
        for preset in BuiltIn::of(kind) {
            let values = preset.values(&self.scene.graph.world);
            if self.preset(ui, preset.title(), values.as_ref(), WIDTH).clicked() {
                self.apply(ui, values.as_ref(), out);
            }
        }
        let known = Presets::of(ui.ctx());
        let own: Vec<&str> = known.names(kind).collect();
        if !own.is_empty() && BuiltIn::of(kind).next().is_some() {
            ui.separator();
        }
        for name in own {
            self.own_preset(ui, name, known.values(kind, name).as_ref(), out);
        }
        if ui.min_rect().height() > 1.0 {
            ui.separator();
        }
        self.new_preset(ui, out);
    }

    /// An entry, lit while the nodes hold its values.
    fn preset(&self, ui: &mut Ui, title: &str, values: Option<&Values>, width: f32) -> Response {
        let holds = |values: &Values| self.all().all(|(_, node)| values.are_on(self.scene.graph, node));
        let button = Button::selectable(values.is_some_and(holds), title).truncate();
        let response = wide(ui, width, |ui| ui.add_enabled(values.is_some(), button));
        response.on_disabled_hover_text(tr!("This version of the program cannot read it."))
    }

    fn apply(&self, ui: &Ui, values: Option<&Values>, out: &mut Vec<Request>) {
        out.extend(values.into_iter().flat_map(|values| values.paste(self.scene.graph, self.all())));
        ui.close();
    }

    /// A person's preset; the cross has to be pressed twice.
    fn own_preset(&self, ui: &mut Ui, name: &str, values: Option<&Values>, out: &mut Vec<Request>) {
        let doubt = Id::unique(("preset to delete", &*self.node.kind));
        let doubted = ui.data(|data| data.get_temp::<String>(doubt)).is_some_and(|doubted| doubted == name);
        ui.horizontal(|ui| {
            let width = WIDTH - icon::SIZE - ui.spacing().item_spacing.x;
            if doubted {
                let text = RichText::new(tr!("Delete {name}?", name = name)).color(tone(ui).error);
                if wide(ui, width, |ui| ui.add(Button::new(text).truncate())).clicked() {
                    ui.data_mut(|data| data.remove::<String>(doubt));
                    out.push(Request::DropPreset { kind: Arc::clone(&self.node.kind), name: name.to_owned() });
                }
                if icon_button(ui, Icon::Reset, &tr!("Keep {name}", name = name), tr!("Keep it."), false).clicked() {
                    ui.data_mut(|data| data.remove::<String>(doubt));
                }
                return;
            }
            if self.preset(ui, name, values, width).clicked() {
                self.apply(ui, values, out);
            }
            let cross = tr!("Delete the preset {name}", name = name);
            if icon_button(ui, Icon::Remove, &cross, tr!("Delete."), false).clicked() {
                ui.data_mut(|data| data.insert_temp(doubt, name.to_owned()));
            }
        });
    }

    /// The place where the values of the node get a name.
    fn new_preset(&self, ui: &mut Ui, out: &mut Vec<Request>) {
        let id = Id::unique(("new preset", &*self.node.kind));
        let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
        ui.horizontal(|ui| {
            let label = tr!("Name of a new preset");
            let tone = tone(ui);
            let frame = Frame::new().fill(tone.field).stroke((1.0, tone.edge)).corner_radius(3);
            let frame = frame.inner_margin(Margin::symmetric(6, 0));
            let size = vec2(WIDTH - 84.0, ui.spacing().interact_size.y);
            let edit = TextEdit::singleline(&mut name).id(id.with("text")).hint_text(label).frame(frame);
            let edit = edit.desired_width(size.x).min_size(size).align(Align2::LEFT_CENTER);
            let response = ui.add(edit);
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
            let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            let hint = tr!("Keep the values of {node} under this name.", node = self.id);
            let button = ui.add_enabled(!name.trim().is_empty(), Button::new(tr!("Save")));
            let pressed = button.on_hover_text(hint).clicked();
            if (entered || pressed) && !name.trim().is_empty() {
                let text = text_of(self.scene.graph, self.node);
                let kind = Arc::clone(&self.node.kind);
                let name = std::mem::take(&mut name).trim().to_owned();
                out.extend(text.map(|text| Request::KeepPreset { kind, name, text }));
                ui.close();
            }
        });
        ui.data_mut(|data| data.insert_temp(id, name));
    }
}

/// A button of that width with its text at the left, also beside another one.
fn wide(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> Response) -> Response {
    let size = vec2(width, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::top_down_justified(Align::Min), add).inner
}
