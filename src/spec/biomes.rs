//! A table of tiles by height and moisture.

use super::{Level, levels_at_sea};

/// Tiles, and which of them stands at which height and moisture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Biomes {
    /// The tiles by number.
    pub tiles: Vec<Biome>,
    /// Borders of the columns, driest first: a moisture equal to a border belongs to the next column. One fewer than columns.
    pub moisture: Vec<f32>,
    /// The rows, lowest first.
    pub rows: Vec<BiomeRow>,
}

/// A tile of a [`Biomes`] table.
#[derive(Clone, Debug, PartialEq)]
pub struct Biome {
    /// Its name, unlike that of any other.
    pub name: String,
    /// Colour as red, green, blue.
    pub color: [u8; 3],
    /// Whether it is water.
    pub water: bool,
}

/// A band of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct BiomeRow {
    /// Upper bound, a value of the unit range; a height equal to it belongs to the next row. `None` on the last row.
    pub below: Option<f32>,
    /// Number of the tile in each column, or one for all of them.
    pub tiles: Vec<usize>,
}

impl Biomes {
    /// The tile of a column of a row; the first tile where the table has none.
    pub fn tile(&self, row: usize, column: usize) -> usize {
        let tiles = self.rows.get(row).map_or(&[][..], |row| &row.tiles);
        tiles.get(column).or(tiles.last()).copied().unwrap_or(0)
    }

    /// The table as it stands for a sea at `sea`: rows of nothing but water follow it, as bands of [`Level`]s do.
    pub fn at_sea(&self, sea: Option<f32>) -> Self {
        let is_water = |row: &BiomeRow| {
            !row.tiles.is_empty() && row.tiles.iter().all(|&t| self.tiles.get(t).is_some_and(|t| t.water))
        };
        let band =
            |row: &BiomeRow| Level { name: String::new(), below: row.below, color: [0; 3], water: is_water(row) };
        let bands: Vec<Level> = self.rows.iter().map(band).collect();
        let mut out = self.clone();
        for (row, band) in out.rows.iter_mut().zip(levels_at_sea(&bands, sea)) {
            row.below = band.below;
        }
        out
    }

    /// The tiles as bands without bounds, for legends.
    pub fn levels(&self) -> Vec<Level> {
        let level = |t: &Biome| Level { name: t.name.clone(), below: None, color: t.color, water: t.water };
        self.tiles.iter().map(level).collect()
    }
}

/// The table of a new biome map, for a sea at 0.3 of the height range: warmth falls with the height, so that the rows are
/// those of Whittaker's diagram (Communities and Ecosystems, 1975) turned upside down.
pub fn default_biomes() -> Biomes {
    let tile = |name: &str, color, water| Biome { name: name.into(), color, water };
    let row = |below: Option<f32>, tiles: &[usize]| BiomeRow { below, tiles: tiles.into() };
    Biomes {
        tiles: vec![
            tile("deep sea", [38, 84, 130], true),
            tile("sea", [74, 134, 178], true),
            tile("beach", [222, 208, 160], false),
            tile("desert", [214, 184, 122], false),
            tile("savanna", [186, 178, 98], false),
            tile("grassland", [140, 168, 88], false),
            tile("forest", [82, 128, 72], false),
            tile("rain forest", [44, 100, 66], false),
            tile("steppe", [176, 166, 124], false),
            tile("taiga", [72, 106, 92], false),
            tile("tundra", [156, 158, 140], false),
            tile("rock", [134, 124, 114], false),
            tile("snow", [240, 243, 247], false),
        ],
        moisture: vec![0.35, 0.5, 0.65],
        rows: vec![
            row(Some(0.2), &[0]),
            row(Some(0.3), &[1]),
            row(Some(0.33), &[2]),
            row(Some(0.47), &[3, 4, 6, 7]),
            row(Some(0.6), &[8, 5, 6, 6]),
            row(Some(0.72), &[11, 8, 9, 9]),
            row(Some(0.82), &[11, 10, 10, 12]),
            row(None, &[12]),
        ],
    }
}
