//! Domain nodes: what an artist sees of their source.

use crate::noise::{bits, correlation};
use crate::support::kernel::{Places, WORLD, node};
use crate::support::recipe::{graph, plan};
use orograph::graph::Node;
use orograph::raster::Sampling;
use orograph::run::{Options, Runner};
use orograph::simd::mix;
use orograph::spec::{Domain, Input, Interval, Value};

const MIDDLE: f64 = WORLD.0 / 2.0;

fn near() -> Places {
    Places::new((MIDDLE - 400.0, MIDDLE - 300.0), 13.0, 60, 40)
}

#[test]
fn neutral_settings_show_the_source_itself() {
    let source = node("Fbm").scale(300.0).seed(3).ready();
    let plain = bits(&source.on(&near()));
    for setup in [
        node("Offset").give("x", 0.0).give("y", 0.0),
        node("Rotate").give("angle", 0.0),
        node("Rotate").give("angle", 360.0),
        node("Swirl").give("angle", 0.0),
        node("DomainWarp").give("amplitude", 0.0),
        node("Repeat").number("width", 4096.0).number("height", 4096.0),
    ] {
        let ready = setup.clone().source(&source).ready();
        let error = ready.on(&near()).iter().zip(source.on(&near())).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(error < 1e-5, "{setup:?}: {error}");
        assert_eq!(ready.bound, source.bound);
    }
    // Nothing is lost where nothing moves.
    let still = node("Repeat").number("width", 4096.0).number("height", 4096.0).source(&source).ready();
    assert_eq!(bits(&still.on(&near())), plain);
    let one = node("Scale").number("size", 1.0).source(&source).ready().on(&near());
    assert!(one.iter().zip(source.on(&near())).all(|(a, b)| (a - b).abs() < 1e-5));
}

#[test]
fn offsets_move_eastwards_and_southwards() {
    let hill = node("Gaussian").ready();
    let moved = node("Offset").give("x", 100.0).give("y", 250.0).source(&hill).ready();
    assert_eq!(moved.here(MIDDLE + 100.0, MIDDLE + 250.0), 1.0);
    // An offset that is a field moves each sample alone.
    let by: Vec<f32> = (0..60 * 40).map(|i| (i % 7) as f32 * 30.0).collect();
    let bent = node("Offset").samples("x", &by).give("y", 0.0).source(&hill).ready();
    let values = bent.on(&near());
    let expected = |i: usize| {
        let places = near();
        hill.here(places.x[i % 60] - f64::from(by[i]), places.y[i / 60])
    };
    assert!((0..values.len()).step_by(17).all(|i| (values[i] - expected(i)).abs() < 1e-6));
}

#[test]
fn scaling_makes_features_larger_about_the_middle() {
    let hill = node("Gaussian").number("radius", 200.0).ready();
    let large = node("Scale").number("size", 3.0).number("stretch", 2.0).source(&hill).ready();
    assert_eq!(large.here(MIDDLE, MIDDLE), 1.0);
    assert!((large.here(MIDDLE + 1200.0, MIDDLE) - 0.5).abs() < 1e-6);
    assert!((large.here(MIDDLE, MIDDLE - 600.0) - 0.5).abs() < 1e-6);
}

#[test]
fn turning_is_clockwise_on_the_map() {
    let gradient = node("LinearGradient").number("length", 1000.0).ready();
    let turned = node("Rotate").give("angle", 90.0).source(&gradient).ready();
    // What rose eastwards rises southwards.
    assert_eq!((turned.here(MIDDLE, MIDDLE + 250.0), turned.here(MIDDLE, MIDDLE - 250.0)), (0.75, 0.25));
    let swirled = node("Swirl").give("angle", 180.0).number("radius", 100.0).source(&gradient).ready();
    assert_eq!(swirled.here(MIDDLE + 250.0, MIDDLE), 0.75);
    assert!((swirled.here(MIDDLE + 1.0, MIDDLE) - 0.499).abs() < 1e-4, "the middle is turned around");
}

#[test]
fn mirrors_and_repetitions_are_exact() {
    let source = node("Fbm").scale(300.0).seed(5).ready();
    let mirror = node("Mirror").choice("axis", "Both").source(&source).ready();
    for (x, y) in [(13.25, 77.5), (400.0, 3.0), (1999.75, 1234.5)] {
        let values = [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
            .map(|(a, b)| mirror.here(MIDDLE + a * x, MIDDLE + b * y));
        assert!(values.iter().all(|v| *v == source.here(MIDDLE - x, MIDDLE - y)), "{values:?}");
    }
    let flipped = node("Mirror").set("flip", Value::Flag(true)).source(&source).ready();
    assert_eq!(flipped.here(MIDDLE - 50.0, 9.0), source.here(MIDDLE + 50.0, 9.0));
    for mirrored in [false, true] {
        let repeat = node("Repeat").number("width", 256.0).number("height", 128.0).set("mirror", Value::Flag(mirrored));
        let repeat = repeat.source(&source).ready();
        let period = if mirrored { 2.0 } else { 1.0 };
        assert_eq!(repeat.here(1000.5, 777.25), repeat.here(1000.5 + 256.0 * period, 777.25 - 128.0 * period));
        // Across a border of the rectangle the mirrored one is continuous.
        let jump = (repeat.here(MIDDLE + 128.01, MIDDLE) - repeat.here(MIDDLE + 127.99, MIDDLE)).abs();
        assert_eq!(mirrored, jump < 1e-3, "{jump}");
    }
}

#[test]
fn a_reseeded_field_is_an_unrelated_variant_of_the_same_nodes() {
    let places = Places::new((0.0, 0.0), 25.0, 64, 64);
    let land = node("Fbm").scale(100.0).seed(3).ready();
    let bent = node("DomainWarp").give("amplitude", 50.0).source(&land).ready();
    let nested = node("Ridged").source(&bent).ready();
    for source in [&land, &nested] {
        let variant = |seed: u64| node("Reseed").seed(seed).source(source).ready();
        let (plain, one, two) = (source.on(&places), variant(1).on(&places), variant(2).on(&places));
        for (a, b) in [(&plain, &one), (&plain, &two), (&one, &two)] {
            let related = correlation(a, b);
            assert!(related.abs() < 0.1, "{related}");
        }
        assert_eq!(variant(1).bound, source.bound);
        let salted = Domain { salt: mix(0, 1), ..places.domain() };
        assert_eq!(bits(&one), bits(&source.at(&salted)), "as the definitions say");
    }
    let hill = node("Gaussian").ready();
    let same = node("Reseed").seed(9).source(&hill).ready();
    assert_eq!(bits(&same.on(&near())), bits(&hill.on(&near())), "a shape has no random numbers");
}

#[test]
fn a_domain_warp_moves_no_further_than_its_amplitude() {
    struct Ruler(usize);
    impl orograph::spec::Field for Ruler {
        fn sample(&self, at: &Domain<'_>, out: &mut [f32]) {
            let d = at.displacement.expect("a warp displaces");
            out.copy_from_slice([d.x, d.y][self.0]);
        }
    }
    let far = Places::new((0.0, 0.0), 8.0, 200, 200);
    for progress in ["Progressive", "Independent"] {
        for axis in 0..2 {
            let ruler = Ruler(axis);
            let warp = node("DomainWarp").plug("source", Input::Field(&ruler), Interval::ALL);
            let values = warp.give("amplitude", 100.0).scale(128.0).choice("progress", progress).ready().on(&far);
            let reach = values.iter().fold(0.0f32, |m, v| m.max(v.abs()));
            assert!((50.0..=100.0).contains(&reach), "{progress}: {reach}");
        }
    }
    let source = node("Fbm").scale(300.0).ready();
    let of = |progress| node("DomainWarp").choice("progress", progress).source(&source).ready().on(&far);
    assert_ne!(of("Progressive"), of("Independent"));
}

#[test]
fn tiles_of_moved_turned_and_folded_fields_are_the_whole_map() {
    let mut nodes = vec![("land", Node::new("Fbm").with("octaves", 3u32).with("feature_scale", 400.0))];
    let chain = ["DomainWarp", "Rotate", "Repeat", "Swirl", "Scale", "Mirror", "Offset"];
    let mut source = "land";
    for kind in chain {
        nodes.push((kind, Node::new(kind).with("source", source)));
        source = kind;
    }
    let mut g = graph(&nodes);
    g.world.samples = (97, 61);
    let p = plan(&g, source);
    let grid = g.world.grid(Sampling::Vertices);
    let runner = Runner::new(Some(2), 0);
    let whole = runner.render(&p, &grid, grid.region(), &Options::default()).unwrap().raster;
    for (x, y, w, h) in [(0, 0, 31, 61), (31, 7, 66, 20), (90, 50, 7, 11)] {
        let part = orograph::raster::Region { x, y, width: w, height: h, stride: 1 };
        let tile = runner.render(&p, &grid, part, &Options::default()).unwrap().raster;
        for row in 0..h {
            for column in 0..w {
                assert_eq!(tile.at(column, row), whole.at(x as usize + column, y as usize + row));
            }
        }
    }
}
