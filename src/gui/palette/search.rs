//! Which kinds of nodes a query means, best first.

use crate::gui::language::{self, Language};
use crate::spec::{Category, NodeSpec};

/// The kinds that a query means: those whose title begins with it, then those with a word that does, then keywords,
/// then documentation. An empty query gives all of them, family by family.
pub fn ranked(query: &str, kinds: &[&'static NodeSpec]) -> Vec<&'static NodeSpec> {
    let query = query.trim().to_lowercase();
    let family = |spec: &NodeSpec| Category::ALL.iter().position(|c| *c == spec.category);
    let mut found: Vec<(u32, &'static NodeSpec)> =
        kinds.iter().filter_map(|spec| Some((score(&query, spec)?, *spec))).collect();
    match query.is_empty() {
        true => found.sort_by_key(|(_, spec)| family(spec)),
        false => found.sort_by_key(|(score, spec)| (*score, spec.title.len())),
    }
    found.into_iter().map(|(_, spec)| spec).collect()
}

/// How far a kind is from what was typed, 0 the nearest; `None` if a word of the query occurs nowhere in it.
fn score(query: &str, spec: &NodeSpec) -> Option<u32> {
    let title = spec.title.to_lowercase();
    if title.starts_with(query) || spec.kind.to_lowercase().starts_with(query) {
        return Some(0);
    }
    if spec.keywords.iter().any(|k| k.eq_ignore_ascii_case(query)) {
        return Some(2);
    }
    // Words of another language, which has no spaces to begin a word after.
    if Language::spoken() != Language::English {
        let (title, sentence) = (language::title(spec).to_lowercase(), language::sentence(spec));
        match (title.find(query), sentence.contains(query)) {
            (Some(0), _) => return Some(0),
            (Some(_), _) => return Some(1),
            (None, true) => return Some(5),
            (None, false) => {}
        }
    }
    query.split_whitespace().map(|word| score_of_word(word, &title, spec)).try_fold(0, |sum, s| Some(sum.max(s?)))
}

fn score_of_word(word: &str, title: &str, spec: &NodeSpec) -> Option<u32> {
    let begins = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(word));
    let tests: [(u32, bool); 6] = [
        (1, begins(title)),
        (2, spec.keywords.iter().any(|k| begins(&k.to_lowercase()))),
        (3, spec.category.title().to_lowercase().starts_with(word)),
        (4, title.contains(word) || spec.keywords.iter().any(|k| k.to_lowercase().contains(word))),
        (5, begins(&spec.doc.to_lowercase())),
        (6, spec.doc.to_lowercase().contains(word)),
    ];
    tests.iter().find(|(_, holds)| *holds).map(|(score, _)| *score)
}
