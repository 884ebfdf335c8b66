//! The exports of a recipe in its file: `exports: { "engine": (path: "land.r16", preset: "unreal", size: 2017) }`.

use super::parse::names;
use super::raw::{Fault, Raw, Shape};
use super::read::unique;
use super::write::{key, lines_at, quoted};
use crate::graph::Export;

/// Reads all exports; the ones that make no sense are faults.
pub(super) fn read(raw: &Raw<'_>) -> Result<Vec<Export>, Fault> {
    names(raw, "the export ")?.iter().map(|entry| export(&entry.name, &entry.value)).collect()
}

fn export(name: &str, raw: &Raw<'_>) -> Result<Export, Fault> {
    if raw.shape() != Shape::Round {
        let found = raw.excerpt();
        return Err(raw.fault(format!("export \"{name}\" is {found}, allowed is (path: \"NAME.png\", …)")));
    }
    let fields = raw.fields()?;
    unique(&fields, &format!("export \"{name}\": the field "))?;
    let fields = fields.into_iter().map(|entry| (entry.name, entry.value.text.to_owned())).collect();
    let export = Export { name: name.to_owned(), fields };
    match export.check() {
        Ok(()) => Ok(export),
        Err(why) => Err(raw.fault(why)),
    }
}

/// All exports, one a line.
pub(super) fn written(exports: &[Export]) -> String {
    let one = |export: &Export| {
        let fields: Vec<String> = export.fields.iter().map(|(name, text)| format!("{}: {text}", key(name))).collect();
        format!("{}: ({})", quoted(&export.name), fields.join(", "))
    };
    lines_at(exports.iter().map(one).collect(), 4)
}
