//! `orograph render --tiles`: files that share their edges, and runs that go on where they ended.

use super::{Ran, folder, island, run, words};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The island, which ends in a Normalize, in 4 x 4 tiles of 33 samples: 129 x 129 in all.
fn island_tiles(folder: &Path, more: &[&str]) -> Ran {
    let island = island();
    let args = ["render", &island, "--set", "world.samples=129", "--tiles", "4x4", "--tile-size", "33"];
    run(folder, &[&args[..], more].concat())
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
}

fn list(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The samples of `tiles` x `tiles` files put together without what they share twice.
fn mosaic<T: Copy + Default>(tiles: usize, side: usize, tile: impl Fn(usize, usize) -> Vec<T>) -> Vec<T> {
    let all = tiles * (side - 1) + 1;
    let mut out = vec![T::default(); all * all];
    for (y, x) in (0..tiles).flat_map(|y| (0..tiles).map(move |x| (y, x))) {
        let samples = tile(x, y);
        assert_eq!(samples.len(), side * side);
        for row in 0..side {
            let start = (y * (side - 1) + row) * all + x * (side - 1);
            out[start..start + side].copy_from_slice(&samples[row * side..][..side]);
        }
    }
    out
}

#[test]
fn sixteen_tiles_share_24_edges_bit_by_bit_and_make_up_the_single_render() {
    let folder = folder(&[]);
    let path = |name: &str| folder.path().join(name);
    for range in [&[][..], &["--range", "measured"]] {
        let ran = island_tiles(folder.path(), &[range, &["--fresh", "-o", "t_{x}_{y}.r16"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("24 shared edges read back, 792 samples, none differs"), "{}", ran.out);
        assert!(ran.out.contains("16 files, listed in t.tiles.json"), "{}", ran.out);
        let single = ["render", &island(), "--set", "world.samples=129", "-o", "whole.r16"];
        assert_eq!(run(folder.path(), &[&single[..], range].concat()).code, 0);
        let tiles = mosaic(4, 33, |x, y| words(&path(&format!("t_{x}_{y}.r16"))));
        assert!(tiles == words(&path("whole.r16")), "the mosaic is not the single render: {range:?}");
        assert!(tiles.contains(&0) && tiles.contains(&65535), "a Normalize uses the whole range");
    }
    let seams = &list(&path("t.tiles.json"))["seams"];
    assert_eq!((seams["edges"].as_u64(), seams["differing"].as_u64()), (Some(24), Some(0)));
}

#[test]
fn every_format_that_is_read_back_meets_at_its_edges() {
    let folder = folder(&[]);
    for (format, extension) in [("png16", "png"), ("exr", "exr"), ("tiff32", "tif"), ("asc", "asc"), ("glb", "glb")] {
        let out = format!("{format}_{{x}}_{{y}}.{extension}");
        let ran = island_tiles(folder.path(), &["--overlap", "3", "--format", format, "-o", &out]);
        assert_eq!(ran.code, 0, "{format}: {}", ran.err);
        assert!(ran.out.contains("24 shared edges read back, 2376 samples, none differs"), "{}", ran.out);
    }
    let ran = island_tiles(folder.path(), &["--output", "biomes", "-o", "biomes_{x}_{y}.png"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("tiles share no samples"), "cells have no common edge: {}", ran.out);
    let ran = island_tiles(folder.path(), &["--view", "ramp", "-o", "view_{x}_{y}.png"]);
    assert!(ran.out.contains("none differs"), "{}{}", ran.out, ran.err);
}

#[test]
fn an_engine_that_counts_from_the_south_gets_its_tiles_in_that_order() {
    let folder = folder(&[]);
    let path = |name: &str| folder.path().join(name);
    let ran = island_tiles(folder.path(), &["--preset", "unity", "-o", "land_{x}_{y}.raw"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("24 shared edges read back, 792 samples, none differs"), "{}", ran.out);
    let single = ["render", &island(), "--set", "world.samples=129", "--preset", "unity", "-o", "whole.raw"];
    assert_eq!(run(folder.path(), &single).code, 0);
    let tiles = mosaic(4, 33, |x, y| words(&path(&format!("land_{x}_{y}.raw"))));
    assert!(tiles == words(&path("whole.raw")), "tile 0,0 is the south-western one");
    let list = list(&path("land.tiles.json"));
    assert_eq!(list["tiles"]["from_south"], true);
    assert_eq!(list["files"][0]["region"], serde_json::json!({ "x": 0, "y": 96 }));
    let wrong = island_tiles(folder.path(), &["--tile-size", "40", "--preset", "unity", "-o", "w_{x}_{y}.raw"]);
    assert!(wrong.code != 0, "a tile has to be of a size that the engine takes");
}

#[test]
fn names_have_fields_with_digits_numbers_of_textures_and_seeds() {
    let folder = folder(&[("r.ron", super::FBM)]);
    let tiles = ["render", "r.ron", "--tiles", "3x2", "--tile-size", "9", "-q", "-o"];
    assert_eq!(run(folder.path(), &[&tiles[..], &["a_{x:02}_{y:3}.r16"]].concat()).code, 0);
    assert!(names(folder.path()).contains("a_02_001.r16"));
    assert_eq!(run(folder.path(), &[&tiles[..], &["u.{udim}.png"]].concat()).code, 0);
    assert!(names(folder.path()).is_superset(&["u.1001.png", "u.1013.png"].map(String::from).into()));
    let one = |name: &str| words(&folder.path().join(name));
    let udim = ["render", "r.ron", "--tiles", "3x2", "--tile-size", "9", "-q", "-o", "u.{udim}.r16"];
    assert_eq!(run(folder.path(), &udim).code, 0);
    assert_eq!(one("u.1001.r16"), one("a_00_001.r16"), "1001 is in the south-west");
    let seeds = [&tiles[..], &["s{seed}_{x}{y}.r16", "--seeds", "5..7"]].concat();
    assert_eq!(run(folder.path(), &seeds).code, 0);
    let list = list(&folder.path().join("s.tiles.json"));
    assert_eq!(list["files"].as_array().unwrap().len(), 12);
    assert_eq!(list["seams"]["edges"].as_u64(), Some(14), "seven of each seed");
}

#[test]
fn finished_tiles_are_known_by_their_hash_and_skipped() {
    let folder = folder(&[]);
    let path = |name: &str| folder.path().join(name);
    let again = |more: &[&str]| {
        let ran = island_tiles(folder.path(), &[more, &["--json", "-o", "t_{x}_{y}.png"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().filter(|line| line.contains(r#""kept":true"#)).count()
    };
    assert_eq!(again(&[]), 0);
    let first = fs::read(path("t_1_2.png")).unwrap();
    assert_eq!(again(&[]), 16);
    fs::remove_file(path("t_1_2.png")).unwrap();
    let mut bytes = fs::read(path("t_3_3.png")).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    fs::write(path("t_3_3.png"), bytes).unwrap();
    assert_eq!(again(&[]), 14, "one is gone and one has a wrong byte");
    assert_eq!(fs::read(path("t_1_2.png")).unwrap(), first);
    assert_eq!(again(&["--set", "land.octaves=3"]), 0, "another recipe is other work");
    assert_eq!(again(&["--set", "land.octaves=3"]), 16);
    assert_eq!(again(&["--set", "land.octaves=3", "--fresh"]), 0);
    assert_eq!(again(&["--set", "land.octaves=3", "--range", "0,0.5"]), 0, "so is another range");
    let csv = fs::read_to_string(path("t.tiles.csv")).unwrap();
    assert_eq!(csv.lines().count(), 17);
    assert!(csv.starts_with("file,seed,tile_x,tile_y,x,y,") && csv.contains("\nt_1_0.png,"), "{csv}");
}

#[test]
fn tiles_of_several_machines_are_taken_in_by_the_run_over_all_of_them() {
    let folder = folder(&[]);
    for tile in ["0,0", "2,1", "3,3"] {
        let ran = island_tiles(folder.path(), &["--tile", tile, "-o", "t_{x}_{y}.r16"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert!(names(folder.path()).contains("t.tiles.2_1.json"));
    let ran = island_tiles(folder.path(), &["-o", "t_{x}_{y}.r16"]);
    assert!(ran.out.contains("16 files, 3 of them finished before"), "{}{}", ran.out, ran.err);
    assert_eq!(names(folder.path()).len(), 18, "the lists of the parts are gone: {:?}", names(folder.path()));
}

#[cfg(unix)]
#[test]
fn an_interrupted_set_goes_on_where_it_ended() {
    let folder = folder(&[("r.ron", r#""n": Fbm(feature_scale: 900.0, octaves: 12)"#)]);
    let args = ["render", "r.ron", "--tiles", "6x6", "--tile-size", "250", "-o", "{x}_{y}.r16", "--threads", "1"];
    let mut child = super::command(folder.path(), &args).stdout(std::process::Stdio::null()).spawn().unwrap();
    while !folder.path().join("2_0.r16").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended early");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left = names(folder.path());
    assert!(left.iter().all(|name| !name.ends_with(".tmp")), "{left:?}");
    let finished = list(&folder.path().join("tiles.json"))["files"].as_array().unwrap().len();
    assert!((3..36).contains(&finished), "{finished}");
    let ran = run(folder.path(), &args[..8]);
    assert!(ran.out.contains(&format!("36 files, {finished} of them finished before")), "{}", ran.out);
    assert!(ran.out.contains("60 shared edges read back, 15000 samples, none differs"), "{}", ran.out);
}

#[test]
fn sets_that_do_not_add_up_are_refused_with_what_would() {
    let folder = folder(&[("r.ron", super::FBM)]);
    fs::write(folder.path().join("mine.json"), "{\"mine\": true}").unwrap();
    let cases: [(&[&str], &str); 10] = [
        (&["--tiles", "4x4", "-o", "a.r16"], "OUT needs {x} and {y}"),
        (&["--tiles", "4x4", "-o", "{x}_{z}.r16"], "{z} is no field of a name"),
        (
            &["--tiles", "3x4", "-o", "{x}_{y}.r16"],
            "65 samples do not make 3 columns of tiles that share 1, 64 and 67 do",
        ),
        (&["--tiles", "4", "-o", "{x}_{y}.r16"], "write CxR"),
        (&["--tiles", "4x4", "--size", "65", "--tile-size", "33", "-o", "{x}_{y}.r16"], "are 129 x 129, not 65 x 65"),
        (&["--tiles", "4x4", "--tile-size", "4", "--overlap", "4", "-o", "{x}_{y}.r16"], "fewer than 4 are allowed"),
        (&["--tiles", "4x4", "--tile", "4,0", "-o", "{x}_{y}.r16"], "there is no tile 4,0"),
        (&["--tiles", "4x4", "--view", "terrain", "-o", "{x}_{y}.png"], "its tiles would not meet"),
        (&["--tiles", "4x4", "-o", "-"], "standard output"),
        (&["--tiles", "11x1", "--tile-size", "9", "-o", "{udim}.png"], "a row of {udim} has ten tiles"),
    ];
    for (more, sentence) in cases {
        let ran = run(folder.path(), &[&["render", "r.ron"], more].concat());
        assert!(ran.code == 2 && ran.err.contains(sentence), "{more:?}: {} {}", ran.code, ran.err);
        assert!(ran.out.is_empty());
    }
    let ran =
        run(folder.path(), &["render", "r.ron", "--tiles", "2x2", "--manifest", "mine.json", "-o", "{x}_{y}.r16"]);
    assert!(ran.code == 1 && ran.err.contains("mine.json is no list of finished files"), "{}", ran.err);
    assert_eq!(names(folder.path()).len(), 2, "nothing was written: {:?}", names(folder.path()));
}
