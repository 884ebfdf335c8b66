//! Buffers that kernels reuse from block to block, so that no block allocates.

use crate::spec::Stretched;
use std::cell::RefCell;

/// Buffers of one kernel call. Their contents are those of an earlier call.
#[derive(Default)]
pub struct Workspace {
    /// Positions of an octave.
    pub stretched: Stretched,
    /// One value per sample each.
    pub samples: [Vec<f32>; 3],
}

thread_local! {
    /// As many as kernels were nested at once on this thread.
    static IDLE: RefCell<Vec<Workspace>> = const { RefCell::new(Vec::new()) };
}

/// Lends `f` a workspace for `len` samples.
pub fn with_workspace<R>(len: usize, f: impl FnOnce(&mut Workspace) -> R) -> R {
    let mut workspace = IDLE.with_borrow_mut(Vec::pop).unwrap_or_default();
    for samples in &mut workspace.samples {
        samples.resize(len, 0.0);
    }
    let result = f(&mut workspace);
    IDLE.with_borrow_mut(|idle| idle.push(workspace));
    result
}
