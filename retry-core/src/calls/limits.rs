//! What limits the attempts of a call: how long they may take, and whether a breaker lets them through.

use core::time::Duration;

use super::breaker::{Guard, NoBreaker};
use super::retry::Attempts;
use super::shared::Shared;
use super::timeout::{NoTimeout, TimeLimit};
use crate::decision::{BreakerOpen, Permit, SharedBreaker};
use crate::engine::limit::{AttemptEnd, InTime};
use crate::engine::stop::stopped_with;

/// Nothing does.
#[derive(Clone, Copy, Debug)]
pub struct NoLimits;

/// A timeout, a breaker, or both, as far as the call says so.
#[derive(Debug)]
pub struct Limited<O, T, B> {
    // The timeout and the breaker, as types; for a call that can have none `NoTimeout` and `NoBreaker`.
    timeout: T,
    breaker: B,
    /// The last outcome that the operation gave, for a call whose next attempt may have none.
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

/// What limits the attempts, apart.
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

/// The same limits with room for the last outcome, which a call that is told to stop returns.
pub(super) fn keeping<O, L: Split>(limits: L) -> Limited<O, L::Timeout, L::Breaker> {
    let (timeout, breaker) = limits.split();
    Limited::new(timeout, breaker)
}

/// The timeout of attempts, as a type.
pub(super) type TimeoutOf<A> = <<A as LimitedAttempts>::Limits as Split>::Timeout;
/// The breaker of attempts, as a type.
pub(super) type BreakerOf<A> = <<A as LimitedAttempts>::Limits as Split>::Breaker;
/// The same attempts with another timeout and another breaker.
pub(super) type WithLimits<A, T, B> =
    <A as LimitedAttempts>::WithLimits<Limited<Result<<A as Attempts>::Value, <A as Attempts>::Error>, T, B>>;

/// An attempt that has ended, or was not made, and what the call keeps of it.
#[derive(Debug)]
pub struct Ended<'l, 'b, O> {
    pub(super) attempt: InTime<O>,
    /// Where the outcome is kept, if anyone may want it.
    pub(super) last: Option<&'l mut Option<O>>,
    /// Whether the deadline may cut an attempt short.
    pub(super) may_be_cut: bool,
    /// What the breaker gave the attempt.
    pub(super) permit: Option<Permit<SharedBreaker<'b>>>,
}

impl<O> Ended<'_, '_, O> {
    /// That of an attempt without limits.
    pub(super) fn of(outcome: O) -> Self {
        Self { attempt: InTime::of(outcome), last: None, may_be_cut: false, permit: None }
    }
}

/// The limits of the attempts of a call.
pub trait Limits<'b, O> {
    /// The time of an attempt.
    fn time(&self, shared: &Shared<'_>) -> Option<Duration>;

    /// Asks the breaker for an attempt.
    fn admit(&mut self) -> Option<BreakerOpen>;

    /// What the call returns that was told to stop while it waited.
    fn stopped(&mut self) -> Ended<'_, 'b, O>;

    /// What came of the attempt, or of the question for it.
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
            Ok(AttemptEnd::Ended(outcome)) => Ended::of(outcome),
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
