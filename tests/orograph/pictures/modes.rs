//! The geometry of lines, slopes and light, and what legends and alarms say.

use super::{bands, relief, scene};
use crate::pictures::TILES;
use orograph::graph::Graph;
use orograph::raster::Raster;
use orograph::view::*;

/// A cone that falls by a metre a metre from its top in the middle, in metres.
fn cone(side: usize) -> Raster {
    let middle = (side - 1) as f64 / 2.0;
    Raster::from_fn(side, side, |x, y| {
        let (dx, dy) = (x as f64 - middle, y as f64 - middle);
        -(dx * dx + dy * dy).sqrt() as f32
    })
}

fn square(x: f32, y: f32) -> f32 {
    x * x + y * y
}

/// Values that are metres, a metre a sample.
fn metres(mode: Mode) -> Scene {
    Scene { mode, values: (-100.0, 100.0), height: (-100.0, 100.0), shown: (-100.0, 100.0), ..Scene::default() }
}

#[test]
fn contour_lines_of_a_cone_are_circles() {
    let (raster, middle) = (cone(129), 64.0f32);
    for radius in [7.5f32, 20.0, 41.25, 60.0] {
        let lines = contour(&raster, &metres(Mode::Contours), f64::from(-radius));
        assert_eq!(lines.len(), 1, "one circle at {radius} m");
        let line = &lines[0];
        assert_eq!(line.first(), line.last(), "a circle is closed");
        for [x, y] in line {
            let distance = square(x - middle, y - middle).sqrt();
            assert!((distance - radius).abs() < 0.05, "{distance} instead of {radius} at {x}, {y}");
        }
        // Its length is that of the circle, so it goes round once.
        let length: f32 = line.windows(2).map(|w| square(w[1][0] - w[0][0], w[1][1] - w[0][1]).sqrt()).sum();
        assert!((length / (radius * std::f32::consts::TAU) - 1.0).abs() < 0.01, "{length}");
    }
    assert!(contour(&raster, &metres(Mode::Contours), 5.0).is_empty(), "nothing lies above the top");
}

#[test]
fn contour_lines_end_only_at_the_border() {
    let raster = relief(96);
    let scene = scene(Mode::Contours);
    for level in [-60.0, 0.0, 37.0, 120.0] {
        let lines = contour(&raster, &scene, level);
        assert!(!lines.is_empty(), "{level} m");
        for line in lines {
            let (first, last) = (line[0], line[line.len() - 1]);
            let at_the_border = |[x, y]: [f32; 2]| x == 0.0 || y == 0.0 || x == 95.0 || y == 95.0;
            assert!(first == last || (at_the_border(first) && at_the_border(last)), "{first:?} to {last:?}");
            for [x, y] in line {
                let (c, r) = (x.floor(), y.floor());
                let at = |dx: f32, dy: f32| {
                    scene.metres(raster.at((c + dx).min(95.0) as usize, (r + dy).min(95.0) as usize))
                };
                let (fx, fy) = (f64::from(x - c), f64::from(y - r));
                let height = at(0.0, 0.0) * (1.0 - fx) * (1.0 - fy)
                    + at(1.0, 0.0) * fx * (1.0 - fy)
                    + at(0.0, 1.0) * (1.0 - fx) * fy;
                assert!((height - level).abs() < 0.05, "{height} m on the line of {level} m");
            }
        }
    }
}

#[test]
fn the_interval_of_contours_is_round_unless_it_is_given() {
    let of = |height: (f64, f64)| Scene { height, ..Scene::default() }.contour_interval();
    assert_eq!((of((-180.0, 420.0)), of((0.0, 1.0)), of((0.0, 8848.0))), (20.0, 0.05, 200.0));
    assert_eq!(Scene { interval: Some(12.5), ..Scene::default() }.contour_interval(), 12.5);
    // A world without height, or an interval of nothing, leaves a picture without lines rather than none.
    assert_eq!(of((5.0, 5.0)), 1.0);
}

#[test]
fn index_lines_are_darker_than_those_between() {
    let slope = Raster::from_fn(11, 120, |_, y| y as f32);
    let scene = Scene { interval: Some(4.0), values: (0.0, 200.0), height: (0.0, 200.0), ..metres(Mode::Contours) };
    let plain = Scene { interval: Some(1e6), ..scene.clone() };
    let (lines, bare) = (picture(&slope, &scene), picture(&slope, &plain));
    let dark = |row: usize| i32::from(bare.at(5, row)[1]) - i32::from(lines.at(5, row)[1]);
    assert!(dark(44) > 20, "a line at 44 m: {}", dark(44));
    assert!(dark(40) > dark(44) + 10, "an index line at 40 m: {} and {}", dark(40), dark(44));
    assert_eq!(dark(42), 0, "nothing between them");
}

#[test]
fn labels_of_contours_lie_apart_and_name_their_line() {
    // Long even waves: every index line has room for its height.
    let raster = Raster::from_fn(700, 500, |x, y| (y as f64 * 0.12 + 6.0 * libm::sin(x as f64 / 90.0)) as f32);
    let scene = Scene { interval: Some(2.0), values: (0.0, 100.0), height: (0.0, 100.0), ..metres(Mode::Contours) };
    let with = picture(&raster, &scene);
    // Letters are the only thing that the picture has besides what its lines and colours give: text rows of the font.
    let unlabelled = picture(&raster.crop(orograph::raster::Tile { x: 0, y: 0, width: 20, height: 500 }), &scene);
    assert_eq!(unlabelled.width, 20);
    let ten = contour(&raster, &scene, 10.0);
    assert_eq!(ten.len(), 1);
    // Where a label stands the heavy line is interrupted: its darkness along the line falls to that of the ground.
    let darkness = |[x, y]: [f32; 2]| {
        let (x, y) = ((x + 0.5) as usize, (y + 0.5) as usize);
        u32::from(with.at(x.min(699), y.min(499))[1])
    };
    let values: Vec<u32> = ten[0].iter().map(|p| darkness(*p)).collect();
    let darkest = *values.iter().min().unwrap();
    let gaps = values.iter().filter(|v| **v > darkest + 60).count();
    assert!(gaps > 12, "no label on a line of {} points: {gaps}", values.len());
    assert!(gaps < values.len() / 2, "the line is seen between its labels");
}

#[test]
fn labels_of_the_island_touch_neither_one_another_nor_the_border() {
    let mut graph = Graph::parse(include_str!("../../../graphs/island.ron")).unwrap().graph;
    graph.world.samples = (257, 257);
    let node = graph.outputs[0].from.node.clone();
    let raster = crate::support::recipe::render(&graph, &node);
    let spacing = graph.world.extent.0 / 256.0;
    let scene = Scene {
        height: graph.world.height,
        sea: graph.world.sea,
        spacing: (spacing, spacing),
        ..metres(Mode::Contours)
    };
    let scene = Scene { values: (0.0, 1.0), ..scene };
    let mut all = 0;
    for (pixels, dot) in [(257, 1), (448, 1), (512, 1), (896, 2), (1040, 1), (1040, 2)] {
        let scene = Scene { dot, ..scene.clone() };
        let labels = contour_labels(&raster, &scene, (pixels, pixels));
        // A letter is six dots wide with its gap: numbers are farther apart than the letters of one.
        let room = 8 * dot;
        for (i, a) in labels.iter().enumerate() {
            assert!(a.text.parse::<f64>().is_ok(), "{}", a.text);
            assert!(a.corner.0 >= room && a.corner.0 + a.size.0 + room <= pixels, "{a:?} at the border of {pixels}");
            for b in &labels[i + 1..] {
                let apart =
                    |p: usize, size: usize, q: usize, other: usize| p >= q + other + room || q >= p + size + room;
                let apart = apart(a.corner.0, a.size.0, b.corner.0, b.size.0)
                    || apart(a.corner.1, a.size.1, b.corner.1, b.size.1);
                assert!(apart, "{a:?} touches {b:?} in {pixels} pixels");
            }
        }
        all += labels.len();
    }
    assert!(all > 60, "{all} labels in six pictures name their lines");
}

#[test]
fn a_part_of_a_raster_decides_pixels_of_the_contours_of_the_whole() {
    let whole = relief(150);
    let scene = Scene { exaggeration: Exaggeration::Factor(2.0), dot: 1, ..scene(Mode::Contours) };
    for pixels in [60, 150, 187, 400] {
        let (width, height) = size_for(Mode::Contours, (whole.width, whole.height), pixels);
        let of = (whole.width, whole.height);
        let all = picture_at(&whole, &scene, (width, height));
        let labels = contour_labels(&whole, &scene, (width, height));
        let is_labelled = |x: usize, y: usize| {
            let near = |p: usize, at: usize, size: usize| p + 3 >= at && p < at + size + 3;
            labels.iter().any(|l| near(x, l.corner.0, l.size.0) && near(y, l.corner.1, l.size.1))
        };
        let mut seen = vec![false; width * height];
        for (x, y, w, h) in [(0, 0, 80, 90), (50, 0, 100, 90), (0, 60, 70, 90), (40, 50, 110, 100)] {
            let tile = orograph::raster::Tile { x, y, width: w, height: h };
            let mut part = whole.crop(tile);
            // One sample that is not known yet takes away what depends on it, and nothing else.
            part.data[40 * w + 30] = f32::NAN;
            let within = Within { at: (x, y), of, pixels: (width, height) };
            let (picture, (left, top)) = contours_within(&part, &scene, within).unwrap();
            let mut clear = 0;
            for row in 0..picture.height {
                for column in 0..picture.width {
                    let (px, py) = (left + column, top + row);
                    if picture.rgba[(row * picture.width + column) * 4 + 3] == 0 {
                        clear += 1;
                    } else {
                        seen[py * width + px] = true;
                        let same = picture.at(column, row) == all.at(px, py);
                        assert!(same || is_labelled(px, py), "{px} {py} of {width} from {x} {y}");
                    }
                }
            }
            assert!(clear > 0 && clear < 40 * 40, "{clear} pixels wait for one sample");
        }
        let seen = seen.iter().filter(|seen| **seen).count();
        assert!(seen * 100 > width * height * 80, "{seen} of {} pixels", width * height);
    }
}

#[test]
fn a_ramp_of_45_degrees_is_45_degrees_steep_in_metres() {
    // One metre up for every metre east, whatever the distance of the samples.
    for spacing in [0.5, 1.0, 30.0] {
        let raster = Raster::from_fn(9, 6, |x, _| (x as f64 * spacing) as f32);
        let scene =
            Scene { spacing: (spacing, spacing), exaggeration: Exaggeration::Factor(3.0), ..metres(Mode::Slope) };
        for degrees in slope(&raster, &scene).data {
            assert!((degrees - 45.0).abs() < 1e-4, "{degrees} degrees at {spacing} m a sample");
        }
    }
    let diagonal = Raster::from_fn(9, 9, |x, y| 0.5 * (x + y) as f32);
    let expected = libm::atan(libm::sqrt(0.5)).to_degrees() as f32;
    assert!(slope(&diagonal, &metres(Mode::Slope)).data.iter().all(|v| (v - expected).abs() < 1e-4));
    // Unit values become metres by the height of the world.
    let unit = Raster::from_fn(5, 5, |x, _| x as f32 / 100.0);
    let scene = Scene { mode: Mode::Slope, height: (0.0, 200.0), spacing: (2.0, 2.0), ..Scene::default() };
    assert!(slope(&unit, &scene).data.iter().all(|v| (v - 45.0).abs() < 1e-3));
}

#[test]
fn light_from_four_sides_is_constant_on_a_plane_and_reaches_what_is_turned_away() {
    let shade = |gx: f32, gy: f32| {
        let plane = Raster::from_fn(9, 7, |x, y| gx * x as f32 + gy * y as f32);
        let picture = picture(&plane, &metres(Mode::Hillshade));
        let first = picture.at(4, 3);
        assert!(picture.rgba.chunks(4).all(|pixel| pixel[..3] == first), "a plane has one brightness");
        first[0]
    };
    let flat = shade(0.0, 0.0);
    let level = std::f64::consts::FRAC_1_SQRT_2;
    assert_eq!(flat, (24.0 + 226.0 * level * (0.35 + 0.65 * level)).round() as u8);
    // A steep slope that faces away from the sun is black under one; here it shows which way it faces.
    let (away, beside) = (shade(-2.0, -2.0), shade(-2.6, -1.1));
    assert!(away > 24 + 8 && beside.abs_diff(away) > 8, "{away} and {beside}");
}

#[test]
fn normals_face_away_from_the_rise() {
    let at = |gx: f32, gy: f32| {
        let plane = Raster::from_fn(5, 5, |x, y| gx * x as f32 + gy * y as f32);
        picture(&plane, &metres(Mode::Normals)).at(2, 2)
    };
    assert_eq!(at(0.0, 0.0), [128, 128, 255]);
    assert_eq!(at(1.0, 0.0), [37, 128, 218], "ground that rises to the east faces west");
    assert_eq!(at(0.0, 1.0), [128, 218, 218], "ground that rises to the south faces north: green");
}

#[test]
fn heat_is_an_even_ramp_over_the_shown_range() {
    let raster = Raster { width: 4, height: 1, data: vec![0.0, 1.0, 1.5, -0.5] };
    let picture = picture(&raster, &Scene { mode: Mode::Heat, ..Scene::default() });
    let shown = [0, 1, 2, 3].map(|x| picture.at(x, 0));
    assert_eq!(shown, [[68, 1, 84], [253, 231, 37], [255, 0, 255], [0, 255, 255]]);
}

#[test]
fn clipping_marks_what_an_export_loses_and_what_lies_at_its_ends() {
    let raster = Raster { width: 5, height: 1, data: vec![-0.1, 0.0, 0.5, 1.0, 1.1] };
    let picture = picture(&raster, &Scene { mode: Mode::Clipping, ..Scene::default() });
    let [below, low, inside, high, above] = [0, 1, 2, 3, 4].map(|x| picture.at(x, 0));
    assert_eq!((below, above), ([0, 255, 255], [255, 0, 255]));
    assert!(inside[0].abs_diff(inside[2]) < 8, "what is kept is grey: {inside:?}");
    assert!(low[2] > low[0] + 40 && high[0] > high[1] + 40, "{low:?} {high:?}");
}

#[test]
fn arrows_point_downhill_and_grow_with_the_slope() {
    // Down to the east, ever more steeply.
    let raster = Raster::from_fn(200, 100, |x, _| -square(x as f32 / 20.0, 0.0));
    let picture = picture(&raster, &metres(Mode::Arrows));
    // The heads are the widest part of an arrow: they lie east of its middle.
    let bright = |x: usize, y: usize| picture.at(x, y).iter().map(|c| u32::from(*c)).sum::<u32>() > 220;
    let inked =
        |from: usize, to: usize| (from..to).map(|x| (40..60).filter(|y| bright(x, *y)).count()).collect::<Vec<_>>();
    let (west, east) = (inked(0, 60).iter().sum::<usize>(), inked(140, 200).iter().sum::<usize>());
    assert!(east > west, "steeper ground has longer arrows: {west} and {east}");
    let columns = inked(180, 200);
    let (tail, head) = columns.split_at(10);
    assert!(head.iter().max() > tail.iter().max(), "{columns:?}");
    // Level ground has points.
    let flat = Raster::new(60, 60);
    let picture = picture_of(&flat);
    let points = picture.rgba.chunks(4).filter(|p| p[..3] != picture.rgba[..3]).count();
    assert!((1..60).contains(&points), "{points}");
}

fn picture_of(raster: &Raster) -> Picture {
    picture(raster, &metres(Mode::Arrows))
}

#[test]
fn a_legend_says_what_the_colours_mean_and_stands_in_the_picture() {
    let heights = relief(128);
    let tiles =
        Scene { tiles: TILES.to_vec(), names: (0..7).map(|i| format!("band {i}")).collect(), ..scene(Mode::Tiles) };
    match legend(&bands(&heights), &tiles) {
        Some(Legend::Tiles(list)) => {
            assert_eq!(list.len(), 7);
            assert_eq!(list[2].0, "band 2");
            let sum: f64 = list.iter().map(|(_, _, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
        other => panic!("{other:?}"),
    }
    match legend(&heights, &scene(Mode::Slope)) {
        Some(Legend::Bar { marks, .. }) => {
            assert_eq!((&marks[2], &*marks[1].1, &*marks[3].1), (&(0.5, "45°".into()), "30°", "60°"));
        }
        other => panic!("{other:?}"),
    }
    match legend(&heights, &scene(Mode::Heat)) {
        Some(Legend::Bar { marks, .. }) => assert_eq!((&*marks[0].1, &*marks[4].1), ("-180 m", "420 m")),
        other => panic!("{other:?}"),
    }
    // The bars of grey and of what lies around 0 have the colours of the samples.
    for mode in [Mode::Grey, Mode::Signed] {
        let scene = Scene { shown: (-0.7, 0.9), ..scene(mode) };
        let Some(Legend::Bar { colors, .. }) = legend(&heights, &scene) else { panic!("no bar") };
        for (i, color) in colors.iter().enumerate() {
            let v = -0.7 + i as f32 / (colors.len() - 1) as f32 * 1.6;
            let shown = picture(&Raster { width: 1, height: 1, data: vec![v.min(0.9)] }, &scene).at(0, 0);
            let apart = (0..3).map(|c| shown[c].abs_diff(color[c])).max();
            assert!(apart <= Some(2), "{mode:?} {v}: {shown:?} and {color:?}");
        }
    }
    assert_eq!(legend(&heights, &scene(Mode::Normals)), None);
    let large = relief(256);
    let plain = picture(&large, &scene(Mode::Heat));
    let with = picture(&large, &Scene { legend: true, ..scene(Mode::Heat) });
    assert_eq!(plain.at(3, 3), with.at(3, 3));
    assert_ne!(plain.at(240, 240), with.at(240, 240));
}

#[test]
fn the_legend_of_clipping_tells_what_is_lost_from_what_lies_at_the_ends() {
    // Of 4000 samples one lies above, 999 at the upper end, 2000 inside, 600 at the lower end and 400 below.
    let value = |i: usize| match i {
        0 => 1.5,
        1..1000 => 1.0,
        1000..3000 => 0.25 + (i % 7) as f32 / 14.0,
        3000..3600 => 0.0,
        _ => -0.001,
    };
    let raster = Raster { width: 80, height: 50, data: (0..4000).map(value).collect() };
    let scene = Scene { height: (-180.0, 420.0), legend: true, ..Scene { mode: Mode::Clipping, ..Scene::default() } };
    let Some(Legend::Range { shares, ends }) = legend(&raster, &scene) else { panic!("no range") };
    assert_eq!(shares, [1.0 / 4000.0, 999.0 / 4000.0, 0.5, 0.15, 0.1]);
    assert_eq!((&*ends.0, &*ends.1), ("-180 m", "420 m"));
    assert_eq!(shares.map(per_cent), ["< 0.1 %", "25.0 %", "50.0 %", "15.0 %", "10.0 %"]);
    assert_eq!((per_cent(0.0), per_cent(0.9999), per_cent(1.0)), ("0.0 %".into(), "> 99.9 %".into(), "100.0 %".into()));
    let Some(Legend::Range { ends, .. }) =
        legend(&raster, &Scene { degrees: true, shown: (0.0, 90.0), ..scene.clone() })
    else {
        panic!("no range")
    };
    assert_eq!((&*ends.0, &*ends.1), ("0°", "90°"));
    // It stands in the picture, from above the range on top to below it, in the colours of the samples.
    let large = Raster::from_fn(320, 240, |_, _| 0.5);
    let (with, plain) = (picture(&large, &scene), picture(&large, &Scene { legend: false, ..scene.clone() }));
    let row_of = |zone: Zone| (0..240).find(|y| (0..320).any(|x| with.at(x, *y) == zone.color()));
    assert!(Zone::ALL.iter().all(|zone| plain.at(0, 0) == with.at(0, 0) && row_of(*zone).is_some()));
    let [above, upper, _, lower, below] = Zone::ALL.map(row_of);
    assert!(above < upper && upper < lower && lower < below, "{above:?} {upper:?} {lower:?} {below:?}");
}

#[test]
fn a_picture_for_a_place_is_filtered_down_and_lines_are_drawn_at_its_size() {
    let raster = relief(128);
    let sizes = |mode: Mode, pixels: usize| {
        let picture = picture_for(&raster, &scene(mode), pixels);
        (picture.width, picture.height)
    };
    assert_eq!((sizes(Mode::Heat, 50), sizes(Mode::Heat, 400)), ((50, 50), (128, 128)));
    assert_eq!((sizes(Mode::Contours, 50), sizes(Mode::Contours, 400)), ((50, 50), (400, 400)));
    assert_eq!(picture_for(&raster, &scene(Mode::Contours), 128), picture(&raster, &scene(Mode::Contours)));
}
