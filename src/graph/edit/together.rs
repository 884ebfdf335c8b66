//! Several edits as one step: all of them in their order, or none.

use super::apply::Done;
use super::{Applied, Edit};
use crate::graph::Graph;

impl Edit {
    /// Several edits as one; a single one stays what it is.
    pub fn all(edits: Vec<Self>) -> Self {
        match &edits[..] {
            [only] => only.clone(),
            _ => Self::Together(edits),
        }
    }
}

impl Graph {
    pub(super) fn together(&mut self, edits: &[Edit]) -> Done<Applied> {
        let mut all = Applied::default();
        let mut notices: Vec<String> = Vec::new();
        for edit in edits {
            let applied = self.apply(edit)?;
            for id in applied.select {
                if !all.select.contains(&id) {
                    all.select.push(id);
                }
            }
            all.items.extend(applied.items);
            notices.extend(applied.notice.filter(|notice| !notices.contains(notice)));
        }
        // What a later edit renamed or took away cannot be selected. Within a group the names are the group's.
        if !edits.iter().any(|edit| matches!(edit, Edit::Inside { .. })) {
            all.select.retain(|id| self.nodes.contains_key(id));
            all.items.retain(|item| self.has(item));
        }
        all.notice = (!notices.is_empty()).then(|| notices.join("; "));
        Ok(all)
    }
}
