//! The list of keys and mouse gestures (F1): commands from their table, gestures of the canvas.

use crate::gui::command::{ENTRIES, Scope};
use crate::gui::language::{self, tr};
use crate::gui::theme::{Theme, semibold};
use crate::gui::widgets::icon::{Icon, icon_button};
use crate::gui::widgets::row::heading;
use crate::gui::widgets::scroll::scrolled;
use eframe::egui::{Align, Align2, Context, Grid, Label, Layout, RichText, ScrollArea, Ui, Window};

/// What the pointer does on the canvas, and what that means.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click, Shift+click, Ctrl+click on a node", "Select only it, add it, toggle it"),
    ("Drag on nothing, with Shift, with Ctrl", "Select by a box, add, subtract"),
    ("Drag a node", "Move all selected nodes; Esc restores"),
    ("Wheel", "Zoom about the pointer"),
    ("Middle drag, right drag, Space+drag", "Move the view"),
    ("Space, Tab, double click or right click on nothing", "Add a node at the pointer"),
    ("Double click on a node, on its title", "View it in the preview, rename it"),
    ("Drag from an output or an open input", "New wire; on nothing: a node to go with it"),
    ("Drag from a plugged input", "Pick the wire up; on nothing: unplug"),
    ("Ctrl+drag from an output", "Move all its wires to another output"),
    ("Drop a wire on a node", "Plug it into the first input that takes it"),
    ("Drop a node on a wire", "Insert it"),
    ("Alt while dragging a node", "Lift it out and heal the wires"),
    ("Double click or Tab on a group, Esc", "Look into it, leave it"),
    ("Drag a frame by its title, by its edge", "Move it with its contents, resize it"),
    ("Double click on a frame's title, on a note", "Rename it, write it"),
    ("Double click on a wire, drag the point, Del", "Give it a point, move it, take it away"),
    ("Ctrl+right drag", "Cut the wires that the line crosses"),
    ("Press or drag on the map", "Move the view"),
    ("Ctrl while dragging", "Ignore the grid, if things snap to it"),
    ("Drag a number, with Shift, with Ctrl", "Change it, slowly, fast; Esc restores"),
    ("Click a number", "Type it: 1.5km, 512/3 and 30% are understood"),
    ("Click a value's name", "Share it as a graph parameter, or reset it"),
    ("Arrows, with Shift", "Nudge the selected nodes, five times as far"),
];

/// Shows the window while `open`.
pub fn show(ctx: &Context, open: &mut bool) {
    let height = ctx.content_rect().height() * 0.7;
    // The bar of the window has words of its own, in English alone, so its title and cross are drawn here.
    let mut closed = false;
    let window = Window::new(tr!("Keys and gestures")).open(open).title_bar(false).resizable(false);
    window.pivot(Align2::CENTER_CENTER).default_pos(ctx.content_rect().center()).show(ctx, |ui| {
        ui.set_width(640.0);
        ui.horizontal(|ui| {
            let title = RichText::new(tr!("Keys and gestures")).font(semibold(15.0)).color(Theme::of(ui).text);
            ui.add(Label::new(title).selectable(false));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                closed = icon_button(ui, Icon::Remove, tr!("Close"), tr!("Close"), false).clicked();
            });
        });
        ui.add_space(4.0);
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        scrolled(ui, area, |ui| {
            group(ui, tr!("Everywhere"), Scope::Window);
            group(ui, tr!("On the canvas"), Scope::Canvas);
            heading(ui, tr!("Pointer"));
            table(
                ui,
                "gestures",
                GESTURES.iter().map(|(gesture, effect)| (language::text(gesture).to_owned(), language::text(effect))),
            );
        });
    });
    *open &= !closed;
}

fn group(ui: &mut Ui, title: &str, scope: Scope) {
    heading(ui, title);
    let rows: Vec<(String, &str)> = ENTRIES
        .iter()
        .filter(|entry| entry.scope == scope && !entry.keys.is_empty())
        .map(|entry| {
            let keys: Vec<String> = entry.keys.iter().map(|key| ui.ctx().format_shortcut(key)).collect();
            (keys.join(", "), entry.title())
        })
        .collect();
    table(ui, title, rows.into_iter());
}

fn table<'a>(ui: &mut Ui, name: &str, rows: impl Iterator<Item = (String, &'a str)>) {
    let theme = Theme::of(ui.ctx());
    Grid::new(name).num_columns(2).min_col_width(260.0).spacing([16.0, 4.0]).show(ui, |ui| {
        for (keys, effect) in rows {
            ui.label(RichText::new(keys).color(theme.text));
            ui.label(RichText::new(effect.trim_end_matches('…')).color(theme.secondary));
            ui.end_row();
        }
    });
}
