//! How well a few typed letters mean a text: for the palettes and for the search for nodes.

/// How well `query` means `text`, the higher the better; `None` if a word of the query does not occur in it.
///
/// Every word of the query must occur in the text, in any order: as a part of it, or with its letters in their order
/// where most of them begin a word or follow each other (`fsel` means *Frame selection*, but no stray letters of a
/// sentence). Case does not matter.
pub fn score(query: &str, text: &str) -> Option<u32> {
    let text: Vec<Letter> = letters(text);
    query.split_whitespace().try_fold(0, |sum, word| {
        let word: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
        Some(sum + part(&word, &text).or_else(|| scattered(&word, &text))?)
    })
}

/// The best of several texts for the whole query; each counts less than the one before it.
pub fn best<'a>(query: &str, texts: impl IntoIterator<Item = &'a str>) -> Option<u32> {
    let scores = texts.into_iter().enumerate().filter_map(|(place, text)| {
        let less = 100 * (place as u32).min(5);
        Some(score(query, text)?.saturating_sub(less))
    });
    scores.max()
}

struct Letter {
    small: char,
    begins_word: bool,
}

fn letters(text: &str) -> Vec<Letter> {
    let mut before = ' ';
    let mut letters = Vec::with_capacity(text.len());
    for c in text.chars() {
        let begins_word = !before.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase());
        before = c;
        letters.extend(c.to_lowercase().map(|small| Letter { small, begins_word }));
    }
    letters
}

/// The word as it stands in the text; at the beginning best, then at the beginning of a word.
fn part(word: &[char], text: &[Letter]) -> Option<u32> {
    let here = |at: &usize| text[*at..].iter().zip(word).all(|(letter, c)| letter.small == *c);
    let more = text.len().checked_sub(word.len())?;
    let places = 0..=more;
    let score = |at: usize| match (at, text.get(at).is_some_and(|letter| letter.begins_word)) {
        (0, _) => 1000,
        (_, true) => 800,
        (_, false) => 600,
    };
    // Of two equal places in texts, the shorter text is meant.
    let rest = more.min(90) as u32;
    places.filter(here).map(|at| score(at) - rest).max()
}

/// The letters of the word in their order, with others between them.
fn scattered(word: &[char], text: &[Letter]) -> Option<u32> {
    /// Letters that follow each other or begin a word count three, others nothing.
    const GOOD: i32 = 3;
    const NOWHERE: i32 = i32::MIN / 2;
    if word.len() < 2 || text.len() > 200 {
        return None;
    }
    // `ends[j]`: the best sum with the letters so far of which the last is at `j`.
    let mut ends: Vec<i32> = vec![NOWHERE; text.len()];
    for (i, c) in word.iter().enumerate() {
        let mut next = vec![NOWHERE; text.len()];
        let mut before = if i == 0 { 0 } else { NOWHERE };
        for (j, letter) in text.iter().enumerate() {
            if letter.small == *c {
                let own = if letter.begins_word { GOOD } else { 0 };
                next[j] = before + own;
                if i > 0 && j > 0 {
                    next[j] = next[j].max(ends[j - 1] + GOOD);
                }
            }
            if i > 0 {
                before = before.max(ends[j]);
            }
        }
        ends = next;
    }
    let sum = ends.into_iter().max().filter(|sum| *sum >= 0)?;
    let most = GOOD * word.len() as i32;
    // A third of the letters may stand anywhere.
    (sum * 3 >= most * 2).then(|| 200 + (100 * sum / most) as u32)
}
