//! The 3D view: where it is seen from, which mesh is drawn, what lies on it, and the picture on whatever can draw.

mod camera;
mod drawn;
mod ground;
mod mesh;
mod window;

use orograph::gui::relief::{Ground, shares_of};
use orograph::raster::{Grid, Raster, Sampling};
use orograph::view::Picture;
use std::sync::Arc;

/// A cone of 300 m on a plain 100 m below the sea, on a square of 1200 m.
fn cone(samples: usize) -> Ground {
    let middle = (samples - 1) as f32 / 2.0;
    let raster = Raster::from_fn(samples, samples, |i, j| {
        let (x, y) = ((i as f32 - middle) / middle, (j as f32 - middle) / middle);
        (1.0 - (x * x + y * y).sqrt() / 0.75).max(0.0)
    });
    let color = |v: f32| if v < 0.25 { [60, 110, 150, 255] } else { [150, 150, 110, 255] };
    ground_of(raster, color)
}

/// Values from 0 at -100 m to 1 at 300 m on a square of 1200 m, with the sea at 0 m.
fn ground_of(raster: Raster, color: impl Fn(f32) -> [u8; 4]) -> Ground {
    let grid = Grid {
        origin: (0.0, 0.0),
        extent: (1200.0, 1200.0),
        samples: (raster.width as u32, raster.height as u32),
        sampling: Sampling::Vertices,
        repeats: false,
    };
    let shares = |axis, n| shares_of(&grid, &grid.region(), axis, n);
    let (low, high) = raster.extremes().unwrap();
    Ground {
        colors: Arc::new(Picture {
            width: raster.width,
            height: raster.height,
            rgba: raster.data.iter().flat_map(|v| color(*v)).collect(),
        }),
        tiles: false,
        colored_water: false,
        metres: (-100.0, 400.0),
        extremes: (f64::from(low) * 400.0 - 100.0, f64::from(high) * 400.0 - 100.0),
        range: (-100.0, 300.0),
        sea: Some(0.0),
        exaggeration: 1.0,
        extent: (1200.0, 1200.0),
        across: [shares(0, raster.width), shares(1, raster.height)],
        heights: Arc::new(raster),
    }
}
