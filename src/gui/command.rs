//! Titles and shortcuts of the commands, and whether they can be carried out: the one table behind menus, keys, the list
//! on F1 and the list of commands.

use super::language::{self, tr};
use super::request::{Command, Request};
use eframe::egui::{Context, Id, Key, KeyboardShortcut, Modifiers};

/// Where a shortcut acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Anywhere in the window.
    Window,
    /// While the canvas has the focus and no text field is active.
    Canvas,
}

/// One command's title, shortcuts and scope.
pub struct Entry {
    /// The command.
    pub command: Command,
    /// Title in menus, in English.
    pub title: &'static str,
    /// Shortcuts; the first is shown in menus.
    pub keys: &'static [KeyboardShortcut],
    /// Where the shortcuts act.
    pub scope: Scope,
}

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_ALT: Modifiers = Modifiers { alt: true, ..Modifiers::COMMAND };
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

const fn entry(command: Command, title: &'static str, scope: Scope, keys: &'static [KeyboardShortcut]) -> Entry {
    Entry { command, title, keys, scope }
}

/// Every command, in the order of the list on F1.
pub const ENTRIES: &[Entry] = &[
    entry(Command::New, "New", Scope::Window, &[key(CTRL, Key::N)]),
    entry(Command::Templates, "New from template…", Scope::Window, &[key(CTRL_SHIFT, Key::N)]),
    entry(Command::Open, "Open…", Scope::Window, &[key(CTRL, Key::O)]),
    entry(Command::Save, "Save", Scope::Window, &[key(CTRL, Key::S)]),
    entry(Command::SaveAs, "Save as…", Scope::Window, &[key(CTRL_SHIFT, Key::S)]),
    entry(Command::Export, "Export…", Scope::Window, &[key(CTRL, Key::E)]),
    entry(Command::ExportAgain, "Export again", Scope::Window, &[key(CTRL_SHIFT, Key::E)]),
    entry(Command::ExportAll, "Export all of the recipe", Scope::Window, &[key(CTRL_ALT, Key::E)]),
    entry(Command::Quit, "Quit", Scope::Window, &[key(CTRL, Key::Q)]),
    entry(Command::Undo, "Undo", Scope::Window, &[key(CTRL, Key::Z)]),
    entry(Command::Redo, "Redo", Scope::Window, &[key(CTRL_SHIFT, Key::Z), key(CTRL, Key::Y)]),
    entry(Command::Cut, "Cut", Scope::Canvas, &[key(CTRL, Key::X)]),
    entry(Command::Copy, "Copy", Scope::Canvas, &[key(CTRL, Key::C)]),
    entry(Command::Paste, "Paste", Scope::Canvas, &[key(CTRL, Key::V)]),
    entry(Command::Duplicate, "Duplicate", Scope::Canvas, &[key(CTRL, Key::D)]),
    entry(Command::Delete, "Delete", Scope::Canvas, &[key(NONE, Key::Delete), key(NONE, Key::Backspace)]),
    entry(Command::DeleteWithoutHealing, "Delete without healing", Scope::Canvas, &[key(CTRL, Key::Delete)]),
    entry(Command::CopyValues, "Copy values", Scope::Canvas, &[key(CTRL_SHIFT, Key::C)]),
    entry(Command::PasteValues, "Paste values", Scope::Canvas, &[key(CTRL_SHIFT, Key::V)]),
    entry(Command::ResetValues, "Reset values", Scope::Canvas, &[key(CTRL_SHIFT, Key::R)]),
    entry(Command::SelectAll, "Select all", Scope::Canvas, &[key(CTRL, Key::A)]),
    entry(Command::AddNode, "Add node…", Scope::Canvas, &[key(NONE, Key::Space), key(NONE, Key::Tab)]),
    entry(Command::View, "View in the preview", Scope::Canvas, &[key(NONE, Key::V)]),
    entry(Command::UseAsOutput, "Use as output", Scope::Canvas, &[key(NONE, Key::O)]),
    entry(Command::Mute, "Mute", Scope::Canvas, &[key(NONE, Key::M)]),
    entry(Command::Rename, "Rename", Scope::Canvas, &[key(NONE, Key::F2)]),
    entry(Command::Collapse, "Collapse", Scope::Canvas, &[key(NONE, Key::H)]),
    entry(Command::Enclose, "Put into a frame", Scope::Canvas, &[key(CTRL_SHIFT, Key::F)]),
    entry(Command::MakeGroup, "Group", Scope::Canvas, &[key(CTRL, Key::G)]),
    entry(Command::Unpack, "Unpack the group", Scope::Canvas, &[key(CTRL_SHIFT, Key::G)]),
    entry(Command::EnterGroup, "Look into the group", Scope::Canvas, &[]),
    entry(Command::LeaveGroup, "Leave the group", Scope::Canvas, &[]),
    entry(Command::AddNote, "Add note", Scope::Canvas, &[key(SHIFT, Key::N)]),
    entry(Command::SwapInputs, "Swap inputs", Scope::Canvas, &[key(ALT, Key::S)]),
    entry(Command::AlignLeft, "Align left", Scope::Canvas, &[]),
    entry(Command::AlignCenter, "Align centres in a column", Scope::Canvas, &[]),
    entry(Command::AlignRight, "Align right", Scope::Canvas, &[]),
    entry(Command::AlignTop, "Align top", Scope::Canvas, &[]),
    entry(Command::AlignMiddle, "Align centres in a row", Scope::Canvas, &[]),
    entry(Command::AlignBottom, "Align bottom", Scope::Canvas, &[]),
    entry(Command::SpaceAcross, "Space evenly across", Scope::Canvas, &[]),
    entry(Command::SpaceDown, "Space evenly down", Scope::Canvas, &[]),
    entry(Command::SnapNow, "Move to the grid", Scope::Canvas, &[]),
    entry(Command::SnapToGrid, "Snap to the grid", Scope::Canvas, &[key(SHIFT, Key::S)]),
    entry(Command::AutoLayout, "Lay out", Scope::Canvas, &[key(CTRL_SHIFT, Key::L)]),
    entry(Command::Map, "Map", Scope::Canvas, &[key(NONE, Key::N)]),
    entry(Command::FrameSelection, "Frame selection", Scope::Canvas, &[key(NONE, Key::F)]),
    entry(Command::FrameAll, "Frame all", Scope::Canvas, &[key(NONE, Key::Home)]),
    entry(Command::ActualSize, "Zoom to 100 %", Scope::Canvas, &[key(NONE, Key::Num1), key(CTRL, Key::Num0)]),
    entry(Command::ZoomIn, "Zoom in", Scope::Canvas, &[key(CTRL, Key::Plus), key(CTRL, Key::Equals)]),
    entry(Command::ZoomOut, "Zoom out", Scope::Canvas, &[key(CTRL, Key::Minus)]),
    entry(Command::AutoLevels, "Auto levels", Scope::Canvas, &[key(NONE, Key::A)]),
    entry(Command::Relief, "3D view", Scope::Canvas, &[key(NONE, Key::Num3)]),
    entry(Command::Profile, "Profile along a line", Scope::Canvas, &[key(NONE, Key::R)]),
    entry(Command::Pin, "Pin the picture", Scope::Canvas, &[key(NONE, Key::P)]),
    entry(Command::CompareNodes, "Compare with the selected node", Scope::Canvas, &[key(SHIFT, Key::P)]),
    entry(Command::CompareBefore, "Compare with before the last step", Scope::Window, &[]),
    entry(Command::CompareSaved, "Compare with the saved recipe", Scope::Window, &[]),
    entry(Command::SplitPreview, "Split the preview", Scope::Window, &[]),
    entry(Command::ShowDifference, "Show the difference", Scope::Window, &[]),
    entry(Command::SwapSides, "Swap the sides", Scope::Window, &[]),
    entry(Command::StopComparing, "Stop comparing", Scope::Window, &[]),
    entry(Command::LockPreview, "Lock the preview", Scope::Canvas, &[key(NONE, Key::L)]),
    entry(Command::FollowSelection, "Preview follows the selection", Scope::Window, &[]),
    entry(Command::Commands, "All commands…", Scope::Window, &[key(CTRL, Key::P), key(CTRL_SHIFT, Key::P)]),
    entry(Command::FindNode, "Find a node…", Scope::Window, &[key(CTRL, Key::F)]),
    entry(Command::CancelExport, "Cancel the export", Scope::Window, &[]),
    entry(Command::NextPane, "Next panel", Scope::Window, &[key(NONE, Key::F6)]),
    entry(Command::PreviousPane, "Previous panel", Scope::Window, &[key(SHIFT, Key::F6)]),
    entry(Command::Menus, "Menus", Scope::Window, &[key(NONE, Key::F10)]),
    entry(Command::ResetLayout, "Reset layout", Scope::Window, &[]),
    entry(
        Command::LargerInterface,
        "Larger interface",
        Scope::Window,
        &[key(CTRL_SHIFT, Key::Plus), key(CTRL_SHIFT, Key::Equals)],
    ),
    entry(Command::SmallerInterface, "Smaller interface", Scope::Window, &[key(CTRL_SHIFT, Key::Minus)]),
    entry(Command::UsualInterface, "Interface at 100 %", Scope::Window, &[key(CTRL_SHIFT, Key::Num0)]),
    entry(Command::Tour, "Take the tour", Scope::Window, &[]),
    entry(Command::OtherTheme, "Switch between dark and light", Scope::Window, &[]),
    entry(Command::Timings, "Time of each node", Scope::Window, &[]),
    entry(Command::ExportOnSave, "Re-export on save", Scope::Window, &[]),
    entry(Command::Keys, "Keys", Scope::Window, &[key(NONE, Key::F1)]),
];

/// What decides whether a command can be carried out now.
#[derive(Clone, Copy, Debug, Default)]
pub struct State {
    /// Nodes of the recipe.
    pub nodes: usize,
    /// Nodes that are selected.
    pub selected: usize,
    /// Whether one of them has an input that can pass through.
    pub mutable: bool,
    /// How many of them are instances of groups.
    pub groups: usize,
    /// Whether there is a step to take back.
    pub undo: bool,
    /// Whether there is a step to do again.
    pub redo: bool,
    /// Whether an export runs.
    pub exporting: bool,
    /// Whether values of a node were copied.
    pub values: bool,
    /// Whether the preview shows something.
    pub previewing: bool,
    /// Whether it is compared with something.
    pub comparing: bool,
}

impl State {
    /// What can be done in a window now; the app says so before it draws.
    pub fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Id::unique("command state"))).unwrap_or_default()
    }

    /// Makes it what [`State::of`] tells.
    pub fn publish(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("command state"), self));
    }
}

impl Command {
    /// Why the command cannot be carried out now, in one sentence; `None` if it can.
    pub fn refusal(self, state: &State) -> Option<&'static str> {
        let (holds, why) = match self {
            Self::Undo => (state.undo, tr!("There is nothing to undo.")),
            Self::Redo => (state.redo, tr!("There is nothing to redo.")),
            Self::View => (state.selected == 1, tr!("Select one node first.")),
            Self::Mute if state.selected > 0 => {
                (state.mutable, tr!("The selected nodes have no input that could pass through, so none can be muted."))
            }
            Self::Cut | Self::Copy | Self::Duplicate | Self::Delete | Self::DeleteWithoutHealing => {
                (state.selected > 0, tr!("Select a node first."))
            }
            Self::PasteValues if state.selected > 0 => {
                (state.values, tr!("No values were copied: copy those of a node first."))
            }
            Self::CopyValues | Self::PasteValues | Self::ResetValues => {
                (state.selected > 0, tr!("Select a node first."))
            }
            Self::Rename | Self::Mute | Self::UseAsOutput => (state.selected > 0, tr!("Select a node first.")),
            Self::MakeGroup | Self::Enclose => (state.selected > 0, tr!("Select a node first.")),
            Self::EnterGroup | Self::Unpack => (state.groups > 0, tr!("Select a group first.")),
            Self::SelectAll | Self::FrameAll | Self::FrameSelection | Self::FindNode => {
                (state.nodes > 0, tr!("The recipe has no nodes yet."))
            }
            Self::ExportAgain | Self::ExportAll => (!state.exporting, tr!("An export is still running.")),
            Self::CompareNodes if state.previewing => {
                (matches!(state.selected, 1 | 2), tr!("Select one or two nodes first."))
            }
            Self::CompareBefore if state.previewing => (state.undo, tr!("There is no step to compare with.")),
            Self::Profile
            | Self::Pin
            | Self::CompareNodes
            | Self::CompareBefore
            | Self::CompareSaved
            | Self::LockPreview => (state.previewing, tr!("There is no picture yet.")),
            Self::SplitPreview | Self::ShowDifference | Self::SwapSides | Self::StopComparing => {
                (state.comparing, tr!("Pin a picture first."))
            }
            Self::CancelExport => (state.exporting, tr!("No export is running.")),
            _ => return None,
        };
        (!holds).then_some(why)
    }

    /// What carries it out.
    pub fn request(self) -> Request {
        Request::Do(self)
    }

    /// Whether its keys are the system's own, which cannot be given to others.
    pub fn has_fixed_keys(self) -> bool {
        matches!(self, Self::Cut | Self::Copy | Self::Paste)
    }
}

impl Entry {
    /// Title in the language of the interface.
    pub fn title(&self) -> &'static str {
        language::text(self.title)
    }
}

impl Command {
    /// Title in the language of the interface.
    pub fn title(self) -> &'static str {
        self.entry().title()
    }

    /// The command's row in the table.
    pub fn entry(self) -> &'static Entry {
        ENTRIES.iter().find(|e| e.command == self).unwrap_or(&ENTRIES[0])
    }
}
