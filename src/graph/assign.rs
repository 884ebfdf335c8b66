//! Values from the command line: `--set node.param=value`, `--set world.samples=513`, `--param name=value`.

use super::edit::Refusal;
use super::field::{Field, plain, whole};
use super::file::VIEW;
use super::file::raw::{Fault, Raw};
use super::file::read::setting;
use super::names::{is_name, is_word, listed, suggestion};
use super::{Edit, Graph, ParameterValue, World};
use std::sync::Arc;

/// Why a value could not be assigned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AssignError(pub String);

impl From<Refusal> for AssignError {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.0)
    }
}

impl From<Fault> for AssignError {
    fn from(fault: Fault) -> Self {
        Self(fault.message)
    }
}

const WORLD: [&str; 6] = ["origin", "extent", "samples", "height", "sea", "repeat"];

impl Graph {
    /// Sets `node.field`, `instance/node.field`, `world.field`, `view.field` or `seed` to a value in RON. A field of a node within a group
    /// changes in that instance alone. Links and graph parameters may stand without quotes;
    /// pairs as `513`, `513x257` or `(513, 257)`. The world changes as in the editor: water levels follow the sea.
    ///
    /// # Errors
    /// One sentence, as for the file; the graph is unchanged.
    pub fn assign(&mut self, target: &str, text: &str) -> Result<(), AssignError> {
        let text = text.trim();
        if target == "seed" {
            let refuse = || AssignError(format!("seed is {text}, allowed is a whole number from 0 to {}", u64::MAX));
            self.apply(&Edit::Seed(text.parse().map_err(|_| refuse())?))?;
            return Ok(());
        }
        if let Some((instance, rest)) = target.split_once('/') {
            return self.assign_within(instance, rest, text);
        }
        let Some((owner, name)) = target.split_once('.') else {
            if self.nodes.contains_key(target) {
                return Err(AssignError(format!("{target} is a node, write {target}.FIELD=VALUE")));
            }
            let hint = suggestion(target, ["seed"]);
            return Err(AssignError(format!("{target} is no NODE.FIELD, world.FIELD or seed{hint}")));
        };
        if owner == "world" && (WORLD.contains(&name) || !self.nodes.contains_key(owner)) {
            return self.assign_world(name, text);
        }
        if owner == "view" && !self.nodes.contains_key(owner) {
            return self.assign_view(name, text);
        }
        let field = self.field(owner, name)?;
        let kind = self.nodes.get(owner).map(|node| node.kind.clone()).unwrap_or_default();
        let refuse = |fault: Fault| AssignError(format!("node \"{owner}\" ({kind}): {}", fault.message));
        let text = in_quotes(field, text);
        let setting = setting(field, &Raw::new(&text, 0), &self.world).map_err(refuse)?;
        self.apply(&Edit::Set { id: owner.into(), field: name.into(), setting: Some(setting) })?;
        Ok(())
    }

    /// Sets a field of a node within an instance, which gets a group of its own for that.
    fn assign_within(&mut self, instance: &str, rest: &str, text: &str) -> Result<(), AssignError> {
        let Some(node) = self.nodes.get(instance) else {
            let hint = suggestion(instance, self.nodes.keys().map(|id| &**id));
            return Err(AssignError(format!("there is no node \"{instance}\"{hint}")));
        };
        let Some(of) = node.group.clone() else {
            let kind = &node.kind;
            return Err(AssignError(format!("node \"{instance}\" ({kind}) is no group, it has no nodes within")));
        };
        let trouble = || AssignError(format!("node \"{instance}\": {}", self.group_trouble(node)));
        let mut inside = self.inside(&of).ok_or_else(trouble)?;
        let owner = rest.split(['.', '/']).next().unwrap_or_default();
        match inside.nodes.get(owner) {
            Some(node) if node.is_group_input() => {
                return Err(AssignError(format!("{owner} is an input of the group, write {instance}.{owner}=VALUE")));
            }
            Some(_) => {}
            None => {
                let hint = suggestion(owner, inside.nodes.keys().map(|id| &**id));
                return Err(AssignError(format!("there is no node \"{owner}\" in \"{instance}\"{hint}")));
            }
        }
        inside.assign(rest, text).map_err(|e| AssignError(format!("in \"{instance}\": {e}")))?;
        let free = |name: &String| !self.groups.contains_key(name.as_str());
        let names = std::iter::once(format!("{of}-{instance}")).chain((2..).map(|n| format!("{of}-{instance}-{n}")));
        let own: Arc<str> = names.into_iter().find(free).unwrap_or_default().into();
        if let Some(group) = self.groups.get(&of).cloned() {
            self.groups.insert(own.clone(), group);
        }
        self.put_inside(&own, inside);
        if let Some(node) = self.nodes.get_mut(instance) {
            Arc::make_mut(node).group = Some(own);
        }
        self.reshape();
        Ok(())
    }

    /// Sets a graph parameter that the recipe declares, by a number or the name of an option.
    ///
    /// # Errors
    /// When there is no such parameter, the value is of the other type, or a field that uses it cannot take it.
    pub fn assign_parameter(&mut self, name: &str, text: &str) -> Result<(), AssignError> {
        let Some(old) = self.parameters.get(name) else {
            let known: Vec<&str> = self.parameters.keys().map(|n| &**n).collect();
            let has = if known.is_empty() { "none".to_owned() } else { listed(known.iter().copied()) };
            let hint = suggestion(name, known.iter().copied());
            return Err(AssignError(format!("there is no graph parameter {name}, the recipe has {has}{hint}")));
        };
        let value = super::file::parameter_value(name, &Raw::new(text.trim(), 0))?;
        let words = match (&old.value, &value) {
            (ParameterValue::Number(_), ParameterValue::Choice(_)) => "a number",
            (ParameterValue::Choice(_), ParameterValue::Number(_)) => "the name of an option",
            _ => {
                let parameter = super::Parameter { value, ..old.clone() };
                self.apply(&Edit::Parameter { name: name.into(), parameter: Some(parameter) })?;
                return Ok(());
            }
        };
        Err(AssignError(format!("graph parameter \"{name}\" is {}, allowed is {words}", text.trim())))
    }

    fn assign_world(&mut self, name: &str, text: &str) -> Result<(), AssignError> {
        if !WORLD.contains(&name) {
            let hint = suggestion(name, WORLD);
            return Err(AssignError(format!("world has no field {name}, it has {}{hint}", listed(WORLD))));
        }
        let mut world = self.world;
        let text = world_text(name, text);
        super::file::read_world_field(&mut world, name, &Raw::new(&text, 0))?;
        self.apply(&Edit::World(world))?;
        Ok(())
    }

    fn assign_view(&mut self, name: &str, text: &str) -> Result<(), AssignError> {
        if !VIEW.contains(&name) {
            let hint = suggestion(name, VIEW);
            return Err(AssignError(format!("view has no field {name}, it has {}{hint}", listed(VIEW))));
        }
        let mut view = self.view.clone();
        // Names need quotes in RON, which shells take away.
        let bare = matches!(name, "heat" | "ramp") && is_word(text);
        let text = if bare { super::file::quoted(text) } else { text.to_owned() };
        super::file::read_view_field(&mut view, name, &Raw::new(&text, 0))?;
        self.apply(&Edit::View(view))?;
        Ok(())
    }

    /// Refuses a world whose fields make no sense.
    pub(super) fn check_world(world: &World) -> Result<(), Refusal> {
        WORLD.iter().try_for_each(|name| super::check::check_world_field(world, name).map_err(Refusal))
    }
}

/// Links and graph parameters need quotes in RON, which shells take away.
fn in_quotes(field: Field, text: &str) -> String {
    if field.is_file() && !text.starts_with('"') {
        return super::file::quoted(text);
    }
    let name = |text: &str| text.split('.').all(is_name);
    let bare = match text.strip_prefix('$') {
        Some(rest) => is_name(rest),
        None => field.takes_link() && name(text) && text.parse::<f64>().is_err(),
    };
    if bare { format!("\"{text}\"") } else { text.to_owned() }
}

/// A field of the world in RON, from the shorter forms of the command line.
fn world_text(name: &str, text: &str) -> String {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|v| v.is_finite());
    let write =
        |v: f64| if name == "samples" { whole(v).map_or_else(|| plain(v), |n| n.to_string()) } else { plain(v) };
    if name == "sea" {
        return if is_word(text) && text.eq_ignore_ascii_case("off") { "Off".to_owned() } else { text.to_owned() };
    }
    let halves = text.split_once(['x', ',']).and_then(|(a, b)| Some((number(a)?, number(b)?)));
    let same = number(text).filter(|_| matches!(name, "samples" | "extent")).map(|v| (v, v));
    match halves.or(same) {
        Some((a, b)) => format!("({}, {})", write(a), write(b)),
        None => text.to_owned(),
    }
}
