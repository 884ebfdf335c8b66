//! The real editor in a harness without display or GPU, its questions for paths answered by the test.

use eframe::egui::{self, Key, Modifiers, Pos2, Vec2};
use eframe::egui_wgpu::RenderState;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use orograph::graph::{Edit, Graph, Link};
use orograph::gui::files::{Answer, FilePicker, Question};
use orograph::gui::request::{Command, Request};
use orograph::gui::saving::{self, Writer};
use orograph::gui::worker::Setup;
use orograph::gui::{EditorApp, Options};
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A file picker that gives prepared answers and remembers the questions.
#[derive(Clone, Default)]
pub struct Answers {
    answers: Arc<Mutex<VecDeque<Answer>>>,
    questions: Arc<Mutex<Vec<Question>>>,
    /// Replies of dialogs that hang.
    hanging: Arc<Mutex<Vec<Sender<Answer>>>>,
    hangs: Arc<AtomicBool>,
}

impl Answers {
    pub fn push(&self, answer: Answer) {
        self.answers.lock().unwrap().push_back(answer);
    }

    /// From now on no dialog answers.
    pub fn hang(&self) {
        self.hangs.store(true, Ordering::Relaxed);
    }

    pub fn questions(&self) -> Vec<Question> {
        self.questions.lock().unwrap().clone()
    }
}

impl FilePicker for Answers {
    fn ask(&self, question: &Question, reply: Sender<Answer>, wake: Box<dyn FnOnce() + Send>) {
        self.questions.lock().unwrap().push(question.clone());
        if self.hangs.load(Ordering::Relaxed) {
            self.hanging.lock().unwrap().push(reply);
            return;
        }
        let answer = self.answers.lock().unwrap().pop_front();
        reply.send(answer.unwrap_or(Answer::NoService)).unwrap();
        wake();
    }
}

/// An editor with folders of its own.
pub struct Window {
    pub harness: Harness<'static, EditorApp>,
    pub answers: Answers,
}

/// How a test sets the editor up.
pub struct Start {
    pub file: Option<PathBuf>,
    pub config: Option<PathBuf>,
    pub synchronous: bool,
    pub recovery_delay: Duration,
    /// Whether letters that the built-in fonts lack are drawn as boxes instead of failing the test.
    pub boxes: bool,
    pub watch_interval: Duration,
    pub writer: Writer,
    pub welcome: bool,
    /// What draws in 3D.
    pub device: Option<RenderState>,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            file: None,
            config: None,
            synchronous: true,
            recovery_delay: Duration::from_millis(20),
            // Only tests of changes from outside look again.
            watch_interval: Duration::from_secs(600),
            writer: saving::to_disk(),
            welcome: false,
            boxes: false,
            device: None,
        }
    }
}

impl Window {
    /// The editor with a file open, everything evaluated.
    pub fn open(file: &Path) -> Self {
        Self::start(Start { file: Some(file.into()), ..Start::default() })
    }

    /// The editor on a graph, which is written to `folder/recipe.ron` first.
    pub fn on(graph: &Graph, folder: &Path) -> Self {
        let path = folder.join("recipe.ron");
        graph.save(&path).unwrap();
        Self::open(&path)
    }

    pub fn start(start: Start) -> Self {
        let answers = Answers::default();
        let options = Options {
            file: start.file,
            worker: Setup { threads: Some(2), cache: 64 << 20, synchronous: start.synchronous },
            picker: Box::new(answers.clone()),
            config: start.config,
            recovery_delay: start.recovery_delay,
            system_fonts: false,
            locale: None,
            watch_interval: start.watch_interval,
            writer: start.writer,
            welcome: start.welcome,
        };
        let mut builder = Harness::builder().with_size(Vec2::new(1600.0, 1000.0));
        if start.boxes {
            builder = builder.allow_missing_glyphs();
        }
        let harness = builder.build_eframe(move |cc| {
            cc.wgpu_render_state = start.device;
            EditorApp::new(cc, options)
        });
        let mut window = Self { harness, answers };
        window.steps(4);
        window
    }

    pub fn app(&self) -> &EditorApp {
        self.harness.state()
    }

    pub fn graph(&self) -> Graph {
        Graph::clone(self.app().document().graph())
    }

    pub fn steps(&mut self, n: usize) {
        self.harness.run_steps(n);
    }

    /// Waits for a worker with a thread.
    pub fn wait(&mut self) {
        for _ in 0..2000 {
            self.steps(1);
            if self.app().is_idle() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the worker does not come to rest");
    }

    /// Carries out a request as a panel would.
    pub fn ask(&mut self, request: Request) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().carry_out(request, &ctx);
        self.steps(3);
    }

    pub fn edit(&mut self, edit: Edit) {
        self.ask(Request::edit(edit));
    }

    pub fn command(&mut self, command: Command) {
        self.ask(Request::Do(command));
    }

    pub fn select(&mut self, ids: &[&str]) {
        let ids: BTreeSet<_> = ids.iter().map(|id| Arc::from(*id)).collect();
        self.ask(Request::Select(ids));
    }

    pub fn view(&mut self, id: &str) {
        self.ask(Request::Preview(Link::to(id)));
    }

    /// Clicks what has this name.
    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.steps(4);
    }

    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.steps(3);
    }

    pub fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    /// Drags from one point to another with a move between.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.harness.hover_at(from);
        self.steps(1);
        self.harness.drag_at(from);
        self.steps(1);
        for share in [0.3, 0.7, 1.0] {
            self.harness.hover_at(from + (to - from) * share);
            self.steps(1);
        }
        self.harness.event(egui::Event::PointerButton {
            pos: to,
            button: egui::PointerButton::Primary,
            pressed: false,
            modifiers: Modifiers::NONE,
        });
        self.steps(3);
    }
}
