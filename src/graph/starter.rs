//! The recipe that *New* begins with.

use super::edit::Edit;
use super::{Graph, Link, Output};
use crate::raster::Sampling;

impl Graph {
    /// A fractal noise, normalised, as the output `height` of a world of 4096 m.
    pub fn starter() -> Self {
        let mut graph = Self::default();
        let add = |kind: &str, x: f32, from: Option<&str>| Edit::Add {
            kind: kind.into(),
            at: [x, 80.0],
            from: from.map(Link::to),
            to: None,
        };
        let height = Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices };
        let edits = [
            add("Fbm", 40.0, None),
            add("Normalize", 270.0, Some("fbm")),
            Edit::Rename { id: "normalize".into(), to: "height".into() },
            Edit::SetOutput(height),
        ];
        for edit in &edits {
            // The kinds are ours, so nothing is refused; a refusal would leave a smaller recipe, not a broken one.
            let _ = graph.apply(edit);
        }
        graph
    }
}
