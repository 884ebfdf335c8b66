//! The words of the interface in the language of the person who reads them.
//!
//! A key is the English sentence itself, so that code reads like the window; `tr!("Open")` looks it up in the table of the
//! language, and `tr!("Saved {name}.", name = n)` fills in names. Where one English word needs two translations, what
//! stands behind a bar tells them apart and is never shown: `tr!("open|a port")`. Words of nodes are English in their
//! declaration and keyed by kind and port, see `node.rs`. A test finds every key that a table lacks. Recipes, the command
//! line and the engine's sentences are English everywhere.

mod node;

pub use node::{category, choice, choice_doc, doc, keys, knows, output, port, port_doc, sentence, title};

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English, the language of the keys.
    #[default]
    English,
    /// Simplified Chinese.
    SimplifiedChinese,
}

/// Sentences by their English key.
type Table = BTreeMap<String, String>;

thread_local! {
    /// The language of the window that this thread draws; the window sets it from its settings before each frame.
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

impl Language {
    /// Every language, in the order of the menu.
    pub const ALL: [Self; 2] = [Self::English, Self::SimplifiedChinese];

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::SimplifiedChinese => "简体中文",
        }
    }

    /// The language for a locale such as `zh_CN.UTF-8` or `zh-Hans`; English where there is no better one.
    pub fn of_locale(locale: &str) -> Self {
        let mut parts = locale.split(['-', '_', '.', '@']);
        match parts.next() {
            Some(language) if language.eq_ignore_ascii_case("zh") => Self::SimplifiedChinese,
            _ => Self::English,
        }
    }

    /// Makes [`tr!`](crate::gui::language) speak it on this thread.
    pub fn speak(self) {
        SPOKEN.set(self);
    }

    /// What [`tr!`](crate::gui::language) speaks on this thread.
    pub fn spoken() -> Self {
        SPOKEN.get()
    }

    /// Its sentences; empty for the language of the keys.
    pub fn table(self) -> &'static Table {
        static CHINESE: OnceLock<Table> = OnceLock::new();
        static NONE: Table = Table::new();
        match self {
            Self::English => &NONE,
            Self::SimplifiedChinese => {
                CHINESE.get_or_init(|| read(include_str!("../../../assets/language/zh-Hans.ron")))
            }
        }
    }
}

/// A table as it stands in `assets/language`; a test holds that each can be read.
fn read<T: serde::de::DeserializeOwned + Default>(text: &str) -> T {
    ron::from_str(text).unwrap_or_default()
}

/// The sentence for a key in the language that this thread speaks. [`tr!`](crate::gui::language) is shorter.
pub fn text(key: &'static str) -> &'static str {
    Language::spoken().table().get(key).map_or_else(|| english(key), String::as_str)
}

/// A key as it reads in English: without what tells it from another one.
pub fn english(key: &str) -> &str {
    key.split_once('|').map_or(key, |(words, _)| words)
}

/// The sentence for a key with `{name}`s filled in.
pub fn fill(key: &'static str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut rest = text(key);
    let mut out = String::with_capacity(rest.len() + 16);
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => out.push_str(&value.to_string()),
            None => out.extend(["{", name, "}"]),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Words of the interface: `tr!("Open")` is a `&'static str`, `tr!("Saved {name}.", name = n)` a `String`, and
/// `tr!(n, "1 node", "{n} nodes")` counts.
macro_rules! tr {
    ($key:literal) => {
        $crate::gui::language::text($key)
    };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::gui::language::fill($key, &[$((stringify!($name), &$value as &dyn ::std::fmt::Display)),+])
    };
    ($count:expr, $one:literal, $many:literal) => {
        match $count {
            1 => $crate::gui::language::text($one).to_owned(),
            n => $crate::gui::language::fill($many, &[("n", &n as &dyn ::std::fmt::Display)]),
        }
    };
}
pub(crate) use tr;

/// Marks a sentence that is looked up later, by [`text`], as one that needs a translation.
macro_rules! key {
    ($key:literal) => {
        $key
    };
}
pub(crate) use key;
