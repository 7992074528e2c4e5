//! The time that one attempt may take: its timeout, or what is left before the deadline.
//!
//! A timeout that is only the rest of the deadline never hides what the operation has said: the call then returns the
//! last outcome that the operation gave.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use pin_project_lite::pin_project;

use super::call::Call;
use super::clock::Clock;
use super::name::Name;
use super::outcome::{Answer, MayTimeOut, Meaning, Outcome, TimesOut, judge};
use super::settings::Settings;
use super::timed_out::TimedOut;
use super::timer::{Timer, expect_runtime};
use crate::decision::CircuitBreaker;
use crate::testing::{self, Hooks};

/// How long an attempt may take, and what ends it then.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    end: LimitEnd,
    caller: Name,
}

/// The end of an attempt that has reached its limit.
#[derive(Clone, Copy, Debug)]
pub struct LimitEnd {
    /// The time that it had.
    time: Duration,
    cut: Cut,
}

/// Why an attempt has no outcome of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    /// It has taken its whole timeout.
    Timeout,
    /// The deadline has come while it ran.
    Deadline,
    /// The deadline has come before it could begin.
    NotBegun,
    /// The breaker has not let it through.
    Refused,
    /// The call was told to stop before it could begin.
    Stopped,
}

/// An attempt has its timeout, or what is left before the deadline if that is less. The first one is begun in any case.
/// One without a timeout has no limit.
///
/// # Panics
///
/// In a debug build, where there will be no timer to end it.
#[expect(clippy::manual_map, reason = "in a closure a panic would not be at the caller")]
#[cfg_attr(
    not(feature = "std"),
    allow(unreachable_pub, reason = "only closures have one without the standard library")
)]
#[inline]
#[track_caller]
pub fn limit(call: &Call, settings: &Settings<'_>, timeout: Option<Duration>, clock: &dyn Clock) -> Option<Limit> {
    match timeout {
        Some(timeout) => Some(Limit { end: limit_to(call, settings, timeout, clock), caller: settings.name() }),
        None => None,
    }
}

#[track_caller]
fn limit_to(call: &Call, settings: &Settings<'_>, timeout: Duration, clock: &dyn Clock) -> LimitEnd {
    if cfg!(debug_assertions) && !testing::hooks().is_some_and(Hooks::has_virtual_clock) {
        expect_runtime(settings.name());
    }
    let at_timeout = LimitEnd { time: timeout, cut: Cut::Timeout };
    let Some(deadline) = settings.deadline() else { return at_timeout };
    let left = clock.elapsed().map_or(Duration::MAX, |elapsed| deadline.saturating_sub(elapsed));
    if left >= timeout {
        at_timeout
    } else if left.is_zero() && call.failures > 0 {
        LimitEnd { time: left, cut: Cut::NotBegun }
    } else {
        LimitEnd { time: left, cut: Cut::Deadline }
    }
}

impl Limit {
    /// If the deadline has come before the attempt could begin, its end. A closure is not to be called then.
    pub(crate) fn over(&self) -> Option<LimitEnd> {
        (self.end.cut == Cut::NotBegun).then_some(self.end)
    }
}

pin_project! {
    /// An attempt, with a limit if it has one: a race between it and a timer, in which it has the first turn.
    #[project = LimitedProjection]
    pub enum Limited<A> {
        No { #[pin] attempt: A },
        To { end: LimitEnd, #[pin] attempt: A, #[pin] timer: Timer },
    }
}

/// Ends an attempt at its limit. Its future is dropped with this one, whatever it was waiting for.
///
/// The timer begins when the attempt first waits, so an attempt that never waits costs none.
#[inline]
pub fn limited<A: Future>(limit: Option<Limit>, attempt: A) -> Limited<A> {
    match limit {
        None => Limited::No { attempt },
        Some(Limit { end, caller }) => Limited::To { end, attempt, timer: Timer::after(end.time, caller) },
    }
}

impl<A> fmt::Debug for Limited<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limited").finish_non_exhaustive()
    }
}

impl<A: Future> Future for Limited<A> {
    type Output = AttemptEnd<A::Output>;

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project() {
            LimitedProjection::No { attempt } => attempt.poll(context).map(AttemptEnd::Ended),
            LimitedProjection::To { end, attempt, mut timer } => {
                if end.cut == Cut::NotBegun {
                    return Poll::Ready(AttemptEnd::Cut(*end));
                }
                if let Poll::Ready(outcome) = attempt.poll(context) {
                    return Poll::Ready(AttemptEnd::Ended(outcome));
                }
                if timer.as_mut().poll(context).is_ready() || timer.is_due() {
                    return Poll::Ready(AttemptEnd::Cut(*end));
                }
                Poll::Pending
            }
        }
    }
}

/// What came of an attempt with a limit.
#[derive(Debug)]
pub enum AttemptEnd<O> {
    /// An outcome of its own.
    Ended(O),
    /// Nothing within its limit.
    Cut(LimitEnd),
}

/// The outcome of an attempt with a limit, and why that is not its own.
#[derive(Debug)]
pub struct InTime<O> {
    /// The outcome.
    pub outcome: O,
    /// Why it is not the attempt's own, if it is not.
    pub cut: Option<Cut>,
}

impl<O> InTime<O> {
    /// The outcome of an attempt without a limit.
    #[inline]
    pub fn of(outcome: O) -> Self {
        Self { outcome, cut: None }
    }
}

/// Gives an outcome to an attempt that has none. If its own timeout has ended it, that is made from [`TimedOut`];
/// otherwise it is the last one that the operation gave, if it gave any.
#[inline]
pub fn in_time<O>(attempted: AttemptEnd<O>, last: &mut Option<O>, timed_out: impl FnOnce(TimedOut) -> O) -> InTime<O> {
    match attempted {
        AttemptEnd::Ended(outcome) => InTime::of(outcome),
        AttemptEnd::Cut(LimitEnd { time, cut }) => {
            let timed_out = || timed_out(TimedOut::new(time));
            let outcome = match cut {
                Cut::Timeout => timed_out(),
                Cut::Deadline | Cut::NotBegun | Cut::Refused | Cut::Stopped => last.take().unwrap_or_else(timed_out),
            };
            InTime { outcome, cut: Some(cut) }
        }
    }
}

/// [`in_time`] with the error that `timed_out` makes.
#[inline]
pub fn in_time_or_else<O: Outcome>(
    attempted: AttemptEnd<O>,
    last: &mut Option<O>,
    timed_out: impl FnOnce(TimedOut) -> O::Error,
) -> InTime<O> {
    in_time(attempted, last, |error| O::of_error(timed_out(error)))
}

/// [`judge`] for an attempt with a limit or behind a breaker. What the deadline has cut short or the breaker has
/// refused is not judged: the call is over.
#[inline]
pub fn judge_in_time<O: Outcome, A: Answer>(
    outcome: &O,
    cut: Option<Cut>,
    transient: impl FnOnce(&O::Error) -> A,
) -> Meaning {
    match cut {
        None => judge(outcome, transient),
        Some(Cut::Timeout) => match judge(outcome, transient) {
            Meaning::Failure(verdict) => Meaning::TimedOut(verdict),
            meaning => meaning,
        },
        Some(Cut::Refused) => Meaning::Refused,
        Some(Cut::Stopped) => Meaning::Stopped,
        Some(cut) => Meaning::OutOfTime { attempted: cut == Cut::Deadline },
    }
}

/// Keeps the outcome of a failed attempt for the case that the deadline cuts the next one short, or the breaker refuses
/// it. It drops an outcome that nobody will want: that of a call without a breaker and without a timeout or without a
/// deadline. One that the operation has not given is kept only where there is a breaker and nothing better.
#[cold]
pub fn keep<O>(
    last: &mut Option<O>,
    outcome: O,
    meaning: Meaning,
    settings: &Settings<'_>,
    may_be_cut: bool,
    breaker: Option<&CircuitBreaker>,
) {
    let keeps = match meaning {
        Meaning::Failure(_) => breaker.is_some() || may_be_cut && settings.has_deadline(),
        Meaning::TimedOut(_) => breaker.is_some() && last.is_none(),
        Meaning::Success | Meaning::OutOfTime { .. } | Meaning::Refused | Meaning::Stopped => false,
    };
    if keeps {
        *last = Some(outcome);
    }
}

/// The error of an attempt that its timeout has ended, for a type that can be made from it.
#[must_use]
pub fn timed_out<O: TimesOut>(error: TimedOut) -> O {
    O::timed_out(error)
}

/// [`timed_out`] for a function whose timeout a [`Retrier`](crate::Retrier) may bring.
#[must_use]
pub fn shared_timed_out<O: MayTimeOut>(error: TimedOut) -> O {
    O::timed_out(error)
}
