//! `--view NAME`: every mode for three recipes, to the byte, and what its options do.

use super::{folder, run};
use crate::support::png;
use orograph::view::Mode;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Recipes whose pictures are golden.
const RECIPES: [&str; 3] = ["island", "alpine", "dunes"];

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/views.txt")
}

fn recipe(name: &str) -> String {
    format!("{}/graphs/{name}.ron", env!("CARGO_MANIFEST_DIR"))
}

/// A picture as `orograph render` writes it, from a coarse build grid.
fn draw(folder: &Path, recipe_name: &str, more: &[&str]) -> png::Png {
    let recipe = recipe(recipe_name);
    let ran = run(folder, &[&["render", &recipe, "--set", "world.samples=129", "-o", "out.png"], more].concat());
    assert_eq!(ran.code, 0, "{more:?}: {}", ran.err);
    png::read(&fs::read(folder.join("out.png")).unwrap())
}

/// The pictures of every mode for three recipes are frozen; a run with `OROGRAPH_BLESS=1` writes them anew.
#[test]
fn pictures_of_every_mode_are_golden() {
    let folder = folder(&[]);
    let mut found = BTreeMap::new();
    for name in RECIPES {
        for (mode, _) in Mode::NAMED.iter().filter(|(_, mode)| *mode != Mode::Tiles) {
            // Fewer particles than usual, since tests are built to be built fast.
            let few = "view.flow=(particles: 300)";
            let picture = draw(folder.path(), name, &["--view", mode, "--set", few]);
            assert_eq!((picture.width, picture.height), (129, 129), "{name} {mode}");
            let hash = blake3::hash(&picture.bytes).to_hex()[..32].to_owned();
            found.insert(format!("{name} {mode}"), hash);
        }
    }
    let tiles = draw(folder.path(), "island", &["--output", "biomes", "--view", "tiles", "--set", "view.legend=true"]);
    found.insert("island Tiles with legend".into(), blake3::hash(&tiles.bytes).to_hex()[..32].to_owned());
    let text: String = found.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
    if std::env::var_os("OROGRAPH_BLESS").is_some() {
        fs::write(vectors(), &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(vectors()).unwrap_or_default(), "OROGRAPH_BLESS=1 accepts new pictures");
}

#[test]
fn a_picture_is_the_same_on_any_number_of_threads() {
    let folder = folder(&[]);
    for mode in ["contours", "arrows", "hillshade", "slope"] {
        let all = ["1", "2", "5"].map(|n| draw(folder.path(), "island", &["--view", mode, "--threads", n]).bytes);
        assert!(all[0] == all[1] && all[1] == all[2], "{mode}");
    }
}

#[test]
fn options_of_the_view_are_set_for_a_run() {
    let folder = folder(&[]);
    let draw = |more: &[&str]| draw(folder.path(), "island", more).bytes;
    let usual = draw(&["--view", "contours"]);
    assert_ne!(usual, draw(&["--view", "contours", "--set", "view.contours=100"]));
    assert_eq!(usual, draw(&["--view", "contours", "--set", "view.contours=20"]), "20 m are what fits the island");
    assert_ne!(draw(&["--view", "hillshade"]), draw(&["--view", "hillshade", "--set", "view.sun=(45, 30)"]));
    assert_ne!(draw(&["--view", "heat"]), draw(&["--view", "heat", "--set", "view.heat=magma"]));
    let wide = run(
        folder.path(),
        &["render", &recipe("island"), "--size", "129", "-o", "w.png", "--view", "contours", "--pixels", "300"],
    );
    assert_eq!(wide.code, 0, "{}", wide.err);
    let picture = png::read(&fs::read(folder.path().join("w.png")).unwrap());
    assert_eq!((picture.width, picture.height), (300, 300));
}

#[test]
fn what_no_view_can_be_is_one_sentence() {
    let folder = folder(&[("s.ron", "\"a\": Perlin(), \"s\": Slope(source: \"a\", radius: 100.0)")]);
    let refused = |more: &[&str], code: i32, words: &str| {
        let out = if more.contains(&"-o") { &[][..] } else { &["-o", "x.png"] };
        let ran = run(folder.path(), &[&["render", "s.ron"], out, more].concat());
        assert!(ran.code == code && ran.err.contains(words), "{more:?}: {} {}", ran.code, ran.err);
    };
    refused(&["--view", "contours", "--size", "5000"], 2, "at most 4097 x 4097 samples");
    refused(&["--view", "heat", "--pixels", "9"], 2, "16..=8192");
    refused(&["--set", "view.sun=(400, 10)", "--view", "shade"], 2, "0 to 360 degrees");
    refused(&["--set", "view.shade=1", "--view", "shade"], 2, "view has no field shade");
    refused(&["--tiles", "2x2", "--view", "slope", "-o", "{x}_{y}.png"], 2, "its tiles would not meet");
}
