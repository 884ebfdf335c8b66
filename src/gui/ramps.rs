//! A person's own colour ramps: one small RON file each, in `ramps/` of the configuration folder.
//!
//! They are what recipes take their colours from. A recipe that uses one holds its colours itself, so that it is drawn the
//! same on a machine that does not have them.

use super::language::tr;
use crate::disk;
use crate::graph::OwnRamp;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 16;

/// The ramps that a person has saved.
#[derive(Default)]
pub struct Ramps {
    folder: Option<PathBuf>,
    own: Vec<Arc<OwnRamp>>,
}

impl Ramps {
    /// Reads the ramps beside the settings in `config`. Files that hold no ramp are left alone.
    pub fn load(config: Option<&Path>) -> Self {
        let folder = config.map(|config| config.join("ramps"));
        let files = folder.as_deref().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut own: Vec<Arc<OwnRamp>> = files.filter_map(|file| read(&file.path())).map(Arc::new).collect();
        own.sort_by(|a, b| a.name.cmp(&b.name));
        own.dedup_by(|a, b| a.name == b.name);
        Self { folder, own }
    }

    /// The ramps by name.
    pub fn all(&self) -> &[Arc<OwnRamp>] {
        &self.own
    }

    /// The ramp of that name.
    pub fn find(&self, name: &str) -> Option<&Arc<OwnRamp>> {
        self.own.iter().find(|ramp| ramp.name == name)
    }

    /// Whether a ramp may be saved under its name: it is the name of a file on every system.
    pub fn is_file_name(name: &str) -> bool {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')');
        !name.is_empty() && name.trim() == name && name.chars().count() <= 48 && name.chars().all(fits)
    }

    /// Saves a ramp, in place of one of the same name.
    ///
    /// # Errors
    /// One sentence that names the ramp and what is wrong.
    pub fn save(&mut self, ramp: &Arc<OwnRamp>) -> Result<(), String> {
        let name = &ramp.name;
        if !Self::is_file_name(name) {
            return Err(tr!(
                "The ramp “{name}” cannot be saved: its name may have letters, digits, blanks, - and _.",
                name = name
            ));
        }
        let Some(folder) = &self.folder else {
            return Err(tr!("The ramp “{name}” cannot be saved: this system has no folder for settings.", name = name));
        };
        let text = ramp.to_ron() + "\n";
        let written = fs::create_dir_all(folder)
            .and_then(|()| disk::replace(&file(folder, name), |out| out.write_all(text.as_bytes())));
        written
            .map_err(|error| tr!("The ramp “{name}” cannot be saved: {why}.", name = name, why = disk::why(&error)))?;
        self.own.retain(|own| own.name != *name);
        let place = self.own.partition_point(|own| own.name < *name);
        self.own.insert(place, Arc::clone(ramp));
        Ok(())
    }

    /// Removes a ramp. Recipes that use it keep their colours.
    ///
    /// # Errors
    /// One sentence that names the ramp and what is wrong.
    pub fn remove(&mut self, name: &str) -> Result<(), String> {
        if let Some(folder) = self.folder.as_deref().filter(|_| Self::is_file_name(name)) {
            match fs::remove_file(file(folder, name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    let why = disk::why(&error);
                    return Err(tr!("The ramp “{name}” cannot be removed: {why}.", name = name, why = why));
                }
                _ => {}
            }
        }
        self.own.retain(|own| own.name != *name);
        Ok(())
    }
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.ron"))
}

fn read(path: &Path) -> Option<OwnRamp> {
    let is_ours = path.extension().is_some_and(|e| e == "ron") && fs::metadata(path).ok()?.len() <= LARGEST;
    let ramp = OwnRamp::parse(&fs::read_to_string(path).ok().filter(|_| is_ours)?).ok()?;
    // A file that was renamed by hand is the ramp of its new name.
    let name = path.file_stem()?.to_str()?.to_owned();
    Ramps::is_file_name(&name).then_some(OwnRamp { name, ..ramp })
}
