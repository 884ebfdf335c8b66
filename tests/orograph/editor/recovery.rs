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
    assert!(!copy.exists());
    let own = next.app().recovery_file().unwrap().to_path_buf();
    wait_for(|| own.exists());
    next.key(Modifiers::COMMAND, Key::S);
    wait_for(|| !own.exists());
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
    eframe::App::on_exit(window.harness.state_mut());
    assert!(!copy.exists());
    drop(window);
    assert!(!Window::start(start()).shows("Unsaved work was found"));
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
