//! Finding things: commands, nodes and files by typing, shortcuts as a person wants them, steps of the history, problems.

mod keys;
mod lists;
mod words;

use super::support::recipe;
use super::support::window::{Start, Window};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use orograph::graph::{Edit, Graph, Link, Output};
use orograph::gui::command::{ENTRIES, Scope, State};
use orograph::gui::dock::Pane;
use orograph::gui::keymap::Keymap;
use orograph::gui::request::{Command, Request};
use orograph::gui::settings::{Liked, Settings};
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The editor on a small island that remembers its settings in `folder`.
fn window(folder: &Path) -> Window {
    let file = folder.join("recipe.ron");
    if !file.exists() {
        let mut graph: Graph = recipe::island_like(65, 65);
        let from = Link::to("height");
        graph.outputs.push(Output { name: "height".into(), from, sampling: Default::default() });
        graph.save(&file).unwrap();
    }
    Window::start(Start { file: Some(file), config: Some(folder.join("config")), ..Start::default() })
}

fn type_text(window: &mut Window, text: &str) {
    window.harness.event(eframe::egui::Event::Text(text.into()));
    window.steps(3);
}

/// Titles of the rows of the list that is open, in their order.
fn rows(window: &Window) -> Vec<String> {
    let root = window.harness.root();
    let nodes = root.children_recursive().map(|node| node.accesskit_node());
    let rows = nodes.filter(|node| node.role() == eframe::egui::accesskit::Role::ListBoxOption);
    rows.filter_map(|node| node.label()).collect()
}
