//! The future of a closure call: its start, the order of its drops, panics, `Send` and size.

use std::cell::{Cell, RefCell};
use std::future::{Future, IntoFuture, pending, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use retry_core::{Jitter, RetryPolicy};

use crate::support::{poll_once, ready_at_once, seeded};

type Log = Rc<RefCell<Vec<String>>>;

fn note(log: &Log, line: impl Into<String>) {
    log.borrow_mut().push(line.into());
}

/// Notes when it is dropped. As a future it gives `output`, or never ends.
struct Noted<T> {
    name: String,
    log: Log,
    output: Option<T>,
}

impl<T> Noted<T> {
    fn new(name: impl Into<String>, log: &Log, output: Option<T>) -> Self {
        Self { name: name.into(), log: log.clone(), output }
    }
}

impl<T: Unpin> Future for Noted<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<T> {
        self.output.take().map_or(Poll::Pending, Poll::Ready)
    }
}

impl<T> Drop for Noted<T> {
    fn drop(&mut self) {
        note(&self.log, format!("{} dropped", self.name));
    }
}

fn unjittered(attempts: u32) -> RetryPolicy {
    RetryPolicy::builder().jitter(Jitter::None).attempts(attempts).build().unwrap()
}

#[test]
fn nothing_is_called_before_the_first_poll() {
    let calls = Cell::new(0);
    let call = unjittered(3).retry(|| {
        calls.set(calls.get() + 1);
        ready(Ok::<_, std::io::Error>(5))
    });
    let mut future = pin!(call.on_retry(|_| ()).into_future());
    assert_eq!(calls.get(), 0);
    assert!(matches!(poll_once(future.as_mut()), Poll::Ready(Ok(5))));
    assert_eq!(calls.get(), 1);
}

#[test]
fn dropped_before_the_first_poll_it_calls_nothing() {
    let call = || -> std::future::Ready<Result<(), ()>> { panic!("called") };
    drop(unjittered(3).retry(call).transient(|()| true).into_future());
}

/// As in a hand-written loop, an attempt is dropped before its error is judged.
#[test]
fn an_attempt_is_dropped_before_the_predicate_the_hook_and_the_wait() {
    let log = Log::default();
    let mut number = 0;
    let outcome: Result<(), u32> = ready_at_once(
        unjittered(2)
            .retry(|| {
                number += 1;
                note(&log, format!("attempt {number}"));
                Noted::new(format!("attempt {number}"), &log, Some(Err(number)))
            })
            .transient(|_| {
                note(&log, "predicate");
                true
            })
            .on_retry(|_| note(&log, "hook"))
            .sleep(|_| {
                note(&log, "sleep");
                Noted::new("sleep", &log, Some(()))
            }),
    );
    assert_eq!(outcome, Err(2));
    let log = log.borrow();
    assert_eq!(log[..5], ["attempt 1", "attempt 1 dropped", "predicate", "hook", "sleep"]);
    assert_eq!(log[5..], ["sleep dropped", "attempt 2", "attempt 2 dropped", "predicate"]);
}

#[test]
fn dropped_during_a_sleep_it_drops_the_sleep_and_makes_no_further_attempt() {
    let log = Log::default();
    {
        let failing = unjittered(9).retry(|| {
            note(&log, "attempt");
            ready(Err::<(), _>(()))
        });
        let call = failing.transient(|()| true).sleep(|_| Noted::<()>::new("sleep", &log, None));
        let mut future = pin!(call.into_future());
        for _ in 0..3 {
            assert!(poll_once(future.as_mut()).is_pending());
        }
        assert_eq!(*log.borrow(), ["attempt"]);
    }
    assert_eq!(*log.borrow(), ["attempt", "sleep dropped"]);
}

#[test]
fn dropped_during_an_attempt_it_drops_the_attempt() {
    let log = Log::default();
    {
        let call = unjittered(9).retry(|| Noted::<Result<(), ()>>::new("attempt", &log, None)).transient(|()| true);
        let mut future = pin!(call.into_future());
        assert!(poll_once(future.as_mut()).is_pending());
        assert!(log.borrow().is_empty());
    }
    assert_eq!(*log.borrow(), ["attempt dropped"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_given_up_stays_given_up() {
    let calls = Cell::new(0);
    let failing = unjittered(9).retry(|| {
        calls.set(calls.get() + 1);
        ready(Err::<(), _>(()))
    });
    let given_up = tokio::time::timeout(Duration::from_millis(1_600), failing.transient(|()| true)).await;
    assert!(given_up.is_err());
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(calls.get(), 3, "at 0, 0.5 and 1.5 s");
}

#[test]
fn a_panic_passes_through() {
    let message = |panic: Box<dyn std::any::Any + Send>| *panic.downcast::<&'static str>().expect("a text");
    let failing = || ready(Err::<(), _>(()));
    let run = |call: Pin<&mut dyn Future<Output = Result<(), ()>>>| {
        let mut call = call;
        let first = catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut()))).expect_err("the first poll panics");
        // A future that is polled again panics with a message and makes no attempt.
        assert!(catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut()))).is_err());
        message(first)
    };
    let in_predicate = unjittered(3).retry(failing).transient(|()| -> bool { panic!("in the predicate") });
    assert_eq!(run(pin!(in_predicate.into_future())), "in the predicate");
    let in_hook = unjittered(3).retry(failing).transient(|()| true).on_retry(|_| panic!("in the hook"));
    assert_eq!(run(pin!(in_hook.into_future())), "in the hook");
    let attempt = || async { panic!("in the attempt") };
    let in_attempt = unjittered(3).retry(attempt).transient(|()| true);
    assert_eq!(run(pin!(in_attempt.into_future())), "in the attempt");
}

/// A panic between two attempts must not reset the count of attempts.
#[test]
fn a_panic_in_a_later_operation_ends_the_call() {
    let mut calls = 0;
    let operation = || {
        calls += 1;
        assert!(calls < 2, "the second operation panics");
        ready(Err::<(), _>(()))
    };
    {
        let call = unjittered(5).retry(operation).transient(|()| true).sleep(|_| ready(()));
        let mut call = pin!(call.into_future());
        for _ in 0..3 {
            assert!(catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut()))).is_err());
        }
    }
    assert_eq!(calls, 2);
}

#[test]
#[should_panic(expected = "polled after it returned")]
fn polled_after_it_returned_it_panics() {
    let mut future = pin!(unjittered(3).retry(|| ready(Ok::<(), ()>(()))).transient(|()| true).into_future());
    assert!(poll_once(future.as_mut()).is_ready());
    let _ = poll_once(future);
}

#[tokio::test(start_paused = true)]
async fn it_can_be_spawned() {
    fn assert_send<T: Send + 'static>(value: T) -> T {
        value
    }
    let told = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let count = told.clone();
    let call = RetryPolicy::default().retry(async || {
        tokio::task::yield_now().await;
        Err::<(), _>(String::from("an error with a destructor"))
    });
    let call = assert_send(call.transient(|_| true).rng(seeded(1)).on_retry(move |_| {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }));
    let outcome = tokio::spawn(assert_send(call.into_future())).await.expect("no panic");
    assert_eq!(outcome, Err("an error with a destructor".to_owned()));
    assert_eq!(told.load(std::sync::atomic::Ordering::Relaxed), 5);
}

#[test]
fn it_works_behind_a_pointer_to_an_unknown_future() {
    let call = unjittered(3).retry(|| ready(Err::<(), _>(7))).transient(|_| true).sleep(|_| ready(()));
    let boxed: Pin<Box<dyn Future<Output = Result<(), i32>> + Send>> = Box::pin(call.into_future());
    assert_eq!(ready_at_once(boxed), Err(7));
}

/// What a call adds to the future of its attempt: the policy (104 bytes), the progress (20), the start time (16), the
/// timeout (24), the name (16), the budget (8), and the stage, which holds the attempt or a pointer to the timer.
#[cfg(target_pointer_width = "64")]
#[test]
fn the_future_is_small() {
    assert!(size_of::<RetryPolicy>() <= 152, "{} bytes", size_of::<RetryPolicy>());
    let plain = RetryPolicy::default().retry(pending::<Result<(), std::io::Error>>).into_future();
    assert!(size_of_val(&plain) <= 304, "{} bytes", size_of_val(&plain));
    let large = || async {
        let buffer = [0_u8; 1_000];
        pending::<()>().await;
        Err::<u8, _>(std::io::Error::other(format!("{buffer:?}")))
    };
    let attempt = size_of_val(&large());
    let call = size_of_val(&RetryPolicy::default().retry(large).into_future());
    assert!(call <= attempt + 304, "{call} bytes around an attempt of {attempt}");
}
