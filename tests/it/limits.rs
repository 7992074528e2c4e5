//! The limits as keys of the attribute, on every shape of function it takes.

use std::cell::RefCell;
use std::pin::Pin;
use std::sync::Mutex;
use std::time::Duration;

use crate::common::{Failure, always_busy, calls, ms, pass, send};
use retry_core::testing::Scope;
use retry_core::{GiveUpEvent, GiveUpReason, retry};
use tokio::time::Instant;

type Ends = Mutex<Vec<(GiveUpReason, u32, Duration)>>;

fn note(ends: &Ends, event: &GiveUpEvent<'_, Failure>) {
    ends.lock().unwrap().push((event.reason, event.attempt, event.elapsed));
}

#[async_trait::async_trait]
trait Read {
    async fn read(&self, ends: &Ends) -> Result<u32, Failure>;
}

struct Disk;

#[async_trait::async_trait]
impl Read for Disk {
    #[retry(base = "200ms", jitter = "none", deadline = "1s", on_give_up = |event| note(ends, event))]
    async fn read(&self, ends: &Ends) -> Result<u32, Failure> {
        always_busy()
    }
}

#[tokio::test(start_paused = true)]
async fn a_deadline_of_a_second_allows_three_calls() {
    #[retry(base = "200ms", jitter = "none", deadline = "1s", on_give_up = |event| note(ends, event))]
    async fn function(ends: &Ends) -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(base = "200ms", jitter = "none", deadline = "1s", on_give_up = |event| note(ends, event))]
    fn boxed(ends: &Ends) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send + '_>> {
        Box::pin(async move { always_busy() })
    }
    #[retry(blocking, base = "200ms", jitter = "none", deadline = "1s", sleep = pass, on_give_up = |event| note(ends, event))]
    fn blocking(ends: &Ends) -> Result<u32, Failure> {
        always_busy()
    }
    let ends = Ends::default();
    // At 0, 0.2 and 0.6 s: the wait of 0.8 s is not begun.
    assert_eq!((send(function(&ends)).await, calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((send(boxed(&ends)).await, calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((send(Disk.read(&ends)).await, calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((blocking(&ends), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!(ends.into_inner().unwrap(), [(GiveUpReason::Deadline, 3, ms(600)); 4]);
}

/// The time of each call begins with its first poll, and not when its future is made.
#[tokio::test(start_paused = true)]
async fn a_deadline_counts_from_the_first_poll() {
    #[retry(base = "200ms", jitter = "none", deadline = "1s")]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    let call = read();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let began = Instant::now();
    call.await.unwrap_err();
    assert_eq!((calls(), began.elapsed()), (3, ms(600)));
    read().await.unwrap_err();
    assert_eq!(calls(), 3);
}

#[tokio::test(start_paused = true)]
async fn unlimited_attempts_end_at_the_deadline() {
    #[retry(base = "1s", backoff = "constant", jitter = "none", attempts = unlimited, deadline = "1h", context = attempt)]
    async fn read() -> Result<u32, Failure> {
        assert!(!attempt.is_last, "more may always follow");
        always_busy()
    }
    let began = Instant::now();
    read().await.unwrap_err();
    assert_eq!((calls(), began.elapsed()), (3_601, Duration::from_secs(3_600)));
    // The number of failures does not matter, because nothing is kept of them.
    let scope = Scope::new();
    scope.run(read()).await.unwrap_err();
    assert_eq!((calls(), scope.trace().calls()[0].attempts()), (3_601, 3_601));
}

#[tokio::test(start_paused = true)]
async fn unlimited_attempts_with_every_jitter_end() {
    macro_rules! ends {
        ($($jitter:literal),*) => {$({
            #[retry(base = "100ms", cap = "5s", jitter = $jitter, attempts = unlimited, deadline = "10min")]
            async fn read() -> Result<u32, Failure> {
                always_busy()
            }
            let began = Instant::now();
            read().await.unwrap_err();
            assert!(calls() > 100, $jitter);
            let left = Duration::from_secs(600).checked_sub(began.elapsed());
            assert!(left.is_some_and(|left| left <= Duration::from_secs(5)), "{left:?}");
        })*};
    }
    ends!("full", "equal", "decorrelated", "none");
}

/// Each condition gets the value of its own attempt, in the order of the attempts.
#[tokio::test(start_paused = true)]
async fn until_sees_every_value_once() {
    #[retry(
        jitter = "none",
        attempts = 4,
        until = |text| { seen.borrow_mut().push(text.clone()); text.len() >= wanted },
        on_retry = |event| assert_eq!(event.failure.to_string(), "the value was not accepted")
    )]
    async fn grow(text: &mut String, seen: &RefCell<Vec<String>>, wanted: usize) -> Result<String, Failure> {
        text.push('x');
        Ok(text.clone())
    }
    let seen = RefCell::default();
    assert_eq!(grow(&mut String::new(), &seen, 3).await.as_deref(), Ok("xxx"));
    assert_eq!(seen.take(), ["x", "xx", "xxx"]);
    assert_eq!(grow(&mut String::new(), &seen, 9).await.as_deref(), Ok("xxxx"), "the last one, though not accepted");
    assert_eq!(seen.take(), ["x", "xx", "xxx", "xxxx"]);
}
