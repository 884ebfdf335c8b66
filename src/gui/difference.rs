//! Which lines two texts have in common: the longest common sequence of lines between what they share at both ends.

/// A line of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Both texts have it.
    Same(String),
    /// Only the first text has it.
    Old(String),
    /// Only the second text has it.
    New(String),
    /// This many common lines are left out.
    Gap(usize),
}

/// Pairs of lines that are compared at most; texts that differ in more are shown as replaced whole.
const MOST_PAIRS: usize = 4_000_000;

/// What has to be taken away from `old` and added to get `new`, with up to `context` common lines around each change.
/// Equal texts give nothing.
pub fn difference(old: &str, new: &str, context: usize) -> Vec<Line> {
    if old == new {
        return Vec::new();
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let before = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a_rest, b_rest) = (&a[before..], &b[before..]);
    let after = a_rest.iter().rev().zip(b_rest.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a_mid, b_mid) = (&a_rest[..a_rest.len() - after], &b_rest[..b_rest.len() - after]);
    let mut lines: Vec<Line> = a[..before].iter().map(|l| Line::Same((*l).into())).collect();
    lines.extend(middle(a_mid, b_mid));
    lines.extend(a[a.len() - after..].iter().map(|l| Line::Same((*l).into())));
    shortened(lines, context)
}

/// The part between the common ends.
fn middle(a: &[&str], b: &[&str]) -> Vec<Line> {
    let old = |line: &&str| Line::Old((*line).into());
    let new = |line: &&str| Line::New((*line).into());
    if a.len().saturating_mul(b.len()) > MOST_PAIRS {
        return a.iter().map(old).chain(b.iter().map(new)).collect();
    }
    // `common[i][j]` is the length of the longest common sequence of `a[i..]` and `b[j..]`.
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = match a[i] == b[j] {
                true => common[(i + 1) * width + j + 1] + 1,
                false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::with_capacity(a.len() + b.len());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            lines.push(Line::Same(a[i].into()));
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && (j == b.len() || common[(i + 1) * width + j] >= common[i * width + j + 1]) {
            lines.push(old(&a[i]));
            i += 1;
        } else {
            lines.push(new(&b[j]));
            j += 1;
        }
    }
    lines
}

/// Leaves out common lines that are further than `context` from every change.
fn shortened(lines: Vec<Line>, context: usize) -> Vec<Line> {
    let is_near = |at: usize| {
        let around = &lines[at.saturating_sub(context)..(at + context + 1).min(lines.len())];
        around.iter().any(|line| !matches!(line, Line::Same(_)))
    };
    let near: Vec<bool> = (0..lines.len()).map(is_near).collect();
    let mut out = Vec::new();
    for (line, near) in lines.into_iter().zip(near) {
        match (near, out.last_mut()) {
            (true, _) => out.push(line),
            (false, Some(Line::Gap(n))) => *n += 1,
            (false, _) => out.push(Line::Gap(1)),
        }
    }
    out
}
