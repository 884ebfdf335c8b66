//! The editor of a tile map's bands.

use super::*;
use orograph::graph::World;
use orograph::gui::panels::tiles::Bands;
use orograph::spec::{Level, Value};
use proptest::prelude::*;

fn levels(host: &Host) -> Vec<Level> {
    let node = host.node("biomes");
    let (_, param) = node.spec().unwrap().param("levels").unwrap();
    match host.graph().value(node, param) {
        Value::Levels(levels) => host.graph().world.levels(&levels),
        other => panic!("{other:?}"),
    }
}

fn bounds(host: &Host) -> Vec<f32> {
    levels(host).iter().filter_map(|l| l.below).collect()
}

fn editor() -> Harness<'static, Host> {
    let mut host = Host::new(graph(), &["biomes"]);
    host.histogram = Some((0..256).map(|i| 256 - i).collect());
    window(host)
}

#[test]
fn a_border_that_drags_is_stopped_by_its_neighbours() {
    let mut harness = editor();
    let grass = middle(&harness, "Upper border of grass");
    drag(&mut harness, grass, grass - vec2(0.0, 400.0));
    let found = bounds(harness.state());
    assert!(found.is_sorted(), "{found:?}");
    assert!((found[3] - 0.6).abs() < 0.01 && found[3] < found[4], "{found:?}");
    assert_eq!(found[4], 0.6);
    assert_eq!(harness.state().document.undo_len(), 1);
    let grass = middle(&harness, "Upper border of grass");
    drag(&mut harness, grass, grass + vec2(0.0, 400.0));
    let found = bounds(harness.state());
    assert!((found[3] - 0.33).abs() < 0.01 && found[3] > found[2], "{found:?}");
}

#[test]
fn the_border_of_the_water_moves_the_sea() {
    let mut harness = editor();
    let sea = middle(&harness, "Upper border of sea");
    drag(&mut harness, sea, sea + vec2(0.0, 12.0));
    let world = harness.state().graph().world;
    assert!(world.sea.unwrap() < -10.0, "{:?}", world.sea);
    let found = bounds(harness.state());
    assert!((found[1] - world.sea_unit().unwrap()).abs() < 1e-6, "{found:?}");
    assert!((found[0] / found[1] - 0.2 / 0.3).abs() < 1e-3, "{found:?}");
    assert_eq!(harness.state().document.undo_len(), 1);
}

#[test]
fn a_bound_is_typed_as_a_value_or_in_metres() {
    let mut harness = editor();
    type_into(&mut harness, "grass below", "0.5");
    assert_eq!(bounds(harness.state())[3], 0.5);
    type_into(&mut harness, "grass below in metres", "150 m");
    assert_eq!(bounds(harness.state())[3], 0.55);
    type_into(&mut harness, "grass below", "0.9");
    assert!(bounds(harness.state())[3] < 0.6);
    assert!(harness.state().refused.is_empty());
}

#[test]
fn equal_bands_part_land_and_water_at_the_sea() {
    let mut harness = editor();
    click(&mut harness, "Equal bands");
    let found = bounds(harness.state());
    let wanted = [0.15, 0.3, 0.44, 0.58, 0.72, 0.86];
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}");
}

#[test]
fn equal_bands_without_a_sea_are_equal() {
    let mut host = Host::new(graph(), &["biomes"]);
    host.document.apply(&orograph::graph::Edit::World(World { sea: None, ..World::default() }), None).unwrap();
    let mut harness = window(host);
    click(&mut harness, "Equal bands");
    let found = bounds(harness.state());
    assert_eq!(found.len(), 6);
    assert!(found.iter().enumerate().all(|(i, b)| (b - (i as f32 + 1.0) / 7.0).abs() < 1e-4), "{found:?}");
    assert!(harness.query_by_label("Equal areas").is_none());
}

#[test]
fn equal_areas_follow_the_histogram() {
    let mut harness = editor();
    click(&mut harness, "Equal areas");
    let found = bounds(harness.state());
    // The density falls as 1 - v, so the share below v is 1 - (1 - v)²; the land lies above 0.3.
    for (i, bound) in found[2..].iter().enumerate() {
        let above = 0.7 * 0.7 * (1.0 - (i as f32 + 1.0) / 5.0);
        assert!((bound - (1.0 - above.sqrt())).abs() < 0.005, "{found:?}");
    }
}

#[test]
fn a_click_splits_a_band_and_del_removes_it() {
    let mut harness = editor();
    let strip = harness.get_by_label("Bands, a click splits").rect();
    let at = pos2(strip.center().x, strip.bottom() - 0.9 * strip.height());
    harness.hover_at(at);
    harness.step();
    harness.drag_at(at);
    harness.step();
    release(&mut harness, at);
    assert_eq!(levels(harness.state()).len(), 8);
    assert!((bounds(harness.state())[6] - 0.9).abs() < 0.01);
    click(&mut harness, "Upper border of snow 2");
    harness.key_press(Key::Delete);
    harness.run();
    assert_eq!(levels(harness.state()).len(), 7);
    assert_eq!(levels(harness.state())[6].below, None);
}

#[test]
fn bands_are_named_removed_and_reset() {
    let mut harness = editor();
    type_into(&mut harness, "Name of band rock", "scree");
    assert_eq!(levels(harness.state())[5].name, "scree");
    click(&mut harness, "Remove snow");
    let found = levels(harness.state());
    assert_eq!((found.len(), found[5].below), (6, None));
    click(&mut harness, "Reset levels");
    assert_eq!(harness.state().node("biomes").setting("levels"), None);
}

#[test]
fn water_lies_at_the_bottom() {
    let mut harness = editor();
    click(&mut harness, "Water sand");
    let found = levels(harness.state());
    assert_eq!(found.iter().map(|l| l.water).collect::<Vec<_>>(), [true, true, true, false, false, false, false]);
    assert!((found[2].below.unwrap() - 0.3).abs() < 1e-6);
    assert!(bounds(harness.state()).is_sorted());
    click(&mut harness, "Water deep sea");
    assert!(levels(harness.state()).iter().all(|l| !l.water));
    assert!(harness.state().refused.is_empty());
}

#[test]
fn shares_are_measured() {
    let harness = editor();
    let total: f64 = {
        let counts: Vec<u32> = (0..256).map(|i| 256 - i).collect();
        let histogram = Histogram { counts: &counts };
        let all = bounds(harness.state());
        let ends: Vec<f32> = std::iter::once(0.0).chain(all).chain([1.0]).collect();
        ends.windows(2).map(|w| histogram.share(w[0], w[1])).sum()
    };
    assert!((total - 1.0).abs() < 1e-9);
}

#[derive(Clone, Debug)]
enum Act {
    Bound(usize, f32),
    Split(f32),
    Remove(usize),
    Water(usize, bool),
    Equal,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..9usize, -0.5..1.5f32).prop_map(|(i, v)| Act::Bound(i, v)),
        (-0.2..1.2f32).prop_map(Act::Split),
        (0..9usize).prop_map(Act::Remove),
        (0..9usize, any::<bool>()).prop_map(|(i, w)| Act::Water(i, w)),
        Just(Act::Equal),
    ]
}

proptest! {
    #[test]
    fn whatever_is_done_bands_stay_in_order(acts in prop::collection::vec(act(), 0..12), sea in prop::option::of(-400.0..800.0f64)) {
        let world = World { sea, ..World::default() };
        let mut bands = Bands::new(&orograph::spec::default_levels(), &world);
        for act in acts {
            bands = match act {
                Act::Bound(i, v) => bands.with_bound(i, v),
                Act::Split(v) => bands.split(v),
                Act::Remove(i) => bands.without(i),
                Act::Water(i, water) => bands.with_water(i, water),
                Act::Equal => bands.equal_bands(),
            };
            let bounds: Vec<f32> = bands.levels.iter().filter_map(|l| l.below).collect();
            prop_assert!(bounds.is_sorted() && bounds.iter().all(|b| b.is_finite()), "{:?}", bounds);
            prop_assert_eq!(bounds.len() + 1, bands.levels.len());
        }
    }
}
