//! From a failed attempt to the decision about it: asks the decision layer, and applies the limits of nested calls, of a
//! stop and of a testing scope.

use core::time::Duration;

use super::call::Call;
use super::clock::Clock;
use super::nested::{ends_outer_call, without_another_attempt};
use super::outcome::Meaning;
use super::settings::Settings;
use super::step_options::StepOptions;
use super::stop::stop_before_wait;
use crate::decision::{BudgetToken, CircuitBreaker, Decision, GiveUpReason, Limits, RetryBudget, decide};
use crate::policy::{Jitter, Progress, RandomBits};
use crate::scope;
use crate::testing;

/// A failed attempt with the decision about it.
pub(super) struct Decided<'b> {
    pub(super) attempt: u32,
    pub(super) elapsed: Option<Duration>,
    pub(super) decision: Decision,
    /// The number of surrounding attempts whose nested calls make one attempt each.
    pub(super) depth: u32,
    /// The token of the wait. It is held before hooks and subscribers are called, because they may panic.
    pub(super) token: BudgetToken<&'b RetryBudget>,
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
pub(super) fn decide_failed<'b>(
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
