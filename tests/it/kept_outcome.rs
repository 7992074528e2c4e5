//! An outcome is dropped before the wait. Only a call that may return it later keeps it: here a call with a timeout and
//! a deadline, which may cut the next attempt short.

use std::cell::RefCell;
use std::future::{Ready, pending, ready};
use std::pin::{Pin, pin};
use std::time::Duration;

use crate::common::{ms, poll_once};
use retry_core::{RetryPolicy, TimedOut, retry};
use tokio::time::sleep;

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(line: impl Into<String>) {
    LOG.with_borrow_mut(|log| log.push(line.into()));
}

/// Notes when it is dropped.
#[derive(Debug)]
struct Noisy(usize);

impl Drop for Noisy {
    fn drop(&mut self) {
        note(format!("{} dropped", self.0));
    }
}

impl From<TimedOut> for Noisy {
    fn from(_: TimedOut) -> Self {
        Self(0)
    }
}

type Outcome = Result<(), Noisy>;

/// Fails so many times, and then hangs.
fn attempt(failures: usize) -> impl Future<Output = Outcome> {
    let number = 1 + LOG.with_borrow(|log| log.iter().filter(|line| line.starts_with("attempt")).count());
    note(format!("attempt {number}"));
    async move {
        sleep(ms(1)).await;
        if number <= failures { Err(Noisy(number)) } else { pending().await }
    }
}

fn waits(_delay: Duration) -> Ready<()> {
    note("wait");
    ready(())
}

const POLICY: RetryPolicy = RetryPolicy::builder().base(ms(10)).attempts(3).build_const();
const WITH_DEADLINE: RetryPolicy = RetryPolicy::builder().base(ms(10)).attempts(3).deadline(ms(1_000)).build_const();

/// The function, the closure and the async closure.
macro_rules! front_ends {
    ($policy:expr, [$($option:tt)*] $(.$timeout:ident($time:expr))?) => {{
        #[retry(policy = $policy, $($option)* transient = |_| true, sleep = waits)]
        async fn annotated(failures: usize) -> Outcome {
            attempt(failures).await
        }
        fn closure(failures: usize) -> impl Future<Output = Outcome> {
            let call = $policy.retry(move || attempt(failures)).transient(|_| true).sleep(waits);
            call$(.$timeout($time))?.into_future()
        }
        async fn async_closure(failures: usize) -> Outcome {
            let call = $policy.retry_async_closure(async || attempt(failures).await).transient(|_| true).sleep(waits);
            call$(.$timeout($time))?.run().await
        }
        let each: [fn(usize) -> Pin<Box<dyn Future<Output = Outcome>>>; 3] = [
            |failures| Box::pin(annotated(failures)),
            |failures| Box::pin(closure(failures)),
            |failures| Box::pin(async_closure(failures)),
        ];
        each
    }};
}

/// The log of a call whose attempts all fail, until its error is dropped.
async fn log(call: Pin<Box<dyn Future<Output = Outcome>>>) -> Vec<String> {
    let outcome = call.await;
    note(format!("returns {}", outcome.as_ref().unwrap_err().0));
    drop(outcome);
    LOG.take()
}

#[tokio::test(start_paused = true)]
async fn without_one_of_the_two_options_an_outcome_is_gone_before_the_wait() {
    let at_once =
        ["attempt 1", "1 dropped", "wait", "attempt 2", "2 dropped", "wait", "attempt 3", "returns 3", "3 dropped"];
    let neither = front_ends!(POLICY, []);
    let deadline = front_ends!(WITH_DEADLINE, []);
    let timeout = front_ends!(POLICY, [timeout = "300ms",].timeout(ms(300)));
    for call in [neither, deadline, timeout].into_iter().flatten() {
        assert_eq!(log(call(3)).await, at_once);
    }
    let lines = {
        #[retry(base = "10ms", attempts = 3, timeout = "300ms", transient = |_| true, sleep = waits)]
        async fn literals(failures: usize) -> Outcome {
            attempt(failures).await
        }
        log(Box::pin(literals(3))).await
    };
    assert_eq!(lines, at_once);
}

#[tokio::test(start_paused = true)]
async fn with_both_the_last_one_is_kept_until_the_next_or_the_end() {
    for call in front_ends!(WITH_DEADLINE, [timeout = "300ms",].timeout(ms(300))) {
        let next = ["attempt 1", "wait", "attempt 2", "1 dropped", "wait", "attempt 3"];
        let lines = log(call(3)).await;
        assert_eq!(lines[..6], next);
        assert_eq!(lines[6..], ["2 dropped", "returns 3", "3 dropped"]);
    }
    // The third attempt takes its own timeout, and the call returns that error.
    for call in front_ends!(WITH_DEADLINE, [timeout = "300ms",].timeout(ms(300))) {
        assert_eq!(log(call(2)).await[6..], ["2 dropped", "returns 0", "0 dropped"]);
    }
    // The deadline cuts the third attempt short.
    for call in front_ends!(WITH_DEADLINE, [timeout = "999ms",].timeout(ms(999))) {
        assert_eq!(log(call(2)).await[6..], ["returns 2", "2 dropped"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_drops_what_it_has_kept() {
    for call in front_ends!(WITH_DEADLINE, [timeout = "999ms",].timeout(ms(999))) {
        {
            let mut call = pin!(call(1));
            assert!(poll_once(call.as_mut()).is_pending());
            sleep(ms(2)).await;
            assert!(poll_once(call.as_mut()).is_pending(), "the second attempt hangs");
            assert_eq!(LOG.take(), ["attempt 1", "wait", "attempt 2"]);
        }
        assert_eq!(LOG.take(), ["1 dropped"]);
    }
}
