//! Panes: where they lie, how they move, and that their layout is remembered.

use super::*;
use orograph::graph::Edit;
use orograph::gui::dock::{Area, Saved};
use std::collections::BTreeSet;

/// The tab of a pane.
fn tab(window: &Window, title: &str) -> Rect {
    let mut tabs = window.harness.query_all_by_label(title).filter(|n| n.accesskit_node().role() == Role::Tab);
    tabs.next_back().unwrap_or_else(|| panic!("there is no tab {title}")).rect()
}

#[test]
fn a_new_window_shows_the_canvas_and_at_its_right_the_preview_over_the_inspector() {
    let folder = folder();
    let window = window(folder.path());
    let [canvas, preview, inspector] = [Pane::Canvas, Pane::Preview, Pane::Inspector].map(|pane| rect(&window, pane));
    assert!(canvas.right() <= preview.left() && preview.bottom() <= inspector.top());
    assert_eq!((preview.left(), preview.right()), (inspector.left(), inspector.right()));
    assert!((preview.width() - 446.0).abs() < 2.0 && canvas.height() > 900.0, "{preview:?} {canvas:?}");
    for hidden in [Pane::World, Pane::Tiles, Pane::Problems, Pane::Export] {
        assert!(!window.app().dock().is_open(hidden), "{hidden:?}");
    }
}

#[test]
fn a_hidden_panel_comes_back_from_the_menu_and_stays_after_the_next_start() {
    let folder = folder();
    let mut first = window(folder.path());
    press(&mut first, "Hide Preview");
    assert!(!first.app().dock().is_open(Pane::Preview));
    choose(&mut first, "View", "Panels");
    press(&mut first, "World");
    assert!(first.app().dock().is_seen(Pane::World), "a pane that is opened comes in front");
    assert!(first.shows("Level of the sea") || first.shows("sea level"));
    drop(first);
    let mut second = window(folder.path());
    assert!(!second.app().dock().is_open(Pane::Preview) && second.app().dock().is_seen(Pane::World));
    choose(&mut second, "View", "Panels");
    press(&mut second, "Preview");
    assert!(second.app().dock().is_seen(Pane::Preview));
}

#[test]
fn the_layout_returns_to_the_usual_one_on_request() {
    let folder = folder();
    let mut window = window(folder.path());
    let before = rect(&window, Pane::Preview);
    press(&mut window, "Hide Inspector");
    assert!(!window.app().settings().layout.is_empty());
    choose(&mut window, "View", "Panels");
    press(&mut window, "Reset layout");
    assert_eq!(rect(&window, Pane::Preview), before);
    assert!(window.app().dock().is_seen(Pane::Inspector));
    assert_eq!(window.app().settings().layout, "");
}

#[test]
fn every_pane_can_be_shown_and_says_something() {
    let folder = folder();
    let mut window = window(folder.path());
    let hints = [
        (Pane::Tiles, "No Tiles node is here"),
        (Pane::Problems, "What is wrong is listed here"),
        (Pane::History, "Every change is listed here"),
    ];
    for (pane, empty) in hints {
        window.ask(Request::Pane(pane, true));
        assert!(window.shows(empty), "{pane:?} does not show {empty}");
    }
    window.edit(Edit::Add { kind: "Tiles".into(), at: [900.0, 900.0], from: None, to: None });
    let signs =
        [(Pane::World, "height low"), (Pane::Tiles, "Levels"), (Pane::Export, "preset"), (Pane::Preview, "histogram")];
    for (pane, sign) in signs {
        window.ask(Request::Pane(pane, true));
        assert!(window.app().dock().is_seen(pane) && window.shows(sign), "{pane:?} does not show {sign}");
    }
}

#[test]
fn an_export_that_has_a_panel_opens_no_dialog() {
    let folder = folder();
    let mut window = window(folder.path());
    window.ask(Request::Pane(Pane::Export, true));
    window.ask(Request::Pane(Pane::Inspector, true));
    window.command(Command::Export);
    assert!(window.app().dock().is_seen(Pane::Export), "the pane comes in front");
    assert!(!window.shows("Close"), "a pane has no button that closes it");
}

#[test]
fn a_dragged_border_is_remembered_and_panes_keep_their_size_when_the_window_grows() {
    let folder = folder();
    let mut first = window(folder.path());
    let edge = rect(&first, Pane::Preview).left();
    first.drag(Pos2::new(edge, 500.0), Pos2::new(edge - 100.0, 500.0));
    let width = rect(&first, Pane::Preview).width();
    assert!((width - 546.0).abs() < 6.0, "the side is {width} wide");
    let canvas = rect(&first, Pane::Canvas).width();
    first.harness.set_size(Vec2::new(1900.0, 1000.0));
    first.steps(4);
    assert!((rect(&first, Pane::Preview).width() - width).abs() < 2.0);
    assert!((rect(&first, Pane::Canvas).width() - canvas - 300.0).abs() < 2.0, "the canvas takes what is new");
    drop(first);
    let second = window(folder.path());
    assert!((rect(&second, Pane::Preview).width() - width).abs() < 2.0);
}

#[test]
fn no_pane_shrinks_to_nothing_in_a_small_window_and_all_return_in_a_large_one() {
    let folder = folder();
    let mut window = window(folder.path());
    let before = rect(&window, Pane::Inspector);
    window.harness.set_size(Vec2::new(900.0, 560.0));
    window.steps(4);
    for pane in [Pane::Canvas, Pane::Preview, Pane::Inspector] {
        let size = rect(&window, pane).size();
        assert!(size.x >= 300.0 && size.y >= 140.0, "{pane:?} is {size:?}");
    }
    window.harness.set_size(Vec2::new(1600.0, 1000.0));
    window.steps(4);
    assert_eq!(rect(&window, Pane::Inspector), before);
}

#[test]
fn a_tab_that_is_dragged_to_the_left_edge_takes_its_pane_there() {
    let folder = folder();
    let mut window = window(folder.path());
    let from = tab(&window, "Inspector").left_center() + Vec2::new(14.0, 0.0);
    let canvas = rect(&window, Pane::Canvas);
    window.drag(from, Pos2::new(canvas.left() + 4.0, canvas.center().y));
    let (canvas, inspector) = (rect(&window, Pane::Canvas), rect(&window, Pane::Inspector));
    assert!(inspector.right() <= canvas.left() + 2.0, "{inspector:?} {canvas:?}");
    assert!(inspector.width() >= 300.0 && canvas.width() >= 300.0);
    assert!(window.app().dock().is_seen(Pane::Preview));
}

#[test]
fn f6_goes_from_pane_to_pane_and_tab_goes_on_into_it() {
    let folder = folder();
    let mut window = window(folder.path());
    let focused = |window: &Window| window.harness.ctx.memory(|m| m.focused());
    let tab_of = |window: &Window, pane| window.app().dock().tab(pane);
    assert_eq!(focused(&window), Some(orograph::gui::canvas::Canvas::id()), "a new window is on the canvas");
    window.key(Modifiers::NONE, Key::F6);
    assert_eq!(focused(&window), tab_of(&window, Pane::Preview));
    window.key(Modifiers::NONE, Key::F6);
    assert_eq!(focused(&window), tab_of(&window, Pane::Inspector));
    window.key(Modifiers::NONE, Key::Tab);
    let inside = focused(&window).unwrap();
    let at = window.harness.ctx.read_response(inside).unwrap().rect.center();
    assert!(rect(&window, Pane::Inspector).contains(at) && Some(inside) != tab_of(&window, Pane::Inspector));
    window.key(Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&window), tab_of(&window, Pane::Preview));
    window.key(Modifiers::NONE, Key::F6);
    window.key(Modifiers::NONE, Key::F6);
    assert_eq!(focused(&window), Some(orograph::gui::canvas::Canvas::id()), "the walk goes in a circle");
}

#[test]
fn a_damaged_layout_gives_the_usual_one() {
    let deep = "Tabs(0,[".repeat(60) + "Pane(Canvas)" + &"])".repeat(60);
    let damaged = [
        "",
        "what",
        "(area: Pane(Canvas), hidden: [Canvas])",
        "(area: Pane(Preview), hidden: [])",
        "(area: Row([(1.0, Pane(Canvas)), (1.0, Pane(Canvas))]), hidden: [])",
        "(area: Row([(NaN, Pane(Canvas)), (1.0, Pane(Preview))]), hidden: [])",
        "(area: Row([(-5.0, Pane(Canvas)), (1.0, Pane(Preview))]), hidden: [])",
        "(area: Row([(1e30, Pane(Canvas)), (1.0, Pane(Preview))]), hidden: [])",
        "(area: Pane(Timeline), hidden: [])",
        &format!("(area: {deep}, hidden: [])"),
        &"(".repeat(20_000),
    ];
    for text in damaged {
        let dock = Dock::read(text);
        assert_eq!(dock.text(), "", "{}", &text[..text.len().min(60)]);
        assert!(dock.is_open(Pane::Canvas) && dock.is_open(Pane::Preview));
    }
}

#[test]
fn a_damaged_layout_in_the_settings_costs_nothing_else() {
    let folder = folder();
    let settings = Settings { layout: "Row(((".into(), recent: vec!["/tmp/kept.ron".into()], ..Settings::default() };
    let window = window_with(folder.path(), &settings);
    assert!(window.app().settings().recent.contains(&"/tmp/kept.ron".into()));
    assert!(window.app().dock().is_seen(Pane::Inspector));
}

#[test]
fn panes_that_an_older_layout_does_not_know_wait_in_the_menu() {
    let dock = Dock::read("(area: Row([(900.0, Pane(Canvas)), (400.0, Pane(Inspector))]), hidden: [])");
    for pane in Pane::ALL {
        assert_eq!(dock.is_open(pane), matches!(pane, Pane::Canvas | Pane::Inspector), "{pane:?}");
        assert!(dock.find(pane).is_some(), "{pane:?} has no place");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 24, ..Default::default() })]

    #[test]
    fn any_layout_can_be_drawn_and_comes_back_as_it_was(cuts in proptest::collection::vec((0u8..3, 60.0f32..900.0), Pane::ALL.len() - 1), hide in 0u16..512) {
        // Panes are joined one after the other, each beside, below or behind what there is.
        let mut area = Area::Pane(Pane::ALL[0]);
        for (pane, (how, size)) in Pane::ALL[1..].iter().zip(&cuts) {
            let size = size.round();
            let next = Area::Pane(*pane);
            area = match how {
                0 => Area::Row(vec![(size, next), (700.0, area)]),
                1 => Area::Column(vec![(size, area), (200.0, next)]),
                _ => Area::Tabs(0, vec![area, next]),
            };
        }
        let hidden: BTreeSet<Pane> = Pane::ALL[1..].iter().enumerate().filter(|(i, _)| hide >> i & 1 == 1).map(|(_, p)| *p).collect();
        let text = Saved { area, hidden: hidden.clone() }.text();
        let folder = folder();
        let mut window = window_with(folder.path(), &Settings { layout: text, ..Settings::default() });
        window.harness.set_size(Vec2::new(1000.0, 700.0));
        window.steps(3);
        for pane in Pane::ALL {
            proptest::prop_assert_eq!(window.app().dock().is_open(pane), !hidden.contains(&pane));
        }
        let once = window.app().dock().text();
        let again = Dock::read(&once).text();
        proptest::prop_assert_eq!(once, again);
    }
}

#[test]
fn the_arrow_keys_move_a_border_that_has_the_focus() {
    let folder = folder();
    let mut window = window(folder.path());
    let before = rect(&window, Pane::Preview).width();
    window.harness.get_by_label("Border between Canvas and Preview").focus();
    window.steps(2);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert!((rect(&window, Pane::Preview).width() - before - 32.0).abs() < 1.0);
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert!((rect(&window, Pane::Preview).width() - before - 16.0).abs() < 1.0);
    assert!(!window.app().settings().layout.is_empty(), "it is remembered");
}

#[test]
fn a_layout_of_bare_panes_has_the_sizes_that_it_says() {
    let layout = "(area: Row([(900.0, Column([(600.0, Pane(Canvas)), (200.0, Pane(Problems))])), (500.0, Pane(Preview))]), hidden: [])";
    let folder = folder();
    let window = window_with(folder.path(), &Settings { layout: layout.into(), ..Settings::default() });
    assert!((rect(&window, Pane::Problems).height() - 200.0).abs() < 2.0);
    assert!((rect(&window, Pane::Preview).width() - 500.0).abs() < 2.0);
}
