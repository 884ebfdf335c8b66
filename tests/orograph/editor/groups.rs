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
