//! A budget that calls share, in an outage and in good times. No token is lost, and none comes from nowhere.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::time::Duration;

use crate::common::{
    Failure, always_busy, at_once, call, calls, no_wait, panicking_sleep, poll_times, seeded, send, thousandths,
};
use rand::{Rng, RngExt as _};
use retry_core::testing::{End, Scope};
use retry_core::{GiveUpReason, RetryBudget, RetryPolicy, Step, retry};
use tokio::time::Instant;

#[tokio::test(start_paused = true)]
async fn in_a_total_outage_retries_add_next_to_nothing() {
    static BUDGET: RetryBudget = RetryBudget::new(100, 0.1);
    #[retry(attempts = 6, budget = BUDGET, on_give_up = |event| reason.set(Some(event.reason)))]
    async fn read(reason: &Cell<Option<GiveUpReason>>) -> Result<u32, Failure> {
        always_busy()
    }
    let reason = Cell::default();
    let mut all = 0;
    for number in 0..10_000 {
        let began = Instant::now();
        let outcome = read(&reason).await;
        let made = calls();
        all += made;
        assert_eq!(outcome, Err(Failure::Busy(made)), "the operation's own last error");
        // 100 tokens are 20 calls of five retries.
        if number < 20 {
            assert_eq!((made, reason.take()), (6, Some(GiveUpReason::Attempts)));
        } else {
            assert_eq!((made, reason.take()), (1, Some(GiveUpReason::Budget)));
            assert_eq!(began.elapsed(), Duration::ZERO, "it stops before the wait");
        }
    }
    assert!(all < 10_120, "{all} calls: less than 1.2 % more");
    assert_eq!((all, thousandths(&BUDGET)), (10_100, 0));
}

/// One attempt in twenty fails, at random: a call takes 0.05 tokens and gives 0.1 back.
#[test]
fn a_few_failures_are_not_felt() {
    static BUDGET: RetryBudget = RetryBudget::new(100, 0.1);
    #[retry(attempts = 6, budget = BUDGET)]
    async fn read(rng: &mut impl Rng) -> Result<u32, Failure> {
        let number = call();
        if rng.random_bool(0.05) { Err(Failure::Busy(number)) } else { Ok(number) }
    }
    let (scope, mut rng) = (Scope::new(), seeded());
    let succeeded = (0..10_000).filter(|_| at_once(scope.run(read(&mut rng))).is_ok()).count();
    assert_eq!(succeeded, 10_000, "one call in 64 million fails six times");
    let trace = scope.trace();
    assert!((400..600).contains(&trace.calls().len()), "{} calls have failed once", trace.calls().len());
    assert!(trace.calls().iter().all(|call| call.end() == Some(End::Success)));
    assert!(BUDGET.level() > 90.0, "{BUDGET:?}");
}

#[test]
fn functions_share_a_static() {
    static SHARED: RetryBudget = RetryBudget::new(3, 0.5);
    #[retry(attempts = 3, budget = SHARED, sleep = no_wait)]
    async fn one() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, attempts = 3, budget = SHARED, sleep = |_| ())]
    fn another() -> Result<u32, Failure> {
        always_busy()
    }
    struct Client(&'static RetryBudget);
    impl Client {
        #[retry(budget = self.0)]
        async fn succeed(&self) -> Result<u32, Failure> {
            Ok(call())
        }
    }
    assert_eq!((at_once(send(one())), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((another(), calls()), (Err(Failure::Busy(2)), 2), "one token was left");
    assert_eq!((at_once(one()), calls()), (Err(Failure::Busy(1)), 1));
    let succeed = || at_once(send(Client(&SHARED).succeed())).map(|_| calls()).unwrap();
    succeed();
    assert_eq!((another(), calls()), (Err(Failure::Busy(1)), 1), "half a token is none");
    succeed();
    succeed();
    assert_eq!((at_once(one()), calls()), (Err(Failure::Busy(2)), 2));
    assert_eq!(thousandths(&SHARED), 500);
}

const LONG: RetryPolicy = RetryPolicy::builder().base(Duration::from_secs(1)).attempts(3).build_const();

#[retry(policy = LONG, budget = budget)]
async fn annotated(budget: &RetryBudget) -> Result<u32, Failure> {
    tokio::task::yield_now().await;
    always_busy()
}

async fn attempt() -> Result<u32, Failure> {
    tokio::task::yield_now().await;
    always_busy()
}

async fn by_hand(budget: &RetryBudget) -> Result<u32, Failure> {
    let mut call = LONG.start().budget(budget);
    loop {
        match call.next(attempt().await) {
            Step::Return(outcome) => break outcome,
            Step::Wait { .. } => call.wait().await,
        }
    }
}

/// Polls a call so many times and drops it. Gives the number of requests, and what is left of ten tokens in
/// thousandths.
async fn dropped_after(polls: u32, run: impl AsyncFn(&RetryBudget) -> Result<u32, Failure>) -> (u32, i64) {
    let budget = RetryBudget::new(10, 0.1);
    {
        let mut call = pin!(run(&budget));
        poll_times(call.as_mut(), polls).await;
    }
    (calls(), thousandths(&budget))
}

#[tokio::test(start_paused = true)]
async fn a_call_dropped_in_its_wait_gives_the_token_back() {
    // The first poll makes the first attempt and begins the first wait. The poll after that wait makes the second
    // attempt and begins the second wait.
    let expected = [(0, 10_000), (1, 10_000), (1, 9_000), (2, 9_000)];
    let mut seen = [[(0, 0); 4]; 4];
    for (polls, seen) in (1..).zip(&mut seen) {
        seen[0] = dropped_after(polls, annotated).await;
        seen[1] = dropped_after(polls, async |budget| LONG.retry(attempt).budget(budget).await).await;
        seen[2] =
            dropped_after(polls, async |budget| LONG.retry_async_closure(attempt).budget(budget).run().await).await;
        seen[3] = dropped_after(polls, by_hand).await;
    }
    assert_eq!(seen, expected.map(|expected| [expected; 4]));
}

#[test]
fn a_loop_that_is_dropped_before_its_wait_is_over_gives_the_token_back() {
    let budget = RetryBudget::new(10, 0.1);
    let start = || LONG.start_blocking().budget(&budget).transient(|_: &&str| true);
    let mut call = start();
    let Step::Wait { .. } = call.next(Err::<(), _>("busy")) else { panic!("two attempts are left") };
    assert_eq!(thousandths(&budget), 9_000);
    drop(call);
    assert_eq!(thousandths(&budget), 10_000);
    let mut call = start();
    let Step::Wait { .. } = call.next(Err::<(), _>("busy")) else { panic!("two attempts are left") };
    call.block_with(|_| assert_eq!(thousandths(&budget), 9_000));
    drop(call);
    assert_eq!(thousandths(&budget), 9_000, "spent: the wait is over");
}

/// The token has been taken before the wait.
#[test]
fn a_panic_between_the_decision_and_the_next_attempt_gives_the_token_back() {
    static BUDGET: RetryBudget = RetryBudget::new(10, 0.1);
    #[retry(budget = BUDGET, on_retry = |_| panic!("in the hook"))]
    async fn hook() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, budget = BUDGET, on_retry = |_| panic!("in the hook"))]
    fn blocking_hook() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(budget = BUDGET, sleep = panicking_sleep)]
    async fn sleep() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, budget = BUDGET, sleep = |_| panic!("in the sleep"))]
    fn blocking_sleep() -> Result<u32, Failure> {
        always_busy()
    }
    let closure = || async { LONG.retry(attempt).budget(&BUDGET).on_retry(|_| panic!("in the hook")).await };
    let lending =
        || async { LONG.retry_async_closure(attempt).budget(&BUDGET).on_retry(|_| panic!("in the hook")).run().await };
    let runs: [&dyn Fn() -> Result<u32, Failure>; 6] =
        [&|| at_once(hook()), &blocking_hook, &|| at_once(sleep()), &blocking_sleep, &|| at_once(closure()), &|| {
            at_once(lending())
        }];
    for run in runs {
        catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!((calls(), thousandths(&BUDGET)), (1, 10_000));
    }
}

/// The budget is asked last, so a generator or a curve that panics takes no token.
#[test]
fn a_panic_on_the_way_to_the_decision_takes_no_token() {
    static BUDGET: RetryBudget = RetryBudget::new(10, 0.1);
    #[retry(budget = BUDGET, rng = crate::common::NoDraw)]
    async fn rng() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(budget = BUDGET, backoff = |_| panic!("in the curve"))]
    async fn curve() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(budget = BUDGET, transient = |_| -> bool { panic!("in the predicate") })]
    async fn predicate() -> Result<u32, Failure> {
        always_busy()
    }
    for run in [|| at_once(rng()), || at_once(curve()), || at_once(predicate())] {
        catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!((calls(), thousandths(&BUDGET)), (1, 10_000));
    }
}

#[test]
fn a_token_given_back_does_not_overflow_the_budget() {
    let budget = RetryBudget::new(1, 1.0);
    let mut call = LONG.start().budget(&budget).transient(|_: &&str| true);
    let Step::Wait { .. } = call.next(Err::<(), _>("busy")) else { panic!("two attempts are left") };
    budget.deposit();
    assert_eq!(thousandths(&budget), 1_000);
    drop(call);
    assert_eq!(thousandths(&budget), 1_000);
}
