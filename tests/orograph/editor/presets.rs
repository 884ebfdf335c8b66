//! Presets of nodes: picked, saved, deleted, kept beside the settings, and safe from a damaged file.

use super::*;
use orograph::graph::Setting;
use orograph::gui::presets::{BUILT_IN, BuiltIn, Presets};

/// The editor on a small island that keeps its presets in `folder/config`.
fn window(folder: &Path) -> Window {
    let file = folder.join("recipe.ron");
    if !file.exists() {
        small().save(&file).unwrap();
    }
    Window::start(Start { file: Some(file), config: Some(folder.join("config")), ..Start::default() })
}

fn setting(window: &Window, id: &str, field: &str) -> Option<Setting> {
    window.graph().nodes[id].setting(field).cloned()
}

/// Saves the values of the selected node under a name by the menu.
fn save(window: &mut Window, name: &str) {
    window.click("Presets");
    window.click("Name of a new preset");
    window.harness.event(egui::Event::Text(name.into()));
    window.steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    window.steps(2);
}

fn file(folder: &Path) -> PathBuf {
    folder.join("config").join("presets.ron")
}

#[test]
fn a_preset_of_the_program_sets_its_values_in_one_step_and_the_seed_stays() {
    let folder = folder();
    let mut window = window(folder.path());
    let before = window.graph();
    window.select(&["land"]);
    window.click("Presets");
    window.click("Rolling hills");
    assert_eq!(setting(&window, "land", "gain"), Some(0.4.into()));
    assert_eq!(setting(&window, "land", "feature_scale"), Some(1230.0.into()), "a share of the world");
    assert_eq!(setting(&window, "land", "octaves"), None, "6 is the default");
    assert_eq!(setting(&window, "land", "seed"), Some(Value::Seed(1).into()));
    assert_eq!(window.app().document().undo_len(), 1);
    window.command(Command::Undo);
    assert_eq!(window.graph(), before);
}

#[test]
fn a_saved_preset_is_there_in_the_next_window_and_for_its_kind_alone() {
    let folder = folder();
    let mut first = window(folder.path());
    first.edit(Edit::Set { id: "land".into(), field: "octaves".into(), setting: Some(7u32.into()) });
    first.select(&["land"]);
    save(&mut first, "Crisp");
    assert!(first.app().notices().last().is_some_and(|said| said.contains("Saved the preset Crisp")));
    drop(first);
    let mut second = window(folder.path());
    second.select(&["ridges"]);
    second.click("Presets");
    assert!(!second.shows("Crisp"));
    second.key(Modifiers::NONE, Key::Escape);
    second.select(&["bx", "by"]);
    second.click("Presets");
    second.click("Crisp");
    for (id, seed) in [("bx", 11), ("by", 12)] {
        assert_eq!(setting(&second, id, "octaves"), Some(7u32.into()), "{id}");
        assert_eq!(setting(&second, id, "seed"), Some(Value::Seed(seed).into()), "{id}");
    }
    assert_eq!(second.app().document().undo_len(), 1);
}

#[test]
fn a_preset_is_deleted_by_a_second_press_only() {
    let folder = folder();
    let mut window = window(folder.path());
    window.select(&["land"]);
    save(&mut window, "Gone soon");
    window.click("Presets");
    window.click("Delete the preset Gone soon");
    assert!(std::fs::read_to_string(file(folder.path())).unwrap().contains("Gone soon"));
    window.click("Delete Gone soon?");
    assert!(!std::fs::read_to_string(file(folder.path())).unwrap().contains("Gone soon"));
    assert!(!window.shows("Gone soon?"));
}

#[test]
fn a_damaged_file_breaks_nothing_and_is_kept() {
    let folder = folder();
    std::fs::create_dir_all(folder.path().join("config")).unwrap();
    std::fs::write(file(folder.path()), "{ \"Fbm\": { \"Alps\": ").unwrap();
    let mut window = window(folder.path());
    assert!(window.app().notices().iter().any(|said| said.contains("The saved presets cannot be read")));
    window.select(&["land"]);
    window.click("Presets");
    assert!(window.shows("Rolling hills") && !window.shows("Alps"));
    window.key(Modifiers::NONE, Key::Escape);
    save(&mut window, "New");
    assert!(std::fs::read_to_string(file(folder.path())).unwrap().contains("New"));
    let aside = folder.path().join("config").join("presets.damaged.ron");
    assert!(std::fs::read_to_string(aside).unwrap().contains("Alps"));
}

#[test]
fn a_preset_that_cannot_be_read_is_shown_and_cannot_be_picked() {
    let folder = folder();
    std::fs::create_dir_all(folder.path().join("config")).unwrap();
    let text = r#"{ "Fbm": { "Bad": "Fbm(octaves: 99)", "Odd": "Fbm(", "Good": "Fbm(octaves: 3)" } }"#;
    std::fs::write(file(folder.path()), text).unwrap();
    let mut window = window(folder.path());
    window.select(&["land"]);
    window.click("Presets");
    for (name, disabled) in [("Bad", true), ("Odd", true), ("Good", false)] {
        let entry = window.harness.get_by_label(name);
        assert_eq!(egui_kittest::kittest::NodeT::accesskit_node(&entry).is_disabled(), disabled, "{name}");
    }
    window.click("Good");
    assert_eq!(setting(&window, "land", "octaves"), Some(3u32.into()));
}

#[test]
fn two_windows_keep_each_others_presets() {
    let folder = folder();
    let config = Some(folder.path());
    let (mut one, mut two) = (Presets::load(config).0, Presets::load(config).0);
    assert_eq!(one.keep(config, "Fbm", "A", "Fbm(octaves: 3)"), Ok(false));
    assert_eq!(two.keep(config, "Fbm", "B", "Fbm(octaves: 4)"), Ok(false));
    assert_eq!(one.keep(config, "Fbm", "A", "Fbm(octaves: 5)"), Ok(true));
    let names: Vec<String> = Presets::load(config).0.names("Fbm").map(str::to_owned).collect();
    assert_eq!(names, ["A", "B"]);
    assert!(one.keep(config, "Fbm", " \n ", "Fbm()").unwrap_err().contains("1 to 60 characters"));
    assert_eq!(one.remove(config, "Fbm", "B"), Ok(true));
    assert_eq!(two.remove(config, "Fbm", "B"), Ok(false));
}

#[test]
fn every_preset_of_the_program_fits_its_kind_in_every_world() {
    for extent in [(4096.0, 4096.0), (256.0, 64.0), (4.0e6, 1.0e6)] {
        let world = World { extent, ..World::default() };
        for preset in BUILT_IN {
            let mut graph = Graph { world, ..Graph::default() };
            graph.nodes.insert("it".into(), Arc::new(Node::new(preset.kind)));
            let values = preset.values(&world).unwrap();
            let node = &graph.nodes["it"];
            let requests = values.paste(&graph, [(&"it".into(), &**node)].into_iter());
            assert_eq!(requests.len(), 1, "{} of {}: {requests:?}", preset.name, preset.kind);
            let [Request::Edit { edit, .. }] = &requests[..] else { panic!("{requests:?}") };
            graph.apply(edit).unwrap();
            assert!(values.are_on(&graph, &graph.nodes["it"]), "{}", preset.name);
        }
    }
}

#[test]
fn presets_of_one_kind_set_the_same_fields_so_that_none_leaves_a_trace() {
    for preset in BUILT_IN {
        let first = BuiltIn::of(preset.kind).next().unwrap();
        let fields = |preset: &BuiltIn| preset.fields().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(fields(first), fields(preset), "{}", preset.name);
    }
}

#[test]
fn the_inspector_shows_how_the_samples_of_the_selected_node_spread() {
    let folder = folder();
    let mut window = window(folder.path());
    window.select(&["disc"]);
    assert!(window.shows("histogram of disc"));
    let said = |window: &Window| {
        let node = window.harness.get_by_label("histogram of disc");
        egui_kittest::kittest::NodeT::accesskit_node(&node).description().unwrap_or_default()
    };
    let before = said(&window);
    assert!(before.contains("most are 0 to "), "{before}");
    window.edit(set("disc", "inner", 1.0));
    window.edit(set("disc", "radius", 4000.0));
    window.steps(4);
    assert!(said(&window).contains(" to 1"), "{}", said(&window));
}
