//! The contract between the runner and a node's code.

use super::{Area, Domain, Extent, InputBound, Interval};
use std::sync::Arc;

/// Fills blocks of samples. Knows no names, documents or windows, and does no input or output.
pub trait Kernel: Send + Sync {
    /// Writes the node's values at the positions `at`, one slot per output of the spec, each `at.len()` long.
    ///
    /// Values are finite for finite inputs: kernels saturate at `±f32::MAX`. After a cancelled sub-plan call the contents
    /// of a slot do not matter.
    fn fill(&self, at: &Domain<'_>, ins: &Inputs<'_>, out: &mut Outputs<'_, '_>);

    /// Evaluations of a built-in generator per sample, such as the octaves of a fractal; for the cost of a plan.
    fn generators(&self) -> u32 {
        0
    }

    /// How many times the field at `port` is sampled per sample; for the cost of a plan.
    fn calls(&self, _port: usize) -> u32 {
        1
    }

    /// Samples of the build grid that are read beyond each edge of what is filled, east-west and north-south, where
    /// neighbouring samples lie `spacing` metres apart: for kernels with an `Area` port.
    fn reach(&self, _spacing: (f64, f64)) -> (usize, usize) {
        (0, 0)
    }

    /// The largest reach that the planner accepts.
    fn most_reach(&self) -> usize {
        usize::MAX
    }

    /// How much of the build grid is read at once: for kernels with an `Area` port.
    fn extent(&self) -> Extent {
        Extent::Pages
    }

    /// Samples beyond each edge of the world that a whole map is filled for as well.
    fn margin(&self, _spacing: (f64, f64)) -> (usize, usize) {
        (0, 0)
    }

    /// What a person should know about the measured inputs, such as that one is flat: the end of a sentence that starts
    /// with the node's name.
    fn remark(&self, _measured: &[Option<Measured>]) -> Option<String> {
        None
    }

    /// Whether the values meet at the borders of a world that repeats, given that those of all inputs do. Nodes that are
    /// pointwise do so whatever they say here.
    fn borders(&self) -> Borders {
        Borders::Unknown
    }

    /// Sizes of the features of a built-in noise, for remarks about those that no sample can show.
    fn features(&self) -> Option<Features> {
        None
    }
}

/// What becomes of values at the borders of a world that repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Borders {
    /// They go on as if there were no border.
    Meet,
    /// They do so for some settings: nothing is promised.
    Unknown,
    /// They cannot, for a noise has no period; nor can they begin anew after a loop of its depth.
    Never,
}

/// Sizes of the features of a noise and its octaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// Those of the first octave, in metres.
    pub scale: f64,
    /// How many octaves there are.
    pub octaves: u32,
    /// From the frequency of one octave to that of the next.
    pub lacunarity: f64,
    /// Features smaller than this are left out on request; 0: none are.
    pub finest: f64,
}

/// What a `node!` struct must say beyond its declaration.
pub trait Node: Sized {
    /// Bound of output `output`, which every sample respects.
    fn bound(&self, output: usize, ins: &[InputBound]) -> Interval;

    /// After how much the values begin anew, for a node that counts in a circle.
    fn period(&self) -> Option<f64> {
        None
    }

    /// The kernel of these values. Tables that depend on nothing else are made here, once.
    fn kernel(self, ins: &[InputBound]) -> Arc<dyn Kernel>;
}

/// A sub-plan that can be sampled anywhere.
pub trait Field {
    /// Writes the values at the positions `at` into `out`, which is `at.len()` long.
    fn sample(&self, at: &Domain<'_>, out: &mut [f32]);
}

/// What arrives at one port.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    /// Nothing.
    Open,
    /// The same number at every sample.
    Number(f64),
    /// One value per sample.
    Samples(&'a [f32]),
    /// A field to sample at will.
    Field(&'a dyn Field),
    /// A field of which a neighbourhood is read.
    Area(&'a dyn Area),
}

/// Measured extremes of an input over the build grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Smallest value.
    pub min: f32,
    /// Largest value.
    pub max: f32,
}

/// Equal bins between the extremes of a measured field in which samples are counted.
pub const BINS: usize = 4096;

/// How the values of an input are spread over the build grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Number of samples in all bins before each of the [`BINS`], and of all samples at the end.
    pub below: Vec<u64>,
}

impl Spread {
    /// Counts values between the extremes; those outside count in the first or last bin.
    ///
    /// Whole numbers in whole bins: the result depends on no order.
    pub fn count<'v>(values: impl Iterator<Item = &'v f32>, range: Measured, counts: &mut [u64]) {
        for &v in values {
            if let Some(count) = counts.get_mut(range.bin(v).0) {
                *count += 1;
            }
        }
    }

    /// The sums of the counts of all bins.
    pub fn new(counts: &[u64]) -> Self {
        let sums = counts.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        Self { below: std::iter::once(0).chain(sums).collect() }
    }

    /// The share of the samples that lie below `v`: between the ends of a bin in a straight line.
    pub fn share(&self, range: Measured, v: f32) -> f64 {
        let (bin, along) = range.bin(v);
        let (Some(&from), Some(&to), Some(&all)) = (self.below.get(bin), self.below.get(bin + 1), self.below.last())
        else {
            return 0.0;
        };
        (from as f64 + (to - from) as f64 * along) / (all.max(1)) as f64
    }
}

impl Measured {
    /// The bin that a value belongs to, and its place in it from 0 to 1.
    #[inline(always)]
    fn bin(self, v: f32) -> (usize, f64) {
        let (min, max) = (f64::from(self.min), f64::from(self.max));
        let place = (f64::from(v).clamp(min, max) - min) / (max - min) * BINS as f64;
        // A flat field has no bins: NaN becomes 0.
        let bin = (place as usize).min(BINS - 1);
        (bin, if place > 0.0 { (place - bin as f64).min(1.0) } else { 0.0 })
    }
}

/// Most inputs of a node.
pub const MOST_INPUTS: usize = 12;
/// Most outputs of a node.
pub const MOST_OUTPUTS: usize = 4;

/// What arrives at a kernel's ports, in the order of the spec.
pub struct Inputs<'a> {
    /// One entry per input of the spec.
    pub ports: &'a [Input<'a>],
    /// Extremes of the inputs whose port is `Range` or `Spread`, else `None`.
    pub measured: &'a [Option<Measured>],
    /// How the inputs are spread whose port is `Spread`, else `None`.
    pub spreads: &'a [Option<Arc<Spread>>],
}

impl<'a> Inputs<'a> {
    /// What arrives at `port`.
    pub fn port(&self, port: usize) -> Input<'a> {
        self.ports.get(port).copied().unwrap_or(Input::Open)
    }

    /// The value or values at an `In` port; an open optional port counts as 0.
    pub fn operand(&self, port: usize) -> Operand<'a> {
        match self.port(port) {
            Input::Samples(s) => Operand::Samples(s),
            Input::Number(v) => Operand::Number((v as f32).clamp(-f32::MAX, f32::MAX)),
            Input::Open | Input::Field(_) | Input::Area(_) => Operand::Number(0.0),
        }
    }

    /// The number at an `In` port, in full precision, if it is one.
    pub fn number(&self, port: usize) -> Option<f64> {
        match self.port(port) {
            Input::Number(v) => Some(v),
            _ => None,
        }
    }

    /// The field at a `Field` port, if one is plugged.
    pub fn field(&self, port: usize) -> Option<&'a dyn Field> {
        match self.port(port) {
            Input::Field(f) => Some(f),
            _ => None,
        }
    }

    /// What is plugged into an `Area` port, if anything is.
    pub fn area(&self, port: usize) -> Option<&'a dyn Area> {
        match self.port(port) {
            Input::Area(area) => Some(area),
            _ => None,
        }
    }

    /// How the input at a `Spread` port is spread.
    pub fn spread(&self, port: usize) -> Option<&'a Spread> {
        self.spreads.get(port).and_then(Option::as_deref)
    }

    /// Extremes of the input at a `Range` or `Spread` port.
    pub fn measured(&self, port: usize) -> Option<Measured> {
        self.measured.get(port).copied().flatten()
    }
}

/// Values at an `In` port: one number for all samples, or one each.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// The same number at every sample.
    Number(f32),
    /// One value per sample.
    Samples(&'a [f32]),
}

impl Operand<'_> {
    /// The value at sample `i`.
    #[inline(always)]
    pub fn at(self, i: usize) -> f32 {
        match self {
            Self::Number(v) => v,
            Self::Samples(s) => s[i],
        }
    }
}

/// Where a kernel writes: one slot per output of the spec.
pub struct Outputs<'o, 's> {
    slots: &'o mut [&'s mut [f32]],
}

impl<'o, 's> Outputs<'o, 's> {
    /// Outputs that write into `slots`, one per output of the spec.
    pub fn new(slots: &'o mut [&'s mut [f32]]) -> Self {
        Self { slots }
    }

    /// The slot of the first output.
    pub fn value(&mut self) -> &mut [f32] {
        self.slots[0]
    }

    /// All slots.
    pub fn all(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.slots.iter_mut().map(|slot| &mut **slot)
    }

    /// The slot of output `index`.
    pub fn slot(&mut self, index: usize) -> &mut [f32] {
        self.slots[index]
    }
}
