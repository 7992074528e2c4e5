//! The step of the engine: from the meaning of an outcome to [`NextStep`], "return" or "wait, then make another
//! attempt".

use core::time::Duration;

use super::call::Call;
use super::call_report::CallReport;
use super::clock::Clock;
use super::event::Attempt;
use super::failed::FailedAttempt;
use super::name::Name;
use super::nested::{ends_outer_call, without_another_attempt};
use super::observer::Observer;
use super::outcome::Meaning;
#[cfg(feature = "std")]
use super::random::SystemRng;
use super::report;
use super::settings::Settings;
use super::stop::stop_before_wait;
use crate::decision::{BudgetToken, CircuitBreaker, Decision, DelaySource, GiveUpReason, Limits, RetryBudget, decide};
use crate::policy::{Jitter, Progress, RandomBits};
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

/// The options of a call that a step uses.
#[allow(missing_debug_implementations)]
pub struct StepOptions<'a> {
    /// Measures the time since the call began.
    pub clock: Option<&'a dyn Clock>,
    /// The budget that the call shares with others.
    pub budget: Option<&'a RetryBudget>,
    /// The breaker that the next attempt would ask.
    pub breaker: Option<&'a CircuitBreaker>,
    /// The source of the jitter.
    pub rng: &'a mut dyn RandomBits,
    /// Whether the call has to stop. It is called only before a wait begins.
    pub stop: Option<&'a mut dyn FnMut() -> bool>,
    /// Receives the report of the call when it ends.
    pub report: Option<&'a mut Option<CallReport>>,
    /// Whether the deadline may cut an attempt short.
    pub may_be_cut: bool,
    /// Whether the front end begins the wait. Otherwise the step begins the wait on the runtime's clock.
    pub own_wait: bool,
    /// Whether nested calls make one attempt each. They then record why they gave up.
    pub nested_once: bool,
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

/// A failed attempt with the decision about it.
struct Decided<'b> {
    attempt: u32,
    elapsed: Option<Duration>,
    decision: Decision,
    /// The number of surrounding attempts whose nested calls make one attempt each.
    depth: u32,
    /// The token of the wait. It is held before hooks and subscribers are called, because they may panic.
    token: BudgetToken<&'b RetryBudget>,
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

/// The shortest time of an attempt with a timeout, so that no such attempt begins exactly at the deadline.
const LEAST_TIME_OF_AN_ATTEMPT: Duration = Duration::from_nanos(1);

/// The number of failures after which a call with a deadline waits a millisecond in place of zero. tokio's paused clock
/// and the clock of a testing scope stand still while tasks run, so the call would otherwise never reach its deadline.
const ZERO_WAITS: u32 = 1_000;

/// The decision with a wait of a millisecond in place of a wait of zero.
fn with_nonzero_wait(decision: Decision) -> Decision {
    match decision {
        Decision::Wait { delay: Duration::ZERO, source } => Decision::Wait { delay: Duration::from_millis(1), source },
        decision => decision,
    }
}

/// Asks the decision layer about a failed attempt, with the limits of nested calls, of a stop and of a testing scope.
#[cold]
#[inline(never)]
fn decide_failed<'b>(
    meaning: Meaning,
    call: &mut Call,
    settings: &Settings<'_>,
    options: StepOptions<'b>,
) -> Decided<'b> {
    let StepOptions { clock, budget, breaker, rng, mut stop, report: _, may_be_cut, own_wait: _, nested_once } =
        options;
    let (name, policy) = (settings.name(), settings.policy());
    let elapsed = clock.and_then(Clock::elapsed);
    let before_deadline = match elapsed {
        Some(elapsed) if may_be_cut => elapsed.saturating_add(LEAST_TIME_OF_AN_ATTEMPT),
        elapsed => elapsed.unwrap_or_default(),
    };
    let (verdict, attempt) = match meaning {
        Meaning::OutOfTime { attempted } => (Err(GiveUpReason::Deadline), call.failures + u32::from(attempted)),
        // If the first attempt was refused, its number is 1 all the same.
        Meaning::Refused => (Err(GiveUpReason::Breaker), call.failures.max(1)),
        Meaning::Stopped => {
            if let Some(hooks) = testing::hooks() {
                hooks.cut_wait(&mut || call.id());
            }
            (Err(GiveUpReason::Stopped), call.failures)
        }
        Meaning::Failure(verdict) | Meaning::TimedOut(verdict) => (Ok(verdict), call.failures + 1),
        Meaning::Success => unreachable!("a success is no failure"),
    };
    let (depth, nested) = (scope::depth(), nested_once.then(scope::take_give_up).flatten());
    let nested = nested.filter(|reason| ends_outer_call(*reason, meaning));
    let until_probe = breaker.and_then(CircuitBreaker::until_probe);
    // A nested call makes no other attempt, so it takes no token.
    let limits = Limits { elapsed: before_deadline, until_probe, budget: budget.filter(|_| depth == 0) };
    let mut progress = Progress { attempt, previous: call.drawn() };
    let mut decide = |max_attempts, rng: &mut dyn RandomBits| match verdict {
        Ok(verdict) => {
            let attempts = policy.attempts().min(max_attempts);
            let decision = match nested {
                Some(reason) if !progress.is_last(attempts) => Decision::GiveUp(reason),
                _ => decide(&policy, attempts, &mut progress, verdict, &limits, rng),
            };
            let decision = if depth > 0 {
                without_another_attempt(decision, budget, &mut stop)
            } else {
                stop_before_wait(decision, budget, &mut stop)
            };
            if attempt > ZERO_WAITS && policy.deadline().is_some() { with_nonzero_wait(decision) } else { decision }
        }
        Err(reason) => Decision::GiveUp(reason),
    };
    let in_scope = testing::hooks().and_then(|hooks| hooks.decide(&mut || call.id(), name.get(), attempt, &mut decide));
    let decision = in_scope.unwrap_or_else(|| decide(u32::MAX, rng));
    let token = BudgetToken::held(budget.filter(|_| matches!(decision, Decision::Wait { .. })));
    if let Decision::Wait { .. } = decision {
        call.failures = attempt;
        if policy.jitter() == Jitter::Decorrelated {
            call.set_drawn(progress.previous);
        }
    }
    if let (Decision::GiveUp(reason), true) = (decision, depth > 0) {
        scope::record_give_up(reason);
    }
    Decided { attempt, elapsed, decision, depth, token }
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
