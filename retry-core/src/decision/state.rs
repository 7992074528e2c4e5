use std::borrow::Borrow;
use std::fmt;
use std::time::Duration;

use rand::Rng;

use super::{RetryBudget, Verdict};
use crate::policy::{Progress, RandomBits, RetryPolicy, uniform};

/// Where one call stands, knowing nothing of clocks and tasks: asked after each failed attempt, it answers "wait
/// this long" or "stop, because".
///
/// Every driver is built on it, and so can be a simulation, which has a time of its own. For a loop written by hand
/// [`RetryPolicy::start`] brings the clock and the waiting along.
///
/// ```
/// use std::time::Duration;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Decision, Jitter, RetryPolicy, RetryState, StopReason, Verdict};
///
/// let policy = RetryPolicy::builder().attempts(3).jitter(Jitter::None).build()?;
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
/// let mut state = RetryState::new(policy);
/// let mut now = Duration::ZERO;
/// let reason = loop {
///     // … an attempt, which fails …
///     match state.decide(Verdict::Transient, now, None, &mut rng) {
///         Decision::Wait { delay, .. } => now += delay,
///         Decision::Stop(reason) => break reason,
///     }
/// };
/// assert_eq!(now, Duration::from_millis(500 + 1000));
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
/// use std::time::Duration;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Decision, RetryPolicy, RetryState, StopReason, Verdict};
///
/// let mut state = RetryState::new(RetryPolicy::default());
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
/// let decision = state.decide(Verdict::Permanent, Duration::ZERO, None, &mut rng);
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

/// Why a call made no further attempt. Where several reasons hold the first in this order is given.
///
/// ```
/// use retry_core::StopReason;
///
/// assert_eq!(StopReason::Attempts.to_string(), "the attempts are spent");
/// assert_eq!(StopReason::Attempts.as_str(), "attempts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The error is permanent.
    Permanent,
    /// The attempts are spent.
    Attempts,
    /// The server asked for a longer wait than the policy's `retry_after_cap`.
    RetryAfterTooLong,
    /// The wait would have ended after the deadline.
    Deadline,
    /// The [`RetryBudget`] that the call shares with others is empty.
    Budget,
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
        self.progress.attempt
    }

    /// Whether no attempt can follow this one.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, RetryState};
    ///
    /// let policy = RetryPolicy::builder().attempts(1).build()?;
    /// assert!(RetryState::new(policy).is_last());
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.progress.is_last(self.policy.borrow().attempts())
    }

    /// Decides what follows the attempt that has just failed, and counts the next one if there is to be one.
    ///
    /// `elapsed` is the time since the call began; only a deadline asks for it. Reasons to stop are asked in this
    /// order: permanent, attempts, retry-after, deadline, budget. The budget is last, so that a call that stops
    /// anyway takes no token. Draws from `rng` only when nothing before the deadline stops the call: first the
    /// jitter, then, for a hint, its spread.
    pub fn decide<R: Rng>(
        &mut self,
        verdict: Verdict,
        elapsed: Duration,
        budget: Option<&RetryBudget>,
        mut rng: R,
    ) -> Decision {
        let policy = self.policy.borrow();
        decide(policy, policy.attempts(), &mut self.progress, verdict, elapsed, budget, &mut rng)
    }
}

/// Out of line and not generic: every annotated function shares it. The attempts are the policy's, or fewer.
#[cold]
pub(crate) fn decide(
    policy: &RetryPolicy,
    attempts: u32,
    progress: &mut Progress,
    verdict: Verdict,
    elapsed: Duration,
    budget: Option<&RetryBudget>,
    rng: &mut dyn RandomBits,
) -> Decision {
    let hint = match verdict {
        Verdict::Permanent => return Decision::Stop(StopReason::Permanent),
        Verdict::Transient => None,
        Verdict::RetryAfter(hint) => Some(hint),
    };
    if progress.is_last(attempts) {
        return Decision::Stop(StopReason::Attempts);
    }
    if hint.is_some_and(|hint| hint > policy.retry_after_cap()) {
        return Decision::Stop(StopReason::RetryAfterTooLong);
    }
    let drawn = progress.draw(policy, rng);
    let floor = hint.map(|hint| hint.saturating_add(uniform(Duration::ZERO, hint / 10, rng)));
    let (delay, source) = match floor {
        Some(floor) if floor > drawn => (floor, DelaySource::RetryAfter),
        _ => (drawn, DelaySource::Backoff),
    };
    if policy.deadline().is_some_and(|deadline| elapsed.saturating_add(delay) > deadline) {
        return Decision::Stop(StopReason::Deadline);
    }
    if budget.is_some_and(|budget| !budget.withdraw()) {
        return Decision::Stop(StopReason::Budget);
    }
    progress.advance(drawn);
    Decision::Wait { delay, source }
}

impl DelaySource {
    /// One word that stays the same between versions, for logs and metrics: `backoff` or `retry_after`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Backoff => "backoff",
            Self::RetryAfter => "retry_after",
        }
    }
}

impl StopReason {
    /// One word that stays the same between versions, for logs and metrics: `permanent`, `attempts`,
    /// `retry_after_too_long`, `deadline` or `budget`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Attempts => "attempts",
            Self::RetryAfterTooLong => "retry_after_too_long",
            Self::Deadline => "deadline",
            Self::Budget => "budget",
        }
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
            Self::Deadline => "the next wait would end after the deadline",
            Self::Budget => "the retry budget is empty",
        })
    }
}
