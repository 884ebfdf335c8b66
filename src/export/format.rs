//! The formats as a table: names, extensions, words for people, and which samples they hold.

/// What one file holds, to the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// PNG with 16-bit grey samples.
    Png16,
    /// PNG with 8-bit grey samples.
    Png8,
    /// PNG with 8-bit palette indices; for tile maps.
    Indexed,
    /// PNG in colour; for tile maps and pictures.
    Color,
    /// 16-bit unsigned samples, little endian, no header.
    R16,
    /// 32-bit floating-point samples, little endian, no header.
    R32,
    /// 32-bit floating-point NumPy array, `(rows, columns)`.
    Npy,
}

/// What is to be written, as far as the choice of a format depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Heights or any other numbers.
    Values,
    /// Categories.
    Tiles,
    /// A picture in colour.
    Picture,
}

impl Format {
    /// All formats in their order of presentation.
    pub const ALL: [Self; 7] = [Self::Png16, Self::Png8, Self::Indexed, Self::Color, Self::R16, Self::R32, Self::Npy];

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png16 => "png16",
            Self::Png8 => "png8",
            Self::Indexed => "indexed",
            Self::Color => "color",
            Self::R16 => "r16",
            Self::R32 => "r32",
            Self::Npy => "npy",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.name() == name)
    }

    /// Words for sentences, such as `16-bit little endian`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Png16 => "16-bit grey PNG",
            Self::Png8 => "8-bit grey PNG",
            Self::Indexed => "indexed PNG",
            Self::Color => "colour PNG",
            Self::R16 => "16-bit little endian",
            Self::R32 => "32-bit float little endian",
            Self::Npy => "32-bit float NumPy array",
        }
    }

    /// Extensions of files of this format, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Png16 | Self::Png8 | Self::Indexed | Self::Color => &["png"],
            Self::R16 => &["r16", "raw"],
            Self::R32 => &["r32"],
            Self::Npy => &["npy"],
        }
    }

    /// Largest code of an integer format; `None` for floats and colours.
    pub const fn max_code(self) -> Option<u16> {
        match self {
            Self::Png16 | Self::R16 => Some(u16::MAX),
            Self::Png8 | Self::Indexed => Some(u8::MAX as u16),
            Self::Color | Self::R32 | Self::Npy => None,
        }
    }

    /// Whether samples are floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::R32 | Self::Npy)
    }

    /// Order of the bytes of a sample; `None` where samples are single bytes.
    pub const fn byte_order(self) -> Option<&'static str> {
        match self {
            Self::Png16 => Some("big endian"),
            Self::R16 | Self::R32 | Self::Npy => Some("little endian"),
            Self::Png8 | Self::Indexed | Self::Color => None,
        }
    }

    /// Whether the format can hold `shape`.
    pub const fn holds(self, shape: Shape) -> bool {
        match (self, shape) {
            (_, Shape::Tiles) | (Self::Color, Shape::Picture) => true,
            (Self::Indexed | Self::Color, Shape::Values) | (_, Shape::Picture) => false,
            (_, Shape::Values) => true,
        }
    }

    /// The format that an extension (without dot, any case) stands for where nothing else is asked.
    pub fn by_extension(extension: &str, shape: Shape) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        // The first format of the table that fits: 16 bits for values, the palette for tiles, colours for pictures.
        let preferred = [Self::Indexed, Self::Png16, Self::Color, Self::R16, Self::R32, Self::Npy];
        preferred.into_iter().find(|f| {
            f.extensions().contains(&&*extension) && f.holds(shape) && (*f != Self::Indexed || shape == Shape::Tiles)
        })
    }

    /// Every extension, for messages and file dialogs: `.png`, `.r16` and so on.
    pub fn all_extensions() -> Vec<&'static str> {
        let mut all: Vec<&str> = Vec::new();
        for extension in Self::ALL.iter().flat_map(|f| f.extensions()) {
            if !all.contains(extension) {
                all.push(extension);
            }
        }
        all
    }
}
