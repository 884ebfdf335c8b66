//! The arguments of `orograph render` that are about moments.

use super::finite;
use crate::deliver::FramesAsk;
use clap::Args;

/// Which moments are drawn.
#[derive(Debug, Args)]
pub struct FramesArgs {
    /// Draw so many moments from --time on, one file each (OUT holds {frame}), or with --view one picture that moves (.gif
    /// or .png)
    #[arg(long, value_name = "N", conflicts_with_all = ["seeds", "tiles", "estimate", "verify", "range_file"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub frames: Option<u32>,
    /// Frames a second
    #[arg(long, value_name = "F", default_value_t = 30.0, value_parser = rate)]
    pub fps: f64,
    /// Lead the frames back to the first after so many seconds
    #[arg(long = "loop", value_name = "SECONDS", requires = "frames", value_parser = rate)]
    pub loop_after: Option<f64>,
}

impl FramesArgs {
    /// The moments that are wanted, if several are.
    pub fn ask(&self) -> Option<FramesAsk> {
        Some(FramesAsk { count: self.frames?, fps: self.fps, loop_after: self.loop_after })
    }
}

fn rate(text: &str) -> Result<f64, String> {
    finite(text).filter(|v| *v > 0.0).ok_or_else(|| "write a number above 0".into())
}
