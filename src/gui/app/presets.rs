//! Presets of nodes: saves and deletes them, and says so.

use super::EditorApp;
use crate::gui::language::tr;
use std::sync::Arc;

impl EditorApp {
    pub(super) fn keep_preset(&mut self, kind: &str, name: &str, text: &str) {
        let presets = Arc::make_mut(&mut self.presets);
        match presets.keep(self.config.as_deref(), kind, name, text) {
            Ok(true) => self.say(tr!("The preset {name} has new values.", name = name)),
            Ok(false) => self.say(tr!("Saved the preset {name}.", name = name)),
            Err(why) => self.complain(why),
        }
    }

    pub(super) fn drop_preset(&mut self, kind: &str, name: &str) {
        let presets = Arc::make_mut(&mut self.presets);
        match presets.remove(self.config.as_deref(), kind, name) {
            Ok(true) => self.say(tr!("Deleted the preset {name}.", name = name)),
            Ok(false) => self.say(tr!("There is no preset {name} any more.", name = name)),
            Err(why) => self.complain(why),
        }
    }
}
