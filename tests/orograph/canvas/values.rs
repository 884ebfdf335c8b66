//! Numbers on the nodes themselves.

use super::*;

#[test]
fn numbers_are_dragged_and_typed_in_their_rows() {
    let mut window = recipe(r#""a": Fbm(octaves: 4), "b": Abs(source: "a")"#);
    let at = centre(&window, "value a.octaves");
    let param = orograph::nodes::find("Fbm").unwrap().param("octaves").unwrap().1;
    let octaves = |window: &Window| {
        let graph = &window.state().graph;
        match graph.value(&graph.nodes["a"], param) {
            Value::Count(n) => n,
            other => panic!("{other:?}"),
        }
    };
    let soft = param.soft.unwrap().resolve((1.0, 1.0));
    let per_point = (soft.1 - soft.0) / 200.0;
    let points = (2.0 / per_point) as f32;
    grab(&mut window, at, at + vec2(points, 0.0), Modifiers::NONE);
    assert_eq!(octaves(&window), 6, "the value follows while it is dragged");
    key(&mut window, Key::Escape);
    assert_eq!(octaves(&window), 4, "Esc restores");
    press(&mut window, at, PointerButton::Primary, false, Modifiers::NONE);
    window.state_mut().steps.clear();
    drag(&mut window, at, at + vec2(points, 0.0));
    assert_eq!(octaves(&window), 6);
    assert_eq!(window.state().steps.len(), 1, "a drag is one step");
    double_click(&mut window, at);
    assert!(window.get_by_label("type a.octaves").is_focused());
    write(&mut window, "16/2");
    key(&mut window, Key::Enter);
    assert_eq!(octaves(&window), 8);
    let scale = centre(&window, "value a.feature_scale");
    double_click(&mut window, scale);
    write(&mut window, "1.5km");
    key(&mut window, Key::Tab);
    assert_eq!(window.state().graph.nodes["a"].setting("feature_scale"), Some(&Setting::from(1500.0)));
    assert!(window.query_by_label("type a.feature_scale").is_none());
    key(&mut window, Key::Escape);
}
