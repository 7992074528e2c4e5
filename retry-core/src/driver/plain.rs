//! The front end of a call that has a predicate and constants and nothing else, as most annotated functions are: no
//! hooks, no budget, no clock, no generator and no sleep of its own.
//!
//! It is cut so that little is left in each function: its state is how many attempts have failed, one inlined call tells
//! success from failure, and all else is out of line and the same for every function.

use super::call::{Running, failed, recovered};
use super::clock::{Clock, Untimed};
use super::memory::{Forgetful, Memory};
use super::outcome::{Answer, Outcome};
use super::pause::Plain;
use super::report;
use super::settings::Settings;
use crate::decision::{Decision, Verdict};
use crate::policy::RetryPolicy;

/// What follows an attempt.
///
/// Represented by a tag of its own, which the compiler sees through where it would not with one that it has hidden in the
/// outcome.
#[derive(Debug)]
#[repr(u8)]
pub enum Advance<O> {
    Return(O),
    Again,
}

/// The engine.
#[inline]
pub fn advance<O: Outcome, A: Answer>(
    outcome: O,
    transient: impl FnOnce(&O::Error) -> A,
    call: &mut Plain,
    settings: &Settings,
) -> Advance<O> {
    match outcome.result() {
        Ok(value) => {
            if call.failures > 0 {
                succeeded_at_last(call, settings);
            }
            report::called(settings.name(), call.failures + 1);
            Advance::Return(O::of(Ok(value)))
        }
        Err(error) => {
            let answer = transient(&error);
            if fails(answer, call, settings) { Advance::Return(O::of(Err(error))) } else { Advance::Again }
        }
    }
}

/// Decides on a failed attempt: whether the call fails, or begins the pause before the next attempt.
#[cold]
#[inline(never)]
fn fails<A: Answer>(answer: A, call: &mut Plain, settings: &Settings) -> bool {
    call.fails(answer.into(), settings.name(), &settings.policy())
}

#[cold]
#[inline(never)]
fn succeeded_at_last(call: &mut Plain, settings: &Settings) {
    recovered(&mut Plainly::of(call), settings.name());
}

impl Plain {
    fn fails(&mut self, verdict: Verdict, name: &'static str, policy: &RetryPolicy) -> bool {
        let failed = failed(&mut Plainly::of(self), verdict, name, policy, None, None);
        match failed.decision {
            Decision::Wait { delay, .. } => {
                self.begin_pause(delay);
                false
            }
            Decision::Stop(_) => true,
        }
    }
}

/// A plain call as the cold path takes any: without memory and clock.
struct Plainly<'c> {
    failures: &'c mut u32,
    memory: Forgetful,
    clock: Untimed,
}

impl<'c> Plainly<'c> {
    fn of(call: &'c mut Plain) -> Self {
        Self { failures: &mut call.failures, memory: Forgetful, clock: Untimed }
    }
}

impl Running for Plainly<'_> {
    fn parts(&mut self) -> (&mut u32, &mut dyn Memory, &dyn Clock) {
        (self.failures, &mut self.memory, &self.clock)
    }
}
