//! Sets of tiles: what they share is compared in the files themselves.

use super::ask;
use crate::support::recipe::island_like;
use orograph::deliver::{Ask, SetError, TilesAsk, deliver_set, resolve_set, seams};
use orograph::export::Format;
use orograph::graph::Node;
use orograph::run::{Options, Runner};
use std::fs;
use std::path::{Path, PathBuf};

const TILES: TilesAsk =
    TilesAsk { columns: 3, rows: 2, size: Some(orograph::deliver::Size::Exact(21, 17)), overlap: None };

fn wish(folder: &Path, format: Format) -> Ask {
    Ask { format: Some(format), size: None, ..ask("height", (9, 9), folder.join("t_{x}_{y}.bin")) }
}

#[test]
fn a_wrong_sample_at_an_edge_is_counted_and_the_two_files_named() {
    let graph = island_like(61, 33);
    let runner = Runner::new(Some(2), 1 << 20);
    for (format, at) in [(Format::R16, 2 * (21 * 3 + 20)), (Format::R32, 4 * (21 * 16 + 5))] {
        let folder = tempfile::tempdir().unwrap();
        let ask = wish(folder.path(), format);
        let done = deliver_set(&graph, &ask, &TILES, &runner, &Options::default()).unwrap();
        let found = done.seams.unwrap();
        assert_eq!((done.files, done.kept, found.edges, found.differing), (6, 0, 7, 0));
        assert_eq!(found.samples, 4 * 17 + 3 * 21);
        let path = |(x, y): (u32, u32)| folder.path().join(format!("t_{x}_{y}.bin"));
        let mut bytes = fs::read(path((0, 0))).unwrap();
        bytes[at] ^= 1;
        fs::write(path((0, 0)), bytes).unwrap();
        let plain = Ask { path: folder.path().join("t.bin"), ..ask.clone() };
        let (set, job) = resolve_set(&graph, &plain, &TILES).unwrap();
        let found = seams(&job, &set, path).unwrap().unwrap();
        assert_eq!((found.differing, found.differing_edges), (1, 1), "{format:?}");
        let other = if format == Format::R16 { (1, 0) } else { (0, 1) };
        let names = |tile: (u32, u32)| path(tile).display().to_string();
        assert_eq!(found.first, Some((names((0, 0)), names(other))));
        assert!(found.sentence().starts_with("1 of 7 shared edges differ in 1 of 131 samples"), "{}", found.sentence());
        // The next run knows the file by its hash, and makes it again.
        let again = deliver_set(&graph, &ask, &TILES, &runner, &Options::default()).unwrap();
        assert_eq!((again.kept, again.seams.unwrap().differing), (5, 0));
    }
}

#[test]
fn a_file_that_is_cut_off_or_another_one_is_no_tile() {
    let graph = island_like(61, 33);
    let runner = Runner::new(Some(2), 1 << 20);
    for format in [Format::R16, Format::Png16] {
        let folder = tempfile::tempdir().unwrap();
        let ask = wish(folder.path(), format);
        deliver_set(&graph, &ask, &TILES, &runner, &Options::default()).unwrap();
        let path = |(x, y): (u32, u32)| -> PathBuf { folder.path().join(format!("t_{x}_{y}.bin")) };
        let plain = Ask { path: folder.path().join("t.bin"), ..ask };
        let (set, job) = resolve_set(&graph, &plain, &TILES).unwrap();
        let whole = fs::read(path((1, 1))).unwrap();
        for wrong in [&whole[..whole.len() / 2], &b"hello"[..], &b""[..]] {
            fs::write(path((1, 1)), wrong).unwrap();
            let said = seams(&job, &set, path).unwrap_err().to_string();
            assert!(said.contains("t_1_1.bin") && !said.contains('\n'), "{said}");
        }
    }
}

#[test]
fn tiles_of_a_blurred_map_meet_as_those_of_any_other() {
    let mut graph = island_like(61, 33);
    graph.nodes.insert("soft".into(), Node::new("Blur").with("source", "height").with("radius", 40.0).into());
    graph.nodes.insert("even".into(), Node::new("Normalize").with("source", "soft").into());
    let folder = tempfile::tempdir().unwrap();
    let ask = Ask { format: Some(Format::R16), ..ask("even", (9, 9), folder.path().join("t_{x}_{y}.bin")) };
    let ask = Ask { size: None, ..ask };
    let done = deliver_set(&graph, &ask, &TILES, &Runner::new(Some(2), 1 << 20), &Options::default()).unwrap();
    assert_eq!(done.seams.unwrap().differing, 0);
}

#[test]
fn a_cancelled_set_keeps_what_was_finished() {
    let graph = island_like(61, 33);
    let folder = tempfile::tempdir().unwrap();
    let ask = wish(folder.path(), Format::R16);
    let options = Options::default();
    let cancel = options.cancel.clone();
    let progress = move |share: f32| {
        if share > 0.5 {
            cancel.cancel();
        }
    };
    let stopped = Options { progress: Some(std::sync::Arc::new(progress)), ..options };
    let ended = deliver_set(&graph, &ask, &TILES, &Runner::new(Some(1), 1 << 20), &stopped);
    assert!(matches!(ended, Err(SetError::Deliver(_))), "{ended:?}");
    let again = deliver_set(&graph, &ask, &TILES, &Runner::new(Some(1), 1 << 20), &Options::default()).unwrap();
    assert!(again.kept >= 2, "{again:?}");
}
