//! The interface in Chinese: nothing is left out, nothing is left over, nothing stays English.

use super::*;
use orograph::export::Format;
use orograph::graph::Along;
use orograph::gui::command::ENTRIES;
use orograph::gui::language::{self, Language};
use orograph::gui::panels::keys::GESTURES;
use orograph::gui::templates::TEMPLATES;
use orograph::nodes;
use orograph::raster::Sampling;
use orograph::spec::Category;
use orograph::view::Mode;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn sources() -> Vec<String> {
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/gui"))];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    texts
}

/// The string literals of `text` from its start up to the bracket that closes it, with what stands between them.
fn literals(text: &str) -> Vec<String> {
    let (mut found, mut depth) = (Vec::new(), 1);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => break,
            ')' => depth -= 1,
            '"' => {
                let mut literal = String::new();
                while let Some(c) = chars.next() {
                    match c {
                        '"' => break,
                        '\\' => match chars.next() {
                            Some('n') => literal.push('\n'),
                            Some(other) => literal.push(other),
                            None => break,
                        },
                        other => literal.push(other),
                    }
                }
                if depth == 1 {
                    found.push(literal);
                }
            }
            _ => {}
        }
    }
    found
}

/// Every key that the sources look up: literals of the macros, and the tables.
fn keys() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for text in sources() {
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        for name in ["tr!(", "key!("] {
            for (at, _) in code.match_indices(name) {
                let before = code[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let rest = &code[at + name.len()..];
                let found = literals(rest);
                // The form that counts has a value first and two sentences; all others have their key first.
                let counts = !rest.trim_start().starts_with('"');
                keys.extend(found.into_iter().take(if counts { 2 } else { 1 }));
            }
        }
    }
    keys.extend(ENTRIES.iter().map(|entry| entry.title.to_owned()));
    keys.extend(GESTURES.iter().flat_map(|(gesture, effect)| [(*gesture).to_owned(), (*effect).to_owned()]));
    keys.extend(TEMPLATES.iter().flat_map(|template| [template.title.to_owned(), template.about.to_owned()]));
    keys.extend(Category::ALL.iter().map(|category| category.title().to_owned()));
    keys.extend(Mode::NAMED.iter().map(|(name, _)| (*name).to_owned()));
    keys.extend(Along::NAMED.iter().map(|(name, _)| (*name).to_owned()));
    keys.extend(Format::ALL.iter().map(|format| format.title().to_owned()));
    keys.extend(Sampling::NAMED.iter().map(|(name, _)| (*name).to_owned()));
    keys
}

/// The names in braces.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn every_sentence_of_the_interface_is_translated_and_fills_in_the_same_names() {
    let table = Language::SimplifiedChinese.table();
    assert!(table.len() > 300, "the table cannot be read");
    let keys = keys();
    let missing: Vec<&String> = keys.iter().filter(|key| !table.contains_key(*key)).collect();
    assert!(missing.is_empty(), "assets/language/zh-Hans.ron lacks: {missing:#?}");
    for (key, words) in table {
        assert!(!words.trim().is_empty(), "{key}");
        assert_eq!(places(key), places(words), "{key}");
    }
}

#[test]
fn no_translation_is_left_over() {
    let keys = keys();
    let idle: Vec<&String> = Language::SimplifiedChinese.table().keys().filter(|key| !keys.contains(*key)).collect();
    assert!(idle.is_empty(), "nothing looks these up: {idle:#?}");
}

#[test]
fn every_node_port_parameter_and_option_has_chinese_words() {
    let keys = nodes::all().flat_map(language::keys);
    let missing: Vec<String> = keys.filter(|key| !language::knows(Language::SimplifiedChinese, key)).collect();
    assert!(missing.is_empty(), "assets/language/zh-Hans-nodes.ron lacks: {missing:#?}");
}

#[test]
fn english_words_of_nodes_are_those_of_their_declaration() {
    Language::English.speak();
    for spec in nodes::all() {
        assert_eq!(language::title(spec), spec.title);
        assert_eq!(language::sentence(spec), spec.sentence());
        for input in spec.inputs {
            assert_eq!(language::port(spec, input.name), input.name.replace('_', " "));
        }
    }
}

#[test]
fn a_locale_chooses_the_language() {
    for chinese in ["zh", "zh_CN.UTF-8", "zh-Hans-CN", "ZH-SG", "zh_TW"] {
        assert_eq!(Language::of_locale(chinese), Language::SimplifiedChinese, "{chinese}");
    }
    for english in ["en_GB.UTF-8", "de-DE", "C", "POSIX", "", "ja_JP", "zhuang"] {
        assert_eq!(Language::of_locale(english), Language::English, "{english}");
    }
}

/// A window whose interface is Chinese, on a machine that need not have a Chinese font.
fn chinese(folder: &Path) -> Window {
    let settings = Settings { language: Some(Language::SimplifiedChinese), ..Settings::default() };
    settings.save(Some(&folder.join("config"))).unwrap();
    window_with_boxes(folder)
}

/// Words that stay as they are in every language: names of the recipe, units, keys, formats, names of algorithms.
fn stays(window: &Window, word: &str) -> bool {
    const KNOWN: &str = "Orograph orograph recipe ron English BLAKE info Ctrl Shift Space Tab Esc Del Home Delete Alt
        Backspace Insert Perlin Simplex fBm png PNG npy RAW Unreal Unity Godot Plus Minus Equals terrain km Engine";
    let graph = window.graph();
    let of_recipe = graph.nodes.keys().map(|id| id.to_string());
    let of_outputs = graph.outputs.iter().map(|output| output.name.clone());
    let mut names = of_recipe.chain(of_outputs).chain(KNOWN.split_whitespace().map(str::to_owned));
    names.any(|name| name == word)
}

/// English words among what a screen reader hears in the window.
fn english_words(window: &Window) -> Vec<String> {
    let mut found = BTreeSet::new();
    for node in window.harness.root().children_recursive() {
        let node = node.accesskit_node();
        let texts = [node.label(), node.value(), node.description()];
        for text in texts.into_iter().flatten() {
            // Ports and fields in accessible names of the canvas are those of the file.
            if text.contains('.') && text.split(' ').count() == 2 {
                continue;
            }
            // Paths, and what a file will hold, which is the engine's sentence.
            // So are the hexadecimal digits of a colour, and what egui calls the button that shows one.
            if text.starts_with(['/', '#']) || text.contains("north row first") || text == "Color" {
                continue;
            }
            let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2);
            let strange: Vec<&str> = words.filter(|word| !stays(window, word)).collect();
            if !strange.is_empty() {
                found.insert(format!("{strange:?} in {text}"));
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn a_window_in_chinese_has_no_english_left() {
    let folder = folder();
    let mut window = chinese(folder.path());
    assert!(window.shows("文件") && window.shows("检查器") && window.shows("就绪"));
    let mut english = Vec::new();
    let look = |window: &mut Window, english: &mut Vec<String>| {
        window.steps(2);
        english.extend(english_words(window));
    };
    for pane in Pane::ALL {
        window.ask(Request::Pane(pane, true));
        look(&mut window, &mut english);
    }
    window.ask(Request::Pane(Pane::Inspector, true));
    let ids: Vec<String> = window.graph().nodes.keys().map(|id| id.to_string()).collect();
    for id in &ids {
        window.select(&[id]);
        look(&mut window, &mut english);
    }
    window.select(&[&ids[0], &ids[1]]);
    look(&mut window, &mut english);
    for menu in ["文件", "编辑", "视图", "帮助"] {
        window.click(menu);
        look(&mut window, &mut english);
        window.key(Modifiers::NONE, Key::Escape);
    }
    for command in [Command::Keys, Command::Templates] {
        window.command(command);
        look(&mut window, &mut english);
        window.key(Modifiers::NONE, Key::Escape);
    }
    english.sort();
    english.dedup();
    assert!(english.is_empty(), "{english:#?}");
}

#[test]
fn the_language_is_chosen_in_the_menu_and_the_file_stays_english() {
    let folder = folder();
    let mut window = window_with_boxes(folder.path());
    window.click("View");
    window.click("Language");
    press(&mut window, "简体中文");
    assert!(window.shows("文件") && !window.shows("Help"));
    window.edit(orograph::graph::Edit::Add { kind: "Perlin".into(), at: [900.0, 900.0], from: None, to: None });
    window.command(Command::Save);
    let saved = std::fs::read_to_string(folder.path().join("recipe.ron")).unwrap();
    assert!(saved.is_ascii() && saved.contains("Perlin("), "{saved}");
    drop(window);
    assert!(window_with_boxes(folder.path()).shows("文件"), "the choice is remembered");
}
