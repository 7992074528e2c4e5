//! How long the attempts of an async call may take.

use std::time::Duration;

use crate::engine::TimedOut;
use crate::engine::limit::{Attempted, InTime, in_time};

/// As long as they like.
#[derive(Clone, Copy, Debug)]
pub struct NoTimeout;

/// At most this long.
#[derive(Debug)]
pub struct Timeout<O> {
    pub(super) time: Duration,
    pub(super) error: fn(TimedOut) -> O,
    /// The last outcome that the operation gave, for a call whose deadline may cut an attempt short.
    pub(super) last: Option<O>,
}

/// The timeout of a call, if it has one.
pub trait Limits<O> {
    fn timeout(&mut self) -> Option<&mut Timeout<O>>;

    /// The outcome of an attempt.
    fn in_time(&mut self, attempted: Attempted<O>) -> InTime<O> {
        match self.timeout() {
            Some(Timeout { error, last, .. }) => in_time(attempted, last, *error),
            None => in_time(attempted, &mut None, |_| unreachable!("nothing ends an attempt without a timeout")),
        }
    }

    /// Where the operation's last outcome is kept.
    fn last(&mut self) -> Option<&mut Option<O>> {
        self.timeout().map(|timeout| &mut timeout.last)
    }
}

impl<O> Limits<O> for NoTimeout {
    fn timeout(&mut self) -> Option<&mut Timeout<O>> {
        None
    }
}

impl<O> Limits<O> for Timeout<O> {
    fn timeout(&mut self) -> Option<&mut Timeout<O>> {
        Some(self)
    }
}
