use std::borrow::Borrow;
use std::fmt;
use std::time::Duration;

use rand::Rng;

use super::Verdict;
use crate::policy::{Progress, RetryPolicy, uniform};

/// Where one call stands: asked after each failed attempt, it answers "wait this long" or "stop, because".
///
/// Every driver is built on it, and a hand-written loop can be:
///
/// ```
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Decision, Jitter, RetryPolicy, RetryState, StopReason, Verdict};
///
/// let policy = RetryPolicy::builder().attempts(3).jitter(Jitter::None).build()?;
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
/// let mut state = RetryState::new(policy);
/// let mut waited = Vec::new();
/// let reason = loop {
///     // … an attempt, which fails …
///     match state.decide(Verdict::Transient, &mut rng) {
///         Decision::Wait { delay, .. } => waited.push(delay.as_millis()),
///         Decision::Stop(reason) => break reason,
///     }
/// };
/// assert_eq!(waited, [500, 1000]);
/// assert_eq!((state.attempt(), reason), (3, StopReason::Attempts));
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RetryState<P = RetryPolicy> {
    policy: P,
    progress: Progress,
}

/// What to do about a failed attempt; from [`RetryState::decide`].
///
/// ```
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Decision, RetryPolicy, RetryState, StopReason, Verdict};
///
/// let mut state = RetryState::new(RetryPolicy::default());
/// let decision = state.decide(Verdict::Permanent, Xoshiro256PlusPlus::seed_from_u64(0));
/// assert_eq!(decision, Decision::Stop(StopReason::Permanent));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Decision {
    /// Wait this long, then make the next attempt.
    Wait {
        /// How long; may be zero.
        delay: Duration,
        /// What the delay came from.
        source: DelaySource,
    },
    /// Make no further attempt and return the error.
    Stop(StopReason),
}

/// What a delay came from.
///
/// ```
/// use retry_core::DelaySource;
///
/// assert_eq!(DelaySource::Backoff.to_string(), "backoff");
/// assert_eq!(DelaySource::RetryAfter.to_string(), "retry-after");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DelaySource {
    /// The policy's curve and jitter.
    Backoff,
    /// The server's hint, which was longer.
    RetryAfter,
}

/// Why a call made no further attempt.
///
/// ```
/// use retry_core::StopReason;
///
/// assert_eq!(StopReason::Attempts.to_string(), "the attempts are spent");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The error is permanent.
    Permanent,
    /// The attempts are spent.
    Attempts,
    /// The server asked for a longer wait than the policy's `retry_after_cap`.
    RetryAfterTooLong,
}

impl<P: Borrow<RetryPolicy>> RetryState<P> {
    /// The state of a call that is making its first attempt.
    #[must_use]
    pub const fn new(policy: P) -> Self {
        Self { policy, progress: Progress::new() }
    }

    /// The number of the attempt that is running or has just ended; the first is 1.
    #[must_use]
    pub const fn attempt(&self) -> u32 {
        self.progress.attempt()
    }

    /// Whether no attempt can follow this one.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.progress.attempts_left(self.policy.borrow()) == 0
    }

    /// Decides what follows the attempt that has just failed, and counts the next one if there is to be one.
    ///
    /// Reasons to stop are asked in this order: permanent, attempts, retry-after. Draws from `rng` only when
    /// there is to be a wait: first the jitter, then, for a hint, its spread.
    pub fn decide<R: Rng>(&mut self, verdict: Verdict, mut rng: R) -> Decision {
        decide(self.policy.borrow(), &mut self.progress, verdict, &mut rng)
    }
}

/// Out of line and not generic: every annotated function shares it.
#[cold]
fn decide(policy: &RetryPolicy, progress: &mut Progress, verdict: Verdict, rng: &mut dyn Rng) -> Decision {
    let hint = match verdict {
        Verdict::Permanent => return Decision::Stop(StopReason::Permanent),
        Verdict::Transient => None,
        Verdict::RetryAfter(hint) => Some(hint),
    };
    if progress.attempts_left(policy) == 0 {
        return Decision::Stop(StopReason::Attempts);
    }
    if hint.is_some_and(|hint| hint > policy.retry_after_cap()) {
        return Decision::Stop(StopReason::RetryAfterTooLong);
    }
    let delay = progress.next_delay(policy, rng);
    let floor = hint.map(|hint| hint.saturating_add(uniform(Duration::ZERO, hint / 10, rng)));
    match floor {
        Some(floor) if floor > delay => Decision::Wait { delay: floor, source: DelaySource::RetryAfter },
        _ => Decision::Wait { delay, source: DelaySource::Backoff },
    }
}

impl fmt::Display for DelaySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Backoff => "backoff",
            Self::RetryAfter => "retry-after",
        })
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Permanent => "the error is permanent",
            Self::Attempts => "the attempts are spent",
            Self::RetryAfterTooLong => "the server asked for a longer wait than is allowed",
        })
    }
}
