//! The world and graph parameters: edits that reach into many nodes at once.

use super::Applied;
use super::apply::{Done, refuse};
use crate::graph::field::{Field, check_levels, fits_f32, parameter_words};
use crate::graph::names::{NAME_RULE, is_name, is_word};
use crate::graph::{Graph, Node, NodeId, Parameter, ParameterValue, Setting, World};
use crate::spec::{Level, ParamKind, Quantity, Value, levels_at_sea};
use std::sync::Arc;

impl Graph {
    pub(super) fn set_world(&mut self, world: &World) -> Done {
        let world = checked(world)?;
        if (world.extent, world.origin) != (self.world.extent, self.world.origin) {
            self.write_out_lengths();
        }
        self.replace_world(world)
    }

    /// Replaces the world, moves water levels with the sea, and refuses values that their limits no longer allow.
    fn replace_world(&mut self, world: World) -> Done {
        if let Some(sea) = world.sea_unit().filter(|sea| Some(*sea) != self.world.sea_unit()) {
            self.map_values(|_, value| match value {
                Value::Levels(levels) => Value::Levels(moved(levels, sea)),
                Value::Biomes(biomes) => Value::Biomes(biomes.at_sea(Some(sea)).into()),
                other => other.clone(),
            });
        }
        self.world = world;
        self.check_values()
    }

    pub(super) fn scale_world(&mut self, world: &World) -> Done<Applied> {
        let world = checked(world)?;
        let old = self.world;
        let factor = world.extent.0.max(world.extent.1) / old.extent.0.max(old.extent.1);
        let scaled = |[x, y]: [f64; 2]| {
            [world.origin.0 + (x - old.origin.0) * factor, world.origin.1 + (y - old.origin.1) * factor]
        };
        self.map_values(|field, value| match value {
            Value::Number(v) if field.is_length() => Value::Number(v * factor),
            Value::Point(point) => Value::Point(scaled(*point)),
            Value::Points(points) if field.is_path() => Value::Points(points.iter().map(|&p| scaled(p)).collect()),
            other => other.clone(),
        });
        self.scale_inputs(factor)?;
        let kept = self.scale_parameters(factor);
        self.replace_world(world)?;
        let names: Vec<String> = kept.iter().map(|name| format!("${name}")).collect();
        let words = format!("{} also stand for other things than lengths and were not scaled", names.join(", "));
        Ok(Applied { notice: (!kept.is_empty()).then_some(words), ..Applied::default() })
    }

    /// Scales the graph parameters that stand only for lengths; gives those that stand for lengths and other things.
    fn scale_parameters(&mut self, factor: f64) -> Vec<Arc<str>> {
        let mut kept = Vec::new();
        for name in self.parameters.keys().cloned().collect::<Vec<_>>() {
            let uses: Vec<bool> = self.uses(&name).iter().map(|(_, _, field)| field.is_length()).collect();
            if uses.contains(&true) && uses.contains(&false) {
                kept.push(name);
            } else if let Some(parameter) = self.parameters.get_mut(&name).filter(|_| uses.contains(&true)) {
                if let ParameterValue::Number(v) = &mut parameter.value {
                    *v *= factor;
                }
                parameter.range = parameter.range.map(|(lo, hi)| (lo * factor, hi * factor));
            }
        }
        kept
    }

    /// Every field that is set to the graph parameter `name`, also in groups: the group, the node and the field.
    pub fn uses(&self, name: &str) -> Vec<(Option<Arc<str>>, NodeId, Field)> {
        let mut uses = Vec::new();
        for (group, nodes) in self.named_bodies() {
            for (id, node) in nodes {
                let set = node.settings.iter().filter(|(_, s)| matches!(s, Setting::Parameter(n) if &**n == name));
                let spec = node.spec();
                uses.extend(set.filter_map(|(field, _)| Some((group.cloned(), id.clone(), Field::of(spec?, field)?))));
            }
        }
        uses
    }

    /// Sets every length and position that follows the world to the value that it has now.
    fn write_out_lengths(&mut self) {
        let world = self.world;
        let open = |node: &Node, field: &Field| {
            field.is_symbolic() && !is_levels(*field) && node.setting(field.name()).is_none()
        };
        self.change_bodies(|nodes| {
            for node in nodes.values_mut() {
                let Some(spec) = node.spec() else { continue };
                let fields: Vec<Field> = Field::all(spec).filter(|field| open(node, field)).collect();
                for field in fields {
                    if let Some(value) = field.default(&world) {
                        Arc::make_mut(node).settings.insert(field.name().into(), Setting::Value(value));
                    }
                }
            }
        });
    }

    /// Changes the values that are set in fields of known kinds.
    fn map_values(&mut self, map: impl Fn(Field, &Value) -> Value) {
        self.change_bodies(|nodes| {
            for node in nodes.values_mut() {
                let Some(spec) = node.spec() else { continue };
                for field in Field::all(spec) {
                    let Some(Setting::Value(old)) = node.setting(field.name()) else { continue };
                    let new = map(field, old);
                    if new == *old {
                        continue;
                    }
                    let setting = Setting::Value(new);
                    let settings = &mut Arc::make_mut(node).settings;
                    if field.is_default(&setting) {
                        settings.remove(field.name());
                    } else {
                        settings.insert(field.name().into(), setting);
                    }
                }
            }
        });
    }

    /// Multiplies the lengths that stand in for inputs of groups.
    fn scale_inputs(&mut self, factor: f64) -> Done {
        for (name, group) in &mut self.groups {
            if !group.inputs.iter().any(|input| input.quantity == Quantity::Metres) {
                continue;
            }
            for input in Arc::make_mut(group).inputs.iter_mut().filter(|i| i.quantity == Quantity::Metres) {
                input.default = input.default.map(|v| v * factor);
                input.range = input.range.map(|(lo, hi)| (lo * factor, hi * factor));
                input.check().or_else(|why| refuse(format!("group \"{name}\": input \"{}\": {why}", input.name)))?;
            }
        }
        self.reshape();
        Ok(())
    }

    fn check_values(&self) -> Done {
        for (group, nodes) in self.named_bodies() {
            for (id, node) in nodes {
                let Some(spec) = node.spec() else { continue };
                for field in Field::all(spec) {
                    match node.setting(field.name()) {
                        Some(Setting::Link(_)) | None => {}
                        Some(setting) => self.fits_in(group, id, field, setting)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a setting may stand in a field of a node, of a group or of the recipe.
    fn fits_in(&self, group: Option<&Arc<str>>, id: &NodeId, field: Field, setting: &Setting) -> Done {
        let Some(name) = group else { return self.fits(id, field, setting) };
        let why = self.check_setting(field, setting);
        why.or_else(|why| refuse(format!("group \"{name}\": node \"{id}\": {why}")))
    }

    pub(super) fn set_parameter(&mut self, name: &Arc<str>, parameter: &Parameter) -> Done {
        if !is_name(name) {
            return refuse(format!("\"{name}\" cannot name a graph parameter, allowed are {NAME_RULE}"));
        }
        let valid = match &parameter.value {
            ParameterValue::Number(v) => fits_f32(*v),
            ParameterValue::Choice(word) => is_word(word),
        };
        if !valid {
            let words = parameter_words(&parameter.value);
            return refuse(format!("${name} is {words}, allowed is a finite number or the name of an option"));
        }
        if let Some((lo, hi)) = parameter.range.filter(|(lo, hi)| !fits_f32(*lo) || !fits_f32(*hi) || lo >= hi) {
            return refuse(format!("the range of ${name} is ({lo}, {hi}), allowed are two rising numbers"));
        }
        self.parameters.insert(name.clone(), without_minus_zero(parameter));
        for (group, id, field) in self.uses(name) {
            self.fits_in(group.as_ref(), &id, field, &Setting::Parameter(name.clone()))?;
        }
        Ok(())
    }

    /// Takes a graph parameter away; the fields that use it keep its value, which is told.
    pub(super) fn remove_parameter(&mut self, name: &Arc<str>) -> Done<Applied> {
        let uses = self.uses(name);
        let Some(parameter) = self.parameters.remove(name) else {
            return refuse(format!("there is no graph parameter ${name}"));
        };
        let world = self.world;
        self.change_bodies(|nodes| {
            for node in nodes.values_mut() {
                let Some(spec) = node.spec() else { continue };
                let used = |s: &Setting| matches!(s, Setting::Parameter(n) if n == name);
                let fields: Vec<Field> =
                    Field::all(spec).filter(|field| node.setting(field.name()).is_some_and(used)).collect();
                for field in fields {
                    let value = field.value_of_parameter(name, &parameter.value, &world).ok().map(Setting::Value);
                    let settings = &mut Arc::make_mut(node).settings;
                    match value.filter(|setting| !field.is_default(setting)) {
                        Some(setting) => settings.insert(field.name().into(), setting),
                        None => settings.remove(field.name()),
                    };
                }
            }
        });
        Ok(Applied { notice: kept_words(&uses, name, &parameter.value, &world), ..Applied::default() })
    }
}

/// What becomes of the fields that used a graph parameter; nothing where none did.
fn kept_words(
    uses: &[(Option<Arc<str>>, NodeId, Field)],
    name: &str,
    value: &ParameterValue,
    world: &World,
) -> Option<String> {
    let (kept, lost): (Vec<_>, Vec<_>) =
        uses.iter().partition(|(_, _, field)| field.value_of_parameter(name, value, world).is_ok());
    let named = |uses: Vec<&(Option<Arc<str>>, NodeId, Field)>| {
        let place = |group: &Option<Arc<str>>| group.as_ref().map_or_else(String::new, |group| format!("{group}/"));
        let words = uses.iter().take(3).map(|(group, id, field)| format!("{}{id}.{}", place(group), field.name()));
        let mut words: Vec<String> = words.collect();
        words.extend((uses.len() > 3).then(|| format!("{} more", uses.len() - 3)));
        (!words.is_empty()).then(|| (words.join(", "), words.len() > 1))
    };
    let kept = named(kept).map(|(words, several)| {
        format!("{words} {} {}", if several { "keep" } else { "keeps" }, parameter_words(value))
    });
    let lost = named(lost).map(|(words, several)| match several {
        true => format!("{words} return to their defaults"),
        false => format!("{words} returns to its default"),
    });
    let words: Vec<String> = kept.into_iter().chain(lost).collect();
    (!words.is_empty()).then(|| format!("${name} is gone: {}", words.join(", ")))
}

fn is_levels(field: Field) -> bool {
    matches!(field, Field::Param(param) if matches!(param.kind, ParamKind::Levels | ParamKind::Biomes))
}

/// The bands at a sea, as long as moving the sea back brings the old ones back. Where it crosses dry bands or leaves the
/// heights, the bands stay as they are written: what is evaluated follows the sea all the same.
fn moved(levels: &Arc<[Level]>, sea: f32) -> Arc<[Level]> {
    let moved = levels_at_sea(levels, Some(sea));
    let dry_stay = levels.iter().zip(&moved).all(|(old, new)| old.water || old.below == new.below);
    if sea > 0.0 && dry_stay && check_levels(&moved).is_ok() { moved.into() } else { Arc::clone(levels) }
}

fn checked(world: &World) -> Done<World> {
    Graph::check_world(world)?;
    let pair = |(a, b): (f64, f64)| (a + 0.0, b + 0.0);
    Ok(World { origin: pair(world.origin), height: pair(world.height), sea: world.sea.map(|s| s + 0.0), ..*world })
}

fn without_minus_zero(parameter: &Parameter) -> Parameter {
    let value = match &parameter.value {
        ParameterValue::Number(v) => ParameterValue::Number(v + 0.0),
        other => other.clone(),
    };
    Parameter { value, range: parameter.range.map(|(lo, hi)| (lo + 0.0, hi + 0.0)), about: parameter.about.clone() }
}
