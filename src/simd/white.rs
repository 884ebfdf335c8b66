//! White noise: an independent random number at every position.

use super::mix::{join, mix, spread};
use super::place::{Depth, Positions};

/// White noise of one seed; values in [-1, 1).
///
/// A value is a hash of seed and exact position: of the 64 bits of x and of y (base plus displacement, in `f64`, -0 as +0)
/// and of the depth, if there is one. The same position has the same value in any block, tile or crop; a position next to
/// it, however close, has an unrelated one.
#[derive(Clone, Debug)]
pub struct White {
    seed: u64,
}

impl White {
    /// Noise of a mixed seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Writes the noise at the positions `at` into `out`, one value per sample.
    pub fn fill(&self, at: &Positions<'_>, depth: Depth<'_>, salt: u64, out: &mut [f32]) {
        let start = spread(mix(self.seed, salt));
        for (r, row) in out.chunks_exact_mut(at.width.max(1)).enumerate() {
            for (c, o) in row.iter_mut().enumerate() {
                let i = r * at.width + c;
                let (x, y) = if at.separable { (at.x[c], at.y[r]) } else { (at.x[i], at.y[i]) };
                let (x, y) = match at.displacement {
                    Some((dx, dy)) => (x + f64::from(dx[i]), y + f64::from(dy[i])),
                    None => (x, y),
                };
                let flat = mix(join(start, bits(x)), bits(y));
                *o = signed(match depth {
                    Depth::Flat => flat,
                    Depth::Level(z) => mix(flat, bits(z)),
                    Depth::Samples(z) => mix(flat, bits(f64::from(z[i]))),
                });
            }
        }
    }
}

#[inline(always)]
fn bits(v: f64) -> u64 {
    (v + 0.0).to_bits()
}

#[inline(always)]
fn signed(hash: u64) -> f32 {
    ((hash as i64) >> 40) as f32 / 8_388_608.0
}
