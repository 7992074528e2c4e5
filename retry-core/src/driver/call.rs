//! The one engine: every driver makes an attempt, has its outcome judged, hands that to [`step`], and returns or
//! waits as told.

use std::time::Duration;

use rand::Rng;

use super::Attempt;
use super::clock::{Clock, Timed, Untimed};
use super::next::{Failed, Withdrawal};
use super::outcome::Judged;
use super::report;
use super::rng::FreshRng;
use crate::decision::{Decision, RetryBudget, Verdict, decide};
use crate::policy::{Progress, RetryPolicy};
use crate::testing;

/// One call: how far it has come and, when someone asks for the time, when it began.
///
/// 20 bytes for most calls, of no more alignment than 4: with the state of the loop around it, that is all that an
/// annotated function's future holds beside the body's own.
#[derive(Debug)]
pub struct Call<C = Untimed> {
    progress: Progress,
    /// By which a testing scope knows the call; 0 outside of one.
    record: testing::RecordId,
    clock: C,
}

/// What is fixed about a call, put together where it is needed.
#[allow(missing_debug_implementations)]
pub struct Site<'s, 'b> {
    pub name: &'static str,
    pub policy: &'s RetryPolicy,
    /// Borrowed for longer: the wait that follows may give a token back.
    pub budget: Option<&'b RetryBudget>,
    pub rng: Option<&'s mut dyn Rng>,
}

impl Call {
    #[inline]
    pub const fn new() -> Self {
        Self { progress: Progress::new(), record: testing::RecordId::NONE, clock: Untimed }
    }

    /// Reads the clock.
    #[inline]
    pub fn timed(self) -> Call<Timed> {
        self.with_clock(Timed::started())
    }

    /// Reads the clock if the policy asks for the time.
    #[inline]
    pub fn timed_for(self, policy: &RetryPolicy) -> Call<Timed> {
        self.with_clock(if policy.deadline().is_some() { Timed::started() } else { Timed::STOPPED })
    }

    #[inline]
    pub(super) fn with_clock<C>(self, clock: C) -> Call<C> {
        Call { progress: self.progress, record: self.record, clock }
    }
}

impl Call<Timed> {
    /// Reads the clock now, for a call that was made before it begins.
    pub(super) fn start_clock(&mut self) {
        self.clock = Timed::started();
    }
}

impl<C: Clock> Call<C> {
    /// The attempt that is about to be made.
    #[inline]
    pub fn attempt(&self, policy: &RetryPolicy) -> Attempt {
        let number = self.progress.attempt();
        Attempt {
            number,
            is_last: self.progress.is_last(policy.attempts().min(testing::max_attempts())),
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
    pub(super) fn succeeded(&self, site: &Site<'_, '_>) {
        if let Some(budget) = site.budget {
            budget.deposit();
        }
        if self.progress.attempt() > 1 {
            self.recovered(site.name);
        }
        report::called(site.name, self.progress.attempt());
    }

    #[cold]
    fn recovered(&self, name: &'static str) {
        testing::succeeded(self.record);
        report::recovered(name, self.progress.attempt(), self.clock.elapsed());
    }

    /// An attempt has failed: decides what follows.
    #[cold]
    pub(super) fn failed<'b>(&mut self, verdict: Verdict, site: Site<'_, 'b>) -> Failed<'b> {
        failed(&mut self.progress, &mut self.record, self.clock.elapsed(), verdict, site)
    }
}

/// Out of line and not generic: every annotated function shares it.
#[cold]
fn failed<'b>(
    progress: &mut Progress,
    record: &mut testing::RecordId,
    elapsed: Option<Duration>,
    verdict: Verdict,
    site: Site<'_, 'b>,
) -> Failed<'b> {
    let Site { name, policy, budget, rng } = site;
    let attempt = progress.attempt();
    let mut fresh = FreshRng;
    let rng = rng.unwrap_or(&mut fresh);
    let time = elapsed.unwrap_or_default();
    let decision =
        testing::decide(record, name, policy, rng, |policy, rng| decide(policy, progress, verdict, time, budget, rng));
    // Held before anyone is told, as a subscriber may panic like a hook.
    let withdrawal = match decision {
        Decision::Wait { .. } => Withdrawal::new(budget),
        Decision::Stop(_) => Withdrawal::new(None),
    };
    report::failed(name, attempt, decision, elapsed);
    Failed { attempt, elapsed: time, decision, withdrawal }
}

/// The engine. Takes the outcome by value and is not async, so that neither value nor error lives across the
/// wait that may follow.
#[inline]
pub fn step<'b, J: Judged, C: Clock>(judged: J, call: &mut Call<C>, site: Site<'_, 'b>) -> J::Next<'b> {
    judged.step(call, site)
}
