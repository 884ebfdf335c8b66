//! Export, templates, keys and problems.

use super::*;
use eframe::egui::Context;
use orograph::deliver::{RangeAsk, What};
use orograph::export::Format;
use orograph::graph::{Edit, Export, Problem};
use orograph::gui::keymap::Keymap;
use orograph::gui::panels::export::{ExportAction, ExportDialog, ExportState};
use orograph::gui::panels::keys::KeysWindow;
use orograph::gui::panels::problems;
use orograph::gui::panels::welcome::{self, Welcome};
use orograph::gui::request::{Command, OutputFacts};
use orograph::gui::templates::TEMPLATES;
use orograph::spec::{Interval, Measured, Quantity};
use std::path::{Path, PathBuf};

/// A window that holds the dialogs.
struct Desk {
    graph: Arc<Graph>,
    facts: BTreeMap<NodeId, Facts>,
    export: Option<ExportDialog>,
    state: ExportState,
    actions: Vec<ExportAction>,
    requests: Vec<Request>,
    keys: bool,
    keys_window: KeysWindow,
    keymap: Keymap,
    templates: bool,
    recent: Vec<PathBuf>,
}

impl Desk {
    fn new(graph: Graph) -> Self {
        Self {
            graph: graph.into(),
            facts: BTreeMap::new(),
            export: None,
            state: ExportState::Idle,
            actions: Vec::new(),
            requests: Vec::new(),
            keys: false,
            keys_window: KeysWindow::default(),
            keymap: Keymap::default(),
            templates: false,
            recent: Vec::new(),
        }
    }

    fn exporting(graph: Graph) -> Self {
        let dialog = ExportDialog::new(&graph, Some(Path::new("/tmp/island.ron")), None);
        Self { export: Some(dialog), ..Self::new(graph) }
    }

    fn ui(&mut self, ui: &mut Ui) {
        let ctx: Context = ui.ctx().clone();
        let found: Vec<Problem> = self.graph.check();
        let (selection, thumbs, kinds) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
        let scene = Scene {
            graph: &self.graph,
            selection: &selection,
            preview: None,
            facts: &self.facts,
            problems: &found,
            thumbs: &thumbs,
            kinds: &kinds,
        };
        let button = ui.button("Problems");
        self.requests.extend(problems::popup(&button, &scene));
        self.keys_window.show(&ctx, &mut self.keys, &mut self.keymap);
        let welcome = Welcome { templates: &BTreeMap::new(), recent: &self.recent, sketches: &BTreeMap::new() };
        self.requests.extend(welcome::show(&ctx, &mut self.templates, &welcome));
        if let Some(export) = &mut self.export {
            let reply = export.show(&ctx, &scene, &self.state);
            self.requests.extend(reply.requests);
            self.actions.extend(reply.action);
        }
    }
}

fn desk(desk: Desk) -> Harness<'static, Desk> {
    desk_of(1000.0, 900.0, desk)
}

/// One that shows the whole welcome view without scrolling.
fn large_desk(desk: Desk) -> Harness<'static, Desk> {
    desk_of(1600.0, 2200.0, desk)
}

fn desk_of(width: f32, height: f32, desk: Desk) -> Harness<'static, Desk> {
    let builder = Harness::builder().with_size(vec2(width, height)).with_max_steps(12);
    let builder = builder.with_context_setup(Theme::apply);
    let mut harness = builder.build_ui_state(|ui, desk: &mut Desk| desk.ui(ui), desk);
    harness.run();
    harness
}

fn press(harness: &mut Harness<'_, Desk>, label: &str) {
    let matches: Vec<_> = harness.query_all_by_label(label).collect();
    let control = matches.into_iter().find(|n| n.accesskit_node().role() != Role::Label);
    control.unwrap_or_else(|| panic!("there is no control {label}")).click();
    harness.run();
}

fn said(harness: &Harness<'_, Desk>) -> String {
    let labels = harness.query_all_by_role(Role::Label);
    labels.filter_map(|node| node.accesskit_node().value()).collect::<Vec<_>>().join("\n")
}

fn seen(min: f32, max: f32) -> BTreeMap<NodeId, Facts> {
    let output = OutputFacts { quantity: Quantity::Unit, bound: Interval::UNIT, seen: Some(Measured { min, max }) };
    let facts = Facts { outputs: vec![output], cost: 8, ..Facts::default() };
    BTreeMap::from([(NodeId::from("height"), facts)])
}

#[test]
fn one_sentence_says_everything_about_an_export() {
    let mut host = Desk::exporting(graph());
    host.facts = seen(0.0, 1.0);
    let mut harness = desk(host);
    assert!(said(&harness).contains("uses about 100 % of the range"), "{}", said(&harness));
    let export = harness.state_mut().export.as_mut().unwrap();
    export.know(Link::to("height"), Measured { min: 0.0, max: 1.0 });
    harness.run();
    let sentence = said(&harness);
    for part in ["1025 x 1025", "16-bit grey PNG", "north row first", "-180 m = 0", "420 m = 65535", "uses 100 %"] {
        assert!(sentence.contains(part), "{part} is missing in\n{sentence}");
    }
    press(&mut harness, "Export");
    let [ExportAction::Start(job)] = &harness.state().actions[..] else { panic!("{:?}", harness.state().actions) };
    assert_eq!(job.job.format, Format::Png16);
    assert_eq!(job.ask.path, PathBuf::from("/tmp/island-height.png"));
    assert_eq!(job.ask.what, What::Output("height".into()));
}

#[test]
fn a_preset_offers_its_sizes_and_says_what_to_type() {
    let mut harness = desk(Desk::exporting(graph()));
    press(&mut harness, "preset");
    press(&mut harness, "Unreal");
    let sentence = said(&harness);
    assert!(sentence.contains("1009 x 1009") && sentence.contains("Unreal Z scale 117.1893"), "{sentence}");
    press(&mut harness, "size");
    press(&mut harness, "2017 x 2017");
    assert!(said(&harness).contains("2017 x 2017, 16-bit grey PNG"), "{}", said(&harness));
    press(&mut harness, "format");
    press(&mut harness, Format::R16.title());
    press(&mut harness, "Export");
    let Some(ExportAction::Start(job)) = harness.state().actions.first() else { panic!() };
    assert_eq!(job.ask.path, PathBuf::from("/tmp/island-height.r16"));
    assert_eq!((job.job.region.width, job.job.format), (2017, Format::R16));
    press(&mut harness, "preset");
    press(&mut harness, "Unity");
    assert!(said(&harness).contains("south row first"), "{}", said(&harness));
}

/// A press and a release that reach the window in one frame, as they do while frames are slow.
fn press_within_one_frame(harness: &mut Harness<'_, Desk>, label: &str) {
    let matches: Vec<_> = harness.query_all_by_label(label).collect();
    let control = matches.into_iter().find(|n| n.accesskit_node().role() != Role::Label);
    let pos = control.unwrap_or_else(|| panic!("there is no control {label}")).rect().center();
    let modifiers = Modifiers::NONE;
    let events = &mut harness.input_mut().events;
    events.push(Event::PointerMoved(pos));
    for pressed in [true, false] {
        events.push(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
    }
    harness.step();
    harness.run();
}

#[test]
fn a_list_that_opens_in_one_slow_frame_lies_above_its_dialog() {
    let mut harness = desk(Desk::exporting(graph()));
    for (list, option) in [("preset", "Unity"), ("preset", "Unreal"), ("format", Format::R16.title())] {
        press_within_one_frame(&mut harness, list);
        let at = harness.get_all_by_label(option).last().unwrap().rect().center();
        let layer = harness.ctx.layer_id_at(at).unwrap();
        assert_ne!(layer.id, eframe::egui::Id::unique("export"), "{list} opens behind its dialog");
        press_within_one_frame(&mut harness, option);
    }
    press(&mut harness, "Export");
    let Some(ExportAction::Start(job)) = harness.state().actions.first() else { panic!() };
    assert_eq!((job.job.format, job.ask.preset.map(|p| p.title)), (Format::R16, Some("Unreal")));
}

#[test]
fn in_a_small_window_the_buttons_of_the_export_stay_in_sight_whatever_there_is_to_say() {
    let mut graph = graph();
    for n in 0..9 {
        let mut export = Export::new(&format!("delivery{n}"), &format!("land{n}.png"));
        export.set("size", "33".into());
        graph.apply(&Edit::SetExport(export)).unwrap();
    }
    // A laptop at twice the size of the interface.
    let window = vec2(800.0, 500.0);
    let mut harness = desk_of(window.x, window.y, Desk::exporting(graph));
    for label in ["Export", "Close"] {
        let found: Vec<_> = harness.query_all_by_label(label).collect();
        let button = found.into_iter().find(|n| n.accesskit_node().role() != Role::Label).unwrap().rect();
        assert!(button.bottom() < window.y && button.top() > 0.0, "{label} lies at {button:?}");
    }
    press(&mut harness, "Export");
    assert!(matches!(harness.state().actions[..], [ExportAction::Start(_)]));
}

#[test]
fn the_dialog_remembers_preset_size_and_format() {
    let mut harness = desk(Desk::exporting(graph()));
    press(&mut harness, "preset");
    press(&mut harness, "Unity");
    press(&mut harness, "size");
    press(&mut harness, "513 x 513");
    let habit = harness.state().export.as_ref().unwrap().habit();
    let again = ExportDialog::new(&graph(), None, None).with_habit(&graph(), &habit);
    assert_eq!(again.habit(), habit);
    assert_eq!((habit.preset.as_deref(), habit.size), (Some("unity"), Some((513, Some(513)))));
}

#[test]
fn a_range_that_is_hardly_used_offers_help() {
    let mut host = Desk::exporting(graph());
    host.facts = seen(0.2, 0.6);
    let mut harness = desk(host);
    assert!(said(&harness).contains("Only 40 % of the range"), "{}", said(&harness));
    press(&mut harness, "Insert Normalize");
    let edits: Vec<_> = std::mem::take(&mut harness.state_mut().requests);
    assert_eq!(edits.len(), 2);
    for request in edits {
        let Request::Edit { edit, merge: Some(_) } = request else { panic!("{request:?}") };
        Arc::make_mut(&mut harness.state_mut().graph).apply(&edit).unwrap();
    }
    let output = harness.state().graph.outputs[0].clone();
    let node = &harness.state().graph.nodes[&output.from.node];
    assert_eq!((&*node.kind, node.link("source")), ("Normalize", Some(&Link::to("height"))));
    harness.run();
    let mut host = Desk::exporting(graph());
    host.facts = seen(0.2, 0.6);
    let mut harness = desk(host);
    press(&mut harness, "Use measured range");
    press(&mut harness, "Export");
    let Some(ExportAction::Start(job)) = harness.state().actions.first() else { panic!() };
    assert_eq!(job.ask.range, RangeAsk::Measured);
}

#[test]
fn tiles_are_exported_as_tiles() {
    let mut harness = desk(Desk::exporting(graph()));
    press(&mut harness, "output");
    press(&mut harness, "biomes");
    assert!(said(&harness).contains("indexed PNG of 7 tiles"), "{}", said(&harness));
    press(&mut harness, "Export");
    let Some(ExportAction::Start(job)) = harness.state().actions.first() else { panic!() };
    assert_eq!(job.ask.path, PathBuf::from("/tmp/island-biomes.png"));
    press(&mut harness, "preset");
    assert!(harness.query_by_label("Unity").is_none(), "it reads heights");
    press(&mut harness, "Tiled");
    press(&mut harness, "Export");
    let Some(ExportAction::Start(job)) = harness.state().actions.last() else { panic!() };
    let asked = (job.ask.preset.map(|p| p.name), job.ask.path.clone());
    assert_eq!(asked, (Some("tiled"), "/tmp/island-biomes.tmx".into()));
    assert!(said(&harness).contains("keep the .tsx and the picture beside the map"), "{}", said(&harness));
}

#[test]
fn what_cannot_be_exported_says_why() {
    let mut graph = graph();
    graph.nodes.insert("height".into(), Arc::new(Node::new("Normalize")));
    let mut harness = desk(Desk::exporting(graph));
    assert!(said(&harness).contains("height"), "{}", said(&harness));
    press(&mut harness, "Export");
    assert!(harness.state().actions.is_empty());
    press(&mut harness, "Close");
    assert!(matches!(harness.state().actions[..], [ExportAction::Close]));
}

#[test]
fn an_export_that_runs_shows_progress_and_can_be_cancelled() {
    let mut host = Desk::exporting(graph());
    host.state = ExportState::Running(0.4);
    let mut harness = desk(host);
    assert!(harness.query_by_label("Progress of the export").is_some());
    assert!(harness.query_by_role_and_label(Role::Button, "Export").is_none());
    press(&mut harness, "Cancel export");
    assert!(matches!(harness.state().actions[..], [ExportAction::Cancel]));
    harness.state_mut().state = ExportState::Failed("The disk is full.".into());
    harness.run();
    assert!(said(&harness).contains("The disk is full."));
}

#[test]
fn keys_are_listed_from_the_table() {
    let mut host = Desk::new(graph());
    host.keys = true;
    let harness = desk(host);
    let words = said(&harness);
    for part in ["Undo", "Wheel", "Frame selection"] {
        assert!(words.contains(part), "{part} is missing in\n{words}");
    }
    assert!(harness.query_by_label("Keys of Undo: Ctrl+Z").is_some());
}

#[test]
fn a_problem_leads_to_its_node() {
    let mut graph = graph();
    graph.nodes.insert("lost".into(), Arc::new(Node::new("Normalize")));
    let message = graph.check()[0].message.clone();
    let mut harness = desk(Desk::new(graph));
    press(&mut harness, "Problems");
    press(&mut harness, &message);
    assert_eq!(harness.state().requests[0], Request::GoTo("lost".into()));
}

#[test]
fn every_template_is_offered_and_opens() {
    let mut host = Desk::new(graph());
    host.templates = true;
    let mut harness = large_desk(host);
    for template in TEMPLATES {
        assert!(harness.query_by_label(template.title).is_some(), "{}", template.name);
    }
    if let Some(template) = TEMPLATES.last() {
        press(&mut harness, template.title);
        assert_eq!(harness.state().requests, [Request::OpenTemplate(template.name)]);
        assert!(!harness.state().templates);
    }
}

#[test]
fn the_welcome_view_says_what_to_do_without_recent_files_and_opens_those_that_there_are() {
    let mut host = Desk::new(graph());
    host.templates = true;
    let mut harness = large_desk(host);
    assert!(said(&harness).contains("are listed here"), "{}", said(&harness));
    press(&mut harness, "New recipe");
    assert_eq!(harness.state().requests, [Request::Do(Command::New)]);
    let mut host = Desk::new(graph());
    host.templates = true;
    host.recent = vec!["/tmp/a/island.ron".into(), "/tmp/b/cliffs.ron".into()];
    let mut harness = large_desk(host);
    press(&mut harness, "cliffs.ron");
    assert_eq!(harness.state().requests, [Request::OpenFile("/tmp/b/cliffs.ron".into())]);
    assert!(!harness.state().templates);
}

#[test]
fn every_recipe_of_the_folder_is_a_template() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("graphs");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "ron"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut names: Vec<&str> = TEMPLATES.iter().map(|t| t.name).collect();
    names.sort_unstable();
    assert_eq!(names, files);
    for template in TEMPLATES {
        Graph::parse(template.text).unwrap();
    }
}
