//! Shapes: where they are 0 and 1, and how they are turned.

use crate::support::kernel::{Places, WORLD, node};
use orograph::spec::Value;

/// The middle of the world, where shapes stand by default.
const MIDDLE: f64 = WORLD.0 / 2.0;

#[test]
fn a_border_falloff_is_exactly_0_on_the_border_and_1_inside() {
    for corner in ["Sharp", "Round"] {
        let border = node("BorderFalloff").choice("corner", corner).ready();
        let map = border.on(&Places::new((0.0, 0.0), WORLD.0 / 256.0, 257, 257));
        for (i, v) in map.iter().enumerate() {
            let (x, y) = (i % 257, i / 257);
            let on_border = [x, y].iter().any(|p| *p == 0 || *p == 256);
            // A round corner leaves out what lies beyond its arc.
            assert!(!on_border || *v == 0.0, "{corner} at {x}, {y}: {v}");
            assert!(corner == "Round" || on_border || *v > 0.0, "{corner} at {x}, {y}: {v}");
            let inside = [x, y].iter().all(|p| (64..=192).contains(p));
            assert!(!inside || *v == 1.0, "{corner} at {x}, {y}: {v}");
        }
        assert_eq!((border.here(-1.0, MIDDLE), border.here(MIDDLE, WORLD.1 + 1.0)), (0.0, 0.0));
    }
}

#[test]
fn an_ellipse_ends_at_its_outline_whichever_way_it_is_turned() {
    let ellipse = |rotation: f64| {
        let ellipse = node("Ellipse").number("width", 2000.0).number("height", 500.0).number("rotation", rotation);
        ellipse.ready()
    };
    let flat = ellipse(0.0);
    assert_eq!((flat.here(MIDDLE, MIDDLE), flat.here(MIDDLE + 1000.0, MIDDLE)), (1.0, 0.0));
    assert!(flat.here(MIDDLE + 990.0, MIDDLE) > 0.0 && flat.here(MIDDLE, MIDDLE + 250.0) == 0.0);
    let upright = ellipse(90.0);
    for (along, aside) in [(300.0, 20.0), (-700.0, 100.0), (990.0, 1.0)] {
        // A quarter of a turn clockwise takes east to south.
        assert_eq!(upright.here(MIDDLE - aside, MIDDLE + along), flat.here(MIDDLE + along, MIDDLE + aside));
    }
}

#[test]
fn cones_and_bells_are_what_their_radius_says() {
    let cone = node("Cone").number("radius", 1000.0);
    let at = |sharpness: f64, d: f64| cone.clone().give("sharpness", sharpness).ready().here(MIDDLE + d, MIDDLE);
    assert_eq!((at(1.0, 0.0), at(1.0, 500.0), at(1.0, 1000.0), at(1.0, 2000.0)), (1.0, 0.5, 0.0, 0.0));
    assert_eq!((at(2.0, 500.0), at(0.5, 750.0)), (0.25, 0.5));
    let bell = node("Gaussian").number("radius", 300.0).ready();
    assert_eq!((bell.here(MIDDLE, MIDDLE), bell.here(MIDDLE, MIDDLE + 300.0)), (1.0, 0.5));
    assert!(bell.here(MIDDLE + 600.0, MIDDLE) == 0.0625 && bell.here(0.0, 0.0) < 1e-9);
}

#[test]
fn a_gradient_rises_along_its_direction_and_goes_on_as_it_is_told() {
    let gradient = |direction: f64, beyond, x: f64, y: f64| {
        let gradient = node("LinearGradient").number("direction", direction).number("length", 1000.0);
        gradient.choice("beyond", beyond).ready().here(MIDDLE + x, MIDDLE + y)
    };
    assert_eq!((gradient(0.0, "Hold", -500.0, 9.0), gradient(0.0, "Hold", 250.0, 9.0)), (0.0, 0.75));
    assert_eq!((gradient(90.0, "Hold", 9.0, 250.0), gradient(180.0, "Hold", 250.0, 0.0)), (0.75, 0.25));
    assert_eq!((gradient(0.0, "Hold", 900.0, 0.0), gradient(0.0, "Repeat", 750.0, 0.0)), (1.0, 0.25));
    assert_eq!((gradient(0.0, "Mirror", 750.0, 0.0), gradient(0.0, "Mirror", -750.0, 0.0)), (0.75, 0.25));
}

#[test]
fn distances_are_metres_by_their_metric() {
    let of = |metric| node("DistanceToPoint").choice("metric", metric).set("point", Value::Point([10.0, 20.0])).ready();
    let at = |metric| of(metric).here(13.0, 16.0);
    assert_eq!((at("Euclidean"), at("Manhattan"), at("Chebyshev")), (5.0, 7.0, 4.0));
}

#[test]
fn waves_repeat_after_their_length_also_far_from_the_origin() {
    for kind in ["SineWave", "SquareWave", "TriangleWave"] {
        let wave = node(kind).number("wavelength", 64.0).set("center", Value::Point([0.0, 0.0])).ready();
        let line = |x: f64| wave.on(&Places::new((x, 5.0), 0.5, 256, 1));
        let near = line(0.0);
        assert_eq!(near, line(64.0), "{kind}");
        assert_eq!(near, line(64.0 * 1e9), "{kind}");
        assert!(near.contains(&1.0) && near.iter().any(|v| *v <= -0.99), "{kind}");
    }
    let pulse = |share| node("SquareWave").number("wavelength", 64.0).give("share", share).ready();
    let of = |share| pulse(share).on(&Places::new((MIDDLE, 0.0), 1.0, 64, 1)).iter().filter(|v| **v == 1.0).count();
    assert_eq!((of(0.0), of(0.25), of(1.0)), (0, 16, 64));
    let saw = node("TriangleWave").number("wavelength", 64.0).give("skew", 1.0).ready();
    let saw = saw.on(&Places::new((MIDDLE, 0.0), 1.0, 64, 1));
    assert!(saw.windows(2).all(|w| w[0] < w[1]) && saw[0] == -1.0);
}

#[test]
fn squares_of_a_chessboard_differ_from_their_neighbours() {
    let board = node("Checkerboard").number("size", 100.0).set("center", Value::Point([0.0, 0.0])).ready();
    for (x, y) in [(50.0, 50.0), (-50.0, -50.0), (-250.0, 1050.0), (1e9 + 50.0, -1e9 + 50.0)] {
        let here = board.here(x, y);
        assert!(here.abs() == 1.0 && board.here(x + 100.0, y + 100.0) == here);
        assert_eq!((board.here(x + 100.0, y), board.here(x, y - 100.0)), (-here, -here));
    }
    assert_eq!(board.here(50.0, 50.0), 1.0);
}
