//! Colours, type and spacing of the window, in one table of tokens.
//!
//! [`Theme::apply`] installs them in egui once at start-up; whoever paints by hand reads the tokens from
//! [`Theme::of`]. A second theme is a second constant.

use crate::spec::Category;
use eframe::egui::epaint::Shadow;
use eframe::egui::{
    self, Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, Style,
    TextStyle, Visuals, vec2,
};
use std::sync::Arc;

/// Size of text in points.
pub const TEXT: f32 = 12.5;
/// Size of secondary text in points.
pub const SMALL: f32 = 11.0;
/// Name of the semibold family.
const SEMIBOLD: &str = "semibold";

/// Ground of what is written on pictures, in both themes: dark enough under white words on snow.
pub const PLATE: Color32 = Color32::from_black_alpha(190);
/// The edge of a plate that can be pressed.
pub const PLATE_EDGE: Color32 = Color32::from_rgba_premultiplied(34, 34, 34, 34);
/// Words on it.
pub const ON_PLATE: Color32 = Color32::WHITE;
/// Less important words on it.
pub const ON_PLATE_WEAK: Color32 = rgb(0xcdd4dc);

/// The tokens of one theme.
#[derive(Debug)]
pub struct Theme {
    /// Ground of the canvas.
    pub canvas: Color32,
    /// Dots of the canvas's grid.
    pub grid: Color32,
    /// Panels and bars.
    pub panel: Color32,
    /// Nodes, menus, popups.
    pub body: Color32,
    /// Body under the pointer, selected rows of lists.
    pub raised: Color32,
    /// Edges of nodes and fields.
    pub edge: Color32,
    /// Fields that take input, wells behind pictures.
    pub field: Color32,
    /// The filled part of a slider.
    pub slider: Color32,
    /// Text.
    pub text: Color32,
    /// Labels.
    pub secondary: Color32,
    /// Text that may be overlooked.
    pub muted: Color32,
    /// Selection, primary button, active chip, sea-level line.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Errors.
    pub error: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Good states.
    pub ok: Color32,
    /// Shadow of nodes and popups, before its opacity.
    pub shadow: Color32,
    /// What lies below the sea in a histogram, and what lies above.
    pub water: Color32,
    /// See `water`.
    pub land: Color32,
    /// One colour per family, in the order of [`Category::ALL`].
    pub categories: [Color32; 10],
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Theme {
    /// The dark theme.
    pub const DARK: Self = Self {
        canvas: rgb(0x14171b),
        grid: rgb(0x232830),
        panel: rgb(0x1b1f25),
        body: rgb(0x20252c),
        raised: rgb(0x2b323b),
        edge: rgb(0x303842),
        field: rgb(0x171a1f),
        slider: rgb(0x2f4c66),
        text: rgb(0xd8dee5),
        secondary: rgb(0xaab4bf),
        muted: rgb(0x929ba7),
        accent: rgb(0xe2a64a),
        on_accent: rgb(0x1b1408),
        error: rgb(0xea786f),
        warning: rgb(0xe2c04a),
        ok: rgb(0x58b277),
        shadow: rgb(0x000000),
        water: rgb(0x3f7cb8),
        land: rgb(0x8d99a6),
        categories: [
            rgb(0x4c9fe0),
            rgb(0x8d7bf2),
            rgb(0xcf6bb4),
            rgb(0x58b277),
            rgb(0x8794a3),
            rgb(0xe2a64a),
            rgb(0xa6b84a),
            rgb(0x45b5b0),
            rgb(0xe5735a),
            rgb(0xa3adb8),
        ],
    };

    /// The light theme: the same structure at the same contrast.
    pub const LIGHT: Self = Self {
        canvas: rgb(0xe6e9ed),
        grid: rgb(0xcfd4db),
        panel: rgb(0xf3f4f6),
        body: rgb(0xfbfcfd),
        raised: rgb(0xe9edf2),
        edge: rgb(0xc3cad3),
        field: rgb(0xeef0f3),
        slider: rgb(0xb9d2ea),
        text: rgb(0x1d232b),
        secondary: rgb(0x414b56),
        muted: rgb(0x58626e),
        accent: rgb(0x935c0c),
        on_accent: rgb(0xffffff),
        error: rgb(0xb3261e),
        warning: rgb(0x8a5a0c),
        ok: rgb(0x1e7642),
        shadow: rgb(0x39424d),
        water: rgb(0x3f7cb8),
        land: rgb(0x6b7684),
        categories: [
            rgb(0x1d6bab),
            rgb(0x6650d8),
            rgb(0xa8408d),
            rgb(0x277647),
            rgb(0x5b6877),
            rgb(0x8d5e0d),
            rgb(0x5c6b12),
            rgb(0x1a736f),
            rgb(0xaf472f),
            rgb(0x5f6975),
        ],
    };

    /// The tokens that the window is drawn with.
    pub fn of(ctx: &Context) -> &'static Self {
        if ctx.theme() == egui::Theme::Light { &Self::LIGHT } else { &Self::DARK }
    }

    /// The tokens behind egui's colours, where there is no context to ask.
    pub fn of_visuals(visuals: &Visuals) -> &'static Self {
        if visuals.dark_mode { &Self::DARK } else { &Self::LIGHT }
    }

    /// Installs fonts, and the text styles, colours and spacing of both themes; the window starts dark. Called once,
    /// before the first frame.
    pub fn apply(ctx: &Context) {
        ctx.set_fonts(fonts());
        ctx.set_theme(egui::Theme::Dark);
        ctx.style_mut_of(egui::Theme::Dark, |style| Self::DARK.fill(style, Visuals::dark()));
        ctx.style_mut_of(egui::Theme::Light, |style| Self::LIGHT.fill(style, Visuals::light()));
        ctx.options_mut(|options| {
            // Ctrl with + - 0 zooms the canvas.
            options.zoom_with_keyboard = false;
            options.input_options.max_click_dist = 4.0;
        });
    }

    /// Colour of a family.
    pub fn category(&self, category: Category) -> Color32 {
        let index = Category::ALL.iter().position(|c| *c == category).unwrap_or(Category::ALL.len() - 1);
        self.categories[index]
    }

    /// A button that stands for the one thing a person is most likely to want.
    pub fn primary(&self, text: &str) -> egui::Button<'static> {
        egui::Button::new(egui::RichText::new(text).font(semibold(TEXT)).color(self.on_accent)).fill(self.accent)
    }

    /// Ground and text of what is chosen in a list, and of characters that are selected.
    pub fn chosen(&self) -> (Color32, Color32) {
        // The bare accent does not stand out enough from a ground of its own colour.
        (self.accent.gamma_multiply(0.32), self.accent.lerp_to_gamma(self.text, 0.5))
    }

    /// The frame of popups that are painted over the canvas.
    pub fn popup(&self) -> egui::Frame {
        egui::Frame::new()
            .fill(self.body)
            .stroke(Stroke::new(1.0, self.edge))
            .corner_radius(8)
            .shadow(self.soft_shadow(20))
            .inner_margin(Margin::same(6))
    }

    /// The shadow of something that lies `blur` points above the ground.
    pub fn soft_shadow(&self, blur: u8) -> Shadow {
        Shadow { offset: [0, (blur / 5) as i8], blur, spread: 0, color: self.shadow.gamma_multiply(0.45) }
    }

    fn fill(&self, style: &mut Style, base: Visuals) {
        style.text_styles = [
            (TextStyle::Small, regular(SMALL)),
            (TextStyle::Body, regular(TEXT)),
            (TextStyle::Button, regular(TEXT)),
            (TextStyle::Heading, semibold(TEXT)),
            (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
        ]
        .into();
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.4;
        style.spacing.item_spacing = vec2(8.0, 6.0);
        style.spacing.button_padding = vec2(9.0, 4.0);
        style.spacing.interact_size = vec2(40.0, 23.0);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.window_margin = Margin::same(14);
        style.spacing.tooltip_width = 320.0;
        style.visuals = self.visuals(base);
    }

    fn visuals(&self, mut v: Visuals) -> Visuals {
        v.override_text_color = None;
        v.weak_text_color = Some(self.muted);
        v.panel_fill = self.panel;
        v.window_fill = self.body;
        v.window_stroke = Stroke::new(1.0, self.edge);
        v.window_corner_radius = CornerRadius::same(8);
        v.menu_corner_radius = CornerRadius::same(8);
        v.window_shadow = self.soft_shadow(28);
        v.popup_shadow = self.soft_shadow(20);
        v.extreme_bg_color = self.field;
        v.text_edit_bg_color = Some(self.field);
        v.faint_bg_color = self.body;
        v.code_bg_color = self.field;
        v.hyperlink_color = self.accent;
        v.warn_fg_color = self.warning;
        v.error_fg_color = self.error;
        v.slider_trailing_fill = true;
        let (ground, text) = self.chosen();
        v.selection.bg_fill = ground;
        v.selection.stroke = Stroke::new(1.0, text);
        v.text_cursor.stroke = Stroke::new(1.5, self.accent);
        let widget = |w: &mut egui::style::WidgetVisuals, fill, edge, text| {
            w.bg_fill = fill;
            w.weak_bg_fill = fill;
            w.bg_stroke = Stroke::new(1.0, edge);
            w.fg_stroke = Stroke::new(1.0, text);
            w.corner_radius = CornerRadius::same(5);
            w.expansion = 0.0;
        };
        widget(&mut v.widgets.noninteractive, self.panel, self.edge, self.secondary);
        widget(&mut v.widgets.inactive, self.body, self.edge, self.text);
        widget(&mut v.widgets.hovered, self.raised, self.muted.gamma_multiply(0.6), self.text);
        widget(&mut v.widgets.active, self.raised, self.accent, self.text);
        widget(&mut v.widgets.open, self.raised, self.edge, self.text);
        v
    }
}

/// The text face at `size` points.
pub fn regular(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The heading face at `size` points.
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}

/// The icon face at `size` points.
pub fn icons(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(egui_material_icons::FONT_FAMILY.into()))
}

/// Inter before egui's own faces, the icons last.
fn fonts() -> FontDefinitions {
    const REGULAR: &[u8] = include_bytes!("../../assets/fonts/inter-regular.ttf");
    const BOLD: &[u8] = include_bytes!("../../assets/fonts/inter-semibold.ttf");
    let mut fonts = FontDefinitions::default();
    fonts.font_data.insert("inter".into(), Arc::new(FontData::from_static(REGULAR)));
    fonts.font_data.insert(SEMIBOLD.into(), Arc::new(FontData::from_static(BOLD)));
    let icons = egui_material_icons::font_insert();
    fonts.font_data.insert(icons.name.clone(), Arc::new(icons.data));
    let text = fonts.families.entry(FontFamily::Proportional).or_default();
    text.push(icons.name.clone());
    let mut bold = text.clone();
    text.insert(0, "inter".into());
    bold.insert(0, SEMIBOLD.into());
    fonts.families.insert(FontFamily::Name(SEMIBOLD.into()), bold);
    fonts.families.insert(FontFamily::Name(egui_material_icons::FONT_FAMILY.into()), vec![icons.name]);
    fonts
}
