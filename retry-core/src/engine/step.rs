//! The step of the engine: from the outcome of an attempt to "return it" or "wait, then make another attempt".

use std::time::Duration;

use super::call::Call;
use super::clock::Clock;
use super::described::{Describe, Described};
use super::event::{Attempt, Failure, GiveUpEvent, RetryEvent};
use super::outcome::{Cut, Judged, Outcome};
use super::random::ProcessRng;
use super::report;
use super::settings::Settings;
use crate::decision::{BudgetToken, Decision, DelaySource, GiveUpReason, RetryBudget, Verdict, decide};
use crate::policy::{Jitter, Progress, RandomBits};
use crate::testing::{self, Director};

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
// A tag of its own: the compiler does not see through one that it has hidden in the outcome.
#[derive(Debug)]
#[repr(u8)]
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

/// What the options of a call add to a step.
#[allow(missing_debug_implementations)]
pub struct StepOptions<'a, O> {
    /// Tells the time since the call began.
    pub clock: Option<&'a dyn Clock>,
    /// The budget that the call shares with others.
    pub budget: Option<&'a RetryBudget>,
    /// The source of the jitter, if not the default one.
    pub rng: Option<&'a mut dyn RandomBits>,
    /// Where the operation's last outcome is kept, for a call whose deadline may cut an attempt short.
    pub last: Option<&'a mut Option<O>>,
}

/// A failed attempt, and what was decided on it.
#[derive(Debug)]
pub struct Failed<'o, O> {
    outcome: &'o O,
    name: &'static str,
    attempt: u32,
    elapsed: Duration,
    decision: Decision,
    described: Option<Described<'o>>,
}

/// Who is told of a failed attempt.
pub trait Observer<O> {
    /// How the error of the attempt is described, where the type can tell it.
    fn describe<'o>(&self, _outcome: &'o O) -> Option<Described<'o>> {
        None
    }

    /// Whether `tracing` is told the error too.
    fn traces_error(&self) -> bool {
        true
    }

    /// Tells the hooks.
    fn tell(self, failed: &Failed<'_, O>);
}

impl<O, H: FnOnce(&Failed<'_, O>)> Observer<O> for H {
    fn tell(self, failed: &Failed<'_, O>) {
        self(failed);
    }
}

/// Hooks that know how the error is described.
#[allow(missing_debug_implementations)]
pub struct Observed<O, H> {
    describe: Describe<O>,
    traces_error: bool,
    hooks: H,
}

/// The hooks of an annotated function.
#[inline]
pub fn observed<O, H: FnOnce(&Failed<'_, O>)>(describe: Describe<O>, traces_error: bool, hooks: H) -> Observed<O, H> {
    Observed { describe, traces_error, hooks }
}

impl<O, H: FnOnce(&Failed<'_, O>)> Observer<O> for Observed<O, H> {
    fn describe<'o>(&self, outcome: &'o O) -> Option<Described<'o>> {
        (self.describe)(outcome)
    }

    fn traces_error(&self) -> bool {
        self.traces_error
    }

    fn tell(self, failed: &Failed<'_, O>) {
        (self.hooks)(failed);
    }
}

/// The step. Takes the outcome by value and is not async, so that neither value nor error lives across the wait.
///
/// Asks nothing of the outcome's type, so that one that is no `Result` is reported once, by [`judge`](super::outcome::judge).
/// `observer` is told before the wait begins, while the budget's token is held.
#[inline]
pub fn step<O>(
    judged: Judged<O>,
    call: &mut Call,
    settings: &Settings,
    options: Option<&mut StepOptions<'_, O>>,
    observer: impl Observer<O>,
) -> Step<O> {
    let Judged { outcome, failure, cut } = judged;
    if failure.is_none() && !cut.is_some_and(Cut::ends_call) {
        if let Some(StepOptions { budget: Some(budget), .. }) = &options {
            budget.deposit();
        }
        if call.failures > 0 {
            recovered(call, settings.name(), options.and_then(|options| options.clock));
        }
        report::succeeded(settings.name(), call.failures + 1);
        return Step::Return(outcome);
    }
    after_failure(outcome, failure, cut, call, settings, options, observer)
}

// What follows a failure is out of line. This part is generic: it is shared by all functions that return the same type
// and have no hooks. `decide_failed` is shared by all.
#[cold]
#[inline(never)]
#[expect(clippy::needless_pass_by_value, reason = "a reference, if there is one")]
fn after_failure<O>(
    outcome: O,
    failure: Option<Verdict>,
    cut: Option<Cut>,
    call: &mut Call,
    settings: &Settings,
    options: Option<&mut StepOptions<'_, O>>,
    observer: impl Observer<O>,
) -> Step<O> {
    let (clock, budget, rng, last) = match options {
        Some(StepOptions { clock, budget, rng, last }) => (*clock, *budget, rng.as_mut(), last.as_mut()),
        None => (None, None, None, None),
    };
    let rng = rng.map(|rng| &mut **rng as &mut dyn RandomBits);
    // Not the error of a timeout: that is nothing that the operation gave.
    let is_kept = cut.is_none() && settings.has_deadline();
    let attempt = call.failures + u32::from(cut != Some(Cut::NotBegun));
    let asked = Asked { clock, needs_time: last.is_some(), budget, rng };
    let Decided { elapsed, decision, token } = decide_failed(failure, attempt, call, settings, asked);
    let (name, described) = (settings.name(), observer.describe(&outcome));
    report::failed(name, attempt, decision, elapsed, described.filter(|_| observer.traces_error()));
    let elapsed = elapsed.unwrap_or_default();
    observer.tell(&Failed { outcome: &outcome, name, attempt, elapsed, decision, described });
    match decision {
        Decision::GiveUp(_) => {
            call.release();
            Step::Return(outcome)
        }
        Decision::Wait { delay, source } => {
            match last {
                Some(last) if is_kept => **last = Some(outcome),
                _ => drop(outcome),
            }
            token.hand_over();
            Step::Wait { delay, source }
        }
    }
}

/// What the decision asks.
struct Asked<'a, 'b> {
    clock: Option<&'a dyn Clock>,
    /// Whether an attempt needs some time.
    needs_time: bool,
    budget: Option<&'b RetryBudget>,
    rng: Option<&'a mut dyn RandomBits>,
}

struct Decided<'b> {
    elapsed: Option<Duration>,
    decision: Decision,
    /// Held from before anyone is told, as a hook, a subscriber or the error's `Drop` may panic.
    token: BudgetToken<'b>,
}

/// With a timeout an attempt needs some time: none is begun at the very deadline.
const LEAST_TIME_OF_AN_ATTEMPT: Duration = Duration::from_nanos(1);

/// Without a verdict the deadline has come.
#[cold]
#[inline(never)]
fn decide_failed<'b>(
    verdict: Option<Verdict>,
    attempt: u32,
    call: &mut Call,
    settings: &Settings,
    asked: Asked<'_, 'b>,
) -> Decided<'b> {
    let Asked { clock, needs_time, budget, rng } = asked;
    let (name, policy) = (settings.name(), settings.policy());
    let elapsed = clock.and_then(Clock::elapsed);
    let before_deadline = match elapsed {
        Some(elapsed) if needs_time => elapsed.saturating_add(LEAST_TIME_OF_AN_ATTEMPT),
        elapsed => elapsed.unwrap_or_default(),
    };
    let mut progress = Progress { attempt, previous: call.drawn() };
    let mut decide = |max_attempts, rng: &mut dyn RandomBits| match verdict {
        Some(verdict) => {
            let attempts = policy.attempts().min(max_attempts);
            decide(&policy, attempts, &mut progress, verdict, before_deadline, budget, rng)
        }
        None => Decision::GiveUp(GiveUpReason::Deadline),
    };
    let in_scope = testing::director().and_then(|director| director.decide(&mut || call.id(), name, &mut decide));
    let decision = in_scope.unwrap_or_else(|| decide(u32::MAX, rng.unwrap_or(&mut ProcessRng)));
    let token = BudgetToken::held(budget.filter(|_| matches!(decision, Decision::Wait { .. })));
    if let Decision::Wait { .. } = decision {
        call.failures = attempt;
        if policy.jitter() == Jitter::Decorrelated {
            call.set_drawn(progress.previous);
        }
    }
    Decided { elapsed, decision, token }
}

#[cold]
#[inline(never)]
fn recovered(call: &mut Call, name: &'static str, clock: Option<&dyn Clock>) {
    let attempts = call.failures + 1;
    if let Some(director) = testing::director() {
        director.succeeded(&mut || call.id());
    }
    call.release();
    report::recovered(name, attempts, clock.and_then(Clock::elapsed));
}

/// The attempt that is about to be made.
pub fn attempt(call: &Call, settings: &Settings, clock: &dyn Clock) -> Attempt {
    let number = call.failures + 1;
    let attempts = testing::director().map_or(u32::MAX, Director::max_attempts);
    Attempt {
        number,
        is_last: number >= attempts.min(settings.policy().attempts()),
        elapsed: if number == 1 { Duration::ZERO } else { clock.elapsed().unwrap_or_default() },
    }
}

/// Tells a hook of the wait that follows, if one does.
pub fn on_retry<O: Outcome>(failed: &Failed<'_, O>, hook: impl FnOnce(&RetryEvent<'_, O::Error>)) {
    let &Failed { outcome, name, attempt, elapsed, decision, described } = failed;
    if let Decision::Wait { delay, source } = decision {
        let failure = Failure::of(outcome.as_result());
        hook(&RetryEvent { name, attempt, failure, delay, source, elapsed, described });
    }
}

/// Tells a hook that the call gives up, if it does.
pub fn on_give_up<O: Outcome>(failed: &Failed<'_, O>, hook: impl FnOnce(&GiveUpEvent<'_, O::Error>)) {
    let &Failed { outcome, name, attempt, elapsed, decision, described } = failed;
    if let Decision::GiveUp(reason) = decision {
        let failure = Failure::of(outcome.as_result());
        hook(&GiveUpEvent { name, attempt, failure, reason, elapsed, described });
    }
}

/// Tells nobody.
pub fn unobserved<O>(_failed: &Failed<'_, O>) {}
