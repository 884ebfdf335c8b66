//! Where the time of an evaluation went, node by node: `orograph info --profile`.

use crate::graph::{Graph, NodeId};
use crate::run::Stats;
use serde::Serialize;
use std::time::Duration;

/// Where the time of one evaluation went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// Samples in a row and rows of the grid that was evaluated.
    pub grid: (u32, u32),
    /// Milliseconds from beginning to end, measuring passes included.
    pub wall_ms: f64,
    /// Milliseconds of all nodes, summed over threads; what nodes share counts once.
    pub work_ms: f64,
    /// Threads that could work.
    pub threads: usize,
    /// Passes over the build grid that measured a range.
    pub range_passes: u64,
    /// The nodes that have worked, the slowest first.
    pub nodes: Vec<NodeTime>,
}

/// The time of one node.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeTime {
    /// The node.
    pub node: String,
    /// Its kind.
    pub kind: String,
    /// Samples that it has filled, those of measuring passes and of sampled fields included.
    pub samples: u64,
    /// Nanoseconds of one thread per sample.
    pub ns_per_sample: f64,
    /// Milliseconds summed over threads, without the fields that it samples.
    pub ms: f64,
    /// Share of the work of all nodes. Nodes that are computed as one each have its whole time.
    pub share: f64,
}

/// Characters of the bar of the node that took longest.
const BAR: f64 = 24.0;

impl Profile {
    /// The profile of a run that took `wall` over a grid of so many samples. Nodes without measured time are left out.
    pub fn new(graph: &Graph, stats: &Stats, grid: (u32, u32), wall: Duration, threads: usize) -> Self {
        let work = stats.busy.as_secs_f64();
        let graph = graph.expanded();
        let time = |(id, samples): (&NodeId, &u64)| {
            let spent = stats.spent.get(id)?.as_secs_f64();
            Some(NodeTime {
                node: id.to_string(),
                kind: graph.nodes.get(id).map(|node| node.kind.to_string()).unwrap_or_default(),
                samples: *samples,
                ns_per_sample: spent * 1e9 / (*samples).max(1) as f64,
                ms: spent * 1e3,
                share: if work > 0.0 { spent / work } else { 0.0 },
            })
        };
        let mut nodes: Vec<NodeTime> = stats.filled.iter().filter_map(time).collect();
        nodes.sort_by(|a, b| b.ms.total_cmp(&a.ms));
        let (wall_ms, work_ms) = (wall.as_secs_f64() * 1e3, work * 1e3);
        Self { grid, wall_ms, work_ms, threads, range_passes: stats.range_passes, nodes }
    }

    /// The profile as a table for people, line by line.
    pub fn lines(&self) -> Vec<String> {
        let threads = if self.threads == 1 { "1 thread".into() } else { format!("{} threads", self.threads) };
        let passes = match self.range_passes {
            0 => String::new(),
            1 => ", 1 range pass".into(),
            n => format!(", {n} range passes"),
        };
        let (width, height) = self.grid;
        let mut lines = vec![format!(
            "{} ms for {width} x {height} samples on {threads}, {} ms of them at work in nodes{passes}",
            milliseconds(self.wall_ms),
            milliseconds(self.work_ms),
        )];
        let widest = |word: &str, of: fn(&NodeTime) -> &str| {
            self.nodes.iter().map(|n| of(n).chars().count()).chain([word.len()]).max().unwrap_or(0)
        };
        let (node, kind) = (widest("node", |n| &n.node), widest("kind", |n| &n.kind));
        let head = ["samples", "ns/sample", "ms", "share"];
        lines.push(format!(
            "  {:<node$}  {:<kind$}  {:>12}  {:>9}  {:>9}  {:>6}",
            "node", "kind", head[0], head[1], head[2], head[3]
        ));
        let longest = self.nodes.first().map_or(1.0, |n| n.ms).max(f64::MIN_POSITIVE);
        for n in &self.nodes {
            let bar = "█".repeat((n.ms / longest * BAR).round() as usize);
            let (samples, ms, share) = (grouped(n.samples), milliseconds(n.ms), n.share * 100.0);
            let line = format!(
                "  {:<node$}  {:<kind$}  {samples:>12}  {:>9.2}  {ms:>9}  {share:>4.1} %  {bar}",
                n.node, n.kind, n.ns_per_sample
            );
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}

/// Milliseconds with as many digits as are worth reading.
fn milliseconds(ms: f64) -> String {
    if ms < 100.0 { format!("{ms:.2}") } else { format!("{ms:.0}") }
}

/// A whole number with a comma between thousands.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}
