use core::borrow::Borrow;
use core::time::Duration;

use rand::Rng;

use super::decide::{Decision, Limits, decide};
use super::{RetryBudget, Verdict};
use crate::policy::{Progress, RetryPolicy};

/// The state of one call, without a clock and without waiting: after each failed attempt it answers "wait this long" or
/// "give up, because".
///
/// Use it in a simulation that has its own time. For a loop written by hand, [`RetryPolicy::start`] brings the clock and
/// the wait.
///
/// ```
/// use std::time::Duration;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Decision, Jitter, RetryPolicy, RetryState, GiveUpReason, Verdict};
///
/// let policy = RetryPolicy::builder().attempts(3).jitter(Jitter::None).build()?;
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
/// let mut state = RetryState::new(policy);
/// let mut now = Duration::ZERO;
/// let reason = loop {
///     // … an attempt, which fails …
///     match state.decide(Verdict::Transient, now, None, &mut rng) {
///         Decision::Wait { delay, .. } => now += delay,
///         Decision::GiveUp(reason) => break reason,
///     }
/// };
/// assert_eq!(now, Duration::from_millis(500 + 1000));
/// assert_eq!((state.attempt(), reason), (3, GiveUpReason::Attempts));
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RetryState<P = RetryPolicy> {
    policy: P,
    progress: Progress,
    until_probe: Option<Duration>,
}

impl<P: Borrow<RetryPolicy>> RetryState<P> {
    /// The state of a call that is making its first attempt.
    #[must_use]
    pub const fn new(policy: P) -> Self {
        Self { policy, progress: Progress::new(), until_probe: None }
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

    /// How long a [`CircuitBreaker`](crate::CircuitBreaker) refuses attempts from now on, for the next decision: its
    /// [`until_probe_at`](crate::CircuitBreaker::until_probe_at). A wait that would end before that gives up.
    ///
    /// ```
    /// use std::time::Duration;
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::{Decision, GiveUpReason, RetryPolicy, RetryState, Verdict};
    ///
    /// let mut state = RetryState::new(RetryPolicy::default());
    /// state.breaker_open_for(Some(Duration::from_secs(5)));
    /// let decision = state.decide(Verdict::Transient, Duration::ZERO, None, Xoshiro256PlusPlus::seed_from_u64(0));
    /// assert_eq!(decision, Decision::GiveUp(GiveUpReason::Breaker));
    /// ```
    pub const fn breaker_open_for(&mut self, until_probe: Option<Duration>) {
        self.until_probe = until_probe;
    }

    /// Decides what follows the attempt that has just failed, and counts the next one if there is to be one.
    ///
    /// `elapsed` is the time since the call began; only a deadline asks for it. Reasons to give up are asked in this
    /// order: permanent, attempts, retry-after, deadline, breaker, budget. The budget is last, so that a call that gives up
    /// anyway takes no token. Draws from `rng` only when no reason before the deadline holds: first the jitter, then,
    /// for a hint, its spread; nothing for a wait that the verdict gives exactly.
    pub fn decide<R: Rng>(
        &mut self,
        verdict: Verdict,
        elapsed: Duration,
        budget: Option<&RetryBudget>,
        mut rng: R,
    ) -> Decision {
        let policy = self.policy.borrow();
        let limits = Limits { elapsed, until_probe: self.until_probe.take(), budget };
        decide(policy, policy.attempts(), &mut self.progress, verdict, &limits, &mut rng)
    }
}
