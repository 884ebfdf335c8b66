//! Adding nodes: the palette, its search, copies, kinds that are not known.

use super::*;
use orograph::graph::Output;

#[test]
fn a_node_is_added_by_space_a_word_and_enter() {
    let mut window = window("");
    move_to(&mut window, pos2(400.0, 300.0));
    key(&mut window, Key::Space);
    assert!(window.get_by_label("search nodes").is_focused());
    write(&mut window, "perl");
    key(&mut window, Key::Enter);
    assert_eq!(ids(&window), ["perlin"]);
    assert_eq!(selected(&window), ["perlin"]);
    let title = rect(&window, "node perlin");
    assert!(Rect::from_min_size(title.min, vec2(176.0, 27.0)).contains(pos2(400.0, 300.0)));
    assert_eq!(window.state().graph.outputs[0].name, "height");
    assert!(window.state().canvas.has_focus());
    key(&mut window, Key::Tab);
    assert!(window.query_by_label("search nodes").is_some());
    key(&mut window, Key::Escape);
    assert!(window.query_by_label("search nodes").is_none());
    assert_eq!(window.state().steps.len(), 1);
}

#[test]
fn the_palette_finds_by_title_then_keyword_then_documentation() {
    let mut window = window("");
    key(&mut window, Key::Space);
    write(&mut window, "sum");
    let labels = palette(&window);
    assert_eq!(labels[0], "add Add", "{labels:?}");
    chord(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "per");
    assert_eq!(palette(&window)[0], "add Perlin");
    key(&mut window, Key::ArrowDown);
    let second = palette(&window)[1].clone();
    key(&mut window, Key::Enter);
    let spec = orograph::nodes::all().find(|s| second == format!("add {}", s.title)).unwrap();
    assert_eq!(window.state().graph.nodes.values().next().unwrap().kind.as_ref(), spec.kind);
}

/// Rows of the open palette from the top.
fn palette(window: &Window) -> Vec<String> {
    let titles: Vec<String> = orograph::nodes::all().map(|s| format!("add {}", s.title)).collect();
    let mut rows: Vec<(f32, String)> = Vec::new();
    for title in titles {
        if let Some(row) = window.query_by_label(&title) {
            rows.push((row.rect().top(), title.clone()));
        }
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, title)| title).collect()
}

#[test]
fn every_kind_of_node_can_be_found_by_its_title() {
    let kinds: Vec<_> = orograph::nodes::all().collect();
    for spec in &kinds {
        let found = orograph::gui::palette::ranked(spec.title, &kinds);
        assert_eq!(found[0].kind, spec.kind, "searching for {}", spec.title);
        for keyword in spec.keywords {
            let found = orograph::gui::palette::ranked(keyword, &kinds);
            assert!(found.iter().any(|s| s.kind == spec.kind), "{keyword} does not find {}", spec.kind);
        }
    }
}

#[test]
fn a_right_click_on_nothing_opens_the_palette_and_a_press_elsewhere_closes_it() {
    let mut window = window("");
    click(&mut window, pos2(300.0, 500.0), PointerButton::Secondary, Modifiers::NONE);
    assert!(window.query_by_label("search nodes").is_some());
    click(&mut window, pos2(900.0, 100.0), PointerButton::Primary, Modifiers::NONE);
    assert!(window.query_by_label("search nodes").is_none());
    assert!(window.state().graph.nodes.is_empty());
    double_click(&mut window, pos2(300.0, 500.0));
    assert!(window.query_by_label("search nodes").is_some());
}

#[test]
fn copy_and_paste_go_through_the_clipboard_as_text() {
    let mut window = recipe(PAIR);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    window.event(Event::Copy);
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|c| match c {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let text = copied.unwrap();
    assert!(text.contains("Perlin"));
    move_to(&mut window, pos2(300.0, 500.0));
    window.event(Event::Paste(text));
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.nodes.len(), 4);
    assert_eq!(selected(&window).len(), 2, "the pasted nodes are selected");
    chord(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(window.state().graph.nodes.len(), 6);
    window.event(Event::Cut);
    window.step();
    window.run_steps(2);
    assert_eq!(window.state().graph.nodes.len(), 4);
}

#[test]
fn nodes_of_unknown_kinds_are_shown_with_their_text() {
    let window = recipe(r#""a": Erosion(strength: 0.5), "b": Abs(source: "a")"#);
    assert!(window.query_by_label("node a").is_some());
    let description = window.get_by_label("node a").accesskit_node().description().unwrap_or_default();
    assert!(description.contains("Erosion"), "{description}");
    assert!(window.query_by_label("output a.value").is_some());
}

#[test]
fn a_node_without_a_source_is_an_error_only_where_an_output_needs_it() {
    let mut window = recipe(r#""a": Perlin(), "b": Abs()"#);
    let told = |window: &Window| window.get_by_label("node b").accesskit_node().description().unwrap_or_default();
    assert_eq!(told(&window), "Abs. needs a source");
    let output = Output { name: "height".into(), from: Link::to("b"), sampling: Default::default() };
    let host = window.state_mut();
    host.apply(&Edit::SetOutput(output)).unwrap();
    host.problems = host.graph.check();
    window.run_steps(2);
    assert!(told(&window).contains("the input source is open"), "{}", told(&window));
}

#[test]
fn a_node_added_at_the_edge_lies_in_the_view() {
    let mut window = window("");
    move_to(&mut window, pos2(990.0, 690.0));
    key(&mut window, Key::Space);
    write(&mut window, "perl");
    key(&mut window, Key::Enter);
    let seen = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 700.0));
    assert!(seen.contains_rect(rect(&window, "node perlin")));
}
