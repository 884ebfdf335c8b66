//! Files whose samples stand there as they are: without any header, or behind the short ones of NumPy and PGM.

use super::{Decoded, ImportError, Wish, check_size};

/// What the samples of a file without a header are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawKind {
    /// Bytes.
    U8,
    /// 16 bits, low byte first.
    U16Le,
    /// 16 bits, high byte first.
    U16Be,
    /// 32-bit floating point, low byte first.
    F32Le,
}

impl RawKind {
    /// What files of that extension (in small letters) hold; `None` where it says too little.
    pub fn by_extension(extension: &str) -> Option<Self> {
        match extension {
            "r8" => Some(Self::U8),
            "r16" => Some(Self::U16Le),
            "r32" => Some(Self::F32Le),
            _ => None,
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16Le | Self::U16Be => 2,
            Self::F32Le => 4,
        }
    }

    fn values(self, shares: bool, bytes: &[u8]) -> Vec<f32> {
        let share = |v: f64, most: f64| if shares { (v / most) as f32 } else { v as f32 };
        match self {
            Self::U8 => bytes.iter().map(|b| share(f64::from(*b), 255.0)).collect(),
            Self::U16Le => {
                bytes.as_chunks().0.iter().map(|b| share(f64::from(u16::from_le_bytes(*b)), 65535.0)).collect()
            }
            Self::U16Be => {
                bytes.as_chunks().0.iter().map(|b| share(f64::from(u16::from_be_bytes(*b)), 65535.0)).collect()
            }
            Self::F32Le => bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect(),
        }
    }
}

/// A file without a header: as many rows as its length and its columns say.
pub fn raw(kind: RawKind, wish: &Wish, bytes: &[u8]) -> Result<Decoded, ImportError> {
    let (length, size) = (bytes.len(), kind.bytes());
    let samples = length / size;
    let columns = match wish.columns {
        0 => samples.isqrt(),
        n => n as usize,
    };
    if length % size != 0
        || columns == 0
        || samples % columns != 0
        || (wish.columns == 0 && columns * columns != samples)
    {
        let shape = if wish.columns == 0 { "no square".into() } else { format!("no whole rows of {columns}") };
        return Err(ImportError::new(format!(
            "has {length} bytes, which are {shape} of {size} bytes a sample: say its columns and its format"
        )));
    }
    let (width, height) = (columns, samples / columns);
    check_size(width as u64, height as u64)?;
    Ok(Decoded { width, height, data: kind.values(wish.shares, bytes), no_data: None })
}

/// A NumPy array of 32-bit floats in the order of C.
pub fn npy(bytes: &[u8]) -> Result<Decoded, ImportError> {
    let refuse =
        || ImportError::new("is a NumPy array of another sort: allowed is (rows, columns) of '<f4' in C order");
    let (length, from): (usize, usize) = match bytes {
        [_, _, _, _, _, _, 1, _, a, b, ..] => (usize::from(u16::from_le_bytes([*a, *b])), 10),
        [_, _, _, _, _, _, 2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 12),
        _ => return Err(refuse()),
    };
    let head =
        bytes.get(from..from.saturating_add(length)).and_then(|h| std::str::from_utf8(h).ok()).ok_or_else(refuse)?;
    let plain = head.contains("'<f4'") && head.contains("'fortran_order': False");
    let shape = head.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(shape, _)| shape);
    let sides: Vec<usize> = shape.unwrap_or_default().split(',').filter_map(|side| side.trim().parse().ok()).collect();
    let ([height, width], true) = (&sides[..], plain) else { return Err(refuse()) };
    let body = bytes.get(from + length..).unwrap_or_default();
    check_size(*width as u64, *height as u64)?;
    Ok(Decoded { width: *width, height: *height, data: RawKind::F32Le.values(false, body), no_data: None })
}

/// A binary portable grey map (`P5`) of 8 or 16 bits.
pub fn pgm(shares: bool, bytes: &[u8]) -> Result<Decoded, ImportError> {
    let refuse = || ImportError::new("is no PGM that can be read: its head is width, height and largest number");
    let mut at = 2;
    let mut number = || {
        loop {
            match bytes.get(at)? {
                b'#' => at += bytes[at..].iter().position(|b| *b == b'\n')?,
                b if b.is_ascii_whitespace() => at += 1,
                _ => break,
            }
        }
        let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(&bytes[at..at + digits]).ok()?.parse::<u32>().ok();
        at += digits;
        number
    };
    let (Some(width), Some(height), Some(most @ 1..=65535)) = (number(), number(), number()) else {
        return Err(refuse());
    };
    check_size(width.into(), height.into())?;
    let body = bytes.get(at + 1..).unwrap_or_default();
    let kind = if most > 255 { RawKind::U16Be } else { RawKind::U8 };
    let value = |v: f32| if shares { (f64::from(v) / f64::from(most)) as f32 } else { v };
    let data = kind.values(false, body).into_iter().map(value).collect();
    Ok(Decoded { width: width as usize, height: height as usize, data, no_data: None })
}
