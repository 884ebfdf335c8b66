//! The rows of the export dialog, the sentence, and what to do about a range that is hardly used.

use super::choices::list;
use super::{ExportAction, ExportDialog, ExportReply, is_measured};
use crate::deliver::{RangeAsk, Size, What};
use crate::export::{Preset, Shape};
use crate::graph::{Edit, Graph, Link, Output};
use crate::gui::language::{self, tr};
use crate::gui::request::{Request, Scene};
use crate::gui::theme::{SMALL, Theme, regular};
use crate::gui::widgets::number::NumberField;
use crate::gui::widgets::row::Row;
use crate::gui::widgets::text::TextField;
use eframe::egui::{Button, Checkbox, Frame, Id, Label, Margin, RichText, Ui, vec2};
use std::path::PathBuf;

/// Share of the range under which the dialog offers help.
const HARDLY_USED: f64 = 0.6;
/// Widths that are offered without a preset.
const WIDTHS: [u32; 10] = [256, 257, 512, 513, 1024, 1025, 2048, 2049, 4096, 4097];
/// Most samples over the width that can be typed.
const WIDEST: f64 = 65_537.0;
/// Width of the button beside the path in points.
const BROWSE: f32 = 80.0;

fn row<R>(ui: &mut Ui, name: &str, doc: &str, control: impl FnOnce(&mut Ui, f32) -> R) -> R {
    Row { name, doc, reset: false }.show(ui, control).inner
}

impl ExportDialog {
    pub(super) fn form(&mut self, ui: &mut Ui, scene: &Scene<'_>, reply: &mut ExportReply) {
        self.output_row(ui, scene.graph);
        self.preset_row(ui, self.shape(scene.graph) == Shape::Tiles);
        self.size_row(ui, scene.graph);
        self.format_row(ui, scene.graph);
        self.path_row(ui, reply);
        if is_measured(&self.ask) {
            row(ui, tr!("range"), tr!("Which values become the lowest and the highest code."), |ui, _| {
                let mut on = true;
                if ui.add(Checkbox::new(&mut on, tr!("use the measured range"))).changed() {
                    self.ask.range = RangeAsk::Socket;
                }
            });
        }
    }

    fn output_row(&mut self, ui: &mut Ui, graph: &Graph) {
        let chosen = match &self.ask.what {
            What::Output(name) => name.clone(),
            What::Node(link) => link.to_string(),
            What::First => graph.outputs.first().map_or_else(|| tr!("none").into(), |o| o.name.clone()),
        };
        let names = graph.outputs.iter().map(|o| (o.name.clone(), tr!("From {node}.", node = o.from)));
        let picked = row(ui, tr!("output"), tr!("Which result of the recipe is written."), |ui, w| {
            list(ui, "output", &chosen, w, names)
        });
        if let Some(name) = picked {
            self.rename_path(&chosen, &name);
            self.ask.what = What::Output(name);
        }
    }

    /// Keeps the output's name in the file's name, where it stands there.
    fn rename_path(&mut self, old: &str, new: &str) {
        let Some(stem) = self.ask.path.file_stem().map(|s| s.to_string_lossy().into_owned()) else { return };
        if let Some(head) = stem.strip_suffix(old) {
            let extension = self.ask.path.extension().unwrap_or_default().to_string_lossy().into_owned();
            self.ask.path.set_file_name(format!("{head}{new}.{extension}"));
        }
    }

    fn preset_row(&mut self, ui: &mut Ui, tiles: bool) {
        let chosen = self.ask.preset.map_or(tr!("none"), |p| p.title);
        let none = std::iter::once((tr!("none").to_owned(), tr!("Any size and format; row 0 is north.").to_owned()));
        let presets = || Preset::all().iter().copied().filter(|p| p.for_tiles == tiles);
        let all = presets().map(|p| {
            let formats: Vec<&str> = p.formats.iter().map(|f| language::text(f.title())).collect();
            (p.title.to_owned(), tr!("Reads {formats}.", formats = formats.join(tr!(" or "))))
        });
        let doc = tr!("The engine that will read the file: its sizes, format and order of rows.");
        if let Some(title) = row(ui, tr!("preset"), doc, |ui, w| list(ui, "preset", chosen, w, none.chain(all))) {
            self.ask.preset = presets().find(|p| p.title == title);
            self.custom_size = false;
            match self.ask.preset {
                // What a preset lists first is what its program reads best.
                Some(preset) if tiles => preset.formats.first().into_iter().for_each(|f| self.choose_format(*f)),
                Some(_) => {}
                None => self.ask.size = None,
            }
        }
    }

    /// Sizes to choose from, in words and as what they ask for.
    fn sizes(&self, own: String) -> Vec<(String, Option<Size>)> {
        let square = |side: &u32| (format!("{side} x {side}"), Some(Size::Exact(*side, *side)));
        let across = |width: &u32| (tr!("{n} across", n = width), Some(Size::Width(*width)));
        match self.ask.preset {
            Some(preset) => preset.sizes().iter().map(square).collect(),
            None => std::iter::once((own, None)).chain(WIDTHS.iter().map(across)).collect(),
        }
    }

    fn size_row(&mut self, ui: &mut Ui, graph: &Graph) {
        let (w, h) = self.size(graph);
        let own = graph.world.samples;
        let own_words = tr!("{w} x {h} (the recipe's)", w = own.0, h = own.1);
        let chosen = match (self.custom_size, self.ask.size) {
            (true, _) => tr!("other").to_owned(),
            (false, None) => own_words.clone(),
            (false, Some(Size::Width(w))) => tr!("{n} across", n = w),
            (false, Some(_)) => format!("{w} x {h}"),
        };
        let options = self.sizes(own_words);
        let doc = tr!("Samples over the world. Another size samples the same world on another grid.");
        let names = options.iter().map(|(name, _)| (name.clone(), String::new()));
        let other = std::iter::once((tr!("other").to_owned(), tr!("Type the number of samples across.").to_owned()));
        let (picked, typed) = row(ui, tr!("size"), doc, |ui, width| {
            let part = if self.custom_size { width * 0.5 } else { width };
            let picked = list(ui, "size", &chosen, part, names.chain(other));
            let field = NumberField::new(tr!("samples across"), f64::from(w)).whole(true).hard(Some((1.0, WIDEST)));
            let typed = if self.custom_size { field.width(width - part - 8.0).show(ui).value } else { None };
            (picked, typed)
        });
        match picked.as_deref() {
            Some(name) if name == tr!("other") => self.custom_size = true,
            Some(name) => {
                self.custom_size = false;
                self.ask.size = options.iter().find(|(n, _)| n == name).and_then(|(_, size)| *size);
            }
            None => {}
        }
        if let Some(width) = typed {
            let width = width as u32;
            self.ask.size =
                Some(if self.ask.preset.is_some() { Size::Exact(width, width) } else { Size::Width(width) });
        }
    }

    fn format_row(&mut self, ui: &mut Ui, graph: &Graph) {
        let formats = self.formats(graph);
        let chosen = self.format(graph).map_or(tr!("none"), |f| language::text(f.title()));
        let titles = formats.iter().map(|f| {
            (
                language::text(f.title()).to_owned(),
                tr!("Files named *.{extensions}", extensions = f.extensions().join(", *.")),
            )
        });
        let picked = row(ui, tr!("format"), tr!("What the file holds, to the bit."), |ui, w| {
            list(ui, "format", chosen, w, titles)
        });
        if let Some(format) = picked.and_then(|title| formats.into_iter().find(|f| language::text(f.title()) == title))
        {
            self.choose_format(format);
        }
    }

    fn path_row(&mut self, ui: &mut Ui, reply: &mut ExportReply) {
        let shown = self.ask.path.display().to_string();
        let (typed, browse) = row(ui, tr!("path"), tr!("The file that is written."), |ui, width| {
            let (_, typed) = TextField::new("", &shown).width(width - BROWSE - ui.spacing().item_spacing.x).show(ui);
            let size = vec2(BROWSE, ui.spacing().interact_size.y);
            (typed, ui.add(Button::new(tr!("Browse…")).min_size(size)).clicked())
        });
        if let Some(path) = typed {
            self.take_path(PathBuf::from(path.trim()));
        }
        if browse {
            reply.action = Some(ExportAction::Browse(self.ask.path.clone()));
        }
    }

    /// The sentence, or why there is none; help where the range is hardly used.
    pub(super) fn summary(&mut self, ui: &mut Ui, scene: &Scene<'_>, running: bool, reply: &mut ExportReply) {
        let theme = Theme::of(ui.ctx());
        let Some(checked) = &self.checked else { return };
        let (words, color) = match &checked.result {
            Ok(_) => (self.sentence(scene).unwrap_or_default(), theme.text),
            Err(why) => (why.clone(), theme.error),
        };
        let replaces = checked.replaces;
        let facts = self.facts(scene).filter(|_| checked.result.is_ok());
        let hints = self.import_hints();
        Frame::new().fill(theme.field).corner_radius(5).inner_margin(Margin::symmetric(10, 8)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(Label::new(RichText::new(words).color(color)).wrap());
            for hint in facts.into_iter().chain(hints) {
                ui.add(Label::new(RichText::new(hint).font(regular(SMALL)).color(theme.muted)).wrap());
            }
            if replaces {
                let text = tr!("Replaces the file that is there.");
                ui.label(RichText::new(text).font(regular(SMALL)).color(theme.muted));
            }
        });
        if let Some(used) = self.used(scene).filter(|used| *used < HARDLY_USED && !running) {
            self.help(ui, scene, used, reply);
        }
    }

    /// What to type into the engine.
    fn import_hints(&self) -> Vec<String> {
        let job = self.checked.as_ref().and_then(|c| c.result.as_ref().ok());
        job.map(|job| job.engine(None).import).unwrap_or_default()
    }

    fn help(&mut self, ui: &mut Ui, scene: &Scene<'_>, used: f64, reply: &mut ExportReply) {
        let theme = Theme::of(ui.ctx());
        let words = tr!(
            "Only {percent} % of the range is used; the rest of the codes stays empty.",
            percent = format_args!("{:.0}", used * 100.0)
        );
        ui.add(Label::new(RichText::new(words).color(theme.warning)).wrap());
        ui.horizontal(|ui| {
            let hint = tr!("Map the measured minimum and maximum onto the lowest and the highest code.");
            if ui.button(tr!("Use measured range")).on_hover_text(hint).clicked() {
                self.ask.range = RangeAsk::Measured;
            }
            let hint = tr!("Put a Normalize node before the output, so that previews show the same.");
            if ui.button(tr!("Insert Normalize")).on_hover_text(hint).clicked() {
                reply.requests.extend(self.insert_normalize(scene.graph));
            }
        });
    }

    /// A Normalize node behind the output's node, which then is the output; one step to undo.
    fn insert_normalize(&self, graph: &Graph) -> Vec<Request> {
        let Some(link) = self.link(graph) else { return Vec::new() };
        let output = match &self.ask.what {
            What::Output(name) => graph.output(name),
            _ => graph.outputs.first(),
        };
        let place = graph.layout.get(&link.node).copied().unwrap_or_default();
        let add = Edit::Add { kind: "Normalize".into(), at: [place[0] + 220.0, place[1]], from: Some(link), to: None };
        // The edit chooses the id; trying it on a copy tells which.
        let mut copy = graph.clone();
        let id = copy.apply(&add).ok().and_then(|applied| applied.select.first().cloned());
        let (Some(output), Some(id)) = (output, id) else { return Vec::new() };
        let set = Edit::SetOutput(Output { from: Link::to(&id), ..output.clone() });
        let step = Id::unique(("insert normalize", &*id));
        vec![Request::gesture(add, step), Request::gesture(set, step)]
    }
}
