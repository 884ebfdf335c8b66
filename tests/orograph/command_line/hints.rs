//! What is told of noises: octaves that no sample shows, and worlds that repeat.

use super::{FBM, folder, run};
use std::fs;

#[test]
fn check_and_info_tell_octaves_that_no_sample_shows_and_a_render_does_not() {
    let folder = folder(&[("r.ron", FBM)]);
    let told = "node \"n\" (Fbm): octaves 4 to 6 are finer than two samples of the build grid, which lie 64 m apart";
    let check = run(folder.path(), &["check", "r.ron"]);
    assert_eq!(check.code, 0);
    assert!(check.out.contains(&format!(": note: {told}")), "{}", check.out);
    let info = run(folder.path(), &["info", "r.ron"]);
    assert!(info.out.contains(&format!("  note: {told}")) && info.err.is_empty(), "{} {}", info.out, info.err);
    let json = run(folder.path(), &["info", "r.ron", "--json"]).json();
    assert_eq!(json["outputs"][0]["hints"][0]["field"], "octaves");
    assert_eq!(run(folder.path(), &["render", "r.ron", "-o", "a.png"]).err, "");
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
