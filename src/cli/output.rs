//! What leaves the program: results, diagnostics with a piece of the file, exit codes.

use crate::graph::{ParseError, Place, Severity};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Why the program ends early.
#[derive(Debug)]
pub enum Failure {
    /// Wrong arguments, or a request for help, in clap's words.
    Arguments(clap::Error),
    /// Wrong usage: exit code 2.
    Usage(String),
    /// The recipe, its files or the disk are at fault: exit code 1.
    Fault(String),
    /// The disk is at fault, and the same may well succeed later: exit code 75, as mail programs have it (`EX_TEMPFAIL`).
    Passing(String),
    /// A fault whose message is printed already.
    Printed,
    /// The reader of standard output went away: no fault.
    BrokenPipe,
    /// Somebody stopped it, which this says: exit code 130, as shells have it for Ctrl-C.
    Interrupted(String),
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Arguments(error) => error.exit_code().clamp(0, 255) as u8,
            Self::Usage(_) => 2,
            Self::Fault(_) | Self::Printed => 1,
            Self::Passing(_) => 75,
            Self::BrokenPipe => 0,
            Self::Interrupted(_) => 130,
        }
    }

    /// Prints what there is to say to standard error; help goes to standard output.
    pub fn print(&self) {
        match self {
            // Nobody is left to hear that printing failed.
            Self::Arguments(error) => drop(error.print()),
            Self::Usage(message) => warn_raw(&format!("error: {message}\n\nFor more information, try '--help'.")),
            Self::Fault(message) | Self::Passing(message) | Self::Interrupted(message) => warn_raw(message),
            Self::Printed | Self::BrokenPipe => {}
        }
    }

    /// The same, said of `what`.
    pub fn within(self, what: &str) -> Self {
        match self {
            Self::Usage(message) => Self::Usage(format!("{what}: {message}")),
            Self::Fault(message) => match message.strip_prefix("error: ") {
                Some(rest) if !rest.contains('\n') => Self::Fault(format!("error: {what}: {rest}")),
                _ => Self::Fault(message),
            },
            other => other,
        }
    }

    /// A fault in one sentence.
    pub fn fault(error: impl std::fmt::Display) -> Self {
        Self::Fault(format!("error: {error}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::fault(format!("cannot write to standard output: {error}")),
        }
    }
}

/// Prints a result.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Prints a result as one line of JSON.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&serde_json::to_string(value).map_err(Failure::fault)?)
}

/// Prints a warning to standard error.
pub fn warn(message: &str) {
    warn_raw(&format!("warning: {message}"));
}

/// Prints to standard error as it is.
pub fn warn_raw(text: &str) {
    // A closed standard error leaves no place to say so.
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end());
}

/// A sentence with its place in a file and the lines around it.
pub fn snippet(path: &Path, text: &str, place: &Place, severity: Severity, message: &str) -> String {
    let name = path.display().to_string();
    if !shows_well(text, place) {
        let word = if severity == Severity::Error { "error" } else { "warning" };
        return format!("{word}: {name}:{}:{}: {message}", place.line, place.column);
    }
    let diagnostic = MietteDiagnostic::new(format!("{name}:{}:{}: {message}", place.line, place.column))
        .with_severity(match severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
        .with_label(LabeledSpan::underline(label_span(text, place)));
    let report = Report::new(diagnostic).with_source_code(NamedSource::new(name, text.to_owned()));
    let mut theme = match io::stderr().is_terminal() {
        true => GraphicalTheme::unicode(),
        false => GraphicalTheme::none(),
    };
    theme.characters.error = "error:".into();
    theme.characters.warning = "warning:".into();
    let handler = GraphicalReportHandler::new_themed(theme).with_wrap_lines(false).with_context_lines(1);
    let mut out = String::new();
    match handler.render_report(&mut out, report.as_ref()) {
        Ok(()) => out.trim().to_owned(),
        Err(_) => format!("error: {}:{}:{}: {message}", path.display(), place.line, place.column),
    }
}

/// Whether the lines around a place are short enough to be shown.
fn shows_well(text: &str, place: &Place) -> bool {
    const LONGEST: usize = 1000;
    text.lines().skip(place.line.saturating_sub(2)).take(3).all(|line| line.len() <= LONGEST)
}

/// The first line of what is meant: a whole node of many lines says no more than its beginning.
fn label_span(text: &str, place: &Place) -> std::ops::Range<usize> {
    let start = place.span.start.min(text.len());
    let end = place.span.end.clamp(start, text.len());
    let line = text.get(start..end).and_then(|t| t.lines().next()).map_or(0, str::len);
    start..start + line
}

/// Every error of a text that is no recipe.
pub fn parse_errors(path: &Path, text: &str, error: &ParseError) -> String {
    let all = std::iter::once(error).chain(&error.more);
    let snippets: Vec<String> = all.map(|e| snippet(path, text, &e.place, Severity::Error, &e.message)).collect();
    snippets.join("\n\n")
}
