//! Outputs and the way in which the window shows the recipe.

use super::apply::{Done, refuse};
use crate::graph::names::{NAME_RULE, is_name};
use crate::graph::{Graph, Output, View};

impl Graph {
    pub(super) fn set_output(&mut self, output: &Output) -> Done {
        check_name(&output.name)?;
        if let Err(why) = self.check_source(&output.from) {
            return refuse(format!("output \"{}\" would come from \"{}\", {why}", output.name, output.from));
        }
        let output = Output { from: self.shortened(&output.from), ..output.clone() };
        match self.outputs.iter_mut().find(|o| o.name == output.name) {
            Some(old) => *old = output,
            None => self.outputs.push(output),
        }
        Ok(())
    }

    pub(super) fn remove_output(&mut self, name: &str) -> Done {
        let before = self.outputs.len();
        self.outputs.retain(|output| output.name != name);
        if self.outputs.len() < before { Ok(()) } else { refuse(format!("there is no output \"{name}\"")) }
    }

    pub(super) fn rename_output(&mut self, from: &str, to: &str) -> Done {
        check_name(to)?;
        if from != to && self.output(to).is_some() {
            return refuse(format!("there is already an output \"{to}\""));
        }
        match self.outputs.iter_mut().find(|o| o.name == from) {
            Some(output) => {
                output.name = to.to_owned();
                self.exports_follow_output(from, to);
                Ok(())
            }
            None => refuse(format!("there is no output \"{from}\"")),
        }
    }

    pub(super) fn move_output(&mut self, name: &str, to: usize) -> Done {
        let Some(from) = self.outputs.iter().position(|output| output.name == name) else {
            return refuse(format!("there is no output \"{name}\""));
        };
        let output = self.outputs.remove(from);
        self.outputs.insert(to.min(self.outputs.len()), output);
        Ok(())
    }

    pub(super) fn set_view(&mut self, view: &View) -> Done {
        if let Err(why) = view.check() {
            return refuse(why);
        }
        self.view = view.clone();
        Ok(())
    }
}

fn check_name(name: &str) -> Done {
    match is_name(name) {
        true => Ok(()),
        false => refuse(format!("\"{name}\" cannot name an output, allowed are {NAME_RULE}")),
    }
}
