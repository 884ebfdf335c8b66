//! Lists of pairs that a recipe holds, such as the corners of a path: what their two columns mean and what is allowed.

/// What a parameter that is a list of pairs holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// Word for one of its rows.
    pub entry: &'static str,
    /// The two numbers of a row.
    pub columns: [Column; 2],
    /// Whether the first number must rise from row to row.
    pub rising: bool,
    /// Rows at least and at most.
    pub count: (usize, usize),
}

/// One of the two numbers of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Word for it.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Whether it is a length in metres.
    pub metres: bool,
    /// Smallest and largest number that is allowed.
    pub range: (f64, f64),
}

/// Corners of a path, in its order.
pub const PATH: Rows = Rows {
    entry: "corner",
    columns: [
        Column { name: "x", doc: "Position eastwards.", metres: true, range: (-1e9, 1e9) },
        Column { name: "y", doc: "Position southwards.", metres: true, range: (-1e9, 1e9) },
    ],
    rising: false,
    count: (1, 256),
};

/// Terraces, the lowest first.
pub const TERRACES: Rows = Rows {
    entry: "terrace",
    columns: [
        Column { name: "level", doc: "Height of the terrace, from 0 to 1.", metres: false, range: (0.0, 1.0) },
        Column {
            name: "softness",
            doc: "Share of the way to the next terrace that rises; the rest is level. 0 is a cliff.",
            metres: false,
            range: (0.0, 1.0),
        },
    ],
    rising: true,
    count: (2, 64),
};
