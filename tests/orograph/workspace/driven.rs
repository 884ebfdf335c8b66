//! The window driven frame by frame as its event loop drives it, and how much processor time each frame takes.

use super::*;
use crate::support::window::Answers;
use cpu_time::ThreadTime;
use eframe::App as _;
use eframe::egui::accesskit::{NodeId, Role};
use eframe::egui::{Context, Event, PointerButton, Pos2, RawInput, Rect, Vec2, ViewportId, pos2};
use orograph::gui::worker::Setup;
use orograph::gui::{EditorApp, Options};
use std::time::{Duration, Instant};

/// The editor driven as its event loop drives it, without what a test harness adds.
pub struct Driven {
    pub ctx: Context,
    pub app: EditorApp,
    frame: eframe::Frame,
    size: Vec2,
    start: Instant,
    /// When the window wants to be drawn again if nothing happens.
    pub wanted: Duration,
}

/// A name that a screen reader would read, with what it stands for and where that is.
pub type Seen = (Role, String, Rect);

impl Driven {
    pub fn open(file: &Path, size: Vec2) -> Self {
        let ctx = Context::default();
        let options = Options {
            file: Some(file.into()),
            worker: Setup { threads: Some(2), cache: 256 << 20, synchronous: false },
            picker: Box::new(Answers::default()),
            config: file.parent().map(|folder| folder.join("config")),
            locale: None,
            ..Options::default()
        };
        let app = EditorApp::new(&eframe::CreationContext::_new_kittest(ctx.clone()), options);
        let frame = eframe::Frame::_new_kittest();
        let mut driven = Self { ctx, app, frame, size, start: Instant::now(), wanted: Duration::ZERO };
        for _ in 0..4 {
            driven.frame(Vec::new());
        }
        driven
    }

    /// One frame; milliseconds of processor time that this thread took for it.
    pub fn frame(&mut self, events: Vec<Event>) -> f64 {
        let start = ThreadTime::now();
        self.draw(events);
        start.elapsed().as_secs_f64() * 1e3
    }

    fn draw(&mut self, events: Vec<Event>) -> Vec<Seen> {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.start.elapsed().as_secs_f64()),
            focused: true,
            events,
            ..RawInput::default()
        };
        self.app.raw_input_hook(&self.ctx, &mut input);
        let Self { ctx, app, frame, .. } = self;
        let mut output = ctx.run_ui(input, |ui| {
            app.logic(ui, frame);
            app.ui(ui, frame);
        });
        self.wanted = output.viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |root| root.repaint_delay);
        let triangles = ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
        assert!(!triangles.is_empty());
        let update = output.platform_output.accesskit_update.take();
        output.drop_without_applying_deltas();
        let nodes = update.into_iter().flat_map(|update| update.nodes);
        let seen = nodes.filter_map(|(_, node): (NodeId, _)| {
            let bounds = node.bounds()?;
            let (min, max) = (pos2(bounds.x0 as f32, bounds.y0 as f32), pos2(bounds.x1 as f32, bounds.y1 as f32));
            Some((node.role(), node.label()?.to_owned(), Rect::from_min_max(min, max)))
        });
        seen.collect()
    }

    /// What a screen reader would find; the frames that are measured go without, as windows do where none runs.
    pub fn seen(&mut self) -> Vec<Seen> {
        self.ctx.enable_accesskit();
        self.draw(Vec::new());
        let seen = self.draw(Vec::new());
        self.ctx.disable_accesskit();
        self.draw(Vec::new());
        seen
    }

    pub fn find(&mut self, label: &str) -> Rect {
        let seen = self.seen();
        let found = seen.iter().rev().find(|(_, name, _)| name == label).map(|(_, _, rect)| *rect);
        found.unwrap_or_else(|| panic!("{label} is not among {:?}", seen.iter().map(|s| &s.1).collect::<Vec<_>>()))
    }

    pub fn command(&mut self, command: Command) {
        let ctx = self.ctx.clone();
        self.app.carry_out(Request::Do(command), &ctx);
        for _ in 0..3 {
            self.frame(Vec::new());
        }
    }

    pub fn press(&mut self, at: Pos2, pressed: bool) {
        let button = PointerButton::Primary;
        let events = vec![
            Event::PointerMoved(at),
            Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE },
        ];
        self.frame(events);
    }

    pub fn click(&mut self, label: &str) {
        let at = self.find(label).center();
        self.press(at, true);
        self.press(at, false);
        self.frame(Vec::new());
    }

    /// Draws until the worker has nothing left to do, for twenty seconds at most: frames beside a busy worker are frames too.
    pub fn settle(&mut self) {
        let start = Instant::now();
        while !self.app.is_idle() && start.elapsed() < Duration::from_secs(20) {
            self.frame(Vec::new());
            std::thread::sleep(Duration::from_millis(4));
        }
    }
}
