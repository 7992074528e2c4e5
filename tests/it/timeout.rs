//! `timeout`: an attempt that takes too long is dropped at once, and its error is judged.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::future::pending;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use crate::common::{call, calls, ms, pass, send};
use retry_core::{GiveUpEvent, GiveUpReason, RetryEvent, RetryPolicy, TimedOut, retry};
use tokio::time::{Instant, sleep};

#[derive(Clone, Debug, PartialEq)]
enum FetchError {
    Slow(Duration),
    Broken,
}

impl From<TimedOut> for FetchError {
    fn from(error: TimedOut) -> Self {
        Self::Slow(error.after())
    }
}

impl FetchError {
    fn is_slow(&self) -> bool {
        matches!(self, Self::Slow(_))
    }
}

/// Notes when it is dropped.
struct Guard<'l>(Instant, &'l RefCell<Vec<Duration>>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn a_running_attempt_is_dropped_at_its_timeout() {
    #[retry(base = "1s", jitter = "none", attempts = 3, timeout = "300ms", transient = FetchError::is_slow)]
    async fn fetch(began: Instant, dropped: &RefCell<Vec<Duration>>) -> Result<(), FetchError> {
        call();
        let _guard = Guard(began, dropped);
        pending().await
    }
    let dropped = RefCell::default();
    assert_eq!(fetch(Instant::now(), &dropped).await, Err(FetchError::Slow(ms(300))));
    assert_eq!(calls(), 3);
    // Three attempts of 0.3 s, between them waits of 1 and 2 s.
    assert_eq!(dropped.into_inner(), [300, 1_600, 3_900].map(ms));
}

/// What runs before that cannot be interrupted, and needs no timer.
#[tokio::test(start_paused = true)]
async fn the_time_of_an_attempt_begins_when_it_first_waits() {
    #[retry(attempts = 1, timeout = "300ms", transient = FetchError::is_slow)]
    async fn fetch() -> Result<(), FetchError> {
        pass(ms(200));
        pending().await
    }
    let began = Instant::now();
    assert_eq!(fetch().await, Err(FetchError::Slow(ms(300))));
    assert_eq!(began.elapsed(), ms(500));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_has_no_more_than_what_is_left_before_the_deadline() {
    #[retry(
        base = "100ms",
        jitter = "none",
        deadline = "1s",
        timeout = "400ms",
        transient = FetchError::is_slow,
        on_give_up = |event| end.set(Some((event.reason, event.elapsed)))
    )]
    async fn fetch(end: &Cell<Option<(GiveUpReason, Duration)>>, began: Instant) -> Result<(), FetchError> {
        ATTEMPTS.with_borrow_mut(|attempts| attempts.push(began.elapsed()));
        pending().await
    }
    thread_local! {
        static ATTEMPTS: RefCell<Vec<Duration>> = const { RefCell::new(Vec::new()) };
    }
    let end = Cell::default();
    // 0 to 0.4 s, 0.5 to 0.9 s, and then a wait of 0.2 s would end past the deadline.
    assert_eq!(fetch(&end, Instant::now()).await, Err(FetchError::Slow(ms(400))));
    assert_eq!(ATTEMPTS.take(), [0, 500].map(ms));
    assert_eq!(end.get(), Some((GiveUpReason::Deadline, ms(900))));
}

/// The same through every front end whose attempts can be dropped.
#[tokio::test(start_paused = true)]
async fn the_last_attempt_is_cut_short_by_the_deadline() {
    fn policy() -> RetryPolicy {
        RetryPolicy::builder().base(ms(700)).jitter(retry_core::Jitter::None).deadline(ms(1_200)).build().unwrap()
    }
    #[retry(policy = policy(), timeout = "400ms", transient = FetchError::is_slow)]
    async fn fetch() -> Result<(), FetchError> {
        call();
        pending().await
    }
    let closure = || {
        call();
        pending::<Result<(), FetchError>>()
    };
    // 0 to 0.4 s, and from 1.1 s on there is 0.1 s left.
    let expected = (Err(FetchError::Slow(ms(100))), 2, ms(1_200));
    let began = Instant::now();
    assert_eq!((fetch().await, calls(), began.elapsed()), expected);
    let began = Instant::now();
    let retry = policy().retry(closure).transient(FetchError::is_slow).timeout(ms(400)).await;
    assert_eq!((retry, calls(), began.elapsed()), expected);
    let began = Instant::now();
    let lending = policy().retry_async_closure(async || closure().await).transient(FetchError::is_slow);
    assert_eq!((lending.timeout(ms(400)).run().await, calls(), began.elapsed()), expected);
}

#[tokio::test(start_paused = true)]
async fn an_attempt_within_its_timeout_is_left_alone() {
    #[retry(attempts = 2, timeout = "300ms", transient = |_| true)]
    async fn fetch(takes: Duration) -> Result<u32, FetchError> {
        sleep(takes).await;
        Ok(call())
    }
    assert_eq!(fetch(ms(299)).await, Ok(1));
    // The attempt is polled once more when its time is over, and an answer that is ready then counts.
    assert_eq!(fetch(ms(300)).await, Ok(2));
    assert_eq!(fetch(ms(301)).await, Err(FetchError::Slow(ms(300))));
    assert_eq!(fetch(Duration::ZERO).await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn a_timeout_is_judged_like_any_other_error() {
    #[retry(timeout = "300ms", transient = |error| !error.is_slow())]
    async fn permanent() -> Result<(), FetchError> {
        call();
        pending().await
    }
    #[retry(base = "1ms", timeout = "300ms", transient = FetchError::is_slow)]
    async fn in_turns() -> Result<u32, FetchError> {
        match call() {
            1 => pending().await,
            call => Err(FetchError::Broken).or(Ok(call)),
        }
    }
    #[retry(base = "1ms", timeout = "300ms", transient = FetchError::is_slow)]
    async fn then_broken() -> Result<u32, FetchError> {
        if call() == 1 { pending().await } else { Err(FetchError::Broken) }
    }
    assert_eq!((permanent().await, calls()), (Err(FetchError::Slow(ms(300))), 1));
    assert_eq!((in_turns().await, calls()), (Ok(2), 2));
    assert_eq!((then_broken().await, calls()), (Err(FetchError::Broken), 2));
}

#[tokio::test(start_paused = true)]
async fn io_errors_and_boxed_errors_tell_of_a_timeout() {
    // An `io::Error` of the kind `TimedOut` is transient.
    #[retry(base = "1ms", attempts = 3, timeout = "300ms")]
    async fn io() -> io::Result<()> {
        call();
        pending().await
    }
    #[retry(base = "1ms", attempts = 2, timeout = "300ms", transient = |error| error.is::<TimedOut>())]
    async fn boxed() -> Result<(), Box<dyn Error + Send + Sync>> {
        call();
        pending().await
    }
    #[retry(base = "1ms", attempts = 2, timeout = "300ms", transient = |error| error.is::<TimedOut>())]
    async fn not_send() -> Result<(), Box<dyn Error>> {
        call();
        pending().await
    }
    let error = io().await.unwrap_err();
    assert_eq!((error.kind(), calls()), (io::ErrorKind::TimedOut, 3));
    assert_eq!(error.to_string(), "the attempt timed out after 300ms");
    let error = send(boxed()).await.unwrap_err();
    assert_eq!((error.downcast_ref(), calls()), (Some(&TimedOut::new(ms(300))), 2));
    let error = not_send().await.unwrap_err();
    assert_eq!((error.downcast_ref(), calls()), (Some(&TimedOut::new(ms(300))), 2));
}

struct Client {
    timeout: Duration,
    policy: RetryPolicy,
    calls: u32,
}

impl Client {
    #[retry(timeout = self.timeout, attempts = 2, base = "1ms", transient = |_| true)]
    async fn literal(&mut self) -> Result<(), FetchError> {
        self.count();
        pending().await
    }

    #[retry(timeout = self.timeout / 2, policy = self.policy, transient = |_| true)]
    async fn with_policy(&mut self) -> Result<(), FetchError> {
        self.count();
        pending().await
    }

    #[retry(timeout = limit.min(self.timeout), policy = &self.policy, transient = |_| true)]
    async fn of_an_argument(&self, limit: Duration) -> Result<(), FetchError> {
        pending().await
    }

    fn count(&mut self) {
        self.calls += 1;
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_may_be_known_at_run_time_only() {
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    let mut client = Client { timeout: ms(700), policy, calls: 0 };
    assert_eq!(send(client.literal()).await, Err(FetchError::Slow(ms(700))));
    assert_eq!(send(client.with_policy()).await, Err(FetchError::Slow(ms(350))));
    assert_eq!(send(client.of_an_argument(ms(20))).await, Err(FetchError::Slow(ms(20))));
    assert_eq!(client.calls, 2 + 3);
}

#[tokio::test(start_paused = true)]
async fn no_attempt_begins_without_time() {
    // The wait would end exactly at the deadline.
    #[retry(base = "1s", jitter = "none", deadline = "1s", timeout = "500ms", transient = |_| true)]
    async fn fetch() -> Result<u32, FetchError> {
        call();
        Err(FetchError::Broken)
    }
    let began = Instant::now();
    assert_eq!((fetch().await, calls()), (Err(FetchError::Broken), 1));
    assert_eq!(began.elapsed(), Duration::ZERO, "nor is such a wait begun");
}

/// The first attempt of a call is always polled.
#[tokio::test(start_paused = true)]
async fn with_a_timeout_of_no_time_an_attempt_is_polled_once() {
    let began = Instant::now();
    let closure = RetryPolicy::default().retry(pending::<Result<(), FetchError>>).timeout(Duration::ZERO);
    assert_eq!(closure.transient(|_| false).await, Err(FetchError::Slow(Duration::ZERO)));
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn the_longest_timeout_never_ends_an_attempt() {
    #[retry(timeout = Duration::MAX, transient = |_| true)]
    async fn fetch() -> Result<u32, FetchError> {
        sleep(Duration::from_secs(1_000_000)).await;
        Ok(call())
    }
    assert_eq!(fetch().await, Ok(1));
    let policy = RetryPolicy::builder().deadline(Duration::MAX).build().unwrap();
    assert_eq!(policy.retry(fetch).timeout(Duration::MAX).transient(|_| true).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn hooks_are_told_of_a_timeout() {
    #[retry(
        base = "1s",
        jitter = "none",
        attempts = 2,
        timeout = "300ms",
        on_retry = |event: &RetryEvent<'_, io::Error>| lines.borrow_mut().push(event.to_string()),
        on_give_up = |event: &GiveUpEvent<'_, io::Error>| lines.borrow_mut().push(event.to_string()),
        name = "fetch"
    )]
    async fn fetch(lines: &RefCell<Vec<String>>) -> io::Result<()> {
        pending().await
    }
    let lines = RefCell::default();
    fetch(&lines).await.unwrap_err();
    assert_eq!(
        lines.into_inner(),
        [
            "fetch: attempt 1 failed: the attempt timed out after 300ms; next in 1s (backoff)",
            "fetch: gave up after attempt 2 and 1.6s: the attempts are spent: the attempt timed out after 300ms"
        ]
    );
}

thread_local! {
    /// A value that the running attempt holds.
    static RUNNING: Rc<()> = Rc::new(());
}

fn running() -> usize {
    RUNNING.with(Rc::strong_count) - 1
}

/// An error that notes whether the attempt had been dropped when the error was made.
#[derive(Debug, PartialEq)]
struct Gone(bool);

impl From<TimedOut> for Gone {
    fn from(_: TimedOut) -> Self {
        Self(running() == 0)
    }
}

/// The attempt is dropped before its error is made, as after an `.await`, through every front end.
#[tokio::test(start_paused = true)]
async fn an_attempt_is_gone_before_its_error_is_made() {
    async fn attempt() -> Result<(), Gone> {
        let _running = RUNNING.with(Rc::clone);
        sleep(ms(1)).await;
        assert_eq!(running(), 1);
        pending().await
    }
    #[retry(timeout = "300ms", transient = |_| false)]
    async fn fetch() -> Result<(), Gone> {
        attempt().await
    }
    let policy = RetryPolicy::default();
    assert_eq!(fetch().await, Err(Gone(true)));
    let lending = policy.retry_async_closure(async || attempt().await).transient(|_| false);
    assert_eq!(lending.timeout(ms(300)).run().await, Err(Gone(true)));
    assert_eq!(policy.retry(attempt).transient(|_| false).timeout(ms(300)).await, Err(Gone(true)));
}
