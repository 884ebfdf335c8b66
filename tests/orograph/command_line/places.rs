//! Where files are written: odd names, folders that may not be written to, full disks, other people's locales.

use super::{folder, run, small_island};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_path_may_hold_spaces_and_any_letters() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("my maps 地图 ü");
    fs::create_dir(&odd).unwrap();
    for name in ["岛 1.png", "land (2).tif", "tiles & more.tmx", "a.b.glb"] {
        let out = odd.join(name);
        let more: &[&str] = if name.ends_with("tmx") { &["--output", "biomes"] } else { &[] };
        let ran = small_island(folder.path(), &[&["--size", "33", "-o", out.to_str().unwrap()], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(name) && out.is_file(), "{}", ran.out);
    }
    assert!(odd.join("tiles & more.tsx").is_file() && odd.join("tiles & more-tiles.png").is_file());
}

#[test]
fn an_existing_file_is_replaced_whole_and_its_facts_with_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, preset) in [("a.exr", "terrain3d"), ("a.raw", "unity"), ("a.npy", "machine-learning")] {
        let (path, json) = (folder.path().join(name), folder.path().join(format!("{name}.json")));
        fs::write(&path, vec![7; 3_000_000]).unwrap();
        fs::write(&json, "old").unwrap();
        let ran = small_island(folder.path(), &["--preset", preset, "--size", "513", "-o", name, "--json"]);
        let report = ran.json();
        assert_eq!(fs::metadata(&path).unwrap().len(), report["bytes"].as_u64().unwrap());
        let facts: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
        for field in ["bytes", "hash", "format", "width", "first_row", "metres", "z_scale", "import", "seed"] {
            assert_eq!(facts[field], report[field], "{name}: {field}");
        }
        assert_eq!(report["beside"][0], format!("{name}.json"));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6, "nothing else stays behind");
}

#[test]
fn presets_print_their_import_steps() {
    let folder = tempfile::tempdir().unwrap();
    let ran = small_island(folder.path(), &["--preset", "terrain3d", "--size", "512", "-o", "a.r16"]);
    assert!(ran.out.contains("R16 Size 512 x 512, R16 Range -180 to 420"), "{}", ran.out);
    let ran = small_island(folder.path(), &["--preset", "doom", "-o", "a.r16"]);
    assert!(ran.code == 2 && ran.err.contains("unity, unreal, terrain3d"), "{}", ran.err);
}

/// A file system of so many KiB, where this process may mount one.
#[cfg(target_os = "linux")]
struct Disk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl Disk {
    fn new(kib: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={kib}k");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
        if mount.is_ok_and(|m| m.status.success()) {
            return Some(Self(folder));
        }
        println!("skipped: this process may not mount a file system");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_sentence_and_keeps_the_old_file() {
    let Some(disk) = Disk::new(256) else { return };
    let work = folder(&[("r.ron", r#""n": White()"#)]);
    for name in ["a.png", "a.r16", "a.exr", "a.tif", "a.asc", "a.npy", "a.pgm", "a.glb", "a.obj", "a.stl", "a.ply"] {
        let out = disk.path().join(name);
        fs::write(&out, b"old").unwrap();
        let ran = run(work.path(), &["render", "r.ron", "--size", "513", "-o", out.to_str().unwrap()]);
        assert_eq!(ran.code, 75, "{name}: another try may succeed");
        assert!(ran.err.contains("the disk is full") && ran.err.lines().count() == 1, "{name}: {}", ran.err);
        assert_eq!(fs::read(&out).unwrap(), b"old", "{name}");
        assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 1, "{name}: a piece stays behind");
        fs::remove_file(&out).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_may_not_be_written_to_is_one_sentence() {
    let Some(disk) = Disk::new(256) else { return };
    let out = disk.path().join("a.tif");
    fs::write(&out, b"old").unwrap();
    let read_only = Command::new("mount").args(["-o", "remount,ro"]).arg(disk.path()).output().unwrap();
    assert!(read_only.status.success());
    let work = folder(&[("r.ron", r#""n": White()"#)]);
    let ran = run(work.path(), &["render", "r.ron", "--size", "9", "-o", out.to_str().unwrap()]);
    assert_ne!(ran.code, 0);
    assert!(ran.err.contains("its folder may not be written to") && ran.err.lines().count() == 1, "{}", ran.err);
    assert_eq!(fs::read(&out).unwrap(), b"old");
}

#[test]
fn a_locale_with_decimal_commas_changes_no_byte() {
    let folder = folder(&[("r.ron", r#""n": Fbm()"#)]);
    for name in ["a.asc", "a.obj", "a.tif", "a.gltf.glb"] {
        let bytes = ["C", "de_DE.UTF-8"].map(|locale| {
            let ran = super::command(folder.path(), &["render", "r.ron", "--size", "17", "-o", name, "--sidecar"])
                .envs([("LC_ALL", locale), ("LANG", locale), ("LC_NUMERIC", locale)])
                .output()
                .unwrap();
            assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
            let json = fs::read(folder.path().join(format!("{name}.json"))).unwrap();
            (fs::read(folder.path().join(name)).unwrap(), json)
        });
        assert!(bytes[0] == bytes[1], "{name}");
    }
}

#[test]
fn what_suits_no_format_says_what_would_do() {
    let folder = folder(&[("r.ron", r#""n": Fbm()"#)]);
    for (args, code, words) in [
        (&["-o", "a.csv"][..], 2, "heights and other numbers are written as png16"),
        (&["-o", "a.jpg"], 2, "heights and other numbers"),
        (&["-o", "a.glb", "--flip-y"], 2, "northern"),
        (&["-o", "a.png", "--mesh-error", "2"], 2, "meshes"),
        (&["-o", "a.png", "--map", "splat"], 2, "Tiles node"),
        (&["-o", "a.png", "--map", "bump"], 2, "normal-gl"),
        (&["-o", "a.tif", "--epsg", "4326"], 2, "degrees"),
        (&["-o", "a.tif", "--size", "5000x1", "--preset", "gis", "--view", "grey"], 2, "a picture is written as"),
    ] {
        let ran = run(folder.path(), &[&["render", "r.ron"], args].concat());
        assert_eq!(ran.code, code, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{args:?}: {}", ran.err);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
