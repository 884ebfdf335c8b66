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
