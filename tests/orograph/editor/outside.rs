//! The open file and the disk: slow and full disks, files that others change or delete, the file before the last save.

use super::*;
use orograph::graph::{SaveError, SaveOptions, Saved, fingerprint};
use orograph::gui::difference::{Line, difference};
use orograph::gui::saving::Order;
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

fn watched(path: &Path) -> Window {
    Window::start(Start { file: Some(path.into()), watch_interval: Duration::from_millis(10), ..Start::default() })
}

/// Steps until something is so.
fn until(window: &mut Window, what: &str, is: impl Fn(&Window) -> bool) {
    for _ in 0..500 {
        window.steps(1);
        if is(window) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} does not happen within 5 seconds");
}

/// A window on a disk that writes nothing until told to.
fn slow(path: &Path) -> (Window, Sender<()>) {
    let (release, gate) = channel();
    let gate = Mutex::new(gate);
    let writer = Arc::new(move |order: &Order| {
        let _ = gate.lock().unwrap().recv();
        order.graph.save_with(&order.path, &order.options)
    });
    (Window::start(Start { file: Some(path.into()), synchronous: false, writer, ..Start::default() }), release)
}

#[test]
fn what_is_being_saved_counts_as_unsaved_until_it_is_on_the_disk() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let (mut window, release) = slow(&path);
    window.edit(Edit::Seed(70));
    window.command(Command::Save);
    assert!(window.app().document().is_dirty());
    assert_eq!(Graph::load(&path).unwrap().graph.seed, small().seed);
    // The window goes on meanwhile, and later changes stay unsaved.
    window.edit(Edit::Seed(8));
    release.send(()).unwrap();
    until(&mut window, "the save", |_| Graph::load(&path).unwrap().graph.seed == 70);
    until(&mut window, "the message", |w| w.app().notices().iter().any(|n| n.contains("Saved")));
    assert_eq!((window.graph().seed, window.app().document().is_dirty()), (8, true));
    drop(release);
    window.command(Command::Save);
    until(&mut window, "the second save", |w| !w.app().document().is_dirty());
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 8);
}

#[test]
fn closing_waits_for_the_disk() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let (mut window, release) = slow(&path);
    window.edit(Edit::Seed(70));
    window.command(Command::Save);
    close(&mut window);
    let commands = window.harness.output().viewport_output[&egui::ViewportId::ROOT].commands.clone();
    assert!(commands.contains(&egui::ViewportCommand::CancelClose), "{commands:?}");
    assert!(!window.shows("Save the changes"), "it is being saved already");
    release.send(()).unwrap();
    let closes = |w: &Window| {
        let commands = &w.harness.output().viewport_output[&egui::ViewportId::ROOT].commands;
        commands.contains(&egui::ViewportCommand::Close)
    };
    until(&mut window, "the close", closes);
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 70);
}

fn close(window: &mut Window) {
    let viewport = window.harness.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    viewport.events.push(egui::ViewportEvent::Close);
    window.steps(1);
}

#[test]
fn a_full_disk_is_said_in_a_sentence_and_loses_nothing() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let writer = Arc::new(|order: &Order| -> Result<Saved, SaveError> {
        Err(SaveError::Write { path: order.path.clone(), source: io::ErrorKind::StorageFull.into() })
    });
    let mut window = Window::start(Start { file: Some(path.clone()), writer, ..Start::default() });
    window.edit(Edit::Seed(70));
    window.command(Command::Save);
    let sentence = window.app().notices().last().unwrap().clone();
    assert!(sentence.contains("recipe.ron: the disk is full; make room"), "{sentence}");
    assert!(window.app().document().is_dirty());
    window.command(Command::New);
    window.click("Save");
    assert_eq!(window.graph().seed, 70, "what had to wait for the save does not happen");
    assert_eq!(Graph::load(&path).unwrap().graph, small());
}

#[test]
fn a_change_by_another_program_is_offered_and_can_be_reloaded_and_taken_back() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    let theirs = Graph { seed: 99, ..small() };
    theirs.save(&path).unwrap();
    until(&mut window, "the question", |w| w.shows("recipe.ron was changed by another program"));
    window.click("Show difference");
    assert!(window.shows("− ") && window.shows("+     seed: 99"), "the lines that differ are shown");
    window.click("Reload");
    assert_eq!((window.graph(), window.app().document().is_dirty()), (theirs, false));
    window.command(Command::Undo);
    assert_eq!((window.graph(), window.app().document().is_dirty()), (small(), true));
}

#[test]
fn keeping_mine_makes_it_unsaved_and_the_next_save_replaces_theirs_and_keeps_it_aside() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    let theirs = Graph { seed: 99, ..small() };
    theirs.save(&path).unwrap();
    until(&mut window, "the question", |w| w.shows("was changed by another program"));
    window.click("Keep mine");
    assert_eq!((window.graph(), window.app().document().is_dirty()), (small(), true));
    window.command(Command::Save);
    assert_eq!(Graph::load(&path).unwrap().graph, small());
    assert_eq!(Graph::load(&folder.path().join("recipe.ron.bak")).unwrap().graph, theirs);
    for _ in 0..10 {
        window.steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!window.shows("was changed"), "its own save is no news");
}

#[test]
fn a_save_does_not_replace_what_nobody_has_seen() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let path = folder.path().join("recipe.ron");
    let theirs = Graph { seed: 99, ..small() };
    theirs.save(&path).unwrap();
    window.edit(Edit::Seed(70));
    window.command(Command::Save);
    assert!(window.shows("was changed by another program"), "the question comes before the file is replaced");
    assert_eq!(Graph::load(&path).unwrap().graph, theirs);
    window.click("Keep mine");
    window.command(Command::Save);
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 70);
}

#[test]
fn other_spaces_and_a_touched_file_are_no_news() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    std::fs::write(&path, format!("{}\n\n", small().to_ron())).unwrap();
    for _ in 0..20 {
        window.steps(1);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!window.shows("was changed") && !window.app().document().is_dirty());
}

#[test]
fn a_deleted_file_leaves_the_document_open_and_unsaved() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    std::fs::remove_file(&path).unwrap();
    until(&mut window, "the message", |w| w.app().notices().iter().any(|n| n.contains("was deleted or moved")));
    assert_eq!((window.graph(), window.app().document().is_dirty()), (small(), true));
    window.command(Command::Save);
    assert_eq!(Graph::load(&path).unwrap().graph, small());
    assert!(!window.app().document().is_dirty());
}

#[test]
fn a_file_that_became_unreadable_does_not_replace_what_is_open() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    std::fs::write(&path, "(orograph: 1, nodes: {").unwrap();
    until(&mut window, "the question", |w| w.shows("cannot be read as a recipe any more"));
    assert!(window.harness.query_by_label("Reload").is_none(), "there is nothing to reload");
    window.click("Keep mine");
    assert_eq!((window.graph(), window.app().document().is_dirty()), (small(), true));
}

#[test]
fn the_file_before_the_last_save_stays_beside_it_unless_that_is_switched_off() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    let backup = folder.path().join("recipe.ron.bak");
    window.edit(Edit::Seed(70));
    window.command(Command::Save);
    assert_eq!(Graph::load(&backup).unwrap().graph, small());
    window.command(Command::Save);
    assert_eq!(Graph::load(&backup).unwrap().graph, small(), "saving the same again does not push it out");
    window.click("File");
    window.click("Keep the previous file (.bak)");
    window.edit(Edit::Seed(8));
    window.command(Command::Save);
    assert_eq!(Graph::load(&backup).unwrap().graph, small(), "no copy is made");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
}

#[test]
fn lines_that_differ_are_told_with_lines_around_them() {
    let same = |n: usize| Line::Same(format!("{n}"));
    let old: String = (0..20).map(|n| format!("{n}\n")).collect();
    let new = old.replace("\n5\n", "\nfive\n").replace("\n15\n", "\n");
    let expected = vec![
        Line::Gap(4),
        same(4),
        Line::Old("5".into()),
        Line::New("five".into()),
        same(6),
        Line::Gap(7),
        same(14),
        Line::Old("15".into()),
        same(16),
        Line::Gap(3),
    ];
    assert_eq!(difference(&old, &new, 1), expected);
    assert!(difference(&old, &old, 1).is_empty());
    // Applying the lines gives the second text from the first one, whatever they are.
    for (a, b) in [("", "a\nb"), ("a\nb", ""), ("a\nb\nc", "c\nb\na"), ("x\nx\nx", "x\nx")] {
        let lines = difference(a, b, usize::MAX / 2);
        let of =
            |keep: fn(&Line) -> Option<&String>| lines.iter().filter_map(keep).cloned().collect::<Vec<_>>().join("\n");
        let first = of(|l| match l {
            Line::Same(t) | Line::Old(t) => Some(t),
            _ => None,
        });
        let second = of(|l| match l {
            Line::Same(t) | Line::New(t) => Some(t),
            _ => None,
        });
        assert_eq!((first.as_str(), second.as_str()), (a, b));
    }
}

#[test]
fn a_save_checks_what_it_replaces_and_says_what_it_wrote() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let before = std::fs::read(&path).unwrap();
    let next = Graph { seed: 5, ..small() };
    let wrong = SaveOptions { backup: true, expects: Some(fingerprint(b"something else")) };
    let error = next.save_with(&path, &wrong).unwrap_err();
    assert!(matches!(error, SaveError::Changed { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no copy is made of what is not replaced");
    let right = SaveOptions { backup: true, expects: Some(fingerprint(&before)) };
    let done = next.save_with(&path, &right).unwrap();
    assert_eq!(done.fingerprint, fingerprint(&std::fs::read(&path).unwrap()));
    assert!(done.backup_failure.is_none());
    assert_eq!(std::fs::read(folder.path().join("recipe.ron.bak")).unwrap(), before);
}

#[test]
fn a_file_that_a_node_reads_is_read_again_when_it_changes_and_missed_when_it_goes() {
    let folder = folder();
    let image = folder.path().join("dem.asc");
    std::fs::write(&image, "ncols 2 nrows 2 0 0.25 0.5 1").unwrap();
    let mut graph = small();
    graph.nodes.insert("dem".into(), Node::new("Image").with("file", Value::File("dem.asc".into())).into());
    let path = saved(&graph, folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    window.view("dem");
    until(&mut window, "the first hash", |w| w.app().hash().is_some());
    let before = window.app().hash().unwrap().to_owned();
    std::fs::write(&image, "ncols 2 nrows 2 0 0.25 0.5 0.75").unwrap();
    until(&mut window, "another hash", |w| w.app().hash().is_some_and(|hash| hash != before));
    std::fs::remove_file(&image).unwrap();
    let missing = |w: &Window| w.app().scene().problems.iter().any(|p| p.message.contains("dem.asc does not exist"));
    until(&mut window, "the problem", missing);
    std::fs::write(&image, "ncols 2 nrows 2 0 0.25 0.5 1").unwrap();
    until(&mut window, "the first hash again", |w| w.app().hash().is_some_and(|hash| hash == before));
    assert!(!missing(&window) && !window.app().document().is_dirty());
}

#[test]
fn the_difference_has_the_room_that_its_lines_need_in_the_first_picture_of_it() {
    let folder = folder();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let mut window = watched(&path);
    Graph { seed: 99, ..small() }.save(&path).unwrap();
    until(&mut window, "the question", |w| w.shows("recipe.ron was changed by another program"));
    window.harness.get_by_label("Show difference").click();
    window.steps(3);
    let line = window.harness.query_all_by_label_contains("+     seed: 99").next().unwrap().rect();
    let button = window.harness.get_by_label("Reload").rect();
    assert!(line.bottom() < button.top(), "the line is not below the fold: {line} {button}");
}
