//! The forms in which a budget and a breaker reach a retrier and a call: references, an `Arc`, and an `Option`.

use std::io;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use retry_core::{BreakerState, CircuitBreaker, CircuitBreakerBuilder, Retrier, RetryBudget, RetryPolicy, retry};

const POLICY: RetryPolicy = RetryPolicy::builder().base(Duration::ZERO).attempts(4).build_const();
/// Opens after the second failure.
const SETTINGS: CircuitBreakerBuilder = CircuitBreaker::builder().consecutive_failures(2);

static BUDGET: RetryBudget = RetryBudget::new(3, 0.1);
static BREAKER: CircuitBreaker = SETTINGS.build_const();

fn refused() -> io::Result<()> {
    Err(io::ErrorKind::ConnectionRefused.into())
}

fn new_breaker() -> Arc<CircuitBreaker> {
    Arc::new(SETTINGS.build().unwrap())
}

#[test]
fn a_retrier_has_the_budget_and_the_breaker_that_it_was_given() {
    let (budget, breaker) = (Arc::new(RetryBudget::new(3, 0.1)), new_breaker());
    let retrier = || Retrier::new(POLICY);
    for (retrier, expected) in [
        (retrier().with_budget(&BUDGET), Some(&BUDGET)),
        (retrier().with_budget(Arc::clone(&budget)), Some(&*budget)),
        (retrier().with_budget(Some(Arc::clone(&budget))), Some(&*budget)),
        (retrier().with_budget(None), None),
    ] {
        assert_eq!(retrier.budget().map(ptr::from_ref), expected.map(ptr::from_ref));
    }
    for (retrier, expected) in [
        (retrier().with_breaker(&BREAKER), Some(&BREAKER)),
        (retrier().with_breaker(Arc::clone(&breaker)), Some(&*breaker)),
        (retrier().with_breaker(Some(Arc::clone(&breaker))), Some(&*breaker)),
        (retrier().with_breaker(None), None),
    ] {
        assert_eq!(retrier.breaker().map(ptr::from_ref), expected.map(ptr::from_ref));
    }
    assert_eq!(Retrier::default().with_policy(POLICY).policy(), &POLICY);
}

#[test]
fn a_call_takes_its_tokens_from_the_budget_that_it_was_given() {
    let budget = Arc::new(RetryBudget::new(9, 0.0));
    POLICY.retry_blocking(refused).budget(&*budget).run().unwrap_err();
    POLICY.retry_blocking(refused).budget(&budget).run().unwrap_err();
    POLICY.retry_blocking(refused).budget(Some(&*budget)).run().unwrap_err();
    assert_eq!(budget.level().to_string(), "0");
    POLICY.retry_blocking(refused).budget(None).run().unwrap_err();
}

#[test]
fn a_call_opens_the_breaker_that_it_was_given() {
    let [plain, counted, optional] = [(); 3].map(|()| new_breaker());
    POLICY.retry_blocking(refused).breaker(&*plain).run().unwrap_err();
    POLICY.retry_blocking(refused).breaker(&counted).run().unwrap_err();
    POLICY.retry_blocking(refused).breaker(Some(&*optional)).run().unwrap_err();
    assert_eq!([plain, counted, optional].map(|breaker| breaker.state()), [BreakerState::Open; 3]);
}

/// A body that has `&mut self` leaves no reference to what `self` holds, so the call keeps a clone.
#[test]
fn a_function_with_mut_self_clones_what_it_uses() {
    struct Client {
        retries: Retrier,
        breaker: Option<Arc<CircuitBreaker>>,
        attempts: u32,
    }

    impl Client {
        #[retry(blocking, policy = POLICY, breaker = self.breaker)]
        fn fetch(&mut self) -> io::Result<()> {
            self.attempts += 1;
            refused()
        }

        #[retry(blocking, with = self.retries)]
        fn fetch_with(&mut self) -> io::Result<()> {
            self.attempts += 1;
            refused()
        }
    }

    let (breaker, retries) = (new_breaker(), Retrier::new(POLICY.with_attempts(3)));
    let mut client = Client { retries, breaker: Some(Arc::clone(&breaker)), attempts: 0 };
    client.fetch().unwrap_err();
    assert_eq!((client.attempts, breaker.state()), (2, BreakerState::Open));
    client.attempts = 0;
    client.fetch_with().unwrap_err();
    assert_eq!(client.attempts, 3);
}
