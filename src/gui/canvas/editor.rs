//! Text that is typed on the canvas itself: a node's name and the numbers of its rows.

use super::face::{Face, Slot};
use super::value::{Handle, from_number, handle};
use super::wiring::sentence;
use super::{Canvas, Frame};
use crate::graph::{Edit, Field, Graph, NodeId, Setting};
use crate::gui::language::tr;
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, regular, semibold};
use crate::gui::widgets::expression::exact;
use crate::gui::widgets::number::{format, parse};
use crate::gui::widgets::text::select_all;
use crate::spec::NodeSpec;
use eframe::egui::{Frame as Border, Id, Key, Label, Margin, Rect, RichText, Stroke, TextEdit, Ui, UiBuilder, vec2};

/// Text that is being typed.
pub struct Editor {
    id: NodeId,
    /// The field whose number is typed; `None`: the node's name.
    field: Option<&'static str>,
    text: String,
    fresh: bool,
}

/// How typing ended.
enum End {
    Not,
    Taken,
    TakenForNext,
    /// By a press elsewhere.
    Left,
    Dropped,
}

impl Editor {
    /// The node that is edited.
    pub fn node(&self) -> &NodeId {
        &self.id
    }

    fn focus(&self) -> Id {
        Id::unique(("canvas editor", &*self.id, self.field))
    }
}

impl Canvas {
    /// Starts typing a node's name.
    pub(super) fn start_rename(&mut self, id: NodeId) {
        self.editor = Some(Editor { text: id.to_string(), id, field: None, fresh: true });
    }

    /// Starts typing a number; whether the field holds one.
    pub(super) fn start_typing(&mut self, id: &NodeId, field: &'static str, scene: &Scene<'_>) -> bool {
        let number = scene.graph.nodes.get(id).and_then(|node| {
            match handle(scene.graph, node, Field::of(node.spec()?, field)?) {
                Handle::Number { value, .. } => Some(value),
                _ => None,
            }
        });
        if let Some(value) = number {
            self.editor = Some(Editor { id: id.clone(), field: Some(field), text: exact(value), fresh: true });
        }
        number.is_some()
    }

    pub(super) fn show_editor(&mut self, ui: &mut Ui, frame: &mut Frame<'_, '_>) {
        let Some(mut editor) = self.editor.take() else { return };
        let Some(rect) = place_of(&editor, frame) else { return };
        let end = type_in(ui, &mut editor, rect, self.camera.font(12.5), frame);
        match (end, refusal(&editor, frame.scene)) {
            (End::Not, _) => self.editor = Some(editor),
            (End::Dropped, _) => {}
            (End::Left, Some(why)) => frame.out.push(Request::Toast(why)),
            (_, Some(_)) => {
                ui.ctx().memory_mut(|m| m.request_focus(editor.focus()));
                self.editor = Some(editor);
            }
            (End::Taken | End::Left, None) => take(&editor, frame),
            (End::TakenForNext, None) => {
                take(&editor, frame);
                let spec = frame.scene.graph.nodes.get(&editor.id).and_then(|n| n.spec());
                if let (Some(spec), Some(field)) = (spec, editor.field) {
                    self.start_next(&editor.id, spec, field, frame);
                }
            }
        }
        if self.editor.is_none() {
            ui.ctx().memory_mut(|m| m.request_focus(Self::id()));
        }
    }

    /// Tab goes on to the next number of the node.
    fn start_next(&mut self, id: &NodeId, spec: &'static NodeSpec, field: &str, frame: &Frame<'_, '_>) {
        let Some(face) = frame.layout.faces.get(id) else { return };
        let names = face.rows.iter().filter_map(|row| match &row.slot {
            Slot::Input(input) => Some(input.name),
            Slot::Param(param) => Some(param.name),
            Slot::Output(_) | Slot::Unknown(..) => None,
        });
        let later = names.skip_while(|name| *name != field).skip(1).filter(|name| Field::of(spec, name).is_some());
        for name in later {
            if self.start_typing(id, name, frame.scene) {
                return;
            }
        }
    }
}

fn place_of(editor: &Editor, frame: &Frame<'_, '_>) -> Option<Rect> {
    let face = frame.layout.faces.get(&editor.id)?;
    let rect = match editor.field {
        None => face.header.shrink2(vec2(6.0, 2.0)),
        Some(field) => {
            let row = face.rows.iter().find(|row| match &row.slot {
                Slot::Input(input) => input.name == field,
                Slot::Param(param) => param.name == field,
                Slot::Output(_) | Slot::Unknown(..) => false,
            })?;
            Face::value_rect(row).shrink2(vec2(0.0, 1.0))
        }
    };
    // Far out the field stays large enough to read.
    Some(Rect::from_min_size(rect.min, rect.size().max(vec2(60.0, 18.0))))
}

fn type_in(ui: &mut Ui, editor: &mut Editor, rect: Rect, size: f32, frame: &Frame<'_, '_>) -> End {
    let id = editor.focus();
    let refused = refusal(editor, frame.scene);
    let theme = frame.theme;
    let tab = ui.input_mut(|i| i.consume_key(eframe::egui::Modifiers::NONE, Key::Tab));
    let border = Border::new()
        .fill(theme.field)
        .stroke(Stroke::new(1.0, if refused.is_some() { theme.error } else { theme.accent }))
        .corner_radius(4)
        .inner_margin(Margin::symmetric(5, 0));
    let font = if editor.field.is_some() { regular(size.max(9.0)) } else { semibold(size.max(9.0)) };
    let edit = TextEdit::singleline(&mut editor.text)
        .id(id)
        .font(font)
        .text_color_opt(refused.is_some().then_some(theme.error))
        .frame(border)
        .desired_width(rect.width() - 12.0)
        .min_size(rect.size())
        .align(eframe::egui::Align2::LEFT_CENTER);
    let response = ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| ui.add(edit)).inner;
    let name = match editor.field {
        Some(field) => tr!("type {id}.{field}", id = editor.id, field = field),
        None => tr!("rename {id}", id = editor.id),
    };
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    if editor.field.is_none() && editor.text.contains(char::is_whitespace) {
        editor.text = editor.text.replace(char::is_whitespace, "_");
    }
    if let Some(why) = refused {
        let room = Rect::from_min_size(rect.left_bottom() + vec2(0.0, 4.0), vec2(rect.width().max(180.0), 60.0));
        ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
            let words = Label::new(RichText::new(why).font(regular(SMALL)).color(theme.error));
            theme.popup().show(ui, |ui| ui.add(words.wrap().selectable(false)));
        });
    }
    if std::mem::take(&mut editor.fresh) {
        response.request_focus();
        select_all(ui, id, &editor.text);
        return End::Not;
    }
    let (escaped, pressed_elsewhere) = ui.input(|i| {
        let outside = i.pointer.interact_pos().is_none_or(|p| !rect.contains(p));
        (i.key_pressed(Key::Escape), i.pointer.any_pressed() && outside)
    });
    match (escaped, tab) {
        (true, _) => End::Dropped,
        (_, true) => End::TakenForNext,
        _ if pressed_elsewhere => End::Left,
        _ if response.lost_focus() => End::Taken,
        _ => End::Not,
    }
}

/// Why the node cannot have the typed name, as a sentence; an empty one keeps the old name.
fn refusal(editor: &Editor, scene: &Scene<'_>) -> Option<String> {
    let to = editor.text.trim();
    if editor.field.is_some() || to.is_empty() || to == &*editor.id {
        return None;
    }
    let edit = Edit::Rename { id: editor.id.clone(), to: to.into() };
    // The graph itself knows the rule; its nodes are shared, so that a copy to try it on is cheap.
    let refused = Graph::clone(scene.graph).apply(&edit).err()?;
    Some(sentence(&refused.0.replace('`', "")))
}

/// Asks for what was typed.
fn take(editor: &Editor, frame: &mut Frame<'_, '_>) {
    let text = editor.text.trim();
    let Some(name) = editor.field else {
        if !text.is_empty() && text != &*editor.id {
            frame.out.push(Request::edit(Edit::Rename { id: editor.id.clone(), to: text.into() }));
        }
        return;
    };
    let graph = frame.scene.graph;
    let Some(node) = graph.nodes.get(&editor.id) else { return };
    let Some(field) = node.spec().and_then(|spec| Field::of(spec, name)) else { return };
    let Handle::Number { value, unit, hard, whole, .. } = handle(graph, node, field) else { return };
    if text == exact(value) {
        return;
    }
    match parse(text, unit) {
        Ok(asked) => {
            let (lo, hi) = hard.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            let taken = (if whole { asked.round() } else { asked }).max(lo).min(hi);
            if taken != asked {
                let show = |v| format(v, unit);
                let (field, asked, taken) = (format!("{}.{name}", editor.id), show(asked), show(taken));
                frame.out.push(Request::Toast(match hard {
                    Some((lo, hi)) => tr!(
                        "{field}: {asked} became {taken}, allowed is {low} to {high}.",
                        field = field,
                        asked = asked,
                        taken = taken,
                        low = show(lo),
                        high = show(hi)
                    ),
                    None => tr!("{field}: {asked} became {taken}.", field = field, asked = asked, taken = taken),
                }));
            }
            let setting = Some(Setting::Value(from_number(field, taken)));
            frame.out.push(Request::edit(Edit::Set { id: editor.id.clone(), field: name.into(), setting }));
        }
        Err(reason) => frame.out.push(Request::Toast(format!("{name}: {reason}"))),
    }
}
