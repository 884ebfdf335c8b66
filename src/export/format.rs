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
    /// PNG in colour; for tile maps, pictures and normal maps.
    Color,
    /// PNG with four channels of 8 bits; for the weights of four tiles.
    Rgba,
    /// JPEG in colour; for pictures.
    Jpeg,
    /// 8-bit unsigned samples, no header.
    R8,
    /// 16-bit unsigned samples, little endian, no header.
    R16,
    /// 16-bit unsigned samples, big endian, no header.
    R16Be,
    /// 32-bit floating-point samples, little endian, no header.
    R32,
    /// 32-bit floating-point NumPy array, `(rows, columns)`.
    Npy,
    /// OpenEXR with 32-bit floating-point samples in the channel `R`, uncompressed.
    Exr,
    /// OpenEXR with 32-bit floating-point samples in the channel `Y`, uncompressed.
    ExrY,
    /// TIFF with 32-bit floating-point samples and a georeference; BigTIFF where it must be.
    Tiff32,
    /// TIFF with 16-bit unsigned samples and a georeference; BigTIFF where it must be.
    Tiff16,
    /// BigTIFF with 32-bit floating-point samples and a georeference.
    BigTiff32,
    /// BigTIFF with 16-bit unsigned samples and a georeference.
    BigTiff16,
    /// ESRI ASCII grid: decimal numbers and a georeference.
    Asc,
    /// Portable grey map with 16-bit samples, big endian.
    Pgm16,
    /// Numbers of tiles, counted from 0, between commas.
    Csv,
    /// Map of the editor Tiled; its tileset and the tileset's picture are written beside it.
    Tmx,
    /// Mesh as text, y upwards.
    Obj,
    /// Mesh of single triangles, binary, z upwards.
    Stl,
    /// Mesh, binary, z upwards.
    Ply,
    /// Binary glTF: mesh with normals, y upwards, in metres.
    Glb,
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
    /// Directions of the surface, as colours.
    Normals,
    /// Weights of four tiles.
    Weights,
}

/// What one sample is in the hands of the writer, before the format packs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A byte.
    U8,
    /// 16 bits, high byte first.
    U16Be,
    /// 16 bits, low byte first.
    U16Le,
    /// 32-bit floating point, low byte first.
    F32,
    /// Red, green, blue.
    Rgb,
    /// Four bytes.
    Rgba,
}

impl Sample {
    /// Name of the type, as NumPy has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "uint8",
            Self::U16Be | Self::U16Le => "uint16",
            Self::F32 => "float32",
            Self::Rgb => "uint8 x 3",
            Self::Rgba => "uint8 x 4",
        }
    }
}

impl Format {
    /// All formats in their order of presentation.
    pub const ALL: [Self; 25] = [
        Self::Png16,
        Self::Png8,
        Self::Indexed,
        Self::Color,
        Self::Rgba,
        Self::Jpeg,
        Self::R16,
        Self::R16Be,
        Self::R8,
        Self::R32,
        Self::Npy,
        Self::Exr,
        Self::ExrY,
        Self::Tiff32,
        Self::Tiff16,
        Self::BigTiff32,
        Self::BigTiff16,
        Self::Asc,
        Self::Pgm16,
        Self::Csv,
        Self::Tmx,
        Self::Obj,
        Self::Stl,
        Self::Ply,
        Self::Glb,
    ];

    /// Name on the command line and in reports, words for sentences, extensions (the usual one first), sample.
    const fn row(self) -> (&'static str, &'static str, &'static [&'static str], Sample) {
        const TIFF: &[&str] = &["tif", "tiff"];
        match self {
            Self::Png16 => ("png16", "16-bit grey PNG", &["png"], Sample::U16Be),
            Self::Png8 => ("png8", "8-bit grey PNG", &["png"], Sample::U8),
            Self::Indexed => ("indexed", "indexed PNG", &["png"], Sample::U8),
            Self::Color => ("color", "colour PNG", &["png"], Sample::Rgb),
            Self::Rgba => ("rgba", "four-channel PNG", &["png"], Sample::Rgba),
            Self::Jpeg => ("jpeg", "JPEG", &["jpg", "jpeg"], Sample::Rgb),
            Self::R8 => ("r8", "8-bit without header", &["r8", "raw"], Sample::U8),
            Self::R16 => ("r16", "16-bit little endian", &["r16", "raw"], Sample::U16Le),
            Self::R16Be => ("r16be", "16-bit big endian", &["r16", "raw"], Sample::U16Be),
            Self::R32 => ("r32", "32-bit float little endian", &["r32"], Sample::F32),
            Self::Npy => ("npy", "32-bit float NumPy array", &["npy"], Sample::F32),
            Self::Exr => ("exr", "32-bit float OpenEXR (R)", &["exr"], Sample::F32),
            Self::ExrY => ("exry", "32-bit float OpenEXR (Y)", &["exr"], Sample::F32),
            Self::Tiff32 => ("tiff32", "32-bit float GeoTIFF", TIFF, Sample::F32),
            Self::Tiff16 => ("tiff16", "16-bit GeoTIFF", TIFF, Sample::U16Le),
            Self::BigTiff32 => ("bigtiff32", "32-bit float BigTIFF", TIFF, Sample::F32),
            Self::BigTiff16 => ("bigtiff16", "16-bit BigTIFF", TIFF, Sample::U16Le),
            Self::Asc => ("asc", "ESRI ASCII grid", &["asc"], Sample::F32),
            Self::Pgm16 => ("pgm16", "16-bit PGM", &["pgm"], Sample::U16Be),
            Self::Csv => ("csv", "tile numbers as CSV", &["csv"], Sample::U16Le),
            Self::Tmx => ("tmx", "Tiled map with tileset", &["tmx"], Sample::U16Le),
            Self::Obj => ("obj", "OBJ mesh", &["obj"], Sample::F32),
            Self::Stl => ("stl", "STL mesh", &["stl"], Sample::F32),
            Self::Ply => ("ply", "PLY mesh", &["ply"], Sample::F32),
            Self::Glb => ("glb", "binary glTF mesh", &["glb"], Sample::F32),
        }
    }

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.name() == name)
    }

    /// Words for sentences, such as `16-bit little endian`.
    pub const fn title(self) -> &'static str {
        self.row().1
    }

    /// Extensions of files of this format, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        self.row().2
    }

    /// What a sample is in the hands of the writer.
    pub const fn sample(self) -> Sample {
        self.row().3
    }

    /// Largest code of an integer format; `None` for floats and colours.
    pub const fn max_code(self) -> Option<u16> {
        match self.sample() {
            Sample::U8 => Some(u8::MAX as u16),
            Sample::U16Be | Sample::U16Le => Some(u16::MAX),
            Sample::F32 | Sample::Rgb | Sample::Rgba => None,
        }
    }

    /// Whether samples are floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self.sample(), Sample::F32)
    }

    /// Whether the file is a mesh.
    pub const fn is_mesh(self) -> bool {
        matches!(self, Self::Obj | Self::Stl | Self::Ply | Self::Glb)
    }

    /// Whether the file says where in the world it lies, which fixes the order of its rows.
    pub const fn is_placed(self) -> bool {
        self.is_mesh() || matches!(self, Self::Tiff32 | Self::Tiff16 | Self::BigTiff32 | Self::BigTiff16 | Self::Asc)
    }

    /// Whether floats are metres where nothing else is asked for and values are heights.
    pub const fn prefers_metres(self) -> bool {
        self.is_float() && self.is_placed()
    }

    /// Order of the bytes of a sample; `None` where samples are single bytes or text.
    pub const fn byte_order(self) -> Option<&'static str> {
        match (self, self.sample()) {
            (Self::Asc | Self::Csv | Self::Tmx | Self::Obj, _) => None,
            (_, Sample::U16Be) => Some("big endian"),
            (_, Sample::U16Le | Sample::F32) => Some("little endian"),
            (_, Sample::U8 | Sample::Rgb | Sample::Rgba) => None,
        }
    }

    /// Whether the format can hold `shape`.
    pub const fn holds(self, shape: Shape) -> bool {
        match shape {
            Shape::Picture => matches!(self, Self::Color | Self::Jpeg),
            Shape::Normals => matches!(self, Self::Color),
            Shape::Weights => matches!(self, Self::Rgba),
            Shape::Tiles => !self.is_mesh() && !matches!(self, Self::Rgba | Self::Jpeg),
            Shape::Values => {
                !matches!(self, Self::Indexed | Self::Color | Self::Rgba | Self::Jpeg | Self::Csv | Self::Tmx)
            }
        }
    }

    /// The format that an extension (without dot, any case) stands for where nothing else is asked.
    pub fn by_extension(extension: &str, shape: Shape) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        // The palette and whole numbers suit tiles; heights get 16 bits, or floats where a file can say metres.
        let first = if shape == Shape::Tiles { [Self::Indexed, Self::Tiff16] } else { [Self::Png16, Self::Tiff32] };
        let all = first.into_iter().chain([Self::Color, Self::R16]).chain(Self::ALL);
        all.into_iter().find(|f| f.extensions().contains(&&*extension) && f.holds(shape))
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

    /// The names of the formats that hold `shape`, in words: `color or jpeg`.
    pub fn names_for(shape: Shape) -> String {
        let names: Vec<&str> = Self::ALL.into_iter().filter(|f| f.holds(shape)).map(Self::name).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => names.concat(),
        }
    }
}
