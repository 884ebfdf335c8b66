//! A picture from a file, as nodes read it.

use super::{FromValue, Value};
use crate::raster::Raster;
use std::sync::Arc;

/// Extensions of the files that can be read, for dialogs.
pub const IMAGE_EXTENSIONS: [&str; 12] =
    ["png", "tif", "tiff", "exr", "asc", "txt", "npy", "pgm", "raw", "r8", "r16", "r32"];

/// What a file holds, once it was read.
pub struct Imported {
    /// Its samples, row 0 northmost; all finite.
    pub raster: Raster,
    /// Smallest and largest sample.
    pub extremes: (f32, f32),
    /// Samples that had no value and got one.
    pub missing: usize,
    /// BLAKE3 of the file's bytes.
    pub hash: [u8; 32],
}

/// The same bytes are the same picture.
impl PartialEq for Imported {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.missing == other.missing && self.extremes == other.extremes
    }
}

impl std::fmt::Debug for Imported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} x {} samples", self.raster.width, self.raster.height)
    }
}

/// The picture of a file; `None` while no file is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct File(pub Option<Arc<Imported>>);

impl FromValue for File {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Image(image) => Some(Self(Some(Arc::clone(image)))),
            Value::File(_) => Some(Self(None)),
            _ => None,
        }
    }
}
