//! `orograph nodes`: the catalogue, in short or one kind in full.

use super::Failure;
use super::args::NodesArgs;
use super::catalogue::{default_words, kind, node, number_words, paragraphs, port, quantity};
use super::output::{print, print_json};
use crate::spec::{Category, InputSpec, NodeSpec, Open, ParamKind, ParamSpec, Span};

/// Prints all kinds, or the one that is asked for.
pub fn run(args: &NodesArgs) -> Result<(), Failure> {
    let Some(name) = &args.kind else {
        if args.json {
            return print_json(&crate::nodes::all().map(node).collect::<Vec<_>>());
        }
        return print(&overview());
    };
    let found = crate::nodes::all().find(|s| s.kind.eq_ignore_ascii_case(name) || s.title.eq_ignore_ascii_case(name));
    match found {
        Some(spec) if args.json => print_json(&node(spec)),
        Some(spec) => print(&manual(spec)),
        None => {
            let known: Vec<&str> = crate::nodes::all().map(|s| s.kind).collect();
            Err(Failure::Usage(format!("there is no kind of node \"{name}\", there are {}", known.join(", "))))
        }
    }
}

fn overview() -> String {
    let mut lines = Vec::new();
    for category in Category::ALL {
        let specs: Vec<&NodeSpec> = crate::nodes::all().filter(|s| s.category == category).collect();
        if !specs.is_empty() {
            lines.push(category.title().to_owned());
            lines.extend(specs.iter().map(|s| format!("  {:<16} {}", s.kind, s.sentence())));
        }
    }
    lines.push("\n`orograph nodes KIND` explains one of them.".into());
    lines.join("\n")
}

fn manual(spec: &NodeSpec) -> String {
    let mut lines = vec![format!("{} ({})", spec.kind, spec.category.title()), String::new(), paragraphs(spec.doc)];
    let section = |lines: &mut Vec<String>, title: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            lines.push(format!("\n{title}"));
            lines.extend(entries);
        }
    };
    section(&mut lines, "Inputs", spec.inputs.iter().map(input).collect());
    section(&mut lines, "Parameters", spec.params.iter().map(param).collect());
    let outputs = spec.outputs.iter().map(|o| format!("  {} ({})", o.name, quantity(o.quantity))).collect();
    section(&mut lines, "Outputs", outputs);
    lines.join("\n")
}

fn input(input: &InputSpec) -> String {
    let open = match input.open {
        Open::Required => "must be plugged".into(),
        Open::Optional => "may stay open".into(),
        Open::Number(n) => format!("{} while open", number_words(n)),
    };
    let allowed = input.hard.map(allowed).unwrap_or_default();
    format!(
        "  {} ({}, {}; {open}{allowed})\n{}",
        input.name,
        quantity(input.quantity),
        port(input.port),
        body(input.doc)
    )
}

fn param(param: &ParamSpec) -> String {
    let allowed = param.hard.map(allowed).unwrap_or_default();
    let mut text = format!(
        "  {} ({}; default {}{allowed})\n{}",
        param.name,
        kind(param.kind),
        default_words(param.default),
        body(param.doc)
    );
    if let ParamKind::Choice(options) = param.kind {
        for option in options {
            text += &format!("\n      {}: {}", option.name, option.doc);
        }
    }
    text
}

fn allowed(span: Span) -> String {
    format!("; allowed {} to {}", number_words(span.lo), number_words(span.hi))
}

fn body(doc: &str) -> String {
    let lines: Vec<String> = paragraphs(doc).lines().map(|l| format!("      {l}").trim_end().to_owned()).collect();
    lines.join("\n")
}
