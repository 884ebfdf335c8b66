//! Presets of nodes: values under a name, by kind. Those of the program are in `presets/built_in.rs`.
//!
//! A person's lie in `presets.ron` beside the settings, each as the node would stand in a recipe: `"Fbm": { "Alps":
//! "Fbm(octaves: 8)" }`. Before a change the file is read again, so that two windows do not undo each other's; a file that
//! cannot be read is put aside and never written over.

mod built_in;

pub use built_in::{BUILT_IN, BuiltIn};

use super::language::tr;
use super::values::{Values, effective};
use crate::disk;
use crate::graph::{Field, Graph, Node, Setting};
use crate::spec::ParamKind;
use eframe::egui::{Context, Id};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The file beside the settings.
const FILE: &str = "presets.ron";
/// Longest name in characters.
const LONGEST: usize = 60;

/// Presets that a person saved: kind, name, node.
type Own = BTreeMap<String, BTreeMap<String, String>>;

/// The presets that a window knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Presets {
    own: Own,
}

impl Presets {
    /// Reads the presets beside the settings. A file that cannot be read gives none, and a sentence that says so.
    pub fn load(folder: Option<&Path>) -> (Self, Option<String>) {
        match folder.map_or_else(|| Ok(Own::new()), read) {
            Ok(own) => (Self { own }, None),
            Err(why) => {
                let why = tr!("The saved presets cannot be read and stay where they are: {why}.", why = why);
                (Self::default(), Some(why))
            }
        }
    }

    /// What a window knows; the app says so.
    pub fn of(ctx: &Context) -> Arc<Self> {
        ctx.data(|data| data.get_temp(Id::unique("presets"))).unwrap_or_default()
    }

    /// Makes it what [`Presets::of`] tells.
    pub fn publish(self: &Arc<Self>, ctx: &Context) {
        if !Arc::ptr_eq(&Self::of(ctx), self) {
            ctx.data_mut(|data| data.insert_temp(Id::unique("presets"), Arc::clone(self)));
        }
    }

    /// Names of a person's presets for a kind, sorted.
    pub fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.own.get(kind).into_iter().flat_map(|presets| presets.keys().map(String::as_str))
    }

    /// The values of a person's preset; `None` where there is none, or none that this version can read.
    pub fn values(&self, kind: &str, name: &str) -> Option<Values> {
        let node = Node::parse(self.own.get(kind)?.get(name)?).ok()?;
        Values::of_node(&Graph::default(), &node)
    }

    /// Keeps the values of a node under a name, in place of what had it; whether something had.
    ///
    /// # Errors
    /// One sentence: what is wrong with the name, or why the file cannot be written.
    pub fn keep(&mut self, folder: Option<&Path>, kind: &str, name: &str, text: &str) -> Result<bool, String> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(tr!("The name of a preset has 1 to {n} characters in one line.", n = LONGEST));
        }
        self.change(folder, |own| {
            own.entry(kind.to_owned()).or_default().insert(name.to_owned(), text.to_owned()).is_some()
        })
    }

    /// Takes a preset away; whether there was one.
    ///
    /// # Errors
    /// One sentence when the file cannot be written.
    pub fn remove(&mut self, folder: Option<&Path>, kind: &str, name: &str) -> Result<bool, String> {
        self.change(folder, |own| {
            let found = own.get_mut(kind).is_some_and(|presets| presets.remove(name).is_some());
            own.retain(|_, presets| !presets.is_empty());
            found
        })
    }

    fn change(&mut self, folder: Option<&Path>, change: impl FnOnce(&mut Own) -> bool) -> Result<bool, String> {
        let Some(folder) = folder else { return Ok(change(&mut self.own)) };
        let failed =
            |why: String| tr!("The presets cannot be saved in {folder}: {why}.", folder = folder.display(), why = why);
        let mut own = match read(folder) {
            Ok(own) => own,
            Err(_) => {
                put_aside(folder).map_err(|error| failed(disk::why(&error)))?;
                self.own.clone()
            }
        };
        let found = change(&mut own);
        let text = ron::ser::to_string_pretty(&own, ron::ser::PrettyConfig::default());
        let text = text.map_err(|error| failed(error.to_string()))?;
        std::fs::create_dir_all(folder)
            .and_then(|()| disk::replace(&folder.join(FILE), |file| file.write_all(text.as_bytes())))
            .map_err(|error| failed(disk::why(&error)))?;
        self.own = own;
        Ok(found)
    }
}

/// The presets in a folder, none without a file.
fn read(folder: &Path) -> Result<Own, String> {
    match std::fs::read_to_string(folder.join(FILE)) {
        Ok(text) => ron::from_str(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Own::new()),
        Err(error) => Err(disk::why(&error)),
    }
}

/// Gives a file that cannot be read a name under which nothing is written.
fn put_aside(folder: &Path) -> std::io::Result<()> {
    let numbered = (2..).map(|n| format!("presets.damaged{n}.ron"));
    let names = std::iter::once("presets.damaged.ron".to_owned()).chain(numbered);
    let free = names.map(|name| folder.join(name)).find(|path| !path.exists());
    free.map_or(Ok(()), |path| std::fs::rename(folder.join(FILE), path))
}

/// What a preset of a node's values holds: no wires, no seed, no note, and of shared values what they are now.
pub fn text_of(graph: &Graph, node: &Node) -> Option<String> {
    let spec = node.spec()?;
    let mut kept = Node { version: node.version, ..Node::new(&node.kind) };
    for field in Field::all(spec) {
        let seed = matches!(field, Field::Param(param) if param.kind == ParamKind::Seed);
        let value = match node.setting(field.name()) {
            Some(Setting::Value(value)) => Some(value.clone()),
            Some(Setting::Parameter(_)) => effective(graph, node, field),
            Some(Setting::Link(_)) | None => None,
        };
        if let Some(value) = value.filter(|_| !seed) {
            kept.settings.insert(field.name().into(), Setting::Value(value));
        }
    }
    Some(kept.to_ron())
}

/// Whether a node of this kind can have presets: an instance of a group is like no other.
pub fn has_presets(node: &Node) -> bool {
    node.group.is_none() && !node.is_group_input() && node.spec().is_some()
}
