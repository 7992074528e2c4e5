//! [`decide`], the one function that decides what follows a failed attempt: a wait of some length, or giving up for
//! some reason.

use core::fmt;
use core::time::Duration;

use super::{GiveUpReason, RetryBudget, Verdict};
use crate::policy::{Progress, RandomBits, RetryPolicy, uniform};

/// What follows a failed attempt; from [`RetryState::decide`](crate::RetryState::decide).
///
/// ```
/// use std::time::Duration;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Decision, RetryPolicy, RetryState, GiveUpReason, Verdict};
///
/// let mut state = RetryState::new(RetryPolicy::default());
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
/// let decision = state.decide(Verdict::Permanent, Duration::ZERO, None, &mut rng);
/// assert_eq!(decision, Decision::GiveUp(GiveUpReason::Permanent));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Decision {
    /// Wait this long, then make the next attempt.
    Wait {
        /// How long; may be zero.
        delay: Duration,
        /// What chose the delay.
        source: DelaySource,
    },
    /// Make no further attempt and return the error.
    GiveUp(GiveUpReason),
}

/// What chose a delay: the policy, the server or the verdict.
///
/// ```
/// use retry_core::DelaySource;
///
/// assert_eq!(DelaySource::Backoff.to_string(), "backoff");
/// assert_eq!(DelaySource::RetryAfter.to_string(), "retry-after");
/// assert_eq!(DelaySource::Exact.to_string(), "exact");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DelaySource {
    /// The policy's curve and jitter.
    Backoff,
    /// The server's [hint](Verdict::RetryAfter), which was longer than the policy's delay.
    RetryAfter,
    /// The verdict, which set the [exact time](Verdict::WaitExactly).
    Exact,
}

/// What limits a call besides the number of its attempts.
pub(crate) struct Limits<'b> {
    /// The time since the call began, for the deadline.
    pub(crate) elapsed: Duration,
    /// How long the breaker refuses attempts from now on.
    pub(crate) until_probe: Option<Duration>,
    pub(crate) budget: Option<&'b RetryBudget>,
}

/// Decides what follows a failed attempt. The reasons to give up are tried in the order that
/// [`RetryState::decide`](crate::RetryState::decide) documents.
///
/// `attempts` is the policy's number of attempts, or a smaller one. On [`Decision::Wait`] the budget has paid for the
/// next attempt and `progress` has moved on to it.
// Neither generic nor inlined, so that all annotated functions share one copy.
#[cold]
pub(crate) fn decide(
    policy: &RetryPolicy,
    attempts: u32,
    progress: &mut Progress,
    verdict: Verdict,
    limits: &Limits<'_>,
    rng: &mut dyn RandomBits,
) -> Decision {
    let &Limits { elapsed, until_probe, budget } = limits;
    let asked_wait = match verdict {
        Verdict::Permanent => return Decision::GiveUp(GiveUpReason::Permanent),
        Verdict::Transient => None,
        Verdict::RetryAfter(wait) | Verdict::WaitExactly(wait) => Some(wait),
    };
    if progress.is_last(attempts) {
        return Decision::GiveUp(GiveUpReason::Attempts);
    }
    if asked_wait.is_some_and(|wait| wait > policy.retry_after_cap()) {
        return Decision::GiveUp(GiveUpReason::RetryAfterTooLong);
    }
    let mut drawn = None;
    let mut draw = |rng: &mut dyn RandomBits| *drawn.insert(progress.draw(policy, rng));
    let (delay, source) = match verdict {
        Verdict::WaitExactly(wait) => (wait, DelaySource::Exact),
        Verdict::RetryAfter(hint) => {
            let backoff = draw(rng);
            let floor = hint.saturating_add(uniform(Duration::ZERO, hint / 10, rng));
            if floor > backoff { (floor, DelaySource::RetryAfter) } else { (backoff, DelaySource::Backoff) }
        }
        Verdict::Permanent | Verdict::Transient => (draw(rng), DelaySource::Backoff),
    };
    if policy.deadline().is_some_and(|deadline| elapsed.saturating_add(delay) > deadline) {
        return Decision::GiveUp(GiveUpReason::Deadline);
    }
    if until_probe.is_some_and(|until_probe| delay < until_probe) {
        return Decision::GiveUp(GiveUpReason::Breaker);
    }
    if budget.is_some_and(|budget| !budget.withdraw()) {
        return Decision::GiveUp(GiveUpReason::Budget);
    }
    progress.advance(drawn);
    Decision::Wait { delay, source }
}

impl DelaySource {
    /// The name in logs and metrics, which stays the same between versions: `backoff`, `retry_after` or `exact`.
    ///
    /// ```
    /// use retry_core::DelaySource;
    ///
    /// assert_eq!(DelaySource::RetryAfter.as_str(), "retry_after");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Backoff => "backoff",
            Self::RetryAfter => "retry_after",
            Self::Exact => "exact",
        }
    }
}

impl fmt::Display for DelaySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Backoff => "backoff",
            Self::RetryAfter => "retry-after",
            Self::Exact => "exact",
        })
    }
}
