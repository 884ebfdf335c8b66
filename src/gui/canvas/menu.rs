//! Context menus of nodes, wires and sockets, and the small menus that keys and values open.

use super::geometry::{Hit, link, same_output};
use super::value::{Handle, handle};
use super::{Canvas, Frame, Purpose, command, groups, order, tint};
use crate::graph::{Edit, Field, Graph, Item, Link, NodeId, Output, Setting};
use crate::gui::command::State;
use crate::gui::language::{self, tr};
use crate::gui::request::{Command, Request, Scene};
use crate::gui::topbar::shortcut_of;
use crate::raster::Sampling;
use crate::spec::Value;
use eframe::egui::containers::menu::menu_style;
use eframe::egui::{Align, Button, Id, Layout, Popup, PopupAnchor, PopupKind, Pos2, Ui};
use std::sync::Arc;

/// An open menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    subject: Subject,
    at: Pos2,
    /// Whether its first entry takes the keyboard's focus, since a key opened it.
    focuses: bool,
}

/// What a menu is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A node.
    Node(NodeId),
    /// The wire into a port.
    Wire(NodeId, Arc<str>),
    /// An input.
    Input(NodeId, &'static str),
    /// An output.
    Output(Link),
    /// The options of a parameter.
    Choice(NodeId, &'static str),
    /// The outputs that a node may become.
    UseAsOutput(Link),
    /// A frame or note.
    Plate(Item),
}

/// What a menu entry does.
pub enum Action {
    Type(Item),
    Ask(Request),
    Command(Command),
    Palette(Purpose),
}

impl Menu {
    /// A menu that opens at a position of the window.
    pub fn new(subject: Subject, at: Pos2) -> Self {
        Self { subject, at, focuses: false }
    }

    /// One that a key opened: the arrows go from entry to entry, Enter chooses.
    pub fn by_key(subject: Subject, at: Pos2) -> Self {
        Self { focuses: true, ..Self::new(subject, at) }
    }

    /// Whether what the menu is about still exists.
    pub fn holds(&self, graph: &Graph) -> bool {
        let node = |id: &NodeId| graph.nodes.get(id);
        match &self.subject {
            Subject::Node(id) | Subject::Input(id, _) | Subject::Choice(id, _) => node(id).is_some(),
            Subject::Wire(id, port) => node(id).is_some_and(|n| n.link(port).is_some()),
            Subject::Output(link) | Subject::UseAsOutput(link) => node(&link.node).is_some(),
            Subject::Plate(item) => graph.has(item),
        }
    }
}

impl Canvas {
    /// A right click: the palette on nothing, else the menu of what is there.
    pub(super) fn open_menu_at(&mut self, hit: Hit, at: Pos2, frame: &mut Frame<'_, '_>) {
        let subject = match hit {
            Hit::Empty => return self.open_palette(Some(at), Purpose::Free, frame.view),
            Hit::Node(id, _) => {
                if !frame.scene.selection.contains(&id) {
                    frame.select([id.clone()].into());
                }
                self.raised = Some(id.clone());
                Subject::Node(id)
            }
            Hit::Wire(to, port) | Hit::Knot(to, port, _) => Subject::Wire(to, port),
            Hit::Plate(item, _) => {
                if !self.picked.contains(&item) {
                    self.click_plate(item.clone(), frame.modifiers, frame);
                }
                Subject::Plate(item)
            }
            Hit::Input(id, port) => Subject::Input(id, port),
            Hit::Output(link) => Subject::Output(link),
        };
        self.menu = Some(Menu::new(subject, at));
    }

    /// A click on a value that is no number: its options, or the other state of a switch.
    pub(super) fn click_value(&mut self, id: NodeId, name: &'static str, at: Pos2, frame: &mut Frame<'_, '_>) {
        let Some(node) = frame.scene.graph.nodes.get(&id) else { return };
        let Some(field) = node.spec().and_then(|spec| Field::of(spec, name)) else { return };
        match handle(frame.scene.graph, node, field) {
            Handle::Choice(_) => self.menu = Some(Menu::new(Subject::Choice(id, name), at)),
            Handle::Flag(on) => {
                let setting = Some(Setting::Value(Value::Flag(!on)));
                frame.out.push(Request::edit(Edit::Set { id, field: name.into(), setting }));
            }
            Handle::None | Handle::Number { .. } => {}
        }
    }

    pub(super) fn show_menu(&mut self, ui: &Ui, frame: &mut Frame<'_, '_>) {
        if ui.memory(|m| m.top_modal_layer().is_some()) {
            self.menu = None;
        }
        let Some(menu) = self.menu.clone() else { return };
        let mut open = true;
        let mut first = None;
        let mut actions = Vec::new();
        let chosen = self.chosen(frame.scene);
        let anchor = PopupAnchor::Position(menu.at);
        // Each menu has an id of its own, so that one that replaces another is measured anew.
        let id = Id::unique(("canvas menu", menu.at.x.to_bits(), menu.at.y.to_bits()));
        Popup::new(id, ui.ctx().clone(), anchor, ui.layer_id())
            .kind(PopupKind::Menu)
            .layout(Layout::top_down_justified(Align::Min))
            .style(menu_style)
            .open_bool(&mut open)
            .show(|ui| {
                ui.set_min_width(190.0);
                match &menu.subject {
                    Subject::Node(id) => node_menu(ui, id, &chosen, frame.scene, &mut actions),
                    Subject::Wire(to, port) => wire_menu(ui, to, port, frame.scene, &mut actions),
                    Subject::Input(id, port) => input_menu(ui, id, port, frame.scene, &mut actions),
                    Subject::Output(link) => output_menu(ui, link, frame.scene, &mut actions),
                    Subject::Choice(id, field) => choice_menu(ui, id, field, frame.scene, &mut actions),
                    Subject::UseAsOutput(link) => first = outputs_menu(ui, link, frame.scene, &mut actions),
                    Subject::Plate(item) => plate_menu(ui, item, &chosen, &mut actions),
                }
            });
        if let Some(first) = first.filter(|_| menu.focuses) {
            ui.memory_mut(|m| m.request_focus(first));
            self.menu = Some(Menu { focuses: false, ..menu.clone() });
        }
        if !open || !actions.is_empty() {
            self.menu = None;
        }
        for action in actions {
            match action {
                Action::Type(item) => self.start_words(&item, frame.scene.graph),
                Action::Ask(request) => frame.out.push(request),
                Action::Command(command) => {
                    let requests = self.command(command, frame.scene);
                    frame.out.extend(requests);
                }
                Action::Palette(purpose) => self.open_palette(Some(menu.at), purpose, frame.view),
            }
        }
    }
}

fn entry(ui: &mut Ui, title: &str, enabled: bool, action: impl FnOnce() -> Action, out: &mut Vec<Action>) {
    if ui.add_enabled(enabled, Button::new(title)).clicked() {
        out.push(action());
    }
}

fn command_entry(ui: &mut Ui, command: Command, title: &str, enabled: bool, out: &mut Vec<Action>) {
    let keys = shortcut_of(ui, command);
    if ui.add_enabled(enabled, Button::new(title).shortcut_text(keys)).clicked() {
        out.push(Action::Command(command));
    }
}

fn node_menu(ui: &mut Ui, id: &NodeId, chosen: &[Item], scene: &Scene<'_>, out: &mut Vec<Action>) {
    let Some(node) = scene.graph.nodes.get(id) else { return };
    let main = link(id, node.spec(), 0);
    let one = scene.selection.len() <= 1;
    command_entry(ui, Command::View, tr!("View in the preview"), true, out);
    ui.menu_button(tr!("Use as output"), |ui| outputs_menu(ui, &main, scene, out));
    ui.separator();
    command_entry(ui, Command::Rename, tr!("Rename…"), one, out);
    let mutable = matches!(command::mute(scene), Some(Request::Edit { .. }));
    if mutable {
        command_entry(ui, Command::Mute, if node.muted { tr!("Wake") } else { tr!("Mute") }, true, out);
    }
    let collapsed = scene.graph.items.looks.get(id).is_some_and(|look| look.collapsed);
    command_entry(ui, Command::Collapse, if collapsed { tr!("Expand") } else { tr!("Collapse") }, true, out);
    if one && order::swappable(node).is_some() {
        command_entry(ui, Command::SwapInputs, tr!("Swap inputs"), true, out);
    }
    color_and_frame(ui, chosen, out);
    command_entry(ui, Command::MakeGroup, tr!("Group"), true, out);
    if groups::is_instance(scene.graph, id) {
        command_entry(ui, Command::EnterGroup, tr!("Look into the group"), true, out);
        command_entry(ui, Command::Unpack, tr!("Unpack the group"), true, out);
    }
    arrange_and_copy(ui, chosen, out);
    ui.menu_button(tr!("Values"), |ui| values_menu(ui, out));
    ui.separator();
    let wired = scene.graph.wires().any(|(from, to, _)| from.node == *id || to == id);
    if one && wired {
        let lift = || Action::Ask(Request::edit(Edit::Extract { id: id.clone() }));
        entry(ui, tr!("Lift out of its wires"), true, lift, out);
    }
    command_entry(ui, Command::Delete, tr!("Delete"), true, out);
    if wired {
        command_entry(ui, Command::DeleteWithoutHealing, tr!("Delete without healing"), true, out);
    }
}

fn values_menu(ui: &mut Ui, out: &mut Vec<Action>) {
    let state = State::of(ui.ctx());
    for command in [Command::CopyValues, Command::PasteValues, Command::ResetValues] {
        let refusal = command.refusal(&state);
        let button = Button::new(command.title()).shortcut_text(shortcut_of(ui, command));
        let response = ui.add_enabled(refusal.is_none(), button);
        if response.on_disabled_hover_text(refusal.unwrap_or_default()).clicked() {
            out.push(Action::Ask(Request::Do(command)));
        }
    }
}

/// Entries that give what is selected a colour and a frame.
fn color_and_frame(ui: &mut Ui, chosen: &[Item], out: &mut Vec<Action>) {
    ui.menu_button(tr!("Colour"), |ui| tint::menu(ui, chosen, out));
    command_entry(ui, Command::Enclose, tr!("Put into a frame"), true, out);
}

/// Entries for whatever is selected: lining up where there are several, and the clipboard.
fn arrange_and_copy(ui: &mut Ui, chosen: &[Item], out: &mut Vec<Action>) {
    if chosen.len() > 1 {
        ui.menu_button(tr!("Arrange"), |ui| {
            for command in super::ARRANGE {
                command_entry(ui, *command, command.title(), true, out);
            }
        });
    }
    ui.separator();
    command_entry(ui, Command::Cut, tr!("Cut"), true, out);
    command_entry(ui, Command::Copy, tr!("Copy"), true, out);
    command_entry(ui, Command::Duplicate, tr!("Duplicate"), true, out);
    ui.separator();
}

fn plate_menu(ui: &mut Ui, item: &Item, chosen: &[Item], out: &mut Vec<Action>) {
    let note = matches!(item, Item::Note(_));
    entry(ui, if note { tr!("Edit the text") } else { tr!("Rename…") }, true, || Action::Type(item.clone()), out);
    color_and_frame(ui, chosen, out);
    arrange_and_copy(ui, chosen, out);
    command_entry(
        ui,
        Command::Delete,
        if note { tr!("Delete") } else { tr!("Delete the frame, keep its nodes") },
        true,
        out,
    );
}

fn wire_menu(ui: &mut Ui, to: &NodeId, port: &Arc<str>, scene: &Scene<'_>, out: &mut Vec<Action>) {
    let Some(from) = scene.graph.nodes.get(to).and_then(|n| n.link(port)) else { return };
    ui.weak(format!("{from} → {to}.{port}"));
    let insert = || Action::Palette(Purpose::Into(from.clone(), to.clone(), port.clone()));
    entry(ui, tr!("Insert a node…"), true, insert, out);
    let unplug = || Action::Ask(Request::edit(Edit::Disconnect { to: to.clone(), port: port.clone() }));
    entry(ui, tr!("Unplug"), true, unplug, out);
    ui.separator();
    entry(ui, &tr!("Select {node}", node = from.node), true, || select(&from.node), out);
    entry(ui, &tr!("Select {node}", node = to), true, || select(to), out);
}

fn input_menu(ui: &mut Ui, id: &NodeId, port: &'static str, scene: &Scene<'_>, out: &mut Vec<Action>) {
    let Some(node) = scene.graph.nodes.get(id) else { return };
    entry(ui, tr!("Add a source…"), true, || Action::Palette(Purpose::To(id.clone(), port.into())), out);
    match node.setting(port) {
        Some(Setting::Link(from)) => {
            let unplug = || Action::Ask(Request::edit(Edit::Disconnect { to: id.clone(), port: port.into() }));
            entry(ui, tr!("Unplug"), true, unplug, out);
            entry(ui, &tr!("Select {node}", node = from.node), true, || select(&from.node), out);
        }
        Some(_) => {
            let reset = Edit::Set { id: id.clone(), field: port.into(), setting: None };
            entry(ui, tr!("Return to the default"), true, || Action::Ask(Request::edit(reset)), out);
        }
        None => {}
    }
}

fn output_menu(ui: &mut Ui, output: &Link, scene: &Scene<'_>, out: &mut Vec<Action>) {
    entry(ui, tr!("Add a node that reads it…"), true, || Action::Palette(Purpose::From(output.clone())), out);
    entry(ui, tr!("View in the preview"), true, || Action::Ask(Request::Preview(output.clone())), out);
    ui.menu_button(tr!("Use as output"), |ui| outputs_menu(ui, output, scene, out));
    let graph = scene.graph;
    let readers: Vec<(NodeId, Arc<str>)> = graph
        .wires()
        .filter(|(from, _, _)| same_output(graph, from, output))
        .map(|(_, to, port)| (to.clone(), port.clone()))
        .collect();
    let merge = Id::unique(("unplug all", readers.len(), output.to_string()));
    if !readers.is_empty() && ui.button(tr!("Unplug all")).clicked() {
        let unplug = |(to, port)| Action::Ask(Request::gesture(Edit::Disconnect { to, port }, merge));
        out.extend(readers.into_iter().map(unplug));
    }
}

fn choice_menu(ui: &mut Ui, id: &NodeId, name: &'static str, scene: &Scene<'_>, out: &mut Vec<Action>) {
    let Some(node) = scene.graph.nodes.get(id) else { return };
    let spec = node.spec();
    let Some(field) = spec.and_then(|spec| Field::of(spec, name)) else { return };
    let Handle::Choice(options) = handle(scene.graph, node, field) else { return };
    let Field::Param(param) = field else { return };
    let chosen = scene.graph.value(node, param);
    for option in options {
        let on = chosen == Value::Choice(option.name);
        let words = language::choice(spec, name, option.name, option.name.to_owned());
        if ui.add(Button::selectable(on, words)).on_hover_text(language::choice_doc(spec, name, option)).clicked() {
            let setting = Some(Setting::Value(Value::Choice(option.name)));
            out.push(Action::Ask(Request::edit(Edit::Set { id: id.clone(), field: name.into(), setting })));
        }
    }
}

/// The outputs of the recipe, each of which the node may become, and a new one. Returns the first entry.
fn outputs_menu(ui: &mut Ui, from: &Link, scene: &Scene<'_>, out: &mut Vec<Action>) -> Option<Id> {
    let graph = scene.graph;
    let mut first = None;
    for output in &graph.outputs {
        let on = same_output(graph, &output.from, from);
        let response = ui.add(Button::selectable(on, &output.name));
        first.get_or_insert(response.id);
        if response.clicked() {
            out.push(Action::Ask(Request::edit(match on {
                true => Edit::RemoveOutput(output.name.clone()),
                false => Edit::SetOutput(Output { from: from.clone(), ..output.clone() }),
            })));
        }
    }
    if !graph.outputs.is_empty() {
        ui.separator();
    }
    let response = ui.button(tr!("New output"));
    first.get_or_insert(response.id);
    if response.clicked() {
        let tiles = graph
            .nodes
            .get(&from.node)
            .and_then(|n| n.spec())
            .is_some_and(|s| s.outputs.first().is_some_and(|o| o.quantity == crate::spec::Quantity::Tiles));
        let sampling = if tiles { Sampling::Cells } else { Sampling::Vertices };
        let output = Output { name: free_name(graph, from), from: from.clone(), sampling };
        out.push(Action::Ask(Request::edit(Edit::SetOutput(output))));
    }
    first
}

/// `height` for the first output, else the node's id, numbered where it is taken.
fn free_name(graph: &Graph, from: &Link) -> String {
    let stem = if graph.outputs.is_empty() { "height" } else { &from.node };
    let taken = |name: &str| graph.output(name).is_some();
    let numbered = (2..).map(|n| format!("{stem}{n}"));
    std::iter::once(stem.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

fn select(id: &NodeId) -> Action {
    Action::Ask(Request::Select([id.clone()].into()))
}
