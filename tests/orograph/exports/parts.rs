//! Parts of a map, tiles and maps of any shape: they fit the whole to the bit.

use super::{ask, file, values, words};
use crate::support::recipe::{graph, island_like};
use orograph::deliver::{Ask, Crop};
use orograph::graph::Node;
use orograph::raster::Tile;

#[test]
fn tiles_of_a_normalised_height_share_their_edges() {
    let graph = island_like(65, 65);
    let codes = |region| words(&file(&graph, &Ask { region, ..ask("height", (65, 65), "-") }, "r16").0);
    let whole = codes(None);
    for (column, row) in [(0, 0), (1, 0), (2, 3), (3, 3)] {
        let tile = codes(Some(Crop { x: 16 * column, y: 16 * row, width: 17, height: 17 }));
        for (j, line) in tile.chunks(17).enumerate() {
            let from = (16 * row as usize + j) * 65 + 16 * column as usize;
            assert_eq!(line, &whole[from..from + 17], "tile {column}, {row}");
        }
    }
}

#[test]
fn a_crop_of_any_shape_equals_that_part_of_the_whole() {
    let graph = island_like(128, 128);
    let whole = values(&graph, &ask("height", (512, 512), "-"));
    for (width, height) in [(300, 100), (100, 300), (1, 512), (512, 1)] {
        let (x, y) = ((512 - width) / 2, (512 - height) / 3);
        let region = Some(Crop { x: x.into(), y: y.into(), width, height });
        let part = values(&graph, &Ask { region, ..ask("height", (512, 512), "-") });
        let tile = Tile { x: x as usize, y: y as usize, width: width as usize, height: height as usize };
        assert_eq!(part, whole.crop(tile), "{width} x {height}");
    }
    let beyond = Some(Crop { x: -5, y: 500, width: 9, height: 40 });
    let outside = values(&graph, &Ask { region: beyond, ..ask("height", (512, 512), "-") });
    assert_eq!(outside.at(5, 0), whole.at(0, 500));
}

#[test]
fn maps_need_not_be_square() {
    let mut graph = graph(&[("n", Node::new("Fbm").with("feature_scale", 64.0).with("octaves", 4u32))]);
    for (width, height) in [(300_u32, 100_u32), (100, 300)] {
        graph.world.extent = (f64::from(width - 1), f64::from(height - 1));
        let raster = values(&graph, &ask("n", (width, height), "-"));
        assert_eq!((raster.width, raster.height), (width as usize, height as usize));
        for row in 1..raster.height {
            let r = correlation(raster.row(row - 1), raster.row(row));
            assert!(r >= 0.9, "rows {row} and before: {r}");
        }
    }
    for size in [(1, 512), (512, 1), (1, 1)] {
        let (bytes, _) = file(&graph, &ask("n", size, "-"), "r16");
        assert_eq!(bytes.len(), 2 * (size.0 * size.1) as usize);
    }
}

fn correlation(a: &[f32], b: &[f32]) -> f64 {
    let mean = |v: &[f32]| v.iter().map(|&x| f64::from(x)).sum::<f64>() / v.len() as f64;
    let (ma, mb) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(&x, &y)| f(f64::from(x) - ma, f64::from(y) - mb)).sum()
    };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}
