//! The arguments of `orograph render` that are about several files.

use crate::deliver::{Size, TilesAsk};
use clap::Args;
use std::path::PathBuf;

/// Tiles, and the list of what is finished.
#[derive(Debug, Args)]
pub struct ManyArgs {
    /// Cut the map into C x R tiles; OUT holds {x} and {y}, or {udim}
    #[arg(long, value_name = "CxR", value_parser = counts, conflicts_with = "region")]
    pub tiles: Option<(u32, u32)>,
    /// Samples of a tile, shared ones included; unless given, so that they add up to the map's size
    #[arg(long, value_name = "N|NxM", requires = "tiles")]
    pub tile_size: Option<Size>,
    /// Samples that neighbouring tiles share; unless given, one on vertices and none elsewhere
    #[arg(long, value_name = "K", requires = "tiles")]
    pub overlap: Option<u32>,
    /// Write this tile alone, counted as file names count, for work that several machines share
    #[arg(long, value_name = "X,Y", requires = "tiles", value_parser = tile)]
    pub tile: Option<(u32, u32)>,
    /// List of finished files (.json, and .csv beside it); unless given, named after OUT
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Ranges that orograph range has measured, instead of measuring them
    #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
    pub range_file: Option<PathBuf>,
    /// Say what it would take in samples, bytes, memory and time, and write nothing
    #[arg(long)]
    pub estimate: bool,
    /// Evaluate again what a report of --json or a list of finished files is about, and compare the hashes
    #[arg(long, value_name = "REPORT", conflicts_with_all = ["out", "tiles", "seeds", "estimate", "output", "node"])]
    pub verify: Option<PathBuf>,
    /// Write finished files again
    #[arg(long)]
    pub fresh: bool,
}

impl ManyArgs {
    /// The tiles that are wanted, if any are.
    pub fn tiles(&self) -> Option<TilesAsk> {
        let (columns, rows) = self.tiles?;
        Some(TilesAsk { columns, rows, size: self.tile_size, overlap: self.overlap })
    }
}

/// `4x4`.
pub fn counts(text: &str) -> Result<(u32, u32), String> {
    let side = |t: &str| t.trim().parse::<u32>().ok().filter(|n| (1..=1 << 20).contains(n));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(c, r)| side(c).zip(side(r)));
    sides.ok_or_else(|| "write CxR, columns and rows of tiles, such as 4x4".into())
}

/// `2,3`.
pub fn tile(text: &str) -> Result<(u32, u32), String> {
    let pair = text.split_once(',').and_then(|(x, y)| x.trim().parse().ok().zip(y.trim().parse().ok()));
    pair.ok_or_else(|| "write X,Y, column and row of a tile, such as 2,3".into())
}
