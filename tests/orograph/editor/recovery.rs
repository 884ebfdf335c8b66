//! Work that survives a crash.

use super::*;

#[test]
fn work_survives_a_crash_and_is_offered_on_the_next_start() {
    let folder = folder();
    let config = folder.path().join("config");
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let start = |file: Option<PathBuf>| {
        Window::start(Start { file, config: Some(config.clone()), synchronous: false, ..Start::default() })
    };
    let mut window = start(Some(path.clone()));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    assert!(!copy.exists(), "nothing is unsaved yet");
    window.edit(Edit::Seed(31_337));
    wait_for(|| copy.exists());
    // A second window at the same time does not take the first one's work for lost.
    let second = start(Some(path.clone()));
    assert!(!second.shows("Unsaved work was found"));
    drop(second);
    drop(window);
    assert!(copy.exists(), "a crash leaves the copy behind");
    let mut next = start(Some(path.clone()));
    assert!(next.shows("Unsaved work was found"));
    next.click("Recover");
    assert_eq!(next.graph().seed, 31_337);
    assert_eq!(next.app().document().path(), Some(path.as_path()));
    assert!(next.app().document().is_dirty(), "what was recovered is not saved yet");
    wait_for(|| !copy.exists());
    let own = next.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| own.exists());
    next.key(Modifiers::COMMAND, Key::S);
    for _ in 0..400 {
        next.steps(1);
        if !own.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!own.exists());
    assert_eq!(Graph::load(&path).unwrap().graph.seed, 31_337);
}

#[test]
fn a_clean_exit_leaves_no_recovery_file() {
    let folder = folder();
    let config = folder.path().join("config");
    let start = || Start { config: Some(config.clone()), synchronous: false, ..Start::default() };
    let mut window = Window::start(start());
    window.edit(Edit::Seed(31_337));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| copy.exists());
    window.command(Command::New);
    window.click("Discard");
    eframe::App::on_exit(window.harness.state_mut());
    assert!(!copy.exists());
    drop(window);
    assert!(!Window::start(start()).shows("Unsaved work was found"));
}

#[test]
fn a_window_that_is_closed_by_force_keeps_its_copy() {
    let folder = folder();
    let config = folder.path().join("config");
    let mut window = Window::start(Start { config: Some(config.clone()), synchronous: false, ..Start::default() });
    window.edit(Edit::Seed(31_337));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    eframe::App::on_exit(window.harness.state_mut());
    drop(window);
    assert!(copy.exists());
}

#[test]
fn what_a_dead_window_left_is_cleared_up_and_what_it_had_saved_is_not_offered() {
    let folder = folder();
    let config = folder.path().join("config");
    let recovery = config.join("recovery");
    std::fs::create_dir_all(&recovery).unwrap();
    let path = saved(&small(), folder.path().join("recipe.ron"));
    std::fs::write(recovery.join("1-0.lock"), "").unwrap();
    std::fs::write(recovery.join(".1-0.ron.1-5.tmp"), "half").unwrap();
    std::fs::write(recovery.join("2-0.lock"), "").unwrap();
    let copy = format!("// unsaved changes of {}\n{}", path.display(), small().to_ron());
    std::fs::write(recovery.join("2-0.ron"), copy).unwrap();
    let window = Window::start(Start { config: Some(config), synchronous: false, ..Start::default() });
    assert!(!window.shows("Unsaved work was found"));
    let own = window.app().recovery_file().unwrap().with_extension("lock");
    let left: Vec<PathBuf> = std::fs::read_dir(&recovery).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left, [own], "only this window's lock is left");
}

#[test]
fn what_is_not_written_yet_is_written_when_the_window_ends() {
    let folder = folder();
    let config = folder.path().join("config");
    let start =
        |delay| Start { config: Some(config.clone()), synchronous: false, recovery_delay: delay, ..Start::default() };
    let mut window = Window::start(start(Duration::from_secs(3600)));
    window.edit(Edit::Seed(31_337));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    assert!(!copy.exists());
    drop(window);
    assert!(copy.exists());
    let mut next = Window::start(start(Duration::from_millis(20)));
    next.click("Recover");
    assert_eq!(next.graph().seed, 31_337);
    assert!(!next.graph().to_ron().contains("unsaved changes of"), "the journal's own line is no part of the recipe");
}

#[test]
fn what_was_recovered_is_never_without_a_copy() {
    let folder = folder();
    let config = folder.path().join("config");
    let start =
        |delay| Start { config: Some(config.clone()), synchronous: false, recovery_delay: delay, ..Start::default() };
    let mut window = Window::start(start(Duration::from_millis(20)));
    window.edit(Edit::Seed(31_337));
    let copy = window.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| copy.exists());
    drop(window);
    // However long this window waits before it writes a copy of its own: the old one is its own from the first moment.
    let mut next = Window::start(start(Duration::from_secs(3600)));
    next.click("Recover");
    let own = next.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| own.exists() && !copy.exists());
    assert!(std::fs::read_to_string(&own).unwrap().contains("seed: 31337"));
}

fn wait_for(done: impl Fn() -> bool) {
    for _ in 0..400 {
        if done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it does not happen within 4 seconds");
}

#[test]
fn a_copy_whose_window_lets_go_of_it_late_is_offered_a_moment_after_the_start() {
    let folder = folder();
    let config = folder.path().join("config");
    let path = saved(&Graph { seed: 5, ..small() }, folder.path().join("recipe.ron"));
    let recovery = config.join("recovery");
    std::fs::create_dir_all(&recovery).unwrap();
    let (dying, open) = (recovery.join("11-0.ron"), recovery.join("12-0.ron"));
    let locks: Vec<std::fs::File> = [&dying, &open]
        .map(|copy| {
            std::fs::write(copy, format!("// unsaved changes of \n{}", small().to_ron())).unwrap();
            let lock = std::fs::File::create(copy.with_extension("lock")).unwrap();
            lock.lock().unwrap();
            lock
        })
        .into();
    let mut window = Window::start(Start { file: Some(path), config: Some(config), ..Start::default() });
    assert!(!window.shows("Unsaved work was found"));
    locks[0].unlock().unwrap();
    for _ in 0..500 {
        window.steps(1);
        if window.shows("Unsaved work was found") {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(window.shows("Unsaved work was found"));
    assert_eq!(window.harness.query_all_by_label("Recover").count(), 1, "a window that lives keeps its copy");
    window.click("Recover");
    assert_eq!(window.graph(), small());
}
