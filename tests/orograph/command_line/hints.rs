//! What is told of noises: octaves that no sample shows, and worlds that repeat.

use super::{FBM, folder, run};
use std::fs;

#[test]
fn check_info_and_the_summary_of_a_render_tell_octaves_that_no_sample_shows() {
    let folder = folder(&[("r.ron", FBM)]);
    let told = "node \"n\" (Fbm): octaves 4 to 6 are finer than two samples of the build grid, which lie 64 m apart";
    let check = run(folder.path(), &["check", "r.ron"]);
    assert_eq!(check.code, 0);
    assert!(check.out.contains(&format!(": note: {told}")), "{}", check.out);
    let info = run(folder.path(), &["info", "r.ron"]);
    assert!(info.out.contains(&format!("  note: {told}")) && info.err.is_empty(), "{} {}", info.out, info.err);
    let json = run(folder.path(), &["info", "r.ron", "--json"]).json();
    assert_eq!(json["outputs"][0]["hints"][0]["field"], "octaves");
    let render = run(folder.path(), &["render", "r.ron", "-o", "a.png"]);
    assert!(render.out.contains(&format!("  note: {told}")) && render.err.is_empty(), "{} {}", render.out, render.err);
    let quiet = run(folder.path(), &["render", "r.ron", "-o", "a.png", "--quiet"]);
    assert_eq!((&*quiet.out, &*quiet.err), ("", ""));
    let json = run(folder.path(), &["render", "r.ron", "-o", "a.png", "--json"]).json();
    assert_eq!(json["hints"][0]["field"], "octaves");
}

#[test]
fn a_seed_that_does_nothing_is_told() {
    let recipe = |set: &str| format!(r#""f": Fbm(source: "s"{set}), "s": Perlin(feature_scale: 900.0)"#);
    let folder = folder(&[("set.ron", &recipe(", seed: 10")), ("plain.ron", &recipe(""))]);
    let told = "node \"f\" (Fbm): seed has no effect while source is plugged: it brings a seed of its own";
    let check = run(folder.path(), &["check", "set.ron"]);
    assert!(check.code == 0 && check.out.contains(told), "{}", check.out);
    let changed = run(folder.path(), &["render", "plain.ron", "--set", "f.seed=99", "-o", "a.png"]);
    assert!(changed.out.contains(told), "{}", changed.out);
    let plain = run(folder.path(), &["check", "plain.ron"]);
    assert!(plain.code == 0 && !plain.out.contains("no effect"), "{}", plain.out);
}

#[test]
fn a_repeating_world_is_asked_for_on_the_command_line_too() {
    let folder = folder(&[("r.ron", FBM)]);
    let render = |region: &str, name: &str| {
        let args = [
            "render",
            "r.ron",
            "--set",
            "world.repeat=true",
            "--sampling",
            "repeating",
            "--region",
            region,
            "-o",
            name,
        ];
        assert_eq!(run(folder.path(), &args).err, "");
        fs::read(folder.path().join(name)).unwrap()
    };
    assert_eq!(render("0,0,65,65", "a.r32"), render("65,-130,65,65", "b.r32"));
    let refused = run(folder.path(), &["render", "r.ron", "--set", "world.repeat=maybe", "-o", "a.r32"]);
    assert!(
        refused.code != 0 && refused.err.contains("world.repeat is maybe, allowed is true or false"),
        "{}",
        refused.err
    );
}
