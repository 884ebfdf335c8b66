//! Fade curves and linear interpolation, for single numbers and for vectors: the same operations in the same order.

use super::lanes::Lanes;
use fearless_simd::prelude::*;

/// How the blend between two lattice points eases in and out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// `t`: the slope jumps at cell faces.
    Linear,
    /// `3t² - 2t³`: the curvature jumps at cell faces.
    Cubic,
    /// `6t⁵ - 15t⁴ + 10t³`: smooth in slope and curvature.
    Quintic,
}

impl Curve {
    /// The curve at `t` in [0, 1].
    ///
    /// The quintic is written around the middle of the cell, where the errors of both ends are alike: the usual Horner
    /// form (Perlin, 2002) cancels near 1 and loses three bits there.
    pub fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::Cubic => t * t * (3.0 - 2.0 * t),
            Self::Quintic => {
                let h = t - 0.5;
                let q = h * h;
                0.5 + h * (1.875 + q * (6.0 * q - 5.0))
            }
        }
    }

    /// [`Curve::at`] in every lane.
    #[inline(always)]
    pub(super) fn lanes<S: Lanes>(self, simd: S, t: S::f32s) -> S::f32s {
        match self {
            Self::Linear => t,
            Self::Cubic => t * t * (S::f32s::splat(simd, 3.0) - t * 2.0),
            Self::Quintic => {
                let h = t - 0.5;
                let q = h * h;
                h * (q * (q * 6.0 - 5.0) + 1.875) + 0.5
            }
        }
    }

    /// Largest magnitude of 3D gradient noise with the twelve edge gradients, unscaled, rounded up.
    pub(super) fn bound_3d(self) -> f32 {
        match self {
            Self::Linear => 1.064_829,
            Self::Cubic => 1.044_906,
            Self::Quintic => 1.036_354,
        }
    }
}

/// `a` at `t = 0`, `b` at `t = 1`.
#[inline(always)]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

/// [`lerp`] in every lane.
#[inline(always)]
pub(super) fn lerps<S: Lanes>(a: S::f32s, b: S::f32s, t: S::f32s) -> S::f32s {
    a + t * (b - a)
}
