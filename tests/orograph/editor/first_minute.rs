//! The first minute: the welcome view, the tour, work that was recovered.

use super::*;
use orograph::gui::dock::Pane;

fn fresh() -> Window {
    Window::start(Start { welcome: true, ..Start::default() })
}

#[test]
fn a_window_without_a_file_welcomes_and_one_with_a_file_does_not() {
    let window = fresh();
    assert!(window.shows("Start from a template") && window.shows("Take the tour"));
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let window = Window::start(Start { file: Some(path), welcome: true, ..Start::default() });
    assert!(!window.shows("Start from a template"));
}

#[test]
fn escape_leaves_the_welcome_view_with_the_island_open() {
    let mut window = fresh();
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Start from a template"));
    assert_eq!(window.graph(), Graph::parse(include_str!("../../../graphs/island.ron")).unwrap().graph);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(window.shows("Start from a template"));
}

#[test]
fn the_tour_goes_on_with_what_is_really_done() {
    let mut window = fresh();
    window.click("Take the tour");
    assert!(window.shows("Step 1 of 5"));
    window.edit(Edit::Seed(9));
    assert!(window.shows("Step 1 of 5"), "another edit is not the step");
    window.edit(Edit::Add { kind: "Billow".into(), at: [0.0, 0.0], from: None, to: None });
    assert!(window.shows("Step 2 of 5"));
    let added = window.app().document().selection().iter().next().unwrap().clone();
    let blend = window.graph().nodes.keys().find(|id| &***id == "relief").unwrap().clone();
    window.edit(Edit::Connect { from: Link::to(&added), to: blend, port: "b".into() });
    assert!(window.shows("Step 3 of 5"));
    window.edit(Edit::Set { id: added.clone(), field: "octaves".into(), setting: Some(3u32.into()) });
    assert!(window.shows("Step 4 of 5"));
    window.view(&added);
    assert!(window.shows("Step 5 of 5"));
    window.command(Command::Export);
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("of 5"), "that was the last step");
    assert!(window.app().notices().iter().any(|n| n.contains("That was the tour")));
}

#[test]
fn escape_leaves_the_tour_at_any_step() {
    let mut window = fresh();
    window.click("Take the tour");
    window.click("Skip this step");
    assert!(window.shows("Step 2 of 5"));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("of 5"));
}

#[test]
fn every_copy_that_dead_windows_left_is_listed_with_its_file_and_can_be_taken_or_thrown_away() {
    let folder = folder();
    let config = folder.path().join("config");
    let recovery = config.join("recovery");
    std::fs::create_dir_all(&recovery).unwrap();
    for (n, name) in ["cliffs.ron", "dunes.ron"].iter().enumerate() {
        let graph = Graph { seed: 100 + n as u64, ..small() };
        let path = folder.path().join(name);
        let text = format!("// unsaved changes of {}\n{}", path.display(), graph.to_ron());
        std::fs::write(recovery.join(format!("{}-0.ron", n + 1)), text).unwrap();
    }
    let mut window = Window::start(Start { config: Some(config), ..Start::default() });
    assert!(window.shows("cliffs.ron") && window.shows("dunes.ron") && window.shows("minute ago"));
    window.harness.get_all_by_label("Throw away").next().unwrap().click();
    window.steps(4);
    let left = window.harness.query_all_by_label("Recover").count();
    assert_eq!(left, 1);
    window.click("Recover");
    assert!([100, 101].contains(&window.graph().seed));
    assert!(window.app().document().is_dirty());
}

#[test]
fn the_card_of_the_tour_is_beside_what_it_points_at_in_large_and_in_small_windows() {
    for size in [egui::vec2(1600.0, 1000.0), egui::vec2(900.0, 560.0)] {
        let mut window = Window::start(Start { synchronous: false, ..Start::default() });
        window.harness.set_size(size);
        window.steps(3);
        window.command(Command::Tour);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        for step in 1..=5 {
            window.steps(3);
            let rect = |label: &str| window.harness.get_by_label(label).rect();
            let card = rect(&format!("Step {step} of 5")).union(rect("Leave the tour"));
            assert!(screen.contains_rect(card), "step {step} at {size}: {card}");
            match step {
                2 => assert!(window.app().scene().graph.nodes.contains_key("billow")),
                3 => {
                    let numbers = window.app().dock().rect(Pane::Inspector).unwrap();
                    assert!(!card.intersects(numbers), "the numbers are seen at {size}");
                }
                5 => {
                    let export = window.harness.get_all_by_label("Export").next().unwrap().rect();
                    assert!(!card.intersects(export) && card.expand(260.0).intersects(export), "{card} at {size}");
                    assert!(!window.shows("Skip this step"), "nothing comes after it");
                    break;
                }
                _ => {}
            }
            match step {
                1 => window.edit(Edit::Add { kind: "Billow".into(), at: [900.0, 900.0], from: None, to: None }),
                _ => window.click("Skip this step"),
            }
            if step == 1 {
                window.steps(2);
                assert!(window.shows("output billow.value"), "the next step needs its dot, at {size}");
            }
        }
    }
}
