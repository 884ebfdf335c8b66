//! `--frames`: one moment after another, as numbered files or as one picture that moves.

use super::{Ran, folder, run};
use crate::support::png;
use image::AnimationDecoder;
use std::fs;
use std::io::{BufReader, Cursor};
use std::path::Path;

/// A noise that changes with the clock.
const MOVING: &str = "\"n\": Perlin(depth: \"d\", feature_scale: 700.0), \"d\": Multiply(a: \"t\", b: 300.0), \"t\": Time(), \"still\": Perlin()";

fn render(folder: &Path, more: &[&str]) -> Ran {
    run(folder, &[&["render", "m.ron"], more].concat())
}

fn done(folder: &Path, more: &[&str]) -> Ran {
    let ran = render(folder, more);
    assert_eq!(ran.code, 0, "{more:?}: {}", ran.err);
    ran
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn numbered_frames_are_the_renders_of_their_moments() {
    let folder = folder(&[("m.ron", MOVING)]);
    let at = folder.path();
    done(at, &["-o", "f_{frame}.r32", "--frames", "3", "--fps", "4", "--time", "1"]);
    done(at, &["-o", "p_{frame}.png", "--frames", "3", "--fps", "4", "--time", "1", "--view", "terrain"]);
    for (frame, time) in ["1", "1.25", "1.5"].iter().enumerate() {
        done(at, &["-o", "one.r32", "--time", time]);
        assert!(bytes(at, &format!("f_000{frame}.r32")) == bytes(at, "one.r32"), "values of frame {frame}");
        done(at, &["-o", "one.png", "--time", time, "--view", "terrain"]);
        assert!(bytes(at, &format!("p_000{frame}.png")) == bytes(at, "one.png"), "picture of frame {frame}");
    }
    assert!(bytes(at, "f_0000.r32") != bytes(at, "f_0001.r32"), "it moves");
}

#[test]
fn a_loop_leads_back_to_its_beginning() {
    let folder = folder(&[("m.ron", MOVING)]);
    let at = folder.path();
    done(at, &["-o", "l_{frame}.r32", "--frames", "25", "--fps", "12", "--loop", "2"]);
    done(at, &["-o", "p_{frame}.r32", "--frames", "25", "--fps", "12"]);
    let values =
        |name: &str| bytes(at, name).as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect::<Vec<f32>>();
    let apart = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0f32, f32::max);
    let frame = |name: &str, i: usize| values(&format!("{name}_{i:04}.r32"));
    assert_eq!(frame("l", 24), frame("l", 0), "after two seconds it begins again");
    assert_eq!(frame("l", 16), frame("p", 16), "two thirds of it are what the clock gives");
    let steps: Vec<f32> = (0..24).map(|i| apart(&frame("l", i), &frame("l", i + 1))).collect();
    let (inside, most) = (steps[..15].iter().copied().fold(0f32, f32::max), steps.iter().copied().fold(0f32, f32::max));
    assert!(most < 8.0 * inside, "no jump anywhere: {most} after {inside}");
    let jump = apart(&frame("p", 24), &frame("p", 0));
    assert!(jump > 2.0 * most, "without the loop there would be one: {jump} and {most}");
}

#[test]
fn pictures_that_move_are_gif_and_animated_png() {
    let folder = folder(&[("m.ron", MOVING)]);
    let at = folder.path();
    let asked = ["--frames", "5", "--fps", "10", "--view", "ramp", "--size", "40"];
    done(at, &[&asked[..], &["-o", "m.gif"]].concat());
    let gif = image::codecs::gif::GifDecoder::new(Cursor::new(bytes(at, "m.gif"))).unwrap();
    let frames = gif.into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), 5);
    assert!(frames.iter().all(|f| f.delay().numer_denom_ms() == (100, 1) && f.buffer().dimensions() == (40, 40)));
    assert!(frames[0].buffer() != frames[1].buffer(), "it moves");
    done(at, &[&asked[..], &["-o", "m.png"]].concat());
    let file = bytes(at, "m.png");
    let png = image::codecs::png::PngDecoder::new(BufReader::new(Cursor::new(&file))).unwrap();
    let frames = png.apng().unwrap().into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), 5);
    // Every frame is the picture of its moment, to the pixel.
    done(at, &["-o", "one.png", "--view", "ramp", "--size", "40", "--time", "0.3"]);
    let one = png::read(&bytes(at, "one.png"));
    let third: Vec<u8> = frames[3].buffer().pixels().flat_map(|p| [p[0], p[1], p[2]]).collect();
    assert!(third == one.bytes);
    done(at, &[&asked[..], &["-o", "again.png"]].concat());
    assert!(file == bytes(at, "again.png"), "the same bytes again");
}

#[test]
fn particles_flow_from_frame_to_frame_the_same_every_time() {
    let folder = folder(&[("m.ron", MOVING)]);
    let at = folder.path();
    let few = ["--set", "view.flow=(particles: 80, color: \"still\")", "--view", "flow", "--size", "48"];
    let frames = |out: &str, threads: &str| {
        done(at, &[&few[..], &["-o", out, "--frames", "3", "--fps", "20", "--threads", threads]].concat());
    };
    frames("a_{frame}.png", "1");
    frames("b_{frame}.png", "4");
    for i in 0..3 {
        assert!(bytes(at, &format!("a_000{i}.png")) == bytes(at, &format!("b_000{i}.png")), "frame {i}");
    }
    assert!(bytes(at, "a_0000.png") != bytes(at, "a_0001.png"), "they move");
    done(at, &[&few[..], &["-o", "still.png"]].concat());
    let (first, still) = (png::read(&bytes(at, "a_0000.png")), png::read(&bytes(at, "still.png")));
    assert!(first.bytes == still.bytes, "the first frame is the picture without frames");
}

#[test]
fn what_frames_cannot_be_is_one_sentence() {
    let folder = folder(&[("m.ron", MOVING)]);
    let refused = |more: &[&str], words: &str| {
        let ran = render(folder.path(), &[&["--frames", "4"], more].concat());
        assert!(ran.code == 2 && ran.err.contains(words), "{more:?}: {} {}", ran.code, ran.err);
    };
    refused(&["-o", "a.r32"], "write {frame} into it");
    refused(&["-o", "a.png"], "a picture that moves needs a view");
    refused(&["-o", "a.gif", "--view", "grey", "--fps", "60"], "a GIF shows at most 50 a second");
    refused(&["-o", "a_{frame}.png", "--fps", "0"], "write a number above 0");
    refused(&["-o", "a_{frame}.png", "--seeds", "0..4"], "cannot be used with");
    let still = render(folder.path(), &["--frames", "2", "--node", "still", "-o", "s_{frame}.png"]);
    assert!(still.code == 0 && still.err.contains("does not depend on time"), "{}", still.err);
}
