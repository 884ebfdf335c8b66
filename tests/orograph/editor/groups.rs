//! Groups from within: entering, editing for all instances, values of the first one, the way back.

use super::*;

/// The editor with `bent` and `land` in a group `group`, two instances of which are in the recipe.
fn grouped() -> (Window, tempfile::TempDir) {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let items = ["land", "bent"].map(|id| orograph::graph::Item::Node(id.into())).to_vec();
    window.edit(Edit::MakeGroup { items, name: Some("dunes".into()) });
    window.edit(Edit::AddInstance { group: "dunes".into(), at: [0.0, 900.0], from: None });
    (window, folder)
}

fn enter(window: &mut Window, id: &str) {
    window.select(&[id]);
    window.command(Command::EnterGroup);
    window.steps(3);
}

fn write(window: &mut Window, text: &str) {
    window.harness.event(egui::Event::Text(text.into()));
    window.steps(3);
}

#[test]
fn a_group_is_entered_shown_with_the_values_of_its_instance_and_left_again() {
    let (mut window, _folder) = grouped();
    enter(&mut window, "dunes");
    assert_eq!(window.app().document().open_groups(), ["dunes".into()]);
    assert!(window.shows("node land") && window.shows("node bent"), "the nodes within");
    assert!(!window.shows("node height"), "and no others");
    assert!(window.shows("output land.value"));
    window.click("Recipe");
    assert!(window.app().document().open_groups().is_empty());
    assert!(window.shows("node height"));
    assert_eq!(window.app().document().selection().iter().next().map(|id| &**id), Some("dunes"));
}

#[test]
fn what_is_edited_within_a_group_is_edited_for_all_instances_and_undone() {
    let (mut window, _folder) = grouped();
    let before = window.graph();
    enter(&mut window, "dunes");
    window.edit(Edit::Set { id: "land".into(), field: "octaves".into(), setting: Some(3u32.into()) });
    let octaves = |window: &Window| window.graph().groups["dunes"].nodes["land"].settings.get("octaves").cloned();
    assert_eq!(octaves(&window), Some(3u32.into()));
    assert_eq!(window.graph().nodes, before.nodes, "the recipe's own nodes are as they were");
    window.command(Command::Undo);
    assert_eq!(window.graph(), before);
    assert_eq!(window.app().document().open_groups().len(), 1, "undo does not leave the group");
}

#[test]
fn a_node_within_a_group_is_previewed_by_its_whole_name() {
    let (mut window, _folder) = grouped();
    enter(&mut window, "dunes");
    window.select(&["land"]);
    window.command(Command::View);
    window.steps(4);
    assert_eq!(window.app().preview(), Some(&Link::to("dunes/land")));
    assert!(window.app().hash().is_some(), "it is computed");
}

#[test]
fn a_group_that_undo_takes_away_is_left() {
    let (mut window, _folder) = grouped();
    enter(&mut window, "dunes2");
    assert_eq!(window.app().document().open_groups().len(), 1);
    window.command(Command::Undo);
    assert!(window.app().document().open_groups().is_empty());
    window.steps(2);
    assert!(window.shows("node height"));
}

#[test]
fn inputs_of_a_group_are_added_renamed_reordered_and_described_in_the_inspector() {
    let (mut window, _folder) = grouped();
    enter(&mut window, "dunes");
    window.select(&[]);
    window.click("Add an input");
    window.click("Add an input");
    let names = |window: &Window| -> Vec<String> {
        window.graph().groups["dunes"].inputs.iter().map(|input| input.name.to_string()).collect()
    };
    let made = names(&window);
    let n = made.len();
    assert!(n >= 2 && made[n - 2] == "input" && made[n - 1] == "input2", "{made:?}");
    window.click("Move input2 up");
    assert_eq!(names(&window)[n - 2..], ["input2", "input"]);
    window.edit(Edit::Rename { id: "input2".into(), to: "amount".into() });
    assert_eq!(names(&window)[n - 2], "amount");
    assert!(window.graph().nodes["dunes"].spec().unwrap().input("amount").is_some(), "instances have the port");
    window.select(&["amount"]);
    window.click("may stay open");
    assert!(window.graph().groups["dunes"].input("amount").unwrap().optional);
}

#[test]
fn the_outputs_of_an_open_group_are_listed_and_renamed_and_the_recipes_are_left_alone() {
    let (mut window, _folder) = grouped();
    let before = window.graph().outputs.clone();
    enter(&mut window, "dunes");
    let name = window.graph().groups["dunes"].outputs[0].name.clone();
    assert!(window.shows("Outputs of the group"));
    let label = format!("Name of output {name}");
    window.click(&label);
    write(&mut window, "sand");
    window.key(Modifiers::NONE, Key::Enter);
    let graph = window.graph();
    assert_eq!(graph.groups["dunes"].outputs[0].name, "sand", "{:?}", window.app().notices());
    assert_eq!(graph.outputs, before);
    let broken = graph.check().into_iter().filter(|p| !p.message.contains("is open")).collect::<Vec<_>>();
    assert!(broken.is_empty(), "wires follow the new name: {broken:?}");
    window.click("Recipe");
    window.select(&[]);
    assert!(window.shows("Name of output height") && !window.shows("Outputs of the group"));
}

#[test]
fn find_a_node_finds_what_is_within_groups_and_goes_there_and_back() {
    let (mut window, _folder) = grouped();
    window.key(Modifiers::COMMAND, Key::F);
    write(&mut window, "dunes/land");
    window.key(Modifiers::NONE, Key::Enter);
    let document = window.app().document();
    assert_eq!(document.open_groups(), ["dunes".into()]);
    assert_eq!(document.selection().iter().map(|id| &**id).collect::<Vec<_>>(), ["land"]);
    window.key(Modifiers::COMMAND, Key::F);
    write(&mut window, "relief");
    window.key(Modifiers::NONE, Key::Enter);
    let document = window.app().document();
    assert!(document.open_groups().is_empty(), "a node of the recipe is found from within a group");
    assert_eq!(document.selection().iter().map(|id| &**id).collect::<Vec<_>>(), ["relief"]);
}

#[test]
fn a_problem_within_a_group_is_gone_to_from_the_list() {
    let (mut window, _folder) = grouped();
    enter(&mut window, "dunes");
    window.edit(Edit::Add { kind: "Abs".into(), at: [0.0, 500.0], from: None, to: None });
    let added = window.app().document().selection().first().unwrap().clone();
    window.edit(Edit::SetOutput(Output { name: "open".into(), from: Link::to(&added), sampling: Sampling::Vertices }));
    window.click("Recipe");
    window.ask(Request::GoTo(format!("dunes/{added}").into()));
    let document = window.app().document();
    assert_eq!((document.open_groups().len(), document.selection().first()), (1, Some(&added)));
    let graph = window.graph();
    let problem = graph.check().into_iter().find(|problem| problem.group.is_some()).unwrap();
    assert_eq!(graph.ways_in().get(problem.group.as_ref().unwrap()).map(String::as_str), Some("dunes"));
}

#[test]
fn the_way_back_names_the_group_and_the_instance_that_it_is_seen_through() {
    let (mut window, _folder) = grouped();
    enter(&mut window, "dunes2");
    assert!(window.shows("dunes (dunes2)"), "the group's own name and that of the instance");
    window.click("Recipe");
    enter(&mut window, "dunes");
    assert!(window.shows("dunes") && !window.shows("dunes (dunes)"), "one name is said once");
}

#[test]
fn the_sign_in_a_groups_header_opens_it_and_other_nodes_have_none() {
    let (mut window, _folder) = grouped();
    window.command(Command::FrameAll);
    window.command(Command::ActualSize);
    window.steps(2);
    assert!(!window.shows("open height"), "only groups open");
    window.select(&["dunes2"]);
    window.command(Command::FrameSelection);
    window.click("open dunes2");
    assert_eq!(window.app().document().open_groups(), ["dunes2".into()]);
    assert!(window.shows("dunes (dunes2)"));
}
