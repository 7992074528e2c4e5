//! The options of a call, and the engine's step with them.

use core::error::Error;
use core::pin::Pin;

use super::clock::{CallClock, SystemClock};
use super::limits::Ended;
use super::shared::Shared;
use super::stop::Stops;
use crate::decision::{BudgetToken, DelaySource, Permit, Transient, Verdict};
use crate::engine::admission::tell_permit;
use crate::engine::call::Call;
use crate::engine::clock::Clock;
use crate::engine::described::Described;
use crate::engine::failed::{FailedAttempt, HookAnswer, on_give_up, on_retry};
use crate::engine::limit::{InTime, judge_in_time, keep};
use crate::engine::observer::{Observer, SharedHooks};
use crate::engine::outcome::{Acceptance, Answer, unless_refused};
use crate::engine::random::SystemRng;
use crate::engine::step::{NextStep, Step, step_with};
use crate::engine::step_options::StepOptions;
use crate::engine::stop::keep_for_stop;
use crate::engine::{CallReport, GiveUpEvent, RetryEvent};
use crate::policy::RandomBits;

/// The options of a call: predicate, condition, hooks, generator, and how errors are described.
#[derive(Debug)]
pub struct CallOptions<P, U, H, G, R, D, K = SystemClock> {
    pub(crate) transient: P,
    pub(crate) until: Option<U>,
    pub(crate) on_retry: Option<H>,
    pub(crate) on_give_up: Option<G>,
    pub(crate) rng: R,
    pub(crate) description: D,
    pub(crate) clock: K,
}

/// The options of a call as [`Retry`](super::retry::Retry) starts with them: all at their defaults.
pub(super) type NoOptions<T, E, P = ByTrait> =
    CallOptions<P, fn(&T) -> bool, fn(&RetryEvent<'_, E>), fn(&GiveUpEvent<'_, E>), SystemRng, NoDescription>;

impl<T, E> NoOptions<T, E> {
    pub(super) const fn new() -> Self {
        Self {
            transient: ByTrait,
            until: None,
            on_retry: None,
            on_give_up: None,
            rng: SystemRng,
            description: NoDescription,
            clock: SystemClock,
        }
    }
}

/// The default predicate: the error's own [`Transient`].
#[derive(Clone, Copy, Debug)]
pub struct ByTrait;

/// A predicate: gives the verdict on an error.
#[diagnostic::on_unimplemented(
    message = "nothing says which errors of type `{E}` are transient",
    label = "needs `.transient(…)`, or an error type that implements `Transient`",
    note = "add a predicate: `.transient(|error| …)`, a path to a `fn(&{E}) -> bool`, or `.transient(|_| true)` to retry every error",
    note = "or, for a type of your own, derive or implement `retry_core::Transient`",
    note = "for `anyhow::Error`, `eyre::Report` and `Box<dyn Error>`, which can hold anything: `.transient(retry_core::chain::verdict)` asks the errors in their chain"
)]
pub trait Predicate<E> {
    fn verdict(&mut self, error: &E) -> Verdict;
}

impl<E: Transient> Predicate<E> for ByTrait {
    fn verdict(&mut self, error: &E) -> Verdict {
        error.verdict()
    }
}

impl<E, A: Answer, F: FnMut(&E) -> A> Predicate<E> for F {
    fn verdict(&mut self, error: &E) -> Verdict {
        self(error).into()
    }
}

/// A condition: says whether a value is accepted.
pub trait Condition<T> {
    /// The verdict on a value that is not accepted.
    fn refusal(&mut self, value: &T) -> Option<Verdict>;
}

impl<T, A: Acceptance, F: FnMut(&T) -> A> Condition<T> for F {
    fn refusal(&mut self, value: &T) -> Option<Verdict> {
        self(value).refusal()
    }
}

/// How an error is described to hooks and to `tracing`.
pub trait Description<E> {
    fn describe<'e>(&self, error: &'e E) -> Option<Described<'e>>;
}

/// The default description: a hook can show the error itself, and `tracing` gets no text.
#[derive(Clone, Copy, Debug)]
pub struct NoDescription;

impl<E> Description<E> for NoDescription {
    fn describe<'e>(&self, _error: &'e E) -> Option<Described<'e>> {
        None
    }
}

/// The error as a `dyn Error`, with its causes.
#[derive(Clone, Copy, Debug)]
pub struct AsError<F>(pub(crate) F);

impl<E, F: Fn(&E) -> &dyn Error> Description<E> for AsError<F> {
    fn describe<'e>(&self, error: &'e E) -> Option<Described<'e>> {
        Some(Described::Error((self.0)(error)))
    }
}

/// The hooks of a call and of its retrier, as the engine's observer.
struct Hooks<'o, H, G, D> {
    shared: &'o SharedHooks,
    on_retry: &'o mut Option<H>,
    on_give_up: &'o mut Option<G>,
    description: &'o D,
    /// Receives the source of the delay, which the step returns to its caller.
    source: &'o mut Option<DelaySource>,
}

impl<T, E, H, HA, G, GA, D> Observer<Result<T, E>> for Hooks<'_, H, G, D>
where
    H: FnMut(&RetryEvent<'_, E>) -> HA,
    HA: HookAnswer,
    G: FnMut(&GiveUpEvent<'_, E>) -> GA,
    GA: HookAnswer,
    D: Description<E>,
{
    fn describe<'o>(&self, outcome: &'o Result<T, E>) -> Option<Described<'o>> {
        self.description.describe(outcome.as_ref().err()?)
    }

    fn notify(self, failed: &FailedAttempt<'_, Result<T, E>>) {
        *self.source = failed.delay_source();
        if let Some(hook) = self.on_retry {
            on_retry(failed, hook);
        }
        if let Some(hook) = self.on_give_up {
            on_give_up(failed, hook);
        }
        self.shared.notify(failed);
    }
}

/// The options of a call whose attempts give a `Result<T, E>`.
pub trait Options<T, E> {
    /// Begins the call. Returns whether to read the system's clock: because the front end (`is_asked`) or an option
    /// needs the time since the start, and the call has no clock of the user.
    fn begin(&mut self, shared: &Shared<'_>, is_asked: bool) -> bool;

    /// The clock of the call: that of the user, or `system`.
    fn clock<'c>(&'c self, system: &'c dyn Clock) -> &'c dyn Clock;

    /// Tells the breaker how the attempt ended, and then takes the engine's step.
    ///
    /// `stop` is asked before a wait begins. `nested_once` says whether calls inside an attempt make one attempt each.
    fn step<S: Stops>(
        &mut self,
        ended: Ended<'_, '_, Result<T, E>>,
        stop: Pin<&mut S>,
        call: &mut Call,
        shared: &Shared<'_>,
        clock: &dyn Clock,
        nested_once: bool,
    ) -> Step<Result<T, E>> {
        self.step_with_report(ended, stop, call, shared, clock, nested_once, None)
    }

    /// As [`step`](Self::step). If the call has ended, writes its report to `report`.
    #[expect(clippy::too_many_arguments, reason = "each front end holds these parts of a call in its own way")]
    fn step_with_report<S: Stops>(
        &mut self,
        ended: Ended<'_, '_, Result<T, E>>,
        stop: Pin<&mut S>,
        call: &mut Call,
        shared: &Shared<'_>,
        clock: &dyn Clock,
        nested_once: bool,
        report: Option<&mut Option<CallReport>>,
    ) -> Step<Result<T, E>>;
}

impl<T, E, P, U, H, HA, G, GA, R, D, K> Options<T, E> for CallOptions<P, U, H, G, R, D, K>
where
    P: Predicate<E>,
    U: Condition<T>,
    H: FnMut(&RetryEvent<'_, E>) -> HA,
    HA: HookAnswer,
    G: FnMut(&GiveUpEvent<'_, E>) -> GA,
    GA: HookAnswer,
    R: RandomBits,
    D: Description<E>,
    K: CallClock,
{
    fn begin(&mut self, shared: &Shared<'_>, is_asked: bool) -> bool {
        let asks = is_asked || self.on_retry.is_some() || self.on_give_up.is_some() || shared.needs_clock();
        self.clock.begin(asks)
    }

    fn clock<'c>(&'c self, system: &'c dyn Clock) -> &'c dyn Clock {
        self.clock.clock(system)
    }

    fn step_with_report<S: Stops>(
        &mut self,
        ended: Ended<'_, '_, Result<T, E>>,
        mut stop: Pin<&mut S>,
        call: &mut Call,
        shared: &Shared<'_>,
        clock: &dyn Clock,
        nested_once: bool,
        report: Option<&mut Option<CallReport>>,
    ) -> Step<Result<T, E>> {
        let Ended { attempt: InTime { outcome, cut }, last, may_be_cut, mut permit } = ended;
        let meaning = judge_in_time(&outcome, cut, |error| self.transient.verdict(error));
        let meaning = match &mut self.until {
            Some(condition) => unless_refused(meaning, &outcome, |value| condition.refusal(value)),
            None => meaning,
        };
        if let Some(permit) = &mut permit {
            tell_permit(permit, meaning);
        }
        let breaker = permit.as_ref().map(Permit::breaker);
        let settings = shared.settings();
        let budget = shared.budget();
        let rng = &mut self.rng;
        let (clock, mut stops) = (Some(self.clock.clock(clock)), || stop.as_mut().stops_before_wait());
        let stop: Option<&mut dyn FnMut() -> bool> = Some(&mut stops);
        let mut options =
            StepOptions { clock, budget, breaker, rng, stop, report, may_be_cut, own_wait: true, nested_once };
        let Self { on_retry, on_give_up, description, .. } = self;
        let mut source = None;
        let hooks = Hooks { shared: shared.hooks(), on_retry, on_give_up, description, source: &mut source };
        let next = step_with(&outcome, meaning, call, &settings, &mut options, hooks);
        match next {
            NextStep::Return => Step::Return(outcome),
            NextStep::Wait(delay) => {
                // The token is held here, because dropping the outcome runs the error's `Drop`, which may panic.
                let token = BudgetToken::held(budget);
                match last {
                    Some(last) if S::CUTS_WAITS => keep_for_stop(last, outcome, meaning),
                    Some(last) => keep(last, outcome, meaning, &settings, may_be_cut, breaker),
                    None => drop(outcome),
                }
                token.hand_over();
                Step::Wait { delay, source: source.unwrap_or(DelaySource::Backoff) }
            }
        }
    }
}
