//! Buffers that kernels reuse from block to block, so that no block allocates.

use crate::spec::Stretched;
use std::cell::RefCell;

/// Buffers of one kernel call. Their contents are those of an earlier call.
#[derive(Default)]
struct Workspace {
    stretched: Stretched,
    /// Each at least as long as the longest block so far.
    samples: [Vec<f32>; 3],
}

thread_local! {
    /// As many as kernels were nested at once on this thread.
    static IDLE: RefCell<Vec<Workspace>> = const { RefCell::new(Vec::new()) };
}

/// Lends `f` room for the positions of an octave and three buffers of `len` samples.
pub fn with_workspace<R>(len: usize, f: impl FnOnce(&mut Stretched, [&mut [f32]; 3]) -> R) -> R {
    let mut workspace = IDLE.with_borrow_mut(Vec::pop).unwrap_or_default();
    for samples in workspace.samples.iter_mut().filter(|samples| samples.len() < len) {
        samples.resize(len, 0.0);
    }
    let samples = workspace.samples.each_mut().map(|samples| &mut samples[..len]);
    let result = f(&mut workspace.stretched, samples);
    IDLE.with_borrow_mut(|idle| idle.push(workspace));
    result
}
