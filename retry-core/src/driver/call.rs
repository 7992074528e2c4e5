//! The one engine: every driver makes an attempt, has its outcome judged, hands that to [`step`], and returns or
//! waits as told.

use std::time::Duration;

use super::Attempt;
use super::clock::{Clock, Timed, Untimed};
use super::memory::{Forgetful, Memory, Movable, Remembering};
use super::next::{Failed, Next, Step, Withdrawal};
use super::outcome::Judged;
use super::report;
use super::rng::FreshRng;
use crate::decision::{Decision, RetryBudget, Verdict, decide};
use crate::policy::{Progress, RandomBits, RetryPolicy};
use crate::testing::{self, CallKey, Director};

/// One call: how many of its attempts have failed, a memory of the last delay where the jitter needs one, and, when
/// someone asks for the time, when it began.
///
/// Four bytes if nobody asks for either: that much the future of an annotated function carries through its attempts. One
/// that has no options for this engine to look after is a `Plain` call.
#[derive(Debug)]
pub struct Call<M = Forgetful, C = Untimed> {
    failures: u32,
    memory: M,
    clock: C,
}

/// What is fixed about a call. The budget is borrowed for longer: the wait that follows may give a token back.
#[allow(missing_debug_implementations)]
pub struct Site<'s, 'b> {
    pub name: &'static str,
    pub policy: &'s RetryPolicy,
    pub budget: Option<&'b RetryBudget>,
    pub rng: Option<&'s mut dyn RandomBits>,
}

impl Call {
    #[inline]
    pub const fn new() -> Self {
        Self { failures: 0, memory: Forgetful, clock: Untimed }
    }

    /// For a policy whose jitter may be decorrelated.
    #[inline]
    pub const fn remembering(self) -> Call<Remembering> {
        Call { failures: self.failures, memory: Remembering::NOTHING, clock: Untimed }
    }

    /// For one that may be moved between its attempts.
    pub(super) const fn movable(self) -> Call<Movable> {
        Call { failures: self.failures, memory: Movable::NOTHING, clock: Untimed }
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
        Call { failures: self.failures, memory: self.memory, clock }
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
        let number = self.failures + 1;
        let attempts = testing::director().map_or(u32::MAX, Director::max_attempts).min(policy.attempts());
        Attempt {
            number,
            is_last: number >= attempts,
            elapsed: if number == 1 { Duration::ZERO } else { self.clock.elapsed().unwrap_or_default() },
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
    pub(super) fn succeeded(&mut self, name: &'static str, budget: Option<&RetryBudget>) {
        if let Some(budget) = budget {
            budget.deposit();
        }
        if self.failures > 0 {
            recovered(self, name);
        }
        report::called(name, self.failures + 1);
    }
}

/// A call on the cold path, whatever it remembers and knows of time.
pub(super) trait Running {
    /// How many attempts have failed, what is remembered, and the clock.
    fn parts(&mut self) -> (&mut u32, &mut dyn Memory, &dyn Clock);
}

impl<M: Memory, C: Clock> Running for Call<M, C> {
    fn parts(&mut self) -> (&mut u32, &mut dyn Memory, &dyn Clock) {
        (&mut self.failures, &mut self.memory, &self.clock)
    }
}

// The cold path is out of line: the part that is generic is shared by all functions that return the same type and have
// no hooks, the rest by all. What a `Site` holds is passed singly: a pointer to it would have it put together before it
// is known whether it is needed. A testing scope knows the call by the address of its number of failures, which stays
// where it is while the call lasts, or by an identity of its own.

/// A failed attempt of a call: decides what follows and tells `observe`.
#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments)]
pub(super) fn step_failed<'b, T, E>(
    outcome: Result<T, E>,
    verdict: Verdict,
    call: &mut dyn Running,
    name: &'static str,
    policy: &RetryPolicy,
    budget: Option<&'b RetryBudget>,
    rng: Option<&mut dyn RandomBits>,
    observe: impl FnOnce(&Next<'b, T, E>),
) -> Step<'b, Result<T, E>> {
    let failed = failed(call, verdict, name, policy, budget, rng);
    let next = Next { outcome, failed };
    observe(&next);
    next.into_step()
}

#[cold]
#[inline(never)]
pub(super) fn recovered(call: &mut dyn Running, name: &'static str) {
    let (failures, memory, clock) = call.parts();
    if let Some(director) = testing::director() {
        director.succeeded(CallKey::of(failures, memory.identity()));
    }
    report::recovered(name, *failures + 1, clock.elapsed());
}

#[cold]
#[inline(never)]
pub(super) fn failed<'b>(
    call: &mut dyn Running,
    verdict: Verdict,
    name: &'static str,
    policy: &RetryPolicy,
    budget: Option<&'b RetryBudget>,
    rng: Option<&mut dyn RandomBits>,
) -> Failed<'b> {
    let (failures, memory, clock) = call.parts();
    let attempt = *failures + 1;
    let elapsed = clock.elapsed();
    let time = elapsed.unwrap_or_default();
    let mut progress = Progress { attempt, previous: memory.previous() };
    let mut decide = |max_attempts, rng: &mut dyn RandomBits| {
        decide(policy, policy.attempts().min(max_attempts), &mut progress, verdict, time, budget, rng)
    };
    let directed = testing::director().and_then(|director| {
        let call = CallKey::of(failures, memory.identity());
        director.decide(call, attempt, name, &mut decide)
    });
    let decision = directed.unwrap_or_else(|| decide(u32::MAX, rng.unwrap_or(&mut FreshRng)));
    // Held before anyone is told, as a subscriber may panic like a hook.
    let withdrawal = match decision {
        Decision::Wait { .. } => Withdrawal::new(budget),
        Decision::Stop(_) => Withdrawal::new(None),
    };
    report::failed(name, attempt, decision, elapsed);
    let failed = Failed { attempt, elapsed: time, decision, withdrawal };
    *failures = progress.attempt - 1;
    memory.remember(progress.previous);
    failed
}

/// The engine. Takes the outcome by value and is not async, so that neither value nor error lives across the
/// wait that may follow.
#[inline]
pub fn step<'b, J: Judged, M: Memory, C: Clock>(
    judged: J,
    call: &mut Call<M, C>,
    site: Site<'_, 'b>,
    observe: impl FnOnce(&J::Next<'b>),
) -> Step<'b, J::Outcome> {
    judged.step(call, site, observe)
}
