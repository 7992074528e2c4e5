//! The step of the engine: from the outcome of an attempt to "return it" or "wait, then make another attempt".

use core::time::Duration;

use super::call::Call;
use super::call_report::CallReport;
use super::clock::Clock;
use super::event::Attempt;
use super::failed::FailedAttempt;
use super::name::Name;
use super::nested::{ends_the_call_around, without_another_attempt};
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

/// What follows an attempt: return its outcome to the caller, or wait and make another.
///
/// From [`Retry::next`](crate::Retry::next), which the loop around it asks once per attempt.
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
        /// What the delay came from.
        source: DelaySource,
    },
}

/// What follows an attempt, for whoever has its outcome.
#[derive(Clone, Copy, Debug)]
#[must_use = "says whether to return or to wait"]
pub enum NextStep {
    /// Return the outcome, successful or not.
    Return,
    /// Drop the outcome and wait this long, which may be zero. Then make another attempt.
    Wait(Duration),
}

/// What the options of a call add to a step.
#[allow(missing_debug_implementations)]
pub struct StepOptions<'a> {
    /// Tells the time since the call began.
    pub clock: Option<&'a dyn Clock>,
    /// The budget that the call shares with others.
    pub budget: Option<&'a RetryBudget>,
    /// The breaker that the next attempt would ask.
    pub breaker: Option<&'a CircuitBreaker>,
    /// The source of the jitter.
    pub rng: &'a mut dyn RandomBits,
    /// Says whether the call has to stop. Asked only where a wait would begin.
    pub stop: Option<&'a mut dyn FnMut() -> bool>,
    /// Where what the call came to is written when it ends.
    pub report: Option<&'a mut Option<CallReport>>,
    /// Whether the deadline may cut an attempt short.
    pub may_be_cut: bool,
    /// Whether the call waits in a way of its own. Otherwise the step begins the wait, on the clock of the runtime.
    pub own_wait: bool,
    /// Whether nested calls make one attempt each, and tell why they have given up.
    pub nested_once: bool,
}

/// The step of a call without options.
///
/// # Panics
///
/// Where the runtime has no timer.
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

/// The step of a call with options. A budget's token that the wait needs is the caller's from then on.
///
/// `observer` is told before the wait begins and while the token is held. Asks nothing of the outcome's type, so
/// that one that is no `Result` is reported once, by [`judge`](super::outcome::judge).
///
/// # Panics
///
/// Where the runtime has no timer, unless the call waits in a way of its own.
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

// What follows a failure is out of line. All functions without options share this one.
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
    observer.tell(&FailedAttempt { outcome, name, attempt, elapsed, decision, described, depth });
    decided.end_step(call, name, own_wait)
}

struct Decided<'b> {
    attempt: u32,
    elapsed: Option<Duration>,
    decision: Decision,
    /// How many attempts are around the call, as far as they are known.
    depth: u32,
    /// Held from before anyone is told, as a hook or a subscriber may panic.
    token: BudgetToken<&'b RetryBudget>,
}

impl Decided<'_> {
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

/// With a timeout an attempt needs some time: none is begun at the very deadline.
const LEAST_TIME_OF_AN_ATTEMPT: Duration = Duration::from_nanos(1);

/// After so many failures a wait of no time is one of a millisecond, if there is a deadline. On a clock that stands still
/// while tasks run, as tokio's paused one and that of a testing scope do, the call would otherwise never meet it.
const WAITS_OF_NO_TIME: u32 = 1_000;

fn lasting(decision: Decision) -> Decision {
    match decision {
        Decision::Wait { delay: Duration::ZERO, source } => Decision::Wait { delay: Duration::from_millis(1), source },
        decision => decision,
    }
}

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
        // The first attempt has a number also where it was refused.
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
    let nested = nested.filter(|reason| ends_the_call_around(*reason, meaning));
    let until_probe = breaker.and_then(CircuitBreaker::until_probe);
    // No other attempt follows where one is around the call, so that no token is taken.
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
            if attempt > WAITS_OF_NO_TIME && policy.deadline().is_some() { lasting(decision) } else { decision }
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

/// The attempt that is about to be made.
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
