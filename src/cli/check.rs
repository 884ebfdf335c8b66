//! `orograph check`: every problem of recipes, one a line: `file:line:column: error: sentence`.

use super::Failure;
use super::args::CheckArgs;
use super::output::{print, print_json};
use crate::graph::{Graph, LoadError, Loaded, ParseError, Problem, Severity, Upgrade};
use crate::plan::{compile, survey};
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Found {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    severity: &'static str,
    node: Option<String>,
    field: Option<String>,
    message: String,
}

/// Prints the problems of the files; errors make the exit code 1, warnings and notes do not.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut all = Vec::new();
    let mut clean = Vec::new();
    for path in &args.files {
        let found = check(path);
        if found.is_empty() {
            clean.push(format!("{}: no problems", path.display()));
        }
        all.extend(found);
    }
    if args.json {
        print_json(&all)?;
    } else {
        let lines: Vec<String> = all.iter().map(line).chain(clean).collect();
        print(&lines.join("\n"))?;
    }
    if all.iter().any(|f| f.severity == "error") { Err(Failure::Printed) } else { Ok(()) }
}

fn line(found: &Found) -> String {
    let place = match (found.line, found.column) {
        (Some(line), Some(column)) => format!("{}:{line}:{column}", found.file),
        _ => found.file.clone(),
    };
    format!("{place}: {}: {}", found.severity, found.message)
}

fn check(path: &Path) -> Vec<Found> {
    let file = path.display().to_string();
    match Graph::load(path) {
        Ok(loaded) => {
            let problems = problems(&loaded);
            problems.iter().map(|(severity, p)| at_place(&file, &loaded, severity, p)).collect()
        }
        Err(LoadError::Parse { error, .. }) => {
            std::iter::once(&*error).chain(&error.more).map(|e| parse_error(&file, e)).collect()
        }
        Err(error) => vec![Found {
            file,
            line: None,
            column: None,
            severity: "error",
            node: None,
            field: None,
            message: error.to_string(),
        }],
    }
}

fn parse_error(file: &str, error: &ParseError) -> Found {
    Found {
        file: file.into(),
        line: Some(error.place.line),
        column: Some(error.place.column),
        severity: "error",
        node: error.node.as_deref().map(Into::into),
        field: error.field.clone(),
        message: error.message.clone(),
    }
}

fn at_place(file: &str, loaded: &Loaded, severity: &'static str, problem: &Problem) -> Found {
    let place = loaded.locate(problem);
    Found {
        file: file.into(),
        line: place.as_ref().map(|p| p.line),
        column: place.as_ref().map(|p| p.column),
        severity,
        node: problem.node.as_deref().map(Into::into),
        field: problem.field.clone(),
        message: problem.message.clone(),
    }
}

/// What the file, the graph and the planner say, each thing once.
fn problems(loaded: &Loaded) -> Vec<(&'static str, Problem)> {
    let word = |severity| if severity == Severity::Error { "error" } else { "warning" };
    let of_file = loaded.warnings.iter().cloned().chain(loaded.graph.check());
    let mut found: Vec<(&'static str, Problem)> = of_file.map(|p| (word(p.severity), p)).collect();
    let knows_errors = |found: &[(&str, Problem)], node: &Option<crate::graph::NodeId>| {
        node.as_ref().is_some_and(|node| found.iter().any(|(s, p)| *s == "error" && p.is_about(node)))
    };
    for upgrade in loaded.graph.upgrades() {
        let Upgrade { group, id, kind, from, to, .. } = &upgrade;
        let place = group.as_ref().map_or_else(String::new, |group| format!("group \"{group}\": "));
        let message = format!(
            "{place}node \"{id}\" ({kind}) is version {from}, the current one is {to}: upgrade it in the inspector or with \
             orograph upgrade FILE --node {}",
            upgrade.path()
        );
        let node = group.is_none().then(|| id.clone());
        found.push(("note", planned(Severity::Warning, node, Some("version"), message)));
    }
    if !loaded.graph.check_loops().is_empty() {
        // Everything that a loop feeds is in error for that reason alone.
        return found;
    }
    for (node, survey) in survey(&loaded.graph) {
        if let Some(error) = survey.error.filter(|_| !knows_errors(&found, &Some(node))) {
            found.push(("error", planned(Severity::Error, error.node, error.field.as_deref(), error.message)));
        }
        for note in survey.notes {
            let note = planned(Severity::Warning, Some(note.node), note.field.as_deref(), note.message);
            found.push(("note", note));
        }
    }
    for output in &loaded.graph.outputs {
        if let Err(error) = compile(&loaded.graph, &output.from, 0.0)
            && error.node.is_some()
            && !knows_errors(&found, &error.node)
        {
            found.push(("error", planned(Severity::Error, error.node, error.field.as_deref(), error.message)));
        }
    }
    found
}

fn planned(severity: Severity, node: Option<crate::graph::NodeId>, field: Option<&str>, message: String) -> Problem {
    Problem { severity, group: None, node, field: field.map(Into::into), message }
}
