//! Which instruction set the kernels run on: found once, or forced.
//!
//! Every kernel is one generic function that [`at_level`] compiles once per level. All levels give the same bits, so the
//! choice is one of speed; tests force each level in turn. The environment variable `OROGRAPH_SIMD` forces one from outside.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Plain numbers; runs everywhere.
    Scalar,
    /// 4 lanes of x86-64 since 2008.
    Sse42,
    /// 8 lanes of x86-64 since 2013.
    Avx2,
    /// 16 lanes of x86-64 with the extensions of Ice Lake (2019) or Zen 4 (2022).
    Avx512,
    /// 4 lanes of 64-bit ARM.
    Neon,
}

impl Level {
    /// Every level, slowest first.
    pub const ALL: [Self; 5] = [Self::Scalar, Self::Sse42, Self::Avx2, Self::Avx512, Self::Neon];

    /// Name in `OROGRAPH_SIMD`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Sse42 => "sse4.2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// Whether this machine has it.
    pub fn is_present(self) -> bool {
        self.token().is_some()
    }

    fn token(self) -> Option<Token> {
        #[allow(unused_variables, reason = "on processors of which no level is known")]
        let found = fearless_simd::Level::new();
        match self {
            Self::Scalar => Some(Token::Scalar(fearless_simd::Fallback::new())),
            #[cfg(target_arch = "x86_64")]
            Self::Sse42 => found.as_sse4_2().map(Token::Sse42),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => found.as_avx2().map(Token::Avx2),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => found.as_avx512().map(Token::Avx512),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => found.as_neon().map(Token::Neon),
            #[allow(unreachable_patterns, reason = "which levels are left depends on the processor")]
            _ => None,
        }
    }
}

/// Proof that the processor has a level.
#[derive(Clone, Copy)]
pub(super) enum Token {
    Scalar(fearless_simd::Fallback),
    #[cfg(target_arch = "x86_64")]
    Sse42(fearless_simd::x86::Sse4_2),
    #[cfg(target_arch = "x86_64")]
    Avx2(fearless_simd::x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(fearless_simd::x86::Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(fearless_simd::aarch64::Neon),
}

/// 0 while no level is forced, else one more than the place of the forced one in [`Level::ALL`].
static FORCED: AtomicU8 = AtomicU8::new(0);

/// Makes all kernels of the program run on `level`, or with `None` on the best one again; false if the machine lacks it.
pub fn force(level: Option<Level>) -> bool {
    let Some(level) = level else {
        FORCED.store(0, Ordering::Relaxed);
        return true;
    };
    let place = Level::ALL.iter().position(|l| *l == level).unwrap_or(0);
    if level.is_present() {
        FORCED.store(place as u8 + 1, Ordering::Relaxed);
    }
    level.is_present()
}

thread_local! {
    /// The level that this thread stays on while it works with what is laid out for that level.
    static PINNED: Cell<Option<Level>> = const { Cell::new(None) };
}

/// Does `work` on `level`, even if another one is forced meanwhile by another thread.
pub(super) fn pinned<R>(level: Level, work: impl FnOnce() -> R) -> R {
    let before = PINNED.replace(Some(level));
    let result = work();
    PINNED.set(before);
    result
}

/// The level that kernels run on: the forced one, else the one that `OROGRAPH_SIMD` names, else the best present.
pub fn level() -> Level {
    if let Some(level) = PINNED.get() {
        return level;
    }
    static BEST: OnceLock<Level> = OnceLock::new();
    match FORCED.load(Ordering::Relaxed) {
        0 => *BEST.get_or_init(|| {
            let wanted = std::env::var("OROGRAPH_SIMD").ok();
            let named = Level::ALL.into_iter().find(|level| Some(level.name()) == wanted.as_deref());
            let best = Level::ALL.into_iter().rev().find(|level| level.is_present());
            named.filter(|level| level.is_present()).or(best).unwrap_or(Level::Scalar)
        }),
        n => Level::ALL[usize::from(n - 1) % Level::ALL.len()],
    }
}

pub(super) fn token() -> Token {
    level().token().unwrap_or(Token::Scalar(fearless_simd::Fallback::new()))
}

/// Runs `$body` with `$simd` bound to the token of the current level. Everything that `$body` calls must be
/// `#[inline(always)]`: what is not inlined is compiled without the level's instructions, and many times slower.
macro_rules! at_level {
    ($simd:ident => $body:expr) => {{
        use fearless_simd::Simd as _;
        use $crate::simd::level::Token;
        macro_rules! run {
            ($token:expr) => {{
                let $simd = $token;
                $simd.vectorize(
                    #[inline(always)]
                    || $body,
                )
            }};
        }
        match $crate::simd::level::token() {
            #[cfg(target_arch = "x86_64")]
            Token::Avx512(token) => run!(token),
            #[cfg(target_arch = "x86_64")]
            Token::Avx2(token) => run!(token),
            #[cfg(target_arch = "x86_64")]
            Token::Sse42(token) => run!(token),
            #[cfg(target_arch = "aarch64")]
            Token::Neon(token) => run!(token),
            Token::Scalar(token) => run!(token),
        }
    }};
}
pub(super) use at_level;

/// Runs `loops` compiled for the current level: plain loops over slices become its vector instructions. Whatever `loops`
/// calls must be inlined into it.
#[inline(always)]
pub fn vectorized<R>(loops: impl FnOnce() -> R) -> R {
    at_level!(simd => loops())
}
