//! Questions: unsaved changes, paths that are typed.

use super::*;

#[test]
fn where_there_is_no_file_dialog_a_typed_path_works() {
    let folder = folder();
    let other = Graph { seed: 1234, ..small() };
    let other_path = saved(&other, folder.path().join("other.ron"));
    let mut window = Window::on(&small(), folder.path());
    window.answers.push(Answer::NoService);
    window.command(Command::Open);
    assert!(window.shows("type the path"), "the window explains why it asks for a typed path");
    type_path(&mut window, "/no/such/file.ron");
    window.click("Open");
    assert!(window.shows("There is no file"));
    type_path(&mut window, other_path.to_str().unwrap());
    window.click("Open");
    assert_eq!(window.graph(), other);

    window.edit(Edit::Seed(4321));
    window.answers.push(Answer::NoService);
    window.command(Command::SaveAs);
    type_path(&mut window, folder.path().join("typed.ron").to_str().unwrap());
    window.click("Save");
    assert_eq!(Graph::load(&folder.path().join("typed.ron")).unwrap().graph.seed, 4321);

    window.answers.push(Answer::NoService);
    window.command(Command::SaveAs);
    type_path(&mut window, other_path.to_str().unwrap());
    window.click("Save");
    assert!(window.shows("exists already"), "another file is not replaced without a question");
    assert_eq!(Graph::load(&other_path).unwrap().graph.seed, 1234);
    window.click("Replace");
    assert_eq!(Graph::load(&other_path).unwrap().graph.seed, 4321);
}

/// Replaces the text of the path field.
fn type_path(window: &mut Window, text: &str) {
    window.harness.get_by_label("Path").focus();
    window.steps(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.steps(1);
    window.harness.event(egui::Event::Text(text.into()));
    window.steps(2);
}

#[test]
fn unsaved_changes_are_saved_discarded_or_kept_as_the_person_says() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(77));
    window.command(Command::New);
    assert!(window.shows("Save the changes to recipe.ron?"));
    window.click("Cancel");
    assert_eq!(window.graph().seed, 77, "cancel keeps the document");
    window.command(Command::New);
    window.click("Save");
    assert_eq!(Graph::load(&folder.path().join("recipe.ron")).unwrap().graph.seed, 77);
    assert_eq!(window.graph(), Graph::starter(), "after saving the new document comes");
    window.edit(Edit::Seed(78));
    window.command(Command::New);
    window.click("Discard");
    assert_eq!(window.graph(), Graph::starter());
}

#[test]
fn cancelling_the_save_dialog_of_the_prompt_loses_nothing() {
    let mut window = Window::start(Start { file: None, synchronous: false, ..Start::default() });
    window.command(Command::New);
    window.edit(Edit::Seed(5));
    window.command(Command::New);
    window.answers.push(Answer::Cancelled);
    window.click("Save");
    assert_eq!(window.graph().seed, 5);
    assert!(window.app().document().is_dirty());
}

#[test]
fn closing_the_window_asks_about_unsaved_changes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(77));
    let viewport = window.harness.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    viewport.events.push(egui::ViewportEvent::Close);
    window.steps(1);
    let commands = &window.harness.output().viewport_output[&egui::ViewportId::ROOT].commands;
    assert!(commands.contains(&egui::ViewportCommand::CancelClose), "{commands:?}");
    window.steps(2);
    assert!(window.shows("Save the changes to recipe.ron?"));
}

#[test]
fn enter_in_the_prompt_stands_for_save() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(77));
    window.command(Command::New);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(Graph::load(&folder.path().join("recipe.ron")).unwrap().graph.seed, 77);
    assert_eq!(window.graph(), Graph::starter());
}

#[test]
fn a_file_dialog_that_never_answers_does_not_hold_the_window() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.answers.hang();
    window.command(Command::SaveAs);
    window.edit(Edit::Seed(9));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.graph(), small(), "edits and keys go on while the dialog is open");
    window.command(Command::SaveAs);
    assert!(window.shows("has not answered"));
    type_path(&mut window, folder.path().join("typed.ron").to_str().unwrap());
    window.click("Save");
    assert_eq!(Graph::load(&folder.path().join("typed.ron")).unwrap().graph, small());
}

#[test]
fn escape_and_every_dialog_close_the_list_of_keys() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let open = |window: &Window| window.shows("Drag a node");
    window.key(Modifiers::NONE, Key::F1);
    assert!(open(&window));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!open(&window));
    window.key(Modifiers::NONE, Key::F1);
    window.key(Modifiers::COMMAND, Key::E);
    assert!(!open(&window));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Browse"), "Esc closes the export dialog");
}

#[test]
fn enter_takes_a_message_away_and_escape_leaves_changes_alone() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "(").unwrap();
    window.ask(Request::OpenFile(broken.clone()));
    assert!(window.shows("cannot be opened") && window.shows("stays open"));
    window.key(Modifiers::NONE, Key::Enter);
    assert!(!window.shows("cannot be opened"));
    window.edit(Edit::Seed(77));
    window.command(Command::New);
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.graph().seed, 77);
    assert!(!window.shows("Save the changes"));
    let start = Window::start(Start { file: Some(broken), ..Start::default() });
    assert!(start.shows("cannot be opened") && !start.shows("stays open"), "nothing was open before");
}

#[test]
fn enter_never_replaces_a_file() {
    let folder = folder();
    let other = saved(&Graph { seed: 1234, ..small() }, folder.path().join("other.ron"));
    let mut window = Window::on(&small(), folder.path());
    window.answers.push(Answer::NoService);
    window.command(Command::SaveAs);
    type_path(&mut window, other.to_str().unwrap());
    for _ in 0..3 {
        window.key(Modifiers::NONE, Key::Enter);
    }
    assert!(window.shows("exists already"));
    assert_eq!(Graph::load(&other).unwrap().graph.seed, 1234);
}

#[test]
fn what_is_typed_into_the_box_of_save_as_replaces_the_name_and_keeps_folder_and_extension() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(99));
    window.answers.push(Answer::NoService);
    window.command(Command::SaveAs);
    window.harness.event(egui::Event::Text("höhe.v2".into()));
    window.steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    let path = folder.path().join("höhe.v2.ron");
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 99);
    assert_eq!(window.app().document().path(), Some(&*path));
    assert_eq!(Graph::load(&folder.path().join("recipe.ron")).unwrap().graph, small(), "the first file is as it was");
}
