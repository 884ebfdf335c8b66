//! The row of a curve: its editor, with what is known of the values that come in.

use super::At;
use crate::gui::language;
use crate::gui::panels::curve::CurveEditor;
use crate::gui::panels::tiles::Histogram;
use crate::gui::request::Request;
use crate::nodes::CurveEnds;
use crate::spec::{Choices, ParamSpec, Quantity, Value};
use eframe::egui::Ui;

impl At<'_> {
    pub(super) fn curve(
        &self,
        ui: &mut Ui,
        param: &'static ParamSpec,
        histogram: Option<&Histogram<'_>>,
        out: &mut Vec<Request>,
    ) {
        let (graph, node) = (self.scene.graph, self.node);
        let (Some(spec), Value::Points(points)) = (node.spec(), graph.value(node, param)) else { return };
        let ends = spec.params.iter().find_map(|param| match graph.value(node, param) {
            Value::Choice(name) => CurveEnds::from_name(name),
            _ => None,
        });
        let (name, doc) = (language::port(spec, param.name), language::port_doc(spec, param.name));
        let (extent, bins) = self.incoming().unzip();
        let editor = CurveEditor {
            name: &name,
            doc: &doc,
            points: &points,
            ends: ends.unwrap_or(CurveEnds::Straight),
            extent,
            histogram: histogram.zip(bins),
        };
        let reply = editor.show(ui, node.setting(param.name).is_some());
        if let Some((points, gesture)) = reply.points {
            out.push(self.set(param.name, Some(Value::Points(points.into()).into()), gesture));
        }
        if reply.reset {
            out.push(self.set(param.name, None, None));
        }
    }

    /// The values that the first plugged input may have, and those at the ends of its histogram; `None` while they are not
    /// known or without end.
    fn incoming(&self) -> Option<((f64, f64), (f64, f64))> {
        let spec = self.node.spec()?;
        let link = spec.inputs.iter().find_map(|input| self.node.link(input.name))?;
        let source = self.scene.graph.nodes.get(&link.node)?.spec()?;
        let fact = self.scene.facts.get(&link.node)?.outputs.get(link.output_index(source)?)?;
        let bound = (f64::from(fact.bound.lo), f64::from(fact.bound.hi));
        let bounded = fact.bound.is_bounded() && bound.0 < bound.1;
        let usual = match fact.quantity {
            Quantity::Signed => (-1.0, 1.0),
            Quantity::Unit => (0.0, 1.0),
            Quantity::Metres => self.scene.graph.world.height,
            Quantity::Plain if bounded => crate::deliver::Mapping::of(fact.bound).map(|m| (m.lo, m.hi))?,
            Quantity::Plain | Quantity::Degrees | Quantity::Tiles => return None,
        };
        // A field that uses a small part of its range is worked on there; one that leaves it is shown whole.
        Some((if bounded { (bound.0.min(usual.0), bound.1.max(usual.1)) } else { usual }, usual))
    }
}
