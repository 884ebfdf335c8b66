//! Themes and the size of the interface.

use super::*;
use eframe::egui::{Color32, Theme as Base};
use orograph::gui::settings::Appearance;
use orograph::gui::theme::{ON_PLATE, ON_PLATE_WEAK, PLATE, Theme};

/// Relative luminance of WCAG 2.
fn luminance(color: Color32) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.03928 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

const THEMES: [(&str, &Theme); 2] = [("dark", &Theme::DARK), ("light", &Theme::LIGHT)];

#[test]
fn text_stands_out_from_every_ground_in_both_themes() {
    for (name, t) in THEMES {
        let grounds = [t.canvas, t.panel, t.body, t.raised, t.field];
        let texts = [t.text, t.secondary, t.muted, t.accent, t.error, t.warning, t.ok];
        for (i, text) in texts.into_iter().enumerate() {
            for (j, ground) in grounds.into_iter().enumerate() {
                let ratio = contrast(text, ground);
                assert!(ratio >= 4.5, "{name}: text {i} on ground {j} has {ratio:.2}");
            }
        }
        // The name of a plugged source is written in its family's colour.
        for (i, family) in t.categories.into_iter().enumerate() {
            for ground in [t.panel, t.body, t.field] {
                let ratio = contrast(family, ground);
                assert!(ratio >= 4.5, "{name}: family {i} has {ratio:.2}");
            }
        }
        assert!(contrast(t.text, t.slider) >= 4.5, "{name}: a number on its bar");
        assert!(contrast(t.on_accent, t.accent) >= 4.5, "{name}: the primary button");
        for under in [t.panel, t.body, t.field] {
            let (ground, text) = t.chosen();
            let ratio = contrast(text, under.blend(ground));
            assert!(ratio >= 4.5, "{name}: what is chosen in a list has {ratio:.2}");
        }
    }
}

#[test]
fn wires_pins_marks_and_bars_stand_out_in_both_themes() {
    for (name, t) in THEMES {
        for (i, family) in t.categories.into_iter().enumerate() {
            // Wires are drawn a little weaker than their pins.
            let wire = family.gamma_multiply(0.88);
            let mixed = |a: u8, b: u8| (f64::from(a) + f64::from(b) * 0.12).min(255.0) as u8;
            let on = Color32::from_rgb(
                mixed(wire.r(), t.canvas.r()),
                mixed(wire.g(), t.canvas.g()),
                mixed(wire.b(), t.canvas.b()),
            );
            let ratio = contrast(on, t.canvas);
            assert!(ratio >= 3.0, "{name}: a wire of family {i} has {ratio:.2}");
        }
        for ground in [t.canvas, t.panel, t.body, t.field] {
            assert!(contrast(t.accent, ground) >= 3.0, "{name}: selection and focus");
            assert!(contrast(t.muted, ground) >= 3.0, "{name}: icons");
        }
        for (what, color) in [("water", t.water), ("land", t.land)] {
            let ratio = contrast(color, t.field);
            assert!(ratio >= 3.0, "{name}: {what} in the histogram has {ratio:.2}");
        }
    }
}

#[test]
fn words_on_pictures_are_read_on_snow_in_both_themes() {
    let veil = 255 - PLATE.a();
    let ground = Color32::from_gray(veil);
    assert!(contrast(ON_PLATE, ground) >= 4.5);
    assert!(contrast(ON_PLATE_WEAK, ground) >= 4.5);
}

#[test]
fn the_theme_is_chosen_in_the_menu_and_remembered() {
    let folder = folder();
    let mut first = window(folder.path());
    assert_eq!(first.harness.ctx.theme(), Base::Dark);
    first.click("View");
    first.click("Theme");
    press(&mut first, "Light");
    assert_eq!(first.harness.ctx.theme(), Base::Light);
    assert_eq!(first.app().settings().appearance, Appearance::Light);
    drop(first);
    let second = window(folder.path());
    assert_eq!(second.harness.ctx.theme(), Base::Light);
}

#[test]
fn the_interface_grows_and_shrinks_by_keys_and_stays_within_bounds() {
    let folder = folder();
    let mut first = window(folder.path());
    let keys = Modifiers { shift: true, ..Modifiers::COMMAND };
    first.key(keys, Key::Plus);
    assert_eq!(first.app().settings().scale, 110);
    assert!((first.harness.ctx.zoom_factor() - 1.1).abs() < 1e-6);
    for _ in 0..20 {
        first.key(keys, Key::Plus);
    }
    assert_eq!(first.app().settings().scale, 250);
    drop(first);
    let mut second = window(folder.path());
    assert!((second.harness.ctx.zoom_factor() - 2.5).abs() < 1e-6, "the size is remembered");
    for _ in 0..20 {
        second.key(keys, Key::Minus);
    }
    assert_eq!(second.app().settings().scale, 75);
    second.command(Command::UsualInterface);
    assert_eq!(second.app().settings().scale, 100);
}

#[test]
fn a_size_from_a_damaged_settings_file_is_brought_into_bounds() {
    for (stored, shown) in [(0, 0.75), (7, 0.75), (99_999, 2.5)] {
        let folder = folder();
        let window = window_with(folder.path(), &Settings { scale: stored, ..Settings::default() });
        assert!((window.harness.ctx.zoom_factor() - shown).abs() < 1e-6, "{stored}");
    }
}

#[test]
fn the_canvas_zooms_by_its_own_keys_and_leaves_the_interface_alone() {
    let folder = folder();
    let mut window = window(folder.path());
    let before = window.harness.ctx.zoom_factor();
    window.key(Modifiers::COMMAND, Key::Equals);
    assert_eq!(window.harness.ctx.zoom_factor(), before);
    assert_eq!(window.app().settings().scale, 100);
}

#[test]
fn at_a_large_size_the_picture_takes_the_place_of_the_histogram() {
    let folder = folder();
    let mut window = window(folder.path());
    let height = |window: &Window| window.harness.get_by_label("preview of height").rect().height();
    assert!(window.shows("histogram"));
    window.harness.set_size(Vec2::new(800.0, 500.0));
    window.steps(4);
    assert!(!window.shows("histogram") && height(&window) >= 140.0, "{}", height(&window));
    window.harness.set_size(Vec2::new(1600.0, 1000.0));
    window.steps(4);
    assert!(window.shows("histogram"));
}
