//! The timeout of an async call's attempts, and how the error of a timed-out attempt is made.

use core::time::Duration;

use super::shared::Shared;
use crate::engine::TimedOut;
use crate::engine::limit::{AttemptEnd, InTime, in_time_or_else};

/// A call that cannot have a timeout.
#[derive(Clone, Copy, Debug)]
pub struct NoTimeout;

/// A call that may have a timeout. The duration is in [`Shared`].
#[derive(Clone, Copy, Debug)]
pub struct Timeout<M> {
    /// Makes the error of a timed-out attempt.
    timed_out: M,
}

impl<M> Timeout<M> {
    pub(crate) const fn new(timed_out: M) -> Self {
        Self { timed_out }
    }
}

/// The type of the timeout after [`Retry::timeout`](super::retry::Retry::timeout): a `Timeout`, whatever it was before.
pub trait Timed {
    type Timed;

    fn timed(self) -> Self::Timed;
}

impl Timed for NoTimeout {
    type Timed = Timeout<ByFrom>;

    fn timed(self) -> Timeout<ByFrom> {
        Timeout::new(ByFrom)
    }
}

impl<M> Timed for Timeout<M> {
    type Timed = Self;

    fn timed(self) -> Self {
        self
    }
}

/// Makes the error with the error's own [`From`]: the default.
#[derive(Clone, Copy, Debug)]
pub struct ByFrom;

/// Makes the error of a timed-out attempt.
#[diagnostic::on_unimplemented(
    message = "this call may have a timeout, which needs an error that can be made from `TimedOut`, but `{E}` cannot",
    label = "a timed out attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::TimedOut> for YourError`, with thiserror a variant `TimedOut(#[from] retry_core::TimedOut)`",
    note = "for an error of another crate make one here: `.timed_out(|timed_out| …)`",
    note = "for attempts without a time limit write `.no_timeout()`"
)]
pub trait MakeError<E> {
    fn error(&mut self, timed_out: TimedOut) -> E;
}

#[diagnostic::do_not_recommend]
impl<E: From<TimedOut>> MakeError<E> for ByFrom {
    fn error(&mut self, timed_out: TimedOut) -> E {
        timed_out.into()
    }
}

#[diagnostic::do_not_recommend]
impl<E, F: FnMut(TimedOut) -> E> MakeError<E> for F {
    fn error(&mut self, timed_out: TimedOut) -> E {
        self(timed_out)
    }
}

/// The time of an attempt: [`NoTimeout`] or a [`Timeout`].
pub trait TimeLimit<O> {
    /// How long an attempt may take.
    fn time(&self, shared: &Shared<'_>) -> Option<Duration>;

    /// The outcome of an attempt that has ended, or that its limit has cut short.
    fn in_time(&mut self, attempted: AttemptEnd<O>, last: &mut Option<O>) -> InTime<O>;
}

impl<O> TimeLimit<O> for NoTimeout {
    fn time(&self, _shared: &Shared<'_>) -> Option<Duration> {
        None
    }

    fn in_time(&mut self, attempted: AttemptEnd<O>, _last: &mut Option<O>) -> InTime<O> {
        match attempted {
            AttemptEnd::Ended(outcome) => InTime::of(outcome),
            AttemptEnd::Cut(_) => unreachable!("nothing ends an attempt without a timeout"),
        }
    }
}

impl<T, E, M: MakeError<E>> TimeLimit<Result<T, E>> for Timeout<M> {
    fn time(&self, shared: &Shared<'_>) -> Option<Duration> {
        shared.timeout
    }

    fn in_time(
        &mut self,
        attempted: AttemptEnd<Result<T, E>>,
        last: &mut Option<Result<T, E>>,
    ) -> InTime<Result<T, E>> {
        in_time_or_else(attempted, last, |timed_out| self.timed_out.error(timed_out))
    }
}
