//! Every change that a person can make to a graph, as data. [`Graph::apply`] is the only writer.

mod add;
mod apply;
mod arrange;
mod canvas;
mod exports;
mod expose;
mod group;
mod outputs;
mod paste;
mod ports;
mod remove;
mod together;
mod upgrade;
mod wiring;
mod world;

pub use upgrade::Upgrade;

use super::{CanvasNote, Export, Frame, GroupInput, Item, Link, NodeId, Output, Parameter, Setting, View, World};
use std::sync::Arc;

/// One change. Applying an edit either does all of it or changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Adds a node of `kind` at a place on the canvas, lengths written out and an unused seed given. The first node of an
    /// empty graph becomes the output `height`.
    Add {
        /// Kind of the node.
        kind: Arc<str>,
        /// North-west corner on the canvas.
        at: [f32; 2],
        /// Source to plug into the first legal input of the new node, for a wire that was dropped on nothing.
        from: Option<Link>,
        /// Input of an existing node that the new node's first output is plugged into.
        to: Option<(NodeId, Arc<str>)>,
    },
    /// Removes nodes. With `heal`, the source of a removed node's bypass (or only plugged) input takes over its wires.
    Remove {
        /// Nodes to remove.
        ids: Vec<NodeId>,
        /// Whether wires are healed.
        heal: bool,
    },
    /// Plugs a source into a port, replacing what was there.
    Connect {
        /// The source.
        from: Link,
        /// The node that reads.
        to: NodeId,
        /// Its port.
        port: Arc<str>,
    },
    /// Unplugs a port.
    Disconnect {
        /// The node that reads.
        to: NodeId,
        /// Its port.
        port: Arc<str>,
    },
    /// Puts a node into an existing wire: the wire's source goes to the node's first legal input, its output to the port.
    Insert {
        /// The node, which must have no wire of its own.
        id: NodeId,
        /// The node at the wire's end.
        to: NodeId,
        /// The port at the wire's end.
        port: Arc<str>,
    },
    /// Lifts a node out of its wires and heals them, keeping the node.
    Extract {
        /// The node.
        id: NodeId,
    },
    /// Moves all wires of one output to another output.
    MoveWires {
        /// The output that loses them.
        from: Link,
        /// The output that gets them.
        to: Link,
    },
    /// Sets a parameter or the number of an input; `None` returns it to its default.
    Set {
        /// The node.
        id: NodeId,
        /// The field.
        field: Arc<str>,
        /// The new setting.
        setting: Option<Setting>,
    },
    /// Gives a node another id; links, outputs and layout follow.
    Rename {
        /// The node.
        id: NodeId,
        /// The new id.
        to: NodeId,
    },
    /// Mutes or unmutes nodes that can be muted.
    Mute {
        /// The nodes.
        ids: Vec<NodeId>,
        /// Whether they pass their bypass input through.
        muted: bool,
    },
    /// Sets a node's note.
    Note {
        /// The node.
        id: NodeId,
        /// The note; empty removes it.
        note: String,
    },
    /// Moves nodes to the current version of their kinds. What was left at a default that has changed is written out, so
    /// that only what the kind computes changes; [`Graph::upgrades`](crate::graph::Graph::upgrades) lists it beforehand.
    Upgrade {
        /// The nodes.
        ids: Vec<NodeId>,
    },
    /// Places nodes on the canvas.
    Place(Vec<(NodeId, [f32; 2])>),
    /// Adds copied nodes (RON text of [`Graph::copy`](crate::graph::Graph::copy)) with fresh ids and seeds, their north-west corner at `at`.
    Paste {
        /// The copied nodes.
        text: String,
        /// Where they go.
        at: [f32; 2],
    },
    /// Adds an output, or replaces the one of the same name.
    SetOutput(Output),
    /// Removes an output.
    RemoveOutput(String),
    /// Renames an output.
    RenameOutput {
        /// Old name.
        from: String,
        /// New name.
        to: String,
    },
    /// Adds an export, or replaces the one of the same name.
    SetExport(Export),
    /// Removes an export.
    RemoveExport(String),
    /// Renames an export.
    RenameExport {
        /// Old name.
        from: String,
        /// New name.
        to: String,
    },
    /// Replaces the world; water levels of tile maps follow the sea. Lengths in metres stay: *Show more terrain*.
    World(World),
    /// Replaces the world and multiplies all lengths by the change of its longer side: *Scale terrain*.
    ScaleWorld(World),
    /// Sets the graph's seed.
    Seed(u64),
    /// Adds or replaces a graph parameter, or removes it (nodes that used it get its value).
    Parameter {
        /// Name without `$`.
        name: Arc<str>,
        /// The parameter; `None` removes it.
        parameter: Option<Parameter>,
    },
    /// Gives a graph parameter another name; every field that uses it follows.
    RenameParameter {
        /// Old name without `$`.
        from: Arc<str>,
        /// New name without `$`.
        to: Arc<str>,
    },
    /// Makes a graph parameter of a field's value, with the slider's range and the field's documentation.
    Expose {
        /// The node.
        id: NodeId,
        /// The field.
        field: Arc<str>,
        /// Name of the new parameter; `None`: the field's, numbered where it is taken.
        name: Option<Arc<str>>,
    },
    /// Writes a graph parameter's value back into one field; the parameter goes with its last use.
    Unexpose {
        /// The node.
        id: NodeId,
        /// The field.
        field: Arc<str>,
    },
    /// Gives an output another place among the outputs; the first is the default.
    MoveOutput {
        /// Its name.
        name: String,
        /// Its new index, at most the last.
        to: usize,
    },
    /// Sets how the window shows the recipe.
    View(View),
    /// Unplugs several ports at once.
    Cut(Vec<(NodeId, Arc<str>)>),
    /// Exchanges what stands in two inputs of a node.
    Swap {
        /// The node.
        id: NodeId,
        /// One input.
        a: Arc<str>,
        /// The other input.
        b: Arc<str>,
    },
    /// Sets the points that a wire passes on its way; none make it straight.
    Bend {
        /// The node that reads.
        to: NodeId,
        /// Its port.
        port: Arc<str>,
        /// The points from source to reader.
        points: Vec<[f32; 2]>,
    },
    /// Draws nodes as their headers alone, or in full again.
    Collapse {
        /// The nodes.
        ids: Vec<NodeId>,
        /// Whether only the header is drawn.
        collapsed: bool,
    },
    /// Colours nodes, frames and notes; `None` gives them their usual colours.
    Tint {
        /// What is coloured.
        items: Vec<Item>,
        /// Red, green, blue.
        color: Option<[u8; 3]>,
    },
    /// Adds a frame or replaces the one of that name; `None` removes it and leaves what it holds. What it holds is taken out
    /// of other frames.
    SetFrame {
        /// Name in the file, such as that of [`Items::fresh_frame`](crate::graph::Items::fresh_frame).
        name: Arc<str>,
        /// The frame.
        frame: Option<Frame>,
    },
    /// Adds a note or replaces the one of that name; `None` removes it.
    SetNote {
        /// Name in the file, such as that of [`Items::fresh_note`](crate::graph::Items::fresh_note).
        name: Arc<str>,
        /// The note.
        note: Option<CanvasNote>,
    },
    /// Puts things into a frame, or out of every frame.
    Enclose {
        /// What is put.
        items: Vec<Item>,
        /// The frame; `None`: out.
        frame: Option<Arc<str>>,
    },
    /// Moves things, frames with all that they hold, and the bends of wires between nodes that move.
    Move {
        /// What moves.
        items: Vec<Item>,
        /// Points to the east and to the south.
        by: [f32; 2],
    },
    /// Lines things up along an edge or a middle of what encloses them all.
    Align {
        /// The things with their sizes on the canvas.
        boxes: Vec<(Item, [f32; 2])>,
        /// Where to.
        to: Edge,
    },
    /// Spaces things evenly between the outermost ones.
    Distribute {
        /// The things with their sizes on the canvas.
        boxes: Vec<(Item, [f32; 2])>,
        /// In which direction.
        along: Axis,
    },
    /// Moves the corners of things to the nearest points of a grid.
    Snap {
        /// What moves.
        items: Vec<Item>,
        /// Distance of the grid's lines in points.
        grid: f32,
    },
    /// Lays nodes out in columns from sources to results, without overlaps; frames around them follow.
    Arrange {
        /// The nodes with their sizes on the canvas.
        sizes: Vec<(NodeId, [f32; 2])>,
    },
    /// Removes nodes, as [`Edit::Remove`] does, with frames and notes. What a frame holds stays unless it is listed too.
    Delete {
        /// What goes.
        items: Vec<Item>,
        /// Whether wires are healed.
        heal: bool,
    },
    /// Adds copies of things, frames with all that they hold, with fresh ids and seeds.
    Duplicate {
        /// What is copied.
        items: Vec<Item>,
        /// Where the copies lie from the originals.
        by: [f32; 2],
        /// Whether copies are fed by the same nodes from outside.
        links: bool,
    },
    /// Carries out an edit among the nodes of a group, for all its instances. Its inputs count as nodes there: renamed or
    /// removed, they are so in every instance.
    Inside {
        /// The group.
        group: Arc<str>,
        /// What to do there.
        edit: Box<Self>,
    },
    /// Makes a group of things and puts an instance in their place. Wires across the border become its ports.
    MakeGroup {
        /// The things.
        items: Vec<Item>,
        /// Its name; `None`: a fresh one.
        name: Option<Arc<str>>,
    },
    /// Puts the nodes of a group in the place of one instance.
    Unpack {
        /// The instance.
        id: NodeId,
    },
    /// Adds an instance of a group with an unused seed.
    AddInstance {
        /// The group.
        group: Arc<str>,
        /// North-west corner on the canvas.
        at: [f32; 2],
        /// Source to plug into the first legal input.
        from: Option<Link>,
    },
    /// Gives a group another name.
    RenameGroup {
        /// Old name.
        from: Arc<str>,
        /// New name.
        to: Arc<str>,
    },
    /// Removes a group that nothing uses.
    RemoveGroup(Arc<str>),
    /// Sets what a group says of itself.
    DescribeGroup {
        /// The group.
        group: Arc<str>,
        /// What it does, for people.
        about: String,
    },
    /// Adds an input to a group, or replaces the one of that name.
    SetInput {
        /// The group.
        group: Arc<str>,
        /// The input.
        input: GroupInput,
    },
    /// Gives an input of a group another place among its ports.
    MoveInput {
        /// The group.
        group: Arc<str>,
        /// The input.
        name: NodeId,
        /// Its new index, at most the last.
        to: usize,
    },
    /// Carries out several edits in their order, as one step: if one of them is refused, none is done.
    Together(Vec<Self>),
}

/// Where things are lined up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Edge {
    Left,
    Center,
    Right,
    Top,
    Middle,
    Bottom,
}

/// A direction on the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Axis {
    Horizontal,
    Vertical,
}

/// What an edit did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Applied {
    /// Nodes that should be selected now: added, pasted or renamed ones.
    pub select: Vec<NodeId>,
    /// Frames and notes that should be selected now.
    pub items: Vec<Item>,
    /// One sentence for a toast where the edit did more than was asked, such as moving an output.
    pub notice: Option<String>,
}

/// Why an edit was refused: one sentence that says what is allowed. The graph is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);
