//! The sheet itself: cells with a strip for the label below each, put together as they come.

use super::{SheetError, Variation};
use crate::view::{Color, Picture, draw_text, text_size};

/// Pixels around the cells and between them.
const GAP: usize = 8;
/// Cells from this width on have labels of twice the size.
const LARGE: usize = 192;
/// Most pixels of a sheet.
const MOST_PIXELS: usize = 1 << 28;

const BACKGROUND: Color = [20, 23, 27];
const EMPTY: Color = [32, 37, 44];
const TEXT: Color = [216, 222, 229];

/// Where everything lies on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Pixels of a cell's picture.
    pub cell: (usize, usize),
    /// Cells in a row.
    pub columns: usize,
    /// Rows of cells.
    pub rows: usize,
}

impl Paper {
    /// The paper for these variations.
    ///
    /// # Errors
    /// When the sheet would have more than 2^28 pixels.
    pub fn new(cell: (usize, usize), variations: &[Variation]) -> Result<Self, SheetError> {
        let last = |of: fn(&Variation) -> usize| variations.iter().map(of).max().map_or(0, |last| last + 1);
        let paper = Self { cell, columns: last(|v| v.at.0), rows: last(|v| v.at.1) };
        let (w, h) = paper.size();
        if w.saturating_mul(h) > MOST_PIXELS {
            let message = format!(
                "a sheet of {w} x {h} pixels is too large, at most {MOST_PIXELS} pixels are allowed: make cells smaller (--size)"
            );
            return Err(SheetError::TooLarge(message));
        }
        Ok(paper)
    }

    /// Pixels of the whole sheet.
    pub fn size(&self) -> (usize, usize) {
        let (w, h) = self.cell;
        (GAP + self.columns * (w + GAP), GAP + self.rows * (h + self.strip()))
    }

    /// Upper left corner of the picture of the cell in `column` and `row`.
    pub fn corner(&self, column: usize, row: usize) -> (usize, usize) {
        (GAP + column * (self.cell.0 + GAP), GAP + row * (self.cell.1 + self.strip()))
    }

    /// Rows of pixels below a picture: the label and the gap to the next.
    fn strip(&self) -> usize {
        GAP / 2 + text_size("0", self.scale()).1 + GAP
    }

    fn scale(&self) -> usize {
        if self.cell.0 >= LARGE { 2 } else { 1 }
    }
}

/// A sheet that is put together.
pub struct Sheet {
    paper: Paper,
    picture: Picture,
}

impl Sheet {
    /// A sheet with empty cells.
    pub fn new(paper: Paper) -> Self {
        let (width, height) = paper.size();
        let [r, g, b] = BACKGROUND;
        let picture = Picture { width, height, rgba: [r, g, b, 255].repeat(width * height) };
        let mut sheet = Self { paper, picture };
        let (w, h) = paper.cell;
        let [r, g, b] = EMPTY;
        let empty = Picture { width: w, height: h, rgba: [r, g, b, 255].repeat(w * h) };
        for at in (0..paper.rows).flat_map(|row| (0..paper.columns).map(move |column| (column, row))) {
            sheet.paste(at, &empty);
        }
        sheet
    }

    /// Puts a picture of the paper's cell size into its place and writes its label below.
    pub fn put(&mut self, variation: &Variation, picture: &Picture) {
        self.paste(variation.at, picture);
        let (x, y) = self.paper.corner(variation.at.0, variation.at.1);
        let (label, scale) = self.fitted(&variation.label);
        let full = text_size("0", self.paper.scale()).1;
        let down = self.paper.cell.1 + GAP / 2 + (full - text_size("0", scale).1) / 2;
        draw_text(&mut self.picture, &label, (x, y + down), scale, TEXT);
    }

    /// The sheet as it stands.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The label as large as fits, else cut.
    fn fitted(&self, label: &str) -> (String, usize) {
        let width = self.paper.cell.0;
        match (1..=self.paper.scale()).rev().find(|scale| text_size(label, *scale).0 <= width) {
            Some(scale) => (label.into(), scale),
            None => (label.chars().take((width + 1) / (text_size("0", 1).0 + 1)).collect(), 1),
        }
    }

    fn paste(&mut self, (column, row): (usize, usize), picture: &Picture) {
        let (x, y) = self.paper.corner(column, row);
        let (w, h) = (picture.width.min(self.paper.cell.0), picture.height.min(self.paper.cell.1));
        for line in 0..h {
            let to = ((y + line) * self.picture.width + x) * 4;
            let from = line * picture.width * 4;
            self.picture.rgba[to..to + w * 4].copy_from_slice(&picture.rgba[from..from + w * 4]);
        }
    }
}
