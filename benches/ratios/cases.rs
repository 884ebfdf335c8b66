//! What is measured: every kernel, the recipe of twelve nodes, the island, a normalized field.

use crate::kernel::{Places, Ready, Setup, node};
use crate::peers::{self, Run};
use crate::{Case, SIDE};
use fastnoise_lite::{FractalType, NoiseType};
use orograph::graph::{Graph, Link};
use orograph::plan::compile;
use orograph::raster::{Raster, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::{Base, Displacement, Domain, Field};
use std::path::Path;

/// Rows of a block, as many as a render's have.
const ROWS: usize = 8;

fn case(name: &'static str, least: f64, ours: impl FnMut() + 'static, peers: Vec<Run>) -> Case {
    Case { name, least, ours: Box::new(ours), peers }
}

/// A node of a kind with features of 100 metres.
fn scaled(kind: &str) -> Setup<'static> {
    node(kind).scale(100.0).seed(1)
}

fn fractal(kind: &str, octaves: u32) -> Setup<'static> {
    scaled(kind).count("octaves", octaves).give("gain", 0.5)
}

/// Fills a field in blocks of eight rows, straight into a buffer that is kept.
fn blocks(setup: Setup<'static>, displaced: bool) -> impl FnMut() {
    let ready: Ready<'static> = setup.ready();
    let places = Places::new((0.0, 0.0), 1.0, SIDE, SIDE);
    let count = if displaced { SIDE * SIDE } else { 0 };
    let bends: Vec<[f32; 2]> = (0..count).map(|i| bend(i % SIDE, i / SIDE)).collect();
    let (dx, dy): (Vec<f32>, Vec<f32>) = bends.into_iter().map(|[x, y]| (x, y)).unzip();
    // Begins a line of the cache, as the buffers of a render do.
    let mut buffer = vec![0.0f32; SIDE * SIDE + 16];
    let margin = buffer.as_ptr().align_offset(64).min(16);
    move || {
        let out = &mut buffer[margin..][..SIDE * SIDE];
        for (y, block) in (0..).step_by(ROWS).zip(out.chunks_exact_mut(SIDE * ROWS)) {
            let base = Base::Separable { x: &places.x, y: &places.y[y..][..ROWS] };
            let part = y * SIDE..(y + ROWS) * SIDE;
            let displacement = displaced.then(|| Displacement { x: &dx[part.clone()], y: &dy[part] });
            let at = Domain { width: SIDE, height: ROWS, base, displacement, salt: 0, time: 0.0, period: None };
            ready.sample(&at, block);
        }
        std::hint::black_box(out);
    }
}

/// A smooth displacement of up to 40 metres.
fn bend(column: usize, row: usize) -> [f32; 2] {
    let wave = |t: f64| (40.0 * libm::sin(t)) as f32;
    [wave(column as f64 / 60.0 + row as f64 / 90.0), wave(column as f64 / 80.0 - row as f64 / 50.0)]
}

/// The peer's fractal at displaced positions, the displacements computed before.
fn displaced_fbm() -> Run {
    let lite = peers::lite(NoiseType::Perlin, FractalType::FBm, 6, 100.0);
    let bends: Vec<[f32; 2]> = (0..SIDE * 64).map(|i| bend(i % SIDE, i / SIDE)).collect();
    peers::each(crate::Peer::FastNoiseLite, move |x, y| {
        let [dx, dy] = bends[y as usize * SIDE + x as usize];
        lite.get_noise_2d(x + dx, y + dy)
    })
}

/// Renders an output of a recipe, its ranges known and nothing else stored, into a raster that is kept.
fn recipe(file: &str, output: &'static str) -> impl FnMut() {
    let graph = Graph::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap().graph;
    let plan = compile(&graph, &Link::to(output), 0.0).unwrap();
    let grid = graph.world.grid(Sampling::Vertices).resampled((SIDE as u32, SIDE as u32));
    let runner = Runner::new(Some(1), 0);
    let mut raster = Raster::default();
    move || {
        let old = std::mem::take(&mut raster);
        raster = runner.render_over(old, &plan, &grid, grid.region(), &Options::default()).unwrap().raster;
        std::hint::black_box(&mut raster);
    }
}

pub fn all() -> Vec<Case> {
    let permuted = |setup: Setup<'static>| setup.choice("lattice", "Permutation");
    vec![
        case("Perlin", 60.0, blocks(scaled("Perlin"), false), peers::perlin()),
        case("Perlin, 3D slice", 0.0, blocks(scaled("Perlin").give("depth", 30.0), false), peers::perlin()),
        case("Value", 0.0, blocks(scaled("Value"), false), peers::value()),
        case("Simplex", 14.0, blocks(scaled("Simplex"), false), peers::simplex()),
        case("Simplex, 3D slice", 0.0, blocks(scaled("Simplex").give("depth", 30.0), false), vec![]),
        case("Cellular", 50.0, blocks(scaled("Cellular"), false), peers::cellular()),
        case("Cellular, 3D slice", 0.0, blocks(scaled("Cellular").give("depth", 30.0), false), vec![]),
        case("White", 0.0, blocks(node("White").seed(1), false), vec![]),
        case("Fbm, 6 octaves", 70.0, blocks(fractal("Fbm", 6), false), peers::fbm(6)),
        case("Fbm, 6, permutation", 0.0, blocks(permuted(fractal("Fbm", 6)), false), peers::fbm(6)),
        case("Fbm, 6, gain 0.45", 0.0, blocks(fractal("Fbm", 6).give("gain", 0.45), false), peers::fbm(6)),
        case("Fbm, 6, Simplex", 0.0, blocks(fractal("Fbm", 6).choice("noise", "Simplex"), false), vec![]),
        case("Fbm, 8 octaves", 0.0, blocks(fractal("Fbm", 8), false), peers::fbm(8)),
        case("Ridged, 6 octaves", 55.0, blocks(fractal("Ridged", 6), false), peers::ridged(6)),
        case("Perlin, displaced", 0.0, blocks(scaled("Perlin"), true), vec![]),
        case("Fbm, 6, displaced", 18.0, blocks(fractal("Fbm", 6), true), vec![displaced_fbm()]),
        case("recipe of 12 nodes", 30.0, recipe("benches/recipe12.ron", "height"), vec![peers::recipe12()]),
        case("island", 0.0, recipe("graphs/island.ron", "height"), vec![]),
        case("hills, normalized", 0.0, recipe("graphs/hills.ron", "height"), vec![]),
    ]
}
