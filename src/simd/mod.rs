//! Levels, lattice hash, gradients, interpolation and deterministic functions: the only home of arch code.
