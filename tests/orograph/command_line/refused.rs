//! What people and scripts do wrong or would rather not have done: refused in a sentence, nothing lost, nothing half done.

use super::{FBM, command, folder, run, words};
use std::fs;
use std::process::Stdio;

#[test]
fn the_recipe_is_never_written_over() {
    let folder = folder(&[("r.ron", FBM)]);
    let recipe = fs::read(folder.path().join("r.ron")).unwrap();
    for target in ["r.ron", "./r.ron"] {
        let ran = run(folder.path(), &["render", "r.ron", "-o", target, "--format", "r16"]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("is the recipe itself"), "{}", ran.err);
    }
    assert_eq!(fs::read(folder.path().join("r.ron")).unwrap(), recipe);
}

#[test]
fn a_protected_file_is_not_replaced() {
    let folder = folder(&[("r.ron", FBM)]);
    let target = folder.path().join("a.r16");
    fs::write(&target, "old").unwrap();
    let mut permissions = fs::metadata(&target).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&target, permissions).unwrap();
    let ran = run(folder.path(), &["render", "r.ron", "-o", "a.r16"]);
    assert_eq!((ran.code, &*ran.err), (1, "error: cannot write a.r16: the file is read-only\n"));
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
}

#[test]
fn a_fault_far_along_a_line_is_named_without_the_line() {
    let many: Vec<String> = (0..4000).map(|i| format!("\"p{i}\": Perlin()")).collect();
    let folder = folder(&[("long.ron", &format!("{}, \"q\": Fbm(octaves: 99)", many.join(", ")))]);
    let ran = run(folder.path(), &["info", "long.ron"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: long.ron:5:") && ran.err.contains("allowed is 1 to 32"), "{:.300}", ran.err);
    assert_eq!(ran.err.trim().lines().count(), 1, "{:.300}", ran.err);
}

#[test]
fn dashes_of_word_processors_are_told_from_hyphens() {
    let folder = folder(&[("r.ron", FBM)]);
    for (dashed, hyphened) in [("–size", "write --size"), ("—size", "write --size"), ("−−size", "write --size")]
    {
        let ran = run(folder.path(), &["render", "r.ron", "-o", "a.png", dashed, "64"]);
        assert!(ran.code == 2 && ran.err.contains(hyphened), "{}", ran.err);
    }
    let ran = run(folder.path(), &["sample", "r.ron", "--at", "−3,4"]);
    assert!(ran.code == 2 && ran.err.contains("write -3,4"), "{}", ran.err);
}

#[test]
fn names_that_do_not_exist_come_with_those_that_do() {
    let folder = folder(&[("r.ron", FBM)]);
    let render = |more: &[&str]| run(folder.path(), &[&["render", "r.ron", "-o", "a.png"], more].concat());
    let cases: &[(&[&str], &str)] = &[
        (&["--node", "n.left"], "node \"n\" has no output \"left\", it has value"),
        (&["--set", "n.zzzzzz=1"], "node \"n\" (Fbm) has no field zzzzzz, it has source"),
        (&["--set", "n.octave=1"], "did you mean octaves?"),
        (&["--set", "n=1"], "n is a node, write n.FIELD=VALUE"),
        (&["--range=-1.7e308,1.7e308"], "is not a range"),
    ];
    for (args, sentence) in cases {
        let ran = render(args);
        assert!(ran.code == 2 && ran.err.contains(sentence), "{args:?}: {}", ran.err);
    }
}

#[test]
fn heights_that_cannot_be_told_apart_are_a_warning() {
    let flat = r#""n": Perlin(lattice: Permutation, feature_scale: 1.0)"#;
    let folder = folder(&[("r.ron", flat), ("sound.ron", r#""n": Perlin(feature_scale: 1.0)"#)]);
    for args in [&["render", "r.ron", "-o", "a.png"][..], &["info", "r.ron"]] {
        let ran = run(folder.path(), args);
        assert_eq!(ran.code, 0);
        let warnings: Vec<&str> = ran.err.lines().collect();
        assert_eq!(
            warnings,
            [
                "warning: node \"n\": every sample is 0: a Permutation lattice is flat at whole multiples of its feature scale"
            ]
        );
        assert!(!ran.out.contains("-0 ") && !ran.out.contains("-0,"), "{}", ran.out);
    }
    assert_eq!(run(folder.path(), &["render", "sound.ron", "-o", "a.png"]).err, "");
    assert_eq!(run(folder.path(), &["render", "r.ron", "-o", "a.png", "--region", "3,4,1,1"]).err, "", "one sample is");
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_no_recipe() {
    let folder = folder(&[]);
    let ran = run(folder.path(), &["info", "/dev/zero"]);
    assert_eq!((ran.code, &*ran.err), (1, "error: /dev/zero is no recipe: it is larger than 64 MiB\n"));
}

#[cfg(unix)]
#[test]
fn names_that_are_no_unicode_are_written_and_never_shared_by_seeds() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("r.ron", FBM)]);
    let render = |name: &[u8], more: &[&str]| {
        let name = std::ffi::OsStr::from_bytes(name);
        command(folder.path(), &["render", "r.ron", "-q", "-o"]).arg(name).args(more).output().unwrap().status.code()
    };
    assert_eq!(render(b"a\xff.png", &[]), Some(0));
    assert_eq!(render(b"b\xff_{seed}.png", &["--seeds", "0..3"]), Some(2), "three files would have one name");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_render_that_is_killed_leaves_the_old_file() {
    let folder = folder(&[("r.ron", FBM)]);
    let target = folder.path().join("a.r16");
    fs::write(&target, "old").unwrap();
    let args = ["render", "r.ron", "-o", "a.r16", "--size", "1500", "--threads", "1"];
    let mut child = command(folder.path(), &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let writes = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name());
        names.filter(|n| n.to_string_lossy().ends_with(".tmp")).count() > 0
    };
    while child.try_wait().unwrap().is_none() && !writes() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let length = fs::metadata(&target).unwrap().len();
    // Either it was killed in time, or it had put the whole file in place.
    assert!(length == 3 || length == 2 * 1500 * 1500, "{length} bytes");
}

#[cfg(unix)]
#[test]
fn what_a_killed_render_left_goes_with_the_next_one_and_what_a_living_one_writes_stays() {
    let folder = folder(&[("r.ron", r#""n": Fbm(feature_scale: 900.0, octaves: 12)"#)]);
    // Another program's, and one that only looks like ours.
    for name in [".b.r16.1-0.tmp", ".b.r16.x-0.orograph.tmp"] {
        fs::write(folder.path().join(name), "not ours").unwrap();
    }
    let names = || -> Vec<String> {
        let names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".tmp")).collect();
        names.sort();
        names
    };
    let args = ["render", "r.ron", "-o", "a.r16", "--size", "30000x30000", "--threads", "1"];
    let mut child = command(folder.path(), &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while names().len() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it began to write");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let other = ["render", "r.ron", "-o", "b.r16", "--size", "9", "-q"];
    assert_eq!(run(folder.path(), &other).code, 0);
    assert_eq!(names().len(), 3, "somebody writes it: {:?}", names());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(names().len(), 3, "a killed program cannot clear up");
    assert_eq!(run(folder.path(), &other).code, 0);
    assert_eq!(names(), [".b.r16.1-0.tmp", ".b.r16.x-0.orograph.tmp"]);
}

#[test]
fn any_number_of_octaves_gives_the_same_from_a_file_and_from_the_command_line() {
    let folder = folder(&[("r.ron", r#""n": Fbm(feature_scale: 900.0)"#)]);
    let mut hashes = std::collections::BTreeSet::new();
    for octaves in [1, 5, 6, 7, 8, 31, 32] {
        let text = fs::read_to_string(folder.path().join("r.ron")).unwrap();
        let fresh = text.replace("Fbm(", &format!("Fbm(octaves: {octaves}, "));
        fs::write(folder.path().join("fresh.ron"), fresh).unwrap();
        let hash = |args: &[&str]| {
            let size = ["--size", "17", "-o", "a.r32", "--json"];
            run(folder.path(), &[&["render"], args, &size].concat()).json()["hash"].to_string()
        };
        let set = hash(&["r.ron", "--set", &format!("n.octaves={octaves}")]);
        assert_eq!(set, hash(&["fresh.ron"]), "{octaves} octaves");
        hashes.insert(set);
    }
    assert!(hashes.len() >= 6, "the highest octaves may round away");
}

#[test]
fn equal_bands_of_noise_have_unequal_shares_which_are_printed() {
    let bands = "levels: [(name: \"a\", below: 0.2, color: \"#000000\"), (name: \"b\", below: 0.4, color: \"#000000\"), \
                 (name: \"c\", below: 0.6, color: \"#000000\"), (name: \"d\", below: 0.8, color: \"#000000\"), \
                 (name: \"e\", color: \"#000000\")]";
    let nodes = format!(r#""t": Tiles(source: "n", {bands}), "n": Perlin(feature_scale: 64.0)"#);
    let folder = folder(&[("r.ron", &nodes)]);
    let args = ["render", "r.ron", "-o", "t.r16", "--size", "512", "--json"];
    let report = run(folder.path(), &args).json();
    let tiles = words(&folder.path().join("t.r16"));
    let counted = |index: u64| tiles.iter().filter(|t| u64::from(**t) == index).count() as u64;
    let expected = [2.2, 24.8, 45.8, 24.9, 2.2];
    for (tile, expected) in report["tiles"].as_array().unwrap().iter().zip(expected) {
        let share = 100.0 * tile["share"].as_f64().unwrap();
        assert!((share - expected).abs() < 2.0, "{tile}");
        assert_eq!(tile["samples"], counted(tile["index"].as_u64().unwrap()));
    }
    assert_eq!(tiles.len(), 512 * 512);
}
