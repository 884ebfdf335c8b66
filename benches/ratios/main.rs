//! Speed against other noise libraries, in the same process: `cargo bench --bench ratios`.
//!
//! Absolute times say little about another machine, ratios say much. Every case fills 1024 x 1024 samples a metre apart,
//! features of 100 metres, on one thread, into buffers that are reused, in rounds that take turns with the peer's; a ratio
//! is the median of the rounds. `-- --gate` measures briefly and fails below a third of what AVX-512 is asked for (a sixth
//! on AVX2, a twelfth below), which only a lost inline or a lost vector loop can cause; it also fails where this optimised
//! build gives other bytes than the tests' build. A word picks cases by name.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail by panicking")]

mod cases;
#[path = "../../tests/orograph/support/kernel.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod kernel;
mod peers;
mod same;

use orograph::simd::{Level, level};
use std::time::Instant;

/// Something that is measured.
pub struct Case {
    pub name: &'static str,
    /// The ratio to `fastnoise-lite` that AVX-512 must reach; 0 if none is asked for.
    pub least: f64,
    /// Fills all samples.
    pub ours: Box<dyn FnMut()>,
    /// Fills as many samples as the number beside it, by each peer that has the noise.
    pub peers: Vec<peers::Run>,
}

/// Another library.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Peer {
    FastNoiseLite,
    Noise,
    Libnoise,
}

/// Samples along each side.
pub const SIDE: usize = 1024;

fn seconds(run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Million samples per second of us, then the ratio to each peer.
fn measure(case: &mut Case, rounds: usize) -> (f64, Vec<(Peer, f64)>) {
    (case.ours)();
    let mut ours = Vec::new();
    let mut ratios: Vec<(Peer, Vec<f64>)> = case.peers.iter().map(|(peer, ..)| (*peer, Vec::new())).collect();
    for _ in 0..rounds {
        let frame = (0..2).map(|_| seconds(&mut case.ours)).fold(f64::MAX, f64::min);
        ours.push(frame);
        for ((_, samples, run), (_, ratios)) in case.peers.iter_mut().zip(&mut ratios) {
            let per_sample = (0..2).map(|_| seconds(run)).fold(f64::MAX, f64::min) / *samples as f64;
            ratios.push(per_sample * (SIDE * SIDE) as f64 / frame);
        }
    }
    let speed = (SIDE * SIDE) as f64 / median(ours) / 1e6;
    (speed, ratios.into_iter().map(|(peer, ratios)| (peer, median(ratios))).collect())
}

/// What share of the asked-for ratio must be reached for the gate to open.
fn slack() -> f64 {
    match level() {
        Level::Avx512 => 1.0 / 3.0,
        Level::Avx2 => 1.0 / 6.0,
        Level::Sse42 | Level::Neon => 1.0 / 12.0,
        Level::Scalar => 0.0,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let gate = arguments.iter().any(|a| a == "--gate");
    let word = arguments.iter().find(|a| !a.starts_with("--"));
    let mut failed = if gate { same::moved() } else { Vec::new() };
    println!("level {}, one thread; M/s: million samples per second; then times as fast as each", level().name());
    println!("{:28} {:>8} {:>15} {:>8} {:>9} {:>6}", "", "M/s", "fastnoise-lite", "noise", "libnoise", "asked");
    for mut case in cases::all() {
        if word.is_some_and(|w| !case.name.contains(w.as_str())) || (gate && case.least == 0.0) {
            continue;
        }
        if gate {
            case.peers.retain(|(peer, ..)| *peer == Peer::FastNoiseLite);
        }
        let (speed, ratios) = measure(&mut case, if gate { 5 } else { 15 });
        let ratio = |peer| ratios.iter().find(|(p, _)| *p == peer).map(|(_, ratio)| *ratio);
        let show = |peer| ratio(peer).map_or("-".into(), |r| format!("{r:.1}"));
        let asked = if case.least == 0.0 { String::new() } else { format!("{}", case.least) };
        let [lite, noise, libnoise] = [Peer::FastNoiseLite, Peer::Noise, Peer::Libnoise].map(show);
        println!("{:28} {speed:8.0} {lite:>15} {noise:>8} {libnoise:>9} {asked:>6}", case.name);
        let reached = ratio(Peer::FastNoiseLite).unwrap_or(f64::MAX);
        if reached < case.least * slack() {
            failed.push(format!(
                "{}: {reached:.1} times fastnoise-lite, at least {:.1} is asked",
                case.name,
                case.least * slack()
            ));
        }
    }
    if gate && !failed.is_empty() {
        eprintln!("{}", failed.join("\n"));
        std::process::exit(1);
    }
}
