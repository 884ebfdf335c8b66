//! What a frame costs the window's thread in processor time: everything that it does between input and triangles.
//!
//! Figures are those of a release build and are printed; three times as much fails. Unoptimised builds may take eight times
//! that, which still catches what grows with the square of something.

use super::driven::{Driven, Seen};
use super::*;
use cpu_time::ThreadTime;
use eframe::egui::{Event, pos2, vec2};
use orograph::gui::settings::ExportHabit;
use std::time::{Duration, Instant};

/// What a frame may cost where it should cost `target` milliseconds.
fn most(target: f64) -> f64 {
    3.0 * target * if cfg!(debug_assertions) { 8.0 } else { 1.0 }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A recipe of `n` nodes that lie in columns: ten noises, then sums of the one before and of the one ten before.
fn recipe_of(n: usize, folder: &Path) -> std::path::PathBuf {
    let node = |i: usize| match i {
        0..10 => format!("\"n{i}\": Perlin(feature_scale: {}.0)", 100 + i * 37),
        _ => format!("\"n{i}\": Add(a: \"n{}\", b: \"n{}\")", i - 1, i - 10),
    };
    let nodes: Vec<String> = (0..n).map(node).collect();
    let places: Vec<String> = (0..n).map(|i| format!("\"n{i}\": ({}, {})", (i % 25) * 200, (i / 25) * 206)).collect();
    let text = format!(
        "(orograph: 1, world: (samples: (257, 257)), nodes: {{ {} }}, outputs: {{ \"height\": \"n{}\" }}, layout: {{ {} }})",
        nodes.join(", "),
        n - 1,
        places.join(", ")
    );
    let path = folder.join("recipe.ron");
    std::fs::write(&path, text).unwrap();
    path
}

/// Measures frames in which the pointer moves over the canvas, and holds their median against `target` milliseconds.
fn measure(window: &mut Driven, what: &str, target: f64) {
    let frame = |i: usize, window: &mut Driven| {
        let at = pos2(300.0 + (i * 13 % 500) as f32, 250.0 + (i * 7 % 400) as f32);
        window.frame(vec![Event::PointerMoved(at)])
    };
    for i in 0..10 {
        let _ = frame(i, window);
    }
    let times: Vec<f64> = (0..120).map(|i| frame(i, window)).collect();
    let longest = times.iter().copied().fold(0.0, f64::max);
    let median = median(times);
    println!(
        "{what}: median {median:.2} ms of processor time a frame, longest {longest:.2} ms; {target} ms are wanted"
    );
    assert!(median < most(target), "{what}: {median:.2} ms a frame, at most {} are allowed", most(target));
}

#[test]
fn a_frame_of_five_hundred_nodes_costs_little_processor_time() {
    let folder = folder();
    let mut window = Driven::open(&recipe_of(500, folder.path()), vec2(1700.0, 1050.0));
    window.settle();
    window.command(Command::ActualSize);
    let visible = |window: &mut Driven| {
        let seen = window.seen();
        seen.iter().filter(|(role, name, _)| *role == Role::Group && name.starts_with("node n")).count()
    };
    let near = visible(&mut window);
    assert!((34..=48).contains(&near), "{near} nodes are seen at 100 %");
    measure(&mut window, &format!("500 nodes, {near} of them seen at 100 %"), 4.0);
    window.command(Command::FrameAll);
    let far = visible(&mut window);
    assert_eq!(far, 500);
    measure(&mut window, "500 nodes, all of them in sight", 6.0);
}

#[test]
fn no_frame_is_long_while_a_large_map_is_exported_and_a_value_is_dragged() {
    let folder = folder();
    // Unoptimised, the whole map would take minutes.
    let across = if cfg!(debug_assertions) { 257 } else { 4097 };
    let export = ExportHabit { size: Some((across, None)), ..ExportHabit::default() };
    Settings { export, ..Settings::default() }.save(Some(&folder.path().join("config"))).unwrap();
    let mut window = Driven::open(&recipe_of(100, folder.path()), vec2(1600.0, 1000.0));
    window.settle();
    let id: std::sync::Arc<str> = "n0".into();
    let ctx = window.ctx.clone();
    window.app.carry_out(Request::GoTo(id), &ctx);
    window.command(Command::ActualSize);
    window.command(Command::Export);
    window.click("Export");
    // A small map may be finished before the button is reached, which is another one then.
    let leaves = |(_, name, _): &&Seen| name == "Go on working" || name == "Close";
    while let Some(button) = window.seen().iter().find(leaves).map(|(.., place)| place.center()) {
        window.press(button, true);
        window.press(button, false);
        window.frame(Vec::new());
    }
    let value = window.find("value n0.feature_scale").center();
    window.press(value, true);
    let (mut times, start, first) = (Vec::new(), Instant::now(), window.app.document().revision());
    let file = folder.path().join("recipe-height.png");
    for i in 0..600 {
        let at = value + vec2((i % 160) as f32 - 40.0, 0.0);
        times.push(window.frame(vec![Event::PointerMoved(at)]));
        std::thread::sleep(Duration::from_millis(8));
    }
    window.press(value, false);
    let edits = window.app.document().revision() - first;
    assert!(edits > 100, "the value was dragged, not only the pointer: {edits} edits");
    while !file.exists() {
        assert!(start.elapsed() < Duration::from_secs(400), "{:?}", window.app.notices());
        window.frame(Vec::new());
        std::thread::sleep(Duration::from_millis(20));
    }
    times.sort_by(f64::total_cmp);
    let (longest, median) = (times[times.len() - 1], times[times.len() / 2]);
    let late = times.iter().filter(|time| **time > 16.0).count();
    println!(
        "{} frames, {edits} edits: median {median:.2} ms of processor time, longest {longest:.2} ms, {late} above 16 ms",
        times.len()
    );
    if !cfg!(debug_assertions) {
        assert!(longest <= 16.0, "the longest frame took {longest:.2} ms");
    }
    assert!(median < most(16.0) / 3.0);
}

#[test]
fn a_recipe_of_five_thousand_nodes_opens_without_a_long_frame() {
    let folder = folder();
    let large = folder.path().join("large");
    std::fs::create_dir(&large).unwrap();
    let large = recipe_of(5000, &large);
    let mut window = Driven::open(&recipe_of(20, folder.path()), vec2(1600.0, 1000.0));
    window.settle();
    let ctx = window.ctx.clone();
    let opening = ThreadTime::now();
    window.app.carry_out(Request::OpenFile(large), &ctx);
    let mut times = vec![opening.elapsed().as_secs_f64() * 1e3];
    let start = Instant::now();
    let mut shown = None;
    while shown.is_none_or(|shown: Instant| shown.elapsed() < Duration::from_secs(2)) {
        assert!(start.elapsed() < Duration::from_secs(60), "the file is not opened");
        times.push(window.frame(Vec::new()));
        if shown.is_none() && window.app.document().graph().nodes.len() == 5000 {
            println!("5000 nodes: open after {} ms", start.elapsed().as_millis());
            shown = Some(Instant::now());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let longest = times.iter().copied().fold(0.0, f64::max);
    println!("5000 nodes: longest frame {longest:.1} ms of processor time, median {:.1} ms", median(times));
    assert!(longest < most(100.0), "the longest frame took {longest:.0} ms");
}
