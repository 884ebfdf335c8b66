//! What undo calls an edit, and which node an edit works on.

use crate::graph::{Edit, Graph, Item, NodeId};
use crate::gui::language::{self, tr};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Name of the step, such as `Add Fbm` or `Move 3 nodes`; `graph` is the graph before the edit.
pub fn name(edit: &Edit, graph: &Graph) -> String {
    match edit {
        Edit::Add { kind, .. } => {
            tr!("Add {node}", node = crate::nodes::find(kind).map_or(&**kind, |spec| language::title(spec)))
        }
        Edit::Remove { ids, .. } => tr!("Delete {nodes}", nodes = counted(ids)),
        Edit::Connect { from, to, port } => tr!("Connect {from} to {to}.{port}", from = from, to = to, port = port),
        Edit::Disconnect { to, port } => tr!("Unplug {to}.{port}", to = to, port = port),
        Edit::Insert { id, to, .. } => tr!("Insert {node} before {to}", node = id, to = to),
        Edit::Extract { id } => tr!("Lift {node} out", node = id),
        Edit::MoveWires { from, to } => tr!("Move wires from {from} to {to}", from = from, to = to),
        Edit::Set { id, field, .. } => tr!("Set {field} of {node}", field = field, node = id),
        Edit::Rename { id, to } => tr!("Rename {node} to {to}", node = id, to = to),
        Edit::Mute { ids, muted: true } => tr!("Mute {nodes}", nodes = counted(ids)),
        Edit::Mute { ids, muted: false } => tr!("Unmute {nodes}", nodes = counted(ids)),
        Edit::Note { id, .. } => tr!("Change the note of {node}", node = id),
        Edit::Upgrade { ids } => tr!("Upgrade {nodes}", nodes = counted(ids)),
        Edit::Place(places) => {
            let ids: Vec<NodeId> = places.iter().map(|(id, _)| id.clone()).collect();
            tr!("Move {nodes}", nodes = counted(&ids))
        }
        Edit::Paste { .. } => tr!("Paste").into(),
        Edit::SetOutput(output) if graph.output(&output.name).is_some() => {
            tr!("Change output {name}", name = output.name)
        }
        Edit::SetOutput(output) => tr!("Add output {name}", name = output.name),
        Edit::RemoveOutput(name) => tr!("Remove output {name}", name = name),
        Edit::RenameOutput { from, to } => tr!("Rename output {from} to {to}", from = from, to = to),
        Edit::SetExport(export) if graph.export(&export.name).is_some() => {
            tr!("Change export {name}", name = export.name)
        }
        Edit::SetExport(export) => tr!("Add export {name}", name = export.name),
        Edit::RemoveExport(name) => tr!("Remove export {name}", name = name),
        Edit::RenameExport { from, to } => tr!("Rename export {from} to {to}", from = from, to = to),
        Edit::World(world) => world_name(graph, world),
        Edit::ScaleWorld(_) => tr!("Scale the terrain").into(),
        Edit::Seed(seed) => tr!("Set the seed to {seed}", seed = seed),
        Edit::Parameter { name, parameter: Some(_) } => tr!("Set parameter ${name}", name = name),
        Edit::Parameter { name, parameter: None } => tr!("Remove parameter ${name}", name = name),
        Edit::RenameParameter { from, to } => tr!("Rename parameter ${from} to ${to}", from = from, to = to),
        Edit::Expose { id, field, .. } => tr!("Make {field} of {node} a parameter", field = field, node = id),
        Edit::Unexpose { id, field } => tr!("Make {field} of {node} a value", field = field, node = id),
        Edit::MoveOutput { name, .. } => tr!("Move output {name}", name = name),
        Edit::View(_) => tr!("Change the view").into(),
        Edit::Cut(wires) => tr!(wires.len(), "Cut a wire", "Cut {n} wires"),
        Edit::Swap { id, a, b } => tr!("Swap {a} and {b} of {node}", a = a, b = b, node = id),
        canvas => canvas_name(canvas, graph),
    }
}

/// Name of a step that moves or paints what is on the canvas.
fn canvas_name(edit: &Edit, graph: &Graph) -> String {
    match edit {
        Edit::Bend { to, port, .. } => tr!("Bend the wire to {to}.{port}", to = to, port = port),
        Edit::Collapse { ids, collapsed: true } => tr!("Collapse {nodes}", nodes = counted(ids)),
        Edit::Collapse { ids, collapsed: false } => tr!("Expand {nodes}", nodes = counted(ids)),
        Edit::Tint { items, .. } => tr!("Colour {things}", things = things(items)),
        Edit::SetFrame { frame: None, .. } => tr!("Remove a frame").into(),
        Edit::SetFrame { name, .. } if graph.items.frames.contains_key(name) => tr!("Change a frame").into(),
        Edit::SetFrame { .. } => tr!("Add a frame").into(),
        Edit::SetNote { note: None, .. } => tr!("Remove a note").into(),
        Edit::SetNote { name, .. } if graph.items.notes.contains_key(name) => tr!("Change a note").into(),
        Edit::SetNote { .. } => tr!("Add a note").into(),
        Edit::Enclose { items, frame: Some(_) } => tr!("Put {things} into a frame", things = things(items)),
        Edit::Enclose { items, frame: None } => tr!("Take {things} out of its frame", things = things(items)),
        Edit::Move { items, .. } => tr!("Move {nodes}", nodes = things(items)),
        Edit::Align { boxes, .. } => tr!("Align {n} things", n = boxes.len()),
        Edit::Distribute { boxes, .. } => tr!("Space {n} things evenly", n = boxes.len()),
        Edit::Snap { items, .. } => tr!("Snap {things} to the grid", things = things(items)),
        Edit::Arrange { sizes } => tr!("Arrange {n} nodes", n = sizes.len()),
        Edit::Delete { items, .. } => tr!("Delete {nodes}", nodes = things(items)),
        Edit::Duplicate { items, .. } => tr!("Duplicate {things}", things = things(items)),
        group => group_name(group, graph),
    }
}

/// Name of a step that makes or changes a group.
fn group_name(edit: &Edit, graph: &Graph) -> String {
    match edit {
        Edit::Inside { group, edit } => match graph.inside(group) {
            Some(inside) => tr!("{step} in {group}", step = name(edit, &inside), group = group),
            None => tr!("Change {group}", group = group),
        },
        Edit::MakeGroup { items, .. } => tr!("Group {things}", things = things(items)),
        Edit::Unpack { id } => tr!("Unpack {node}", node = id),
        Edit::AddInstance { group, .. } => tr!("Add {node}", node = group),
        Edit::RenameGroup { from, to } => tr!("Rename group {from} to {to}", from = from, to = to),
        Edit::RemoveGroup(name) => tr!("Remove group {name}", name = name),
        Edit::DescribeGroup { group, .. } => tr!("Describe {group}", group = group),
        Edit::SetInput { group, input } => tr!("Set input {name} of {group}", name = input.name, group = group),
        Edit::MoveInput { group, name, .. } => tr!("Move input {name} of {group}", name = name, group = group),
        Edit::Together(edits) => together_name(edits, graph),
        _ => tr!("Change").into(),
    }
}

/// Name of a step of several edits: of values as what they have in common, else that of the first with how many follow.
fn together_name(edits: &[Edit], graph: &Graph) -> String {
    let set = |edit: &Edit| match edit {
        Edit::Set { id, field, .. } => Some((id.clone(), field.clone())),
        _ => None,
    };
    let sets: Option<Vec<(NodeId, Arc<str>)>> = edits.iter().map(set).collect();
    let (Some(first), sets) = (edits.first(), sets.unwrap_or_default()) else { return tr!("Change").into() };
    let Some((id, field)) = sets.first() else {
        let more = edits.len() - 1;
        return tr!("{step} and {n} more", step = name(first, graph), n = more);
    };
    let nodes: BTreeSet<&NodeId> = sets.iter().map(|(id, _)| id).collect();
    match (nodes.len(), sets.iter().all(|(_, other)| other == field)) {
        (1, _) => tr!("Set {n} values of {node}", n = sets.len(), node = id),
        (n, true) => tr!("Set {field} of {node}", field = field, node = tr!(n, "1 node", "{n} nodes")),
        (n, false) => tr!("Set values of {n} nodes", n = n),
    }
}

fn things(items: &[Item]) -> String {
    match items {
        [Item::Node(id)] => id.to_string(),
        [Item::Frame(_)] => tr!("a frame").into(),
        [Item::Note(_)] => tr!("a note").into(),
        items => tr!("{n} things", n = items.len()),
    }
}

/// The one node whose own values an edit changes, so that what feeds its descendants is worth keeping.
pub fn edited_node(edit: &Edit) -> Option<NodeId> {
    match edit {
        Edit::Set { id, .. } => Some(id.clone()),
        Edit::Together(edits) => {
            let first = edits.first().and_then(edited_node)?;
            edits.iter().all(|edit| edited_node(edit).as_ref() == Some(&first)).then_some(first)
        }
        Edit::Connect { to, .. } | Edit::Disconnect { to, .. } => Some(to.clone()),
        _ => None,
    }
}

fn world_name(graph: &Graph, world: &crate::graph::World) -> String {
    let old = &graph.world;
    if old.sea != world.sea && (crate::graph::World { sea: old.sea, ..*world }) == *old {
        return match world.sea {
            Some(sea) => tr!("Set the sea to {metres} m", metres = format_args!("{sea:.0}")),
            None => tr!("Switch the sea off").into(),
        };
    }
    match (old.repeat, world.repeat) {
        (false, true) => tr!("Let the world repeat").into(),
        (true, false) => tr!("Let the world end").into(),
        _ => tr!("Change the world").into(),
    }
}

fn counted(ids: &[NodeId]) -> String {
    match ids {
        [id] => id.to_string(),
        ids => tr!("{n} nodes", n = ids.len()),
    }
}
