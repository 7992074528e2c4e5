//! The behaviour of a call: its attempts, its waits, its error, and what is left after it.

use std::future::Ready;
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::common::{
    Failure, NoDraw, Waits, always_busy, at_once, call, calls, entered, ms, no_sleep, no_wait, poll_once, seeded, send,
};
use rand::Rng;
use retry_core::{RetryPolicy, Verdict, retry};
use tokio::time::Instant;

#[test]
fn transient_errors_use_every_attempt_and_the_drawn_delays() {
    #[retry(base = "10ms", attempts = 3, rng = seeded(), sleep = |delay| waits.sleep(delay))]
    async fn read(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    let waits = Waits::default();
    assert_eq!(at_once(send(read(&waits))), Err(Failure::Busy(3)), "the last error, unchanged");
    assert_eq!(calls(), 3);
    let policy = RetryPolicy::builder().base(ms(10)).attempts(3).build().unwrap();
    assert_eq!(waits.take(), policy.delays(seeded()).collect::<Vec<_>>());
}

#[test]
fn a_permanent_error_returns_at_once() {
    #[retry(attempts = 3, rng = NoDraw, sleep = no_sleep)]
    async fn read() -> Result<u32, Failure> {
        Err(Failure::Broken(call()))
    }
    assert_eq!(at_once(send(read())), Err(Failure::Broken(1)));
    assert_eq!(calls(), 1);
}

#[test]
fn a_permanent_error_ends_a_call_that_was_retried() {
    #[retry(attempts = 5, sleep = no_wait)]
    async fn read() -> Result<u32, Failure> {
        match call() {
            1 => Err(Failure::Busy(1)),
            n => Err(Failure::Broken(n)),
        }
    }
    assert_eq!(at_once(send(read())), Err(Failure::Broken(2)));
    assert_eq!(calls(), 2);
}

#[test]
fn success_neither_sleeps_nor_draws_nor_needs_a_runtime() {
    #[retry(attempts = 3, rng = NoDraw, sleep = no_sleep)]
    async fn injected() -> Result<u32, Failure> {
        Ok(call())
    }
    #[retry]
    async fn plain() -> Result<u32, Failure> {
        Ok(call())
    }
    let without_runtime = |mut call: Pin<&mut dyn Future<Output = _>>| poll_once(call.as_mut());
    assert_eq!(without_runtime(pin!(send(injected()))), Poll::Ready(Ok(1)));
    // A debug build panics at once if there is no timer.
    let _entered = cfg!(debug_assertions).then(entered);
    assert_eq!(without_runtime(pin!(send(plain()))), Poll::Ready(Ok(2)));
}

#[test]
fn one_attempt_is_the_bare_call() {
    #[retry(attempts = 1, rng = NoDraw, sleep = no_sleep)]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    assert_eq!(at_once(read()), Err(Failure::Busy(1)));
}

#[test]
fn nothing_runs_before_the_first_poll() {
    #[retry]
    async fn read() -> Result<u32, Failure> {
        Ok(call())
    }
    drop(read());
    assert_eq!(calls(), 0);
}

#[tokio::test(start_paused = true)]
async fn the_defaults_wait_on_tokios_clock() {
    #[retry(jitter = "none")]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    let began = Instant::now();
    assert_eq!(send(read()).await, Err(Failure::Busy(6)));
    assert_eq!(calls(), 6);
    let waited = began.elapsed();
    assert!(waited >= ms(15_500) && waited < ms(15_600), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn dropping_a_call_while_it_sleeps_ends_it() {
    #[retry(base = "1s", jitter = "none")]
    async fn read() -> Result<u32, Failure> {
        always_busy()
    }
    assert!(tokio::time::timeout(ms(1_500), read()).await.is_err());
    assert_eq!(calls(), 2);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(calls(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_can_be_spawned() {
    #[retry(base = "1s")]
    async fn read(name: String, ok_at: u32) -> Result<String, Failure> {
        tokio::task::yield_now().await;
        match call() {
            n if n < ok_at => Err(Failure::Busy(n)),
            n => Ok(format!("{name}{n}")),
        }
    }
    let read = tokio::spawn(read("call ".to_owned(), 3));
    assert_eq!(read.await.unwrap().unwrap(), "call 3");
}

#[test]
fn question_marks_and_returns_end_the_attempt() {
    #[retry(attempts = 4, sleep = no_wait)]
    async fn read(by: &str) -> Result<u32, Failure> {
        if by == "return" {
            return always_busy();
        }
        let never = always_busy()?;
        Ok(never)
    }
    assert_eq!(at_once(send(read("return"))), Err(Failure::Busy(4)));
    assert_eq!(calls(), 4);
    assert_eq!(at_once(read("?")), Err(Failure::Busy(4)));
    assert_eq!(calls(), 4);
}

#[test]
fn panics_pass_through() {
    #[retry(transient = |_| -> bool { panic!("in the predicate") })]
    async fn judged() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(on_retry = |_| panic!("in the hook"))]
    async fn observed() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry]
    async fn body() -> Result<u32, Failure> {
        panic!("in the body {}", call())
    }
    fn message(future: impl Future<Output = Result<u32, Failure>>) -> String {
        let panic = std::panic::catch_unwind(AssertUnwindSafe(|| at_once(future))).unwrap_err();
        match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(panic) => (*panic.downcast::<&str>().unwrap()).to_owned(),
        }
    }
    assert_eq!(message(judged()), "in the predicate");
    assert_eq!(message(observed()), "in the hook");
    calls();
    assert_eq!(message(body()), "in the body 1");
}

struct Client {
    calls: u32,
    waits: Waits,
}

impl Client {
    #[retry(attempts = 3, jitter = "none", sleep = |delay| self.waits.sleep(delay))]
    async fn read(&mut self, seen: &mut Vec<u32>) -> Result<u32, Failure> {
        self.calls += 1;
        seen.push(self.calls);
        self.step();
        Err(Failure::Busy(self.calls))
    }

    fn step(&mut self) {
        self.calls += 10;
    }
}

#[test]
fn changes_through_references_persist() {
    let mut client = Client { calls: 0, waits: Waits::default() };
    let mut seen = Vec::new();
    assert_eq!(at_once(send(client.read(&mut seen))), Err(Failure::Busy(33)));
    assert_eq!(seen, [1, 12, 23]);
    assert_eq!(client.waits.take(), [ms(500), ms(1000)], "the sleep borrows what the body changes");
}

#[test]
fn a_generator_can_be_an_argument() {
    #[retry(attempts = 3, rng = rng, sleep = |delay| waits.sleep(delay))]
    async fn lent(rng: &mut (impl Rng + Send), waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(attempts = 3, rng = &mut *rng, sleep = |delay| waits.sleep(delay))]
    async fn reborrowed<R: Rng + Send>(rng: &mut R, waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    let (mut rng, waits) = (seeded(), Waits::default());
    at_once(send(lent(&mut rng, &waits))).unwrap_err();
    at_once(send(reborrowed(&mut rng, &waits))).unwrap_err();
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    let mut same = seeded();
    let mut expected: Vec<_> = policy.delays(&mut same).collect();
    expected.extend(policy.delays(&mut same));
    assert_eq!(waits.take(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_sleep_can_be_a_path_an_argument_or_a_field() {
    #[retry(base = "1s", jitter = "none", attempts = 2, sleep = tokio::time::sleep)]
    async fn path() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(base = "1s", jitter = "none", attempts = 2, sleep = sleep)]
    async fn argument(sleep: impl Fn(Duration) -> Ready<()>) -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(base = "1s", jitter = "none", attempts = 2, sleep = |delay| (clock.0)(delay))]
    async fn field(clock: Arc<Clock>) -> Result<u32, Failure> {
        always_busy()
    }
    struct Clock(fn(Duration) -> Ready<()>);
    let began = Instant::now();
    send(path()).await.unwrap_err();
    assert!(began.elapsed() >= ms(1_000));
    let (waits, began) = (Waits::default(), Instant::now());
    send(argument(|delay| waits.sleep(delay))).await.unwrap_err();
    assert_eq!(waits.take(), [ms(1_000)]);
    send(field(Arc::new(Clock(no_wait)))).await.unwrap_err();
    assert_eq!((began.elapsed(), calls()), (Duration::ZERO, 6));
}

#[test]
fn a_predicate_can_be_a_path_a_closure_or_generic() {
    #[retry(sleep = no_wait, transient = Failure::is_busy)]
    async fn path() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(sleep = no_wait, transient = |error| error.is_busy() && *this < 4)]
    async fn closure(this: &mut u32) -> Result<u32, Failure> {
        *this += 1;
        always_busy()
    }
    #[retry(sleep = no_wait, transient = judge::<Failure>)]
    async fn generic() -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(sleep = no_wait, transient = judge)]
    async fn argument(judge: impl Fn(&Failure) -> bool + Copy) -> Result<u32, Failure> {
        always_busy()
    }
    fn judge<E: PartialEq<Failure>>(error: &E) -> Verdict {
        (*error != Failure::Busy(3)).into()
    }
    assert_eq!(at_once(send(path())), Err(Failure::Busy(6)));
    calls();
    assert_eq!(at_once(send(closure(&mut 0))), Err(Failure::Busy(4)));
    calls();
    assert_eq!(at_once(send(generic())), Err(Failure::Busy(3)));
    calls();
    assert_eq!(at_once(send(argument(|error| *error != Failure::Busy(2)))), Err(Failure::Busy(2)));
}

/// A zero delay arms no timer, and still yields to the runtime.
#[tokio::test]
async fn a_call_that_never_waits_can_be_timed_out() {
    #[retry(base = "0s", attempts = 4294967295)]
    async fn hot() -> Result<u32, Failure> {
        always_busy()
    }
    assert!(tokio::time::timeout(Duration::from_millis(20), hot()).await.is_err());
    assert!(calls() > 1);
}

/// The task owns the values that the call borrows.
#[tokio::test]
async fn a_call_with_borrowed_arguments_can_be_spawned() {
    struct Client {
        left: u32,
    }

    impl Client {
        #[retry(base = "1ms", transient = |_| true)]
        async fn read<T: AsRef<str> + Sync>(
            &self,
            text: &str,
            list: &mut Vec<usize>,
            more: &T,
        ) -> Result<usize, String> {
            tokio::task::yield_now().await;
            list.push(text.len() + more.as_ref().len());
            if list.len() < self.left as usize { Err(text.to_owned()) } else { Ok(list.len()) }
        }

        #[retry(base = "1ms", transient = |_| true)]
        async fn count_down(&mut self) -> Result<u32, String> {
            tokio::task::yield_now().await;
            self.left -= 1;
            if self.left > 0 { Err(String::new()) } else { Ok(self.left) }
        }
    }

    let task = tokio::spawn(async {
        let (mut client, text, mut list) = (Client { left: 3 }, "text".to_owned(), Vec::new());
        let read = client.read(&text, &mut list, &"more").await;
        (read, list, client.count_down().await)
    });
    assert_eq!(task.await.unwrap(), (Ok(3), vec![8, 8, 8], Ok(0)));
}
