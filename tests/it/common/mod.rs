//! Code that the tests share: an operation that counts its calls, sleeps and generators, and a check that a future is
//! `Send`.

use std::cell::Cell;
use std::convert::Infallible;
use std::fmt;
use std::future::{Ready, ready};
use std::pin::{Pin, pin};
use std::sync::{LazyLock, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{SeedableRng as _, TryRng};
use retry_core::{RetryBudget, Transient, Verdict};
use tokio::runtime::{self, EnterGuard, Runtime};

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

impl Transient for Failure {
    fn verdict(&self) -> Verdict {
        self.is_busy().into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy(call) => write!(f, "busy at call {call}"),
            Self::Broken(call) => write!(f, "broken at call {call}"),
        }
    }
}

impl std::error::Error for Failure {}

thread_local! {
    // Every test has a thread of its own, and so a count of its own.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Counts a call of the operation under test and gives its number.
pub fn call() -> u32 {
    CALLS.set(CALLS.get() + 1);
    CALLS.get()
}

/// The number of calls since the last time this was asked.
pub fn calls() -> u32 {
    CALLS.take()
}

/// Succeeds at the third call, with its number.
pub fn third_time() -> Result<u32, Failure> {
    match call() {
        call @ ..3 => Err(Failure::Busy(call)),
        call => Ok(call),
    }
}

/// Fails at every call.
pub fn always_busy() -> Result<u32, Failure> {
    Err(Failure::Busy(call()))
}

/// Runs a call whose operation is [`third_time`]: it can move between threads and makes three attempts.
pub fn retried<F: Future + Send>(call: F) -> F::Output {
    let output = at_once(call);
    assert_eq!(calls(), 3, "attempts");
    output
}

/// Compiles only if the value is `Send`.
pub fn send<T: Send>(value: T) -> T {
    value
}

/// Polls a future once, with a waker that does nothing. Gives its output, if it has one.
pub fn poll_once<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Enters a runtime with a timer on this thread. A debug build needs one even if the call never waits.
pub fn entered() -> Option<EnterGuard<'static>> {
    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| runtime::Builder::new_current_thread().enable_time().build().unwrap());
    runtime::Handle::try_current().is_err().then(|| RUNTIME.enter())
}

/// Runs a future that never waits.
pub fn at_once<F: Future>(future: F) -> F::Output {
    let _entered = entered();
    let mut future = pin!(future);
    // A delay of zero yields once.
    for _ in 0..1_000 {
        if let Poll::Ready(output) = poll_once(future.as_mut()) {
            return output;
        }
    }
    panic!("the future waits")
}

/// A sleep that does not wait.
pub fn no_wait(_delay: Duration) -> Ready<()> {
    ready(())
}

/// A sleep that must not be used.
pub fn no_sleep(delay: Duration) -> Ready<()> {
    panic!("slept {delay:?}")
}

/// A sleep that panics before it begins.
pub fn panicking_sleep(_delay: Duration) -> Ready<()> {
    panic!("in the sleep")
}

/// Polls a future at most so many times, moves a paused clock between the polls, and gives the output if there is one.
pub async fn poll_times<F: Future>(mut future: Pin<&mut F>, polls: u32) -> Option<F::Output> {
    for _ in 0..polls {
        if let Poll::Ready(output) = poll_once(future.as_mut()) {
            return Some(output);
        }
        // Longer than any wait of the tests that count polls.
        tokio::time::advance(Duration::from_secs(60)).await;
    }
    None
}

/// A sleep that notes the delay and does not wait.
#[derive(Debug, Default)]
pub struct Waits(Mutex<Vec<Duration>>);

impl Waits {
    pub fn sleep(&self, delay: Duration) -> Ready<()> {
        self.block(delay);
        ready(())
    }

    pub fn block(&self, delay: Duration) {
        self.0.lock().unwrap().push(delay);
    }

    pub fn take(&self) -> Vec<Duration> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Takes time on tokio's paused clock without yielding, as a blocking operation or sleep does.
pub fn pass(time: Duration) {
    // Its first poll moves the clock; the second only lets other tasks run.
    let _ = poll_once(pin!(tokio::time::advance(time)));
}

/// A generator with a known seed.
pub fn seeded() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}

/// A generator that must not be used.
#[derive(Debug)]
pub struct NoDraw;

impl TryRng for NoDraw {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("drew a number")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        panic!("drew a number")
    }

    fn try_fill_bytes(&mut self, _bytes: &mut [u8]) -> Result<(), Infallible> {
        panic!("drew a number")
    }
}

/// The exact level of a budget, in thousandths of a token.
pub fn thousandths(budget: &RetryBudget) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "a budget holds at most 4,000,000 tokens")]
    let thousandths = (budget.level() * 1_000.0).round() as i64;
    thousandths
}

/// Shorthands for delays.
pub const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}
