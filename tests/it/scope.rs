//! `testing::Scope`: what it decides, what it records, and that calls outside of it do not change.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::common::{Failure, always_busy, call, calls, ms, no_sleep, poll_once, seeded, third_time};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _};
use retry_core::testing::{End, Scope, Trace};
use retry_core::{DelaySource, GiveUpReason, Jitter, RetryPolicy, Verdict, retry};
use tokio::time::Instant;

#[retry(base = "1min", cap = "1h", attempts = 4, name = "busy")]
async fn busy() -> Result<u32, Failure> {
    always_busy()
}

#[retry(base = "1min", cap = "1h", attempts = 4, name = "recovering")]
async fn recovering() -> Result<u32, Failure> {
    third_time()
}

#[retry(blocking, base = "1min", cap = "1h", attempts = 4, name = "blocking")]
fn blocking() -> Result<u32, Failure> {
    always_busy()
}

/// The core of any runtime: it polls a future, and waits until it is woken.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

fn delays(trace: &Trace) -> Vec<Duration> {
    trace.calls().iter().flat_map(|call| call.waits().iter().map(|wait| wait.delay)).collect()
}

#[test]
fn it_needs_no_runtime() {
    let scope = Scope::new();
    assert_eq!(block_on(scope.run(busy())), Err(Failure::Busy(4)));
    calls();
    assert_eq!(block_on(scope.run(recovering())), Ok(3));
    assert_eq!(scope.run_blocking(blocking), Err(Failure::Busy(7)));
    let ends: Vec<_> = scope.trace().calls().iter().map(|call| (call.name(), call.attempts(), call.end())).collect();
    let spent = Some(End::GaveUp(GiveUpReason::Attempts));
    assert_eq!(ends, [("busy", 4, spent), ("recovering", 3, Some(End::Success)), ("blocking", 4, spent)]);
}

#[tokio::test]
async fn it_works_on_tokio() {
    let scope = Scope::new();
    assert_eq!(scope.run(busy()).await, Err(Failure::Busy(4)));
    let spawned = tokio::spawn(scope.run(busy())).await.unwrap();
    assert_eq!(spawned, Err(Failure::Busy(8)));
    assert_eq!(scope.trace().calls().len(), 2);
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    let run = |seed| {
        let scope = Scope::new().seed(seed);
        block_on(scope.run(async {
            busy().await.unwrap_err();
            calls();
            recovering().await.unwrap();
        }));
        scope.run_blocking(blocking).unwrap_err();
        scope.trace()
    };
    assert_eq!(run(7), run(7));
    assert_eq!(run(7).to_string(), run(7).to_string());
    assert_ne!(delays(&run(7)), delays(&run(8)));
    assert_eq!(delays(&run(u64::MAX)).len(), 3 + 2 + 3, "the seeds go on at zero");
    // Each call has a random source of its own, so calls do not disturb each other.
    let policy = RetryPolicy::builder().base(ms(60_000)).cap(ms(3_600_000)).attempts(4).build().unwrap();
    let each = |seed| policy.delays(Xoshiro256PlusPlus::seed_from_u64(seed));
    assert_eq!(delays(&run(7)), each(7).chain(each(8).take(2)).chain(each(9)).collect::<Vec<_>>());
}

/// In a scope neither `rng` nor `sleep` is used.
#[test]
fn it_overrides_what_the_call_names() {
    #[retry(attempts = 3, rng = crate::common::NoDraw, sleep = no_sleep)]
    async fn explicit() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, attempts = 3, rng = crate::common::NoDraw, sleep = |_| unreachable!())]
    fn blocking() -> Result<u32, Failure> {
        always_busy()
    }
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    for seed in [1, 2] {
        let scope = Scope::new().seed(seed);
        block_on(scope.run(explicit())).unwrap_err();
        scope.run_blocking(blocking).unwrap_err();
        let closure = policy.retry_blocking(always_busy).rng(crate::common::NoDraw);
        scope.run_blocking(|| closure.run_with_sleep(|_| unreachable!())).unwrap_err();
        let each = |seed| policy.delays(Xoshiro256PlusPlus::seed_from_u64(seed));
        assert_eq!(delays(&scope.trace()), each(seed).chain(each(seed + 1)).chain(each(seed + 2)).collect::<Vec<_>>());
    }
}

#[test]
fn the_source_that_a_call_names_is_left_as_it_was() {
    #[retry(attempts = 3, rng = &mut *rng)]
    async fn read(rng: &mut Xoshiro256PlusPlus) -> Result<u32, Failure> {
        always_busy()
    }
    let mut rng = seeded();
    block_on(Scope::new().run(read(&mut rng))).unwrap_err();
    assert_eq!(rng.next_u64(), seeded().next_u64());
}

#[test]
fn attempts_can_be_limited() {
    #[retry(attempts = 3, context = attempt)]
    async fn read(seen: &RefCell<Vec<(u32, bool)>>) -> Result<u32, Failure> {
        seen.borrow_mut().push((attempt.number, attempt.is_last));
        always_busy()
    }
    let run = |most| {
        let (scope, seen) = (Scope::new().max_attempts(most), RefCell::default());
        block_on(scope.run(read(&seen))).unwrap_err();
        assert_eq!(scope.trace().calls()[0].end(), Some(End::GaveUp(GiveUpReason::Attempts)));
        seen.into_inner()
    };
    assert_eq!(run(1), [(1, true)]);
    assert_eq!(run(0), [(1, true)], "0 counts as 1");
    assert_eq!(run(2), [(1, false), (2, true)]);
    assert_eq!(run(9), [(1, false), (2, false), (3, true)], "not more than the policy's");
}

#[test]
fn success_at_the_first_attempt_leaves_no_trace() {
    #[retry]
    async fn read() -> Result<u32, Failure> {
        Ok(call())
    }
    let scope = Scope::new();
    assert_eq!(block_on(scope.run(read())), Ok(1));
    assert_eq!(scope.trace(), Trace::default());
    assert_eq!(scope.trace().to_string(), "");
}

#[test]
fn a_trace_says_where_each_delay_came_from() {
    #[retry(jitter = "none", attempts = 3, name = "read", transient = hint)]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    fn hint(error: &Failure) -> Verdict {
        if *error == Failure::Busy(1) { Verdict::RetryAfter(ms(20_000)) } else { Verdict::Transient }
    }
    let scope = Scope::new();
    block_on(scope.run(read())).unwrap_err();
    let trace = scope.trace();
    let [hinted, backoff] = trace.calls()[0].waits() else { panic!("{trace}") };
    assert_eq!((hinted.source, backoff.source), (DelaySource::RetryAfter, DelaySource::Backoff));
    assert!((ms(20_000)..=ms(22_000)).contains(&hinted.delay));
    assert_eq!(backoff.delay, ms(1_000));
}

/// Skipped waits count for the deadline.
#[test]
fn deadlines_and_elapsed_times_are_those_of_the_skipped_waits() {
    #[retry(backoff = ["10min"], jitter = "none", deadline = "65min", attempts = unlimited, context = attempt)]
    async fn read(elapsed: &RefCell<Vec<u64>>) -> Result<u32, Failure> {
        elapsed.borrow_mut().push(attempt.elapsed.as_secs());
        always_busy()
    }
    let scope = Scope::new();
    let elapsed = RefCell::default();
    block_on(scope.run(read(&elapsed))).unwrap_err();
    assert_eq!(elapsed.take(), [0, 600, 1_200, 1_800, 2_400, 3_000, 3_600]);
    assert_eq!(scope.trace().calls()[0].end(), Some(End::GaveUp(GiveUpReason::Deadline)));
    // A second call has a deadline of its own.
    block_on(scope.run(read(&elapsed))).unwrap_err();
    assert_eq!(elapsed.take().len(), 7);
}

#[tokio::test(start_paused = true)]
async fn waits_can_be_real() {
    let scope = Scope::new().with_real_waits().seed(3);
    let began = Instant::now();
    scope.run(busy()).await.unwrap_err();
    let waited: Duration = delays(&scope.trace()).iter().sum();
    assert!((waited..=waited + ms(3)).contains(&began.elapsed()));
    let skipping = Scope::new().seed(3);
    let began = Instant::now();
    skipping.run(busy()).await.unwrap_err();
    assert_eq!(began.elapsed(), Duration::ZERO);
    assert_eq!(skipping.trace(), scope.trace());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_noticed_outside() {
    #[retry(base = "1min", cap = "1min", jitter = "none", attempts = 2)]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    let scope = Scope::new().max_attempts(1);
    // Outside of the scope: before it, between two polls, and after it.
    let outside = async || {
        let began = Instant::now();
        read().await.unwrap_err();
        assert_eq!((calls(), began.elapsed()), (2, ms(60_000)));
    };
    outside().await;
    {
        let mut inside = pin!(scope.run(async {
            read().await.unwrap_err();
            pending::<()>().await;
        }));
        assert!(poll_once(inside.as_mut()).is_pending());
        assert_eq!(calls(), 1);
        outside().await;
        assert!(poll_once(inside.as_mut()).is_pending());
    }
    outside().await;
    assert_eq!(scope.trace().calls().len(), 1);
}

#[test]
fn the_innermost_scope_holds() {
    let (outer, inner) = (Scope::new(), Scope::new().max_attempts(2));
    block_on(outer.run(async {
        busy().await.unwrap_err();
        inner.run(busy()).await.unwrap_err();
        inner.run_blocking(|| outer.run_blocking(blocking)).unwrap_err();
        busy().await.unwrap_err();
    }));
    let attempts = |scope: &Scope| scope.trace().calls().iter().map(|call| call.attempts()).collect::<Vec<_>>();
    assert_eq!((attempts(&outer), attempts(&inner)), (vec![4, 4, 4], vec![2]));
    assert_eq!(calls(), 4 + 2 + 4 + 4);
}

/// A call within the attempt of another call has a scope of its own, and the outer call goes on in its scope.
#[test]
fn scopes_within_attempts() {
    thread_local! {
        static INNER: Cell<Option<Scope>> = const { Cell::new(None) };
    }
    #[retry(attempts = 2, name = "outer")]
    async fn nested() -> Result<u32, Failure> {
        let inner = INNER.take().unwrap();
        let outcome = inner.run(busy()).await;
        INNER.set(Some(inner));
        outcome
    }
    let (outer, inner) = (Scope::new(), Scope::new());
    INNER.set(Some(inner.clone()));
    block_on(outer.run(nested())).unwrap_err();
    let names = |scope: &Scope| scope.trace().calls().iter().map(|call| call.name()).collect::<Vec<_>>();
    assert_eq!((names(&outer), names(&inner)), (vec!["outer"], vec!["busy", "busy"]));
}

#[test]
fn a_policy_without_jitter_is_what_it_says() {
    let policy = RetryPolicy::builder().jitter(Jitter::None).attempts(3).build().unwrap();
    let scope = Scope::new();
    let closure = policy.retry(async || always_busy()).name("closure");
    block_on(scope.run(closure.into_future())).unwrap_err();
    let expected = "closure: 3 attempts, waits of 500ms (backoff), 1s (backoff): the attempts are spent\n";
    assert_eq!(scope.trace().to_string(), expected);
}
