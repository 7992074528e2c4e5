//! The clock of a scope.

use std::cell::RefCell;
use std::future::ready;
use std::rc::Rc;
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{Jitter, RetryPolicy};
use tokio::task::{LocalSet, spawn_local};
use tokio::time::timeout;

const SECOND: Duration = Duration::from_secs(1);

/// Two attempts with that much time between them.
fn after(delay: Duration) -> RetryPolicy {
    RetryPolicy::builder().base(delay).jitter(Jitter::None).attempts(2).build().unwrap()
}

/// A blocking wait moves the clock at once. A shorter wait that ends after that must not set the clock back.
#[tokio::test(start_paused = true)]
async fn time_that_a_blocking_wait_has_passed_stays_passed() {
    let (mut late, mut last) = (None, None);
    let short = after(SECOND).retry(|| ready(Err::<(), _>("busy"))).transient(|_| true);
    let short = short.on_give_up(|event| late = Some(event.elapsed));
    let long = async {
        let began = after(SECOND * 10).retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
        began.run().unwrap_err();
        let then = after(SECOND * 5).retry(|| ready(Err::<(), _>("busy"))).transient(|_| true);
        then.on_give_up(|event| last = Some(event.elapsed)).await.unwrap_err();
    };
    Scope::new().run(async { tokio::join!(short, long) }).await.0.unwrap_err();
    assert_eq!((late, last), (Some(SECOND * 10), Some(SECOND * 5)));
}

/// Tasks, because each of them has a waker of its own.
#[tokio::test(start_paused = true)]
async fn waits_that_end_together_end_in_the_order_in_which_they_began() {
    let order = Rc::new(RefCell::new(Vec::new()));
    let tasks = LocalSet::new();
    let all = tasks.run_until(async {
        let spawned: Vec<_> = (0..5)
            .map(|number| {
                let order = Rc::clone(&order);
                spawn_local(async move {
                    let call = after(SECOND).retry(|| {
                        order.borrow_mut().push(number);
                        ready(Err::<(), _>("busy"))
                    });
                    call.transient(|_| true).await.unwrap_err()
                })
            })
            .collect();
        for task in spawned {
            task.await.unwrap();
        }
    });
    // Tokio's clock moves on when no task is ready.
    timeout(SECOND, Scope::new().run(all)).await.expect("every wait ends");
    assert_eq!(*order.borrow(), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
}
