//! Versions of nodes, by a kind that has had a change: old files keep their bytes, new nodes are new, upgrades are asked for.

use crate::support::recipe::render;
use orograph::cli;
use orograph::graph::{Edit, Graph, Link, Loaded, Node, NodeId, Output};
use orograph::nodes;
use orograph::plan::{Plan, compile, survey};
use orograph::raster::Sampling;
use orograph::spec::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn load(nodes: &str) -> Loaded {
    nodes::trial::admit();
    let world = "world: (extent: (4096.0, 4096.0), samples: (9, 9))";
    let text = format!(
        "(orograph: 1, {world}, nodes: {{ \"land\": Perlin(seed: 1), {nodes} }}, outputs: {{ \"height\": \"old\" }})"
    );
    Graph::parse(&text).unwrap()
}

fn graph(nodes: &str) -> Graph {
    load(nodes).graph
}

fn line(graph: &Graph, id: &str) -> String {
    let text = graph.to_ron();
    let line = text.lines().find(|l| l.trim_start().starts_with(&format!("\"{id}\":"))).unwrap();
    line.trim().trim_end_matches(',').to_owned()
}

fn plan(graph: &Graph, node: &str) -> Plan {
    compile(graph, &Link::to(node), 0.0).unwrap()
}

fn upgrade(graph: &mut Graph, id: &str) -> Result<Option<String>, String> {
    let edit = Edit::Upgrade { ids: vec![id.into()] };
    graph.apply(&edit).map(|applied| applied.notice).map_err(|refusal| refusal.0)
}

/// Whether `node` is `source` after `formula`, bit by bit.
fn computes(graph: &Graph, node: &str, formula: impl Fn(f32) -> f32) -> bool {
    let (land, got) = (render(graph, "land"), render(graph, node));
    land.data.iter().zip(&got.data).all(|(v, got)| formula(*v).to_bits() == got.to_bits())
}

#[test]
fn a_node_computes_what_its_version_computes_with_its_versions_defaults() {
    let g = graph("\"old\": Trial(source: \"land\"), \"new\": Trial(source: \"land\", version: 2)");
    assert!(computes(&g, "old", |v| v * 2.0 + 0.5));
    assert!(computes(&g, "new", |v| v * 9.0 + 0.25));
    assert_ne!(plan(&g, "old").key, plan(&g, "new").key);
    let rest = compile(&g, &Link::parse("old.rest"), 0.0).unwrap();
    assert_eq!(rest.nodes.len(), 2);
    assert!(compile(&g, &Link::parse("new.rest"), 0.0).unwrap_err().message.contains("no such output"));
}

#[test]
fn equal_values_of_two_versions_never_share_a_key() {
    let g = graph("\"old\": Trial(source: \"land\", bias: 0.0), \"new\": Trial(source: \"land\", version: 2)");
    let same = "\"old\": Trial(source: \"land\", bias: 0.0), \"new\": Trial(source: \"land\", bias: 0.0)";
    assert_ne!(plan(&g, "old").key, plan(&g, "new").key);
    let same = graph(same);
    assert_eq!(plan(&same, "old").key, plan(&same, "new").key);
}

#[test]
fn the_version_is_written_above_one_and_files_keep_their_bytes() {
    let g =
        graph("\"old\": Trial(source: \"land\", gain: 3.0), \"new\": Trial(source: \"land\", gain: 2.0, version: 2)");
    assert_eq!(line(&g, "old"), "\"old\": Trial(source: \"land\", gain: 3.0)");
    assert_eq!(line(&g, "new"), "\"new\": Trial(source: \"land\", gain: 2.0, version: 2)");
    let text = g.to_ron();
    assert_eq!(Graph::parse(&text).unwrap().graph.to_ron(), text);
    // What is a default in one version is none in the other.
    let g =
        graph("\"old\": Trial(source: \"land\", gain: 2.0), \"new\": Trial(source: \"land\", gain: 3.0, version: 2)");
    assert_eq!(line(&g, "old"), "\"old\": Trial(source: \"land\")");
    assert_eq!(line(&g, "new"), "\"new\": Trial(source: \"land\", version: 2)");
}

#[test]
fn limits_and_fields_are_those_of_the_version() {
    let loaded = load("\"old\": Trial(source: \"land\", gain: 40.0, offset: 1.0)");
    let problems: Vec<String> = loaded.graph.check().iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("node \"old\" (Trial): offset is no field of this kind"), "{problems:?}");
    let text = "(orograph: 1, nodes: { \"new\": Trial(gain: 40.0, version: 2) })";
    let error = Graph::parse(text).unwrap_err().to_string();
    assert!(error.contains("node \"new\" (Trial): gain is 40, allowed is 0 to 8"), "{error}");
}

#[test]
fn a_version_from_the_future_is_kept_and_refused_in_a_sentence() {
    let loaded = load("\"old\": Trial(source: \"land\", shine: 4, version: 3)");
    assert_eq!(line(&loaded.graph, "old"), "\"old\": Trial(source: \"land\", shine: 4, version: 3)");
    let problems = loaded.graph.check();
    let want = "node \"old\" (Trial): version 3 of this kind is newer than this Orograph, which knows versions up to 2";
    assert!(problems.iter().any(|p| p.message == want), "{problems:?}");
    assert!(survey(&loaded.graph)["old"].error.is_some());
    assert!(loaded.graph.upgrades().is_empty());
}

#[test]
fn new_nodes_are_of_the_current_version_and_copies_keep_theirs() {
    let mut g = graph("\"old\": Trial(source: \"land\")");
    let add = Edit::Add { kind: "Trial".into(), at: [0.0, 0.0], from: Some(Link::to("land")), to: None };
    let added = g.apply(&add).unwrap().select.remove(0);
    assert_eq!(g.nodes[&added].version, 2);
    assert_eq!(Node::new("Trial").version, 2);
    let text = g.copy(&["old".into(), added]);
    let pasted = g.apply(&Edit::Paste { text, at: [0.0, 0.0] }).unwrap().select;
    let versions: Vec<u32> = pasted.iter().map(|id| g.nodes[id].version).collect();
    assert!(versions.contains(&1) && versions.contains(&2), "{versions:?}");
    assert_eq!(g.upgrades().len(), 2);
}

#[test]
fn an_upgrade_keeps_values_takes_the_new_formula_and_lists_what_it_does() {
    let mut g = graph("\"old\": Trial(source: \"land\", bias: 0.75, note: \"mine\")");
    let listed = g.upgrade_of("old").unwrap();
    assert_eq!(
        listed.to_string(),
        "node \"old\" (Trial): version 1 becomes 2; gain stays 2.0, now written out, for the default has become 3.0; \
         bias: 0.75 goes, there is no such field any more"
    );
    let before = g.clone();
    assert_eq!(upgrade(&mut g, "old").unwrap(), Some(listed.to_string()));
    assert_eq!(line(&g, "old"), "\"old\": Trial(source: \"land\", gain: 2.0, note: \"mine\", version: 2)");
    assert!(computes(&g, "old", |v| v * 4.0 + 0.25));
    assert_eq!(g.nodes["land"], before.nodes["land"]);
    assert_eq!(g.upgrades(), []);
    let again = upgrade(&mut g, "old").unwrap_err();
    assert_eq!(again, "node \"old\" (Trial) is of the newest version that is known");
    assert!(upgrade(&mut g, "land").unwrap_err().contains("newest version"));
    assert!(upgrade(&mut g, "nobody").unwrap_err().contains("there is no node"));
}

#[test]
fn an_upgrade_drops_what_the_new_limits_forbid_and_what_is_a_default_now() {
    let mut g = graph("\"old\": Trial(source: \"land\", gain: 40.0)");
    let notice = upgrade(&mut g, "old").unwrap().unwrap();
    assert!(notice.ends_with("gain is 40, allowed is 0 to 8, so the default stands"), "{notice}");
    assert_eq!(line(&g, "old"), "\"old\": Trial(source: \"land\", version: 2)");
    let mut g = graph("\"old\": Trial(source: \"land\", gain: 3.0)");
    assert!(upgrade(&mut g, "old").unwrap().unwrap().ends_with("version 1 becomes 2; all fields stay"));
    assert_eq!(line(&g, "old"), "\"old\": Trial(source: \"land\", version: 2)");
}

#[test]
fn an_upgrade_reads_fields_that_only_the_new_version_knows() {
    let mut g = graph("\"old\": Trial(source: \"land\", gain: 3.0, offset: 1.5)");
    upgrade(&mut g, "old").unwrap();
    assert!(computes(&g, "old", |v| v * 9.0 + 1.5));
    assert_eq!(Graph::parse(&g.to_ron()).unwrap().graph, g);
    let mut g = graph("\"old\": Trial(source: \"land\", gain: 3.0, offset: [1])");
    let notice = upgrade(&mut g, "old").unwrap().unwrap();
    assert!(notice.contains("offset is [1], allowed is"), "{notice}");
    assert!(g.check().is_empty(), "{:?}", g.check());
}

#[test]
fn an_output_that_goes_is_unplugged_by_hand_before_the_upgrade() {
    let g = graph("\"old\": Trial(source: \"land\"), \"reader\": Abs(source: \"old.rest\")");
    let mut read = g.clone();
    let why = upgrade(&mut read, "old").unwrap_err();
    assert_eq!(
        why,
        "node \"old\" (Trial): version 2 has no output rest, which source of \"reader\" reads: unplug it first"
    );
    assert_eq!(read, g);
    let mut named = graph("\"old\": Trial(source: \"land\")");
    let output = Output { name: "rest".into(), from: Link::parse("old.rest"), sampling: Sampling::Vertices };
    named.apply(&Edit::SetOutput(output)).unwrap();
    assert!(upgrade(&mut named, "old").unwrap_err().contains("which the output \"rest\" reads"));
}

#[test]
fn values_from_code_are_checked_by_the_version_too() {
    let mut g = graph("\"old\": Trial(source: \"land\")");
    let node = Node::new("Trial").with("source", "land").with("gain", Value::Number(4.0));
    g.nodes.insert(NodeId::from("made"), Arc::new(Node { version: 1, ..node.clone() }));
    g.nodes.insert(NodeId::from("current"), Arc::new(node));
    assert!(computes(&g, "made", |v| v * 4.0 + 0.5));
    assert!(computes(&g, "current", |v| v * 16.0 + 0.25));
}

fn command(args: &[&str], file: &Path) -> u8 {
    let args = [&["orograph"], args, &[file.to_str().unwrap()]].concat();
    cli::run(args.iter().map(Into::into)).map_or_else(|failure| failure.code(), |()| 0)
}

#[test]
fn the_command_line_upgrades_a_file_or_one_node_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("recipe.ron");
    let g = graph("\"old\": Trial(source: \"land\"), \"other\": Trial(source: \"land\")");
    g.save(&file).unwrap();
    let before = fs::read(&file).unwrap();
    assert_eq!(command(&["check"], &file), 0, "an older version is no fault");
    assert_eq!(command(&["upgrade", "--dry-run"], &file), 0);
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(command(&["upgrade", "--node", "nobody"], &file), 2);
    assert_eq!(command(&["upgrade", "--node", "old"], &file), 0);
    let upgraded = Graph::load(&file).unwrap().graph;
    assert_eq!(line(&upgraded, "old"), "\"old\": Trial(source: \"land\", gain: 2.0, version: 2)");
    assert_eq!(upgraded.nodes["other"], g.nodes["other"]);
    assert_eq!(command(&["upgrade"], &file), 0);
    let upgraded = Graph::load(&file).unwrap().graph;
    assert!(upgraded.upgrades().is_empty());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file is left");
}

#[test]
fn comments_are_lost_only_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("recipe.ron");
    let text = load("\"old\": Trial(source: \"land\")").text().replace("\"old\": Trial", "/* dear */ \"old\": Trial");
    fs::write(&file, &text).unwrap();
    assert_eq!(command(&["upgrade"], &file), 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(command(&["upgrade", "--drop-comments"], &file), 0);
    assert!(Graph::load(&file).unwrap().graph.upgrades().is_empty());
}

#[test]
fn nodes_of_groups_are_upgraded_too() {
    nodes::trial::admit();
    let group = "(inputs: {}, nodes: { \"base\": Perlin(seed: 1), \"old\": Trial(source: \"base\") }, outputs: { \"value\": \"old\" })";
    let text = format!(
        "(orograph: 1, groups: {{ \"hills\": {group} }}, nodes: {{ \"land\": Group(of: \"hills\") }}, \
         outputs: {{ \"height\": \"land\" }})"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("recipe.ron");
    fs::write(&file, text).unwrap();
    let listed = Graph::load(&file).unwrap().graph.upgrades();
    assert_eq!(listed.iter().map(|u| u.path()).collect::<Vec<_>>(), ["hills/old"]);
    assert!(listed[0].to_string().starts_with("group \"hills\": node \"old\" (Trial): version 1 becomes 2"));
    assert_eq!(command(&["check"], &file), 0);
    assert_eq!(command(&["upgrade", "--node", "hills/nobody"], &file), 2);
    assert_eq!(command(&["upgrade", "--node", "hills/old"], &file), 0);
    let graph = Graph::load(&file).unwrap().graph;
    assert_eq!(graph.groups["hills"].nodes["old"].version, 2);
    assert!(graph.upgrades().is_empty());
}
