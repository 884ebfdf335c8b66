//! Files that nodes name: read while planning, so that a file that is missing or broken is an error of that node alone.

use super::compile::Compiler;
use super::resolve::Resolver;
use super::{Note, PlanError};
use crate::import::{CARRIED, RawKind, Wish, load};
use crate::spec::{ParamKind, Value};
use std::path::Path;
use std::sync::Arc;

impl Compiler<'_> {
    /// Puts pictures in the places of the paths among a node's values.
    pub(super) fn read_files(&mut self, r: &Resolver<'_>, values: &mut [Value]) -> Result<(), PlanError> {
        for (i, param) in r.spec.params.iter().enumerate().filter(|(_, p)| p.kind == ParamKind::File) {
            let Some(Value::File(path)) = values.get(i).cloned() else { continue };
            if path.trim().is_empty() {
                self.note(r, param.name, "no file is chosen, so it gives 0 everywhere");
                continue;
            }
            let wish = wish(r, values, &path);
            let image = load(&wish).map_err(|e| r.error(param.name, &format!("{path} {e}")))?;
            if image.missing > 0 {
                let (count, fill) = (image.missing, wish.missing);
                let (w, h) = (image.raster.width, image.raster.height);
                let have = if count == 1 { "1 sample".to_owned() } else { format!("{count} samples") };
                self.note(r, param.name, &format!("{have} of the {w} x {h} in {path} without a value became {fill}"));
            }
            values[i] = Value::Image(image);
        }
        Ok(())
    }

    fn note(&mut self, r: &Resolver<'_>, field: &str, what: &str) {
        let message = format!("node \"{}\" ({}): {what}", r.id, r.spec.kind);
        self.notes.push(Note { node: Arc::clone(r.id), field: Some(field.into()), message });
    }
}

/// How a node wants its file to be read.
fn wish(r: &Resolver<'_>, values: &[Value], path: &str) -> Wish {
    let value = |name: &str| r.spec.param(name).and_then(|(i, _)| values.get(i));
    let is = |name: &str, option: &str| matches!(value(name), Some(Value::Choice(chosen)) if *chosen == option);
    let raw = match value("raw") {
        Some(Value::Choice("U8")) => Some(RawKind::U8),
        Some(Value::Choice("U16Little")) => Some(RawKind::U16Le),
        Some(Value::Choice("U16Big")) => Some(RawKind::U16Be),
        Some(Value::Choice("F32Little")) => Some(RawKind::F32Le),
        _ => None,
    };
    let missing = if let Some(Value::Number(v)) = value("missing") { *v as f32 } else { 0.0 };
    Wish {
        path: if path.starts_with(CARRIED) { path.into() } else { r.graph.folder.join(Path::new(path)) },
        raw,
        columns: if let Some(Value::Count(n)) = value("columns") { *n } else { 0 },
        south_first: is("first_row", "South"),
        shares: !is("whole", "Numbers"),
        missing: if missing.is_finite() { missing } else { 0.0 },
    }
}
