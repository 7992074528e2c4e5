//! `testing::Scope` with several calls at the same time: their order if they are interleaved, in parallel or spawned.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::common::{Failure, always_busy, at_once, calls, ms, poll_once, send};
use retry_core::testing::{End, Scope};
use retry_core::{Backoff, GiveUpReason, Jitter, RetryPolicy, Step, retry};
use tokio::time::Instant;

type Log = RefCell<Vec<&'static str>>;

/// Notes each attempt; all of them fail.
async fn noted(name: &'static str, delay: Duration, attempts: u32, log: &Log) {
    let builder = RetryPolicy::builder().backoff(Backoff::Constant).base(delay).jitter(Jitter::None);
    let policy = builder.attempts(attempts).build().unwrap();
    let attempt = async || {
        log.borrow_mut().push(name);
        Err::<(), _>(())
    };
    policy.retry(attempt).transient(|()| true).name(name).await.unwrap_err();
}

/// One wait, between two attempts.
async fn waits(delay: Duration) {
    let policy = RetryPolicy::builder().base(delay).jitter(Jitter::None).attempts(2).build().unwrap();
    policy.retry(async || Err::<(), _>(())).transient(|()| true).await.unwrap_err();
}

#[retry(base = "1s", attempts = 3, name = "busy")]
async fn busy() -> Result<u32, Failure> {
    tokio::task::yield_now().await;
    always_busy()
}

/// The calls in a scope interleave as on a real clock, without taking time.
#[tokio::test(start_paused = true)]
async fn concurrent_calls_go_on_in_the_order_in_which_their_waits_end() {
    let log = Log::default();
    let both = async || {
        tokio::join!(biased; noted("slow", ms(300), 3, &log), noted("fast", ms(130), 5, &log));
        log.take()
    };
    let began = Instant::now();
    let in_scope = Scope::new().run(both()).await;
    assert_eq!(began.elapsed(), Duration::ZERO);
    // At 0, 130, 260, 300, 390, 520, 600.
    assert_eq!(in_scope, ["slow", "fast", "fast", "fast", "slow", "fast", "fast", "slow"]);
    assert_eq!(both().await, in_scope, "as without a scope");
}

/// A zero delay yields to the other calls, as without a scope.
#[tokio::test(start_paused = true)]
async fn calls_that_do_not_wait_take_turns() {
    let log = Log::default();
    let both = async || {
        tokio::join!(biased; noted("one", Duration::ZERO, 3, &log), noted("other", Duration::ZERO, 3, &log));
        log.take()
    };
    let outside = both().await;
    assert_eq!(outside, ["one", "other", "one", "other", "one", "other"]);
    assert_eq!(Scope::new().run(both()).await, outside);
}

/// When a zero delay yields, the other calls can end the call.
#[tokio::test]
async fn a_call_that_never_waits_can_be_dropped() {
    #[retry(base = "0s", attempts = 4294967295)]
    async fn hot() -> Result<u32, Failure> {
        always_busy()
    }
    tokio::select! {
        biased;
        () = async { for _ in 0..3 { tokio::task::yield_now().await } } => {}
        _ = Scope::new().run(hot()) => panic!("it has billions of attempts"),
    }
    assert_eq!(calls(), 3);
}

/// Calls that wait until the same moment go on at the same moment.
#[test]
fn waits_that_end_together() {
    let log = Log::default();
    let all = async {
        tokio::join!(biased; noted("a", ms(100), 3, &log), noted("b", ms(100), 3, &log), noted("c", ms(50), 4, &log));
    };
    at_once(Scope::new().run(all));
    assert_eq!(log.take(), ["a", "b", "c", "c", "a", "b", "c", "c", "a", "b"]);
}

/// The scope's time passes only when everything in the scope waits. An attempt that waits on tokio's clock comes first.
#[tokio::test(start_paused = true)]
async fn elapsed_times_are_the_sum_of_waits_and_attempts() {
    #[retry(base = "1h", cap = "1h", jitter = "none", attempts = 3, on_retry = |event| log.borrow_mut().push(event.elapsed))]
    async fn slow(log: &RefCell<Vec<Duration>>) -> Result<u32, Failure> {
        tokio::time::sleep(ms(1_000)).await;
        always_busy()
    }
    let log = RefCell::default();
    let began = Instant::now();
    Scope::new().run(slow(&log)).await.unwrap_err();
    assert_eq!(began.elapsed(), ms(3_000), "only the attempts take time");
    assert_eq!(log.take(), [1, 3_602].map(Duration::from_secs));
}

#[tokio::test(start_paused = true)]
async fn a_race_is_lost_by_who_waits_for_longer() {
    let log = Log::default();
    let scope = Scope::new();
    let winner = scope
        .run(async {
            tokio::select! {
                () = noted("slow", ms(300), 9, &log) => "slow",
                () = noted("fast", ms(130), 9, &log) => "fast",
            }
        })
        .await;
    assert_eq!(winner, "fast");
    let trace = scope.trace();
    assert_eq!(trace.named("fast").next().unwrap().end(), Some(End::GaveUp(GiveUpReason::Attempts)));
    // 8 × 130 ms: the call was in its fourth wait when it was dropped.
    let slow = trace.named("slow").next().unwrap();
    assert_eq!((slow.waits().len(), slow.end()), (4, None));
    // The dropped wait does not delay the others.
    scope.run(noted("later", ms(10), 2, &log)).await;
    assert_eq!(scope.trace().named("later").count(), 1);
}

#[tokio::test]
async fn interleaved_scopes_do_not_see_each_other() {
    let (one, two, three) = (Scope::new().seed(1), Scope::new().seed(2).max_attempts(2), Scope::new().seed(1));
    let outcomes = tokio::join!(one.run(busy()), two.run(busy()), three.run(busy()));
    assert_eq!((calls(), outcomes.0.is_err()), (3 + 2 + 3, true));
    let attempts = |scope: &Scope| scope.trace().calls().iter().map(|call| call.attempts()).collect::<Vec<_>>();
    assert_eq!([attempts(&one), attempts(&two), attempts(&three)], [vec![3], vec![2], vec![3]]);
    assert_eq!(one.trace(), three.trace());
    assert_ne!(one.trace().calls()[0].waits()[0], two.trace().calls()[0].waits()[0]);
}

#[test]
fn scopes_on_many_threads_do_not_see_each_other() {
    let traces = std::thread::scope(|threads| {
        let run = |seed| {
            move || {
                let scope = Scope::new().seed(seed);
                for _ in 0..100 {
                    at_once(send(scope.run(busy()))).unwrap_err();
                }
                scope.trace()
            }
        };
        let threads: Vec<_> = (0..8).map(|number| threads.spawn(run(number / 2 * 1_000))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    for (number, trace) in traces.iter().enumerate() {
        assert_eq!(trace.calls().len(), 100);
        assert!(trace.calls().iter().all(|call| call.attempts() == 3));
        let same: Vec<_> = (0..8).filter(|other| traces[*other] == *trace).collect();
        assert_eq!(same, [number / 2 * 2, number / 2 * 2 + 1], "the same seed, the same trace");
    }
}

#[tokio::test(start_paused = true)]
async fn a_spawned_task_is_outside_unless_it_is_run_in_the_scope() {
    let scope = Scope::new();
    let began = Instant::now();
    scope.run(async { tokio::spawn(busy()).await.unwrap().unwrap_err() }).await;
    assert_eq!((scope.trace().calls().len(), calls()), (0, 3));
    assert!(began.elapsed() > Duration::ZERO, "it has waited");
    let began = Instant::now();
    let shared = scope.clone();
    scope.run(async { tokio::spawn(shared.run(busy())).await.unwrap().unwrap_err() }).await;
    assert_eq!((scope.trace().calls().len(), calls(), began.elapsed()), (1, 3, Duration::ZERO));
}

/// The tasks share a clock and a trace, on several threads.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn tasks_that_share_a_scope() {
    let scope = Scope::new();
    let tasks: Vec<_> = (0..200).map(|_| tokio::spawn(scope.run(busy()))).collect();
    for task in tasks {
        task.await.unwrap().unwrap_err();
    }
    let trace = scope.trace();
    assert_eq!(trace.calls().len(), 200);
    assert!(trace.calls().iter().all(|call| (call.attempts(), call.end().is_some()) == (3, true)));
    // Each call has another seed. Which one depends on the order of the first failures.
    let mut delays: Vec<_> = trace.calls().iter().map(|call| call.waits()[0].delay).collect();
    delays.sort();
    delays.dedup();
    assert_eq!(delays.len(), 200);
}

/// The clock moves on for the wait of one future. If that future then ends instead of waiting again, the clock still
/// moves on for the other.
#[tokio::test(start_paused = true)]
async fn a_future_whose_turn_comes_when_another_has_ended() {
    for is_dropped in [false, true] {
        let scope = Scope::new();
        let mut other = Box::pin(scope.run(async { tokio::join!(waits(ms(10)), waits(ms(20))) }));
        // This wait moves the clock to 10 ms. The wait below, until 25 ms, moves it to 20 ms.
        assert!(poll_once(other.as_mut()).is_pending());
        let end = async move { assert!(is_dropped || poll_once(other.as_mut()).is_ready()) };
        let both = async { tokio::join!(biased; scope.run(waits(ms(15))), end) };
        tokio::time::timeout(ms(10_000), both).await.expect("the scope's time stands");
    }
}

/// The `Drop` of a waker may run any code, for example if the waker holds a future with a scope of its own.
#[test]
fn wakers_that_look_at_the_scope() {
    struct Curious(Scope);

    impl Wake for Curious {
        fn wake(self: Arc<Self>) {}
    }

    impl Drop for Curious {
        fn drop(&mut self) {
            assert_eq!(self.0.trace().calls().len(), 1);
        }
    }

    let scope = Scope::new();
    {
        let restless = poll_fn(|context| {
            context.waker().wake_by_ref();
            Poll::<()>::Pending
        });
        let mut call = pin!(scope.run(async { tokio::join!(waits(ms(10)), restless) }));
        let once = || Waker::from(Arc::new(Curious(scope.clone())));
        // The first waker is kept, the second one takes its place, and the wait drops the second one.
        assert!(call.as_mut().poll(&mut Context::from_waker(&once())).is_pending());
        assert!(call.as_mut().poll(&mut Context::from_waker(&once())).is_pending());
    }
    assert_eq!(scope.trace().calls()[0].end(), None);
}

/// The waits of a blocking function have to move the clock themselves. Otherwise this test would hang.
#[test]
fn async_calls_below_a_function_that_blocks() {
    let log = Log::default();
    let all = async || {
        let (slow, fast) = (noted("slow", ms(300), 3, &log), noted("fast", ms(130), 5, &log));
        tokio::join!(biased; slow, noted("middle", ms(290), 2, &log), fast);
        log.take()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let in_time = || runtime.block_on(async { tokio::time::timeout(ms(10_000), all()).await });
    let scope = Scope::new();
    // At 0, 130, 260, 290, 300, 390, 520, 600.
    let interleaved = ["slow", "middle", "fast", "fast", "fast", "middle", "slow", "fast", "fast", "slow"];
    assert_eq!(scope.run_blocking(in_time).expect("the scope's time stands"), interleaved);
    // Also within a future that blocks its thread.
    assert_eq!(at_once(scope.run(async { scope.run_blocking(|| at_once(all())) })), interleaved);
    assert_eq!(scope.trace().named("fast").count(), 2);
}

/// A wait that began in a scope may be polled outside of it, where nothing else moves the scope's clock. The wait has
/// to move the clock itself, or this test would hang.
#[tokio::test(start_paused = true)]
async fn a_wait_that_leaves_its_scope() {
    let scope = Scope::new();
    let mut call = Box::pin(busy());
    {
        let mut inside = pin!(scope.run(&mut call));
        while scope.trace().calls().is_empty() {
            assert!(poll_once(inside.as_mut()).is_pending());
        }
    }
    let outside = tokio::time::timeout(ms(10_000), call).await;
    assert_eq!(outside.expect("the scope's time stands"), Err(Failure::Busy(3)));

    let mut call = RetryPolicy::default().start().transient(|_: &()| true);
    let in_a_task = scope.run(async {
        loop {
            match call.next(Err::<(), _>(())) {
                Step::Return(outcome) => return outcome,
                Step::Wait { .. } => {
                    let waited = async move {
                        call.wait().await;
                        call
                    };
                    call = tokio::spawn(waited).await.unwrap();
                }
            }
        }
    });
    let ended = tokio::time::timeout(ms(10_000), in_a_task).await;
    assert_eq!(ended.expect("the scope's time stands"), Err(()));
}

/// While a task waits, another thread may go on in the scope, and the handle of the scope may be dropped.
#[test]
fn a_future_outlives_its_scope() {
    let scope = Scope::new();
    let mut call = pin!(scope.run(busy()));
    drop(scope);
    assert!(poll_once(call.as_mut()).is_pending());
    assert_eq!(at_once(call), Err(Failure::Busy(3)));
}
