//! The time limit of one attempt: its timeout, or the time before the deadline if that is less.
//!
//! [`limit`] computes the limit, [`limited`] runs an attempt with it, [`in_time`] gives an outcome to an attempt that
//! was cut short, and [`judge_in_time`] judges the outcome. If the deadline cuts an attempt short, the call returns the
//! last outcome of the operation rather than a timeout.

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

/// The limit of an attempt, and the name of its call.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    end: LimitEnd,
    caller: Name,
}

/// The end of an attempt at its limit. It is part of the future, so the time is in two numbers, which leave room for the
/// cut.
#[derive(Clone, Copy, Debug)]
pub struct LimitEnd {
    seconds: u64,
    nanoseconds: u32,
    cut: Cut,
}

impl LimitEnd {
    fn new(time: Duration, cut: Cut) -> Self {
        Self { seconds: time.as_secs(), nanoseconds: time.subsec_nanos(), cut }
    }

    /// The time that the attempt may take.
    fn time(self) -> Duration {
        Duration::new(self.seconds, self.nanoseconds)
    }
}

/// Why an attempt has no outcome of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    /// The attempt has taken its whole timeout.
    Timeout,
    /// The deadline has come while the attempt ran.
    Deadline,
    /// The deadline has come before the attempt began.
    NotBegun,
    /// The breaker has refused the attempt.
    Refused,
    /// The call was told to stop before the attempt began.
    Stopped,
}

/// The limit of the next attempt: its timeout, or the time before the deadline if that is less. `None` without a
/// timeout.
///
/// The first attempt begins even if no time is left.
///
/// # Panics
///
/// If no runtime is available, in a debug build.
#[expect(clippy::manual_map, reason = "a panic in a closure would not have the location of the caller")]
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
    let at_timeout = LimitEnd::new(timeout, Cut::Timeout);
    let Some(deadline) = settings.deadline() else { return at_timeout };
    let left = clock.elapsed().map_or(Duration::MAX, |elapsed| deadline.saturating_sub(elapsed));
    if left >= timeout {
        at_timeout
    } else if left.is_zero() && call.failures > 0 {
        LimitEnd::new(left, Cut::NotBegun)
    } else {
        LimitEnd::new(left, Cut::Deadline)
    }
}

impl Limit {
    /// The end of an attempt that cannot begin, because the deadline has come. `None` if the attempt can begin.
    pub(crate) fn over(&self) -> Option<LimitEnd> {
        (self.end.cut == Cut::NotBegun).then_some(self.end)
    }
}

pin_project! {
    /// An attempt with or without a limit. A limit is a race between the attempt and a timer. The attempt is polled
    /// first.
    #[project = LimitedProjection]
    pub enum Limited<A> {
        No { #[pin] attempt: A },
        To { end: LimitEnd, #[pin] attempt: A, #[pin] timer: Timer },
    }
}

/// Runs an attempt, and ends it at its limit. Dropping this drops the future of the attempt.
///
/// The timer begins when the attempt first waits, so an attempt that never waits needs no timer.
#[inline]
pub fn limited<A: Future>(limit: Option<Limit>, attempt: A) -> Limited<A> {
    match limit {
        None => Limited::No { attempt },
        Some(Limit { end, caller }) => Limited::To { end, attempt, timer: Timer::after(end.time(), caller) },
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

/// The end of an attempt with a limit.
#[derive(Debug)]
pub enum AttemptEnd<O> {
    /// The attempt has ended with this outcome.
    Ended(O),
    /// The attempt has reached its limit.
    Cut(LimitEnd),
}

/// An outcome, of the attempt or in its place.
#[derive(Debug)]
pub struct InTime<O> {
    /// The outcome.
    pub outcome: O,
    /// Why the attempt has no outcome of its own. `None` if the outcome is its own.
    pub cut: Option<Cut>,
}

impl<O> InTime<O> {
    /// The outcome of an attempt without a limit.
    #[inline]
    pub fn of(outcome: O) -> Self {
        Self { outcome, cut: None }
    }
}

/// The outcome of an attempt with a limit.
///
/// If the attempt's own timeout has ended it, the outcome is made from [`TimedOut`]. If the deadline has, the outcome
/// is the last one of the operation, or is made from [`TimedOut`] if there is none.
#[inline]
pub fn in_time<O>(attempted: AttemptEnd<O>, last: &mut Option<O>, timed_out: impl FnOnce(TimedOut) -> O) -> InTime<O> {
    match attempted {
        AttemptEnd::Ended(outcome) => InTime::of(outcome),
        AttemptEnd::Cut(end) => {
            let timed_out = || timed_out(TimedOut::new(end.time()));
            let outcome = match end.cut {
                Cut::Timeout => timed_out(),
                Cut::Deadline | Cut::NotBegun | Cut::Refused | Cut::Stopped => last.take().unwrap_or_else(timed_out),
            };
            InTime { outcome, cut: Some(end.cut) }
        }
    }
}

/// As [`in_time`], with an error that `timed_out` makes.
#[inline]
pub fn in_time_or_else<O: Outcome>(
    attempted: AttemptEnd<O>,
    last: &mut Option<O>,
    timed_out: impl FnOnce(TimedOut) -> O::Error,
) -> InTime<O> {
    in_time(attempted, last, |error| O::of_error(timed_out(error)))
}

/// As [`judge`], for an attempt with a limit or behind a breaker.
///
/// It does not ask the predicate about an attempt that the deadline has cut short, that the breaker has refused, or
/// that a stop has prevented: the call is over.
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

/// Keeps the outcome of a failed attempt, which the call returns if the deadline cuts the next attempt short or the
/// breaker refuses it.
///
/// An outcome is dropped if neither can happen: the call has no breaker, and it has no timeout or no deadline. The
/// error of a timeout is kept only if there is a breaker and no outcome of the operation.
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

/// The outcome of a timed-out attempt, made with `From<TimedOut>`.
#[must_use]
pub fn timed_out<O: TimesOut>(error: TimedOut) -> O {
    O::timed_out(error)
}

/// As [`timed_out`], for a function whose [`Retrier`](crate::Retrier) may have a timeout.
#[must_use]
pub fn shared_timed_out<O: MayTimeOut>(error: TimedOut) -> O {
    O::timed_out(error)
}

#[cfg(test)]
mod tests {
    use core::future::ready;

    use super::*;

    #[test]
    fn the_debug_text_of_an_attempt_hides_its_future() {
        assert_eq!(alloc::format!("{:?}", limited(None, ready(1))), "Limited { .. }");
    }
}
