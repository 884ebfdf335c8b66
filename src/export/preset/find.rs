//! Where presets come from: the program, the configuration folder, a file that is named.

use super::{Preset, PresetError, data};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Folder of a person's own presets, within the configuration folder.
pub const PRESET_FOLDER: &str = "presets";

/// Largest file that is read as a preset.
const LARGEST: u64 = 1 << 20;

static OWN: [(&str, &str); 8] = [
    ("unity", include_str!("../../../assets/presets/unity.ron")),
    ("unreal", include_str!("../../../assets/presets/unreal.ron")),
    ("terrain3d", include_str!("../../../assets/presets/terrain3d.ron")),
    ("hterrain", include_str!("../../../assets/presets/hterrain.ron")),
    ("blender", include_str!("../../../assets/presets/blender.ron")),
    ("gis", include_str!("../../../assets/presets/gis.ron")),
    ("machine-learning", include_str!("../../../assets/presets/machine-learning.ron")),
    ("tiled", include_str!("../../../assets/presets/tiled.ron")),
];

/// Presets, and sentences about files that are none.
type Found = (Vec<&'static Preset>, Vec<PresetError>);

/// The folder of a person's own presets: `presets/` in the configuration folder of this system or where the environment
/// variable `OROGRAPH_CONFIG` says; `None` on a system that has none.
pub fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(config) = variable("OROGRAPH_CONFIG") {
        return Some(config.join(PRESET_FOLDER));
    }
    let config = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_CONFIG_HOME").or_else(|| variable("HOME").map(|home| home.join(".config")))
    };
    config.map(|config| config.join("orograph").join(PRESET_FOLDER))
}

fn found() -> &'static Found {
    static FOUND: OnceLock<Found> = OnceLock::new();
    FOUND.get_or_init(|| {
        let own = OWN.iter().map(|(name, text)| data::read(text, name));
        let mut files: Vec<PathBuf> = folder()
            .and_then(|folder| fs::read_dir(folder).ok())
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        files.retain(|path| path.extension().is_some_and(|e| e == "ron"));
        files.sort();
        let (mut presets, mut faults): Found = Default::default();
        for result in own.chain(files.iter().map(|path| Preset::read(path))) {
            match result {
                // A person's own preset takes the place of one that has its name.
                Ok(preset) => match presets.iter_mut().find(|p| p.name == preset.name) {
                    Some(place) => *place = preset,
                    None => presets.push(preset),
                },
                Err(fault) => faults.push(fault),
            }
        }
        (presets, faults)
    })
}

impl Preset {
    /// All presets: the program's and those of the person's folder, which is read once.
    pub fn all() -> &'static [&'static Self] {
        &found().0
    }

    /// Files of the person's folder that are no presets, in a sentence each.
    pub fn faults() -> &'static [PresetError] {
        &found().1
    }

    /// The preset of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::all().iter().copied().find(|p| p.name == name)
    }

    /// The preset of that name, or in the file of that name (`.ron`).
    ///
    /// # Errors
    /// A sentence that names the presets that there are, or says what is wrong with the file.
    pub fn named(text: &str) -> Result<&'static Self, PresetError> {
        if let Some(preset) = Self::find(text) {
            return Ok(preset);
        }
        if Path::new(text).extension().is_some_and(|e| e == "ron") {
            return Self::read(Path::new(text));
        }
        let known: Vec<&str> = Self::all().iter().map(|p| p.name).collect();
        let faults: Vec<String> = Self::faults().iter().map(|fault| format!("; {fault}")).collect();
        let known = known.join(", ");
        Err(PresetError(format!("known presets are {known}, or the file of your own (.ron){}", faults.concat())))
    }

    /// Reads a preset from a file.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what is allowed.
    pub fn read(path: &Path) -> Result<&'static Self, PresetError> {
        let from = path.display().to_string();
        let refuse = |why: String| PresetError(format!("preset {from}: {why}"));
        let size = fs::metadata(path).map_err(|e| refuse(e.to_string()))?.len();
        if size > LARGEST {
            return Err(refuse("it is larger than 1 MiB, presets are short texts".into()));
        }
        let text = fs::read_to_string(path).map_err(|e| refuse(e.to_string()))?;
        data::read(&text, &from)
    }
}
