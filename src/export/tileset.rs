//! The tileset that stands beside a map of the editor Tiled: its description and a picture of plain tiles.

use std::io;

/// Pixels of a tile's side.
pub const TILE: u32 = 16;

/// Tiles in a row of the picture.
const COLUMNS: usize = 16;

/// One tile: its name and its colour.
pub type Swatch<'s> = (&'s str, [u8; 3]);

/// The description (`.tsx`) of a tileset of that name whose picture is the file `picture`.
pub fn tsx(name: &str, picture: &str, tiles: &[Swatch<'_>]) -> String {
    let (columns, rows) = size(tiles.len());
    let (width, height) = (columns * TILE as usize, rows * TILE as usize);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.8\" name=\"{}\" tilewidth=\"{TILE}\" \
         tileheight=\"{TILE}\" tilecount=\"{}\" columns=\"{columns}\">\n <image source=\"{}\" width=\"{width}\" \
         height=\"{height}\"/>\n",
        escaped(name),
        columns * rows,
        escaped(picture)
    );
    for (id, (name, _)) in tiles.iter().enumerate() {
        let name = escaped(name);
        out += &format!(
            " <tile id=\"{id}\">\n  <properties>\n   <property name=\"name\" value=\"{name}\"/>\n  </properties>\n </tile>\n"
        );
    }
    out + "</tileset>\n"
}

/// The picture of a tileset as a PNG: tiles of one colour each with a darker edge, so that the grid can be seen.
///
/// # Errors
/// What the encoder says; none for fewer than 65,536 tiles.
pub fn picture(tiles: &[Swatch<'_>]) -> io::Result<Vec<u8>> {
    let (columns, rows) = size(tiles.len());
    let side = TILE as usize;
    let (width, height) = (columns * side, rows * side);
    let mut pixels = vec![0; width * height * 4];
    for (i, pixel) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let (x, y) = (i % width, i / width);
        let Some((_, color)) = tiles.get(y / side * columns + x / side) else { continue };
        let edge = x % side == side - 1 || y % side == side - 1;
        let [r, g, b] = color.map(|c| if edge { (u16::from(c) * 15 / 16) as u8 } else { c });
        *pixel = [r, g, b, 255];
    }
    let layout = super::Layout::new(width as u32, height as u32, super::Format::Rgba);
    let mut file = Vec::new();
    super::encode(&layout, &mut file, |rows| rows.write_all(&pixels))?;
    Ok(file)
}

fn size(tiles: usize) -> (usize, usize) {
    let columns = tiles.clamp(1, COLUMNS);
    (columns, tiles.max(1).div_ceil(columns))
}

/// The text as it stands in an attribute; what XML has no place for becomes a question mark.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
