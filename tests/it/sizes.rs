//! The size of an annotated function's future is at most that of the bare one and a bound. The timer is in a box, and a
//! policy of constants is a `static`, so neither counts.

#![cfg(target_pointer_width = "64")]

use crate::common::Failure;
use retry_core::{CircuitBreaker, Retrier, RetryBudget, RetryPolicy, retry};
use std::time::Duration;

/// Stamps a function bare and annotated, and gives the sizes of the two futures.
macro_rules! sizes {
    ([$($option:tt)*] $name:literal, ($($arg:expr),*) $($function:tt)*) => {{
        let bare = {
            #[allow(clippy::unused_async)] // the function under test
            $($function)*
            size_of_val(&read($($arg),*))
        };
        let annotated = {
            #[retry($($option)*)]
            $($function)*
            size_of_val(&read($($arg),*))
        };
        println!("{:34} bare {bare:4}  annotated {annotated:4}  more {:4}", $name, annotated - bare);
        annotated - bare
    }};
}

struct Client {
    calls: u32,
    policy: RetryPolicy,
}

/// A future of a byte or two.
async fn work() {
    std::future::ready(()).await;
}

/// A future that can fail.
async fn fallible() -> Result<(), Failure> {
    std::future::ready(Ok(())).await
}

#[test]
fn futures_stay_small() {
    let more = sizes!([] "ready body", () async fn read() -> Result<u32, Failure> { Ok(1) });
    assert!(more <= 32, "{more}");
    let more = sizes!([] "one await", () async fn read() -> Result<u32, Failure> { work().await; Ok(1) });
    assert!(more <= 32, "{more}");
    let more = sizes!([] "three owned arguments", (String::new(), Vec::new(), 1)
    async fn read(text: String, list: Vec<u8>, more: u64) -> Result<u64, Failure> {
        work().await;
        Ok(text.len() as u64 + list.len() as u64 + more)
    });
    assert!(more <= 32, "{more}");
    let more = sizes!([] "two awaits, a 256-byte buffer", ()
    async fn read() -> Result<u8, Failure> {
        let mut buffer = [0_u8; 256];
        work().await;
        buffer[0] += 1;
        work().await;
        Ok(buffer[255] + buffer[0])
    });
    assert!(more <= 32, "{more}");
    let more = sizes!([] "a 256-byte value", ()
    async fn read() -> Result<[u8; 256], Failure> {
        work().await;
        Ok([0; 256])
    });
    assert!(more <= 32, "{more}");
    let more = sizes!([attempts = 3, base = "1s", jitter = "equal"] "options", ()
        async fn read() -> Result<u32, Failure> { work().await; Ok(1) });
    assert!(more <= 32, "{more}");
    // A body that may be left early is a future of its own, which borrows the arguments and the call.
    let more = sizes!([] "question mark", () async fn read() -> Result<u32, Failure> { fallible().await?; Ok(1) });
    assert!(more <= 40, "{more}");
    let more = sizes!([] "question mark, three owned arguments", (String::new(), Vec::new(), 1)
    async fn read(text: String, list: Vec<u8>, more: u64) -> Result<u64, Failure> {
        fallible().await?;
        Ok(text.len() as u64 + list.len() as u64 + more)
    });
    assert!(more <= 64, "{more}");
    // A unique borrow of a target that is only read takes one pointer too.
    let more = sizes!([] "question mark, a `&mut` that is read", (&mut (1, 2, String::new()))
    async fn read(values: &mut (u32, u32, String)) -> Result<u32, Failure> {
        fallible().await?;
        Ok(values.0 + values.1 + values.2.len() as u32)
    });
    assert!(more <= 40, "{more}");
    let more = sizes!([] "question mark, a `&mut` that is not used", (&mut 1)
    async fn read(_value: &mut u32) -> Result<u32, Failure> { fallible().await?; Ok(1) });
    assert!(more <= 40, "{more}");
    let more = sizes!([context = _attempt, on_retry = |_| {}] "context and hook", ()
        async fn read() -> Result<u32, Failure> { work().await; Ok(1) });
    assert!(more <= 80, "{more}");
    let more = sizes!([sleep = tokio::time::sleep] "tokio's sleep, not boxed", ()
        async fn read() -> Result<u32, Failure> { work().await; Ok(1) });
    // The timer is larger if tokio has several kinds of runtime.
    assert!(more <= size_of::<tokio::time::Sleep>() + 32, "{more}");
    let more = sizes!([timeout = "5s", timed_out = |_| Failure::Busy(0)] "timeout", ()
        async fn read() -> Result<u32, Failure> { work().await; Ok(1) });
    assert!(more <= size_of::<tokio::time::Sleep>() + 61, "{more}");
}

impl Client {
    async fn bare(&self) -> Result<u32, Failure> {
        work().await;
        Ok(self.calls)
    }

    #[retry]
    async fn annotated(&self) -> Result<u32, Failure> {
        work().await;
        Ok(self.calls)
    }

    #[retry(policy = self.policy)]
    async fn with_policy(&self) -> Result<u32, Failure> {
        work().await;
        Ok(self.calls)
    }
}

#[test]
fn methods_stay_small() {
    let client = Client { calls: 0, policy: RetryPolicy::default() };
    let bare = size_of_val(&client.bare());
    for (name, annotated, limit) in [
        ("&self", size_of_val(&client.annotated()), 24),
        ("&self and a policy by value", size_of_val(&client.with_policy()), 208),
    ] {
        println!("{name:34} bare {bare:4}  annotated {annotated:4}  more {:4}", annotated - bare);
        assert!(annotated - bare <= limit, "{name}: {}", annotated - bare);
    }
}

/// The function that `benches/` measures: two arguments, one await.
#[test]
fn a_future_is_at_most_24_bytes_larger_and_only_what_an_option_holds_adds_to_it() {
    async fn bare(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    #[retry]
    async fn annotated(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    #[retry(base = "1s", cap = "1min", factor = 3, attempts = 9, jitter = "equal", until = |n| *n > 0)]
    async fn with_options(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    // The token of the retry, during the wait.
    #[retry(budget = BUDGET)]
    async fn with_budget(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    // The permit of the attempt, the last outcome of the operation, and the state of the attempt's future.
    #[retry(breaker = PAYMENTS, breaker_open = |_| Failure::Busy(0))]
    async fn with_breaker(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    // A retrier may have a timeout, so the future has room for its timer and its error. The retrier itself is borrowed.
    #[retry(with = RETRIES, breaker = None, timed_out = |_| Failure::Busy(0))]
    async fn with_retrier(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    #[retry(policy = RETRIES.policy(), timeout = limit(), timed_out = |_| Failure::Busy(0), budget = BUDGET, on_retry = |_| {})]
    async fn apart(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    #[retry(with = RETRIES, timeout = None, breaker = None)]
    async fn without_timeout(client: &Client, cents: u32) -> Result<u32, Failure> {
        std::future::ready(()).await;
        Ok(client.calls + cents)
    }
    fn limit() -> Duration {
        Duration::from_secs(5)
    }
    static BUDGET: RetryBudget = RetryBudget::new(10, 0.1);
    static PAYMENTS: CircuitBreaker = CircuitBreaker::builder().build_const();
    static RETRIES: Retrier = Retrier::new(RetryPolicy::builder().build_const());
    let client = Client { calls: 0, policy: RetryPolicy::default() };
    assert!(size_of_val(&annotated(&client, 1)) <= size_of_val(&bare(&client, 1)) + 24);
    assert_eq!(size_of_val(&with_options(&client, 1)), size_of_val(&annotated(&client, 1)));
    assert!(size_of_val(&with_budget(&client, 1)) <= size_of_val(&annotated(&client, 1)) + 8);
    let more = size_of_val(&with_breaker(&client, 1)) - size_of_val(&with_budget(&client, 1));
    assert!(more <= 16, "{more}");
    assert!(size_of_val(&with_retrier(&client, 1)) <= size_of_val(&apart(&client, 1)));
    let more = size_of_val(&without_timeout(&client, 1)) - size_of_val(&annotated(&client, 1));
    assert!(more <= 48, "{more}");
}
