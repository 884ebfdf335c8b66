//! The lines of a preset: what stands in braces becomes a number or a name.

/// What the lines of a preset may speak of.
pub(super) struct Facts<'f> {
    pub file: &'f str,
    /// Lowest and highest height in metres, where values are heights.
    pub heights: Option<(f64, f64)>,
    pub spacing: (f64, f64),
    pub size: (u32, u32),
    pub z_scale: Option<f64>,
    pub z_location: Option<f64>,
}

/// Names that may stand in braces.
pub(super) const NAMES: [&str; 16] = [
    "file",
    "width",
    "height",
    "low",
    "high",
    "middle",
    "range",
    "spacing_x",
    "spacing_y",
    "cm_x",
    "cm_y",
    "size_x",
    "size_y",
    "z_scale",
    "z_location",
    "samples",
];

/// The line with its facts; `None` if it speaks of heights where there are none.
pub(super) fn fill(line: &str, facts: &Facts<'_>) -> Option<String> {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        out += before;
        out += &fact(name, facts)?;
        rest = after;
    }
    Some(out + rest)
}

/// The first name in braces that means nothing, for the check of a file.
pub(super) fn unknown(line: &str) -> Option<String> {
    let mut parts = line.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name));
    parts.find(|name| !NAMES.contains(name)).map(str::to_owned)
}

fn fact(name: &str, facts: &Facts<'_>) -> Option<String> {
    let side = |n: u32, step: f64| step * f64::from(n.max(1) - 1);
    let number = match name {
        "file" => return Some(facts.file.to_owned()),
        "width" => return Some(facts.size.0.to_string()),
        "height" => return Some(facts.size.1.to_string()),
        "samples" => return Some((u64::from(facts.size.0) * u64::from(facts.size.1)).to_string()),
        "low" => facts.heights?.0,
        "high" => facts.heights?.1,
        "middle" => (facts.heights?.0 + facts.heights?.1) / 2.0,
        "range" => facts.heights?.1 - facts.heights?.0,
        "spacing_x" => facts.spacing.0,
        "spacing_y" => facts.spacing.1,
        "cm_x" => facts.spacing.0 * 100.0,
        "cm_y" => facts.spacing.1 * 100.0,
        "size_x" => side(facts.size.0, facts.spacing.0),
        "size_y" => side(facts.size.1, facts.spacing.1),
        "z_scale" => facts.z_scale?,
        "z_location" => facts.z_location?,
        _ => return None,
    };
    Some(short(number))
}

/// At most four decimals, without trailing zeros and never `-0`.
pub(super) fn short(v: f64) -> String {
    let text = format!("{v:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// `a, b or c`.
pub(super) fn join(words: &[String], with: &str) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} {with} {last}", first.join(", ")),
        _ => words.concat(),
    }
}
