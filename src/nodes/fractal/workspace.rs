//! Buffers that kernels reuse from block to block, so that no block allocates.

use crate::spec::Stretched;
use std::cell::RefCell;

/// Buffers of one kernel call. Their contents are those of an earlier call.
#[derive(Default)]
struct Workspace {
    stretched: Stretched,
    /// Each at least as long as the longest block so far.
    samples: Vec<Vec<f32>>,
}

thread_local! {
    /// As many as kernels were nested at once on this thread.
    static IDLE: RefCell<Vec<Workspace>> = const { RefCell::new(Vec::new()) };
}

/// Lends `f` room for the positions of an octave and `N` buffers of `len` samples.
pub fn with_workspace<const N: usize, R>(len: usize, f: impl FnOnce(&mut Stretched, [&mut [f32]; N]) -> R) -> R {
    let mut workspace = IDLE.with_borrow_mut(Vec::pop).unwrap_or_default();
    if workspace.samples.len() < N {
        workspace.samples.resize_with(N, Vec::new);
    }
    for samples in workspace.samples[..N].iter_mut().filter(|samples| samples.len() < len) {
        samples.resize(len, 0.0);
    }
    let mut samples = workspace.samples.iter_mut();
    let buffers = std::array::from_fn(|_| samples.next().map_or(&mut [][..], |samples| &mut samples[..len]));
    let result = f(&mut workspace.stretched, buffers);
    IDLE.with_borrow_mut(|idle| idle.push(workspace));
    result
}
