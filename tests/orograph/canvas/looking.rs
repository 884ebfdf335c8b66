//! Where the canvas looks, and what it says of what is under the pointer.

use super::*;
use cpu_time::ThreadTime;

#[test]
fn the_wheel_zooms_about_the_pointer_and_two_fingers_pan() {
    let mut window = recipe(CHAIN);
    let at = pos2(333.0, 222.0);
    move_to(&mut window, at);
    let before = window.state().canvas.point_at(at);
    wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, 3.0), Modifiers::NONE);
    assert!((window.state().canvas.zoom() - 1.331).abs() < 1e-4);
    assert!(window.state().canvas.point_at(at).distance(before) < 0.01);
    wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, -3.0), Modifiers::NONE);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    wheel(&mut window, MouseWheelUnit::Point, vec2(12.0, -30.0), Modifiers::NONE);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    assert!(window.state().canvas.point_at(at).distance(before - vec2(12.0, -30.0)) < 0.01);
    wheel(&mut window, MouseWheelUnit::Point, vec2(0.0, 20.0), Modifiers::COMMAND);
    assert!(window.state().canvas.zoom() > 1.05);
    for _ in 0..60 {
        wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, 1.0), Modifiers::NONE);
    }
    assert_eq!(window.state().canvas.zoom(), 2.0);
    window.event(Event::Zoom(0.5));
    window.step();
    assert_eq!(window.state().canvas.zoom(), 1.0);
    for _ in 0..60 {
        wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, -1.0), Modifiers::NONE);
    }
    assert_eq!(window.state().canvas.zoom(), 0.1);
}

#[test]
fn accessibility_boxes_are_where_nodes_are_seen_at_any_zoom() {
    for notches in [-4.0, 0.0, 4.0] {
        let mut window = recipe(CHAIN);
        move_to(&mut window, pos2(500.0, 350.0));
        wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, notches), Modifiers::NONE);
        let zoom = window.state().canvas.zoom();
        for id in ["a", "b", "c"] {
            let seen = rect(&window, &format!("node {id}"));
            let [x, y] = window.state().graph.layout[id];
            let place = window.state().canvas.point_at(seen.min);
            assert!(place.distance(pos2(x, y)) < 1.0 / zoom, "{id} at {zoom}: {place:?}");
            assert!((seen.width() - 176.0 * zoom).abs() < 0.5);
        }
        let seen = body(&window, "node b");
        click(&mut window, seen, PointerButton::Primary, Modifiers::NONE);
        assert_eq!(selected(&window), ["b"], "a click at {zoom} hits");
    }
}

#[test]
fn the_middle_and_right_buttons_and_space_pan() {
    for (button, space) in
        [(PointerButton::Middle, false), (PointerButton::Secondary, false), (PointerButton::Primary, true)]
    {
        let mut window = recipe(PAIR);
        let from = body(&window, "node a");
        let before = rect(&window, "node a").min;
        if space {
            window.key_down(Key::Space);
            window.step();
        }
        move_to(&mut window, from);
        press(&mut window, from, button, true, Modifiers::NONE);
        move_to(&mut window, from + vec2(10.0, 5.0));
        move_to(&mut window, from + vec2(40.0, 25.0));
        press(&mut window, from + vec2(40.0, 25.0), button, false, Modifiers::NONE);
        if space {
            window.key_up(Key::Space);
            window.step();
        }
        window.run_steps(2);
        assert_eq!(rect(&window, "node a").min, before + vec2(40.0, 25.0), "{button:?}");
        assert!(window.query_by_label("search nodes").is_none());
        assert!(window.state().steps.is_empty());
    }
}

#[test]
fn the_view_pans_while_something_is_dragged_at_its_edge() {
    let mut window = recipe(PAIR);
    let from = body(&window, "node a");
    let before = rect(&window, "node b").min;
    grab(&mut window, from, pos2(995.0, from.y), Modifiers::NONE);
    window.run_steps(10);
    assert!(rect(&window, "node b").left() < before.x - 20.0);
    assert!((body(&window, "node a").x - 995.0).abs() < 2.0, "the node stays under the pointer");
}

#[test]
fn a_wire_and_a_socket_say_what_they_are_after_a_moment() {
    let mut window = recipe(PAIR);
    let (from, to) = (centre(&window, "output a.value"), centre(&window, "input b.source"));
    move_to(&mut window, from + (to - from) * 0.5);
    assert!(!says(&window, "a → b.source"));
    window.run_steps(60);
    assert!(says(&window, "a → b.source"));
    move_to(&mut window, to);
    window.run_steps(60);
    assert!(says(&window, "b · source"));
}

#[test]
fn keys_of_the_view_frame_and_zoom() {
    let mut window = recipe(CHAIN);
    chord(&mut window, Modifiers::COMMAND, Key::Minus);
    assert!((window.state().canvas.zoom() - 1.0 / 1.1).abs() < 1e-4);
    key(&mut window, Key::Num1);
    assert_eq!(window.state().canvas.zoom(), 1.0);
    let at = body(&window, "node c");
    click(&mut window, at, PointerButton::Primary, Modifiers::NONE);
    key(&mut window, Key::F);
    assert!(rect(&window, "node c").center().distance(pos2(500.0, 350.0)) < 1.5);
    key(&mut window, Key::Home);
    let all = rect(&window, "node a") | rect(&window, "node b") | rect(&window, "node c");
    assert!(all.center().distance(pos2(500.0, 350.0)) < 1.5);
    key(&mut window, Key::A);
    assert_eq!(window.state().done, [Command::AutoLevels], "what the canvas cannot do goes to the editor");
    let before = window.state().graph.layout["c"];
    key(&mut window, Key::ArrowRight);
    chord(&mut window, Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(window.state().graph.layout["c"], [before[0] + 1.0, before[1] - 5.0]);
}

#[test]
fn arrows_that_come_within_one_slow_frame_add_up() {
    let mut window = recipe(CHAIN);
    key(&mut window, Key::Home);
    chord(&mut window, Modifiers::COMMAND, Key::A);
    let before = window.state().graph.layout.clone();
    let arrow = |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    let right = arrow(Key::ArrowRight, Modifiers::NONE);
    window.input_mut().events.extend([right.clone(), right.clone(), right]);
    window.input_mut().events.push(arrow(Key::ArrowDown, Modifiers::SHIFT));
    window.run_steps(2);
    for (id, [x, y]) in &window.state().graph.layout {
        assert_eq!([*x, *y], [before[id][0] + 3.0, before[id][1] + 5.0], "{id}");
    }
}

#[test]
fn what_is_framed_stays_framed_when_the_window_grows() {
    let mut window = recipe(CHAIN);
    let all = |window: &Window| rect(window, "node a") | rect(window, "node b") | rect(window, "node c");
    window.set_size(vec2(1400.0, 900.0));
    window.run_steps(3);
    assert!(all(&window).center().distance(pos2(700.0, 450.0)) < 1.5);
    move_to(&mut window, pos2(500.0, 800.0));
    wheel(&mut window, MouseWheelUnit::Point, vec2(40.0, 0.0), Modifiers::NONE);
    let before = all(&window);
    window.set_size(vec2(1000.0, 700.0));
    window.run_steps(3);
    assert_eq!(all(&window).min, before.min, "a view that was moved stays");
}

/// Places of the corners of triangles that are drawn in a colour.
fn corners_of(window: &Window, color: egui::Color32) -> Vec<Pos2> {
    let meshes = window.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Mesh(mesh) => Some(mesh),
        _ => None,
    });
    meshes.flat_map(|mesh| mesh.vertices.iter().filter(|v| v.color == color).map(|v| v.pos)).collect()
}

#[test]
fn far_out_wires_lead_from_box_to_box_and_follow_every_change() {
    let mut window = recipe(CHAIN);
    move_to(&mut window, pos2(500.0, 350.0));
    wheel(&mut window, MouseWheelUnit::Line, vec2(0.0, -16.0), Modifiers::NONE);
    assert!(window.state().canvas.zoom() < 0.26);
    // A wire under the pointer is drawn apart.
    move_to(&mut window, pos2(100.0, 650.0));
    let kind = window.state().graph.nodes["a"].spec().unwrap().category;
    let wire = |window: &Window| {
        let color = Theme::of(&window.ctx).category(kind).gamma_multiply(0.88);
        Rect::from_points(&corners_of(window, color))
    };
    let hold = |window: &Window, what: &str| {
        let (from, to, wire) = (rect(window, "node a"), rect(window, "node b"), wire(window));
        let held = (wire.left() - from.right()).abs() < 1.5 && (wire.right() - to.left()).abs() < 1.5;
        assert!(held, "{what}: {wire:?} leads from {from:?} to {to:?}");
    };
    hold(&window, "far out");
    window.state_mut().apply(&Edit::Place(vec![("b".into(), [900.0, 500.0])])).unwrap();
    window.run_steps(1);
    hold(&window, "a node that moved takes its wire along");
    window.ctx.set_theme(egui::ThemePreference::Light);
    window.run_steps(2);
    hold(&window, "in the colours of the other theme");
    window.state_mut().apply(&Edit::Disconnect { to: "b".into(), port: "source".into() }).unwrap();
    window.run_steps(1);
    assert!(wire(&window).is_negative(), "a wire that is gone is drawn no more");
}

#[test]
fn text_has_contrast_on_every_ground_of_both_themes() {
    fn light(c: egui::Color32) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.03928 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
        };
        0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b())
    }
    let contrast = |a, b| {
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    };
    for theme in [&Theme::DARK, &Theme::LIGHT] {
        for ground in [theme.canvas, theme.panel, theme.body, theme.field] {
            for text in [theme.text, theme.secondary, theme.muted, theme.error] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {}", contrast(text, ground));
            }
        }
        assert!(contrast(theme.on_accent, theme.accent) >= 4.5, "{:?}", contrast(theme.on_accent, theme.accent));
        for color in theme.categories {
            assert!(contrast(color, theme.canvas) >= 3.0, "{color:?} on the canvas");
        }
    }
}

#[test]
fn a_frame_of_a_large_graph_costs_little_processor_time() {
    let nodes: Vec<String> = (0..500)
        .map(|i| match i {
            0..10 => format!("\"n{i}\": Perlin()"),
            _ => format!("\"n{i}\": Add(a: \"n{}\", b: \"n{}\")", i - 1, i - 10),
        })
        .collect();
    let mut window = window(&format!("(orograph: 1, nodes: {{ {} }})", nodes.join(", ")));
    let places =
        (0..500).map(|i| (format!("n{i}").into(), [(i % 25) as f32 * 186.0, (i / 25) as f32 * 205.0])).collect();
    window.state_mut().apply(&Edit::Place(places)).unwrap();
    window.state_mut().command(Command::FrameAll);
    window.run_steps(3);
    window.state_mut().command(Command::ActualSize);
    window.run_steps(3);
    // Three times what a frame may cost in a release build, and three times that where nothing is optimised.
    let most = if cfg!(debug_assertions) { 36.0 } else { 12.0 };
    let time = |window: &mut Window, what: &str| {
        let start = ThreadTime::now();
        window.run_steps(50);
        let frame = start.elapsed().as_secs_f64() / 50.0 * 1e3;
        println!("{what}: {frame:.2} ms of processor time a frame");
        assert!(frame < most, "{what}: {frame:.2} ms a frame, at most {most} are allowed");
    };
    time(&mut window, "100 %");
    let from = window.get_all_by_label_contains("output n").next().unwrap().rect().center();
    grab(&mut window, from, from + vec2(30.0, 60.0), Modifiers::NONE);
    time(&mut window, "100 %, a wire held");
    key(&mut window, Key::Escape);
    window.state_mut().command(Command::FrameAll);
    window.run_steps(3);
    time(&mut window, "all in sight");
}
