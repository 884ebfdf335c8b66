//! The list of what is wrong with the recipe; a click goes to the node.

use crate::graph::{Graph, NodeId, Problem, Severity};
use crate::gui::language::tr;
use crate::gui::request::{Request, Scene};
use crate::gui::widgets::scroll::scrolled;
use crate::gui::widgets::tone::tone;
use eframe::egui::{Button, Label, Popup, Response, RichText, ScrollArea, Ui, vec2};

/// Shows the list as a popup of `button` (the status bar's count of problems), which toggles it.
pub fn popup(button: &Response, scene: &Scene<'_>) -> Vec<Request> {
    let mut out = Vec::new();
    let popup = Popup::from_toggle_button_response(button).accessible_name(tr!("Problems"));
    popup.width(440.0).show(|ui| {
        scrolled(ui, ScrollArea::vertical().max_height(320.0), |ui| list(ui, scene, &mut out));
    });
    out
}

/// Draws the list.
pub fn list(ui: &mut Ui, scene: &Scene<'_>, out: &mut Vec<Request>) {
    if scene.problems.is_empty() {
        ui.label(tr!("Nothing is wrong."));
        let hint = tr!("What is wrong is listed here, and a click goes to the node.");
        ui.add(Label::new(RichText::new(hint).color(tone(ui).muted)).wrap());
    }
    for problem in scene.problems {
        row(ui, problem, scene, out);
    }
}

fn row(ui: &mut Ui, problem: &Problem, scene: &Scene<'_>, out: &mut Vec<Request>) {
    let tone = tone(ui);
    let color = match problem.severity {
        Severity::Error => tone.error,
        Severity::Warning => tone.warning,
    };
    let text = RichText::new(&problem.message).color(color);
    let Some(path) = way_to(problem, scene.graph) else {
        ui.add(Label::new(text).wrap());
        return;
    };
    let width = ui.available_width();
    let button = Button::new(text).frame_when_inactive(false).wrap().min_size(vec2(width, 0.0));
    if ui.add(button).on_hover_text(tr!("Go to the node.")).clicked() {
        out.push(Request::GoTo(path));
        ui.close();
    }
}

/// The whole name of the node that a problem is about. What is wrong within a group is reached through an instance of it.
fn way_to(problem: &Problem, graph: &Graph) -> Option<NodeId> {
    let Some(group) = &problem.group else {
        return problem.own_node().filter(|id| graph.nodes.contains_key(*id)).cloned();
    };
    let instance = graph.ways_in().remove(group)?;
    Some(match &problem.node {
        Some(id) => format!("{instance}/{id}").into(),
        None => instance.into(),
    })
}
