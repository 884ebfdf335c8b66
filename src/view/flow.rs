//! Particles that drift along a field and leave fading trails.
//!
//! Everything follows from the field, the options and the number of steps: two runs with the same ones draw the same pixels.
//! Places are shares of the picture's sides. A particle that leaves at one edge comes in at the other, and its trail is drawn
//! at both without a line between. Lives begin staggered and last unequally, so that no moment has many births, and every
//! birth is at a place of its own, so that nothing stays empty where the field flows together.

use super::arrows::raster_at;
use super::ramp::Table;
use super::stroke::Stroke;
use super::{Color, Picture, Stop};
use crate::raster::Raster;
use rayon::prelude::*;

/// Steps in a second.
pub const STEPS: u32 = 60;
/// Samples along a side of a field above which particles see only some of them: finer detail does not steer them.
pub const SEEN: usize = 257;
/// Steps before the first picture, so that it has trails.
pub const WARM_UP: u32 = 240;
/// The ground.
const GROUND: Color = [13, 16, 20];
/// Share of a life in which a particle appears, and in which it fades.
const FADES: (f32, f32) = (0.12, 0.3);
/// Half of the width of a trail in dots.
const HALF: f32 = 0.45;
/// How much ink a particle leaves at each step.
const INK: f32 = 0.55;
/// Strength of a field at which particles have their full speed, among all of its strengths.
const FULL: f64 = 0.7;
/// A trail fainter than this is gone.
const GONE: f32 = 1.0 / 1024.0;

/// What a field says about the way of a particle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Course {
    /// Its value is an angle: times two pi, clockwise from east on the picture.
    #[default]
    Angle,
    /// Downhill, against its gradient.
    Downhill,
    /// Along its lines of equal height, what is higher to the left: its curl, which flows together nowhere.
    Around,
}

/// How particles drift.
#[derive(Clone, Debug, PartialEq)]
pub struct Particles {
    /// What the field says about their way.
    pub course: Course,
    /// How many there are.
    pub count: u32,
    /// How fast they are: shares of the picture's longer side in a second.
    pub speed: f64,
    /// Seconds in which a trail fades to a tenth.
    pub fade: f64,
    /// Seconds that a particle lives on average.
    pub life: f64,
    /// Seed of the places where they begin.
    pub seed: u64,
}

impl Default for Particles {
    fn default() -> Self {
        Self { course: Course::Angle, count: 5000, speed: 0.06, fade: 1.5, life: 6.0, seed: 1 }
    }
}

/// A field as particles see it: their direction everywhere, and what colours them.
#[derive(Clone, Debug)]
pub struct Current {
    course: Course,
    field: Raster,
    /// Slopes eastwards and southwards, where they give the way, in units of the full strength.
    slopes: Option<(Raster, Raster)>,
    /// Shares of the ramp, 0 to 1.
    shades: Raster,
}

impl Current {
    /// The current of a field. `color` gives the colours with the values at the ends of the ramp; of `sides`, the lengths of
    /// the picture's sides, only the proportion counts.
    pub fn new(field: &Raster, color: (&Raster, (f32, f32)), course: Course, sides: (f64, f64)) -> Self {
        let field = thinned(field);
        let (color, (from, to)) = (thinned(color.0), color.1);
        let span = if to > from { to - from } else { 1.0 };
        let data = color.data.iter().map(|v| ((v - from) / span).clamp(0.0, 1.0)).collect();
        let shades = Raster { width: color.width, height: color.height, data };
        let slopes = (course != Course::Angle).then(|| slopes(&smoothed(&field), sides));
        Self { course, field, slopes, shades }
    }

    /// The direction at a place, at most a little longer than 1.
    fn at(&self, place: [f32; 2]) -> [f32; 2] {
        match (&self.slopes, self.course) {
            (Some((east, south)), course) => {
                let (east, south) = (read(east, place), read(south, place));
                if course == Course::Downhill { [-east, -south] } else { [south, -east] }
            }
            (None, _) => {
                let angle = read(&self.field, place) * std::f32::consts::TAU;
                [libm::cosf(angle), libm::sinf(angle)]
            }
        }
    }
}

/// Every so many samples of a raster, so that a side has at most [`SEEN`].
fn thinned(raster: &Raster) -> Raster {
    let step = stride(raster.width.max(raster.height));
    let side = |n: usize| n.div_ceil(step);
    Raster::from_fn(side(raster.width), side(raster.height), |x, y| raster.at(x * step, y * step))
}

/// Every how many samples of a side of `n` particles see one.
pub fn stride(n: usize) -> usize {
    n.saturating_sub(1).div_ceil(SEEN - 1).max(1)
}

/// The value at a place given as shares of the sides.
fn read(raster: &Raster, [x, y]: [f32; 2]) -> f32 {
    let place = |share: f32, n: usize| (share * (n - 1) as f32).clamp(0.0, (n - 1) as f32);
    raster_at(raster, [place(x, raster.width), place(y, raster.height)])
}

/// Times that a field is smoothed before its slopes steer anything: on rough ground particles would only tremble.
const SMOOTHED: usize = 3;

/// A field smoothed by the binomials of five samples along both sides.
fn smoothed(field: &Raster) -> Raster {
    const WEIGHTS: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];
    let near = |i: usize, by: usize, n: usize| (i + by).saturating_sub(2).min(n - 1);
    let along = |from: &Raster, x: bool| {
        Raster::from_fn(from.width, from.height, |column, row| {
            let value = |(by, weight): (usize, f32)| match x {
                true => weight * from.at(near(column, by, from.width), row),
                false => weight * from.at(column, near(row, by, from.height)),
            };
            WEIGHTS.into_iter().enumerate().map(value).sum()
        })
    };
    (0..SMOOTHED).fold(field.clone(), |field, _| along(&along(&field, true), false))
}

/// Slopes of a field by central differences, as shares of a strength that most of it does not reach, at most 1.5.
fn slopes(field: &Raster, sides: (f64, f64)) -> (Raster, Raster) {
    let (w, h) = (field.width, field.height);
    let per = |n: usize, side: f64| ((n - 1).max(1) as f64 / side.max(1e-9)) as f32;
    let longer = sides.0.max(sides.1);
    let (per_x, per_y) = (per(w, sides.0 / longer), per(h, sides.1 / longer));
    let between = |i: usize, n: usize| (i.saturating_sub(1), (i + 1).min(n - 1));
    let slope = |a: f32, b: f32, steps: usize, per: f32| if steps > 0 { (b - a) / steps as f32 * per } else { 0.0 };
    let mut east = Raster::from_fn(w, h, |x, y| {
        let (from, to) = between(x, w);
        slope(field.at(from, y), field.at(to, y), to - from, per_x)
    });
    let mut south = Raster::from_fn(w, h, |x, y| {
        let (from, to) = between(y, h);
        slope(field.at(x, from), field.at(x, to), to - from, per_y)
    });
    let length = |(e, s): (&f32, &f32)| (e * e + s * s).sqrt();
    let mut strengths: Vec<f32> = east.data.iter().zip(&south.data).map(length).filter(|v| *v > 0.0).collect();
    strengths.sort_by(f32::total_cmp);
    let full = strengths.get((strengths.len() as f64 * FULL) as usize).copied().unwrap_or(1.0);
    for (e, s) in east.data.iter_mut().zip(&mut south.data) {
        let strength = (*e * *e + *s * *s).sqrt() / full;
        let scale = if strength > 1.5 { 1.5 / strength / full } else { 1.0 / full };
        let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
        (*e, *s) = (finite(*e * scale), finite(*s * scale));
    }
    (east, south)
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Particle {
    place: [f32; 2],
    /// Seconds since its birth, and seconds that it lives.
    age: f32,
    life: f32,
    births: u32,
}

/// Particles with their trails on a picture.
#[derive(Clone, Debug)]
pub struct Flow {
    options: Particles,
    particles: Vec<Particle>,
    size: (usize, usize),
    dot: f32,
    /// Red, green, blue and cover of each pixel, the colours multiplied by the cover.
    trails: Vec<[f32; 4]>,
    colors: Table,
    steps: u64,
}

impl Flow {
    /// Particles at their first places, on a picture of `size` pixels whose trails are `dot` dots wide, coloured by `stops`.
    pub fn new(options: &Particles, size: (usize, usize), dot: usize, stops: &[Stop]) -> Self {
        let count = u64::from(options.count);
        let particles = (0..count).map(|i| {
            let mut particle = born(options, i, 0);
            // Staggered: each is somewhere in its first life.
            particle.age = particle.life * random(options.seed, i, 0, 3);
            particle
        });
        Self {
            particles: particles.collect(),
            size,
            dot: dot.max(1) as f32,
            trails: vec![[0.0; 4]; size.0 * size.1],
            // The dark end of a ramp would not be seen on the ground.
            colors: Table::new(stops, -0.35, 1.0),
            options: options.clone(),
            steps: 0,
        }
    }

    /// Steps since the beginning.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where the particles are, as shares of the sides.
    pub fn places(&self) -> impl Iterator<Item = [f32; 2]> + '_ {
        self.particles.iter().map(|p| p.place)
    }

    /// Moves every particle by one step of 1/[`STEPS`] seconds and lets the trails fade.
    pub fn step(&mut self, current: &Current) {
        self.steps += 1;
        let (width, height) = self.size;
        if width == 0 || height == 0 {
            return;
        }
        let dt = 1.0 / STEPS as f32;
        let keep = libm::pow(0.1, 1.0 / (f64::from(STEPS) * self.options.fade)) as f32;
        self.trails.par_chunks_mut(width * 8).for_each(|pixels| fade(pixels, keep));
        let longer = width.max(height) as f32;
        // Shares of each side that full speed is in one step.
        let pace = self.options.speed as f32 * dt;
        let pace = [pace * longer / width as f32, pace * longer / height as f32];
        for i in 0..self.particles.len() {
            let Particle { place, age, life, births } = self.particles[i];
            let age = age + dt;
            if age >= life {
                self.particles[i] = born(&self.options, i as u64, births + 1);
                continue;
            }
            let [u, v] = current.at(place);
            let next = [place[0] + u * pace[0], place[1] + v * pace[1]];
            let wrapped = next.map(|p| p - libm::floorf(p));
            let wrapped = wrapped.map(|p| if p < 1.0 { p } else { 0.0 });
            self.particles[i] = Particle { place: wrapped, age, life, births };
            let share = age / life;
            let alive = (share / FADES.0).min((1.0 - share) / FADES.1).clamp(0.0, 1.0);
            let color = self.colors.at(read(&current.shades, place));
            self.draw(place, next, color, alive * INK);
            // What went over the edge is drawn again where it came in, from as far outside.
            let over = [next[0] - wrapped[0], next[1] - wrapped[1]];
            if over != [0.0, 0.0] {
                self.draw([place[0] - over[0], place[1] - over[1]], wrapped, color, alive * INK);
            }
        }
    }

    /// Draws the way from one place to another.
    fn draw(&mut self, from: [f32; 2], to: [f32; 2], color: [f32; 3], strength: f32) {
        let (width, height) = self.size;
        let pixel = |[x, y]: [f32; 2]| [x * width as f32, y * height as f32];
        let stroke = Stroke { from: pixel(from), to: pixel(to), half: HALF * self.dot, strength };
        let trails = &mut self.trails;
        stroke.each((width, height), |at, cover| {
            let trail = &mut trails[at];
            for (t, c) in trail.iter_mut().zip([color[0], color[1], color[2], 1.0]) {
                *t += (c - *t) * cover;
            }
        });
    }

    /// The trails on their ground.
    pub fn picture(&self) -> Picture {
        let (width, height) = self.size;
        let mut rgba = vec![255; width * height * 4];
        rgba.par_chunks_mut(4).zip(self.trails.par_iter()).for_each(|(pixel, trail)| {
            for ((byte, ground), color) in pixel.iter_mut().zip(GROUND).zip(trail) {
                *byte = (f32::from(ground) * (1.0 - trail[3]) + color + 0.5) as u8;
            }
        });
        Picture { width, height, rgba }
    }
}

/// Lets trails fade; what nobody sees any more is gone for good, so that numbers never become tiny and slow.
fn fade(pixels: &mut [[f32; 4]], keep: f32) {
    for trail in pixels {
        if trail[3] > GONE {
            trail.iter_mut().for_each(|t| *t *= keep);
        } else {
            *trail = [0.0; 4];
        }
    }
}

/// A particle at the beginning of one of its lives.
fn born(options: &Particles, i: u64, births: u32) -> Particle {
    let random = |what: u64| random(options.seed, i, births, what);
    // Half to one and a half times as long as usual.
    let life = options.life as f32 * (0.5 + random(2));
    Particle { place: [random(0), random(1)], age: 0.0, life, births }
}

/// A number from 0 to below 1 that depends on nothing else (SplitMix64's finaliser; Steele, Lea and Flood, 2014).
fn random(seed: u64, i: u64, births: u32, what: u64) -> f32 {
    let mut z = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(i.wrapping_mul(0xd134_2543_de82_ef95))
        .wrapping_add(u64::from(births).wrapping_mul(0xaf25_1af3_b0f0_25b5))
        .wrapping_add(what.wrapping_mul(0xb564_ef22_ec7a_ece5));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 40) as f32 / (1u32 << 24) as f32
}
