//! What panels read and what they ask for. Panels draw and return requests; the app alone carries them out.

use super::dock::Pane;
use super::language::tr;
use super::statusbar::duration;
use crate::graph::{Edit, Graph, Link, NodeId, OwnRamp, Problem};
use crate::spec::{Interval, Measured, Quantity};
use eframe::egui;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What panels read while they draw one frame.
pub struct Scene<'a> {
    /// The document; the same graph as before as long as it is the same `Arc`.
    pub graph: &'a Arc<Graph>,
    /// Selected nodes.
    pub selection: &'a BTreeSet<NodeId>,
    /// The output that the preview shows.
    pub preview: Option<&'a Link>,
    /// What is known of each node.
    pub facts: &'a BTreeMap<NodeId, Facts>,
    /// What is wrong with the graph.
    pub problems: &'a [Problem],
    /// Pictures of nodes.
    pub thumbs: &'a BTreeMap<NodeId, Thumb>,
    /// Pictures of the kinds with their defaults, for the palette.
    pub kinds: &'a BTreeMap<&'static str, egui::TextureId>,
}

/// What is known of a node once its part of the graph is planned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Per output: what its values mean, its bound, and its extremes where they were measured (of the shown samples).
    pub outputs: Vec<OutputFacts>,
    /// Generator evaluations per sample for this node and all that feeds it.
    pub cost: u64,
    /// Inputs whose plugged source is clamped to the port's hard range, with the sentence that says so.
    pub clamped: Vec<(Arc<str>, String)>,
    /// How long it takes, while a person wants to know.
    pub timing: Option<Timing>,
    /// How the samples of its picture spread, once there is one.
    pub spread: Option<Arc<Spread>>,
}

/// How the samples of a node's picture spread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// Values at the outer ends of the bars.
    pub ends: (f32, f32),
    /// Samples per bar, from the lowest values to the highest.
    pub bars: Vec<u64>,
    /// Name and colour of each bar, where the values are tiles; else empty.
    pub tiles: Vec<(String, [u8; 3])>,
}

/// How long a node takes over the whole grid of the preview.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Time of its kernel, summed over threads, without the fields that it samples.
    pub time: Duration,
    /// Share of the time of all nodes that the preview reaches.
    pub share: f32,
    /// Bytes of its stored values over that grid; `None`: it is computed again when something after it changes.
    pub stored: Option<usize>,
}

impl Timing {
    /// Whether the result is stored, in words.
    pub fn stored_words(&self) -> String {
        match self.stored {
            Some(bytes) => {
                let size = format!("{:.1}", bytes as f64 / f64::from(1 << 20));
                tr!("Result stored, {size} MB", size = size)
            }
            None => tr!("Result not stored").to_owned(),
        }
    }

    /// What that means.
    pub fn stored_hint(&self) -> &'static str {
        match self.stored {
            Some(_) => tr!("While nothing before it changes, the next picture takes its values from memory."),
            None => tr!("It is computed again whenever a picture needs it. What a node you work on reads is stored."),
        }
    }
}

impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {:.0} %", duration(self.time), self.share * 100.0)
    }
}

/// What is known of one output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputFacts {
    /// What its values mean.
    pub quantity: Quantity,
    /// Values cannot leave this.
    pub bound: Interval,
    /// Extremes of the thumbnail's samples.
    pub seen: Option<Measured>,
}

/// Picture of a node.
#[derive(Clone, Copy, Debug)]
pub struct Thumb {
    /// The picture, square or of the world's proportions.
    pub texture: egui::TextureId,
    /// Width by height of the picture in samples.
    pub size: [usize; 2],
    /// Part of the bound that the samples use, as two shares in 0..1; `None` for tiles and unbounded sockets.
    pub used: Option<(f32, f32)>,
    /// Whether a newer one is being computed.
    pub stale: bool,
}

/// What is known of a recipe that is not open.
#[derive(Clone)]
pub struct Sketched {
    /// Its picture, where it can be evaluated.
    pub texture: Option<egui::TextureHandle>,
    /// Its nodes; `None` where it cannot be read.
    pub nodes: Option<usize>,
    /// When its file was written.
    pub modified: Option<std::time::SystemTime>,
}

/// What a panel asks the app to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Change the graph. Requests with an equal `merge` become one undo step while a pointer button is down.
    Edit {
        /// The change.
        edit: Edit,
        /// Requests of one gesture share this.
        merge: Option<egui::Id>,
    },
    /// Make the recipe one of its variations: all of these changes as one step of that name.
    Adopt {
        /// The changes, of the recipe itself.
        edits: Vec<Edit>,
        /// What undo calls it.
        name: String,
    },
    /// Replace the selection.
    Select(BTreeSet<NodeId>),
    /// Show this output in the preview; the one that is shown already returns to the last one.
    Preview(Link),
    /// Do what a menu entry or a shortcut does.
    Do(Command),
    /// Open a file.
    OpenFile(PathBuf),
    /// Open a recipe of `graphs/` as a new document.
    OpenTemplate(&'static str),
    /// Look into an instance of a group.
    Enter(NodeId),
    /// Go back out until so many groups are open.
    Leave(usize),
    /// Say something for a few seconds.
    Toast(String),
    /// Show a pane, or hide it.
    Pane(Pane, bool),
    /// Ask for an image that these nodes are to read.
    PickImage {
        /// The nodes, of the graph that is shown.
        nodes: Vec<NodeId>,
        /// The field of the path.
        field: &'static str,
    },
    /// Select a node and bring it into the middle of the view.
    GoTo(NodeId),
    /// Return to the state after this many of the history's steps.
    Step(usize),
    /// Compare the preview with what it was after this many of the history's steps.
    CompareStep(usize),
    /// Make a kind of nodes a favourite of the palette, or take the star away.
    Star(&'static str),
    /// Keep a colour ramp among the person's own.
    SaveRamp(Arc<OwnRamp>),
    /// Remove the person's own ramp of that name.
    ForgetRamp(String),
    /// Keep the values of a node as a preset.
    KeepPreset {
        /// Kind of the node.
        kind: Arc<str>,
        /// Name of the preset.
        name: String,
        /// The node, as [`text_of`](super::presets::text_of) gives it.
        text: String,
    },
    /// Delete a preset that a person saved.
    DropPreset {
        /// Kind of the nodes.
        kind: Arc<str>,
        /// Name of the preset.
        name: String,
    },
}

/// Everything that has a menu entry or a shortcut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Command {
    New,
    Templates,
    Open,
    Save,
    SaveAs,
    Export,
    ExportAgain,
    ExportAll,
    Quit,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    Duplicate,
    Delete,
    DeleteWithoutHealing,
    CopyValues,
    PasteValues,
    ResetValues,
    SelectAll,
    AddNode,
    View,
    UseAsOutput,
    Mute,
    Rename,
    Collapse,
    Enclose,
    MakeGroup,
    Unpack,
    EnterGroup,
    LeaveGroup,
    AddNote,
    SwapInputs,
    AlignLeft,
    AlignCenter,
    AlignRight,
    AlignTop,
    AlignMiddle,
    AlignBottom,
    SpaceAcross,
    SpaceDown,
    SnapNow,
    SnapToGrid,
    AutoLayout,
    Map,
    FrameSelection,
    FrameAll,
    ActualSize,
    ZoomIn,
    ZoomOut,
    AutoLevels,
    Relief,
    Profile,
    Pin,
    CompareNodes,
    CompareBefore,
    CompareSaved,
    SplitPreview,
    ShowDifference,
    SwapSides,
    StopComparing,
    LockPreview,
    FollowSelection,
    Commands,
    FindNode,
    CancelExport,
    NextPane,
    PreviousPane,
    Menus,
    ResetLayout,
    LargerInterface,
    SmallerInterface,
    UsualInterface,
    OtherTheme,
    Timings,
    ExportOnSave,
    Keys,
    Tour,
}

impl Request {
    /// A change that is an undo step of its own.
    pub fn edit(edit: Edit) -> Self {
        Self::Edit { edit, merge: None }
    }

    /// A change that is part of a gesture.
    pub fn gesture(edit: Edit, merge: egui::Id) -> Self {
        Self::Edit { edit, merge: Some(merge) }
    }
}
