//! The positions at which a kernel is asked for values.

/// Positions of one block of samples, in metres: an exact `f64` base plus an optional `f32` displacement.
///
/// Blocks are `width` x `height`, row 0 northmost, row-major. The base is never derived from the block's own place, only
/// from global sample indices, so a position has one value whatever block asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Domain<'a> {
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Undisplaced positions.
    pub base: Base<'a>,
    /// Offsets that warps have added, one per sample.
    pub displacement: Option<Displacement<'a>>,
    /// Which of several decorrelated copies of each generator is meant; octave `k` of a fractal mixes in `k`.
    pub salt: u64,
    /// Seconds on the clock.
    pub time: f64,
    /// Metres eastwards and southwards after which everything repeats; `None` in a world with borders.
    pub period: Option<[f64; 2]>,
}

/// Undisplaced positions of a [`Domain`].
#[derive(Clone, Copy, Debug)]
pub enum Base<'a> {
    /// An axis-aligned grid: one x per column, one y per row.
    Separable {
        /// Eastwards, `width` long.
        x: &'a [f64],
        /// Southwards, `height` long.
        y: &'a [f64],
    },
    /// Free positions, one pair per sample.
    Full {
        /// Eastwards, `width * height` long.
        x: &'a [f64],
        /// Southwards, `width * height` long.
        y: &'a [f64],
    },
}

/// Offsets in metres, one pair per sample.
#[derive(Clone, Copy, Debug)]
pub struct Displacement<'a> {
    /// Eastwards.
    pub x: &'a [f32],
    /// Southwards.
    pub y: &'a [f32],
}

impl<'a> Domain<'a> {
    /// Number of samples.
    pub fn len(&self) -> usize {
        self.width * self.height
    }

    /// Whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Undisplaced position of the sample at `column`, `row`.
    #[inline(always)]
    pub fn base_at(&self, column: usize, row: usize) -> (f64, f64) {
        match self.base {
            Base::Separable { x, y } => (x[column], y[row]),
            Base::Full { x, y } => (x[row * self.width + column], y[row * self.width + column]),
        }
    }

    /// Displacement of the sample at `column`, `row`.
    #[inline(always)]
    pub fn displacement_at(&self, column: usize, row: usize) -> (f32, f32) {
        match self.displacement {
            Some(d) => (d.x[row * self.width + column], d.y[row * self.width + column]),
            None => (0.0, 0.0),
        }
    }

    /// Position of the sample at `column`, `row`: base plus displacement.
    #[inline(always)]
    pub fn position(&self, column: usize, row: usize) -> (f64, f64) {
        let (x, y) = self.base_at(column, row);
        let (dx, dy) = self.displacement_at(column, row);
        (x + f64::from(dx), y + f64::from(dy))
    }

    /// The same samples with another displacement.
    pub fn displaced(&self, x: &'a [f32], y: &'a [f32]) -> Self {
        Self { displacement: Some(Displacement { x, y }), ..*self }
    }
}

/// Room for the positions of a domain that is stretched, kept so that octaves do not allocate.
#[derive(Default)]
pub struct Stretched {
    x: Vec<f64>,
    y: Vec<f64>,
    dx: Vec<f32>,
    dy: Vec<f32>,
}

impl Stretched {
    /// `at` with every position multiplied by `factor`: base and period in `f64`, the displacement in `f32`.
    pub fn domain<'a>(&'a mut self, at: &Domain<'_>, factor: f64, salt: u64) -> Domain<'a> {
        let (Base::Separable { x, y } | Base::Full { x, y }) = at.base;
        refill(&mut self.x, x, |v| v * factor);
        refill(&mut self.y, y, |v| v * factor);
        if let Some(d) = at.displacement {
            refill(&mut self.dx, d.x, |v| v * factor as f32);
            refill(&mut self.dy, d.y, |v| v * factor as f32);
        }
        let (x, y) = (&self.x[..], &self.y[..]);
        Domain {
            base: match at.base {
                Base::Separable { .. } => Base::Separable { x, y },
                Base::Full { .. } => Base::Full { x, y },
            },
            displacement: at.displacement.map(|_| Displacement { x: &self.dx, y: &self.dy }),
            salt,
            period: at.period.map(|period| period.map(|length| length * factor)),
            ..*at
        }
    }
}

fn refill<T: Copy>(into: &mut Vec<T>, from: &[T], f: impl Fn(T) -> T) {
    into.clear();
    into.extend(from.iter().map(|&v| f(v)));
}
