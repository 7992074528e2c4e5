//! `stop = …`, which stops a call in good order, through every front end.

use std::cell::{Cell, RefCell};
use std::future::{Future, pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use retry_core::testing::{End, Scope};
use retry_core::{GiveUpEvent, GiveUpReason, RetryBudget, RetryEvent, RetryPolicy, retry};
use tokio::time::{Instant, sleep, timeout};

use crate::common::{Failure, at_once, calls, ms, poll_once, third_time, thousandths};

/// What the hooks of a call were told, in order.
#[derive(Debug, Default)]
pub struct Told(RefCell<Vec<String>>);

impl Told {
    pub fn on_retry<E>(&self, event: &RetryEvent<'_, E>) {
        self.0.borrow_mut().push(format!("retry {} at {:?}", event.attempt, event.elapsed));
    }

    pub fn on_give_up<E>(&self, event: &GiveUpEvent<'_, E>) {
        self.0.borrow_mut().push(format!("{} {} at {:?}", event.reason.as_str(), event.attempt, event.elapsed));
    }

    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }
}

#[retry(
    base = "1s",
    jitter = "none",
    budget = budget,
    stop = stop,
    on_retry = |event| told.on_retry(event),
    on_give_up = |event| told.on_give_up(event)
)]
async fn annotated(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = third_time()?;
    Ok(call)
}

#[retry(
    base = "1s",
    jitter = "none",
    budget = budget,
    stop = stop,
    sleep = sleep,
    on_retry = |event| told.on_retry(event),
    on_give_up = |event| told.on_give_up(event)
)]
async fn with_its_own_sleep(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    third_time()
}

pub fn policy() -> RetryPolicy {
    RetryPolicy::builder().base(ms(1_000)).jitter(retry_core::Jitter::None).build().unwrap()
}

async fn closure(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = policy().retry(|| ready(third_time())).budget(budget).stop(stop);
    call.on_retry(|event| told.on_retry(event)).on_give_up(|event| told.on_give_up(event)).await
}

async fn sleeping_closure(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = policy().retry(|| ready(third_time())).stop(stop).budget(budget).sleep(sleep);
    call.on_retry(|event| told.on_retry(event)).on_give_up(|event| told.on_give_up(event)).await
}

async fn async_closure(stop: impl Future, budget: &RetryBudget, told: &Told) -> Result<u32, Failure> {
    let call = policy().retry_async_closure(async || third_time()).stop(stop).budget(budget);
    call.on_retry(|event| told.on_retry(event)).on_give_up(|event| told.on_give_up(event)).run().await
}

type Call<'c> = Pin<Box<dyn Future<Output = Result<u32, Failure>> + 'c>>;
type Stop<'c> = Pin<Box<dyn Future<Output = ()> + 'c>>;
type FrontEnd = for<'c> fn(Stop<'c>, &'c RetryBudget, &'c Told) -> Call<'c>;

/// All front ends whose waits can end early.
const FRONT_ENDS: [(&str, FrontEnd); 5] = [
    ("annotated", |stop, budget, told| Box::pin(annotated(stop, budget, told))),
    ("annotated, with its own sleep", |stop, budget, told| Box::pin(with_its_own_sleep(stop, budget, told))),
    ("a closure", |stop, budget, told| Box::pin(closure(stop, budget, told))),
    ("a closure with its own sleep", |stop, budget, told| Box::pin(sleeping_closure(stop, budget, told))),
    ("an async closure", |stop, budget, told| Box::pin(async_closure(stop, budget, told))),
];

#[tokio::test(start_paused = true)]
async fn while_it_is_pending_nothing_changes() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, began) = (RetryBudget::new(10, 0.5), Told::default(), Instant::now());
        assert_eq!(call(Box::pin(pending()), &budget, &told).await, Ok(3));
        assert_eq!((calls(), began.elapsed()), (3, ms(3_000)));
        assert_eq!(told.take(), ["retry 1 at 0ns", "retry 2 at 1s"]);
        assert_eq!(thousandths(&budget), 8_500);
    }
}

#[tokio::test(start_paused = true)]
async fn told_from_the_start_it_makes_one_attempt() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, began) = (RetryBudget::new(10, 0.5), Told::default(), Instant::now());
        assert_eq!(call(Box::pin(ready(())), &budget, &told).await, Err(Failure::Busy(1)));
        assert_eq!((calls(), began.elapsed()), (1, Duration::ZERO));
        assert_eq!(told.take(), ["stopped 1 at 0ns"]);
        assert_eq!(thousandths(&budget), 10_000);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_is_cut_short() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, began) = (RetryBudget::new(10, 0.5), Told::default(), Instant::now());
        assert_eq!(call(Box::pin(sleep(ms(1_700))), &budget, &told).await, Err(Failure::Busy(2)));
        assert_eq!((calls(), began.elapsed()), (2, ms(1_700)));
        assert_eq!(told.take(), ["retry 1 at 0ns", "retry 2 at 1s", "stopped 2 at 1.7s"]);
        // The first retry was made, the second was not.
        assert_eq!(thousandths(&budget), 9_000);
    }
}

/// If the wait and the stop end at the same moment, no other attempt begins.
#[tokio::test(start_paused = true)]
async fn a_stop_at_the_end_of_a_wait_comes_first() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told) = (RetryBudget::new(10, 0.5), Told::default());
        assert_eq!(call(Box::pin(sleep(ms(1_000))), &budget, &told).await, Err(Failure::Busy(1)));
        assert_eq!(calls(), 1);
        assert_eq!(told.take(), ["retry 1 at 0ns", "stopped 1 at 1s"]);
        assert_eq!(thousandths(&budget), 10_000);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_gives_its_token_back() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told) = (RetryBudget::new(10, 0.5), Told::default());
        assert!(timeout(ms(500), call(Box::pin(pending()), &budget, &told)).await.is_err());
        assert_eq!((calls(), thousandths(&budget)), (1, 10_000));
        assert_eq!(told.take(), ["retry 1 at 0ns"]);
    }
}

/// The future is not polled before an attempt has failed.
#[test]
fn it_is_polled_only_after_a_failure() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, polls) = (RetryBudget::new(10, 0.5), Told::default(), Cell::new(0));
        let stop = poll_fn(|_| {
            polls.set(polls.get() + 1);
            Poll::<()>::Pending
        });
        // The third call succeeds at once.
        assert!(third_time().is_err() && third_time().is_err());
        assert_eq!(at_once(call(Box::pin(stop), &budget, &told)), Ok(3));
        assert_eq!((calls(), polls.get()), (3, 0));
    }
}

/// A panic of the future passes through, and the token goes back.
#[tokio::test(start_paused = true)]
async fn a_stop_that_panics() {
    for (title, call) in FRONT_ENDS {
        for panics_at in [0, 1] {
            println!("{title}, at {panics_at}");
            let (budget, told, polls) = (RetryBudget::new(10, 0.5), Told::default(), Cell::new(0));
            let stop = poll_fn(|_| {
                assert!(polls.replace(polls.get() + 1) < panics_at, "in the stop");
                Poll::<()>::Pending
            });
            let mut call = call(Box::pin(stop), &budget, &told);
            let panicked = catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut()).is_ready()));
            assert!(panicked.is_err());
            drop(call);
            assert_eq!((calls(), thousandths(&budget)), (1, 10_000));
            assert_eq!(told.take().len(), panics_at);
        }
    }
}

/// In a scope that skips waits, a stop that is ready ends the call, and the trace has no wait that was ended early.
#[tokio::test]
async fn in_a_testing_scope() {
    for (title, call) in FRONT_ENDS {
        println!("{title}");
        let (budget, told, scope) = (RetryBudget::new(10, 0.5), Told::default(), Scope::new());
        let stop = poll_fn(|_| if crate::common::call() > 2 { Poll::Ready(()) } else { Poll::Pending });
        // The count 1 is the attempt, 2 is the poll before the wait, and 3 is the poll beside the wait, which ends it.
        let outcome = scope.run(call(Box::pin(stop), &budget, &told)).await;
        assert_eq!(outcome, Err(Failure::Busy(1)));
        calls();
        let trace = scope.trace();
        let [call] = trace.calls() else { panic!("one call has failed") };
        assert_eq!((call.attempts(), call.end()), (1, Some(End::GaveUp(GiveUpReason::Stopped))));
        assert_eq!(thousandths(&budget), 10_000);
        told.take();
    }
}
