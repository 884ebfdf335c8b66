//! The recipes of `graphs/` that the program carries: the one list behind *New from template* and the start of the window.

/// A recipe that a new document can start from.
#[derive(Debug)]
pub struct Template {
    /// Name of the file without its extension.
    pub name: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! templates {
    ($($name:literal, $title:literal, $about:literal;)*) => {
        /// Every recipe of `graphs/`, the default first.
        pub const TEMPLATES: &[Template] = &[$(
            Template { name: $name, title: $title, about: $about, text: include_str!(concat!("../../graphs/", $name, ".ron")) },
        )*];
    };
}

templates! {
    "island", "Island", "Ridged mountains in a warped disc, with a coast and tiles.";
    "hills", "Rolling hills", "Soft fBm with creased valleys, for farmland and steppe.";
    "alpine", "Alpine", "Two ridged fractals at natural slopes: crests, spurs and snow.";
    "continents", "Continents", "Mountain belts on warped land; the sea level never moves.";
    "clouds", "Clouds", "fBm that is warped by warped fBm; plug in Time and it drifts.";
    "archipelago", "Archipelago", "Drowned ranges that end in open sea on every side.";
    "dunes", "Desert dunes", "Long crests with a steep lee side, crossing where two winds blow.";
    "canyon", "Canyon", "A river and its side valleys cut through a layered plateau.";
    "badlands", "Badlands", "Gullied hills whose strata stand out as terraces.";
    "wood", "Wood", "A planed board with growth rings, fibres and a knot.";
    "marble", "Marble", "Sharp veins of warped ridges over soft stone.";
    "lunar_craters", "Lunar craters", "Bowls with raised rims of every size, summed like any other noise.";
    "lava", "Lava", "Cooled plates of crust on a melt that glows in the cracks.";
    "voronoi_fields", "Voronoi fields", "A patchwork of ploughed cells, each in a direction of its own.";
    "biome_map", "Biome map", "Tiles by height and moisture, cleaned of specks.";
    "imported_valley", "Imported valley", "A coarse height image, refined with noise where it is steep.";
    "seamless_texture", "Seamless texture", "Cracked stone in a world that repeats: it tiles without a seam.";
    "animated_clouds", "Animated clouds", "Clouds that change and drift in a loop of eight seconds.";
}

/// The recipe of that name.
pub fn find(name: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|t| t.name == name)
}
