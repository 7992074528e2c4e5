//! The one engine: every driver makes an attempt, has its outcome judged, hands that to [`step`], and returns or
//! waits as told.

use std::time::Duration;

use rand::Rng;

use super::Attempt;
use super::clock::{Clock, Timed, Untimed};
use super::memory::{Forgetful, Memory, Remembering};
use super::next::{Failed, Withdrawal};
use super::outcome::Judged;
use super::report;
use super::rng::FreshRng;
use crate::decision::{Decision, RetryBudget, Verdict, decide};
use crate::policy::{Progress, RetryPolicy};
use crate::testing;

/// One call: the number of its attempt, a memory of the last delay where the jitter needs one, and, when someone asks
/// for the time, when it began.
///
/// Four bytes for most calls: that is what an annotated function's future carries through its attempts.
#[derive(Debug)]
pub struct Call<M = Forgetful, C = Untimed> {
    attempt: u32,
    memory: M,
    clock: C,
}

/// What is fixed about a call. The budget is borrowed for longer: the wait that follows may give a token back.
#[allow(missing_debug_implementations)]
pub struct Site<'s, 'b> {
    pub name: &'static str,
    pub policy: &'s RetryPolicy,
    pub budget: Option<&'b RetryBudget>,
    pub rng: Option<&'s mut dyn Rng>,
}

impl Call {
    #[inline]
    pub const fn new() -> Self {
        Self { attempt: 1, memory: Forgetful, clock: Untimed }
    }

    /// For a policy whose jitter may be decorrelated.
    #[inline]
    pub const fn remembering(self) -> Call<Remembering> {
        Call { attempt: self.attempt, memory: Remembering::NOTHING, clock: Untimed }
    }
}

impl<M> Call<M> {
    /// Reads the clock.
    #[inline]
    pub fn timed(self) -> Call<M, Timed> {
        self.with_clock(Timed::started())
    }

    /// Reads the clock if the policy asks for the time.
    #[inline]
    pub fn timed_for(self, policy: &RetryPolicy) -> Call<M, Timed> {
        self.with_clock(if policy.deadline().is_some() { Timed::started() } else { Timed::STOPPED })
    }

    #[inline]
    pub(super) fn with_clock<C>(self, clock: C) -> Call<M, C> {
        Call { attempt: self.attempt, memory: self.memory, clock }
    }
}

impl<M> Call<M, Timed> {
    /// Reads the clock now, for a call that was made before it begins.
    pub(super) fn start_clock(&mut self) {
        self.clock = Timed::started();
    }
}

impl<M: Memory, C: Clock> Call<M, C> {
    /// The attempt that is about to be made.
    #[inline]
    pub fn attempt(&self, policy: &RetryPolicy) -> Attempt {
        Attempt {
            number: self.attempt,
            is_last: self.attempt >= policy.attempts().min(testing::max_attempts()),
            elapsed: if self.attempt == 1 { Duration::ZERO } else { self.clock.elapsed().unwrap_or_default() },
        }
    }

    /// The time that an attempt may take: its timeout, or what is left before the deadline if that is less.
    #[inline]
    pub fn limit(&self, policy: &RetryPolicy, timeout: Duration) -> Duration {
        match (policy.deadline(), self.clock.elapsed()) {
            (Some(deadline), Some(elapsed)) => timeout.min(deadline.saturating_sub(elapsed)),
            _ => timeout,
        }
    }

    /// An attempt was successful.
    #[inline]
    pub(super) fn succeeded(&self, site: &Site<'_, '_>) {
        if let Some(budget) = site.budget {
            budget.deposit();
        }
        if self.attempt > 1 {
            recovered(&self.attempt, site.name, &self.clock);
        }
        report::called(site.name, self.attempt);
    }

    /// An attempt has failed: decides what follows.
    #[inline]
    pub(super) fn failed<'b>(&mut self, verdict: Verdict, site: Site<'_, 'b>) -> Failed<'b> {
        let Site { name, policy, budget, rng } = site;
        failed(&mut self.attempt, self.memory.previous(), &self.clock, verdict, name, policy, budget, rng)
    }
}

// Out of line and not generic: every annotated function shares them. A testing scope knows the call by the address of its
// attempt number, which stays where it is while the call lasts. What a `Site` holds is passed singly: a pointer to it
// would have it put together before it is known whether it is needed.

#[cold]
#[inline(never)]
fn recovered(attempt: &u32, name: &'static str, clock: &dyn Clock) {
    testing::succeeded(attempt);
    report::recovered(name, *attempt, clock.elapsed());
}

#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments)]
fn failed<'b>(
    attempt: &mut u32,
    previous: Option<&mut Duration>,
    clock: &dyn Clock,
    verdict: Verdict,
    name: &'static str,
    policy: &RetryPolicy,
    budget: Option<&'b RetryBudget>,
    rng: Option<&mut dyn Rng>,
) -> Failed<'b> {
    let mut fresh = FreshRng;
    let rng = rng.unwrap_or(&mut fresh);
    let elapsed = clock.elapsed();
    let time = elapsed.unwrap_or_default();
    let mut progress = Progress { attempt: *attempt, previous: previous.as_deref().copied().unwrap_or_default() };
    let decision = testing::decide(attempt, name, policy, rng, |policy, rng| {
        decide(policy, &mut progress, verdict, time, budget, rng)
    });
    report::failed(name, *attempt, decision, elapsed);
    let withdrawal = match decision {
        Decision::Wait { .. } => Withdrawal::new(budget),
        Decision::Stop(_) => Withdrawal::new(None),
    };
    let failed = Failed { attempt: *attempt, elapsed: time, decision, withdrawal };
    *attempt = progress.attempt;
    if let Some(previous) = previous {
        *previous = progress.previous;
    }
    failed
}

/// The engine. Takes the outcome by value and is not async, so that neither value nor error lives across the
/// wait that may follow.
#[inline]
pub fn step<'b, J: Judged, M: Memory, C: Clock>(judged: J, call: &mut Call<M, C>, site: Site<'_, 'b>) -> J::Next<'b> {
    judged.step(call, site)
}
