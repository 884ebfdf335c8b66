//! Words of nodes: English from their declaration, other languages from a table keyed by kind, port and option.
//!
//! `Fbm` is a kind, `Fbm.gain` a port or parameter of it, `Fbm.noise=Perlin` an option. A star in place of the kind
//! stands for every kind that has no entry of its own.

use super::{Language, read};
use crate::gui::widgets::row::{prose, spoken};
use crate::spec::{Category, Choice, NodeSpec};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A name and one sentence by key.
type Table = BTreeMap<String, (String, String)>;

fn table(language: Language) -> &'static Table {
    static CHINESE: OnceLock<Table> = OnceLock::new();
    static NONE: Table = Table::new();
    match language {
        Language::English => &NONE,
        Language::SimplifiedChinese => {
            CHINESE.get_or_init(|| read(include_str!("../../../assets/language/zh-Hans-nodes.ron")))
        }
    }
}

fn find(kind: &str, rest: &str) -> Option<&'static (String, String)> {
    let language = Language::spoken();
    if language == Language::English {
        return None;
    }
    let table = table(language);
    table.get(&format!("{kind}{rest}")).or_else(|| table.get(&format!("*{rest}")))
}

/// Every key for which a language other than English needs words: kinds, ports, parameters and options.
pub fn keys(spec: &NodeSpec) -> Vec<String> {
    let options = |param: &crate::spec::ParamSpec| match param.kind {
        crate::spec::ParamKind::Choice(options) => options,
        _ => &[],
    };
    let mut keys = vec![spec.kind.to_owned()];
    keys.extend(spec.inputs.iter().map(|input| format!("{}.{}", spec.kind, input.name)));
    for param in spec.params {
        keys.push(format!("{}.{}", spec.kind, param.name));
        keys.extend(options(param).iter().map(|option| format!("{}.{}={}", spec.kind, param.name, option.name)));
    }
    keys.extend(spec.outputs.iter().map(|output| format!("{}>{}", spec.kind, output.name)));
    keys
}

/// Whether a language has words for a key of [`keys`].
pub fn knows(language: Language, key: &str) -> bool {
    let star = key.find(['.', '>']).map(|at| format!("*{}", &key[at..]));
    let table = table(language);
    language == Language::English || table.contains_key(key) || star.is_some_and(|star| table.contains_key(&star))
}

/// Title of a kind of nodes.
pub fn title(spec: &NodeSpec) -> &'static str {
    find(spec.kind, "").map_or(spec.title, |(title, _)| title)
}

/// What a kind of nodes does, in one sentence.
pub fn sentence(spec: &NodeSpec) -> &'static str {
    find(spec.kind, "").map_or_else(|| spec.sentence(), |(_, sentence)| sentence)
}

/// Documentation of a kind of nodes.
pub fn doc(spec: &NodeSpec) -> String {
    find(spec.kind, "").map_or_else(|| prose(spec.doc), |(_, sentence)| sentence.clone())
}

/// Name of an input or a parameter as people read it.
pub fn port(spec: &NodeSpec, name: &str) -> String {
    find(spec.kind, &format!(".{name}")).map_or_else(|| spoken(name), |(name, _)| name.clone())
}

/// Documentation of an input or a parameter.
pub fn port_doc(spec: &NodeSpec, name: &str) -> String {
    let own = || {
        let input = spec.input(name).map(|(_, input)| input.doc);
        prose(input.or_else(|| spec.param(name).map(|(_, param)| param.doc)).unwrap_or_default())
    };
    find(spec.kind, &format!(".{name}")).map_or_else(own, |(_, doc)| doc.clone())
}

/// Name of an output as people read it.
pub fn output(spec: &NodeSpec, name: &str) -> String {
    find(spec.kind, &format!(">{name}")).map_or_else(|| spoken(name), |(name, _)| name.clone())
}

/// Name of a parameter's option; `english` is what it is called where no table knows it.
pub fn choice(spec: Option<&NodeSpec>, param: &str, option: &str, english: String) -> String {
    let found = spec.and_then(|spec| find(spec.kind, &format!(".{param}={option}")));
    found.map_or(english, |(name, _)| name.clone())
}

/// What a parameter's option means, in one sentence.
pub fn choice_doc(spec: Option<&NodeSpec>, param: &str, option: &Choice) -> String {
    let found = spec.and_then(|spec| find(spec.kind, &format!(".{param}={}", option.name)));
    found.map_or_else(|| option.doc.trim().to_owned(), |(_, doc)| doc.clone())
}

/// Title of a family of nodes.
pub fn category(category: Category) -> &'static str {
    super::text(category.title())
}
