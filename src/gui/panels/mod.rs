//! The panels and windows around the canvas. Each reads a [`Scene`](super::request::Scene) and returns
//! [`Request`](super::request::Request)s.

pub mod curve;
pub mod export;
pub mod history;
pub mod inspector;
pub mod keys;
pub mod problems;
pub mod ramp;
pub mod templates;
pub mod tiles;
pub mod variations;
pub mod welcome;
pub mod world;
