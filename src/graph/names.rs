//! Names that people choose: which are valid, which are free, and which one was probably meant.

use std::collections::BTreeSet;

/// What a name may consist of, for messages.
pub const NAME_RULE: &str = "letters, digits, `_` and `-`";

/// Whether `name` may name a node, an output or a graph parameter: Unicode letters, digits, `_` and `-`.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Whether `name` may stand as a bare word in RON, such as a kind or an option.
pub fn is_word(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The candidate that is most like `word`, if one is like it at all.
///
/// Distance: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment, after F. Damerau, 1964),
/// without regard to case; a third of the word may differ.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let ranked = candidates.into_iter().map(|c| (distance(word, c), c));
    ranked.filter(|(d, _)| *d <= limit).min_by_key(|(d, _)| *d).map(|(_, c)| c)
}

/// `; did you mean …?` for the nearest candidate, or nothing.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |c| format!("; did you mean {c}?"))
}

/// `a`, `a or b`, `a, b or c`.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => "nothing".to_owned(),
    }
}

/// Names in quotes with `between` them; of many only the first few, and how many more there are.
pub fn quoted<T: std::fmt::Display>(names: &[T], between: &str) -> String {
    const FEW: usize = 12;
    let mut shown: Vec<String> = names.iter().take(FEW).map(|name| format!("\"{name}\"")).collect();
    if names.len() > FEW {
        shown.push(format!("{} more", names.len() - FEW));
    }
    shown.join(between)
}

/// The first of `stem`, `stem2`, `stem3`, … that `taken` does not hold.
pub fn numbered(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = stem.to_owned();
    let mut n = 2u64;
    while taken(&name) {
        name = format!("{stem}{n}");
        n += 1;
    }
    name
}

/// `name` without the digits at its end, unless nothing else would be left.
pub fn stem(name: &str) -> &str {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "" => name,
        stem => stem,
    }
}

/// `RadialFalloff` as `radial_falloff`.
pub fn lower_case(kind: &str) -> String {
    let mut out = String::new();
    for c in kind.chars().filter(|c| c.is_alphanumeric() || *c == '_') {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    if out.is_empty() { "node".to_owned() } else { out }
}

/// The smallest number from 1 that is not in `used`.
pub fn smallest_unused(used: &BTreeSet<u64>) -> u64 {
    (1..).find(|n| !used.contains(n)).unwrap_or(1)
}

fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}
