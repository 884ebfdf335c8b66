//! The bar at the top: menus from the command table, the document's name, its size, seed and the Export button.

use super::canvas::ARRANGE;
use super::command::State;
use super::dock::{Dock, Pane};
use super::document::Document;
use super::keymap::Keymap;
use super::language::{Language, tr};
use super::request::{Command, Request};
use super::settings::{Appearance, Backup, Scroll, Settings};
use super::theme::{Theme, semibold};
use super::tour;
use super::widgets::expression::{Unit, format};
use super::widgets::icon::{Icon, icon_button};
use super::widgets::text::select_all;
use super::widgets::tone::tone;
use crate::graph::{Edit, Graph};
use eframe::egui::accesskit::Role;
use eframe::egui::containers::menu::{MenuBar, MenuButton, MenuConfig};
use eframe::egui::{
    Align, Button, Frame, Layout, Margin, Panel, PopupCloseBehavior, RichText, Sense, TextEdit, TextWrapMode, Ui,
    WidgetInfo, vec2,
};

/// Height of the bar in points.
const HEIGHT: f32 = 40.0;

/// What the bar reads.
pub struct TopBar<'a> {
    /// The document.
    pub document: &'a Document,
    /// What is remembered between runs; the menus change it in place.
    pub settings: &'a mut Settings,
    /// Whether auto levels are on.
    pub auto_levels: bool,
    /// The seed as it is being typed, while it is.
    pub typed_seed: &'a mut Option<String>,
    /// The panes, for the menu that shows and hides them.
    pub dock: &'a Dock,
    /// Whether the first menu takes the keyboard's focus.
    pub focus: bool,
}

/// The menu *View > Compare*.
const COMPARE: &[Command] = &[
    Command::CompareNodes,
    Command::CompareBefore,
    Command::CompareSaved,
    Command::SplitPreview,
    Command::ShowDifference,
    Command::SwapSides,
    Command::StopComparing,
];

impl TopBar<'_> {
    /// Draws the bar and returns what the person asked for.
    pub fn show(mut self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = Vec::new();
        let frame = Frame::NONE.fill(tone(ui).panel).inner_margin(Margin::symmetric(12, 0));
        Panel::top("top bar").exact_size(HEIGHT).frame(frame).show(ui, |ui| {
            let rect = ui.max_rect();
            ui.horizontal_centered(|ui| {
                let menus = self.menus(ui, &mut requests);
                let right = self.right(ui, &mut requests);
                self.title(ui, rect, menus, right);
            });
        });
        requests
    }

    /// The menus; returns where they end.
    fn menus(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) -> f32 {
        ui.label(RichText::new("Orograph").font(semibold(14.0)));
        ui.add_space(8.0);
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClick);
        let bar = MenuBar::new().config(config);
        let wanted = vec2(250.0, HEIGHT);
        ui.allocate_ui_with_layout(wanted, Layout::left_to_right(Align::Center), |ui| {
            bar.ui(ui, |ui| {
                let (first, _) = MenuButton::new(tr!("File")).ui(ui, |ui| self.file_menu(ui, requests));
                if self.focus {
                    first.request_focus();
                }
                MenuButton::new(tr!("Edit")).ui(ui, |ui| self.edit_menu(ui, requests));
                MenuButton::new(tr!("View|menu")).ui(ui, |ui| self.view_menu(ui, requests));
                MenuButton::new(tr!("Help")).ui(ui, |ui| help_menu(ui, requests));
            });
        });
        ui.min_rect().right()
    }

    fn file_menu(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.set_min_width(230.0);
        entries(ui, &[Command::New, Command::Templates, Command::Open], requests);
        let recent = self.settings.recent.clone();
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button(tr!("Open recent"), |ui| {
                for path in &recent {
                    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                    if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                        requests.push(Request::OpenFile(path.clone()));
                    }
                }
                ui.separator();
                if ui.button(tr!("Clear the list")).clicked() {
                    self.settings.recent.clear();
                }
            });
        });
        ui.separator();
        entries(ui, &[Command::Save, Command::SaveAs], requests);
        let kept = self.settings.backup == Backup::Kept;
        if toggle(ui, kept, tr!("Keep the previous file (.bak)")) {
            self.settings.backup = if kept { Backup::Off } else { Backup::Kept };
        }
        ui.separator();
        entries(ui, &[Command::Export, Command::ExportAgain, Command::ExportAll], requests);
        if toggle(ui, self.settings.export_on_save, tr!("Re-export on save")) {
            self.settings.export_on_save ^= true;
        }
        ui.separator();
        entries(ui, &[Command::Quit], requests);
    }

    // What is rarer stands in menus of its own, so that all fits into 500 points: a laptop at twice the size.
    fn edit_menu(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.set_min_width(260.0);
        let steps = [(Command::Undo, self.document.undo_name()), (Command::Redo, self.document.redo_name())];
        for (command, name) in steps {
            let verb = command.title();
            let title = name.map_or_else(|| verb.to_string(), |name| format!("{verb}: {name}"));
            entry(ui, command, &title, requests);
        }
        ui.separator();
        entries(ui, &[Command::Cut, Command::Copy, Command::Paste, Command::Duplicate], requests);
        entries(ui, &[Command::Delete, Command::DeleteWithoutHealing], requests);
        let values = [Command::CopyValues, Command::PasteValues, Command::ResetValues];
        ui.menu_button(tr!("Values"), |ui| entries(ui, &values, requests));
        ui.separator();
        entries(ui, &[Command::AddNode, Command::FindNode, Command::SelectAll], requests);
        entries(ui, &[Command::AddNote], requests);
        ui.separator();
        let groups = [Command::Enclose, Command::MakeGroup, Command::EnterGroup, Command::Unpack];
        ui.menu_button(tr!("Group"), |ui| entries(ui, &groups, requests));
        entries(ui, &[Command::Collapse, Command::SwapInputs], requests);
        ui.menu_button(tr!("Arrange"), |ui| entries(ui, ARRANGE, requests));
        ui.separator();
        entries(ui, &[Command::Rename, Command::Mute, Command::UseAsOutput], requests);
    }

    fn view_menu(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.set_min_width(230.0);
        entries(ui, &[Command::View], requests);
        if toggle(ui, self.auto_levels, tr!("Auto levels")) {
            requests.push(Request::Do(Command::AutoLevels));
        }
        if toggle(ui, self.settings.relief, Command::Relief.title()) {
            requests.push(Request::Do(Command::Relief));
        }
        entries(ui, &[Command::Profile, Command::Pin, Command::LockPreview], requests);
        ui.menu_button(tr!("Compare"), |ui| entries(ui, COMPARE, requests));
        if toggle(ui, self.settings.timings, tr!("Time of each node")) {
            self.settings.timings ^= true;
        }
        ui.separator();
        let zooms =
            [Command::FrameAll, Command::FrameSelection, Command::ActualSize, Command::ZoomIn, Command::ZoomOut];
        ui.menu_button(tr!("Zoom"), |ui| entries(ui, &zooms, requests));
        ui.separator();
        if toggle(ui, self.settings.map, Command::Map.title()) {
            requests.push(Request::Do(Command::Map));
        }
        if toggle(ui, self.settings.snap, Command::SnapToGrid.title()) {
            requests.push(Request::Do(Command::SnapToGrid));
        }
        ui.separator();
        ui.menu_button(tr!("Panels"), |ui| {
            for pane in Pane::ALL.into_iter().filter(|pane| *pane != Pane::Canvas) {
                let open = self.dock.is_open(pane);
                if toggle(ui, open, pane.title()) {
                    requests.push(Request::Pane(pane, !open));
                }
            }
            ui.separator();
            entries(ui, &[Command::ResetLayout], requests);
        });
        self.appearance_menu(ui);
        self.scale_menu(ui, requests);
        self.language_menu(ui);
        ui.separator();
        ui.menu_button(tr!("Scrolling on the canvas"), |ui| {
            for (scroll, title) in [
                (Scroll::Auto, tr!("Wheel zooms, two fingers pan")),
                (Scroll::Zoom, tr!("Zooms")),
                (Scroll::Pan, tr!("Pans")),
            ] {
                if toggle(ui, self.settings.scroll == scroll, title) {
                    self.settings.scroll = scroll;
                }
            }
        });
    }

    fn appearance_menu(&mut self, ui: &mut Ui) {
        ui.menu_button(tr!("Theme"), |ui| {
            let themes = [
                (Appearance::Dark, tr!("Dark")),
                (Appearance::Light, tr!("Light")),
                (Appearance::System, tr!("Follow the system")),
            ];
            for (appearance, title) in themes {
                if toggle(ui, self.settings.appearance == appearance, title) {
                    self.settings.appearance = appearance;
                }
            }
        });
    }

    fn scale_menu(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.menu_button(tr!("Interface size"), |ui| {
            entries(ui, &[Command::LargerInterface, Command::SmallerInterface, Command::UsualInterface], requests);
            ui.separator();
            for scale in Settings::SCALES {
                if toggle(ui, self.settings.scale == scale, &format!("{scale} %")) {
                    self.settings.scale = scale;
                }
            }
        });
    }

    fn language_menu(&mut self, ui: &mut Ui) {
        ui.menu_button(tr!("Language"), |ui| {
            if toggle(ui, self.settings.language.is_none(), tr!("Follow the system")) {
                self.settings.language = None;
            }
            for language in Language::ALL {
                if toggle(ui, self.settings.language == Some(language), language.name()) {
                    self.settings.language = Some(language);
                }
            }
        });
    }

    /// Size, seed and export, from the right edge inwards; returns where they begin.
    fn right(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) -> f32 {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            let export = ui.add(Theme::of(ui).primary(tr!("Export")).corner_radius(6.0).min_size(vec2(70.0, 26.0)));
            ui.data_mut(|data| data.insert_temp(tour::export_place(), export.rect));
            if export.on_hover_text(shortcut_of(ui, Command::Export)).clicked() {
                requests.push(Request::Do(Command::Export));
            }
            let graph = self.document.graph();
            self.seed(ui, graph, requests);
            let world = RichText::new(size_of(graph)).color(tone(ui).secondary);
            ui.label(world).on_hover_text(tr!("Samples of the build grid and extent of the world"));
            ui.min_rect().left()
        })
        .inner
    }

    /// The graph's seed: a click types it, the dice draws another.
    fn seed(&mut self, ui: &mut Ui, graph: &Graph, requests: &mut Vec<Request>) {
        ui.spacing_mut().item_spacing.x = 4.0;
        if icon_button(ui, Icon::Dice, tr!("Another seed"), tr!("Another seed"), false).clicked() {
            requests.push(Request::edit(Edit::Seed(another_seed(graph.seed))));
        }
        let Some(text) = self.typed_seed else {
            let button =
                Button::new(tr!("Seed {number}", number = graph.seed)).corner_radius(6.0).min_size(vec2(64.0, 24.0));
            if ui.add(button).on_hover_text(tr!("Click to type a seed")).clicked() {
                *self.typed_seed = Some(graph.seed.to_string());
            }
            ui.add_space(6.0);
            return;
        };
        let edit = ui.add(TextEdit::singleline(text).desired_width(120.0).hint_text(tr!("whole number")));
        let edit = edit.accessible_name(tr!("Seed"));
        if edit.lost_focus() {
            let cancelled = ui.input(|i| i.key_pressed(eframe::egui::Key::Escape));
            match text.trim().parse::<u64>() {
                _ if cancelled => {}
                Ok(seed) => requests.push(Request::edit(Edit::Seed(seed))),
                Err(_) => requests.push(Request::Toast(tr!(
                    "“{text}” is no seed: allowed are whole numbers from 0 to {most}.",
                    text = text.trim(),
                    most = u64::MAX
                ))),
            }
            *self.typed_seed = None;
        } else if !edit.has_focus() {
            edit.request_focus();
            select_all(ui, edit.id, text);
        }
        ui.add_space(6.0);
    }

    /// The document's name in the middle of the window, or of what the menus and the right side leave.
    fn title(&self, ui: &mut Ui, bar: eframe::egui::Rect, left: f32, right: f32) {
        let tone = tone(ui);
        let title = self.document.title();
        let font = eframe::egui::FontId::proportional(13.0);
        let free = (right - left - 40.0).max(40.0);
        let galley = eframe::egui::WidgetText::from(RichText::new(&title).font(font).color(tone.text)).into_galley(
            ui,
            Some(TextWrapMode::Truncate),
            free,
            eframe::egui::FontSelection::Default,
        );
        let width = galley.size().x;
        // Where there is no room, the title keeps clear of the menus.
        let first = left + 20.0 + width / 2.0;
        let center = bar.center().x.clamp(first, (right - 20.0 - width / 2.0).max(first));
        let at = eframe::egui::pos2(center - width / 2.0, bar.center().y - galley.size().y / 2.0);
        let rect = eframe::egui::Rect::from_min_size(at, galley.size());
        ui.painter().galley(at, galley, tone.text);
        let state = if self.document.is_dirty() { tr!("unsaved changes") } else { tr!("saved") };
        let hover = match self.document.path() {
            Some(path) => format!("{}\n{state}", path.display()),
            None if self.document.is_dirty() => tr!("Not saved yet").into(),
            None => tr!("Has no file yet").into(),
        };
        let response = ui.interact(rect.expand(6.0), ui.scope_id().with("title"), Sense::hover()).on_hover_text(hover);
        let name = if self.document.is_dirty() { tr!("{file} (unsaved changes)", file = title) } else { title };
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        if self.document.is_dirty() {
            let dot = eframe::egui::pos2(rect.right() + 10.0, rect.center().y + 0.5);
            ui.painter().circle_filled(dot, 4.0, tone.accent);
        }
    }
}

fn help_menu(ui: &mut Ui, requests: &mut Vec<Request>) {
    ui.set_min_width(200.0);
    entries(ui, &[Command::Keys, Command::Commands, Command::Templates, Command::Tour], requests);
    ui.separator();
    let about = format!("Orograph {}", env!("CARGO_PKG_VERSION"));
    ui.label(RichText::new(about).color(tone(ui).muted));
}

fn entries(ui: &mut Ui, commands: &[Command], requests: &mut Vec<Request>) {
    for &command in commands {
        entry(ui, command, command.title(), requests);
    }
}

/// An entry of a command; one that cannot be carried out says why.
fn entry(ui: &mut Ui, command: Command, title: &str, requests: &mut Vec<Request>) {
    let refusal = command.refusal(&State::of(ui.ctx()));
    let keys = shortcut_of(ui, command);
    let button = Button::new(title).wrap_mode(TextWrapMode::Extend);
    let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
    let response = ui.add_enabled(refusal.is_none(), button);
    if response.clicked() {
        requests.push(command.request());
    }
    if let Some(why) = refusal {
        response.on_disabled_hover_text(why);
    }
}

/// An entry with a mark while it is on; whether it was pressed.
fn toggle(ui: &mut Ui, on: bool, title: &str) -> bool {
    let mark = if on { egui_material_icons::icons::ICON_CHECK.codepoint } else { "" };
    let response = ui.add(Button::new(title).shortcut_text(mark).wrap_mode(TextWrapMode::Extend));
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, title));
    response.clicked()
}

/// The command's first shortcut as this system writes it.
pub fn shortcut_of(ui: &Ui, command: Command) -> String {
    Keymap::of(ui.ctx()).text(ui.ctx(), command)
}

/// `1025 × 1025 · 4096 m`; both sides where they differ.
pub fn size_of(graph: &Graph) -> String {
    let world = &graph.world;
    let length = |metres: f64| format(metres, Unit::Metres);
    let extent = match world.extent.0 == world.extent.1 {
        true => length(world.extent.0),
        false => format!("{} × {}", length(world.extent.0), length(world.extent.1)),
    };
    format!("{} × {} · {extent}", world.samples.0, world.samples.1)
}

/// A seed that is not `seed`, short enough to be read out.
pub(super) fn another_seed(seed: u64) -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let ticks = time.map_or(0, |t| u64::from(t.subsec_nanos()) ^ t.as_secs());
    // Any mixing does: it only has to differ from one press to the next.
    let drawn = (ticks.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % 100_000;
    if drawn == seed { drawn + 1 } else { drawn }
}
