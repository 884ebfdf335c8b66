//! `orograph render --seeds`: many files, the list of them, and what a full disk does.

use super::{folder, run, small_island, words};
use serde_json::Value;
use std::fs;

#[test]
fn a_batch_of_seeds_is_listed_with_statistics_and_hashes() {
    let folder = folder(&[]);
    let path = |name: &str| folder.path().join(name);
    let ran = small_island(folder.path(), &["--seeds", "0..6", "-o", "map {seed:02}.r16", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let list: Value = serde_json::from_slice(&fs::read(path("map.seeds.json")).unwrap()).unwrap();
    assert_eq!((&list["kind"], list["files"].as_array().unwrap().len()), (&Value::from("seeds"), 6));
    for (seed, (file, line)) in list["files"].as_array().unwrap().iter().zip(ran.out.lines()).enumerate() {
        let report: Value = serde_json::from_str(line).unwrap();
        assert_eq!(file["file"], format!("map 0{seed}.r16"));
        assert_eq!((&file["seed"], file["bytes"].as_u64()), (&Value::from(seed.to_string()), Some(2 * 129 * 129)));
        for same in ["hash", "min", "max", "mean", "clipped", "region", "width", "height"] {
            assert_eq!(file[same], report[same], "{same}");
        }
        let bytes = fs::read(path(&format!("map 0{seed}.r16"))).unwrap();
        assert_eq!(file["file_hash"], blake3::hash(&bytes).to_hex().to_string());
    }
    let csv = fs::read_to_string(path("map.seeds.csv")).unwrap();
    let third: Vec<&str> = csv.lines().nth(3).unwrap().split(',').collect();
    assert_eq!(third[..8], ["map 02.r16", "2", "", "", "0", "0", "129", "129"]);
    assert_eq!(third[12], list["files"][2]["hash"]);
}

#[test]
fn a_batch_goes_on_where_it_ended_and_grows() {
    let folder = folder(&[("r.ron", super::FBM)]);
    let batch = |seeds: &str| {
        let ran = run(folder.path(), &["render", "r.ron", "--seeds", seeds, "-o", "{seed}.r16"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().last().unwrap().to_owned()
    };
    assert_eq!(batch("3..8"), "5 files, listed in seeds.json");
    assert_eq!(batch("0..10"), "10 files, 5 of them finished before, listed in seeds.json");
    let fourth = words(&folder.path().join("4.r16"));
    fs::write(folder.path().join("4.r16"), "something else").unwrap();
    assert_eq!(batch("0..10"), "10 files, 9 of them finished before, listed in seeds.json");
    assert_eq!(words(&folder.path().join("4.r16")), fourth);
    let text = fs::read_to_string(folder.path().join("r.ron")).unwrap();
    fs::write(folder.path().join("r.ron"), text.replace("900.0", "800.0")).unwrap();
    assert_eq!(batch("0..2"), "2 files, listed in seeds.json", "the recipe has changed");
    let csv = fs::read_to_string(folder.path().join("seeds.csv")).unwrap();
    assert_eq!(csv.lines().count(), 3, "files of the old recipe are no longer listed");
}

/// A folder on a file system of its own that holds one MiB; `None` where this machine gives none.
#[cfg(target_os = "linux")]
fn on_a_small_disk(folder: &std::path::Path, args: &str) -> Option<super::Ran> {
    let program = env!("CARGO_BIN_EXE_orograph");
    let shell = format!(
        "mkdir -p small && mount -t tmpfs -o size=1m none small && cp r.ron small/ && cd small && printf old > a.r16 \
         && {{ {program} {args}; code=$?; ls -A; cat a.r16; exit $code; }}"
    );
    let mut command = std::process::Command::new("unshare");
    let output =
        command.current_dir(folder).args(["--user", "--map-root-user", "--mount", "sh", "-c", &shell]).output();
    let output = output.ok()?;
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    // Some machines let nobody make file systems.
    let refused = err.contains("unshare:") || err.contains("mount:");
    (!refused).then(|| super::Ran { code: output.status.code().unwrap(), out, err })
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_75_and_leaves_the_old_file_alone() {
    let folder = folder(&[("r.ron", super::FBM)]);
    let said = "error: cannot write /dev/full: the disk is full; make room, or choose another place\n";
    let ran = run(folder.path(), &["render", "r.ron", "--format", "r16", "-o", "/dev/full"]);
    assert_eq!((ran.code, &*ran.err), (75, said), "another try may find room");
    let Some(ran) = on_a_small_disk(folder.path(), "render r.ron -o a.r16 --size 2049") else { return };
    assert_eq!(ran.code, 75, "{}{}", ran.out, ran.err);
    assert_eq!(ran.err, "error: cannot write a.r16: the disk is full; make room, or choose another place\n");
    assert_eq!(ran.out, "a.r16\nr.ron\nold", "nothing is left behind");
    let tiles = "render r.ron -q --tiles 4x1 --tile-size 500 -o t_{x}.r16";
    let ran = on_a_small_disk(folder.path(), tiles).unwrap();
    assert_eq!(ran.code, 75, "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("a.r16\nr.ron\nt.tiles.csv\nt.tiles.json\nt_0.r16\n"), "{}", ran.out);
}

#[test]
fn what_another_try_would_not_mend_ends_with_1() {
    let folder = folder(&[("r.ron", super::FBM), ("open.ron", r#""w": Warp()"#)]);
    fs::create_dir(folder.path().join("sub")).unwrap();
    for args in
        [["r.ron", "nowhere/{seed}.r16"], ["r.ron", "sub"], ["open.ron", "{seed}.r16"], ["none.ron", "{seed}.r16"]]
    {
        let ran = run(folder.path(), &["render", args[0], "--seeds", "0..1", "--format", "r16", "-o", args[1]]);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.err);
    }
}
