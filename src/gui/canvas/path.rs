//! The way into groups and back: entering an instance, the breadcrumb above the canvas, leaving.

use super::{Camera, Canvas, Frame, Goal, groups};
use crate::graph::NodeId;
use crate::gui::language::tr;
use crate::gui::request::{Command, Request, Scene};
use crate::gui::theme::{TEXT, regular, semibold};
use eframe::egui::{Button, Label, RichText, Ui, UiBuilder, vec2};
use std::sync::Arc;

/// A group that was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The instance through which it was entered.
    pub instance: NodeId,
    /// The group's own name.
    pub group: Arc<str>,
}

impl Entered {
    /// What the breadcrumb calls it: the group, and the instance where that has another name.
    fn title(&self) -> String {
        match self.group == self.instance {
            true => self.group.to_string(),
            false => format!("{} ({})", self.group, self.instance),
        }
    }
}

impl Canvas {
    /// A group is looked into from now on; the way back leads to the present view.
    pub fn entered(&mut self) {
        self.views.push(self.camera);
        self.look_elsewhere();
        self.goal = Some(Goal::All);
    }

    /// So many groups are left; the view is where it was.
    pub fn left(&mut self, groups: usize) {
        let mut view: Option<Camera> = None;
        for _ in 0..groups {
            view = self.views.pop().or(view);
        }
        self.look_elsewhere();
        match view {
            Some(view) => self.camera = view,
            None => self.goal = Some(Goal::All),
        }
    }

    fn look_elsewhere(&mut self) {
        self.picked.clear();
        (self.knot, self.raised, self.menu, self.palette) = (None, None, None, None);
        (self.goal, self.framed, self.rest) = (None, None, None);
        // The second press of a double click is not one on what now lies there.
        self.last_click = None;
    }

    pub(super) fn enter_or_leave(&self, command: Command, scene: &Scene<'_>) -> Vec<Request> {
        if command == Command::LeaveGroup {
            return self.path.len().checked_sub(1).map(Request::Leave).into_iter().collect();
        }
        match self.leading(scene).filter(|id| groups::is_instance(scene.graph, id)) {
            Some(id) => vec![Request::Enter(id)],
            None => vec![Request::Toast(tr!("Select a group to look into.").into())],
        }
    }

    /// Whether Tab would enter what is selected.
    pub(super) fn tab_enters(&self, scene: &Scene<'_>) -> bool {
        scene.selection.len() == 1 && scene.selection.iter().all(|id| groups::is_instance(scene.graph, id))
    }

    /// The breadcrumb, while a group is open.
    pub(super) fn show_path(&self, ui: &mut Ui, frame: &mut Frame<'_, '_>) {
        if self.path.is_empty() {
            return;
        }
        let theme = frame.theme;
        let place = frame.view.translate(vec2(12.0, 10.0)).intersect(frame.view);
        let mut left = None;
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            theme.popup().show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    let steps = std::iter::once(tr!("Recipe").to_owned()).chain(self.path.iter().map(Entered::title));
                    for (depth, name) in steps.enumerate() {
                        if depth > 0 {
                            ui.add(Label::new(RichText::new("›").color(theme.muted)).selectable(false));
                        }
                        if depth == self.path.len() {
                            let name = RichText::new(name).font(semibold(TEXT)).color(theme.text);
                            let label = ui.add(Label::new(name).selectable(false));
                            label.on_hover_text(tr!("What is changed here changes in all instances of the group."));
                        } else {
                            let name = RichText::new(name).font(regular(TEXT)).color(theme.secondary);
                            let button = ui.add(Button::new(name).frame(false));
                            if button.on_hover_text(tr!("Back to here (Esc)")).clicked() {
                                left = Some(depth);
                            }
                        }
                    }
                });
            });
        });
        frame.out.extend(left.map(Request::Leave));
    }
}
