//! Gradients of lattice points.

/// Shortening of the gradients of 2D and scaled 3D Perlin noise that keeps rounding errors inside [-1, 1], so that no
/// sample needs a clamp: 1 - 2^-20.
const INSIDE: f32 = 0.999_999_05;

/// 2D gradients of the hashed lattice: eight directions, 45 degrees apart, of length √2, times `scale`.
pub(super) const fn eight(scale: f32) -> [[f32; 2]; 8] {
    let (d, r) = (scale, std::f32::consts::SQRT_2 * scale);
    [[r, 0.0], [d, d], [0.0, r], [-d, d], [-r, 0.0], [-d, -d], [0.0, -r], [d, -d]]
}

/// 2D gradients of the permutation lattice, in the textbook's order, times `scale`.
pub(super) const fn textbook(scale: f32) -> [[f32; 2]; 8] {
    let d = scale;
    [[d, 0.0], [-d, 0.0], [0.0, d], [0.0, -d], [d, d], [-d, d], [d, -d], [-d, -d]]
}

/// The twelve edge gradients (Perlin, 2002) in the order of `grad(hash & 15)`, four of them twice, times `scale`.
pub(super) const fn edges(scale: f32) -> [[f32; 3]; 16] {
    let d = scale;
    [
        [d, d, 0.0],
        [-d, d, 0.0],
        [d, -d, 0.0],
        [-d, -d, 0.0],
        [d, 0.0, d],
        [-d, 0.0, d],
        [d, 0.0, -d],
        [-d, 0.0, -d],
        [0.0, d, d],
        [0.0, -d, d],
        [0.0, d, -d],
        [0.0, -d, -d],
        [d, d, 0.0],
        [0.0, -d, d],
        [-d, d, 0.0],
        [0.0, -d, -d],
    ]
}

/// [`eight`] as 2D Perlin noise uses it.
pub(super) const EIGHT: [[f32; 2]; 8] = eight(INSIDE);
/// [`textbook`] as 2D Perlin noise uses it.
pub(super) const TEXTBOOK: [[f32; 2]; 8] = textbook(INSIDE);

/// [`edges`] for 3D Perlin noise whose unscaled bound is `bound`.
pub(super) const fn edges_within(bound: f32) -> [[f32; 3]; 16] {
    edges(INSIDE / bound)
}
