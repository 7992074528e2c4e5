//! Calls without a runtime.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use retry_core::{GiveUpReason, RetryPolicy, retry};

/// A minimal executor: polls a future until it is ready.
fn block_on<T>(mut call: Pin<&mut dyn Future<Output = T>>) -> T {
    loop {
        if let Poll::Ready(output) = call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

#[retry(attempts = 3, transient = |_| true)]
async fn without(calls: &Cell<u32>) -> Result<(), &'static str> {
    calls.set(calls.get() + 1);
    Err("busy")
}

/// A call with a deadline, which needs the time.
#[retry(base = "20ms", jitter = "none", factor = 1, attempts = unlimited, deadline = "90ms", transient = |_| true, sleep = sleep, on_give_up = |event| reason.set(Some(event.reason)))]
async fn by_hand(calls: &Cell<u32>, reason: &Cell<Option<GiveUpReason>>) -> Result<(), &'static str> {
    calls.set(calls.get() + 1);
    Err("busy")
}

/// A future that needs no timer.
async fn sleep(delay: Duration) {
    thread::sleep(delay);
}

#[test]
fn it_is_told_that_there_is_none() {
    assert_eq!(retry_core::runtime_name(), None);
}

#[test]
fn the_first_poll_says_what_to_do() {
    let calls = Cell::new(0);
    let panic = catch_unwind(AssertUnwindSafe(|| block_on(pin!(without(&calls))))).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().unwrap(),
        "`it::without` has no timer to wait with, because retry-core is built without a runtime: enable its feature \
         `tokio`, `async-io` (smol, async-std) or `wasm` (JavaScript), or wait in another way with `sleep = …`"
    );
    assert_eq!(calls.get(), u32::from(!cfg!(debug_assertions)));
}

#[test]
fn a_sleep_of_its_own_and_the_clock_of_the_system() {
    let (calls, reason) = (Cell::new(0), Cell::new(None));
    assert_eq!(block_on(pin!(by_hand(&calls, &reason))), Err("busy"));
    assert_eq!(reason.get(), Some(GiveUpReason::Deadline));
    assert!((2..=5).contains(&calls.get()), "{}", calls.get());
}

#[test]
fn calls_that_block() {
    let call = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(3).build().unwrap();
    assert_eq!(call.retry_blocking(|| Err::<(), _>("locked")).transient(|_| true).run(), Err("locked"));
}

#[test]
fn scenarios_in_a_scope() {
    block_on(pin!(table::scenarios::in_a_scope()));
}

#[test]
fn timeouts_in_a_scope() {
    block_on(pin!(table::timeouts::in_a_scope()));
}
