//! Exports from the window.

use super::*;

#[test]
fn an_export_from_the_window_holds_the_hash_that_the_window_shows() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.key(Modifiers::COMMAND, Key::E);
    assert!(window.harness.query_all_by_label("Export").count() > 1, "the dialog is open");
    window.harness.get_all_by_label("Export").last().unwrap().click();
    window.steps(6);
    let file = folder.path().join("recipe-height.png");
    assert!(file.exists(), "{:?}", window.app().notices());
    std::fs::remove_file(&file).unwrap();
    window.click("Close");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    window.steps(4);
    assert!(file.exists(), "the export is repeated without the dialog");
    assert!(window.app().notices().last().unwrap().starts_with("Exported"));
}

#[test]
fn another_document_does_not_repeat_the_export_of_the_last() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.command(Command::Export);
    window.harness.get_all_by_label("Export").last().unwrap().click();
    window.steps(6);
    window.click("Close");
    let file = folder.path().join("recipe-height.png");
    let before = std::fs::read(&file).unwrap();
    window.command(Command::New);
    window.command(Command::ExportAgain);
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert!(window.shows("Close"), "the dialog asks instead");
}

/// The small recipe with two exports: heights, and tiles.
fn with_exports() -> Graph {
    let mut graph = small();
    let mut heights = Export::new("heights", "heights.r16");
    heights.set("size", "33".into());
    let mut tiles = Export::new("tiles", "t_{x}_{y}.png");
    tiles.set("tiles", "(2, 2)".into());
    tiles.set("tile_size", "17".into());
    for export in [heights, tiles] {
        graph.apply(&Edit::SetExport(export)).unwrap();
    }
    graph
}

#[test]
fn choices_of_the_dialog_are_remembered_in_the_recipe_and_one_click_writes_them() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.command(Command::Export);
    window.click("Remember");
    let export = window.graph().exports[0].clone();
    assert_eq!((&*export.name, export.get("path").as_deref()), ("recipe-height", Some("recipe-height.png")));
    assert_eq!(export.get("output").as_deref(), Some("height"));
    window.click("Write all");
    window.steps(6);
    assert!(window.shows("1 file was written."));
    let file = folder.path().join("recipe-height.png");
    assert!(file.exists());
    std::fs::remove_file(&file).unwrap();
    window.click("Forget recipe-height");
    assert!(window.graph().exports.is_empty());
    window.click("Close");
    window.command(Command::Undo);
    assert_eq!(window.graph().exports, [export], "forgetting is a step that is taken back");
}

#[test]
fn all_exports_are_written_by_one_command_and_on_save() {
    let folder = folder();
    let mut window = Window::on(&with_exports(), folder.path());
    let files = ["heights.r16", "t_0_0.png", "t_1_1.png"].map(|name| folder.path().join(name));
    window.command(Command::ExportAll);
    window.steps(4);
    assert!(files.iter().all(|file| file.exists()), "{:?}", window.app().notices());
    assert_eq!(window.app().notices().last().unwrap(), "5 files were written.");
    for file in &files {
        std::fs::remove_file(file).unwrap();
    }
    window.command(Command::Save);
    window.steps(4);
    assert!(!files[0].exists(), "saving alone writes no export");
    window.click("File");
    window.click("Re-export on save");
    window.key(Modifiers::NONE, Key::Escape);
    window.edit(Edit::Seed(77));
    window.command(Command::Save);
    window.steps(4);
    assert!(files.iter().all(|file| file.exists()), "{:?}", window.app().notices());
}

#[test]
fn an_export_that_cannot_be_written_is_told_before_any_work() {
    let folder = folder();
    let mut graph = with_exports();
    graph.apply(&Edit::SetExport(Export::new("lost", "nowhere/lost.png"))).unwrap();
    let mut window = Window::on(&graph, folder.path());
    window.command(Command::ExportAll);
    window.steps(4);
    assert!(window.app().notices().last().unwrap().contains("nowhere"), "{:?}", window.app().notices());
    assert!(!folder.path().join("heights.r16").exists());
    let mut empty = Window::on(&small(), folder.path());
    empty.command(Command::ExportAll);
    assert!(empty.app().notices().last().unwrap().contains("remembers no exports"));
}

#[test]
fn exports_that_would_be_written_over_each_other_are_refused() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    for name in ["one", "two"] {
        window.edit(Edit::SetExport(Export::new(name, "same.png")));
    }
    window.command(Command::ExportAll);
    window.steps(4);
    let told = window.app().notices().last().unwrap();
    assert!(told.contains("\"one\" and \"two\" are both written to"), "{told}");
    assert!(!folder.path().join("same.png").exists());
}
