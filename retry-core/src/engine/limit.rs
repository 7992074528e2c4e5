//! The time that one attempt may take: its timeout, or what is left before the deadline.
//!
//! A timeout that is only the rest of the deadline never hides what the operation has said before: the call then
//! returns the outcome of the attempt before.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use pin_project_lite::pin_project;

use super::call::Call;
use super::clock::Clock;
use super::outcome::{Answer, Judged, Meaning, Outcome, TimesOut, judge};
use super::runtime::{self, UntilTimer};
use super::settings::Settings;
use super::timed_out::TimedOut;

/// How long an attempt may take, and what ends it then.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    time: Duration,
    ends: Ends,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ends {
    /// The attempt, which has taken its whole timeout.
    Attempt,
    /// The call, whose deadline has come.
    Call,
    /// The call, and no attempt is begun.
    CallAtOnce,
}

/// An attempt has its timeout, or what is left before the deadline if that is less. The first one is begun in any case.
pub fn limit(call: &Call, settings: &Settings, timeout: Duration, clock: &dyn Clock) -> Limit {
    let left = match (settings.policy().deadline(), clock.elapsed()) {
        (Some(deadline), Some(elapsed)) => deadline.saturating_sub(elapsed),
        _ => Duration::MAX,
    };
    if left >= timeout {
        Limit { time: timeout, ends: Ends::Attempt }
    } else if left.is_zero() && call.failures > 0 {
        Limit { time: left, ends: Ends::CallAtOnce }
    } else {
        Limit { time: left, ends: Ends::Call }
    }
}

pin_project! {
    /// An attempt with a limit.
    #[derive(Debug)]
    pub struct Limited<A> {
        limit: Limit,
        #[pin]
        attempt: UntilTimer<A>,
    }
}

/// Ends an attempt at its limit. Its future is dropped with this one, whatever it was waiting for.
#[inline]
#[track_caller]
pub fn limited<A: Future>(limit: Limit, attempt: A) -> Limited<A> {
    Limited { limit, attempt: runtime::until_timer(limit.time, attempt) }
}

impl<A: Future> Future for Limited<A> {
    type Output = Attempted<A::Output>;

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if this.limit.ends == Ends::CallAtOnce {
            return Poll::Ready(Attempted::Cut(*this.limit));
        }
        this.attempt.poll(context).map(|attempted| attempted.map_or(Attempted::Cut(*this.limit), Attempted::Ended))
    }
}

/// What came of an attempt with a limit.
#[derive(Debug)]
pub enum Attempted<O> {
    /// An outcome of its own.
    Ended(O),
    /// Nothing within its limit.
    Cut(Limit),
}

/// The outcome of an attempt with a limit.
#[derive(Debug)]
pub struct InTime<O> {
    outcome: O,
    /// What it means where the deadline has ended the call; otherwise the predicate says.
    cut: Option<Meaning>,
}

impl<O> InTime<O> {
    /// The outcome of an attempt without a limit.
    pub(crate) fn of(outcome: O) -> Self {
        Self { outcome, cut: None }
    }
}

/// Makes the outcome of an attempt that has none: from [`TimedOut`] if its own timeout has ended it, and otherwise the
/// outcome of the attempt before, if there was one.
#[inline]
pub fn in_time<O>(attempted: Attempted<O>, last: &mut Option<O>, timed_out: impl FnOnce(TimedOut) -> O) -> InTime<O> {
    match attempted {
        Attempted::Ended(outcome) => InTime::of(outcome),
        Attempted::Cut(Limit { time, ends }) => {
            let timed_out = || timed_out(TimedOut::new(time));
            match ends {
                Ends::Attempt => InTime::of(timed_out()),
                Ends::Call | Ends::CallAtOnce => InTime {
                    outcome: last.take().unwrap_or_else(timed_out),
                    cut: Some(Meaning::OutOfTime { attempted: ends == Ends::Call }),
                },
            }
        }
    }
}

/// [`judge`] for an attempt with a limit.
#[inline]
pub fn judge_in_time<O: Outcome, A: Answer>(attempt: InTime<O>, transient: impl FnOnce(&O::Error) -> A) -> Judged<O> {
    match attempt.cut {
        Some(meaning) => Judged { outcome: attempt.outcome, meaning },
        None => judge(attempt.outcome, transient),
    }
}

/// The error of an attempt that its timeout has ended, for a type that can be made from it.
pub fn timed_out<O: TimesOut>(error: TimedOut) -> O {
    O::timed_out(error)
}
