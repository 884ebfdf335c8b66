//! Edits of the exports that a recipe remembers.

use super::apply::{Done, refuse};
use crate::graph::names::{NAME_RULE, is_name};
use crate::graph::{Export, Graph};

impl Graph {
    pub(super) fn set_export(&mut self, export: &Export) -> Done {
        if !is_name(&export.name) {
            return refuse(format!("\"{}\" cannot name an export, allowed are {NAME_RULE}", export.name));
        }
        if let Err(why) = export.check() {
            return refuse(why);
        }
        match self.exports.iter_mut().find(|e| e.name == export.name) {
            Some(old) => *old = export.clone(),
            None => self.exports.push(export.clone()),
        }
        Ok(())
    }

    pub(super) fn remove_export(&mut self, name: &str) -> Done {
        let before = self.exports.len();
        self.exports.retain(|export| export.name != name);
        if self.exports.len() < before { Ok(()) } else { refuse(format!("there is no export \"{name}\"")) }
    }

    pub(super) fn rename_export(&mut self, from: &str, to: &str) -> Done {
        if !is_name(to) {
            return refuse(format!("\"{to}\" cannot name an export, allowed are {NAME_RULE}"));
        }
        if from != to && self.export(to).is_some() {
            return refuse(format!("there is already an export \"{to}\""));
        }
        match self.exports.iter_mut().find(|e| e.name == from) {
            Some(export) => {
                export.name = to.to_owned();
                Ok(())
            }
            None => refuse(format!("there is no export \"{from}\"")),
        }
    }

    /// Exports of a renamed output follow it.
    pub(super) fn exports_follow_output(&mut self, from: &str, to: &str) {
        for export in &mut self.exports {
            export.rename("output", |old| (old == from).then(|| to.to_owned()));
        }
    }

    /// Exports of a renamed node follow it.
    pub(super) fn exports_follow_node(&mut self, id: &str, to: &str) {
        let renamed = |old: &str| {
            let rest = old.strip_prefix(id)?;
            (rest.is_empty() || rest.starts_with(['.', '/'])).then(|| format!("{to}{rest}"))
        };
        for export in &mut self.exports {
            export.rename("node", renamed);
        }
    }
}
