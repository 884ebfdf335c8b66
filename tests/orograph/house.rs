//! The house: import rules, sizes of files, declarations of nodes, words that have no place here.

use orograph::nodes;
use orograph::spec::{Category, DefaultValue, Open, ParamKind, Shown};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(ROOT).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Module by module what it may import, read from the table in ARCHITECTURE.md.
fn import_table() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().skip_while(|l| !l.starts_with("| module | imports |")).skip(2);
    let table: BTreeMap<_, _> = rows
        .take_while(|l| l.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let words = cells[1].split(',').map(|w| w.trim().trim_matches('`').to_owned());
            (cells[0].trim_matches('`').to_owned(), words.filter(|w| !w.is_empty() && w != "nothing").collect())
        })
        .collect();
    assert!(table.len() > 10, "the import table of ARCHITECTURE.md was not found: {table:?}");
    table
}

/// Names after `crate::` in one file, without those in comments.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let after = code.split("crate::").skip(1);
    let mut names = BTreeSet::new();
    for rest in after {
        match rest.strip_prefix('{') {
            // `use crate::{graph::Graph, nodes}`: the first name of every item at the outer level.
            Some(list) => {
                let mut depth = 0;
                let mut item = String::new();
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => names.extend([std::mem::take(&mut item)]),
                        _ if depth == 0 => item.push(c),
                        _ => {}
                    }
                }
                names.insert(item);
            }
            None => {
                names.insert(rest.to_owned());
            }
        }
    }
    let first = |n: &String| n.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    names.iter().map(first).filter(|n| !n.is_empty()).collect()
}

#[test]
fn modules_import_only_what_the_architecture_allows() {
    let table = import_table();
    let src = Path::new(ROOT).join("src");
    let mut wrong = Vec::new();
    for path in rust_files("src") {
        let inner = path.strip_prefix(&src).unwrap();
        let module =
            inner.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(allowed) = table.get(&module) else {
            wrong.push(format!("{} belongs to no module of the table", inner.display()));
            continue;
        };
        for import in imports(&fs::read_to_string(&path).unwrap()) {
            let is_module = table.contains_key(&import);
            if is_module && import != module && !allowed.contains(&import) {
                wrong.push(format!("{} imports {import}, {module} may import {allowed:?}", inner.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_window_libraries_stay_in_the_window() {
    for path in rust_files("src").into_iter().filter(|p| !p.starts_with(Path::new(ROOT).join("src/gui"))) {
        let text = fs::read_to_string(&path).unwrap();
        for library in ["egui::", "eframe::", "rfd::", "egui_plot::", "egui_notify::"] {
            assert!(!text.contains(library), "{} uses {library}", path.display());
        }
    }
}

#[test]
fn unsafe_code_stays_in_simd() {
    for path in rust_files("src").into_iter().filter(|p| !p.starts_with(Path::new(ROOT).join("src/simd"))) {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
        assert!(!code.clone().any(|l| l.contains("unsafe ")), "{} holds unsafe code", path.display());
    }
}

#[test]
fn files_stay_short_and_say_what_they_are() {
    for path in rust_files("src").into_iter().chain(rust_files("tests")) {
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().count();
        assert!(lines <= 450, "{} has {lines} lines: is there a seam?", path.display());
        assert!(text.starts_with("//!"), "{} has no header", path.display());
    }
}

#[test]
fn every_declared_node_is_listed_and_kinds_are_unique() {
    let listed: Vec<&str> = nodes::all().map(|s| s.kind).collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), unique.len(), "two nodes share a kind: {listed:?}");
    assert!(!unique.contains("Trial") && nodes::find("trial").is_none(), "a kind for tests is offered to people");
    for path in rust_files("src/nodes").into_iter().filter(|p| !p.ends_with("trial.rs")) {
        let text = fs::read_to_string(&path).unwrap();
        for rest in text.split("pub struct ").skip(1) {
            let Some((name, _)) = rest.split_once(" = \"") else { continue };
            if name.chars().all(char::is_alphanumeric) {
                assert!(unique.contains(name), "{name} of {} is not listed", path.display());
            }
        }
    }
    assert!(listed.len() >= 26, "the vocabulary shrank: {listed:?}");
}

#[test]
fn declarations_are_complete_and_name_what_exists() {
    for spec in nodes::all() {
        let kind = spec.kind;
        assert!(spec.sentence().len() > 15 && spec.sentence().ends_with('.'), "{kind}: its first line is no sentence");
        assert!(!spec.keywords.is_empty(), "{kind} has no keywords");
        assert!(Category::ALL.contains(&spec.category), "{kind}");
        let mut names: Vec<&str> =
            spec.inputs.iter().map(|i| i.name).chain(spec.params.iter().map(|p| p.name)).collect();
        for reserved in ["note", "version", "muted"] {
            assert!(!names.contains(&reserved), "{kind}: {reserved} is reserved");
        }
        let has = |name: &str| spec.input(name).is_some() || spec.param(name).is_some();
        names.sort_unstable();
        assert!(names.windows(2).all(|w| w[0] != w[1]), "{kind} names a field twice");
        assert!(spec.face.iter().all(|f| spec.param(f).is_some()), "{kind} shows a parameter that it lacks");
        assert!(spec.bypass.is_none_or(|b| spec.input(b).is_some()), "{kind} bypasses an input that it lacks");
        for shown in spec.inputs.iter().map(|i| i.shown).chain(spec.params.iter().map(|p| p.shown)) {
            match shown {
                Shown::Always => {}
                Shown::AnyOpen(inputs) => assert!(inputs.iter().all(|i| spec.input(i).is_some()), "{kind}"),
                Shown::Chosen(param, _) | Shown::On(param) => assert!(has(param), "{kind}: {param}"),
            }
        }
    }
}

#[test]
fn defaults_lie_inside_their_ranges_in_every_world() {
    for extent in [(4096.0, 4096.0), (1.0, 1.0), (4.0e6, 1.0e3)] {
        for spec in nodes::all() {
            for input in spec.inputs {
                if let (Open::Number(n), Some(hard)) = (input.open, input.hard) {
                    let (lo, hi) = hard.resolve(extent);
                    let v = n.resolve(extent);
                    assert!(lo <= v && v <= hi, "{}.{}: {v} is outside {lo}..{hi}", spec.kind, input.name);
                }
            }
            for param in spec.params {
                if let (DefaultValue::Number(n), Some(hard)) = (param.default, param.hard) {
                    let (lo, hi) = hard.resolve(extent);
                    let v = n.resolve(extent);
                    assert!(lo <= v && v <= hi, "{}.{}: {v} is outside {lo}..{hi}", spec.kind, param.name);
                }
                if let ParamKind::Choice(options) = param.kind {
                    assert!(options.iter().all(|o| !o.doc.is_empty()), "{}.{}", spec.kind, param.name);
                }
            }
        }
    }
}
