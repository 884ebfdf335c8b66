//! Opening the window.

use super::{
    Board, Dock, EditorApp, Exporting, Inspector, KeysWindow, Language, PreviewPane, Prompt, SystemFonts, Toasts,
    Wanted, WorldPanel,
};
use crate::graph::Graph;
use crate::gui::canvas::Canvas;
use crate::gui::document::Document;
use crate::gui::files::{FilePicker, NativePicker};
use crate::gui::image_watch::ImageWatch;
use crate::gui::language::tr;
use crate::gui::presets::Presets;
use crate::gui::ramps::Ramps;
use crate::gui::recovery::{self, Left, Recovery};
use crate::gui::saving::{self, Saver, Writer};
use crate::gui::settings::{Settings, config_folder};
use crate::gui::theme::Theme;
use crate::gui::watch::{self, Watch};
use crate::gui::worker::{Setup, Worker};
use eframe::egui;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How the editor is set up; tests change what touches the world outside.
pub struct Options {
    /// File to open; `None`: the island, untitled.
    pub file: Option<PathBuf>,
    /// Evaluation.
    pub worker: Setup,
    /// Who is asked for paths.
    pub picker: Box<dyn FilePicker>,
    /// Folder of settings and recovery files; `None`: nothing is remembered.
    pub config: Option<PathBuf>,
    /// Longest time between an edit and its recovery copy.
    pub recovery_delay: Duration,
    /// Whether fonts of the system stand in for letters that the built-in ones lack.
    pub system_fonts: bool,
    /// The system's language, such as `zh_CN.UTF-8`; `None`: English.
    pub locale: Option<String>,
    /// Time between two looks at the open file.
    pub watch_interval: Duration,
    /// What writes recipes.
    pub writer: Writer,
    /// Whether a window without a file opens with the welcome view.
    pub welcome: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            file: None,
            worker: Setup::default(),
            picker: Box::new(NativePicker),
            config: config_folder(),
            recovery_delay: recovery::DELAY,
            system_fonts: true,
            locale: sys_locale::get_locale(),
            watch_interval: watch::INTERVAL,
            writer: saving::to_disk(),
            welcome: true,
        }
    }
}

/// The recipe that a window without a file opens with.
const ISLAND: &str = include_str!("../../../graphs/island.ron");

/// Opens the window and returns when it is closed.
///
/// # Errors
/// One sentence when there is no display or nothing that can draw; it names the command that needs neither.
pub fn run(file: Option<PathBuf>) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("orograph")
        .with_title("Orograph")
        .with_inner_size([1600.0, 1000.0])
        .with_min_inner_size([900.0, 560.0])
        .with_icon(super::icon::icon())
        .with_drag_and_drop(true);
    let native = eframe::NativeOptions {
        viewport,
        persist_window: false,
        system_font_fallback: false,
        ..eframe::NativeOptions::default()
    };
    let options = Options { file, ..Options::default() };
    let create: eframe::AppCreator<'_> = Box::new(|cc| Ok(Box::new(EditorApp::new(cc, options))));
    eframe::run_native("orograph", native, create).map_err(|error| why_no_window(&error))
}

/// What keeps the window from opening, in one sentence.
fn why_no_window(error: &eframe::Error) -> String {
    let why = match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => no_display(),
        eframe::Error::Wgpu(_) => "no graphics driver (Vulkan or OpenGL) was found to draw it with".into(),
        other => other.to_string().lines().next().unwrap_or("the system refused it").to_owned(),
    };
    format!(
        "the editor window cannot open: {why}; `orograph render FILE -o OUT` renders a recipe without a window or display"
    )
}

/// Why no display was reached, as far as the environment tells.
fn no_display() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match set("WAYLAND_DISPLAY").or_else(|| set("DISPLAY")) {
        Some(display) => format!("the display {display} cannot be reached"),
        None if cfg!(all(unix, not(target_os = "macos"))) => {
            "there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set)".into()
        }
        None => "there is no display".into(),
    }
}

impl EditorApp {
    /// The editor in a window or a test harness.
    pub fn new(cc: &eframe::CreationContext<'_>, options: Options) -> Self {
        let ctx = cc.egui_ctx.clone();
        Theme::apply(&ctx);
        let settings = Settings::load(options.config.as_deref());
        let (presets, unread) = Presets::load(options.config.as_deref());
        let dock = Dock::read(&settings.layout);
        let waker = ctx.clone();
        let worker = Worker::start(options.worker, move || waker.request_repaint());
        let saved = ctx.clone();
        let saver = Saver::start(options.writer, options.worker.synchronous, move || saved.request_repaint());
        let changed = ctx.clone();
        let watch = Watch::start(options.watch_interval, move || changed.request_repaint());
        let replaced = ctx.clone();
        let images = ImageWatch::start(options.watch_interval, move || replaced.request_repaint());
        let (left, held) = recovery::left_behind(options.config.as_deref());
        let recovery = Recovery::start(options.config.as_deref(), options.recovery_delay);
        let ramps = Ramps::load(options.config.as_deref());
        let mut app = Self {
            document: Document::untitled(Graph::default(), tr!("Untitled")),
            document_number: 0,
            saved_settings: settings.clone(),
            settings,
            system_language: options.locale.as_deref().map_or_else(Language::default, Language::of_locale),
            fonts: SystemFonts::new(options.system_fonts),
            config: options.config,
            presets: Arc::new(presets),
            worker,
            board: Board::default(),
            wanted: Wanted::default(),
            preview: None,
            preview_before: None,
            canvas: Canvas::default(),
            pane: PreviewPane::on(cc.wgpu_render_state.as_ref()),
            comparing: super::Comparing::default(),
            contact: super::ContactSheet::default(),
            inspector: Inspector::default(),
            world: WorldPanel::default(),
            ramps,
            dock,
            layout_changed: false,
            export: Exporting::default(),
            templates_open: false,
            welcomed: 0,
            keys_open: false,
            keys_window: KeysWindow::default(),
            search: None,
            synchronous: options.worker.synchronous,
            typed_seed: None,
            focus_menus: false,
            prompt: None,
            next_prompts: Vec::new(),
            picker: options.picker,
            asking: None,
            asked_at: 0,
            picking: None,
            after_save: None,
            saver,
            watch,
            images,
            recovery,
            recovered_revision: None,
            late: super::Late::new(held),
            toasts: Toasts::default(),
            tour: super::Tour::default(),
            turns: super::Turns::default(),
            opening: None,
            notices: Vec::new(),
            title: String::new(),
            may_close: false,
        };
        app.apply_settings(&ctx);
        app.templates_open = options.welcome && options.file.is_none() && left.is_empty();
        app.first_document(options.file, left);
        if let Some(why) = unread {
            app.complain(why);
        }
        app
    }

    fn first_document(&mut self, file: Option<PathBuf>, left: Vec<Left>) {
        match file {
            // There is no window yet that could stand still.
            Some(path) => self.open_now(&path),
            None => self.open_text(ISLAND, tr!("Untitled")),
        }
        if !left.is_empty() {
            self.next_prompts.push(Prompt::Recovered(left));
        }
    }
}
