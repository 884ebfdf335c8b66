//! From a recipe to a file: the one path that the command line and the window share.
//!
//! An [`Ask`] says what is wanted; [`resolve`] turns it into a [`Job`] (plan, grid, region, mapping, metres) or a
//! sentence about what is wrong, without evaluating anything; [`deliver`] evaluates strip by strip and writes the file as it
//! goes. The [`Report`] says all that a person or a script needs to know about the result.

/// Bytes of stored results for writing a file. A field that is measured stays if it takes half of this, which
/// 4097 x 4097 samples do; together with one that is being measured, or with the strips of a render, all stays below
/// 256 MiB.
pub const STORED: usize = 144 << 20;

mod ask;
mod companions;
mod content;
mod estimate;
mod exports;
mod facts;
mod frames;
mod hash;
mod inspect;
mod job;
mod make;
mod mapping;
mod maps;
mod parse;
mod picture;
mod profile;
mod ranges;
mod report;
mod samples;
mod sentence;
mod set;
mod sheet;
mod sidecar;
mod tally;
mod terminal;
mod tiles;
mod together;
mod verify;

pub use ask::{Ask, AskError, Crop, RangeAsk, Size, Units, What};
pub use content::Content;
pub use estimate::{Estimate, estimate};
pub use exports::{Delivery, all_apart, delivery, export_of};
pub use facts::kind_name;
pub use frames::{
    FRAME, Frames, FramesAsk, FramesReport, MOST_FRAMES, Moment, Player, deliver_frames, is_numbered, resolve_frames,
};
pub use hash::hash;
pub use inspect::{Inspection, inspect};
pub use job::{Job, resolve, resolve_link};
use make::mapping_of;
pub use make::{DeliverError, deliver};
pub use mapping::{By, Heights, Mapping};
pub use maps::{Green, Map};
pub use parse::{ParseError, epsg};
use picture::scene_of_whole;
pub use picture::{colors, scene, seen, tint};
pub use profile::{NodeTime, Profile};
pub use ranges::{RangeOf, Ranges, RangesError, reduce};
pub use report::{Corner, MappingReport, Metres, Remark, Report, TileShare};
pub use sentence::{number, sentence};
pub use set::{
    Entry, Header, Kind, Ledger, LedgerError, Names, Pattern, Seams, SeamsError, SetError, TileSet, TilesAsk, Written,
    deliver_set, resolve_set, seams,
};
pub use sheet::{Along, AlongError, CELL, MOST_CELLS, Paper, Sheet, SheetAsk, SheetError, Variation, draw, variations};
pub use sidecar::RecipeFacts;
pub use terminal::{Letters, MOST_LETTERS, letters};
pub use tiles::levels_of;
pub use together::deliver_all;
pub use verify::{Claim, ClaimError, claims, hash_of};
