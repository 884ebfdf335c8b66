//! Time by node, on the canvas and in the inspector; and the offer to upgrade a node of an older version.

use super::*;
use egui_kittest::kittest::NodeT;
use orograph::nodes::trial;

/// Opens the menu and switches the times on or off.
fn switch(window: &mut Window) {
    window.click("View");
    window.click("Time of each node");
}

fn timed(window: &Window) -> Vec<String> {
    window.app().scene().facts.iter().filter(|(_, f)| f.timing.is_some()).map(|(id, _)| id.to_string()).collect()
}

#[test]
fn each_node_behind_the_preview_shows_its_time_once_it_is_asked_for() {
    let folder = folder();
    let mut graph = small();
    graph.nodes.insert("apart".into(), Arc::new(Node::new("Perlin")));
    let mut window = Window::on(&graph, folder.path());
    let (hash, work) = (window.app().hash().unwrap().to_owned(), window.app().work());
    assert!(timed(&window).is_empty() && !window.shows("time of"));
    switch(&mut window);
    let reached: Vec<String> = graph.nodes.keys().map(ToString::to_string).filter(|id| id != "apart").collect();
    assert_eq!(timed(&window), reached, "everything was stored, and the times are found out all the same");
    for id in &reached {
        let value = window.harness.get_by_label(&format!("time of {id}")).accesskit_node().value().unwrap();
        assert!(value.ends_with(" %") && (value.contains(" ms, ") || value.contains(" s, ")), "{value}");
    }
    let shares: f32 = window.app().scene().facts.values().filter_map(|f| f.timing).map(|t| t.share).sum();
    assert!((shares - 1.0).abs() < 1e-3, "{shares}");
    assert_eq!(window.app().hash(), Some(hash.as_str()));
    assert_eq!(window.app().work(), work, "pictures and stored results are as they were");
    window.select(&["land"]);
    assert!(window.shows("Takes "));
    window.select(&[]);
    switch(&mut window);
    assert!(timed(&window).is_empty() && !window.shows("time of"));
}

#[test]
fn each_node_says_whether_its_result_is_stored() {
    let folder = folder();
    // Large enough that pictures of nodes are coarser than the world.
    let mut graph = small();
    graph.world.samples = (201, 201);
    // What measures a range runs over the whole world and leaves its result, so that nothing before it runs again.
    graph.outputs[0].from = Link::to("island");
    let mut window = Window::on(&graph, folder.path());
    assert!(!window.shows("result of"));
    switch(&mut window);
    let stored = |window: &Window| -> Vec<String> {
        let scene = window.app().scene();
        let facts = scene.facts.iter().filter(|(_, f)| f.timing.is_some_and(|t| t.stored.is_some()));
        facts.map(|(id, _)| id.to_string()).collect()
    };
    let side = window.graph().world.samples;
    let bytes = side.0 as usize * side.1 as usize * 4;
    assert_eq!(
        window.app().scene().facts["island"].timing.unwrap().stored,
        Some(bytes),
        "what the preview shows is kept"
    );
    let value = |window: &Window, id: &str| {
        window.harness.get_by_label(&format!("result of {id}")).accesskit_node().value().unwrap()
    };
    assert!(value(&window, "island").starts_with("Result stored, "), "{}", value(&window, "island"));
    assert_eq!(value(&window, "peaks"), "Result not stored");
    // What a node reads is kept while a person works on it.
    window.edit(set("peaks", "b", 1.8));
    window.edit(set("peaks", "b", 1.9));
    assert!(stored(&window).contains(&"ridges".to_owned()), "{:?}", stored(&window));
    assert!(!stored(&window).contains(&"peaks".to_owned()));
    window.select(&["peaks"]);
    assert!(window.shows("Result not stored"));
}

#[test]
fn a_change_times_what_runs_again_and_keeps_the_other_times() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    switch(&mut window);
    window.edit(set("peaks", "b", 1.8));
    let all = timed(&window);
    window.edit(set("peaks", "b", 1.9));
    let before: Vec<_> = window.app().scene().facts.iter().map(|(id, f)| (id.clone(), f.timing)).collect();
    window.edit(set("peaks", "b", 2.1));
    assert_eq!(timed(&window), all);
    let facts = window.app().scene().facts;
    let kept =
        |id: &str| before.iter().any(|(i, t)| &**i == id && facts[i].timing.map(|t| t.time) == t.map(|t| t.time));
    assert!(kept("land") && kept("ridges") && !kept("peaks"));
}

#[test]
fn the_habit_of_looking_at_times_is_remembered() {
    let (folder, config) = (folder(), folder());
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let start = || Start { file: Some(path.clone()), config: Some(config.path().into()), ..Start::default() };
    switch(&mut Window::start(start()));
    assert!(Window::start(start()).shows("time of land"));
}

#[test]
fn an_older_node_is_upgraded_by_its_button_and_undo_takes_that_back() {
    trial::admit();
    let folder = folder();
    let mut graph = small();
    let old = Node { version: 1, ..Node::new("Trial").with("source", "land") };
    graph.nodes.insert("old".into(), Arc::new(old));
    let mut window = Window::on(&graph, folder.path());
    window.select(&["land"]);
    assert!(!window.shows("Upgrade"));
    window.select(&["old"]);
    assert!(window.shows("Version 1: computes what it did when the recipe was made."));
    window.click("Upgrade to version 2");
    assert_eq!(window.graph().nodes["old"].version, 2);
    assert!(!window.shows("Upgrade to version 2"));
    let told = window.app().notices().last().unwrap();
    assert!(told.contains("node \"old\" (Trial): version 1 becomes 2; gain stays 2.0"), "{told}");
    assert_eq!(window.app().document().undo_name(), Some("Upgrade old"));
    window.command(Command::Undo);
    assert_eq!(window.graph().nodes["old"].version, 1);
}
