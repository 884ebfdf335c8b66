//! ESRI ASCII grids: a head of names and numbers, then a number per sample, northern row first.

use super::{Decoded, ImportError, check_size};

/// Names that may stand in the head.
const HEAD: [&str; 10] =
    ["ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize", "dx", "dy", "nodata_value"];

/// Reads a grid; where it lies is the node's affair.
pub fn asc(bytes: &[u8]) -> Result<Decoded, ImportError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError::new("is no ASCII grid: it is no text"))?;
    let mut words = text.split_ascii_whitespace().peekable();
    let (mut columns, mut rows, mut no_data) = (None, None, None);
    while let Some(name) = words.next_if(|word| HEAD.contains(&&*word.to_ascii_lowercase())) {
        let name = name.to_ascii_lowercase();
        let word = words.next().unwrap_or_default();
        let number =
            word.parse::<f64>().map_err(|_| ImportError::new(format!("says {name} {word}, which is no number")))?;
        match &*name {
            "ncols" => columns = Some(number),
            "nrows" => rows = Some(number),
            "nodata_value" => no_data = Some(number),
            _ => {}
        }
    }
    let whole = |side: Option<f64>| side.filter(|n| n.fract() == 0.0 && (1.0..4e9).contains(n)).map(|n| n as usize);
    let (Some(width), Some(height)) = (whole(columns), whole(rows)) else {
        return Err(ImportError::new("is no ASCII grid: ncols and nrows are missing"));
    };
    check_size(width as u64, height as u64)?;
    let mut data = Vec::with_capacity(width * height);
    for word in words {
        let Ok(number) = word.parse::<f32>() else {
            let place = format!("column {} of row {}", data.len() % width + 1, data.len() / width + 1);
            return Err(ImportError::new(format!(
                "has \"{word}\" in {place}, which is no number (decimals have a point)"
            )));
        };
        if data.len() == width * height {
            return Err(ImportError::new(format!("holds more than its {width} x {height} samples")));
        }
        data.push(number);
    }
    Ok(Decoded { width, height, data, no_data })
}
