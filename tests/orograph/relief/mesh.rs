//! The mesh: which samples are its corners, which patches are in sight, what a look meets.

use super::{cone, ground_of};
use orograph::gui::relief::Camera;
use orograph::gui::relief::camera::{Ray, Vector};
use orograph::gui::relief::mesh::{Mesh, PATCH, hit, patch_indices};
use orograph::raster::Raster;
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn the_finest_mesh_has_every_sample_and_a_coarse_one_no_more_cells_than_wanted() {
    let fine = Mesh::new((2049, 2049), 2048);
    assert_eq!((fine.step, fine.cells(), fine.patches()), (1, (2048, 2048), (32, 32)));
    let coarse = Mesh::new((2049, 1025), 512);
    assert_eq!((coarse.step, coarse.cells()), (4, (512, 256)));
    assert_eq!(Mesh::new((1, 1), 512).cells(), (1, 1), "one sample is a mesh too");
}

proptest! {
    #[test]
    fn any_mesh_reaches_the_last_sample_and_keeps_to_its_limit(w in 2_usize..5000, h in 2_usize..5000, most in 1_usize..2048) {
        let mesh = Mesh::new((w, h), most);
        let (across, down) = mesh.cells();
        prop_assert!(across.max(down) <= most);
        prop_assert!(across * mesh.step >= w - 1 && (across - 1) * mesh.step < w - 1);
        prop_assert!(down * mesh.step >= h - 1 && (down - 1) * mesh.step < h - 1);
        prop_assert!(mesh.patches().0 * PATCH >= across && mesh.patches().1 * PATCH >= down);
    }
}

#[test]
fn the_triangles_of_a_patch_cover_each_cell_once_and_turn_the_same_way() {
    let indices = patch_indices();
    assert_eq!(indices.len(), PATCH * PATCH * 6);
    let at = |i: u16| (i64::from(i) % (PATCH as i64 + 1), i64::from(i) / (PATCH as i64 + 1));
    let mut cells = BTreeSet::new();
    for (number, corners) in indices.chunks(3).enumerate() {
        let [a, b, c] = [at(corners[0]), at(corners[1]), at(corners[2])];
        let twice = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        assert_eq!(twice, -1, "{a:?} {b:?} {c:?}");
        let low = (a.0.min(b.0).min(c.0), a.1.min(b.1).min(c.1));
        assert!(cells.insert((low, number % 2)), "{low:?} is covered twice");
    }
    assert_eq!(cells.len(), PATCH * PATCH * 2);
}

#[test]
fn a_patch_with_anything_in_the_picture_is_drawn_and_most_others_are_not() {
    let ground = cone(513);
    let mesh = Mesh::new((513, 513), 512);
    let home = Camera::home(&ground.bounds());
    assert_eq!(mesh.in_sight(&ground, &home, 1.0).len(), 64, "all of them from afar");
    let near = Camera { distance: 0.25, target: [0.2, 0.1, 0.05], ..home };
    let drawn: BTreeSet<_> = mesh.in_sight(&ground, &near, 1.4).into_iter().collect();
    assert!(drawn.len() < 40, "{}", drawn.len());
    let matrix = near.matrix(1.4, &ground.bounds());
    for j in 0..513 {
        for i in 0..513 {
            let (x, y) = (ground.place(0, i), ground.place(1, j));
            let point = [x, y, ground.height_at(x, y), 1.0];
            let clip: Vec<f64> =
                (0..4).map(|r| (0..4).map(|c| f64::from(matrix[c][r]) * point[c]).sum::<f64>()).collect();
            if clip[3] > 0.0 && clip[0].abs() < clip[3] && clip[1].abs() < clip[3] {
                let patch = [(i.min(511) / PATCH) as u32, (j.min(511) / PATCH) as u32];
                assert!(drawn.contains(&patch), "sample {i}, {j} of patch {patch:?} is in the picture");
            }
        }
    }
}

fn down_at(x: f64, y: f64) -> Ray {
    Ray { from: [x, y, 3.0], to: [0.0, 0.0, -1.0] }
}

#[test]
fn a_look_meets_the_cone_where_it_stands_and_the_sea_where_it_is_shown() {
    let ground = cone(257);
    let near = |a: Vector, b: Vector| assert!((0..3).all(|i| (a[i] - b[i]).abs() < 0.005), "{a:?} {b:?}");
    near(hit(&ground, &down_at(0.0, 0.0), true).unwrap(), [0.0, 0.0, 0.25]);
    // Half way down the slope: 100 m of 1200 m.
    near(hit(&ground, &down_at(0.1875, 0.0), true).unwrap(), [0.1875, 0.0, 100.0 / 1200.0]);
    near(hit(&ground, &down_at(0.45, 0.45), true).unwrap(), [0.45, 0.45, 0.0]);
    near(hit(&ground, &down_at(0.45, 0.45), false).unwrap(), [0.45, 0.45, -100.0 / 1200.0]);
    assert_eq!(hit(&ground, &down_at(0.6, 0.0), true), None, "there is nothing beside the block");
    let level = Ray { from: [-2.0, 0.0, 0.1], to: [1.0, 0.0, 0.0] };
    let met = hit(&ground, &level, true).unwrap();
    // At 120 m the cone is 0.3375 of half a side wide.
    assert!((met[0] + 0.16875).abs() < 0.01, "a level look meets the near side: {met:?}");
}

#[test]
fn the_middle_of_the_home_picture_is_on_the_block() {
    let ground = ground_of(Raster::from_fn(65, 65, |_, _| 0.5), |_| [90, 90, 90, 255]);
    let camera = Camera::home(&ground.bounds());
    let met = hit(&ground, &camera.ray(1.0, (0.0, 0.0)), true).unwrap();
    assert!(met[0].abs() < 0.5 && met[1].abs() < 0.5 && (met[2] - 100.0 / 1200.0).abs() < 1e-4, "{met:?}");
}
