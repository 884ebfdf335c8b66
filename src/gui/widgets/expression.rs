//! Numbers as people type and read them: `1.5km`, `512/3`, `30%`, decimal commas; and the shortest sensible way back.
//!
//! [`parse`] reads a small arithmetic with units, [`format()`] writes a value with its unit and few digits, and [`exact`]
//! writes every digit for editing. What `format` shows, `parse` reads.

use crate::gui::language::tr;

/// What a number counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Nothing: a factor, a share, a count. Accepts `%`.
    #[default]
    Plain,
    /// Metres. Accepts `mm`, `cm`, `m` and `km`.
    Metres,
    /// Degrees. Accepts `°`, `deg`, `rad` and `turn`.
    Degrees,
}

/// Significant digits that [`format`] shows.
const DIGITS: i32 = 5;

impl Unit {
    /// Suffixes that may follow a number, with the factor and the divisor to this unit; the first is the unit itself.
    /// Divisors, because 35 / 100 is 0.35 and 35 * 0.01 is not.
    fn suffixes(self) -> &'static [(&'static str, f64, f64)] {
        const PI: f64 = std::f64::consts::PI;
        match self {
            Self::Plain => &[("%", 1.0, 100.0)],
            Self::Metres => &[("m", 1.0, 1.0), ("km", 1000.0, 1.0), ("cm", 1.0, 100.0), ("mm", 1.0, 1000.0)],
            Self::Degrees => {
                &[("°", 1.0, 1.0), ("deg", 1.0, 1.0), ("rad", 180.0, PI), ("turn", 360.0, 1.0), ("turns", 360.0, 1.0)]
            }
        }
    }
}

/// Reads a number or a calculation in `unit`; a number without a suffix is in the unit itself.
///
/// Knows `+ - * /`, brackets, exponents, and digits grouped by spaces. A comma is the decimal mark where it cannot mean
/// thousands. The result is finite and never -0.
///
/// # Errors
/// One sentence that says what is wrong.
pub fn parse(text: &str, unit: Unit) -> Result<f64, String> {
    let chars: Vec<char> = text.chars().filter(|c| !matches!(c, '\u{200e}' | '\u{200f}')).collect();
    let mut parser = Parser { chars: &chars, at: 0, unit, depth: 0 };
    parser.spaces();
    if parser.peek().is_none() {
        return Err(tr!("Type a number.").into());
    }
    let value = parser.sum()?;
    match parser.peek() {
        None if value.is_finite() => Ok(value + 0.0),
        None => Err(tr!("The result is too large.").into()),
        Some(c) => Err(tr!("“{text}” is not expected here.", text = c)),
    }
}

/// Writes a value with its unit in at most five significant digits; lengths from 10 000 m to 10 million km in kilometres.
pub fn format(value: f64, unit: Unit) -> String {
    if !value.is_finite() {
        return if value.is_nan() { tr!("not a number").into() } else { tr!("unlimited").into() };
    }
    let rounded = round_to(value, DIGITS);
    match unit {
        Unit::Plain => shortest(rounded),
        // Nobody counts in millions of kilometres.
        Unit::Metres if rounded.abs() >= 1e10 => format!("{rounded:e} m"),
        Unit::Metres if rounded.abs() >= 10_000.0 => format!("{} km", shortest(round_to(rounded / 1000.0, DIGITS))),
        Unit::Metres => format!("{} m", shortest(rounded)),
        Unit::Degrees => format!("{}°", shortest(rounded)),
    }
}

/// Writes a sample without a unit: three decimals, and an exponent where it would fill a line.
pub fn sample(value: f64) -> String {
    let value = value + 0.0;
    if value.abs() < 1e6 || !value.is_finite() { format!("{value:.3}") } else { format!("{value:.3e}") }
}

/// Writes every digit of a value, without a unit, for editing.
pub fn exact(value: f64) -> String {
    shortest(value)
}

/// `value` with `digits` significant digits.
pub fn round_to(value: f64, digits: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return 0.0;
    }
    // The decimal text is rounded correctly; multiplying by powers of ten is not.
    let text = format!("{value:.*e}", digits.max(1) as usize - 1);
    text.parse::<f64>().unwrap_or(value)
}

/// Shortest text that reads back as `value`, with an exponent only far from 1.
fn shortest(value: f64) -> String {
    let value = value + 0.0;
    let size = value.abs();
    match size == 0.0 || (1e-5..1e15).contains(&size) {
        true => format!("{value}"),
        false => format!("{value:e}"),
    }
}

struct Parser<'a> {
    chars: &'a [char],
    at: usize,
    unit: Unit,
    depth: u32,
}

/// Brackets and signs that may stand inside each other, so that no text exhausts the stack.
const DEPTH: u32 = 64;

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Takes the next character if `wanted` knows it, and the spaces after it.
    fn take<T>(&mut self, wanted: impl Fn(char) -> Option<T>) -> Option<T> {
        let found = wanted(self.peek()?)?;
        self.at += 1;
        self.spaces();
        Some(found)
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(sign) {
            value += sign * self.product()?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.factor()?;
        while let Some(divide) = self.take(|c| match c {
            '*' | '×' | '·' => Some(false),
            '/' | '÷' => Some(true),
            _ => None,
        }) {
            let factor = self.factor()?;
            match divide {
                true if factor == 0.0 => return Err(tr!("A division by zero has no result.").into()),
                true => value /= factor,
                false => value *= factor,
            }
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(tr!("The calculation is nested too deeply.").into());
        }
        let value = match self.take(sign) {
            Some(sign) => sign * self.factor()?,
            None => self.atom()?,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.take(|c| (c == '(').then_some(())).is_some() {
            let value = self.sum()?;
            return match self.take(|c| (c == ')').then_some(())) {
                Some(()) => self.suffix(value),
                None => Err(tr!("A bracket is not closed.").into()),
            };
        }
        let value = self.number()?;
        self.suffix(value)
    }

    fn number(&mut self) -> Result<f64, String> {
        let start = self.at;
        while let Some(c) = self.peek() {
            let grouped = is_space(c) && self.digits_after(self.at + 1) == 3 && self.digits_before() > 0;
            if !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '\'') || grouped) {
                break;
            }
            self.at += 1;
        }
        if start == self.at {
            return Err(match self.peek() {
                Some(_) => tr!("“{text}” is not a number.", text = self.word()),
                None => tr!("A number is missing at the end.").into(),
            });
        }
        let mantissa: String = self.chars[start..self.at].iter().collect();
        let exponent = self.exponent();
        let plain = decimal(&mantissa)?;
        self.spaces();
        let text = format!("{plain}{exponent}");
        text.parse().map_err(|_| tr!("“{text}” is not a number.", text = mantissa))
    }

    /// What stands here up to the next space or sign of calculation, shortened.
    fn word(&self) -> String {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let first = rest.iter().take(1);
        let more = rest.iter().skip(1).take_while(|c| !c.is_whitespace() && !"+-*/()×÷·−".contains(**c));
        first.chain(more).take(24).collect()
    }

    /// Digits in a row from `at` on.
    fn digits_after(&self, at: usize) -> usize {
        self.chars.iter().skip(at).take_while(|c| c.is_ascii_digit()).count()
    }

    fn digits_before(&self) -> usize {
        self.chars[..self.at].iter().rev().take_while(|c| c.is_ascii_digit()).count()
    }

    fn exponent(&mut self) -> String {
        if !matches!(self.peek(), Some('e' | 'E')) {
            return String::new();
        }
        let sign = self.chars.get(self.at + 1).copied().filter(|c| matches!(c, '+' | '-' | '−'));
        let first = self.at + 1 + usize::from(sign.is_some());
        let count = self.digits_after(first);
        if count == 0 {
            return String::new();
        }
        self.at = first + count;
        let digits: String = self.chars[first..self.at].iter().collect();
        format!("e{}{digits}", if matches!(sign, Some('-' | '−')) { "-" } else { "" })
    }

    /// `value` in the unit that follows it, if one does.
    fn suffix(&mut self, value: f64) -> Result<f64, String> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphabetic() || matches!(c, '%' | '°')) {
            self.at += 1;
        }
        let word: String = self.chars[start..self.at].iter().collect();
        self.spaces();
        if word.is_empty() {
            return Ok(value);
        }
        let known = self.unit.suffixes();
        match known.iter().find(|(name, ..)| *name == word) {
            Some((_, factor, divisor)) => Ok(value * factor / divisor),
            None => {
                let names: Vec<_> = known.iter().map(|(name, ..)| *name).collect();
                Err(tr!("“{text}” is no unit here; allowed: {units}.", text = word, units = names.join(", ")))
            }
        }
    }
}

fn sign(c: char) -> Option<f64> {
    match c {
        '+' => Some(1.0),
        '-' | '−' => Some(-1.0),
        _ => None,
    }
}

/// Spaces that people and programs put between groups of digits.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Rewrites a number with any decimal mark and grouping as Rust reads it.
fn decimal(text: &str) -> Result<String, String> {
    let compact: String = text.chars().filter(|&c| !is_space(c) && c != '_' && c != '\'').collect();
    let unclear = || tr!("“{text}” is not a number.", text = text);
    let (dots, commas) = (compact.matches('.').count(), compact.matches(',').count());
    let mark = match (dots, commas) {
        (0, 0) => None,
        (1, 0) => Some('.'),
        (0, 1) if means_thousands(&compact) => {
            let (whole, rest) = compact.split_once(',').unwrap_or((&compact, ""));
            return Err(tr!(
                "“{text}” may mean {one} or {other}; write it so.",
                text = compact,
                one = format_args!("{whole}.{rest}"),
                other = format_args!("{whole}{rest}")
            ));
        }
        (0, 1) => Some(','),
        (_, 0) | (0, _) => None,
        (1, _) if compact.rfind('.') > compact.rfind(',') => Some('.'),
        (_, 1) if compact.rfind(',') > compact.rfind('.') => Some(','),
        _ => return Err(unclear()),
    };
    let (whole, rest) = match mark {
        Some(mark) => compact.rsplit_once(mark).unwrap_or((&compact, "")),
        None => (&compact[..], ""),
    };
    let groups: Vec<&str> = whole.split([',', '.']).collect();
    let grouped = groups.len() > 1;
    if grouped && (groups[0].is_empty() || groups[0].len() > 3 || groups[1..].iter().any(|g| g.len() != 3)) {
        return Err(unclear());
    }
    let whole = groups.concat();
    if whole.is_empty() && rest.is_empty() {
        return Err(unclear());
    }
    Ok(format!("{}.{}", if whole.is_empty() { "0" } else { &whole }, if rest.is_empty() { "0" } else { rest }))
}

/// Whether the one comma of `text` could as well group thousands: `1,500`, but not `0,500` or `1500,25`.
fn means_thousands(text: &str) -> bool {
    text.split_once(',')
        .is_some_and(|(whole, rest)| rest.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0'))
}
