//! The step of the engine: from the meaning of an outcome to [`NextStep`], "return" or "wait, then make another
//! attempt".

use core::time::Duration;

use super::call::Call;
use super::call_report::CallReport;
use super::clock::Clock;
use super::decided::{Decided, decide_failed};
use super::event::Attempt;
use super::failed::FailedAttempt;
use super::name::Name;
use super::observer::Observer;
use super::outcome::Meaning;
#[cfg(feature = "std")]
use super::random::SystemRng;
use super::report;
use super::settings::Settings;
use super::step_options::StepOptions;
use crate::decision::{Decision, DelaySource, RetryBudget};
use crate::scope;
use crate::testing::{self, Hooks};

/// What follows an attempt of a loop written by hand; from [`Retry::next`](crate::Retry::next).
///
/// ```
/// use retry_core::{RetryPolicy, Step};
///
/// let mut call = RetryPolicy::default().start().transient(|error| *error == "busy");
/// assert!(matches!(call.next(Err::<(), _>("busy")), Step::Wait { .. }));
/// assert!(matches!(call.next(Err::<(), _>("declined")), Step::Return(Err("declined"))));
/// ```
#[derive(Debug)]
#[must_use = "says whether to return or to wait"]
pub enum Step<O> {
    /// Return the outcome, successful or not.
    Return(O),
    /// Wait, then make another attempt.
    Wait {
        /// How long; may be zero.
        delay: Duration,
        /// What chose the delay.
        source: DelaySource,
    },
}

/// What follows an attempt, for a front end that owns the outcome.
#[derive(Clone, Copy, Debug)]
#[must_use = "says whether to return or to wait"]
pub enum NextStep {
    /// Return the outcome, successful or not.
    Return,
    /// Drop the outcome and wait this long, which may be zero. Then make another attempt.
    Wait(Duration),
}

/// The step of a call without options.
///
/// # Panics
///
/// If no runtime is available.
#[cfg(feature = "std")]
#[inline]
#[track_caller]
pub fn step(meaning: Meaning, call: &mut Call, settings: &Settings<'_>) -> NextStep {
    if let Meaning::Success = meaning {
        succeeded(call, settings, None, None);
        NextStep::Return
    } else {
        failed(meaning, call, settings)
    }
}

/// The step of a call with options.
///
/// On [`NextStep::Wait`] the front end holds the budget's token from then on. `observer` is notified before the wait
/// begins, while the step still holds the token. There is no bound on `O`, so that the compiler reports a type other
/// than `Result` once, at [`judge`](super::outcome::judge).
///
/// # Panics
///
/// If no runtime is available, unless the front end begins the wait.
#[inline]
#[track_caller]
pub fn step_with<O>(
    outcome: &O,
    meaning: Meaning,
    call: &mut Call,
    settings: &Settings<'_>,
    options: &mut StepOptions<'_>,
    observer: impl Observer<O>,
) -> NextStep {
    if let Meaning::Success = meaning {
        succeeded(call, settings, options.budget, options.clock);
        if let Some(report) = &mut options.report {
            **report = Some(CallReport::of_success(settings.name(), call, options.clock));
        }
        NextStep::Return
    } else {
        failed_with(outcome, meaning, call, settings, options, observer)
    }
}

#[inline]
fn succeeded(call: &mut Call, settings: &Settings<'_>, budget: Option<&RetryBudget>, clock: Option<&dyn Clock>) {
    if let Some(budget) = budget {
        budget.deposit();
    }
    if call.failures > 0 {
        recovered(call, settings.name(), clock);
    }
    report::succeeded(settings.name(), call.failures + 1);
}

// Cold and not inlined, so that an annotated function contains only the path of a success. All functions without
// options share this one.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
#[track_caller]
fn failed(meaning: Meaning, call: &mut Call, settings: &Settings<'_>) -> NextStep {
    let nothing = StepOptions {
        clock: None,
        budget: None,
        breaker: None,
        rng: &mut SystemRng,
        stop: None,
        report: None,
        may_be_cut: false,
        own_wait: false,
        nested_once: false,
    };
    let decided = decide_failed(meaning, call, settings, nothing);
    report::failed(settings.name(), decided.attempt, decided.decision, decided.elapsed, None, decided.depth);
    decided.end_step(call, settings.name(), false)
}

#[cold]
#[inline(never)]
#[track_caller]
fn failed_with<O>(
    outcome: &O,
    meaning: Meaning,
    call: &mut Call,
    settings: &Settings<'_>,
    options: &mut StepOptions<'_>,
    observer: impl Observer<O>,
) -> NextStep {
    let &mut StepOptions {
        clock,
        budget,
        breaker,
        ref mut rng,
        ref mut stop,
        report: ref mut end,
        may_be_cut,
        own_wait,
        nested_once,
    } = options;
    let rng = &mut **rng;
    let stop = stop.as_mut().map(|stop| &mut **stop as &mut dyn FnMut() -> bool);
    let options = StepOptions { clock, budget, breaker, rng, stop, report: None, may_be_cut, own_wait, nested_once };
    let decided = decide_failed(meaning, call, settings, options);
    let Decided { attempt, elapsed, decision, depth, .. } = decided;
    let (name, described) = (settings.name(), observer.describe(outcome));
    report::failed(name, attempt, decision, elapsed, described.filter(|_| observer.traces_error()), depth);
    let elapsed = elapsed.unwrap_or_default();
    if let (Some(end), Decision::GiveUp(reason)) = (end, decision) {
        **end = Some(CallReport { name: name.get(), attempts: attempt, elapsed, gave_up: Some(reason) });
    }
    observer.notify(&FailedAttempt { outcome, name, attempt, elapsed, decision, described, depth });
    decided.end_step(call, name, own_wait)
}

/// Reports a success after a failure, and releases the call's data.
#[cold]
#[inline(never)]
fn recovered(call: &mut Call, name: Name, clock: Option<&dyn Clock>) {
    let attempts = call.failures + 1;
    if let Some(hooks) = testing::hooks() {
        hooks.succeeded(&mut || call.id());
    }
    call.release();
    report::recovered(name, attempts, clock.and_then(Clock::elapsed));
}

impl Decided<'_> {
    /// Releases the call's data, or begins the wait.
    #[track_caller]
    fn end_step(self, call: &mut Call, name: Name, own_wait: bool) -> NextStep {
        match self.decision {
            Decision::GiveUp(_) => {
                call.release();
                NextStep::Return
            }
            Decision::Wait { delay, .. } => {
                if !own_wait {
                    call.begin_wait(delay, name);
                }
                self.token.hand_over();
                NextStep::Wait(delay)
            }
        }
    }
}

/// The value of `context = …` for the attempt that is about to begin.
pub fn attempt(call: &Call, settings: &Settings<'_>, timeout: Option<Duration>, clock: &dyn Clock) -> Attempt {
    let number = call.failures + 1;
    let (depth, policy) = (scope::depth(), settings.policy());
    let attempts = testing::hooks().map_or(u32::MAX, Hooks::max_attempts).min(policy.attempts());
    let elapsed = if number == 1 { Duration::ZERO } else { clock.elapsed().unwrap_or_default() };
    let left = policy.deadline().map(|deadline| deadline.saturating_sub(elapsed));
    Attempt {
        number,
        is_last: depth > 0 || number >= attempts,
        elapsed,
        remaining: [left, timeout].into_iter().flatten().min(),
        depth,
    }
}
