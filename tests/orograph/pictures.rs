//! Pictures of a raster: what each mode shows, and that it shows the same bytes everywhere.

mod flow;
mod modes;

use orograph::raster::Raster;
use orograph::view::*;

/// A relief between -1 and 1 of bent sines, each octave finer and fainter than the last.
fn relief(side: usize) -> Raster {
    Raster::from_fn(side, side, |column, row| {
        let (x, y) = (column as f64 / side as f64 * 6.0, row as f64 / side as f64 * 6.0);
        let (mut sum, mut total) = (0.0, 0.0);
        for octave in 0..6 {
            let (f, a, turn) =
                (libm::pow(1.9, f64::from(octave)), libm::pow(0.5, f64::from(octave)), f64::from(octave));
            let (c, s) = (libm::cos(turn * 2.4), libm::sin(turn * 2.4));
            let (u, v) = ((c * x - s * y) * f + turn, (s * x + c * y) * f - turn * 1.7);
            sum += a * libm::sin(u + 0.7 * libm::sin(v * 0.8)) * libm::cos(v + 0.6 * libm::sin(u * 0.9 + 1.0));
            total += a;
        }
        (sum / total) as f32
    })
}

/// The relief as signed values of an island world, 16 m a sample.
fn scene(mode: Mode) -> Scene {
    Scene {
        mode,
        values: (-0.7, 0.7),
        height: (-180.0, 420.0),
        sea: Some(0.0),
        spacing: (8.0, 8.0),
        shown: (-0.7, 0.7),
        // Few of them, since tests are built to be built fast.
        particles: Particles { count: 150, ..Particles::default() },
        ..Scene::default()
    }
}

fn bands(raster: &Raster) -> Raster {
    Raster::from_fn(raster.width, raster.height, |x, y| ((raster.at(x, y) + 0.7) * 5.0).clamp(0.0, 6.0).floor())
}

const TILES: [Color; 7] =
    [[38, 84, 130], [74, 134, 178], [222, 208, 160], [122, 160, 84], [66, 112, 66], [134, 124, 114], [240, 243, 247]];

#[test]
fn every_ramp_that_the_program_names_is_there_and_in_order() {
    let names: Vec<_> = ramps().iter().map(|ramp| ramp.name.as_str()).collect();
    let all = "terrain meadow alpine atlas sky marble wood sand canyon dusk abyss grey bathymetry viridis magma ember";
    assert_eq!(names, all.split(' ').collect::<Vec<_>>());
    for ramp in ramps() {
        for half in [&ramp.water, &ramp.land] {
            assert!(half.windows(2).all(|w| w[0].0 < w[1].0), "{}", ramp.name);
            assert!(half.iter().all(|stop| (0.0..=1.0).contains(&stop.0)), "{}", ramp.name);
        }
        assert!(ramp.land.len() >= 2, "{}", ramp.name);
    }
    assert!(ramp("terrain").is_some_and(|ramp| !ramp.water.is_empty()));
    assert!(ramp("nowhere").is_none());
}

/// OKLab's lightness (Ottosson, 2020).
fn lightness(color: Color) -> f64 {
    let linear = |c: u8| {
        let v = f64::from(c) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
    };
    let [r, g, b] = color.map(linear);
    let l = libm::cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
    let m = libm::cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
    let s = libm::cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
    0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s
}

#[test]
fn the_even_ramps_grow_lighter_in_even_steps() {
    for (name, lightest) in [("dusk", 0.92), ("abyss", 0.9)] {
        let ramp = ramp(name).unwrap();
        let halves = [(&ramp.water, lightest), (&ramp.land, 0.92)];
        for (stops, lightest) in halves.into_iter().filter(|(stops, _)| !stops.is_empty()) {
            let steps = 64;
            let at = |i: u32| lightness(color_at(stops, i as f32 / steps as f32));
            let even = (lightest - at(0)) / f64::from(steps);
            for i in 0..=steps {
                let apart = at(i) - (at(0) + even * f64::from(i));
                assert!(apart.abs() < 0.012, "{name} is {apart:.3} off at step {i}");
            }
        }
    }
}

/// CIE L* (1976), 0 to 100, which near black says more than OKLab's.
fn cie_lightness(color: Color) -> f64 {
    let linear = |c: u8| {
        let v = f64::from(c) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
    };
    let [r, g, b] = color.map(linear);
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    if y > 0.008_856 { 116.0 * libm::cbrt(y) - 16.0 } else { 903.3 * y }
}

#[test]
fn the_ramps_of_heat_grow_lighter_from_end_to_end_and_nowhere_fall_back() {
    for name in EVEN {
        let stops = &ramp(name).unwrap().land;
        let steps = 32;
        let at = |i: u32| cie_lightness(color_at(stops, i as f32 / steps as f32));
        let even = (at(steps) - at(0)) / f64::from(steps);
        assert!(even > 1.8, "{name} spans {:.0}", even * 32.0);
        for i in 0..steps {
            let step = at(i + 1) - at(i);
            assert!(step > 0.25 * even && step < 2.2 * even, "{name}: {step:.4} at step {i}, {even:.4} are even");
        }
    }
}

#[test]
fn a_mode_is_found_by_its_name_in_any_case() {
    for (name, mode) in Mode::NAMED {
        assert_eq!((mode.name(), Mode::from_name(&name.to_lowercase())), (name, Some(mode)));
    }
    assert_eq!(Mode::from_name("contour"), None);
}

#[test]
fn a_plane_is_lit_evenly_and_brightest_towards_the_sun() {
    let shade = |gx: f32, gy: f32| {
        let plane = Raster::from_fn(9, 7, |x, y| gx * x as f32 + gy * y as f32);
        let picture = picture(&plane, &Scene { mode: Mode::Shade, ..Scene::default() });
        let first = picture.at(0, 0);
        assert!(picture.rgba.chunks(4).all(|pixel| pixel[..3] == first), "a plane has one brightness");
        first[0]
    };
    let (flat, north_west, south_east) = (shade(0.0, 0.0), shade(0.5, 0.5), shade(-0.5, -0.5));
    assert!(north_west > flat && flat > south_east);
    // A slope of 45 degrees that faces the sun is lit in full; one as steep that faces away is dark.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let (steep, away) = (shade(half, half), shade(-2.0, -2.0));
    assert_eq!((steep, away), (246, 56));
    assert_eq!(flat, 56 + (190.0 * std::f64::consts::FRAC_1_SQRT_2).round() as u8);
}

#[test]
fn metres_spacing_and_exaggeration_scale_the_slope_that_is_lit() {
    let plane = Raster::from_fn(5, 5, |x, _| x as f32 * 0.1);
    let shade = |height: f64, spacing: f64, factor: f64| {
        let scene = Scene {
            mode: Mode::Shade,
            height: (0.0, height),
            spacing: (spacing, spacing),
            exaggeration: Exaggeration::Factor(factor),
            ..Scene::default()
        };
        picture(&plane, &scene).at(2, 2)
    };
    assert_eq!(shade(10.0, 1.0, 1.0), shade(100.0, 10.0, 1.0));
    assert_eq!(shade(10.0, 1.0, 2.0), shade(20.0, 1.0, 1.0));
    assert_ne!(shade(10.0, 1.0, 1.0), shade(20.0, 1.0, 1.0));
}

#[test]
fn automatic_exaggeration_lights_a_plane_as_if_it_rose_at_40_degrees() {
    let plane = Raster::from_fn(64, 64, |x, _| x as f32 * 1e-4);
    let auto = Scene { mode: Mode::Shade, exaggeration: Exaggeration::Auto, ..Scene::default() };
    let steep = Raster::from_fn(64, 64, |x, _| x as f32 * libm::tan(40f64.to_radians()) as f32);
    let expected = picture(&steep, &Scene { exaggeration: Exaggeration::Factor(1.0), ..auto.clone() });
    assert_eq!(picture(&plane, &auto), expected);
    let flat = Raster::new(4, 4);
    assert_eq!(picture(&flat, &auto).at(1, 1), picture(&flat, &scene(Mode::Shade)).at(1, 1));
}

#[test]
fn the_sea_has_the_colours_of_water_by_depth_and_lies_flat() {
    // -180, -90 and 0 m: the bottom, half way and the shore.
    let raster = Raster::from_fn(3, 1, |x, _| x as f32 * 0.15);
    let scene = Scene { mode: Mode::Terrain, values: (0.0, 1.0), ..scene(Mode::Terrain) };
    let picture = picture(&raster, &scene);
    assert_eq!(picture.at(0, 0), [22, 44, 82]);
    let half = picture.at(1, 0);
    assert!(half[0].abs_diff(34) <= 1 && half[2].abs_diff(118) <= 1, "{half:?}");
    // The shore is land, lit from a slope that starts at the sea's surface.
    let [r, g, b] = picture.at(2, 0);
    assert!(r > g && g > b, "sand, found {:?}", [r, g, b]);
}

#[test]
fn without_a_sea_or_a_water_half_land_covers_all_heights() {
    let raster = Raster::from_fn(2, 1, |x, _| x as f32);
    let dry = Scene { mode: Mode::Ramp, sea: None, ..Scene::default() };
    assert_eq!(picture(&raster, &dry).at(0, 0), [214, 200, 158]);
    let sky = Scene { ramp: ramp("sky").unwrap(), sea: Some(0.5), ..dry };
    assert_eq!(picture(&raster, &sky).at(0, 0), [44, 98, 168]);
    assert_eq!(picture(&raster, &sky).at(1, 0), [255, 255, 255]);
}

#[test]
fn values_outside_the_shown_range_raise_an_alarm() {
    let raster = Raster { width: 5, height: 1, data: vec![-1.5, -1.0, 0.25, 1.0, 1.5] };
    for mode in [Mode::Grey, Mode::Signed] {
        let picture = picture(&raster, &Scene { mode, shown: (-1.0, 1.0), ..Scene::default() });
        assert_eq!((picture.at(0, 0), picture.at(4, 0)), ([0, 255, 255], [255, 0, 255]), "{mode:?}");
        assert_ne!(picture.at(1, 0), [0, 255, 255]);
        assert_ne!(picture.at(3, 0), [255, 0, 255]);
    }
    let auto = Scene { auto_levels: true, ..Scene::default() };
    assert_eq!((picture(&raster, &auto).at(0, 0), picture(&raster, &auto).at(4, 0)), ([0; 3], [255; 3]));
}

#[test]
fn signed_values_are_blue_below_zero_tan_above_with_a_dark_line_between() {
    let raster = Raster::from_fn(6, 1, |x, _| x as f32 / 2.5 - 1.0);
    let picture = picture(&raster, &Scene { mode: Mode::Signed, shown: (-1.0, 1.0), ..Scene::default() });
    let (low, line, high) = (picture.at(1, 0), picture.at(2, 0), picture.at(4, 0));
    assert!(low[2] > low[0] && high[0] > high[2]);
    assert!(line.iter().all(|&c| c < 40));
    assert!(picture.at(3, 0)[0] > 100, "the line is one pixel wide");
}

#[test]
fn tiles_have_their_colours_and_unknown_ones_stand_out() {
    let raster = Raster { width: 4, height: 1, data: vec![0.0, 2.0, 6.0, 7.0] };
    let picture = picture(&raster, &Scene { mode: Mode::Tiles, tiles: TILES.to_vec(), ..Scene::default() });
    assert_eq!([0, 1, 2, 3].map(|x| picture.at(x, 0)), [TILES[0], TILES[2], TILES[6], [255, 0, 255]]);
}

#[test]
fn a_picture_of_nothing_flat_or_extreme_is_drawn_without_complaint() {
    let rasters = [
        Raster::new(0, 0),
        Raster::new(1, 1),
        Raster::new(1, 5),
        Raster::new(5, 1),
        Raster::from_fn(3, 3, |x, y| if (x + y) % 2 == 0 { f32::MAX } else { -f32::MAX }),
    ];
    for raster in &rasters {
        for (_, mode) in Mode::NAMED {
            for scene in [
                scene(mode),
                Scene { auto_levels: true, exaggeration: Exaggeration::Auto, ..scene(mode) },
                Scene { height: (5.0, 5.0), values: (0.0, 0.0), shown: (0.0, 0.0), spacing: (0.0, 0.0), ..scene(mode) },
                Scene { sea: Some(9e9), ..scene(mode) },
            ] {
                let picture = picture(raster, &scene);
                assert_eq!(picture.rgba.len(), raster.data.len() * 4);
                assert!(picture.rgba.chunks(4).all(|pixel| pixel[3] == 255));
            }
        }
    }
}

#[test]
fn downscaling_averages_areas_and_keeps_a_flat_colour() {
    let pixel = |v: u8| [v, v, v, 255];
    let picture = Picture { width: 4, height: 1, rgba: [0, 100, 200, 40].map(pixel).concat() };
    assert_eq!(downscale(&picture, 2, 1).rgba, [50, 120].map(pixel).concat());
    assert_eq!(downscale(&picture, 4, 1), picture);
    // Three pixels of one and a third source pixels each.
    assert_eq!(downscale(&picture, 3, 1).rgba, [25, 150, 80].map(pixel).concat());
    let flat = Picture { width: 37, height: 23, rgba: [77, 130, 201, 255].repeat(37 * 23) };
    assert_eq!(downscale(&flat, 10, 9).rgba, [77, 130, 201, 255].repeat(90));
    assert_eq!(downscale(&flat, 0, 9).rgba, Vec::<u8>::new());
}

#[test]
fn a_histogram_counts_every_sample_once() {
    let raster = Raster { width: 8, height: 1, data: vec![-9.0, 0.0, 0.24, 0.25, 0.5, 0.99, 1.0, 9.0] };
    assert_eq!(histogram(&raster, 0.0, 1.0, 4), [3, 1, 1, 3]);
    let large = relief(200);
    assert_eq!(histogram(&large, -1.0, 1.0, 64).iter().sum::<u64>(), 40_000);
    assert_eq!(histogram(&Raster::new(3, 3), 0.0, 0.0, 2), [9, 0]);
    assert_eq!(histogram(&raster, 0.0, 1.0, 0), Vec::<u64>::new());
}

#[test]
fn the_share_of_land_counts_the_shore() {
    let raster = Raster { width: 4, height: 1, data: vec![0.1, 0.3, 0.3f32.next_up(), 0.9] };
    assert_eq!(land_share(&raster, 0.3), 0.75);
    assert_eq!(land_share(&Raster::new(0, 0), 0.3), 0.0);
}

#[test]
fn heights_and_values_translate_both_ways() {
    let scene = Scene { values: (-1.0, 1.0), ..scene(Mode::Grey) };
    assert_eq!((scene.metres(-1.0), scene.metres(0.0), scene.metres(1.0)), (-180.0, 120.0, 420.0));
    assert_eq!((scene.value(-180.0), scene.value(420.0)), (-1.0, 1.0));
    assert_eq!(scene.sea_value(), Some(-0.4));
}

#[test]
fn a_picture_saves_as_a_png_of_its_pixels() {
    let drawn = picture(&relief(20), &scene(Mode::Terrain));
    let read = image::load_from_memory(&drawn.png().unwrap()).unwrap().to_rgba8();
    assert_eq!((read.width(), read.height(), read.into_raw()), (20, 20, drawn.rgba));
    assert!(picture(&Raster::new(0, 0), &scene(Mode::Grey)).png().is_err());
}

#[test]
fn every_mode_draws_the_same_bytes_on_every_machine() {
    let (heights, bands) = (relief(128), bands(&relief(128)));
    let hash = |mode: Mode| {
        let raster = if mode == Mode::Tiles { &bands } else { &heights };
        let drawn = picture(raster, &Scene { tiles: TILES.to_vec(), ..scene(mode) });
        blake3::hash(&drawn.rgba).to_hex()[..16].to_owned()
    };
    let hashes = Mode::NAMED.map(|(name, mode)| format!("{name} {}", hash(mode)));
    let expected = [
        "Grey b2049d2acb550143",
        "Signed 0e5d68e76542e497",
        "Ramp 11b8eacb76312170",
        "Terrain 176e281979402dd1",
        "Shade 9874987673b319e4",
        "Tiles 893f4f49ae0086bf",
        "Heat 765700bf77db92a8",
        "Hillshade 8737d3a7f68ebb07",
        "Slope 17e6f93090b50776",
        "Normals f3ad9054989fdfd3",
        "Contours 54f5db5ef902ffbe",
        "Clipping e58fda1087d713a4",
        "Arrows 755082ad1d17e26f",
        "Flow d74b13f62b39ab97",
    ];
    assert_eq!(hashes, expected);
}
