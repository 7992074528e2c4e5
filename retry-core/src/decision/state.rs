use core::borrow::Borrow;
use core::time::Duration;

use rand::Rng;

use super::decide::{Decision, Limits, decide};
use super::{RetryBudget, Verdict};
use crate::policy::{Progress, RetryPolicy};

/// The state of one call without a clock: after each failed attempt it answers with a [`Decision`], and does not wait.
///
/// Use it in a simulation that has its own time. For a loop written by hand use [`RetryPolicy::start`], which has the
/// clock and the wait.
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
    /// The state of a call that begins its first attempt.
    ///
    /// ```
    /// # use retry_core::{RetryPolicy, RetryState};
    /// let state = RetryState::new(RetryPolicy::default());
    /// assert!(!state.is_last());
    /// ```
    #[must_use]
    pub const fn new(policy: P) -> Self {
        Self { policy, progress: Progress::new(), until_probe: None }
    }

    /// The number of the attempt that is running or has just ended; the first is 1.
    ///
    /// ```
    /// # use retry_core::{RetryPolicy, RetryState};
    /// assert_eq!(RetryState::new(RetryPolicy::default()).attempt(), 1);
    /// ```
    #[must_use]
    pub const fn attempt(&self) -> u32 {
        self.progress.attempt
    }

    /// Whether the current attempt is the last that the policy allows.
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

    /// Tells the next decision how long a [`CircuitBreaker`](crate::CircuitBreaker) refuses attempts from now on.
    ///
    /// Pass the breaker's [`until_probe_at`](crate::CircuitBreaker::until_probe_at). If the wait would end before that
    /// time, the decision is to give up.
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

    /// Decides what follows the attempt that has just failed. If the decision is to wait, the state moves on to the
    /// next attempt.
    ///
    /// `elapsed` is the time since the call began; only a deadline uses it. Reasons to give up are tried in this order:
    /// permanent, attempts, retry-after, deadline, breaker, budget. The budget is last, so that a call that gives up
    /// anyway takes no token.
    ///
    /// The jitter is drawn from `rng`, and after it the random part of a server's hint. Nothing is drawn for
    /// [`Verdict::WaitExactly`], or if the reason is permanent, attempts or retry-after.
    ///
    /// ```
    /// use std::time::Duration;
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::{Decision, DelaySource, RetryBudget, RetryPolicy, RetryState, Verdict};
    ///
    /// let mut state = RetryState::new(RetryPolicy::default());
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    /// let budget = RetryBudget::new(10, 0.1);
    /// let delay = Duration::from_secs(2);
    /// let decision = state.decide(Verdict::WaitExactly(delay), Duration::ZERO, Some(&budget), &mut rng);
    /// assert_eq!(decision, Decision::Wait { delay, source: DelaySource::Exact });
    /// assert_eq!((state.attempt(), budget.level()), (2, 9.0));
    /// ```
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
