//! Every control has a name and a role, in the main window and in each dialog.

use super::*;
use eframe::egui::accesskit;
use orograph::graph::Edit;

/// Controls that take the focus and have no name or no role.
fn nameless(window: &Window) -> Vec<String> {
    let mut found = Vec::new();
    for node in window.harness.root().children_recursive() {
        let inner = node.accesskit_node();
        let focusable = inner.data().supports_action(accesskit::Action::Focus)
            || inner.data().supports_action(accesskit::Action::Click);
        if !focusable || inner.is_hidden() {
            continue;
        }
        let name = inner.label().unwrap_or_default();
        let value = inner.value().unwrap_or_default();
        let role = inner.role();
        // Plain text may sense a click for its hint; its words are its name.
        let named = !name.trim().is_empty() || (role == Role::Label && !value.trim().is_empty());
        if !named || matches!(role, Role::Unknown | Role::GenericContainer) {
            found.push(format!("{role:?} \"{name}\" at {:?}", node.rect()));
        }
    }
    found
}

fn check(window: &mut Window, place: &str, found: &mut Vec<String>) {
    window.steps(2);
    found.extend(nameless(window).into_iter().map(|control| format!("{place}: {control}")));
}

#[test]
fn every_control_of_the_window_and_its_panes_has_a_name_and_a_role() {
    let folder = folder();
    let mut window = window(folder.path());
    let mut found = Vec::new();
    check(&mut window, "main window", &mut found);
    for pane in Pane::ALL {
        window.ask(Request::Pane(pane, true));
        check(&mut window, pane.title(), &mut found);
    }
    window.ask(Request::Pane(Pane::Inspector, true));
    let ids: Vec<String> = window.graph().nodes.keys().map(|id| id.to_string()).collect();
    for id in &ids {
        window.select(&[id]);
        check(&mut window, id, &mut found);
    }
    window.select(&[&ids[0], &ids[1]]);
    check(&mut window, "two nodes", &mut found);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_control_of_menus_and_dialogs_has_a_name_and_a_role() {
    let folder = folder();
    let mut window = window(folder.path());
    let mut found = Vec::new();
    for menu in ["File", "Edit", "View", "Help"] {
        window.click(menu);
        check(&mut window, menu, &mut found);
        window.key(Modifiers::NONE, Key::Escape);
    }
    for command in [Command::Keys, Command::Templates, Command::Export, Command::Open, Command::SaveAs] {
        window.command(command);
        check(&mut window, command.entry().title, &mut found);
        window.key(Modifiers::NONE, Key::Escape);
        window.steps(2);
    }
    window.command(Command::AddNode);
    check(&mut window, "palette", &mut found);
    window.key(Modifiers::NONE, Key::Escape);
    window.edit(Edit::Seed(8));
    window.command(Command::New);
    assert!(window.shows("Discard"));
    check(&mut window, "unsaved changes", &mut found);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_menu_is_reached_and_used_without_a_pointer() {
    let folder = folder();
    let mut window = window(folder.path());
    let focused = |window: &Window| {
        let focused = window.harness.root().children_recursive().find(|n| n.accesskit_node().is_focused());
        focused.and_then(|n| n.accesskit_node().label())
    };
    window.key(Modifiers::NONE, Key::F10);
    for menu in ["File", "Edit", "View", "Help"] {
        assert_eq!(focused(&window).as_deref(), Some(menu));
        if menu != "Help" {
            window.key(Modifiers::NONE, Key::Tab);
        }
    }
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.shows("Keys"), "the menu opens");
    window.key(Modifiers::NONE, Key::Tab);
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.shows("Keys and gestures"), "its entry works");
}
