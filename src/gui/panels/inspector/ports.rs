//! A group from within: its name, what it says of itself, and its inputs with their order, defaults and meaning.

use super::quantity_name;
use crate::graph::{Edit, Graph, Group, GroupInput, NodeId};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::widgets::expression::{Unit, exact, parse};
use crate::gui::widgets::row::heading;
use crate::gui::widgets::text::TextField;
use crate::gui::widgets::tone::tone;
use crate::spec::Quantity;
use eframe::egui::{Button, ComboBox, RichText, Ui};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What an input may carry.
const QUANTITIES: [Quantity; 6] =
    [Quantity::Signed, Quantity::Unit, Quantity::Metres, Quantity::Degrees, Quantity::Plain, Quantity::Tiles];

/// The group that `graph` shows from within; `None` for the recipe itself.
pub fn group_of(graph: &Graph) -> Option<(&Arc<str>, &Group)> {
    let shown = |group: &Group| {
        let inputs = group.inputs.iter().all(|input| graph.nodes.get(&input.name).is_some_and(|n| n.is_group_input()));
        let same = |(id, node): (&NodeId, &Arc<_>)| graph.nodes.get(id).is_some_and(|n| Arc::ptr_eq(n, node));
        let count = group.inputs.len() + group.nodes.len();
        inputs && count == graph.nodes.len() && group.nodes.iter().all(same) && group.layout == graph.layout
    };
    let is_group = |(_, group): &(&Arc<str>, &Arc<Group>)| !group.nodes.is_empty() && shown(group);
    graph.groups.iter().find(is_group).map(|(name, group)| (name, &**group))
}

/// The group as a whole, while none of its nodes is selected.
pub fn whole(ui: &mut Ui, graph: &Graph, out: &mut Vec<Request>) {
    let Some((name, group)) = group_of(graph) else { return };
    heading(ui, tr!("Group"));
    let (response, renamed) = TextField::new(tr!("Name of the group"), name).show(ui);
    response.on_hover_text(tr!("Name in files and in the palette."));
    if let Some(to) = renamed {
        out.push(Request::edit(Edit::RenameGroup { from: name.clone(), to: to.trim().into() }));
    }
    let about = TextField::new(tr!("About the group"), &group.about).hint(tr!("What it does")).lines(2).submits();
    if let (_, Some(about)) = about.show(ui) {
        out.push(Request::edit(Edit::DescribeGroup { group: name.clone(), about: about.trim().into() }));
    }
    heading(ui, tr!("Inputs"));
    for (place, input) in group.inputs.iter().enumerate() {
        ui.horizontal(|ui| {
            let text = RichText::new(&*input.name).color(tone(ui).accent);
            if ui.add(Button::new(text).frame(false)).on_hover_text(tr!("Select the input.")).clicked() {
                out.push(Request::Select(BTreeSet::from([input.name.clone()])));
            }
            ui.label(RichText::new(quantity_name(input.quantity)).color(tone(ui).muted));
            order(ui, (name, group), &input.name, place, out);
        });
    }
    if ui.button(tr!("Add an input")).clicked() {
        let fresh = (1..).map(|n| if n == 1 { "input".to_owned() } else { format!("input{n}") });
        let free = fresh.into_iter().find(|id| !graph.nodes.contains_key(id.as_str())).unwrap_or_default();
        let input = GroupInput::new(&free, Quantity::Plain);
        out.push(Request::edit(Edit::SetInput { group: name.clone(), input }));
    }
    ui.add_space(6.0);
}

/// One input of the group, as its node is selected.
pub fn input(ui: &mut Ui, graph: &Graph, id: &NodeId, out: &mut Vec<Request>) {
    let Some((name, group)) = group_of(graph) else { return };
    let Some((place, input)) = group.inputs.iter().enumerate().find(|(_, input)| input.name == *id) else { return };
    let set = |input: GroupInput| Request::edit(Edit::SetInput { group: name.clone(), input });
    let about = TextField::new(tr!("About the input"), &input.about).hint(tr!("What it does")).lines(2).submits();
    if let (_, Some(about)) = about.show(ui) {
        out.push(set(GroupInput { about: about.trim().into(), ..input.clone() }));
    }
    ui.horizontal(|ui| {
        ui.label(tr!("carries"));
        let list = ComboBox::from_id_salt("quantity").selected_text(quantity_name(input.quantity));
        let shown = list.show_ui(ui, |ui| {
            for quantity in QUANTITIES {
                let chosen = quantity == input.quantity;
                if ui.selectable_label(chosen, quantity_name(quantity)).clicked() && !chosen {
                    let tiles = quantity == Quantity::Tiles;
                    let (default, range) = if tiles { (None, None) } else { (input.default, input.range) };
                    out.push(set(GroupInput { quantity, default, range, ..input.clone() }));
                }
            }
        });
        shown.response.accessible_name(tr!("What the input carries"));
        order(ui, (name, group), id, place, out);
    });
    if input.quantity != Quantity::Tiles {
        let text = input.default.map(exact).unwrap_or_default();
        let field = TextField::new(tr!("Number while nothing is plugged"), &text).hint(tr!("needs a wire"));
        if let (_, Some(typed)) = field.show(ui) {
            out.push(match (typed.trim(), parse(typed.trim(), Unit::Plain)) {
                ("", _) => set(GroupInput { default: None, ..input.clone() }),
                (_, Ok(number)) => set(GroupInput { default: Some(number), optional: false, ..input.clone() }),
                (_, Err(why)) => Request::Toast(format!("{id}: {why}")),
            });
        }
    }
    let mut optional = input.optional;
    if input.default.is_none() && ui.checkbox(&mut optional, tr!("may stay open")).changed() {
        out.push(set(GroupInput { optional, ..input.clone() }));
    }
}

/// A direction in the list of inputs.
enum Way {
    Up,
    Down,
}

/// Buttons that move an input among the ports.
fn order(ui: &mut Ui, (name, group): (&Arc<str>, &Group), id: &NodeId, place: usize, out: &mut Vec<Request>) {
    let last = group.inputs.len().saturating_sub(1);
    let moved = |to| Request::edit(Edit::MoveInput { group: name.clone(), name: id.clone(), to });
    let mut button = |arrow: &str, way: Way, to: Option<usize>| {
        let response = ui.add_enabled(to.is_some(), Button::new(arrow).small());
        let response = response.accessible_name(match way {
            Way::Up => tr!("Move {name} up", name = id),
            Way::Down => tr!("Move {name} down", name = id),
        });
        out.extend(to.filter(|_| response.clicked()).map(moved));
    };
    button("↑", Way::Up, place.checked_sub(1));
    button("↓", Way::Down, (place < last).then_some(place + 1));
}
