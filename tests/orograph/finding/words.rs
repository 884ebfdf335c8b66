//! How near a typed word is to a text.

use orograph::gui::fuzzy::score;

#[test]
fn letters_in_their_order_mean_words_that_they_begin() {
    assert!(score("fsel", "Frame selection").is_some());
    assert!(score("perln", "Perlin").is_some());
    assert!(score("sel fr", "Frame selection").is_some());
    assert!(score("xq", "Frame selection").is_none());
    assert!(score("aei", "The values of a field are limited to a range").is_none());
}

#[test]
fn what_begins_a_text_is_nearer_than_what_lies_in_it() {
    let order = ["Zoom in", "Frame zoom", "Unzoomed", "Zig or other march"];
    let scores: Vec<Option<u32>> = order.iter().map(|text| score("zoom", text)).collect();
    assert!(scores[0] > scores[1] && scores[1] > scores[2] && scores[2] > scores[3], "{scores:?}");
    assert!(score("zoom", "Zoom") > score("zoom", "Zoom to everything"));
}

#[test]
fn every_language_is_searched_alike() {
    assert!(score("撤", "撤销").is_some() && score("ГОР", "горы").is_some());
}
