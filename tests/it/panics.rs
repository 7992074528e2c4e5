//! A panic anywhere in the user's code passes through unchanged, and leaves the budget and the scope usable.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::pin::pin;
use std::time::Duration;

use crate::common::{Failure, always_busy, at_once, call, calls, entered, no_wait, poll_once, thousandths};
use rand::TryRng;
use retry_core::testing::Scope;
use retry_core::{RetryBudget, RetryPolicy, Step, retry};

/// A payload that no formatting could have made.
#[derive(Debug, PartialEq)]
struct Payload(&'static str);

fn explode<T>(place: &'static str) -> T {
    panic_any(Payload(place))
}

/// The payload of the panic. Fails if there is no panic.
fn payload<T>(run: impl FnOnce() -> T) -> Payload {
    let Err(panic) = catch_unwind(AssertUnwindSafe(run)) else { panic!("nothing has panicked") };
    *panic.downcast().expect("the user's payload, unchanged")
}

struct ExplodingRng;

impl TryRng for ExplodingRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        explode("rng")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        explode("rng")
    }

    fn try_fill_bytes(&mut self, _bytes: &mut [u8]) -> Result<(), Infallible> {
        explode("rng")
    }
}

/// An async and a blocking function that panic at a place.
macro_rules! exploding {
    ($(($place:literal, $function:ident, $blocking:ident, [$($option:tt)*], $body:expr)),* $(,)?) => {
        $(
            #[retry(budget = budget, $($option)*)]
            async fn $function(budget: &RetryBudget) -> Result<u32, Failure> {
                $body
            }

            #[retry(blocking, budget = budget, $($option)*)]
            fn $blocking(budget: &RetryBudget) -> Result<u32, Failure> {
                $body
            }
        )*

        const EXPLODING: &[(&str, [fn(&RetryBudget) -> Payload; 2])] = &[$((
            $place,
            [|budget| payload(|| at_once($function(budget))), |budget| payload(|| $blocking(budget))],
        )),*];
    };
}

fn explode_at_the_second() -> Result<u32, Failure> {
    if call() == 2 { explode("body") } else { Err(Failure::Busy(1)) }
}

exploding![
    ("body", body, blocking_body, [base = "0s"], explode_at_the_second()),
    ("predicate", predicate, blocking_predicate, [transient = |_| -> bool { explode("predicate") }], always_busy()),
    ("until", until, blocking_until, [until = |_| explode::<bool>("until")], Ok(call())),
    ("on_retry", on_retry, blocking_on_retry, [on_retry = |_| explode::<()>("on_retry")], always_busy()),
    (
        "on_give_up",
        on_give_up,
        blocking_give_up,
        [attempts = 1, on_give_up = |_| explode::<()>("on_give_up")],
        always_busy()
    ),
    ("curve", curve, blocking_curve, [backoff = |_| explode("curve")], always_busy()),
    ("rng", rng, blocking_rng, [rng = ExplodingRng], always_busy()),
];

#[test]
fn through_the_attribute() {
    for (place, both) in EXPLODING {
        for explode in both {
            let budget = RetryBudget::new(10, 0.0);
            assert_eq!(explode(&budget), Payload(place));
            // Only the body of the second attempt comes after a retry.
            let retries = u32::from(*place == "body");
            assert_eq!(calls(), 1 + retries, "{place}");
            assert_eq!(thousandths(&budget), 10_000 - 1_000 * i64::from(retries), "{place}");
        }
    }
}

#[test]
fn through_closures_and_the_loop() {
    let budget = RetryBudget::new(10, 0.0);
    let policy = RetryPolicy::builder().base(Duration::ZERO).build().unwrap();
    let attempt = async || always_busy();
    macro_rules! each_front_end {
        ($place:literal, |$call:ident| $configured:expr) => {{
            let $call = policy.retry(attempt).budget(&budget).sleep(no_wait);
            assert_eq!(payload(|| at_once($configured)), Payload($place));
            let $call = policy.retry_async_closure(attempt).budget(&budget).sleep(no_wait);
            assert_eq!(payload(|| at_once($configured.run())), Payload($place));
            let $call = policy.retry_blocking(always_busy).budget(&budget);
            assert_eq!(payload(|| $configured.run()), Payload($place));
            let $call = policy.start::<u32, Failure>().budget(&budget);
            let mut by_hand = $configured;
            assert_eq!(payload(|| matches!(by_hand.next(always_busy()), Step::Wait { .. })), Payload($place));
            assert_eq!((calls(), thousandths(&budget)), (4, 10_000), $place);
        }};
    }
    each_front_end!("predicate", |call| call.transient(|_| explode::<bool>("predicate")));
    each_front_end!("on_retry", |call| call.on_retry(|_| explode::<()>("on_retry")));
    each_front_end!("on_give_up", |call| call.transient(|_| false).on_give_up(|_| explode::<()>("on_give_up")));
    let policy = RetryPolicy::default();
    let call = policy.retry(attempt).budget(&budget).rng(ExplodingRng);
    assert_eq!(payload(|| at_once(call)), Payload("rng"));
    let call = policy.retry(async || Ok::<_, Failure>(1)).budget(&budget).until(|_| explode::<bool>("until"));
    assert_eq!(payload(|| at_once(call)), Payload("until"));
    let call = policy.retry_blocking(always_busy).budget(&budget);
    assert_eq!(payload(|| call.run_with_sleep(|_| explode("sleep"))), Payload("sleep"));
    assert_eq!(thousandths(&budget), 10_000);
}

/// A `sleep` may panic when it is called and when it is polled.
#[test]
fn in_the_sleep() {
    static FRESH: RetryBudget = RetryBudget::new(10, 0.0);
    #[retry(budget = FRESH, sleep = |_| explode::<std::future::Ready<()>>("sleep"))]
    async fn begun() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(budget = FRESH, sleep = async |_| explode("pause"))]
    async fn polled() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, budget = FRESH, sleep = |_| explode("sleep"))]
    fn blocking() -> Result<u32, Failure> {
        always_busy()
    }
    assert_eq!(payload(|| at_once(begun())), Payload("sleep"));
    assert_eq!(payload(|| at_once(polled())), Payload("pause"));
    assert_eq!(payload(blocking), Payload("sleep"));
    assert_eq!((calls(), thousandths(&FRESH)), (3, 10_000), "no retry was made");
}

/// A call that has panicked has ended. Another poll makes no attempt.
#[test]
fn a_call_that_has_panicked_stays_so() {
    let mut made = 0;
    {
        let operation = || {
            made += 1;
            std::future::ready(Err::<(), _>(Failure::Busy(0)))
        };
        let call = RetryPolicy::default().retry(operation).on_retry(|_| explode::<()>("on_retry"));
        let (mut call, _entered) = (pin!(call.into_future()), entered());
        assert_eq!(payload(|| poll_once(call.as_mut())), Payload("on_retry"));
        for _ in 0..3 {
            let again = catch_unwind(AssertUnwindSafe(|| poll_once(call.as_mut())));
            assert!(again.is_err_and(|panic| panic.is::<&str>()), "it says that it was polled again");
        }
    }
    assert_eq!(made, 1);
}

#[test]
fn a_scope_survives() {
    #[retry(attempts = 2, name = "read")]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    let (scope, budget) = (Scope::new(), RetryBudget::new(10, 0.0));
    // In a scope, the scope's random source takes the place of the one that panics.
    for (place, both) in EXPLODING.iter().filter(|(place, _)| *place != "rng") {
        for explode in both {
            calls();
            assert_eq!(payload(|| scope.run_blocking(|| panic_any(explode(&budget)))), Payload(place));
            calls();
            let run = scope.run(async { panic_any::<Payload>(explode(&budget)) });
            assert_eq!(payload(|| at_once(run)), Payload(place));
        }
    }
    let recorded = scope.trace().calls().len();
    calls();
    // The thread has left the scope, and the scope is usable.
    assert_eq!(at_once(Scope::new().run(read())), Err(Failure::Busy(2)));
    assert_eq!(scope.trace().calls().len(), recorded);
    assert_eq!(at_once(scope.run(read())), Err(Failure::Busy(4)));
    assert_eq!(scope.trace().named("read").count(), 1);
}
