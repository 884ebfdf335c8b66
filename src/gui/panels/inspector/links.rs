//! Ports: the source that is plugged in, or the place where one could be.

use super::At;
use crate::graph::{Edit, Link, NodeId};
use crate::gui::language::tr;
use crate::gui::request::Request;
use crate::gui::widgets::icon::{self, Icon, icon_button};
use crate::gui::widgets::text::elided;
use crate::gui::widgets::tone::{category, tone};
use crate::spec::{InputSpec, Open};
use eframe::egui::accesskit::Role;
use eframe::egui::{Align2, Color32, FontSelection, Rect, Sense, Shape, Stroke, Ui, UiBuilder, WidgetInfo, vec2};
use std::collections::BTreeSet;
use std::sync::Arc;

impl At<'_> {
    /// The dashed box with the source's name: a click selects the source, the cross unplugs it. `port` and `title` are the
    /// port's name in files and on screen.
    pub(super) fn plugged(
        &self,
        ui: &mut Ui,
        (port, title): (&str, &str),
        link: &Link,
        width: f32,
        out: &mut Vec<Request>,
    ) {
        let name = link.to_string();
        let source = self.scene.graph.nodes.get(&link.node);
        let color = match source {
            Some(node) => node.spec().map_or(tone(ui).text, |spec| category(ui, spec.category)),
            None => tone(ui).error,
        };
        let (_, rect) = ui.allocate_space(vec2(width, ui.spacing().interact_size.y));
        let cross = Rect::from_center_size(
            rect.right_center() - vec2(icon::SIZE * 0.5 + 2.0, 0.0),
            vec2(icon::SIZE, icon::SIZE),
        );
        let mut body = rect;
        body.max.x = cross.min.x;
        let response = ui.interact(body, ui.make_persistent_id("source"), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Source {name}", name = name)));
        dashed(ui, rect, if response.hovered() || response.has_focus() { tone(ui).muted } else { tone(ui).edge });
        let words = elided(ui, name, color, body.width() - 12.0);
        let at = Align2::LEFT_CENTER.anchor_size(rect.left_center() + vec2(8.0, 0.0), words.size());
        ui.painter().galley(at.min, words, color);
        let mut corner = ui.new_child(UiBuilder::new().max_rect(cross));
        let unplug = icon_button(&mut corner, Icon::Remove, &tr!("Unplug {port}", port = title), tr!("Unplug."), false);
        if response.on_hover_text(tr!("Select {node}.", node = link.node)).clicked() && source.is_some() {
            out.push(Request::Select(BTreeSet::from([Arc::clone(&link.node)])));
        }
        if unplug.clicked() {
            let unplug = |id: &NodeId| Edit::Disconnect { to: Arc::clone(id), port: port.into() };
            out.push(Request::edit(Edit::all(self.all().map(|(id, _)| unplug(id)).collect())));
        }
    }

    /// The dashed box of a port that takes only links and has none.
    pub(super) fn open_port(&self, ui: &mut Ui, input: &InputSpec, width: f32) {
        let (words, color) = match input.open {
            Open::Required => (tr!("plug in a source"), tone(ui).error),
            Open::Optional | Open::Number(_) => (tr!("open|port"), tone(ui).muted),
        };
        let (_, rect) = ui.allocate_space(vec2(width, ui.spacing().interact_size.y));
        dashed(ui, rect, tone(ui).edge);
        let response = ui.interact(rect, ui.make_persistent_id("open port"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
        let font = FontSelection::Default.resolve(ui.style());
        ui.painter().text(rect.left_center() + vec2(8.0, 0.0), Align2::LEFT_CENTER, words, font, color);
    }
}

fn dashed(ui: &Ui, rect: Rect, color: Color32) {
    let rect = rect.shrink(0.5);
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    ui.painter().extend(Shape::dashed_line(&corners, Stroke::new(1.0, color), 4.0, 3.0));
}
