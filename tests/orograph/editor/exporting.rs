//! Exports from the window.

use super::*;
use egui_kittest::kittest::NodeT;
use orograph::deliver::number;

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

/// What the window says in words, a line for each label.
fn said(window: &Window) -> String {
    let labels = window.harness.query_all_by_role(egui::accesskit::Role::Label);
    labels.filter_map(|node| node.accesskit_node().value()).collect::<Vec<_>>().join("\n")
}

/// Chooses an option of a list of the dialog.
fn choose(window: &mut Window, list: &str, option: &str) {
    for label in [list, option] {
        let found: Vec<_> = window.harness.query_all_by_label(label).collect();
        let control = found.into_iter().rfind(|n| n.accesskit_node().role() != egui::accesskit::Role::Label);
        control.unwrap_or_else(|| panic!("there is no {label}")).click();
        window.steps(4);
    }
}

/// Exports a recipe of `samples` a side for a preset from the window; what the dialog said, and what lies beside the file.
fn exported(preset: &str, side: u32, samples: u32, file: &str) -> (String, serde_json::Value) {
    let folder = folder();
    let mut graph = small();
    graph.world.samples = (samples, samples);
    let mut window = Window::on(&graph, folder.path());
    window.command(Command::Export);
    window.steps(4);
    choose(&mut window, "preset", preset);
    if samples != side {
        choose(&mut window, "size", &format!("{side} x {side}"));
    }
    let words = said(&window);
    window.harness.get_all_by_label("Export").last().unwrap().click();
    window.steps(6);
    let text = std::fs::read_to_string(folder.path().join(format!("{file}.json")));
    let text = text.unwrap_or_else(|e| panic!("{e}: {:?}\n{}", window.app().notices(), said(&window)));
    (words, serde_json::from_str(&text).unwrap())
}

/// Everything that the dialog says about numbers, as the facts beside the file have it.
fn as_told(json: &serde_json::Value, title: &str) -> Vec<String> {
    let of = |value: &serde_json::Value| number(value.as_f64().unwrap());
    let (zero, one) = (json["metres"]["zero"].as_f64().unwrap(), json["metres"]["one"].as_f64().unwrap());
    let height = |name: &str| number(zero + json[name].as_f64().unwrap() * (one - zero));
    let mut told = vec![
        format!("{} x {}, ", json["width"], json["height"]),
        format!("{} m = 0, {} m = 65535", number(zero), number(one)),
        format!("uses {:.0} % of the range", json["codes_used"].as_f64().unwrap() * 100.0),
        format!("{} m a sample", of(&json["spacing"][0])),
        format!("lowest {} m, highest {} m", height("min"), height("max")),
        format!("{} row first", json["first_row"].as_str().unwrap()),
    ];
    told.extend(json["z_scale"].as_f64().map(|scale| format!("{title} Z scale {}", number(scale))));
    told.extend(json["import"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()));
    told
}

#[test]
fn every_number_of_the_dialog_is_that_of_the_facts_beside_the_file() {
    for (preset, side, file) in [("Unreal", 127, "recipe-height.png"), ("Unity", 129, "recipe-height.raw")] {
        let (words, json) = exported(preset, side, side, file);
        let told = as_told(&json, preset);
        assert!(told.len() >= 8, "{told:?}");
        for part in told {
            assert!(words.contains(&part), "{preset}: the dialog does not say {part:?} but\n{words}");
        }
        assert_eq!(json["sentence"].as_str().map(|sentence| words.contains(sentence)), Some(true), "{preset}: {json}");
        assert_eq!((&json["width"], &json["preset"]), (&side.into(), &preset.to_lowercase().into()));
    }
}

#[test]
fn extremes_of_another_grid_than_that_of_the_export_are_told_as_about() {
    let (words, json) = exported("Unreal", 253, 129, "recipe-height.png");
    assert!(words.contains("lowest about ") && words.contains("uses about "), "{words}");
    for part in as_told(&json, "Unreal").iter().filter(|part| !part.starts_with("uses") && !part.starts_with("lowest"))
    {
        assert!(words.contains(part), "the dialog does not say {part:?} but\n{words}");
    }
}

#[test]
fn a_path_that_is_typed_and_a_press_on_export_in_one_frame_go_together() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.command(Command::Export);
    let old = folder.path().join("recipe-height.png");
    let mut fields =
        window.harness.query_all_by(|node| node.value().is_some_and(|value| value == old.display().to_string()));
    fields.next().unwrap().click();
    drop(fields);
    window.steps(3);
    window.key(Modifiers::COMMAND, Key::A);
    let new = folder.path().join("other.png");
    let at = window.harness.get_all_by_label("Export").last().unwrap().rect().center();
    window.harness.event(egui::Event::Text(new.display().to_string()));
    window.harness.event(egui::Event::PointerMoved(at));
    for pressed in [true, false] {
        let button = egui::PointerButton::Primary;
        window.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    }
    window.steps(8);
    assert!(new.exists() && !old.exists(), "{:?}", std::fs::read_dir(folder.path()).unwrap().collect::<Vec<_>>());
}
