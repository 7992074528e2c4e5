//! What limits the attempts of a call: how long each may take, and whether a breaker admits it.

use core::time::Duration;

use super::attempts::Attempts;
use super::guard::{Guard, NoBreaker};
use super::shared::Shared;
use super::timeout::{NoTimeout, TimeLimit};
use crate::decision::{BreakerOpen, Permit, SharedBreaker};
use crate::engine::limit::{AttemptEnd, InTime};
use crate::engine::stop::stopped_with;

/// No limits: the default of a call that a policy starts.
#[derive(Clone, Copy, Debug)]
pub struct NoLimits;

/// A timeout, a breaker, or both.
#[derive(Debug)]
pub struct Limited<O, T, B> {
    /// `NoTimeout`, or a `Timeout`.
    timeout: T,
    /// `NoBreaker`, or a `Breaker`.
    breaker: B,
    /// The last outcome of the operation. The call returns it if the deadline, the breaker or a stop ends the next
    /// attempt.
    last: Option<O>,
}

impl<O, T, B> Limited<O, T, B> {
    pub(crate) const fn new(timeout: T, breaker: B) -> Self {
        Self { timeout, breaker, last: None }
    }
}

/// Attempts that may be limited.
pub trait LimitedAttempts: Attempts + Sized {
    type Limits: Split;
    type WithLimits<L>;

    fn with_limits<L>(self, change: impl FnOnce(Self::Limits) -> L) -> Self::WithLimits<L>;
}

/// Limits that can be taken apart, so that an option replaces one of them.
pub trait Split {
    type Timeout;
    type Breaker;

    fn split(self) -> (Self::Timeout, Self::Breaker);
}

impl Split for NoLimits {
    type Timeout = NoTimeout;
    type Breaker = NoBreaker;

    fn split(self) -> (NoTimeout, NoBreaker) {
        (NoTimeout, NoBreaker)
    }
}

impl<O, T, B> Split for Limited<O, T, B> {
    type Timeout = T;
    type Breaker = B;

    fn split(self) -> (T, B) {
        (self.timeout, self.breaker)
    }
}

/// The same limits with room for the last outcome, which a stopped call returns.
pub(super) fn keeping_last<O, L: Split>(limits: L) -> Limited<O, L::Timeout, L::Breaker> {
    let (timeout, breaker) = limits.split();
    Limited::new(timeout, breaker)
}

/// The type of the timeout of attempts.
pub(super) type TimeoutOf<A> = <<A as LimitedAttempts>::Limits as Split>::Timeout;
/// The type of the breaker of attempts.
pub(super) type BreakerOf<A> = <<A as LimitedAttempts>::Limits as Split>::Breaker;
/// The same attempts with another timeout and another breaker.
pub(super) type WithLimits<A, T, B> =
    <A as LimitedAttempts>::WithLimits<Limited<Result<<A as Attempts>::Value, <A as Attempts>::Error>, T, B>>;

/// An attempt that has ended, or that was not made.
#[derive(Debug)]
pub struct Ended<'l, 'b, O> {
    pub(super) attempt: InTime<O>,
    /// Where to keep the outcome, if the call may have to return it later.
    pub(super) last: Option<&'l mut Option<O>>,
    /// Whether the deadline may cut an attempt short.
    pub(super) may_be_cut: bool,
    /// The breaker's permit for the attempt.
    pub(super) permit: Option<Permit<SharedBreaker<'b>>>,
}

impl<O> Ended<'_, '_, O> {
    /// An attempt without limits, with its outcome.
    pub(super) fn without_limits(outcome: O) -> Self {
        Self { attempt: InTime::of(outcome), last: None, may_be_cut: false, permit: None }
    }
}

/// The limits of the attempts of a call.
pub trait Limits<'b, O> {
    /// The timeout of an attempt.
    fn time(&self, shared: &Shared<'_>) -> Option<Duration>;

    /// Asks the breaker for an attempt. Returns the refusal, if there is one.
    fn admit(&mut self) -> Option<BreakerOpen>;

    /// The end of a call that was stopped during a wait.
    fn stopped(&mut self) -> Ended<'_, 'b, O>;

    /// The end of an attempt: it was made, or the breaker has refused it.
    fn ended(&mut self, attempted: Result<AttemptEnd<O>, BreakerOpen>, shared: &Shared<'_>) -> Ended<'_, 'b, O>;
}

impl<'b, O> Limits<'b, O> for NoLimits {
    fn time(&self, _shared: &Shared<'_>) -> Option<Duration> {
        None
    }

    #[inline]
    fn admit(&mut self) -> Option<BreakerOpen> {
        None
    }

    fn stopped(&mut self) -> Ended<'_, 'b, O> {
        unreachable!("a call that can stop keeps the last outcome")
    }

    fn ended(&mut self, attempted: Result<AttemptEnd<O>, BreakerOpen>, _shared: &Shared<'_>) -> Ended<'_, 'b, O> {
        match attempted {
            Ok(AttemptEnd::Ended(outcome)) => Ended::without_limits(outcome),
            Ok(AttemptEnd::Cut(_)) | Err(_) => unreachable!("nothing ends or refuses an attempt without limits"),
        }
    }
}

impl<'b, O, T: TimeLimit<O>, B: Guard<'b, O>> Limits<'b, O> for Limited<O, T, B> {
    fn time(&self, shared: &Shared<'_>) -> Option<Duration> {
        self.timeout.time(shared)
    }

    #[inline]
    fn admit(&mut self) -> Option<BreakerOpen> {
        self.breaker.admit()
    }

    fn stopped(&mut self) -> Ended<'_, 'b, O> {
        Ended { attempt: stopped_with(&mut self.last), last: None, may_be_cut: false, permit: None }
    }

    fn ended(&mut self, attempted: Result<AttemptEnd<O>, BreakerOpen>, shared: &Shared<'_>) -> Ended<'_, 'b, O> {
        let Self { timeout, breaker, last } = self;
        let attempt = match attempted {
            Ok(attempted) => timeout.in_time(attempted, last),
            Err(open) => breaker.refused(open, last),
        };
        let may_be_cut = timeout.time(shared).is_some();
        let permit = breaker.take_permit();
        Ended { attempt, last: Some(last), may_be_cut, permit }
    }
}
