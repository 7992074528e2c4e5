//! How long the attempts of an async call may take.

use std::time::Duration;

use crate::engine::TimedOut;
use crate::engine::limit::{Attempted, InTime, in_time};

/// As long as they like.
#[derive(Clone, Copy, Debug)]
pub struct NoTimeout;

/// At most this long.
///
/// Where the policy has a deadline the outcome of the last attempt is kept while the call goes on: it is what the call
/// returns if the deadline cuts the next attempt short.
#[derive(Debug)]
pub struct Timeout<O> {
    pub(super) time: Duration,
    pub(super) error: fn(TimedOut) -> O,
    pub(super) last: Option<O>,
}

/// The timeout of a call, if it has one.
pub trait Limits<O> {
    fn timeout(&self) -> Option<Duration>;

    /// Where the outcome of the last attempt is kept.
    fn last(&mut self) -> Option<&mut Option<O>>;

    fn in_time(&mut self, attempted: Attempted<O>) -> InTime<O>;
}

impl<O> Limits<O> for NoTimeout {
    fn timeout(&self) -> Option<Duration> {
        None
    }

    fn last(&mut self) -> Option<&mut Option<O>> {
        None
    }

    fn in_time(&mut self, attempted: Attempted<O>) -> InTime<O> {
        in_time(attempted, &mut None, |_| unreachable!("nothing ends an attempt without a timeout"))
    }
}

impl<O> Limits<O> for Timeout<O> {
    fn timeout(&self) -> Option<Duration> {
        Some(self.time)
    }

    fn last(&mut self) -> Option<&mut Option<O>> {
        Some(&mut self.last)
    }

    fn in_time(&mut self, attempted: Attempted<O>) -> InTime<O> {
        in_time(attempted, &mut self.last, self.error)
    }
}
