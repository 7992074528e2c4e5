//! A waker whose `Drop` panics. The panic unwinds from the place of the drop, as it does from tokio's own sleep, and no
//! state is left.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use crate::common::{Failure, always_busy, calls, ms, poll_once, thousandths};
use allocation_counter::measure;
use async_trait::async_trait;
use retry_core::testing::Scope;
use retry_core::{Jitter, RetryBudget, RetryPolicy, Step, retry};
use tokio::time::sleep;

/// Panics when it is dropped.
struct Bomb;

#[derive(Debug, PartialEq)]
struct Payload;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic_any(Payload);
    }
}

impl Wake for Bomb {
    fn wake(self: Arc<Self>) {}
}

/// The last attempt's outcome, or the panic of the waker.
fn unwinding<T>(run: impl FnOnce() -> T) -> Result<T, Payload> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| *panic.downcast().expect("the bomb's own panic"))
}

type Outcome = Result<u32, Failure>;
type Call<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

const POLICY: RetryPolicy = RetryPolicy::builder().base(ms(1_000)).jitter(Jitter::None).build_const();

#[retry(base = "1s")]
async fn plain(_budget: &RetryBudget) -> Outcome {
    always_busy()
}

#[retry(base = "1s")]
async fn left_early(_budget: &RetryBudget) -> Outcome {
    let value = always_busy()?;
    Ok(value)
}

#[retry(base = "1s", jitter = "decorrelated", deadline = "1h", budget = budget, on_retry = |_| (), context = _attempt)]
async fn with_options(budget: &RetryBudget) -> Outcome {
    always_busy()
}

#[retry(budget = budget, sleep = sleep)]
async fn with_a_sleep(budget: &RetryBudget) -> Outcome {
    always_busy()
}

#[retry(budget = budget)]
fn boxed(budget: &RetryBudget) -> Pin<Box<dyn Future<Output = Outcome> + '_>> {
    Box::pin(async move { always_busy() })
}

#[async_trait(?Send)]
trait Ask {
    async fn ask(&self) -> Outcome;
}

#[async_trait(?Send)]
impl Ask for RetryBudget {
    #[retry(budget = self)]
    async fn ask(&self) -> Outcome {
        always_busy()
    }
}

async fn by_hand(budget: &RetryBudget) -> Outcome {
    let mut call = POLICY.start().budget(budget);
    loop {
        match call.next(always_busy()) {
            Step::Return(outcome) => return outcome,
            Step::Wait { .. } => call.wait().await,
        }
    }
}

type FrontEnd = for<'b> fn(&'b RetryBudget) -> Call<'b>;

const FRONT_ENDS: [(&str, FrontEnd); 11] = [
    ("plain", |budget| Box::pin(plain(budget))),
    ("left early", |budget| Box::pin(left_early(budget))),
    ("with options", |budget| Box::pin(with_options(budget))),
    ("with a sleep", |budget| Box::pin(with_a_sleep(budget))),
    ("boxed", boxed),
    ("async_trait", |budget| budget.ask()),
    ("closure", |budget| Box::pin(POLICY.retry(async || always_busy()).budget(budget).into_future())),
    ("closure with a sleep", |budget| {
        Box::pin(POLICY.retry(async || always_busy()).sleep(sleep).budget(budget).into_future())
    }),
    ("async closure", |budget| Box::pin(POLICY.retry_async_closure(async || always_busy()).budget(budget).run())),
    ("by hand", |budget| Box::pin(by_hand(budget))),
    ("in a scope with real waits", |budget| Box::pin(Scope::new().with_real_waits().run(boxed(budget)))),
];

/// Polls a call. The call then waits and has the only reference to the waker that panics.
fn armed(call: &mut Call<'_>) {
    let bomb = Waker::from(Arc::new(Bomb));
    assert!(call.as_mut().poll(&mut Context::from_waker(&bomb)).is_pending());
    assert_eq!(unwinding(|| drop(bomb)), Ok(()), "the wait has a waker of its own");
}

#[tokio::test(start_paused = true)]
async fn unwinds_from_the_drop_of_a_wait() {
    for (name, call) in FRONT_ENDS {
        let budget = RetryBudget::new(3, 0.0);
        // Makes the allocations of the first scope and of the first panic of a thread.
        for counted in [false, true] {
            let mut outcome = Ok(());
            let leaks = measure(|| {
                let mut call = call(&budget);
                armed(&mut call);
                outcome = unwinding(|| drop(call));
            });
            assert_eq!(outcome, Err(Payload), "{name}");
            assert!(!counted || leaks.count_current == 0, "{name}: {leaks:?}");
        }
        assert_eq!((calls(), thousandths(&budget)), (2, 3_000), "{name}");
    }
}

/// Tokio's timer drops the waker itself and catches the panic.
#[tokio::test(start_paused = true)]
async fn a_poll_with_another_waker_is_that_of_tokios_sleep() {
    let mut call: Call<'_> = Box::pin(async {
        sleep(ms(1_000)).await;
        Ok(1)
    });
    armed(&mut call);
    let of_sleep = unwinding(|| poll_once(call.as_mut()));
    for (name, call) in FRONT_ENDS {
        let budget = RetryBudget::new(3, 0.0);
        let mut call = call(&budget);
        armed(&mut call);
        assert_eq!(unwinding(|| poll_once(call.as_mut())), of_sleep, "{name}");
        assert_eq!(unwinding(|| drop(call)), Ok(()), "{name}");
        assert_eq!((calls(), thousandths(&budget)), (1, 3_000), "{name}");
    }
}

/// Of two calls in a scope, one is woken at once, because its wait is skipped. The other call's waker stays in its
/// wait.
#[tokio::test(start_paused = true)]
async fn unwinds_from_the_drop_of_a_wait_that_a_scope_skips() {
    for (name, call) in FRONT_ENDS {
        if name.contains("scope") {
            continue;
        }
        let (budget, scope) = (RetryBudget::new(3, 0.0), Scope::new());
        let soon = RetryPolicy::builder().base(ms(1)).jitter(Jitter::None).build().unwrap();
        let mut soon = Box::pin(soon.retry(async || always_busy()).into_future());
        let mut late = call(&budget);
        let mut both: Call<'_> = Box::pin(scope.run(std::future::poll_fn(move |context| {
            assert!(soon.as_mut().poll(context).is_pending());
            late.as_mut().poll(context)
        })));
        let bomb = Waker::from(Arc::new(Bomb));
        assert!(matches!(both.as_mut().poll(&mut Context::from_waker(&bomb)), Poll::Pending), "{name}");
        assert_eq!(unwinding(|| drop(bomb)), Ok(()), "{name}");
        assert_eq!(unwinding(|| drop(both)), Err(Payload), "{name}");
        assert_eq!((calls(), thousandths(&budget)), (2, 3_000), "{name}");
        // The scope is still usable.
        assert_eq!(scope.run(POLICY.retry(async || Ok::<_, Failure>(5)).into_future()).await, Ok(5));
        assert_eq!(scope.trace().calls().len(), 2, "{name}");
    }
}
