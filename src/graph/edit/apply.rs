//! Carries out edits: all of one or nothing. Settings, names and places are here, the rest next door.

use super::{Applied, Edit, Refusal};
use crate::graph::field::Field;
use crate::graph::names::{NAME_RULE, is_name};
use crate::graph::{Graph, Link, NodeId, Setting};
use std::sync::Arc;

/// What every step of an edit gives.
pub(super) type Done<T = ()> = Result<T, Refusal>;

pub(super) fn refuse<T>(why: impl Into<String>) -> Done<T> {
    Err(Refusal(why.into()))
}

impl Graph {
    /// Carries out an edit.
    ///
    /// # Errors
    /// When the edit would make the recipe worse than it is; the graph is unchanged then.
    pub fn apply(&mut self, edit: &Edit) -> Result<Applied, Refusal> {
        let mut next = self.clone();
        let applied = next.carry_out(edit)?;
        next.tidy_items(self);
        next.refuse_endless(self)?;
        *self = next;
        Ok(applied)
    }

    pub(super) fn carry_out(&mut self, edit: &Edit) -> Done<Applied> {
        let nothing = |()| Applied::default();
        match edit {
            Edit::Add { kind, at, from, to } => self.add(kind, *at, from.as_ref(), to.as_ref()),
            Edit::Remove { ids, heal } => self.remove(ids, *heal),
            Edit::Connect { from, to, port } => self.connect(from, to, port).map(nothing),
            Edit::Disconnect { to, port } => self.disconnect(to, port).map(nothing),
            Edit::Insert { id, to, port } => self.insert(id, to, port).map(nothing),
            Edit::Extract { id } => self.extract(id).map(nothing),
            Edit::MoveWires { from, to } => self.move_wires(from, to).map(nothing),
            Edit::Set { id, field, setting } => self.set(id, field, setting.as_ref()).map(nothing),
            Edit::Rename { id, to } => self.rename(id, to),
            Edit::Mute { ids, muted } => self.mute(ids, *muted),
            Edit::Note { id, note } => self.node_mut(id).map(|node| node.note.clone_from(note)).map(nothing),
            Edit::Upgrade { ids } => self.upgrade(ids),
            Edit::Place(places) => self.place(places).map(nothing),
            Edit::Paste { text, at } => self.paste(text, *at),
            Edit::SetOutput(output) => self.set_output(output).map(nothing),
            Edit::RemoveOutput(name) => self.remove_output(name).map(nothing),
            Edit::RenameOutput { from, to } => self.rename_output(from, to).map(nothing),
            Edit::SetExport(export) => self.set_export(export).map(nothing),
            Edit::RemoveExport(name) => self.remove_export(name).map(nothing),
            Edit::RenameExport { from, to } => self.rename_export(from, to).map(nothing),
            Edit::World(world) => self.set_world(world).map(nothing),
            Edit::ScaleWorld(world) => self.scale_world(world),
            Edit::Seed(seed) => {
                self.seed = *seed;
                Ok(Applied::default())
            }
            Edit::Parameter { name, parameter: Some(parameter) } => self.set_parameter(name, parameter).map(nothing),
            Edit::Parameter { name, parameter: None } => self.remove_parameter(name),
            Edit::RenameParameter { from, to } => self.rename_parameter(from, to).map(nothing),
            Edit::Expose { id, field, name } => self.expose(id, field, name.as_ref()),
            Edit::Unexpose { id, field } => self.unexpose(id, field),
            Edit::MoveOutput { name, to } => self.move_output(name, *to).map(nothing),
            Edit::View(view) => self.set_view(view).map(nothing),
            Edit::Cut(wires) => wires.iter().try_for_each(|(to, port)| self.disconnect(to, port)).map(nothing),
            Edit::Swap { id, a, b } => self.swap(id, a, b).map(nothing),
            Edit::Bend { to, port, points } => self.bend(to, port, points).map(nothing),
            Edit::Collapse { ids, collapsed } => self.collapse(ids, *collapsed).map(nothing),
            Edit::Tint { items, color } => self.tint(items, *color).map(nothing),
            Edit::SetFrame { name, frame } => self.set_frame(name, frame.as_ref()),
            Edit::SetNote { name, note } => self.set_note(name, note.as_ref()),
            Edit::Enclose { items, frame } => self.enclose(items, frame.as_ref()).map(nothing),
            Edit::Move { items, by } => self.move_items(items, *by).map(nothing),
            Edit::Align { boxes, to } => self.align(boxes, *to).map(nothing),
            Edit::Distribute { boxes, along } => self.distribute(boxes, *along).map(nothing),
            Edit::Snap { items, grid } => self.snap(items, *grid).map(nothing),
            Edit::Arrange { sizes } => self.arrange(sizes).map(nothing),
            Edit::Delete { items, heal } => self.delete(items, *heal),
            Edit::Duplicate { items, by, links } => self.duplicate(items, *by, *links),
            Edit::Inside { group, edit } => self.edit_inside(group, edit),
            Edit::MakeGroup { items, name } => self.make_group(items, name.as_ref()),
            Edit::Unpack { id } => self.unpack(id),
            Edit::AddInstance { group, at, from } => self.add_instance(group, *at, from.as_ref()),
            Edit::RenameGroup { from, to } => self.rename_group(from, to).map(nothing),
            Edit::RemoveGroup(name) => self.remove_group(name).map(nothing),
            Edit::DescribeGroup { group, about } => self.describe_group(group, about).map(nothing),
            Edit::SetInput { group, input } => self.set_input(group, input).map(nothing),
            Edit::MoveInput { group, name, to } => self.move_input(group, name, *to).map(nothing),
            Edit::Together(edits) => self.together(edits),
        }
    }

    pub(super) fn set(&mut self, id: &NodeId, name: &str, setting: Option<&Setting>) -> Done {
        let Some(setting) = setting else { return self.reset(id, name) };
        let field = self.field(id, name)?;
        if let Setting::Link(link) = setting {
            return self.connect(link, id, name);
        }
        self.fits(id, field, setting)?;
        let settings = &mut self.node_mut(id)?.settings;
        if field.is_default(setting) {
            settings.remove(name);
        } else {
            settings.insert(name.into(), without_minus_zero(setting));
        }
        Ok(())
    }

    /// Returns a field to its default; a field that is not known here is taken out of the file.
    fn reset(&mut self, id: &NodeId, name: &str) -> Done {
        let node = self.node_mut(id)?;
        let unknown = node.unknown.len();
        node.unknown.retain(|(field, _)| field != name);
        let known = node.unknown.len() < unknown || node.settings.remove(name).is_some();
        if known { Ok(()) } else { self.field(id, name).map(|_| ()) }
    }

    /// Whether a setting may stand in a field of `id`.
    pub(super) fn fits(&self, id: &NodeId, field: Field, setting: &Setting) -> Done {
        let kind = self.nodes.get(id).map(|node| node.kind.clone()).unwrap_or_default();
        self.check_setting(field, setting).map_err(|why| Refusal(format!("node \"{id}\" ({kind}): {why}")))
    }

    fn rename(&mut self, id: &NodeId, to: &NodeId) -> Done<Applied> {
        let select = Applied { select: vec![to.clone()], ..Applied::default() };
        if id == to && self.nodes.contains_key(id) {
            return Ok(select);
        }
        if !is_name(to) {
            return refuse(format!("\"{to}\" cannot name a node, allowed are {NAME_RULE}"));
        }
        if self.nodes.contains_key(to) {
            return refuse(format!("there is already a node \"{to}\""));
        }
        let Some(node) = self.nodes.remove(id) else { return refuse(format!("there is no node \"{id}\"")) };
        self.nodes.insert(to.clone(), node);
        if let Some(place) = self.layout.remove(id) {
            self.layout.insert(to.clone(), place);
        }
        self.items.rename_node(id, to);
        self.exports_follow_node(id, to);
        let renamed = |link: &Link| match link.node == *id {
            true => Link { node: to.clone(), output: link.output.clone() },
            false => link.clone(),
        };
        for output in &mut self.outputs {
            output.from = renamed(&output.from);
        }
        if let Some(color) = &mut self.view.flow.color {
            *color = renamed(color);
        }
        self.map_links(|link| Some(renamed(link)));
        self.rename_in_unknown(id, to);
        Ok(select)
    }

    /// Links of nodes that are not known here are texts; the plain ones follow a rename too.
    fn rename_in_unknown(&mut self, id: &str, to: &str) {
        let renamed = |text: &str| {
            let inner = text.strip_prefix('"')?.strip_suffix('"')?;
            let rest = inner.strip_prefix(id)?;
            (rest.is_empty() || rest.starts_with('.')).then(|| format!("\"{to}{rest}\""))
        };
        for node in self.nodes.values_mut() {
            if node.unknown.iter().any(|(_, text)| renamed(text).is_some()) {
                for (_, text) in &mut Arc::make_mut(node).unknown {
                    *text = renamed(text).unwrap_or_else(|| text.clone());
                }
            }
        }
    }

    fn mute(&mut self, ids: &[NodeId], muted: bool) -> Done<Applied> {
        let mut refused = Vec::new();
        for id in ids {
            let node = self.node_mut(id)?;
            if muted && node.spec().is_none_or(|spec| spec.bypass.is_none()) {
                refused.push(format!("\"{id}\" ({})", node.kind));
            } else {
                node.muted = muted;
            }
        }
        let why = format!("{} cannot be muted: no input could pass through", refused.join(", "));
        match refused.len() {
            0 => Ok(Applied::default()),
            n if n == ids.len() => refuse(why),
            _ => Ok(Applied { notice: Some(why), ..Applied::default() }),
        }
    }

    fn place(&mut self, places: &[(NodeId, [f32; 2])]) -> Done {
        for (id, at) in places {
            if !self.nodes.contains_key(id) {
                return refuse(format!("there is no node \"{id}\""));
            }
            self.layout.insert(id.clone(), checked_place(*at)?);
        }
        Ok(())
    }
}

/// A place on the canvas without minus zero, which the file would not keep.
pub(super) fn checked_place(at: [f32; 2]) -> Done<[f32; 2]> {
    match at.iter().all(|v| v.is_finite()) {
        true => Ok(at.map(|v| v + 0.0)),
        false => refuse(format!("a node cannot be placed at ({}, {})", at[0], at[1])),
    }
}

fn without_minus_zero(setting: &Setting) -> Setting {
    use crate::spec::Value;
    match setting {
        Setting::Value(Value::Number(v)) => Setting::Value(Value::Number(v + 0.0)),
        Setting::Value(Value::Point([x, y])) => Setting::Value(Value::Point([x + 0.0, y + 0.0])),
        Setting::Value(Value::Levels(levels)) => {
            let mut levels = levels.to_vec();
            levels.iter_mut().for_each(|level| level.below = level.below.map(|v| v + 0.0));
            Setting::Value(Value::Levels(levels.into()))
        }
        Setting::Value(Value::Points(points)) => {
            Setting::Value(Value::Points(points.iter().map(|point| point.map(|v| v + 0.0)).collect()))
        }
        Setting::Value(Value::Biomes(biomes)) => {
            let mut biomes = (**biomes).clone();
            biomes.moisture.iter_mut().for_each(|v| *v += 0.0);
            biomes.rows.iter_mut().for_each(|row| row.below = row.below.map(|v| v + 0.0));
            Setting::Value(Value::Biomes(biomes.into()))
        }
        other => other.clone(),
    }
}
