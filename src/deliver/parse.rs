//! How sizes, crops, ranges and units are written on the command line and in the window's fields.

use super::{Crop, RangeAsk, Size, Units};
use std::str::FromStr;

/// Why a text is no size, crop, range or unit: one sentence with an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(String);

pub(super) fn wrong(text: &str, allowed: &str) -> ParseError {
    ParseError(format!("\"{text}\" is not {allowed}"))
}

/// `1025` or `1025x513`.
impl FromStr for Size {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let side = |t: &str| t.trim().parse::<u32>().ok().filter(|n| *n > 0);
        let size = match text.split_once(['x', 'X', '×']) {
            Some((w, h)) => side(w).zip(side(h)).map(|(w, h)| Self::Exact(w, h)),
            None => side(text).map(Self::Width),
        };
        size.ok_or_else(|| wrong(text, "a size: write W or WxH in samples, such as 1025 or 1025x513"))
    }
}

/// `X,Y,W,H`.
impl FromStr for Crop {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let allowed = "a region: write X,Y,W,H in samples, such as 300,200,128,96";
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [x, y, w, h] = parts[..] else { return Err(wrong(text, allowed)) };
        // Far beyond this a position is no longer exact; indices stay far from overflow.
        let place = |t: &str| t.parse::<i64>().ok().filter(|n| n.unsigned_abs() <= 1 << 48);
        let side = |t: &str| t.parse::<u32>().ok().filter(|n| *n > 0);
        match (place(x), place(y), side(w), side(h)) {
            (Some(x), Some(y), Some(width), Some(height)) => Ok(Self { x, y, width, height }),
            _ => Err(wrong(text, allowed)),
        }
    }
}

/// `LO,HI` or `measured`.
impl FromStr for RangeAsk {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "measured" {
            return Ok(Self::Measured);
        }
        let number = |t: &str| t.trim().parse::<f64>().ok().filter(|v| v.is_finite());
        let ends = text.split_once(',').and_then(|(lo, hi)| number(lo).zip(number(hi)));
        match ends {
            Some((lo, hi)) if lo < hi && (hi - lo).is_finite() => Ok(Self::Given(lo, hi)),
            _ => Err(wrong(text, "a range: write LO,HI with LO below HI, such as -0.5,0.5, or measured")),
        }
    }
}

/// `raw`, `unit` or `metres`.
impl FromStr for Units {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let unit = Self::NAMED.iter().find(|(name, _)| *name == text).map(|(_, u)| *u);
        unit.ok_or_else(|| wrong(text, "a unit: write raw, unit or metres"))
    }
}

/// The EPSG code of a projected coordinate system. Codes of 4000 to 4999 are systems in degrees, and the world is in metres.
///
/// # Errors
/// A sentence that says what is allowed.
pub fn epsg(text: &str) -> Result<u16, ParseError> {
    let code = text.parse::<u16>().ok().filter(|code| (1024..=32766).contains(code) && !(4000..5000).contains(code));
    let allowed = "write the code of a projected system, such as 32633; systems in degrees do not fit metres";
    code.ok_or_else(|| ParseError(allowed.into()))
}
