//! Values of nodes in the window: copied, pasted and reset by keys, menus and the list of commands, also within a group.

use super::*;
use orograph::graph::{Item, Setting};

fn octaves(window: &Window, id: &str) -> Option<Setting> {
    window.app().document().shown().nodes[id].setting("octaves").cloned()
}

fn seed(window: &Window, id: &str) -> Option<Setting> {
    window.app().document().shown().nodes[id].setting("seed").cloned()
}

fn undo_len(window: &Window) -> usize {
    window.app().document().undo_len()
}

#[test]
fn keys_copy_values_and_paste_them_onto_all_selected_nodes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Set { id: "land".into(), field: "octaves".into(), setting: Some(7u32.into()) });
    window.select(&["land"]);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::C);
    assert!(window.app().notices().last().is_some_and(|said| said.contains("values of land")));
    let steps = undo_len(&window);
    window.select(&["bx", "by", "ridges", "disc"]);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::V);
    assert_eq!(undo_len(&window), steps + 1);
    for id in ["bx", "by"] {
        assert_eq!(octaves(&window, id), Some(7u32.into()), "{id}");
        assert_eq!(seed(&window, id), small().nodes[id].setting("seed").cloned(), "{id} keeps its seed");
    }
    assert_eq!(octaves(&window, "ridges"), None, "7 is what a ridged fractal has by default");
    let said = window.app().notices().last().cloned().unwrap_or_default();
    assert!(said.contains("disc has no ") && said.contains("octaves"), "{said}");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert_eq!(octaves(&window, "bx"), None);
    assert_eq!(undo_len(&window), steps + 2);
    window.command(Command::Undo);
    window.command(Command::Undo);
    assert_eq!(octaves(&window, "bx"), Some(4u32.into()));
}

#[test]
fn values_travel_into_a_group() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let items = ["land", "bent"].map(|id| Item::Node(id.into())).to_vec();
    window.edit(Edit::MakeGroup { items, name: Some("dunes".into()) });
    window.edit(Edit::Set { id: "bx".into(), field: "octaves".into(), setting: Some(2u32.into()) });
    window.select(&["bx"]);
    window.command(Command::CopyValues);
    window.select(&["dunes"]);
    window.command(Command::EnterGroup);
    window.select(&["land"]);
    window.command(Command::PasteValues);
    assert_eq!(octaves(&window, "land"), Some(2u32.into()));
    let name = window.app().document().undo_name().unwrap_or_default().to_owned();
    assert!(name.contains("values of land in dunes"), "{name}");
    window.command(Command::Undo);
    assert_eq!(octaves(&window, "land"), Some(4u32.into()));
}

#[test]
fn the_menu_bar_resets_values() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["bx"]);
    window.click("Edit");
    // The inspector has a button of that name too, which lies below the menu.
    window
        .harness
        .get_all_by_label("Values")
        .min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()))
        .unwrap()
        .click();
    window.steps(4);
    window.harness.get_by_label_contains("Reset values").click();
    window.steps(4);
    assert_eq!(octaves(&window, "bx"), None);
}

#[test]
fn the_menu_of_a_node_copies_its_values() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let at = window.harness.get_by_label("node bx").rect().center();
    window.harness.hover_at(at);
    window.steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
        window.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.steps(1);
    }
    window.steps(3);
    // The inspector has a button of that name too, at the right of the window.
    let left = |node: &egui_kittest::Node<'_>| node.rect().left() < 900.0;
    window.harness.query_all_by_label_contains("Values").find(left).unwrap().click();
    window.steps(6);
    window.harness.get_by_label_contains("Copy values").click();
    window.steps(4);
    assert!(window.app().notices().last().is_some_and(|said| said.contains("values of bx")));
}
