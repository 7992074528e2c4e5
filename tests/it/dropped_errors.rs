//! An error whose `Drop` panics before the wait, while the call holds a token of its budget. The retry is not made, so
//! the token goes back.

use std::future::ready;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::pin::Pin;
use std::time::Duration;

use crate::common::{at_once, no_wait, thousandths};
use retry_core::{RetryBudget, RetryPolicy, Step, TimedOut, retry};

#[derive(Debug)]
struct Bomb;

#[derive(Debug, PartialEq)]
struct Payload;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic_any(Payload);
    }
}

impl From<TimedOut> for Bomb {
    fn from(_: TimedOut) -> Self {
        Self
    }
}

type Outcome = Result<(), Bomb>;
type Call = fn(&RetryBudget) -> Outcome;

const POLICY: RetryPolicy = RetryPolicy::builder().base(Duration::ZERO).build_const();

#[retry(policy = POLICY, budget = budget, transient = |_| true)]
async fn annotated(budget: &RetryBudget) -> Outcome {
    Err(Bomb)
}

#[retry(base = "0s", budget = budget, transient = |_| true, on_retry = |_| (), sleep = no_wait)]
async fn left_early(budget: &RetryBudget) -> Outcome {
    Err(Bomb)?;
    Ok(())
}

#[retry(policy = POLICY, budget = budget, transient = |_| true)]
fn boxed(budget: &RetryBudget) -> Pin<Box<dyn Future<Output = Outcome> + '_>> {
    Box::pin(async move { Err(Bomb) })
}

/// Without a deadline no outcome is kept.
#[retry(policy = POLICY, timeout = "1s", budget = budget, transient = |_| true)]
async fn with_timeout(budget: &RetryBudget) -> Outcome {
    Err(Bomb)
}

#[retry(blocking, policy = POLICY, budget = budget, transient = |_| true)]
fn blocking(budget: &RetryBudget) -> Outcome {
    Err(Bomb)
}

fn by_hand(budget: &RetryBudget) -> Outcome {
    let mut call = POLICY.start_blocking().budget(budget).transient(|_| true);
    loop {
        match call.next(Err(Bomb)) {
            Step::Return(outcome) => return outcome,
            Step::Wait { .. } => call.block(),
        }
    }
}

fn with_timer<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

#[test]
fn a_drop_that_panics_gives_the_token_back() {
    let each: [(&str, Call); 9] = [
        ("annotated", |budget| at_once(annotated(budget))),
        ("left early", |budget| at_once(left_early(budget))),
        ("boxed", |budget| at_once(boxed(budget))),
        ("with a timeout", |budget| with_timer(with_timeout(budget))),
        ("blocking", blocking),
        ("closure", |budget| {
            at_once(POLICY.retry(|| ready(Err(Bomb))).budget(budget).transient(|_| true).into_future())
        }),
        ("async closure", |budget| {
            at_once(POLICY.retry_async_closure(async || Err(Bomb)).budget(budget).transient(|_| true).run())
        }),
        ("closure that blocks", |budget| POLICY.retry_blocking(|| Err(Bomb)).budget(budget).transient(|_| true).run()),
        ("by hand", by_hand),
    ];
    for (name, call) in each {
        let budget = RetryBudget::new(10, 0.0);
        let Err(panic) = catch_unwind(AssertUnwindSafe(|| call(&budget).is_err())) else { panic!("{name} ends") };
        assert_eq!(panic.downcast_ref(), Some(&Payload), "{name}");
        assert_eq!(thousandths(&budget), 10_000, "{name}");
    }
}
