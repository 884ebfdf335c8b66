//! Height images into rasters: PNG, TIFF, OpenEXR, ESRI ASCII grids, NumPy arrays, PGM, and files without a header.
//!
//! Of a picture with several channels the first is read (`R` or `Y` of OpenEXR). Samples without a value (NaN, infinities, the
//! number that a file declares to mean "no data") get the value that is asked for, and are counted. What was read is kept, so
//! that planning again costs nothing while the file stays as it is.

mod decode;
mod grid;
mod keep;
mod raw;

use crate::raster::Raster;
use crate::spec::Imported;
pub use raw::RawKind;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most samples of an image.
const MOST_SAMPLES: u64 = 16385 * 16385;

/// What is to be read, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// The file.
    pub path: PathBuf,
    /// What a file without a header holds; `None`: what its extension says.
    pub raw: Option<RawKind>,
    /// Columns of a file without a header; 0: it is square.
    pub columns: u32,
    /// Whether the first row of the file is the southern one.
    pub south_first: bool,
    /// Whether whole numbers become shares of the largest one that the format holds.
    pub shares: bool,
    /// Takes the place of samples without a value.
    pub missing: f32,
}

/// Why a file cannot be read: the end of a sentence that begins with the file's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ImportError(String);

impl ImportError {
    fn new(why: impl std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}

/// Samples as a file holds them, northern row first unless the file is turned.
struct Decoded {
    width: usize,
    height: usize,
    data: Vec<f32>,
    /// The number that means "no data".
    no_data: Option<f64>,
}

/// Reads `wish`, or gives what was read before while the file has not changed.
///
/// # Errors
/// The end of a sentence that says what is wrong and what is allowed.
pub fn load(wish: &Wish) -> Result<Arc<Imported>, ImportError> {
    keep::kept(wish, || read(wish))
}

/// Begins the names of images that the program carries: `orograph:valley.png`.
pub const CARRIED: &str = "orograph:";

/// The images that the program carries, by name.
const IMAGES: [(&str, &[u8]); 1] = [("valley.png", include_bytes!("../../assets/images/valley.png"))];

/// The bytes of a file, or of an image that the program carries.
fn bytes_of(path: &Path) -> Result<Cow<'static, [u8]>, ImportError> {
    let Some(name) = path.to_str().and_then(|path| path.strip_prefix(CARRIED)) else {
        return std::fs::read(path).map(Cow::Owned).map_err(|e| ImportError::new(told(&e)));
    };
    let found = IMAGES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| Cow::Borrowed(*bytes));
    let known = IMAGES.map(|(known, _)| format!("{CARRIED}{known}"));
    found.ok_or_else(|| ImportError::new(format!("is not among the images of this program: {}", known.join(", "))))
}

fn read(wish: &Wish) -> Result<Imported, ImportError> {
    let bytes = bytes_of(&wish.path)?;
    // The decoders are other people's; a file that makes one of them panic is broken all the same.
    let decoded = std::panic::catch_unwind(|| decode::decode(wish, &bytes))
        .unwrap_or_else(|_| Err(ImportError::new("is damaged")))?;
    let Decoded { width, height, mut data, no_data } = decoded;
    check_size(width as u64, height as u64)?;
    if data.len() != width * height {
        return Err(ImportError::new(format!("holds {} samples instead of {width} x {height}", data.len())));
    }
    let no_data = no_data.map(|v| v as f32);
    let mut missing = 0;
    for v in &mut data {
        if !v.is_finite() || Some(*v) == no_data {
            *v = wish.missing;
            missing += 1;
        }
    }
    if wish.south_first {
        let rows: Vec<f32> = data.chunks(width).rev().flatten().copied().collect();
        data = rows;
    }
    let raster = Raster { width, height, data };
    let extremes = raster.extremes().unwrap_or((0.0, 0.0));
    Ok(Imported { raster, extremes, missing, hash: *blake3::hash(&bytes).as_bytes() })
}

/// Refuses an image without samples or with too many.
fn check_size(width: u64, height: u64) -> Result<(), ImportError> {
    match width.checked_mul(height) {
        Some(1..=MOST_SAMPLES) => Ok(()),
        _ => Err(ImportError::new(format!("has {width} x {height} samples, allowed are 1 x 1 to 16385 x 16385"))),
    }
}

fn told(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "does not exist".into(),
        std::io::ErrorKind::PermissionDenied => "may not be read".into(),
        std::io::ErrorKind::IsADirectory => "is a folder".into(),
        _ => format!("cannot be read: {error}"),
    }
}

/// The file's extension in small letters.
fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}
