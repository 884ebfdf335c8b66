//! Fonts of the system for what the built-in ones lack: Chinese, Japanese, Arabic and other names and texts.
//!
//! Fonts are looked for on a thread of their own and mapped into memory only once a text needs one. Shapes of letters
//! that join are egui's own work; lines that run from right to left are laid out from left to right, as egui does it.

use super::EditorApp;
use crate::gui::language::Language;
use crate::gui::theme::{TEXT, regular};
use eframe::egui::epaint::text::{FallbackRequest, FontProvider};
use eframe::egui::{Context, FontFamily};
use egui_system_font_provider::SystemFontProvider;
use std::collections::BTreeSet;
use std::sync::{Arc, mpsc::channel};
use std::time::Duration;

/// How long the first frame of an interface that needs them waits for the list of fonts.
const PATIENCE: Duration = Duration::from_millis(600);

/// The fonts of the system, as far as they are wanted.
#[derive(Default)]
pub(super) struct SystemFonts {
    wanted: bool,
    /// The language whose shapes are preferred where several share a letter.
    preferred: Option<Language>,
    /// What was looked at last: the document's revision and the number of fonts that were found.
    looked_at: Option<(u64, usize)>,
    /// Whether a text of the document holds a letter that no font has.
    pub missing: bool,
}

impl SystemFonts {
    /// None are used unless `wanted`.
    pub fn new(wanted: bool) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Looks for fonts if that has not been done for this language.
    pub fn prefer(&mut self, language: Language, ctx: &Context) {
        if !self.wanted || self.preferred.replace(language) == Some(language) {
            return;
        }
        let (done, wait) = channel();
        let ctx = ctx.clone();
        let look = move || {
            let provider = SystemFontProvider::new();
            let (provider, sample) = match language {
                Language::English => (provider, 'م'),
                Language::SimplifiedChinese => (provider.with_locale(Some("zh-CN")), '中'),
            };
            // The first question waits for the list of fonts: here, so that the window never does.
            let cluster = sample.to_string();
            let _ = provider.font_for(&FallbackRequest { cluster: &cluster, family: &FontFamily::Proportional });
            ctx.set_font_providers(vec![Arc::new(provider)]);
            ctx.request_repaint();
            let _ = done.send(());
        };
        let started = std::thread::Builder::new().name("fonts".into()).spawn(look);
        if started.is_ok() && language != Language::English {
            // Better a moment later than in boxes.
            let _ = wait.recv_timeout(PATIENCE);
        }
    }
}

impl EditorApp {
    /// Looks whether the document holds letters that no font has, when it or the fonts changed.
    pub(super) fn look_for_letters(&mut self, ctx: &Context) {
        let found = ctx.fonts(|fonts| fonts.discovered_fonts().len());
        let now = (self.document.revision(), found);
        if self.fonts.looked_at == Some(now) {
            return;
        }
        let font = regular(TEXT);
        let letters = self.letters();
        self.fonts.missing = ctx.fonts_mut(|fonts| letters.into_iter().any(|letter| !fonts.has_glyph(&font, letter)));
        self.fonts.looked_at = Some((now.0, ctx.fonts(|fonts| fonts.discovered_fonts().len())));
    }

    /// Letters beyond ASCII in names, notes and descriptions of the document.
    fn letters(&self) -> BTreeSet<char> {
        let graph = self.document.graph();
        let names = graph.nodes.iter().flat_map(|(id, node)| [id.to_string(), node.note.to_string()]);
        let outputs = graph.outputs.iter().map(|output| output.name.clone());
        let parameters = graph.parameters.iter().flat_map(|(name, p)| [name.to_string(), p.about.clone()]);
        let texts = names.chain(outputs).chain(parameters).chain([self.document.title()]);
        texts.flat_map(|text| text.chars().collect::<Vec<_>>()).filter(|c| !c.is_ascii() && !c.is_control()).collect()
    }
}
