//! Fade curves and linear interpolation.

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
    pub fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => Linear::fade(t),
            Self::Cubic => Cubic::fade(t),
            Self::Quintic => Quintic::fade(t),
        }
    }
}

/// A [`Curve`] as a type, for loops that are compiled once per curve.
pub(super) trait Fade {
    /// Largest magnitude of 3D gradient noise with the twelve edge gradients, unscaled, rounded up.
    const BOUND_3D: f32;
    /// The curve at `t` in [0, 1].
    fn fade(t: f32) -> f32;
}

pub(super) struct Linear;
pub(super) struct Cubic;
pub(super) struct Quintic;

impl Fade for Linear {
    const BOUND_3D: f32 = 1.064_829;
    #[inline(always)]
    fn fade(t: f32) -> f32 {
        t
    }
}

impl Fade for Cubic {
    const BOUND_3D: f32 = 1.044_906;
    #[inline(always)]
    fn fade(t: f32) -> f32 {
        t * t * (3.0 - 2.0 * t)
    }
}

impl Fade for Quintic {
    const BOUND_3D: f32 = 1.036_354;
    /// Written around the middle of the cell, where the errors of both ends are alike: the usual Horner form
    /// (Perlin, 2002) cancels near 1 and loses three bits there.
    #[inline(always)]
    fn fade(t: f32) -> f32 {
        let h = t - 0.5;
        let q = h * h;
        0.5 + h * (1.875 + q * (6.0 * q - 5.0))
    }
}

/// `a` at `t = 0`, `b` at `t = 1`.
#[inline(always)]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

/// Runs `$body` with `$fade` naming the type of `$curve`.
macro_rules! with_fade {
    ($curve:expr, $fade:ident => $body:expr) => {
        match $curve {
            $crate::simd::Curve::Linear => {
                type $fade = $crate::simd::fade::Linear;
                $body
            }
            $crate::simd::Curve::Cubic => {
                type $fade = $crate::simd::fade::Cubic;
                $body
            }
            $crate::simd::Curve::Quintic => {
                type $fade = $crate::simd::fade::Quintic;
                $body
            }
        }
    };
}
pub(super) use with_fade;
