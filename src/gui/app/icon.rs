//! The program's icon: a mountain with snow on a dark ground, drawn here so that no file has to be found.

use eframe::egui::IconData;

/// Pixels on a side.
const SIDE: u32 = 64;
const GROUND: [u8; 3] = [27, 31, 37];
const ROCK: [u8; 3] = [226, 166, 74];
const FAR_ROCK: [u8; 3] = [141, 110, 66];
const SNOW: [u8; 3] = [240, 243, 247];

/// The icon of the window.
pub(super) fn icon() -> IconData {
    let pixels = (0..SIDE * SIDE).flat_map(|i| pixel((i % SIDE) as f32 + 0.5, (i / SIDE) as f32 + 0.5));
    IconData { rgba: pixels.collect(), width: SIDE, height: SIDE }
}

/// Colour at a place, with softened edges.
fn pixel(x: f32, y: f32) -> [u8; 4] {
    // Distance to a square with round corners, negative inside.
    let corner = |v: f32| ((v - 32.0).abs() - 18.0).max(0.0);
    let alpha = (30.5 - 18.0 - (corner(x) * corner(x) + corner(y) * corner(y)).sqrt()).clamp(0.0, 1.0);
    let peak = |at: f32, top: f32, slope: f32| (y - top - (x - at).abs() * slope).clamp(0.0, 1.0);
    let zigzag = 3.0 * ((x * 0.22).fract() - 0.5).abs();
    let base = (52.0 - y).clamp(0.0, 1.0);
    let mut color = GROUND.map(f32::from);
    let mut lay = |over: [u8; 3], share: f32| {
        color.iter_mut().zip(over).for_each(|(c, o)| *c += (f32::from(o) - *c) * share);
    };
    lay(FAR_ROCK, peak(44.0, 26.0, 1.15) * base);
    lay(ROCK, peak(27.0, 14.0, 1.25) * base);
    lay(SNOW, peak(27.0, 14.0, 1.25) * (24.0 + zigzag * 2.0 - y).clamp(0.0, 1.0));
    let [r, g, b] = color.map(|c| c as u8);
    [r, g, b, (alpha * 255.0) as u8]
}
