//! The hash by which two renders are compared, on whatever machines they were made.

use crate::raster::Raster;

/// BLAKE3, as 64 hexadecimal digits, of width, height and channels (1) as `u32`, then the samples: `f32` values, or
/// `u16` tile numbers if `tiles`. Everything is little endian, the north row comes first, -0 counts as +0.
///
/// BLAKE3: O'Connor, Aumasson, Neves and Wilcox-O'Hearn, 2020.
pub fn hash(raster: &Raster, tiles: bool) -> String {
    let mut hasher = blake3::Hasher::new();
    for header in [raster.width as u32, raster.height as u32, 1] {
        hasher.update(&header.to_le_bytes());
    }
    let mut bytes = Vec::with_capacity(1 << 18);
    for chunk in raster.data.chunks(1 << 16) {
        bytes.clear();
        match tiles {
            true => bytes.extend(chunk.iter().flat_map(|&v| (v as u16).to_le_bytes())),
            false => bytes.extend(chunk.iter().flat_map(|&v| (v + 0.0).to_le_bytes())),
        }
        hasher.update(&bytes);
    }
    hasher.finalize().to_hex().to_string()
}
