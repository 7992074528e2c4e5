//! How long the attempts of an async call may take.

use std::time::Duration;

use crate::engine::TimedOut;
use crate::engine::limit::{AttemptEnd, InTime, in_time_or_else};

/// As long as they like.
#[derive(Clone, Copy, Debug)]
pub struct NoTimeout;

/// At most this long.
#[derive(Debug)]
pub struct Timeout<O, M> {
    pub(super) time: Duration,
    /// Makes the error of an attempt that has taken its timeout.
    pub(super) timed_out: M,
    /// The last outcome that the operation gave, for a call whose deadline may cut an attempt short.
    pub(super) last: Option<O>,
}

/// The timeout of a call, if it has one.
pub trait Limits<O> {
    fn time(&self) -> Option<Duration>;

    /// The outcome of an attempt.
    fn in_time(&mut self, attempted: AttemptEnd<O>) -> InTime<O>;

    /// Where the operation's last outcome is kept.
    fn last(&mut self) -> Option<&mut Option<O>>;
}

impl<O> Limits<O> for NoTimeout {
    fn time(&self) -> Option<Duration> {
        None
    }

    fn in_time(&mut self, attempted: AttemptEnd<O>) -> InTime<O> {
        match attempted {
            AttemptEnd::Ended(outcome) => InTime::of(outcome),
            AttemptEnd::Cut(_) => unreachable!("nothing ends an attempt without a timeout"),
        }
    }

    fn last(&mut self) -> Option<&mut Option<O>> {
        None
    }
}

impl<T, E, M: FnMut(TimedOut) -> E> Limits<Result<T, E>> for Timeout<Result<T, E>, M> {
    fn time(&self) -> Option<Duration> {
        Some(self.time)
    }

    fn in_time(&mut self, attempted: AttemptEnd<Result<T, E>>) -> InTime<Result<T, E>> {
        in_time_or_else(attempted, &mut self.last, &mut self.timed_out)
    }

    fn last(&mut self) -> Option<&mut Option<Result<T, E>>> {
        Some(&mut self.last)
    }
}
