//! `orograph sheet`: several seeds or values side by side.

use super::{Ran, folder, island, run};
use crate::support::png::{self, Png};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A sheet of the island over a coarse build grid.
fn sheet(folder: &Path, more: &[&str]) -> Ran {
    run(folder, &[&["sheet", &island(), "--set", "world.samples=129", "--size", "48"], more].concat())
}

/// The rectangle of a sheet that a cell of the listing covers.
fn cell(sheet: &Png, listing: &Value, index: usize) -> Vec<u8> {
    let number = |v: &Value| usize::try_from(v.as_u64().unwrap()).unwrap();
    let (w, h) = (number(&listing["cell"][0]), number(&listing["cell"][1]));
    let (x, y) = (number(&listing["cells"][index]["x"]), number(&listing["cells"][index]["y"]));
    (y..y + h).flat_map(|row| sheet.bytes[(row * sheet.width + x) * 3..][..w * 3].iter().copied()).collect()
}

fn read(folder: &Path, name: &str) -> Png {
    png::read(&fs::read(folder.join(name)).unwrap())
}

#[test]
fn every_cell_of_a_sheet_is_the_picture_that_a_render_of_its_seed_gives() {
    let folder = folder(&[]);
    let listing = sheet(folder.path(), &["--seeds", "3..7", "-o", "sheet.png", "--json"]).json();
    let picture = read(folder.path(), "sheet.png");
    assert_eq!((&listing["width"], &listing["height"]), (&picture.width.into(), &picture.height.into()));
    assert_eq!((listing["columns"].as_u64(), listing["rows"].as_u64()), (Some(2), Some(2)));
    for (index, seed) in (3..7).enumerate() {
        assert_eq!(listing["cells"][index]["label"], format!("seed {seed}"));
        let (seed, island) = (seed.to_string(), island());
        let args = ["render", &island, "--set", "world.samples=129", "--size", "48", "--view", "terrain"];
        let ran = run(folder.path(), &[&args[..], &["--seed", &seed, "-o", "one.png"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(cell(&picture, &listing, index), read(folder.path(), "one.png").bytes, "seed {seed}");
    }
}

#[test]
fn a_sheet_is_the_same_file_on_any_number_of_threads() {
    let folder = folder(&[]);
    for threads in ["1", "2", "5"] {
        let out = format!("{threads}.png");
        let ran = sheet(folder.path(), &["--seeds", "0..5", "--threads", threads, "-o", &out]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("1.png") == bytes("2.png") && bytes("2.png") == bytes("5.png"));
}

#[test]
fn two_things_that_vary_are_crossed_and_listed_row_by_row() {
    let folder = folder(&[]);
    let args = ["--seeds", "1..4", "--param", "ruggedness=1..3:2", "-o", "sheet.png"];
    let listing = sheet(folder.path(), &[&args[..], &["--json"]].concat()).json();
    let labels: Vec<&str> = listing["cells"].as_array().unwrap().iter().map(|c| c["label"].as_str().unwrap()).collect();
    let first = ["seed 1, ruggedness 1", "seed 2, ruggedness 1", "seed 3, ruggedness 1"];
    assert_eq!(labels[..3], first);
    assert_eq!(labels[3..], first.map(|label| label.replace("ruggedness 1", "ruggedness 3")));
    let picture = read(folder.path(), "sheet.png");
    assert_ne!(cell(&picture, &listing, 0), cell(&picture, &listing, 3), "the parameter changes the picture");
    let said = sheet(folder.path(), &args).out;
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.contains("seed 2, ruggedness 3"), "{said}");
}

#[test]
fn inner_steps_are_even_and_a_list_may_take_their_place() {
    let folder = folder(&[]);
    let labels = |param: &str| -> Vec<String> {
        let ran = sheet(folder.path(), &["--param", param, "--columns", "8", "-o", "sheet.png"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().nth(1).unwrap().trim().split(" | ").map(|l| l.replace("ruggedness ", "")).collect()
    };
    assert_eq!(labels("ruggedness=1..3:5"), ["1", "1.5", "2", "2.5", "3"]);
    assert_eq!(labels("ruggedness=3..1:3"), ["3", "2", "1"]);
    assert_eq!(labels("ruggedness=1.25,2.75"), ["1.25", "2.75"]);
}

#[test]
fn fields_of_nodes_vary_like_parameters_and_whole_numbers_occur_once() {
    let folder = folder(&[]);
    let listing = |set: &str| -> Vec<String> {
        let ran = sheet(folder.path(), &["--set", set, "--columns", "9", "-o", "sheet.png"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().nth(1).unwrap().trim().split(" | ").map(str::to_owned).collect()
    };
    assert_eq!(listing("land.octaves=2..4:5"), ["land.octaves 2", "land.octaves 3", "land.octaves 4"]);
    assert_eq!(listing("disc.radius=1200..1800:2"), ["disc.radius 1200", "disc.radius 1800"]);
    let crossed = ["--seeds", "1..3", "--set", "land.octaves=1..8:2", "--set", "coast.amplitude=0", "-o", "sheet.png"];
    let ran = sheet(folder.path(), &crossed);
    assert!(ran.code == 0 && ran.out.contains("seed 2, land.octaves 8"), "{} {}", ran.out, ran.err);
}

#[test]
fn tile_maps_and_other_outputs_have_sheets_too() {
    let folder = folder(&[]);
    for more in [["--output", "biomes"], ["--node", "land"]] {
        let ran = sheet(folder.path(), &[&more[..], &["--seeds", "1..3", "-o", "sheet.png"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let picture = read(folder.path(), "sheet.png");
        assert!((picture.depth, picture.color) == (8, 2) && picture.width == 8 + 2 * 56, "{more:?}");
    }
}

#[test]
fn wrong_wishes_for_a_sheet_name_what_is_allowed() {
    let folder = folder(&[]);
    let cases: [(&[&str], &str); 10] = [
        (&["-o", "s.png"], "--seeds A..B, --param NAME=LO..HI:COUNT or --set NODE.FIELD=LO..HI:COUNT"),
        (&["--seeds", "1..3", "-o", "s.r16"], "a sheet is written as .png"),
        (&["--param", "height=1..3:3", "-o", "s.png"], "the recipe has ruggedness"),
        (&["--param", "ruggedness=1..3", "-o", "s.png"], "LO..HI:COUNT"),
        (&["--param", "ruggedness=1..3:2", "--param", "ruggedness=1,2", "-o", "s.png"], "both directions"),
        (&["--seeds", "0..2000", "-o", "s.png"], "at most 1024"),
        (&["--seeds", "0..3", "--columns", "0", "-o", "s.png"], "1..=1024"),
        (&["--param", "ruggedness=1..99:2", "-o", "s.png"], "ruggedness"),
        (&["--set", "world.sea=0..99:2", "-o", "s.png"], "world.sea is no field of a node"),
        (&["--set", "land.octave=1..3:2", "-o", "s.png"], "octaves"),
    ];
    for (more, words) in cases {
        let ran = sheet(folder.path(), more);
        assert_eq!(ran.code, 2, "{more:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{more:?}: {}", ran.err);
    }
    assert!(!folder.path().join("s.png").exists());
}
