//! Every way to make a call, each with the same settings.

use retry_core::{BreakerOpen, GiveUpEvent, RetryEvent, Step, TimedOut, retry};

use super::here::{pass, seeded};
use super::probe::{Outcome, Probe, Refusal, Value};

#[derive(Clone, Copy, Debug)]
pub enum FrontEnd {
    Attribute,
    BlockingAttribute,
    NestedOnceAttribute,
    NestedOnceBlockingAttribute,
    NestedOnceClosure,
    NestedOnceLendingClosure,
    NestedOnceBlockingClosure,
    Closure,
    LendingClosure,
    BlockingClosure,
    Loop,
    BlockingLoop,
    BreakerAttribute,
    BreakerBlockingAttribute,
    BreakerNestedOnceAttribute,
    BreakerClosure,
    BreakerLendingClosure,
    BreakerBlockingClosure,
    RetrierAttribute,
    RetrierBlockingAttribute,
    RetrierClosure,
    RetrierLendingClosure,
    RetrierBlockingClosure,
    RetrierLoop,
    RetrierBlockingLoop,
}

/// An annotated function with the settings of the scenario, and options of its own.
macro_rules! annotated {
    ($name:ident($probe:ident) [$($own:tt)*] $($asynchronous:ident)? { $body:expr }) => {
        #[retry(
            transient = Refusal::verdict,
            until = Value::verdict,
            on_retry = |event| $probe.on_retry(event),
            on_give_up = |event| $probe.on_give_up(event),
            report = |report| $probe.report(report),
            rng = seeded(),
            name = "scenario",
            $($own)*
        )]
        $($asynchronous)? fn $name($probe: &Probe<'_>) -> Outcome {
            $body
        }
    };
}

annotated!(attribute(probe) [
    policy = probe.scenario.policy, budget = probe.budget, stop = probe.stopped()
] async { probe.attempt().await });
annotated!(blocking_attribute(probe) [
    blocking, sleep = pass, policy = probe.scenario.policy, budget = probe.budget, stop = || probe.is_stopped()
] { probe.attempt_blocking() });
annotated!(nested_once_attribute(probe) [
    nested = "once", stop = probe.stopped(), policy = probe.scenario.policy, budget = probe.budget
] async { probe.attempt().await });
annotated!(nested_once_blocking_attribute(probe) [
    nested = "once", blocking, sleep = pass, policy = probe.scenario.policy, budget = probe.budget, stop = || probe.is_stopped()
] { probe.attempt_blocking() });
annotated!(breaker_attribute(probe) [
    breaker = probe.breaker, breaker_open = refused,
    policy = probe.scenario.policy, budget = probe.budget, stop = probe.stopped()
] async { probe.attempt().await });
annotated!(breaker_blocking_attribute(probe) [
    breaker = probe.breaker, breaker_open = refused,
    blocking, sleep = pass, policy = probe.scenario.policy, budget = probe.budget, stop = || probe.is_stopped()
] { probe.attempt_blocking() });
annotated!(breaker_nested_once_attribute(probe) [
    breaker = probe.breaker, breaker_open = refused,
    nested = "once", stop = probe.stopped(), policy = probe.scenario.policy, budget = probe.budget
] async { probe.attempt().await });
annotated!(retrier_attribute(probe) [
    with = probe.retrier(), timed_out = never, breaker_open = refused, stop = probe.stopped()
] async { probe.attempt().await });
annotated!(retrier_blocking_attribute(probe) [
    blocking, sleep = pass, with = probe.retrier(), breaker_open = refused, stop = || probe.is_stopped()
] { probe.attempt_blocking() });

/// Gives a call the settings of the scenario, except those that a retrier holds.
macro_rules! observed {
    ($probe:ident, $call:expr) => {
        $call
            .transient(|error: &Refusal| error.verdict())
            .until(Value::verdict)
            .on_retry(|event: &RetryEvent<'_, Refusal>| $probe.on_retry(event))
            .on_give_up(|event: &GiveUpEvent<'_, Refusal>| $probe.on_give_up(event))
            .rng(seeded())
    };
}

/// The same, and the budget and the name.
macro_rules! configured {
    ($probe:ident, $call:expr) => {
        observed!($probe, $call).budget(&$probe.budget).name("scenario")
    };
}

/// The same with `nested_once`. The operation makes no nested calls.
macro_rules! nested_once {
    ($probe:ident, $call:expr) => {
        configured!($probe, $call).nested_once()
    };
}

/// The same with the breaker.
macro_rules! guarded {
    ($probe:ident, $call:expr) => {
        configured!($probe, $call).breaker($probe.breaker.as_deref())
    };
}

/// The outcome of an async closure, which borrows what it has captured.
macro_rules! lending {
    ($probe:ident, $configured:ident, $from:expr $(, $timed_out:ident)?) => {{
        let mut lent = 0;
        let call = $from.retry_async_closure(async || {
            lent += 1;
            $probe.attempt().await
        });
        let outcome = $configured!($probe, call).stop($probe.stopped())$(.timed_out($timed_out))?.breaker_open(refused).run_with_report().await;
        let outcome = $probe.reported(outcome);
        assert_eq!(lent, $probe.calls.get());
        outcome
    }};
}

/// The outcome of a blocking closure.
macro_rules! blocking {
    ($probe:ident, $configured:ident, $from:expr) => {{
        let call = $configured!($probe, $from.retry_blocking(|| $probe.attempt_blocking())).breaker_open(refused);
        let call = call.stop(|| $probe.is_stopped());
        if $probe.in_scope { $probe.reported(call.run_with_report()) } else { call.run_with_sleep(pass) }
    }};
}

/// The outcome of a loop written by hand.
macro_rules! looped {
    ($probe:ident, $configured:ident, $from:expr) => {{
        let mut call = $configured!($probe, $from.start()).stop(|| $probe.is_stopped());
        loop {
            match call.next_with_report($probe.attempt().await) {
                Step::Return(end) => break $probe.reported(end),
                Step::Wait { .. } => call.wait().await,
            }
        }
    }};
}

/// The outcome of a blocking loop written by hand.
macro_rules! looped_blocking {
    ($probe:ident, $configured:ident, $from:expr) => {{
        let mut call = $configured!($probe, $from.start_blocking()).stop(|| $probe.is_stopped());
        loop {
            match call.next_with_report($probe.attempt_blocking()) {
                Step::Return(end) => break $probe.reported(end),
                Step::Wait { .. } if $probe.in_scope => call.block(),
                Step::Wait { .. } => call.block_with(pass),
            }
        }
    }};
}

fn never(_: TimedOut) -> Refusal {
    unreachable!("no attempt has a timeout")
}

fn refused(_: BreakerOpen) -> Refusal {
    Refusal::OF_THE_BREAKER
}

impl FrontEnd {
    pub const ALL: [Self; 25] = [
        Self::Attribute,
        Self::BlockingAttribute,
        Self::NestedOnceAttribute,
        Self::NestedOnceBlockingAttribute,
        Self::NestedOnceClosure,
        Self::NestedOnceLendingClosure,
        Self::NestedOnceBlockingClosure,
        Self::Closure,
        Self::LendingClosure,
        Self::BlockingClosure,
        Self::Loop,
        Self::BlockingLoop,
        Self::BreakerAttribute,
        Self::BreakerBlockingAttribute,
        Self::BreakerNestedOnceAttribute,
        Self::BreakerClosure,
        Self::BreakerLendingClosure,
        Self::BreakerBlockingClosure,
        Self::RetrierAttribute,
        Self::RetrierBlockingAttribute,
        Self::RetrierClosure,
        Self::RetrierLendingClosure,
        Self::RetrierBlockingClosure,
        Self::RetrierLoop,
        Self::RetrierBlockingLoop,
    ];

    /// Whether its attempts ask the breaker, if there is one.
    pub fn has_breaker(self) -> bool {
        matches!(
            self,
            Self::BreakerAttribute
                | Self::BreakerBlockingAttribute
                | Self::BreakerNestedOnceAttribute
                | Self::BreakerClosure
                | Self::BreakerLendingClosure
                | Self::BreakerBlockingClosure
                | Self::RetrierAttribute
                | Self::RetrierBlockingAttribute
                | Self::RetrierClosure
                | Self::RetrierLendingClosure
                | Self::RetrierBlockingClosure
        )
    }

    pub async fn run(self, probe: &Probe<'_>) -> Outcome {
        probe.prepare_the_breaker().await;
        let (policy, retrier) = (probe.scenario.policy, probe.retrier());
        match self {
            Self::Attribute => attribute(probe).await,
            Self::BlockingAttribute => blocking_attribute(probe),
            Self::NestedOnceAttribute => nested_once_attribute(probe).await,
            Self::NestedOnceBlockingAttribute => nested_once_blocking_attribute(probe),
            Self::NestedOnceClosure => {
                let call = nested_once!(probe, policy.retry(|| probe.attempt())).stop(probe.stopped());
                probe.reported(call.run_with_report().await)
            }
            Self::NestedOnceLendingClosure => lending!(probe, nested_once, policy),
            Self::NestedOnceBlockingClosure => blocking!(probe, nested_once, policy),
            Self::Closure => {
                let call = configured!(probe, policy.retry(|| probe.attempt())).stop(probe.stopped());
                probe.reported(call.run_with_report().await)
            }
            Self::LendingClosure => lending!(probe, configured, policy),
            Self::BlockingClosure => blocking!(probe, configured, policy),
            Self::Loop => looped!(probe, configured, policy),
            Self::BlockingLoop => looped_blocking!(probe, configured, policy),
            Self::BreakerAttribute => breaker_attribute(probe).await,
            Self::BreakerBlockingAttribute => breaker_blocking_attribute(probe),
            Self::BreakerNestedOnceAttribute => breaker_nested_once_attribute(probe).await,
            Self::BreakerClosure => {
                let call = guarded!(probe, policy.retry(|| probe.attempt())).breaker_open(refused);
                probe.reported(call.stop(probe.stopped()).run_with_report().await)
            }
            Self::BreakerLendingClosure => lending!(probe, guarded, policy),
            Self::BreakerBlockingClosure => blocking!(probe, guarded, policy),
            Self::RetrierAttribute => retrier_attribute(probe).await,
            Self::RetrierBlockingAttribute => retrier_blocking_attribute(probe),
            Self::RetrierClosure => {
                let call = observed!(probe, retrier.retry(|| probe.attempt())).timed_out(never).breaker_open(refused);
                probe.reported(call.stop(probe.stopped()).run_with_report().await)
            }
            Self::RetrierLendingClosure => lending!(probe, observed, retrier, never),
            Self::RetrierBlockingClosure => blocking!(probe, observed, retrier),
            Self::RetrierLoop => looped!(probe, observed, retrier),
            Self::RetrierBlockingLoop => looped_blocking!(probe, observed, retrier),
        }
    }
}
