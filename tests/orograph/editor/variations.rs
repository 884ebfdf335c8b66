//! Variations: a sheet of seeds or values that fills behind the preview, and taking one over.

use super::*;
use egui_kittest::kittest::NodeT;
use orograph::deliver::{Along, SheetAsk, What, draw, variations};
use orograph::gui::dock::Pane;
use orograph::gui::worker::{Contact, Event, Job, Look, Setup, Worker};
use orograph::run::{Options, Runner};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

fn with_sheet(graph: &Graph, folder: &Path) -> Window {
    let mut window = Window::on(graph, folder);
    window.ask(Request::Pane(Pane::Variations, true));
    window.steps(4);
    window
}

/// An island that is drawn fast, since sixteen of them are drawn again and again.
fn coarse() -> Graph {
    let mut graph = small();
    graph.world.samples = (33, 33);
    graph
}

/// Chooses what varies down from the list.
fn cross(window: &mut Window, dial: &str) {
    window.click("What varies down");
    window.click(dial);
    window.steps(4);
}

#[test]
fn a_sheet_of_seeds_fills_and_a_click_takes_one_over_as_one_step() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    let seed = window.graph().seed;
    assert_eq!(window.app().variations(), (16, 16));
    window.click(&format!("seed {}", seed + 3));
    assert_eq!(window.graph().seed, seed + 3);
    assert_eq!(window.app().document().undo_len(), 1);
    assert_eq!(window.app().document().undo_name(), Some(&*format!("Take over seed {}", seed + 3)));
    assert_eq!(window.app().variations(), (16, 16), "the same seeds show the same pictures");
    window.command(Command::Undo);
    assert_eq!(window.graph(), coarse());
}

#[test]
fn the_arrow_keys_go_from_picture_to_picture_and_enter_takes_one_over() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    let seed = window.graph().seed;
    window.harness.get_by_label(&format!("seed {seed}")).focus();
    window.steps(2);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowLeft, Key::ArrowRight, Key::Enter] {
        window.key(Modifiers::NONE, key);
    }
    assert_eq!(window.graph().seed, seed + 2);
    window.key(Modifiers::NONE, Key::End);
    window.key(Modifiers::NONE, Key::Enter);
    assert_eq!(window.graph().seed, seed + 15);
    assert_eq!(window.app().document().undo_len(), 2);
}

#[test]
fn a_field_of_the_selected_node_crosses_the_seeds_and_both_change_in_one_step() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    window.select(&["land"]);
    cross(&mut window, "land · octaves");
    let (drawn, all) = window.app().variations();
    assert_eq!((drawn, all), (20, 20), "five seeds across, four numbers down");
    let seed = window.graph().seed;
    let label = format!("seed {}, land · octaves ", seed + 1);
    let cell = window.harness.query_all_by_label_contains(&label).next().unwrap();
    let octaves: u32 = cell.accesskit_node().label().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    cell.click();
    window.steps(4);
    let graph = window.graph();
    assert_eq!(graph.seed, seed + 1);
    assert_eq!(graph.nodes["land"].setting("octaves"), Some(&octaves.into()));
    assert_eq!(window.app().document().undo_len(), 1);
    window.command(Command::Undo);
    assert_eq!(window.graph(), coarse());
}

#[test]
fn a_node_that_is_renamed_or_removed_while_its_field_varies_costs_nothing() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    window.select(&["land"]);
    window.click("What varies across");
    window.click("land · octaves");
    window.edit(Edit::Rename { id: "land".into(), to: "ground".into() });
    assert!(window.shows("ground · octaves"));
    let (drawn, all) = window.app().variations();
    assert!(drawn == all && all > 1, "{drawn} of {all}");
    window.edit(Edit::Remove { ids: vec!["ground".into()], heal: false });
    window.command(Command::Undo);
    window.steps(4);
    assert!(window.shows("seed 8") && !window.shows("ground · octaves 1"), "the sheet returns to what there is");
}

#[test]
fn a_change_of_the_recipe_draws_the_sheet_again_and_a_hidden_sheet_draws_nothing() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    let work = window.app().work().total();
    window.edit(set("bent", "amplitude", 100.0));
    assert_eq!(window.app().variations(), (16, 16));
    window.ask(Request::Pane(Pane::Variations, false));
    window.edit(set("bent", "amplitude", 120.0));
    assert!(window.app().is_idle() && window.app().work().total() > work);
    window.ask(Request::Pane(Pane::Variations, true));
    window.steps(4);
    assert_eq!(window.app().variations(), (16, 16));
}

#[test]
fn a_sheet_on_which_everything_is_the_same_says_why() {
    let folder = folder();
    let mut graph = recipe::graph(&[("disc", Node::new("RadialFalloff").with("radius", Value::Number(900.0)))]);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("disc"), sampling: Sampling::Vertices });
    let mut window = with_sheet(&graph, folder.path());
    assert!(window.shows("These are all the same"));
    window.edit(Edit::Remove { ids: vec!["disc".into()], heal: false });
    window.steps(4);
    assert!(window.shows("Add a node, and variations"));
    assert!(!window.shows("These are all the same"));
}

#[test]
fn the_pictures_are_those_of_the_command_line() {
    let graph = Arc::new(small());
    let cells = variations(&graph, &Along::Seeds(3..6), None, None).unwrap();
    let ask = SheetAsk { what: What::First, view: None, size: 48, range: Default::default(), time: 0.0 };
    let mut worker = Worker::start(Setup { threads: Some(2), cache: 1 << 20, synchronous: true }, || {});
    worker.submit(job(1, &graph, Some(Contact { turn: 7, cells: cells.clone(), ask: ask.clone() })));
    let mut drawn = 0;
    for (_, event) in worker.poll(usize::MAX) {
        let Event::Cell { turn, index, picture } = event else { continue };
        let plain = draw(&cells[index].resolve(&graph, &ask).unwrap(), &Runner::new(Some(1), 0), &Options::default());
        let bytes: Vec<u8> = picture.unwrap().image.pixels.iter().flat_map(|p| p.to_array()).collect();
        assert!(turn == 7 && bytes == plain.unwrap().rgba, "cell {index}");
        drawn += 1;
    }
    assert_eq!(drawn, 3);
}

#[test]
fn a_running_sheet_gives_way_to_the_preview_and_goes_on_behind_it() {
    let mut graph = small();
    graph.world.samples = (97, 97);
    let graph = Arc::new(graph);
    let cells = variations(&graph, &Along::Seeds(0..24), None, None).unwrap();
    let ask = SheetAsk { what: What::First, view: None, size: 32, range: Default::default(), time: 0.0 };
    let contact = Contact { turn: 1, cells, ask };
    let mut steps = Steps::start();
    steps.worker.submit(job(1, &graph, Some(contact.clone())));
    let mut told = Vec::new();
    steps.until(&mut told, |_, event| matches!(event, Event::Cell { .. }));
    // A change that the sheet's cells do not see: another mode of the preview. The worker stands still after its first cell.
    let mut next = job(2, &graph, Some(contact));
    next.look.auto_levels = true;
    steps.worker.submit(next);
    steps.until(&mut told, |serial, event| serial == 2 && matches!(event, Event::Done(_)));
    assert_eq!(told.len(), 1, "the preview waited for the sheet");
    steps.until(&mut told, |serial, event| serial == 2 && matches!(event, Event::Idle));
    told.sort_unstable();
    assert_eq!(told, (0..24).collect::<Vec<_>>(), "every cell is told once");
}

/// A worker with its own thread that stands still after every event until it is told to go on, so that its order does not
/// hang on the machine's load.
struct Steps {
    // Before the worker, which waits for it: fields are dropped in this order.
    go_on: Sender<()>,
    worker: Worker,
    standing: bool,
}

impl Steps {
    fn start() -> Self {
        let (go_on, gate) = channel();
        let gate = Mutex::new(gate);
        let setup = Setup { threads: Some(1), cache: 8 << 20, synchronous: false };
        let worker = Worker::start(setup, move || {
            let _ = gate.lock().unwrap().recv();
        });
        Self { go_on, worker, standing: false }
    }

    /// Lets the worker go on until an event comes that is waited for; `told` takes the cells on the way.
    fn until(&mut self, told: &mut Vec<usize>, is: impl Fn(u64, &Event) -> bool) {
        for _ in 0..60_000 {
            if std::mem::take(&mut self.standing) {
                self.go_on.send(()).unwrap();
            }
            for (serial, event) in self.worker.poll(1) {
                self.standing = true;
                if let Event::Cell { index, .. } = &event {
                    told.push(*index);
                }
                if is(serial, &event) {
                    return;
                }
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("it never comes");
    }
}

fn job(serial: u64, graph: &Arc<Graph>, contact: Option<Contact>) -> Job {
    let look = Look { pixels: 256, ..Look::default() };
    Job { serial, contact: contact.map(Arc::new), ..super::job(graph, Link::to("height"), look) }
}

#[test]
fn a_second_axis_outlives_the_selection_of_its_node_and_says_so_when_it_ends() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    window.select(&["land"]);
    cross(&mut window, "land · octaves");
    let seed = window.graph().seed;
    for selection in [&[][..], &["height"]] {
        window.select(selection);
        window.steps(4);
        assert_eq!(window.app().variations(), (20, 20), "with {selection:?} selected");
        assert!(window.shows(&format!("seed {seed}, land · octaves ")));
    }
    assert!(!window.shows("varies no more"));
    window.edit(Edit::Remove { ids: vec!["land".into()], heal: false });
    window.steps(4);
    assert!(window.shows("land · octaves varies no more"));
    window.select(&["bent"]);
    cross(&mut window, "bent · amplitude");
    assert!(!window.shows("varies no more"), "another choice ends the sentence");
}

#[test]
fn what_varies_down_goes_on_alone_when_what_varies_across_is_gone() {
    let folder = folder();
    let mut window = with_sheet(&coarse(), folder.path());
    window.select(&["bent"]);
    window.click("What varies across");
    window.click("bent · amplitude");
    window.select(&["land"]);
    cross(&mut window, "land · octaves");
    window.edit(Edit::Remove { ids: vec!["bent".into()], heal: true });
    window.steps(4);
    assert!(window.shows("bent · amplitude varies no more"));
    assert!(window.shows("land · octaves ") && !window.shows("seed 1,"));
    let (drawn, all) = window.app().variations();
    assert_eq!((drawn, all), (4, 4));
}
