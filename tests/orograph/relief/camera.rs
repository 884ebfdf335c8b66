//! The camera: what it frames, how it turns, moves and approaches.

use super::cone;
use orograph::gui::relief::Camera;
use orograph::gui::relief::camera::{Bounds, Vector, towards_sun};
use proptest::prelude::*;

const BLOCK: Bounds = Bounds { min: [-0.5, -0.5, -0.1], max: [0.5, 0.5, 0.2] };

/// Where a point lies on the picture: across, up, depth.
fn seen(camera: &Camera, aspect: f64, point: Vector) -> Vector {
    let matrix = camera.matrix(aspect, &BLOCK);
    let row = |i: usize| (0..3).map(|c| f64::from(matrix[c][i]) * point[c]).sum::<f64>() + f64::from(matrix[3][i]);
    std::array::from_fn(|i| row(i) / row(3))
}

fn distance(a: Vector, b: Vector) -> f64 {
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt()
}

#[test]
fn home_shows_the_whole_block_and_leaves_little_room() {
    for bounds in [BLOCK, Bounds { max: [0.5, 0.5, 1.4], ..BLOCK }, Bounds { min: [-0.5, -0.1, 0.0], ..BLOCK }] {
        let camera = Camera::home(&bounds);
        for aspect in [1.0, 0.5, 2.5] {
            let corners = bounds.corners().map(|corner| seen(&camera, aspect, corner));
            assert!(corners.iter().all(|c| c[0].abs() < 1.0 && c[1].abs() < 1.0), "{aspect} {corners:?}");
            // The longer side of the picture shows what lies beside the block.
            let size = |c: &Vector| (c[0] * aspect.max(1.0)).abs().max((c[1] / aspect.min(1.0)).abs());
            let most = corners.iter().map(size).fold(0.0, f64::max);
            assert!(most > 0.85, "{aspect}: the block takes {most} of the picture");
        }
    }
}

#[test]
fn depths_of_the_block_lie_between_the_planes_that_are_drawn() {
    let camera = Camera::home(&BLOCK);
    for corner in BLOCK.corners() {
        let depth = seen(&camera, 1.3, corner)[2];
        assert!((0.0..=1.0).contains(&depth), "{corner:?} at {depth}");
    }
}

#[test]
fn north_is_ahead_and_east_to_the_right_of_a_camera_that_looks_north() {
    let camera = Camera { heading: 0.0, pitch: 30.0, distance: 2.0, target: [0.0; 3] };
    let (east, north, up) =
        (seen(&camera, 1.0, [0.2, 0.0, 0.0]), seen(&camera, 1.0, [0.0, 0.2, 0.0]), seen(&camera, 1.0, [0.0, 0.0, 0.2]));
    assert!(east[0] > 0.1 && east[1].abs() < 1e-6, "{east:?}");
    assert!(north[0].abs() < 1e-6 && north[1] > 0.05 && north[2] > seen(&camera, 1.0, [0.0; 3])[2], "{north:?}");
    assert!(up[0].abs() < 1e-6 && up[1] > 0.2, "{up:?}");
    assert!(camera.eye()[1] < -1.0 && camera.eye()[2] > 0.9, "it stands in the south, above the ground");
}

#[test]
fn the_sun_stands_where_its_azimuth_and_altitude_say() {
    let near = |a: Vector, b: Vector| assert!(distance(a, b) < 1e-12, "{a:?} {b:?}");
    near(towards_sun(0.0, 0.0), [0.0, 1.0, 0.0]);
    near(towards_sun(90.0, 0.0), [1.0, 0.0, 0.0]);
    near(towards_sun(200.0, 90.0), [0.0, 0.0, 1.0]);
}

#[test]
fn turning_keeps_the_target_and_its_distance_and_stops_before_the_ground_and_overhead() {
    let home = Camera::home(&BLOCK);
    let mut camera = home;
    camera.orbit(70.0, 10.0);
    assert_eq!((camera.target, camera.distance), (home.target, home.distance));
    assert!((distance(camera.eye(), camera.target) - home.distance).abs() < 1e-9);
    camera.orbit(-70.0, -10.0);
    assert!(distance(camera.eye(), home.eye()) < 1e-9);
    camera.orbit(0.0, 1000.0);
    assert_eq!(camera.pitch, 89.0);
    camera.orbit(720.0, -1000.0);
    assert_eq!(camera.pitch, 2.0);
    assert!((camera.heading - home.heading).abs() < 1e-9);
}

#[test]
fn a_pan_takes_the_ground_along_with_the_pointer() {
    let mut camera = Camera { heading: 40.0, pitch: 60.0, distance: 1.5, target: [0.0; 3] };
    camera.pan(0.1, 0.05);
    // What was in the middle: a tenth of the picture to the right, a twentieth down; clip space is two wide.
    let moved = seen(&camera, 1.0, [0.0; 3]);
    assert!((moved[0] - 0.2).abs() < 0.01 && (moved[1] + 0.1).abs() < 0.01, "{moved:?}");
    camera.pan(1e6, -1e6);
    assert!(camera.target.iter().all(|v| v.abs() <= 1.0), "the block is not lost: {camera:?}");
}

proptest! {
    #[test]
    fn the_look_through_a_point_of_the_picture_meets_what_is_drawn_there(
        heading in 0.0..360.0, pitch in 5.0..85.0, x in -0.45..0.45, y in -0.45..0.45, aspect in 0.4..2.5,
    ) {
        let camera = Camera { heading, pitch, distance: 2.2, target: [0.1, -0.1, 0.0] };
        let point = [x, y, 0.03];
        let at = seen(&camera, aspect, point);
        let ray = camera.ray(aspect, (at[0], at[1]));
        let along: f64 = (0..3).map(|i| (point[i] - ray.from[i]) * ray.to[i]).sum();
        let passes = std::array::from_fn(|i| ray.from[i] + ray.to[i] * along);
        prop_assert!(distance(passes, point) < 1e-5, "{passes:?} {point:?}");
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_when_the_camera_approaches(
        heading in 0.0..360.0, pitch in 10.0..80.0, x in -0.4..0.4, y in -0.4..0.4, factor in 0.5..3.0,
    ) {
        let mut camera = Camera { heading, pitch, distance: 2.2, target: [0.0; 3] };
        let point = [x, y, 0.05];
        let before = seen(&camera, 1.0, point);
        camera.zoom(factor, Some(point));
        let after = seen(&camera, 1.0, point);
        prop_assert!((before[0] - after[0]).abs() < 1e-4 && (before[1] - after[1]).abs() < 1e-4);
        prop_assert!((camera.distance - 2.2 / factor).abs() < 1e-9);
    }
}

#[test]
fn nothing_comes_too_near_or_gets_lost() {
    let mut camera = Camera::home(&cone(33).bounds());
    for _ in 0..400 {
        camera.zoom(1.1, None);
    }
    assert!(camera.distance >= 0.01);
    camera.zoom(1e-9, Some([0.4, 0.4, 0.1]));
    assert!(camera.distance <= 12.0 && camera.matrix(1.0, &BLOCK).iter().flatten().all(|v| v.is_finite()));
}
