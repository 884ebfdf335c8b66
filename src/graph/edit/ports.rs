//! Editing groups themselves: what is inside, their ports, their names. Instances follow.

use super::apply::{Done, refuse};
use super::{Applied, Edit};
use crate::graph::file::is_field_name;
use crate::graph::group::TAKEN;
use crate::graph::names::listed;
use crate::graph::wires::shorten_links;
use crate::graph::{Graph, GroupInput, Item, Link, Node, NodeId, Setting};
use crate::raster::Sampling;
use crate::spec::Quantity;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Edit {
    /// Whether it is of the recipe as a whole, and never of the nodes of one of its groups.
    pub fn is_of_recipe(&self) -> bool {
        match self {
            Self::Together(edits) => edits.iter().any(Self::is_of_recipe),
            Self::World(_) | Self::ScaleWorld(_) | Self::Seed(_) | Self::View(_) => true,
            Self::Parameter { .. } | Self::RenameParameter { .. } => true,
            Self::SetExport(_) | Self::RemoveExport(_) | Self::RenameExport { .. } => true,
            _ => false,
        }
    }
}

impl Graph {
    /// Carries out an edit among the nodes of a group.
    pub(super) fn edit_inside(&mut self, group: &Arc<str>, edit: &Edit) -> Done<Applied> {
        if let Edit::Together(edits) = edit {
            let inside = |edit: &Edit| Edit::Inside { group: group.clone(), edit: Box::new(edit.clone()) };
            let mut applied = self.together(&edits.iter().map(inside).collect::<Vec<_>>())?;
            // A group that one of them took away has nothing to select.
            let inside = self.inside(group).unwrap_or_default();
            applied.select.retain(|id| inside.nodes.contains_key(id));
            applied.items.retain(|item| inside.has(item));
            return Ok(applied);
        }
        if edit.is_of_recipe() {
            return refuse(format!("this belongs to the recipe and not to the group \"{group}\""));
        }
        // Groups are the recipe's, wherever one looks at them from.
        let of_groups = matches!(
            edit,
            Edit::Inside { .. }
                | Edit::RenameGroup { .. }
                | Edit::RemoveGroup(_)
                | Edit::DescribeGroup { .. }
                | Edit::SetInput { .. }
                | Edit::MoveInput { .. }
        );
        if of_groups {
            return self.carry_out(edit);
        }
        let is_input = |id: &NodeId| self.groups.get(group).is_some_and(|body| body.input(id).is_some());
        if let Edit::Set { id, .. } | Edit::Expose { id, .. } | Edit::Unexpose { id, .. } = edit
            && is_input(id)
        {
            return refuse(format!("\"{id}\" is an input of the group \"{group}\" and has no fields of its own"));
        }
        if let Edit::Rename { id, to } = edit
            && is_input(id)
        {
            self.rename_input(group, id, to)?;
            return Ok(Applied { select: vec![to.clone()], ..Applied::default() });
        }
        let Some(before) = self.inside(group) else { return refuse(format!("there is no group \"{group}\"")) };
        let mut inside = before.clone();
        let mut applied = inside.carry_out(edit)?;
        inside.tidy_items(&before);
        if inside.outputs.is_empty() {
            return refuse(format!("the group \"{group}\" would have no output left, a group gives something"));
        }
        // Outputs of a group have no samples of their own.
        inside.outputs.iter_mut().for_each(|output| output.sampling = Sampling::default());
        self.parameters.clone_from(&inside.parameters);
        self.put_inside(group, inside);
        // Wires keep the outputs that they had, whatever their order and names are now.
        self.change_instance_links(group, &|link| match (&link.output, before.outputs.first()) {
            (None, Some(first)) => Link { node: link.node.clone(), output: Some(first.name.as_str().into()) },
            _ => link.clone(),
        });
        if let Edit::RenameOutput { from, to } = edit {
            self.change_instance_links(group, &|link| match link.output.as_deref() == Some(from) {
                true => Link { node: link.node.clone(), output: Some(to.as_str().into()) },
                false => link.clone(),
            });
        }
        if let Some(notice) = self.settle(group)? {
            applied.notice = Some(applied.notice.map_or(notice.clone(), |own| format!("{own}; {notice}")));
        }
        Ok(applied)
    }

    /// Brings instances in line with a group that has changed; says what was unplugged.
    fn settle(&mut self, group: &Arc<str>) -> Done<Option<String>> {
        self.reshape();
        let Some(body) = self.groups.get(group).cloned() else { return Ok(None) };
        self.change_bodies(|nodes| {
            for node in nodes.values_mut().filter(|node| node.group.is_some()) {
                if node.muted && node.spec().is_some_and(|spec| spec.bypass.is_none()) {
                    Arc::make_mut(node).muted = false;
                }
                if node.group.as_ref() != Some(group) {
                    continue;
                }
                let known = |name: &str| name == "seed" || body.input(name).is_some();
                if node.settings.keys().any(|name| !known(name)) {
                    Arc::make_mut(node).settings.retain(|name, _| known(name));
                }
                if node.unknown.iter().any(|(name, _)| body.input(name).is_some()) {
                    Arc::make_mut(node).unknown.retain(|(name, _)| body.input(name).is_none());
                }
            }
        });
        self.straighten_gone(group);
        let mut lost = self.unplug_strays(group);
        for name in self.groups.keys().cloned().collect::<Vec<_>>() {
            let Some(mut inside) = self.inside(&name) else { continue };
            let found = inside.unplug_strays(group);
            if found == 0 {
                continue;
            }
            if inside.outputs.is_empty() {
                return refuse(format!("the group \"{name}\" would have no output left, a group gives something"));
            }
            lost += found;
            self.put_inside(&name, inside);
        }
        self.reshape();
        shorten_links(self);
        Ok((lost > 0).then(|| format!("{lost} wires and outputs were fed by what the group no longer gives")))
    }

    /// Drops the bends of wires that went to ports which a group no longer has.
    fn straighten_gone(&mut self, group: &Arc<str>) {
        let gone = |nodes: &BTreeMap<NodeId, Arc<Node>>, (id, port): &(NodeId, Arc<str>)| {
            nodes.get(id).is_some_and(|node| node.group.as_ref() == Some(group) && node.link(port).is_none())
        };
        self.items.bends.retain(|key, _| !gone(&self.nodes, key));
        for body in self.groups.values_mut().filter(|body| body.items.bends.keys().any(|key| gone(&body.nodes, key))) {
            let body = Arc::make_mut(body);
            body.items.bends.retain(|key, _| !gone(&body.nodes, key));
        }
    }

    /// Unplugs what instances of a group, or of groups that use it, no longer give; says how much that was.
    fn unplug_strays(&mut self, group: &str) -> usize {
        let is_fed = |graph: &Self, link: &Link| {
            let of = graph.nodes.get(&link.node).and_then(|node| node.group.as_ref());
            of.is_some_and(|of| graph.group_reaches(of, group))
        };
        let fits = |graph: &Self, to: &NodeId, port: &str, link: &Link| {
            let spec = graph.nodes.get(to).and_then(|node| node.spec());
            let quantity = spec.and_then(|spec| spec.input(port)).map(|(_, input)| input.quantity);
            graph.check_source(link).is_ok() && quantity.is_none_or(|q| graph.check_tiles(link, q).is_ok())
        };
        let strays: Vec<(NodeId, Arc<str>)> = self
            .wires()
            .filter(|(link, to, port)| is_fed(self, link) && !fits(self, to, port, link))
            .map(|(_, to, port)| (to.clone(), port.clone()))
            .collect();
        for (to, port) in &strays {
            if let Some(node) = self.nodes.get_mut(to) {
                Arc::make_mut(node).settings.remove(port);
                self.items.bends.remove(&(to.clone(), port.clone()));
            }
        }
        let outputs = std::mem::take(&mut self.outputs);
        let before = outputs.len();
        let kept = outputs.into_iter().filter(|o| !is_fed(self, &o.from) || self.check_source(&o.from).is_ok());
        let kept: Vec<_> = kept.collect();
        self.outputs = kept;
        strays.len() + before - self.outputs.len()
    }

    /// Changes every link to an instance of a group, wherever it stands.
    fn change_instance_links(&mut self, group: &Arc<str>, change: &dyn Fn(&Link) -> Link) {
        let change_in = |inside: &mut Self| {
            let ids: Vec<NodeId> = inside
                .nodes
                .iter()
                .filter(|(_, n)| n.group.as_ref() == Some(group))
                .map(|(id, _)| id.clone())
                .collect();
            let new = |link: &Link| if ids.contains(&link.node) { change(link) } else { link.clone() };
            inside.outputs.iter_mut().for_each(|output| output.from = new(&output.from));
            inside.map_links(|link| Some(new(link)));
        };
        change_in(self);
        for name in self.groups.keys().cloned().collect::<Vec<_>>() {
            let Some(mut inside) = self.inside(&name) else { continue };
            change_in(&mut inside);
            self.put_inside(&name, inside);
        }
    }

    pub(super) fn set_input(&mut self, group: &Arc<str>, input: &GroupInput) -> Done {
        let Some(body) = self.groups.get(group) else { return refuse(format!("there is no group \"{group}\"")) };
        self.check_input_name(group, &input.name)?;
        input.check().or_else(|why| refuse(format!("input \"{}\": {why}", input.name)))?;
        let mut body = (**body).clone();
        let zero = |v: f64| v + 0.0;
        let range = input.range.map(|(lo, hi)| (zero(lo), zero(hi)));
        let input = GroupInput { default: input.default.map(zero), range, ..input.clone() };
        match body.inputs.iter_mut().find(|known| known.name == input.name) {
            Some(known) if (known.quantity == Quantity::Tiles) != (input.quantity == Quantity::Tiles) => {
                return refuse(format!(
                    "input \"{}\" cannot turn from numbers to tiles or back: add another",
                    input.name
                ));
            }
            Some(known) => *known = input,
            None => body.inputs.push(input),
        }
        self.groups.insert(group.clone(), Arc::new(body));
        self.settle(group).map(|_| ())
    }

    pub(super) fn move_input(&mut self, group: &Arc<str>, name: &str, to: usize) -> Done {
        let Some(body) = self.groups.get(group) else { return refuse(format!("there is no group \"{group}\"")) };
        let mut body = (**body).clone();
        let Some(from) = body.inputs.iter().position(|input| &*input.name == name) else {
            return refuse(format!("the group \"{group}\" has no input \"{name}\""));
        };
        let input = body.inputs.remove(from);
        body.inputs.insert(to.min(body.inputs.len()), input);
        self.groups.insert(group.clone(), Arc::new(body));
        self.settle(group).map(|_| ())
    }

    pub(super) fn rename_input(&mut self, group: &Arc<str>, from: &NodeId, to: &NodeId) -> Done {
        let Some(mut inside) = self.inside(group) else { return refuse(format!("there is no group \"{group}\"")) };
        if !inside.nodes.get(from).is_some_and(|node| node.is_group_input()) {
            return refuse(format!("the group \"{group}\" has no input \"{from}\""));
        }
        self.check_input_name(group, to)?;
        inside.carry_out(&Edit::Rename { id: from.clone(), to: to.clone() })?;
        if let Some(body) = self.groups.get_mut(group) {
            let body = Arc::make_mut(body);
            body.inputs.iter_mut().filter(|input| input.name == *from).for_each(|input| input.name = to.clone());
        }
        self.put_inside(group, inside);
        self.change_bodies(|nodes| {
            for node in nodes.values_mut().filter(|node| node.group.as_ref() == Some(group)) {
                if node.settings.contains_key(from) {
                    let settings = &mut Arc::make_mut(node).settings;
                    if let Some(setting) = settings.remove(from) {
                        settings.insert(to.clone(), setting);
                    }
                }
            }
        });
        self.rename_bent_ports(group, from, to);
        self.settle(group).map(|_| ())
    }

    /// Bends of wires to instances follow when the instances' input is renamed.
    fn rename_bent_ports(&mut self, group: &Arc<str>, from: &NodeId, to: &NodeId) {
        let rename = |nodes: &BTreeMap<NodeId, Arc<Node>>, items: &mut crate::graph::Items| {
            let is = |id: &NodeId| nodes.get(id).is_some_and(|node| node.group.as_ref() == Some(group));
            let keys: Vec<_> = items.bends.keys().filter(|(id, port)| port == from && is(id)).cloned().collect();
            for key in keys {
                if let Some(points) = items.bends.remove(&key) {
                    items.bends.insert((key.0, to.clone()), points);
                }
            }
        };
        rename(&self.nodes, &mut self.items);
        for body in self.groups.values_mut().filter(|body| body.uses().contains(group)) {
            let body = Arc::make_mut(body);
            rename(&body.nodes, &mut body.items);
        }
    }

    fn check_input_name(&self, group: &str, name: &str) -> Done {
        if !is_field_name(name) {
            return refuse(format!(
                "\"{name}\" cannot name an input, allowed are letters, digits and `_`, a letter first"
            ));
        }
        if TAKEN.contains(&name) {
            return refuse(format!("\"{name}\" cannot name an input: {} are fields of every group", listed(TAKEN)));
        }
        match self.groups.get(group).is_some_and(|body| body.nodes.contains_key(name)) {
            true => refuse(format!("there is already a node \"{name}\" in the group \"{group}\"")),
            false => Ok(()),
        }
    }

    pub(super) fn rename_group(&mut self, from: &Arc<str>, to: &Arc<str>) -> Done {
        if from == to && self.groups.contains_key(from) {
            return Ok(());
        }
        self.free_group_name(to)?;
        let Some(body) = self.groups.remove(from) else { return refuse(format!("there is no group \"{from}\"")) };
        self.groups.insert(to.clone(), body);
        self.change_bodies(|nodes| {
            for node in nodes.values_mut().filter(|node| node.group.as_ref() == Some(from)) {
                Arc::make_mut(node).group = Some(to.clone());
            }
        });
        self.reshape();
        Ok(())
    }

    pub(super) fn remove_group(&mut self, name: &Arc<str>) -> Done {
        let uses = |node: &Arc<Node>| node.group.as_ref() == Some(name);
        let count = self.bodies().flat_map(|nodes| nodes.values()).filter(|node| uses(node)).count();
        if count > 0 {
            return refuse(format!("the group \"{name}\" is used {count} times, only an unused one can be removed"));
        }
        match self.groups.remove(name) {
            Some(_) => Ok(()),
            None => refuse(format!("there is no group \"{name}\"")),
        }
    }

    /// Refuses a group that holds itself, unless it did so before.
    pub(super) fn refuse_endless(&self, before: &Self) -> Done {
        let endless = self.endless_groups();
        match endless.first() {
            Some(name) if before.endless_groups().is_empty() => {
                refuse(format!("the group \"{name}\" would hold itself, which has no end"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn describe_group(&mut self, name: &Arc<str>, about: &str) -> Done {
        let Some(body) = self.groups.get_mut(name) else { return refuse(format!("there is no group \"{name}\"")) };
        about.clone_into(&mut Arc::make_mut(body).about);
        self.reshape();
        Ok(())
    }

    pub(super) fn add_instance(&mut self, group: &Arc<str>, at: [f32; 2], from: Option<&Link>) -> Done<Applied> {
        if !self.groups.contains_key(group) {
            return refuse(format!("there is no group \"{group}\""));
        }
        let id: NodeId = crate::graph::names::numbered(group, |id| self.nodes.contains_key(id)).into();
        let mut node = Node::instance(group);
        self.make_instance(&mut node, group);
        node.settings.insert("seed".into(), Setting::Value(crate::spec::Value::Seed(self.fresh_seed())));
        self.nodes.insert(id.clone(), Arc::new(node));
        self.put(&Item::Node(id.clone()), at)?;
        if let Some(from) = from {
            let Some(port) = self.first_legal_input(from, &id) else {
                return refuse(format!("the group \"{group}\" has no input for \"{from}\""));
            };
            self.connect(from, &id, &port)?;
        }
        Ok(Applied { select: vec![id], ..Applied::default() })
    }
}
