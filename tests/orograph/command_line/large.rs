//! Maps larger than anybody wants in memory: they are written as they are evaluated.

use super::{command, folder, run};
use std::fs;
use std::io::Read;
use std::process::Stdio;

/// Runs the program with its file on standard output. Returns the bytes that came and the most memory it held, in MiB.
#[cfg(target_os = "linux")]
fn peak(folder: &std::path::Path, args: &[&str]) -> (usize, f64) {
    let args = [&["render", "r.ron", "-o", "-", "--quiet"], args].concat();
    let mut child = command(folder, &args).stdout(Stdio::piped()).spawn().unwrap();
    let (status, mut out) = (format!("/proc/{}/status", child.id()), child.stdout.take().unwrap());
    let (mut bytes, mut peak, mut some) = (0, 0.0_f64, vec![0; 1 << 20]);
    loop {
        let n = out.read(&mut some).unwrap();
        if n == 0 {
            break;
        }
        bytes += n;
        // The mark of the most memory that was ever resident; it is gone once the program has ended.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        if let Some(kib) = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<f64>().ok()) {
            peak = peak.max(kib / 1024.0);
        }
    }
    assert!(child.wait().unwrap().success());
    (bytes, peak)
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_map_is_written_without_being_held() {
    let folder = folder(&[("r.ron", r#""n": Normalize(source: "x"), "x": White()"#)]);
    let samples = 8193 * 4097;
    for (format, flip) in [("r16", None), ("png16", Some("--flip-y"))] {
        let args = ["--set", "world.samples=8193,4097", "--format", format];
        let (bytes, peak) = peak(folder.path(), &[&args[..], flip.as_slice()].concat());
        assert!(bytes >= samples, "{format}: {bytes} bytes");
        // The values alone would be 128 MiB.
        println!("{format}: at most {peak:.0} MiB were held");
        assert!(peak > 1.0 && peak < 100.0, "{format}: {peak:.0} MiB were held");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_strip_of_the_largest_map_is_written_in_the_memory_that_was_estimated() {
    let folder = folder(&[("r.ron", r#""n": Normalize(source: "x"), "x": White()"#)]);
    let strip = ["--size", "65537x65537", "--region", "0,40000,65537,513", "--format", "png16"];
    let args = [&["render", "r.ron", "-o", "a.png", "--estimate", "--json"], &strip[..]].concat();
    let estimate = run(folder.path(), &args).json();
    let samples = 65537 * 513;
    assert_eq!((estimate["samples"].as_u64(), estimate["bytes"].as_u64()), (Some(samples), Some(2 * samples)));
    assert_eq!((estimate["passes"].as_u64(), estimate["files"].as_u64()), (Some(1), Some(1)));
    let (bytes, peak) = peak(folder.path(), &strip);
    assert!(bytes as u64 > samples, "{bytes} bytes");
    let most = estimate["memory"].as_f64().unwrap() / f64::from(1 << 20);
    println!("at most {peak:.0} MiB were held, {most:.0} MiB were estimated");
    assert!(peak < most && most < 256.0, "{peak:.0} MiB were held, {most:.0} MiB were estimated");
}

#[test]
fn what_a_render_takes_is_said_beforehand_and_nothing_written() {
    let folder = folder(&[("r.ron", r#""n": Normalize(source: "x"), "x": Fbm(feature_scale: 900.0)"#)]);
    let said = run(folder.path(), &["render", "r.ron", "-o", "a.r16", "--size", "16385", "--estimate"]).out;
    assert!(said.starts_with("268.5 million samples, at most 512 MiB on the disk, "), "{said}");
    assert!(said.contains(" of memory, about "), "{said}");
    let tiles = ["--tiles", "4x4", "--tile-size", "1025", "-o", "{x}_{y}.r16", "--estimate", "--json"];
    let estimate = run(folder.path(), &[&["render", "r.ron"], &tiles[..]].concat()).json();
    assert_eq!((estimate["files"].as_u64(), estimate["samples"].as_u64()), (Some(16), Some(16 * 1025 * 1025)));
    assert!(estimate["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn an_interrupted_render_leaves_the_old_file_and_nothing_else() {
    let folder = folder(&[("r.ron", r#""n": Fbm(feature_scale: 900.0, octaves: 12)"#)]);
    fs::write(folder.path().join("a.r16"), "old").unwrap();
    let args = ["render", "r.ron", "-o", "a.r16", "--size", "30000x30000", "--threads", "1"];
    let mut child = command(folder.path(), &args).stderr(Stdio::piped()).spawn().unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    // Writing has begun once there is a third file.
    while files() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it began to write");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), &*said), (Some(130), "interrupted: a.r16 was not written\n"));
    assert_eq!((files(), fs::read(folder.path().join("a.r16")).unwrap()), (2, b"old".to_vec()));
}

#[test]
fn the_largest_size_needs_no_more_than_a_region_of_it() {
    let folder = folder(&[("r.ron", r#""n": Perlin(feature_scale: 300.0)"#)]);
    let strip = ["--size", "65537x65537", "--region", "0,65000,65537,9"];
    let report = run(folder.path(), &[&["render", "r.ron", "-o", "a.png", "--json"], &strip[..]].concat()).json();
    assert_eq!((report["width"].as_u64(), report["height"].as_u64()), (Some(65537), Some(9)));
    assert_eq!(report["grid"], serde_json::json!([65537, 65537]));
}
