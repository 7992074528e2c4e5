//! Code that the extra test crates share: an error, an operation that counts its calls, and a way to run a future.
//!
//! It names neither `retry_core` nor `retry_macros`, so a crate that renames them can use it too.
#![allow(dead_code, unreachable_pub)]

use std::cell::Cell;
use std::fmt;
use std::future::{self, Future};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// An error with the number of the call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Busy(u32),
    Broken(u32),
}

impl Failure {
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Busy(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Failure {}

thread_local! {
    // Every test has a thread of its own, and so a count of its own.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Counts a call of the operation under test and gives its number.
pub fn call() -> u32 {
    CALLS.with(|calls| {
        calls.set(calls.get() + 1);
        calls.get()
    })
}

/// The number of calls since the last time this was asked.
pub fn calls() -> u32 {
    CALLS.with(Cell::take)
}

/// Succeeds at the third call, with its number.
pub fn third_time() -> Result<u32, Failure> {
    match call() {
        3 => Ok(3),
        call => Err(Failure::Busy(call)),
    }
}

/// Asserts that the call just made took three attempts.
pub fn thrice<T>(output: T) -> T {
    assert_eq!(calls(), 3, "attempts");
    output
}

/// Runs a call whose operation is [`third_time`]: it can move between threads and makes three attempts.
pub fn retried<F: Future + Send>(call: F) -> F::Output {
    thrice(at_once(call))
}

/// Runs a future that never waits, without a runtime.
pub fn at_once<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    // A delay of zero yields once.
    for _ in 0..1_000 {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
    panic!("the future waits")
}

/// A sleep that does not wait.
pub fn no_wait(_delay: Duration) -> future::Ready<()> {
    future::ready(())
}

/// A sleep of a thread that does not wait.
pub fn no_block(_delay: Duration) {}
