//! `orograph upgrade`: moves nodes of older versions to the current ones, and lists what that changes.

use super::Failure;
use super::args::UpgradeArgs;
use super::load::read;
use super::output::print;
use crate::graph::{Graph, Upgrade};

/// Upgrades the nodes that are asked for, or all, and writes the file. A file that needs nothing is left alone.
pub fn run(args: &UpgradeArgs) -> Result<(), Failure> {
    let loaded = read(&args.file)?;
    let mut graph = loaded.graph.clone();
    let file = args.file.display();
    if let Some(id) = args.node.iter().find(|id| !exists(&graph, id)) {
        return Err(Failure::Usage(format!("the recipe has no node \"{id}\"")));
    }
    let asked = |u: &Upgrade| args.node.is_empty() || args.node.iter().any(|id| *id == u.path());
    let upgrades: Vec<Upgrade> = graph.upgrades().into_iter().filter(asked).collect();
    if upgrades.is_empty() {
        return print(&format!("{file}: nothing to upgrade, every node asked for is of its newest version"));
    }
    for upgrade in &upgrades {
        graph.apply(&upgrade.edit()).map_err(|refusal| Failure::fault(format!("{file}: {refusal}")))?;
    }
    if !args.dry_run {
        if loaded.loses_comments && !args.drop_comments {
            let why = "holds comments among its fields, which writing it would lose";
            return Err(Failure::fault(format!("{file} {why}: move them to its head or give --drop-comments")));
        }
        graph.save(&args.file).map_err(Failure::fault)?;
    }
    let lines: Vec<String> = upgrades.iter().map(|u| format!("{file}: {u}")).collect();
    print(&lines.join("\n"))
}

/// Whether there is a node of that name, `node` or `group/node`.
fn exists(graph: &Graph, path: &str) -> bool {
    match path.split_once('/') {
        Some((group, id)) => graph.groups.get(group).is_some_and(|group| group.nodes.contains_key(id)),
        None => graph.nodes.contains_key(path),
    }
}
