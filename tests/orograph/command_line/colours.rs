//! Colours of a recipe's own: pictures use them on a machine that has nothing but the recipe.

use super::{folder, run};
use crate::support::png;
use std::fs;

const RAMP: &str =
    "view: (mode: Ramp, ramp: (name: \"mine\", land: [(0.0, \"#204060\"), (0.5, \"#80a0c0\"), (1.0, \"#ffffff\")])),";

#[test]
fn a_picture_has_the_colours_that_stand_in_the_recipe() {
    let folder = folder(&[("flat.ron", "\"n\": Clamp(source: \"c\"), \"c\": Constant(value: 0.5)")]);
    let path = folder.path().join("flat.ron");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        text.replace("    nodes:", &format!("    {RAMP}\n    nodes:"))
            .replace("samples: (65, 65)", "samples: (4, 4), sea: Off"),
    )
    .unwrap();
    let ran = run(folder.path(), &["render", "flat.ron", "-o", "flat.png", "--view", "ramp"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let picture = png::read(&fs::read(folder.path().join("flat.png")).unwrap());
    assert_eq!((picture.depth, picture.color), (8, 2));
    assert!(picture.bytes.chunks(3).all(|pixel| pixel == [0x80, 0xa0, 0xc0]), "{:?}", &picture.bytes[..3]);
    let ran = run(folder.path(), &["check", "flat.ron"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}
