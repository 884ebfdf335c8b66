//! Which kinds of nodes a query means, best first.

use crate::gui::fuzzy;
use crate::gui::language::{self, Language};
use crate::gui::settings::Liked;
use crate::spec::{Category, NodeSpec};

/// The kinds that a query means: those whose title begins with it, then those with a word that does, then keywords,
/// then letters in their order, then documentation. An empty query gives all of them, family by family.
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
            (None, true) => return Some(7),
            (None, false) => {}
        }
    }
    query.split_whitespace().map(|word| score_of_word(word, &title, spec)).try_fold(0, |sum, s| Some(sum.max(s?)))
}

fn score_of_word(word: &str, title: &str, spec: &NodeSpec) -> Option<u32> {
    let begins = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(word));
    let means = |text: &str| fuzzy::score(word, text).is_some();
    let tests: [(u32, bool); 8] = [
        (1, begins(title)),
        (2, spec.keywords.iter().any(|k| begins(&k.to_lowercase()))),
        (3, spec.category.title().to_lowercase().starts_with(word)),
        (4, title.contains(word) || spec.keywords.iter().any(|k| k.to_lowercase().contains(word))),
        (5, means(spec.title)),
        (6, spec.keywords.iter().any(|k| means(k))),
        (7, begins(&spec.doc.to_lowercase())),
        (8, spec.doc.to_lowercase().contains(word)),
    ];
    tests.iter().find(|(_, holds)| *holds).map(|(score, _)| *score)
}

/// A row's part of the list while nothing is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Kinds with a star.
    Favourites,
    /// Kinds that were added last.
    Recent,
    /// A family.
    Family(Category),
    /// What was found by typing.
    Found,
}

/// The rows of the palette: what a query means, or everything by families, after favourites and recent kinds.
pub fn rows(query: &str, kinds: &[&'static NodeSpec], liked: &Liked) -> Vec<(Section, &'static NodeSpec)> {
    let all = ranked(query, kinds);
    if !query.trim().is_empty() {
        return all.into_iter().map(|spec| (Section::Found, spec)).collect();
    }
    let named = |section: Section, names: &[String]| {
        let found = names.iter().filter_map(|name| kinds.iter().find(|spec| spec.kind == name));
        found.map(|spec| (section, *spec)).collect::<Vec<_>>()
    };
    let mut rows = named(Section::Favourites, &liked.favourites);
    rows.extend(named(Section::Recent, &liked.recent));
    rows.extend(all.into_iter().map(|spec| (Section::Family(spec.category), spec)));
    rows
}
