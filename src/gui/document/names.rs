//! What undo calls an edit, and which node an edit works on.

use crate::graph::{Edit, Graph, Item, NodeId};

/// Name of the step, such as `Add Fbm` or `Move 3 nodes`; `graph` is the graph before the edit.
pub fn name(edit: &Edit, graph: &Graph) -> String {
    match edit {
        Edit::Add { kind, .. } => format!("Add {}", crate::nodes::find(kind).map_or(&**kind, |spec| spec.title)),
        Edit::Remove { ids, .. } => format!("Delete {}", counted(ids)),
        Edit::Connect { from, to, port } => format!("Connect {from} to {to}.{port}"),
        Edit::Disconnect { to, port } => format!("Unplug {to}.{port}"),
        Edit::Insert { id, to, .. } => format!("Insert {id} before {to}"),
        Edit::Extract { id } => format!("Lift {id} out"),
        Edit::MoveWires { from, to } => format!("Move wires from {from} to {to}"),
        Edit::Set { id, field, .. } => format!("Set {field} of {id}"),
        Edit::Rename { id, to } => format!("Rename {id} to {to}"),
        Edit::Mute { ids, muted: true } => format!("Mute {}", counted(ids)),
        Edit::Mute { ids, muted: false } => format!("Unmute {}", counted(ids)),
        Edit::Note { id, .. } => format!("Change the note of {id}"),
        Edit::Upgrade { ids } => format!("Upgrade {}", counted(ids)),
        Edit::Place(places) => {
            let ids: Vec<NodeId> = places.iter().map(|(id, _)| id.clone()).collect();
            format!("Move {}", counted(&ids))
        }
        Edit::Paste { .. } => "Paste".into(),
        Edit::SetOutput(output) if graph.output(&output.name).is_some() => format!("Change output {}", output.name),
        Edit::SetOutput(output) => format!("Add output {}", output.name),
        Edit::RemoveOutput(name) => format!("Remove output {name}"),
        Edit::RenameOutput { from, to } => format!("Rename output {from} to {to}"),
        Edit::World(world) => world_name(graph, world),
        Edit::ScaleWorld(_) => "Scale the terrain".into(),
        Edit::Seed(seed) => format!("Set the seed to {seed}"),
        Edit::Parameter { name, parameter: Some(_) } => format!("Set parameter ${name}"),
        Edit::Parameter { name, parameter: None } => format!("Remove parameter ${name}"),
        Edit::RenameParameter { from, to } => format!("Rename parameter ${from} to ${to}"),
        Edit::Expose { id, field, .. } => format!("Make {field} of {id} a parameter"),
        Edit::Unexpose { id, field } => format!("Make {field} of {id} a value"),
        Edit::MoveOutput { name, .. } => format!("Move output {name}"),
        Edit::View(_) => "Change the view".into(),
        Edit::Cut(wires) if wires.len() == 1 => "Cut a wire".into(),
        Edit::Cut(wires) => format!("Cut {} wires", wires.len()),
        Edit::Swap { id, a, b } => format!("Swap {a} and {b} of {id}"),
        canvas => canvas_name(canvas, graph),
    }
}

/// Name of a step that moves or paints what is on the canvas.
fn canvas_name(edit: &Edit, graph: &Graph) -> String {
    match edit {
        Edit::Bend { to, port, .. } => format!("Bend the wire to {to}.{port}"),
        Edit::Collapse { ids, collapsed: true } => format!("Collapse {}", counted(ids)),
        Edit::Collapse { ids, collapsed: false } => format!("Expand {}", counted(ids)),
        Edit::Tint { items, .. } => format!("Colour {}", things(items)),
        Edit::SetFrame { frame: None, .. } => "Remove a frame".into(),
        Edit::SetFrame { name, .. } if graph.items.frames.contains_key(name) => "Change a frame".into(),
        Edit::SetFrame { .. } => "Add a frame".into(),
        Edit::SetNote { note: None, .. } => "Remove a note".into(),
        Edit::SetNote { name, .. } if graph.items.notes.contains_key(name) => "Change a note".into(),
        Edit::SetNote { .. } => "Add a note".into(),
        Edit::Enclose { items, frame: Some(_) } => format!("Put {} into a frame", things(items)),
        Edit::Enclose { items, frame: None } => format!("Take {} out of its frame", things(items)),
        Edit::Move { items, .. } => format!("Move {}", things(items)),
        Edit::Align { boxes, .. } => format!("Align {} things", boxes.len()),
        Edit::Distribute { boxes, .. } => format!("Space {} things evenly", boxes.len()),
        Edit::Snap { items, .. } => format!("Snap {} to the grid", things(items)),
        Edit::Arrange { sizes } => format!("Arrange {} nodes", sizes.len()),
        Edit::Delete { items, .. } => format!("Delete {}", things(items)),
        Edit::Duplicate { items, .. } => format!("Duplicate {}", things(items)),
        group => group_name(group, graph),
    }
}

/// Name of a step that makes or changes a group.
fn group_name(edit: &Edit, graph: &Graph) -> String {
    match edit {
        Edit::Inside { group, edit } => match graph.inside(group) {
            Some(inside) => format!("{} in {group}", name(edit, &inside)),
            None => format!("Change {group}"),
        },
        Edit::MakeGroup { items, .. } => format!("Group {}", things(items)),
        Edit::Unpack { id } => format!("Unpack {id}"),
        Edit::AddInstance { group, .. } => format!("Add {group}"),
        Edit::RenameGroup { from, to } => format!("Rename group {from} to {to}"),
        Edit::RemoveGroup(name) => format!("Remove group {name}"),
        Edit::DescribeGroup { group, .. } => format!("Describe {group}"),
        Edit::SetInput { group, input } => format!("Set input {} of {group}", input.name),
        Edit::MoveInput { group, name, .. } => format!("Move input {name} of {group}"),
        _ => "Change".into(),
    }
}

fn things(items: &[Item]) -> String {
    match items {
        [Item::Node(id)] => id.to_string(),
        [Item::Frame(_)] => "a frame".into(),
        [Item::Note(_)] => "a note".into(),
        items => format!("{} things", items.len()),
    }
}

/// The one node whose own values an edit changes, so that what feeds its descendants is worth keeping.
pub fn edited_node(edit: &Edit) -> Option<NodeId> {
    match edit {
        Edit::Set { id, .. } => Some(id.clone()),
        Edit::Connect { to, .. } | Edit::Disconnect { to, .. } => Some(to.clone()),
        _ => None,
    }
}

fn world_name(graph: &Graph, world: &crate::graph::World) -> String {
    let old = &graph.world;
    if old.sea != world.sea && (crate::graph::World { sea: old.sea, ..*world }) == *old {
        return match world.sea {
            Some(sea) => format!("Set the sea to {sea:.0} m"),
            None => "Switch the sea off".into(),
        };
    }
    "Change the world".into()
}

fn counted(ids: &[NodeId]) -> String {
    match ids {
        [id] => id.to_string(),
        ids => format!("{} nodes", ids.len()),
    }
}
