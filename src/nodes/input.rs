//! Where values come from that no noise makes: numbers, positions and the clock.

use super::map::narrow;
use crate::simd::vectorized;
use crate::spec::*;
use std::sync::Arc;

node! {
    /// Gives one number everywhere.
    pub struct Constant = "Constant" in Input, keywords ["number", "value", "fixed", "level"], pointwise, face [value];
    inputs {}
    params {
        /// The number.
        value: f64 = 0.5, soft -1.0..=1.0;
    }
    outputs { value: Plain }
}

impl Node for Constant {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::point(narrow(self.value))
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Constant {
    fn fill(&self, _: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        out.value().fill(narrow(self.value));
    }
}

node! {
    /// Gives the position of each sample in metres: x eastwards, y southwards.
    pub struct Coordinates = "Coordinates" in Input, keywords ["position", "x", "y", "gradient", "slope", "world"];
    inputs {}
    params {}
    outputs { x: Metres, y: Metres }
}

impl Node for Coordinates {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        Interval::ALL
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Coordinates {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        vectorized(
            #[inline(always)]
            || {
                for row in 0..at.height {
                    let here = row * at.width..(row + 1) * at.width;
                    let (x, y) = match at.base {
                        Base::Separable { x, y } => (Line::Each(x), Line::Same(y[row])),
                        Base::Full { x, y } => (Line::Each(&x[here.clone()]), Line::Each(&y[here.clone()])),
                    };
                    x.write(at.displacement.map(|d| &d.x[here.clone()]), &mut out.slot(0)[here.clone()]);
                    y.write(at.displacement.map(|d| &d.y[here.clone()]), &mut out.slot(1)[here]);
                }
            },
        );
    }
}

/// One coordinate along a row of samples, before displacement.
enum Line<'a> {
    Same(f64),
    Each(&'a [f64]),
}

impl Line<'_> {
    #[inline(always)]
    fn write(self, displacement: Option<&[f32]>, out: &mut [f32]) {
        match (self, displacement) {
            (Self::Same(p), None) => out.fill(narrow(p + 0.0)),
            (Self::Same(p), Some(by)) => out.iter_mut().zip(by).for_each(|(o, &by)| *o = narrow(p + f64::from(by))),
            (Self::Each(p), None) => out.iter_mut().zip(p).for_each(|(o, &p)| *o = narrow(p + 0.0)),
            (Self::Each(p), Some(by)) => {
                out.iter_mut().zip(p).zip(by).for_each(|((o, &p), &by)| *o = narrow(p + f64::from(by)));
            }
        }
    }
}

node! {
    /// Gives the seconds on the clock: plugged into the depth of a noise, it makes the noise drift and change.
    ///
    /// With a loop length it begins anew, and the depth of a noise that it is plugged straight into begins anew with it: its
    /// layers are made to fit, so that the last frame leads on to the first. Plugged into Offset it is the wind; that loops
    /// where the world repeats and the speed takes it across in one loop.
    pub struct Time = "Time" in Input,
    keywords ["clock", "seconds", "animation", "frame", "motion", "loop", "cycle", "wind", "drift", "speed"], pointwise,
    face [speed, loop_length];
    inputs {}
    params {
        /// What is given per second: metres a second where it is plugged into a depth or an offset.
        speed: f64 = 1.0, soft 0.0..=1000.0, hard -1e9..=1e9;
        /// Seconds after which it begins anew; off: never.
        loop_length: Optional = DefaultValue::Off, soft 1.0..=60.0, hard 1e-3..=1e9;
    }
    outputs { value: Plain }
}

impl Time {
    /// What is given at `seconds`. A loop ends where the next one begins, whatever the seconds have lost in the counting.
    fn at(&self, seconds: f64) -> f64 {
        let Some(length) = self.loop_length else { return seconds * self.speed };
        let turns = seconds / length;
        let whole = (turns + 0.5).floor();
        let share = if (turns - whole).abs() < 1e-9 { 0.0 } else { turns - turns.floor() };
        share * (length * self.speed)
    }
}

impl Node for Time {
    fn bound(&self, _: usize, _: &[InputBound]) -> Interval {
        let end = self.loop_length.map(|length| narrow(length * self.speed));
        end.map_or(Interval::ALL, |end| Interval::new(end.min(0.0), end.max(0.0)))
    }
    fn period(&self) -> Option<f64> {
        self.loop_length.map(|length| (length * self.speed).abs()).filter(|length| *length > 0.0)
    }
    fn kernel(self, _: &[InputBound]) -> Arc<dyn Kernel> {
        Arc::new(self)
    }
}

impl Kernel for Time {
    fn fill(&self, at: &Domain<'_>, _: &Inputs<'_>, out: &mut Outputs<'_, '_>) {
        out.value().fill(narrow(self.at(at.time)));
    }
}

pub(super) const NODES: &[&NodeSpec] = &[&Constant::SPEC, &Coordinates::SPEC, &Time::SPEC];
