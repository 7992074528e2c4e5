//! Ten thousand calls on several threads share one budget. When all have ended, it is exact to a thousandth of a token.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::{Failure, send, thousandths};
use retry_core::{GiveUpReason, RetryBudget, RetryPolicy, retry};

const CALLS: u32 = 10_000;

/// What the hooks and the bodies of all calls have counted.
#[derive(Debug, Default)]
struct Counts {
    retries: AtomicU32,
    successes: AtomicU32,
    refused: AtomicU32,
}

fn count(counter: &AtomicU32) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn policy() -> RetryPolicy {
    RetryPolicy::builder().base(std::time::Duration::ZERO).attempts(4).build().unwrap()
}

/// Of four calls one fails at every attempt, one succeeds at the second, and two at once.
#[retry(
    policy = policy(),
    budget = budget,
    on_retry = |_| count(&counts.retries),
    on_give_up = |event| if event.reason == GiveUpReason::Budget { count(&counts.refused) },
    context = attempt
)]
async fn read(number: u32, budget: &RetryBudget, counts: &Counts) -> Result<u32, Failure> {
    tokio::task::yield_now().await;
    assert!(budget.level() <= f64::from(budget.capacity()));
    match number % 4 {
        0 => Err(Failure::Busy(number)),
        1 if attempt.number == 1 => Err(Failure::Busy(number)),
        _ => {
            count(&counts.successes);
            Ok(number)
        }
    }
}

async fn run_all(budget: RetryBudget) -> (RetryBudget, Counts) {
    let shared = Arc::new((budget, Counts::default()));
    let spawn = |number| {
        let shared = Arc::clone(&shared);
        tokio::spawn(send(async move { read(number, &shared.0, &shared.1).await }))
    };
    let tasks: Vec<_> = (0..CALLS).map(spawn).collect();
    for task in tasks {
        let _ = task.await.unwrap();
    }
    Arc::try_unwrap(shared).expect("all tasks are over")
}

fn counted(counts: &Counts) -> [u32; 3] {
    [&counts.retries, &counts.successes, &counts.refused].map(|counter| counter.load(Ordering::Relaxed))
}

/// A budget that is half full gets neither empty nor full in any order of the calls, so the sum does not depend on the
/// order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_token_is_lost_or_minted() {
    let budget = RetryBudget::new(40_000, 0.007);
    for _ in 0..20_000 {
        assert!(budget.withdraw());
    }
    let (budget, counts) = run_all(budget).await;
    let [retries, successes, refused] = counted(&counts);
    assert_eq!((retries, successes, refused), (CALLS, 3 * CALLS / 4, 0));
    assert_eq!(thousandths(&budget), 20_000_000 - 1_000 * i64::from(retries) + 7 * i64::from(successes));
}

/// The calls contend until the budget is empty. They take exactly the tokens that it had.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_empty_budget_refuses_exactly_what_it_does_not_have() {
    let (budget, counts) = run_all(RetryBudget::new(100, 0.0)).await;
    let [retries, _, refused] = counted(&counts);
    assert_eq!((retries, thousandths(&budget)), (100, 0));
    assert!(refused > 0, "some calls were refused");
    let (budget, counts) = run_all(RetryBudget::new(1, 0.003)).await;
    let [retries, successes, _] = counted(&counts);
    let put_in = 1_000 + 3 * i64::from(successes);
    assert!(1_000 * i64::from(retries) + thousandths(&budget) <= put_in, "none is minted: {budget:?}, {counts:?}");
}

/// The budget is full nearly all the time. Only deposits that do not fit are lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_budget_never_holds_more_than_its_capacity() {
    let (budget, counts) = run_all(RetryBudget::new(40_000, 1_000.0)).await;
    let [_, _, refused] = counted(&counts);
    assert_eq!(refused, 0);
    for _ in 0..50 {
        budget.deposit();
    }
    assert_eq!(thousandths(&budget), 40_000_000);
    assert_eq!((0..50_000).filter(|_| budget.withdraw()).count(), 40_000);
}
