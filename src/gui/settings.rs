//! What the editor remembers between runs: recent files and habits, in one small RON file.
//!
//! It lies in `orograph/` of the configuration folder, or where the environment variable `OROGRAPH_CONFIG` says.

use super::keymap::Keymap;
use super::language::Language;
use crate::disk;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Environment variable that names another configuration folder.
pub const CONFIG_VARIABLE: &str = "OROGRAPH_CONFIG";
/// Recent files that are remembered.
pub const RECENT_FILES: usize = 10;

/// The configuration folder; `None` on a system that has none.
pub fn config_folder() -> Option<PathBuf> {
    match std::env::var_os(CONFIG_VARIABLE).filter(|dir| !dir.is_empty()) {
        Some(dir) => Some(dir.into()),
        None => dirs::config_dir().map(|dir| dir.join("orograph")),
    }
}

/// What the mouse wheel and two fingers do on the canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scroll {
    /// Wheels zoom, trackpads pan.
    #[default]
    Auto,
    /// Both zoom.
    Zoom,
    /// Both pan.
    Pan,
}

/// What happens to the previous file when a recipe is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Backup {
    /// It stays beside the new one, with `.bak` behind its name, until the next save.
    #[default]
    Kept,
    /// It is replaced.
    Off,
}

/// What the export dialog was set to last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportHabit {
    /// Name of the preset.
    pub preset: Option<String>,
    /// Samples over the width, and over the height where it does not follow the world.
    pub size: Option<(u32, Option<u32>)>,
    /// Name of the format.
    pub format: Option<String>,
}

/// Which of the two themes the window has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Appearance {
    /// Dark.
    #[default]
    Dark,
    /// Light.
    Light,
    /// What the system is set to; dark where it does not say.
    System,
}

/// Kinds of nodes that the palette shows first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Liked {
    /// Kinds with a star, in the order in which they got it.
    pub favourites: Vec<String>,
    /// Kinds that were added last, newest first.
    pub recent: Vec<String>,
}

impl Liked {
    /// Recent kinds that are remembered.
    const RECENT: usize = 5;

    /// Whether a kind has a star.
    pub fn is_favourite(&self, kind: &str) -> bool {
        self.favourites.iter().any(|favourite| favourite == kind)
    }

    /// Gives a kind a star, or takes it away.
    pub fn star(&mut self, kind: &str) {
        match self.is_favourite(kind) {
            true => self.favourites.retain(|favourite| favourite != kind),
            false => self.favourites.push(kind.to_owned()),
        }
    }

    /// A node of this kind was added.
    pub fn added(&mut self, kind: &str) {
        self.recent.retain(|recent| recent != kind);
        self.recent.insert(0, kind.to_owned());
        self.recent.truncate(Self::RECENT);
    }
}

/// What the editor remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Files that were opened or saved, newest first.
    pub recent: Vec<PathBuf>,
    /// What scrolling does on the canvas.
    pub scroll: Scroll,
    /// Whether the canvas shows its small map.
    pub map: bool,
    /// Whether what is dragged on the canvas snaps to the grid.
    pub snap: bool,
    /// Whether saving repeats the last export.
    pub export_on_save: bool,
    /// Whether each node shows how long it takes.
    pub timings: bool,
    /// Whether the preview is a 3D view.
    pub relief: bool,
    /// What happens to the previous file.
    pub backup: Backup,
    /// What the export dialog starts with.
    pub export: ExportHabit,
    /// Where the panes lie, as text for [`Dock::read`](super::dock::Dock::read); empty for the usual layout.
    pub layout: String,
    /// Dark or light.
    pub appearance: Appearance,
    /// Size of the interface in percent of the system's, 75 to 250.
    pub scale: u32,
    /// Language of the interface; `None` follows the system.
    pub language: Option<Language>,
    /// Shortcuts that differ from the usual ones.
    pub keys: Keymap,
    /// Favourites and recent kinds of the palette.
    pub liked: Liked,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            recent: Vec::new(),
            scroll: Scroll::default(),
            map: true,
            snap: false,
            export_on_save: false,
            relief: false,
            backup: Backup::default(),
            export: ExportHabit::default(),
            layout: String::new(),
            appearance: Appearance::default(),
            scale: 100,
            language: None,
            timings: false,
            keys: Keymap::default(),
            liked: Liked::default(),
        }
    }
}

impl Settings {
    /// Reads the settings; what is missing or unreadable has its default.
    pub fn load(folder: Option<&Path>) -> Self {
        let text = folder.and_then(|folder| std::fs::read_to_string(folder.join("settings.ron")).ok());
        text.and_then(|text| ron::from_str(&text).ok()).unwrap_or_default()
    }

    /// Sizes of the interface in percent that a step up or down reaches.
    pub const SCALES: [u32; 10] = [75, 90, 100, 110, 125, 150, 175, 200, 225, 250];

    /// The next size of the interface, upwards or downwards; the present one at the end of the scale.
    pub fn next_scale(&self, up: bool) -> u32 {
        let scales = Self::SCALES;
        let next = match up {
            true => scales.into_iter().find(|scale| *scale > self.scale),
            false => scales.into_iter().rev().find(|scale| *scale < self.scale),
        };
        next.unwrap_or(self.scale.clamp(scales[0], scales[scales.len() - 1]))
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// One sentence when the file cannot be written.
    pub fn save(&self, folder: Option<&Path>) -> Result<(), String> {
        let Some(folder) = folder else { return Ok(()) };
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default());
        let text = text.map_err(|e| format!("The settings cannot be written as text: {e}."))?;
        std::fs::create_dir_all(folder)
            .and_then(|()| disk::replace(&folder.join("settings.ron"), |file| file.write_all(text.as_bytes())))
            .map(drop)
            .map_err(|e| format!("The settings cannot be saved in {}: {e}.", folder.display()))
    }

    /// Puts `path` in front of the recent files.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT_FILES);
    }
}
