//! The preview: what it shows, modes, histogram, zoom.

use super::*;

#[test]
fn the_preview_is_sticky_and_viewing_again_returns() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["land"]);
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "selecting does not change the preview");
    window.view("land");
    assert_eq!(window.app().preview(), Some(&Link::to("land")));
    assert!(window.harness.query_by_label("Signed").is_some(), "signed noise offers the signed mode");
    window.view("land");
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "viewing again returns to the last");
    window.view("disc");
    window.edit(Edit::Rename { id: "disc".into(), to: "coast".into() });
    assert_eq!(window.app().preview(), Some(&Link::to("coast")), "a rename does not lose the preview");
    window.edit(Edit::Remove { ids: vec!["coast".into()], heal: false });
    assert_eq!(window.app().preview(), Some(&Link::to("height")), "a deleted node gives way to the last one");
}

#[test]
fn a_mode_chip_is_remembered_in_the_recipe_for_its_outputs_only() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.click("Shade");
    assert_eq!(window.graph().view.mode, "Shade");
    assert!(window.app().document().is_dirty());
    window.command(Command::Undo);
    window.view("land");
    window.click("Grey");
    assert_eq!(window.graph().view.mode, "Terrain", "looking at a noise in grey does not change the recipe");
    assert!(!window.app().document().is_dirty());
}

#[test]
fn the_sea_level_drags_in_the_histogram() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let sea = window.graph().world.sea.unwrap();
    let from = window.harness.get_by_label("sea line").rect().center();
    window.drag(from, from + egui::vec2(60.0, 0.0));
    let moved = window.graph().world.sea.unwrap();
    assert!(moved > sea + 20.0, "{sea} became {moved}");
    assert_eq!(window.app().document().undo_len(), 1, "a drag is one step");
}

#[test]
fn a_node_in_error_shows_its_sentence_in_place_of_the_picture() {
    let folder = folder();
    let mut graph = small();
    graph.nodes.insert("open".into(), Arc::new(Node::new("Warp")));
    let mut window = Window::on(&graph, folder.path());
    window.view("open");
    assert!(window.app().hash().is_none());
    assert!(window.app().scene().problems.iter().any(|p| p.node.as_deref() == Some("open")));
    window.view("open");
    assert!(window.app().hash().is_some());
}

#[test]
fn a_flat_field_is_a_warning_in_the_status_bar() {
    let folder = folder();
    let mut graph = recipe::graph(&[
        ("level", Node::new("RadialFalloff").with("radius", Value::Number(1e7)).with("inner", 1.0)),
        ("height", Node::new("Normalize").with("source", "level")),
    ]);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices });
    let window = Window::on(&graph, folder.path());
    let problems = window.app().scene().problems;
    let flat: Vec<_> = problems.iter().filter(|p| p.node.as_deref() == Some("height")).collect();
    assert_eq!(flat.len(), 1, "{problems:?}");
    assert!(window.shows("1 problem"));
}

#[test]
fn the_preview_zooms_about_the_pointer_and_fits_again() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    assert!(window.harness.query_by_label("Fit").is_none(), "there is nothing to fit yet");
    let picture = window.harness.get_by_label("preview of height").rect();
    let read = |window: &Window| window.harness.get_by_label("preview of height").value().unwrap();
    window.harness.hover_at(picture.center());
    window.steps(2);
    let before = read(&window);
    assert!(before.contains("m ·") && before.contains("slope"), "{before}");
    for _ in 0..5 {
        window.harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, 2.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        window.steps(12);
    }
    assert_eq!(read(&window), before, "what is under the pointer stays there");
    window.click("Fit");
    assert!(window.harness.query_by_label("Fit").is_none());
}

#[test]
fn a_long_name_changes_no_width_and_covers_nothing() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["land"]);
    window.view("land");
    let picture = |window: &Window, id: &str| window.harness.get_by_label(&format!("preview of {id}")).rect();
    let before = picture(&window, "land");
    let long = "a_very_long_name_".repeat(12);
    window.edit(Edit::Rename { id: "land".into(), to: long.as_str().into() });
    window.steps(20);
    let after = picture(&window, &long);
    assert_eq!((before.left(), before.right()), (after.left(), after.right()));
    for label in window.harness.query_all_by_role(egui::accesskit::Role::Label) {
        let rect = label.rect();
        if rect.left() > after.left() && rect.top() > after.top() - 40.0 {
            assert!(rect.right() <= after.right() + 1.0, "{rect:?} ends beyond {after:?}");
        }
    }
    let title = window.harness.query_all_by_label(&long).map(|n| n.rect()).find(|r| r.bottom() < after.top());
    let kind = window.harness.query_all_by_label("Fbm").map(|n| n.rect()).find(|r| r.bottom() < after.top());
    let (title, kind) = (title.unwrap(), kind.unwrap());
    assert!(title.right() <= kind.left(), "{title:?} {kind:?}");
}

#[test]
fn in_a_small_window_the_preview_leaves_room_for_the_inspector() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.select(&["land"]);
    window.harness.set_size(egui::vec2(800.0, 500.0));
    window.steps(6);
    let picture = window.harness.get_by_label("preview of height").rect();
    assert!(picture.height() <= 0.45 * 500.0, "{picture:?}");
    let action = window.harness.get_by_label("Name of the node").rect();
    assert!(action.bottom() < 500.0 - 26.0 - 100.0, "{action:?}");
}
