//! The window as a place to work in: panes, themes, size, language, reach by keyboard and by screen readers.

mod access;
mod appearance;
mod cost;
mod driven;
mod language;
mod panes;
mod rest;

use super::support::recipe;
use super::support::window::{Start, Window};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Pos2, Rect, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use orograph::graph::{Graph, Link, Output};
use orograph::gui::dock::{Dock, Pane};
use orograph::gui::request::{Command, Request};
use orograph::gui::settings::Settings;
use std::path::Path;

fn small() -> Graph {
    let mut graph = recipe::island_like(65, 65);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Default::default() });
    graph
}

/// The editor on a small island; its settings are remembered in `folder`.
fn window(folder: &Path) -> Window {
    start(folder, false)
}

/// The same on a machine that need not have a font for every language.
fn window_with_boxes(folder: &Path) -> Window {
    start(folder, true)
}

fn start(folder: &Path, boxes: bool) -> Window {
    let file = folder.join("recipe.ron");
    if !file.exists() {
        small().save(&file).unwrap();
    }
    Window::start(Start { file: Some(file), config: Some(folder.join("config")), boxes, ..Start::default() })
}

/// The same with settings that an earlier run left.
fn window_with(folder: &Path, settings: &Settings) -> Window {
    settings.save(Some(&folder.join("config"))).unwrap();
    window(folder)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn rect(window: &Window, pane: Pane) -> Rect {
    window.app().dock().rect(pane).unwrap_or_else(|| panic!("{pane:?} is not seen"))
}

/// Presses the entry of a menu of the bar.
fn choose(window: &mut Window, menu: &str, entry: &str) {
    window.click(menu);
    press(window, entry);
}

/// Clicks the control of that name; labels of the same words do not count.
fn press(window: &mut Window, name: &str) {
    let found: Vec<_> = window.harness.query_all_by_label(name).collect();
    let control = found.into_iter().filter(|n| n.accesskit_node().role() != Role::Label).last();
    control.unwrap_or_else(|| panic!("there is no control called {name}")).click();
    window.steps(4);
}
