//! Pieces of a RON text with their places: `ron` splits a value into named fields, entries or items, each of which keeps
//! its own text, so that errors can point at it and what is not understood can be written back verbatim.

use ron::value::RawValue;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::ops::Range;

/// Something wrong at a place in the text.
#[derive(Clone, Debug)]
pub struct Fault {
    /// One sentence.
    pub message: String,
    /// Bytes of the text that it is about.
    pub span: Range<usize>,
}

/// One RON value: its text without surrounding blanks and comments, and where it begins in the file.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    /// The text.
    pub text: &'a str,
    /// Offset of its first byte.
    pub at: usize,
}

/// A named field, an entry of a map (the name is decoded), or an item of a list (the name is empty).
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Range<usize>,
    /// The value.
    pub value: Raw<'a>,
}

/// What a value looks like from its first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `"…"`
    Text,
    /// `1.5`
    Number,
    /// `Hashed`, `true`, `Fbm(…)`
    Word,
    /// `(…)`
    Round,
    /// `[…]`
    List,
    /// `{…}`
    Map,
    /// Anything else.
    Other,
}

impl Shape {
    /// In words, with an article.
    pub fn words(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Word => "a word",
            Self::Round => "a group in round brackets",
            Self::List => "a list",
            Self::Map => "a map",
            Self::Other => "something else",
        }
    }
}

impl<'a> Raw<'a> {
    /// A whole text.
    pub fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// Bytes of the file that the value covers.
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// What the value looks like.
    pub fn shape(&self) -> Shape {
        let mut chars = self.text.chars();
        match (chars.next(), chars.next()) {
            (Some('"'), _) | (Some('r'), Some('"' | '#')) => Shape::Text,
            (Some('0'..='9' | '+' | '-' | '.'), _) => Shape::Number,
            (Some('('), _) => Shape::Round,
            (Some('['), _) => Shape::List,
            (Some('{'), _) => Shape::Map,
            (Some(c), _) if c.is_alphabetic() || c == '_' => Shape::Word,
            _ => Shape::Other,
        }
    }

    /// The beginning of the value, for messages.
    pub fn excerpt(&self) -> String {
        let line: String = self.text.chars().take_while(|c| *c != '\n' && *c != '\r').take(40).collect();
        if line.len() < self.text.len() { format!("{line}…") } else { line }
    }

    /// A fault about the whole value.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), span: self.span() }
    }

    /// The fields of `(name: value, …)`.
    pub fn fields(&self) -> Result<Vec<Entry<'a>>, Fault> {
        self.split(|de| de.deserialize_struct("", &[], Split { owner: *self, keys: Keys::Words }))
    }

    /// The entries of `{ "name": value, … }`.
    pub fn entries(&self) -> Result<Vec<Entry<'a>>, Fault> {
        if self.shape() != Shape::Map {
            return Err(self.fault(format!("expected a map such as {{ \"name\": … }}, found {}", self.shape().words())));
        }
        let entries = self.split(|de| de.deserialize_map(Split { owner: *self, keys: Keys::Texts }))?;
        let decode = |entry: Entry<'a>| {
            let key = Raw::new(&self.text[entry.span.start - self.at..entry.span.end - self.at], entry.span.start);
            Ok(Entry { name: key.string()?, ..entry })
        };
        entries.into_iter().map(decode).collect()
    }

    /// The items of `[value, …]` or `(value, …)`.
    pub fn items(&self) -> Result<Vec<Raw<'a>>, Fault> {
        let visitor = Split { owner: *self, keys: Keys::None };
        let items = match self.shape() {
            Shape::List => self.split(|de| de.deserialize_seq(visitor))?,
            _ => self.split(|de| de.deserialize_tuple(0, visitor))?,
        };
        Ok(items.into_iter().map(|entry| entry.value).collect())
    }

    /// The word at the beginning and what follows it: `Fbm` and `(seed: 1)`.
    pub fn word(&self) -> (&'a str, Raw<'a>) {
        let end = self.text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.text.len());
        let rest = self.text[end..].trim_start();
        (&self.text[..end], Raw::new(rest, self.at + self.text.len() - rest.len()))
    }

    /// The text between quotes, decoded.
    pub fn string(&self) -> Result<String, Fault> {
        match self.shape() {
            Shape::Text => self.read(),
            _ => Err(self.fault(format!("expected a text in quotes, found {}", self.excerpt()))),
        }
    }

    /// The number; `None` for anything else, and for a number that is not finite. Minus zero becomes zero.
    pub fn number(&self) -> Option<f64> {
        let number: f64 = if self.shape() == Shape::Number { self.read().ok()? } else { return None };
        number.is_finite().then_some(number + 0.0)
    }

    /// The value as a type of Rust's.
    pub fn read<T: serde::Deserialize<'a>>(&self) -> Result<T, Fault> {
        ron::from_str(self.text).map_err(|error| self.syntax(&error))
    }

    fn split(
        &self,
        read: impl FnOnce(&mut ron::Deserializer<'a>) -> Result<Vec<Entry<'a>>, ron::Error>,
    ) -> Result<Vec<Entry<'a>>, Fault> {
        let mut de = ron::Deserializer::from_str(self.text).map_err(|error| self.syntax(&error))?;
        let entries = read(&mut de).map_err(|error| self.syntax(&de.span_error(error)))?;
        de.end().map_err(|error| self.syntax(&de.span_error(error)))?;
        Ok(entries)
    }

    /// Points at the character where `ron` stopped.
    fn syntax(&self, error: &ron::error::SpannedError) -> Fault {
        let start = self.offset(&error.span.end);
        let len = self.text.get(start - self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Fault { message: syntax_words(&error.code), span: start..start + len }
    }

    /// The byte of the file at a position that `ron` counts in lines and characters of this value.
    fn offset(&self, position: &ron::error::Position) -> usize {
        let lines = self.text.split_inclusive('\n');
        let before: usize = lines.clone().take(position.line - 1).map(str::len).sum();
        let line = lines.clone().nth(position.line - 1).unwrap_or("");
        let within: usize = line.chars().take(position.col - 1).map(char::len_utf8).sum();
        self.at + before + within
    }

    fn piece(&self, raw: &'a RawValue) -> Self {
        let text = raw.trim().get_ron();
        Self { text, at: self.at + (text.as_ptr() as usize - self.text.as_ptr() as usize) }
    }
}

/// Whether a comment stands in `text` outside quotes.
pub fn has_comment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        match (bytes[i], bytes.get(i + 1)) {
            (b'/', Some(b'/' | b'*')) => return true,
            (b'r', Some(b'#' | b'"')) if i == 0 || !bytes[i - 1].is_ascii_alphanumeric() => {
                let hashes = bytes[i + 1..].iter().take_while(|b| **b == b'#').count();
                let close = format!("\"{}", "#".repeat(hashes));
                let from = i + 2 + hashes;
                i = text.get(from..).and_then(|rest| rest.find(&close)).map_or(bytes.len(), |n| from + n + close.len());
            }
            (b'"', _) => {
                i += 1;
                while i < bytes.len() && bytes[i] != b'"' {
                    i += 1 + usize::from(bytes[i] == b'\\');
                }
                i += 1;
            }
            _ => i += 1,
        }
    }
    false
}

#[derive(Clone, Copy)]
enum Keys {
    Words,
    Texts,
    None,
}

/// Collects the pieces of one value without reading them.
struct Split<'a> {
    owner: Raw<'a>,
    keys: Keys,
}

impl<'a> Visitor<'a> for Split<'a> {
    type Value = Vec<Entry<'a>>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("fields")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        loop {
            let (name, span) = match self.keys {
                Keys::Texts => match map.next_key::<&RawValue>()? {
                    Some(key) => (String::new(), self.owner.piece(key).span()),
                    None => break,
                },
                Keys::Words | Keys::None => match map.next_key_seed(Word)? {
                    Some(word) => {
                        let at = self.owner.at + (word.as_ptr() as usize - self.owner.text.as_ptr() as usize);
                        (word.to_owned(), at..at + word.len())
                    }
                    None => break,
                },
            };
            let value = self.owner.piece(map.next_value::<&RawValue>()?);
            entries.push(Entry { name, span, value });
        }
        Ok(entries)
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(raw) = seq.next_element::<&RawValue>()? {
            let value = self.owner.piece(raw);
            entries.push(Entry { name: String::new(), span: value.span(), value });
        }
        Ok(entries)
    }
}

/// A field's name, borrowed from the text.
struct Word;

impl<'a> DeserializeSeed<'a> for Word {
    type Value = &'a str;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<&'a str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'a> Visitor<'a> for Word {
    type Value = &'a str;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, v: &'a str) -> Result<&'a str, E> {
        Ok(v)
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<&'a str, E> {
        Err(E::custom("a field's name stands without quotes"))
    }
}

/// `ron`'s findings as sentences of ours.
fn syntax_words(error: &ron::Error) -> String {
    use ron::Error as E;
    match error {
        E::Eof => "the text ends too early".to_owned(),
        E::ExpectedComma => "expected a comma or the closing bracket".to_owned(),
        E::ExpectedMapColon => "expected a colon after the name".to_owned(),
        E::ExpectedStructLike | E::ExpectedNamedStructLike(_) => "expected `(`".to_owned(),
        E::ExpectedStructLikeEnd => "expected `)`".to_owned(),
        E::ExpectedArrayEnd => "expected `]`".to_owned(),
        E::ExpectedMapEnd => "expected `}`".to_owned(),
        E::ExpectedStringEnd => "a text has no closing quote".to_owned(),
        E::ExpectedIdentifier | E::SuggestRawIdentifier(_) => "expected a name without quotes".to_owned(),
        E::TrailingCharacters => "text follows after the end".to_owned(),
        E::UnclosedBlockComment => "a comment is not closed".to_owned(),
        E::ExceededRecursionLimit => "brackets are nested too deeply".to_owned(),
        E::UnexpectedChar(c) => format!("unexpected {c:?}"),
        E::IntegerOutOfBounds => "the number is too large or negative".to_owned(),
        other => {
            let words = other.to_string();
            let mut chars = words.chars();
            chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
        }
    }
}
