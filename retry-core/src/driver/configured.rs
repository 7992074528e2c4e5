//! A call with everything that a builder can give it: what the closure calls and the loop by hand have in common.

use std::time::Duration;

use super::call::{Call, Site, step};
use super::clock::Timed;
use super::memory::Remembering;
use super::next::{Step, into_step, on_give_up, on_retry};
use super::observers::{Accept, Classify, Draw, ObserveGiveUp, ObserveRetry, Unset};
use super::outcome::{judge, until};
use crate::decision::RetryBudget;
use crate::policy::RetryPolicy;

#[derive(Debug)]
pub struct Configured<'b, C = Unset, U = Unset, H = Unset, G = Unset, R = Unset> {
    pub(super) policy: RetryPolicy,
    pub(super) name: &'static str,
    pub(super) transient: C,
    pub(super) until: U,
    pub(super) on_retry: H,
    pub(super) on_give_up: G,
    pub(super) rng: R,
    pub(super) budget: Option<&'b RetryBudget>,
    pub(super) call: Call<Remembering, Timed>,
}

impl Configured<'_> {
    pub(super) fn new(policy: RetryPolicy) -> Self {
        Self {
            policy,
            name: "retry",
            transient: Unset,
            until: Unset,
            on_retry: Unset,
            on_give_up: Unset,
            rng: Unset,
            budget: None,
            call: Call::new().remembering().with_clock(Timed::STOPPED),
        }
    }
}

/// What a driver needs of a configured call whose attempts give a `Result<T, E>`.
pub trait Engine<'b, T, E> {
    /// The call begins.
    fn begin(&mut self);

    /// The time that an attempt with this timeout may take now.
    fn limit(&self, timeout: Duration) -> Duration;

    /// What follows an attempt.
    fn next(&mut self, outcome: Result<T, E>) -> Step<'b, Result<T, E>>;
}

impl<'b, T, E, C, U, H, G, R> Engine<'b, T, E> for Configured<'b, C, U, H, G, R>
where
    C: Classify<E>,
    U: Accept<T>,
    H: ObserveRetry<E>,
    G: ObserveGiveUp<E>,
    R: Draw,
{
    fn begin(&mut self) {
        if H::NEEDS_CLOCK || G::NEEDS_CLOCK || self.policy.deadline().is_some() {
            self.call.start_clock();
        }
    }

    fn limit(&self, timeout: Duration) -> Duration {
        self.call.limit(&self.policy, timeout)
    }

    fn next(&mut self, outcome: Result<T, E>) -> Step<'b, Result<T, E>> {
        let judged = judge(outcome, |error| self.transient.classify(error));
        let judged = until(judged, |value| self.until.accept(value));
        let site = Site { name: self.name, policy: &self.policy, budget: self.budget, rng: self.rng.rng() };
        let next = step(judged, &mut self.call, site);
        on_retry(&next, self.name, |event| self.on_retry.observe(event));
        on_give_up(&next, self.name, |event| self.on_give_up.observe(event));
        into_step(next)
    }
}
