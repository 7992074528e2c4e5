//! Errors and values that are not `Send`: neither lives during a wait.

use std::cell::{Cell, RefCell};
use std::future::Ready;
use std::rc::Rc;
use std::time::Duration;

use crate::common::{call, calls, no_wait, send};
use retry_core::{Failure, RetryPolicy, Step, retry};

/// Counts how many of its kind there are.
#[derive(Debug)]
struct Tracked<'c>(&'c Cell<u32>);

impl<'c> Tracked<'c> {
    fn new(alive: &'c Cell<u32>) -> Self {
        alive.set(alive.get() + 1);
        Self(alive)
    }
}

impl Drop for Tracked<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// A sleep that notes how many errors or values are alive when it begins, and while it is polled.
fn sleep_noting<'c>(alive: &'c Cell<u32>, seen: &'c RefCell<Vec<u32>>) -> impl Fn(Duration) -> Noting<'c> {
    |_| {
        seen.borrow_mut().push(alive.get());
        Noting(alive, seen)
    }
}

struct Noting<'c>(&'c Cell<u32>, &'c RefCell<Vec<u32>>);

impl Future for Noting<'_> {
    type Output = ();

    fn poll(self: std::pin::Pin<&mut Self>, _context: &mut std::task::Context<'_>) -> std::task::Poll<()> {
        self.1.borrow_mut().push(self.0.get());
        std::task::Poll::Ready(())
    }
}

#[tokio::test]
async fn an_error_is_dropped_before_the_wait() {
    #[retry(attempts = 3, transient = |_| true, sleep = sleep_noting(alive, seen))]
    async fn annotated<'c>(alive: &'c Cell<u32>, seen: &RefCell<Vec<u32>>) -> Result<(), Tracked<'c>> {
        Err(Tracked::new(alive))
    }
    #[retry(blocking, attempts = 3, transient = |_| true, sleep = |_| seen.borrow_mut().push(alive.get()))]
    fn blocking<'c>(alive: &'c Cell<u32>, seen: &RefCell<Vec<u32>>) -> Result<(), Tracked<'c>> {
        Err(Tracked::new(alive))
    }
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    let (alive, seen) = (Cell::new(0), RefCell::new(Vec::new()));
    let check = |outcome: Result<(), Tracked<'_>>, looks: usize| {
        assert_eq!(alive.get(), 1, "the last error is the caller's");
        assert_eq!(seen.take(), vec![0; looks]);
        drop(outcome);
        assert_eq!(alive.get(), 0);
    };
    check(annotated(&alive, &seen).await, 4);
    check(blocking(&alive, &seen), 2);
    let attempt = async || Err(Tracked::new(&alive));
    check(policy.retry(attempt).transient(|_| true).sleep(sleep_noting(&alive, &seen)).await, 4);
    check(policy.retry_async_closure(attempt).transient(|_| true).sleep(sleep_noting(&alive, &seen)).run().await, 4);
    let call = policy.retry_blocking(|| Err(Tracked::new(&alive))).transient(|_| true);
    check(call.run_with_sleep(|_| seen.borrow_mut().push(alive.get())), 2);
    let mut call = policy.start_blocking().transient(|_: &Tracked<'_>| true);
    let outcome = loop {
        match call.next(Err(Tracked::new(&alive))) {
            Step::Return(outcome) => break outcome,
            Step::Wait { .. } => call.block_with(|_| seen.borrow_mut().push(alive.get())),
        }
    };
    check(outcome, 2);
}

#[tokio::test]
async fn a_value_that_is_not_accepted_is_dropped_before_the_wait() {
    #[retry(attempts = 3, transient = |()| true, until = |_| false, sleep = sleep_noting(alive, seen))]
    async fn annotated<'c>(alive: &'c Cell<u32>, seen: &RefCell<Vec<u32>>) -> Result<Tracked<'c>, ()> {
        Ok(Tracked::new(alive))
    }
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    let (alive, seen) = (Cell::new(0), RefCell::new(Vec::new()));
    let check = |outcome: Result<Tracked<'_>, ()>| {
        assert_eq!(alive.get(), 1, "the last value is the caller's");
        assert_eq!(seen.take(), [0; 4]);
        assert!(outcome.is_ok());
    };
    check(annotated(&alive, &seen).await);
    let attempt = async || Ok::<_, ()>(Tracked::new(&alive));
    let closure = policy.retry(attempt).transient(|()| true).until(|_| false);
    check(closure.sleep(sleep_noting(&alive, &seen)).await);
    let lending = policy.retry_async_closure(attempt).transient(|()| true).until(|_| false);
    check(lending.sleep(sleep_noting(&alive, &seen)).run().await);
}

/// A value that is not `Send` and does not live across an `.await`.
type LocalError = Rc<str>;

async fn busy(fails: u32) -> Result<Rc<u32>, LocalError> {
    let number = call();
    if number <= fails { Err("busy".into()) } else { Ok(Rc::new(number)) }
}

#[retry(
    base = "1ms",
    transient = |_| true,
    until = |number| **number > 1,
    deadline = "1h",
    on_retry = |event| assert_eq!(event.failure.error().map(|error| &**error), Some("busy")),
    on_give_up = |event| assert!(matches!(event.failure, Failure::Error(_))),
    context = attempt
)]
async fn everything_on(fails: u32) -> Result<Rc<u32>, Text> {
    tokio::task::yield_now().await;
    assert!(attempt.number <= 6);
    Ok(busy(fails).await?)
}

/// With a deadline, the outcome would live during the wait.
#[retry(base = "1ms", transient = |_| true, timeout = "1min")]
async fn with_timeout(fails: u32) -> Result<Rc<u32>, Text> {
    tokio::task::yield_now().await;
    Ok(busy(fails).await?)
}

#[derive(Debug, PartialEq)]
struct Text(LocalError);

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<LocalError> for Text {
    fn from(error: LocalError) -> Self {
        Self(error)
    }
}

impl From<retry_core::TimedOut> for Text {
    fn from(error: retry_core::TimedOut) -> Self {
        Self(error.to_string().into())
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_error_is_not_send_can_be_spawned() {
    #[retry(base = "1ms", transient = |_| true)]
    async fn plain(fails: u32) -> Result<Rc<u32>, LocalError> {
        tokio::task::yield_now().await;
        busy(fails).await
    }
    // The output of a task has to be `Send`, so the task itself looks at the outcome.
    let task = tokio::spawn(send(async { plain(2).await.map(|number| *number).map_err(|error| error.len()) }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(3), 3));
    let task =
        tokio::spawn(send(async { everything_on(2).await.map(|number| *number).map_err(|error| error.0.len()) }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(3), 3));
    let task = tokio::spawn(send(async { with_timeout(2).await.map(|number| *number).map_err(|error| error.0.len()) }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(3), 3));
    let task = tokio::spawn(send(async {
        let call = RetryPolicy::default().retry(|| busy(2)).transient(|_| true);
        call.on_retry(|_| ()).await.map(|number| *number).map_err(|error| error.len())
    }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(3), 3));
    let task = tokio::spawn(send(async {
        let call = RetryPolicy::default().retry_async_closure(async || busy(2).await).transient(|_| true);
        call.run().await.map(|number| *number).map_err(|error| error.len())
    }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(3), 3));
    let task = tokio::spawn(send(async {
        let mut call = RetryPolicy::default().start().transient(|_: &LocalError| true);
        loop {
            if let Step::Return(outcome) = call.next(busy(9).await) {
                break outcome.map(|number| *number).map_err(|error| error.len());
            }
            call.wait().await;
        }
    }));
    assert_eq!((task.await.unwrap(), calls()), (Err(4), 6));
}

/// Within an `async` block the compiler forgets which lifetimes are equal. It would need to know that of a closure that
/// borrows, and of its future that borrows the same, if a bound on `Retry` said that the closure returns the future.
#[tokio::test(start_paused = true)]
async fn a_closure_whose_future_borrows_can_be_spawned() {
    let task = tokio::spawn(send(async {
        let (server, failures) = (String::from("server"), 2);
        let ask = async |fails: u32| busy(fails).await.map_err(|error| error.len());
        let call = RetryPolicy::default()
            .retry(|| async { ask(failures).await.map(|number| *number as usize + server.len()) });
        let call = call.transient(|_| !server.is_empty()).until(|number| *number > failures as usize);
        call.sleep(|delay| async move { tokio::time::sleep(delay).await }).await
    }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(9), 3));
    let task = tokio::spawn(send(async {
        let failures = 2;
        let call = RetryPolicy::default().retry(async || busy(failures).await.map(|number| *number).map_err(|_| ()));
        call.transient(|()| true).await
    }));
    assert_eq!((task.await.unwrap(), calls()), (Ok(3), 3));
}

/// A body that holds a value that is not `Send` works on one thread.
#[tokio::test(start_paused = true)]
async fn a_call_that_is_not_send_runs_in_a_local_set() {
    #[retry(base = "1s", transient = |_| true)]
    async fn local(name: Rc<str>) -> Result<Rc<str>, Rc<u32>> {
        let held = Rc::clone(&name);
        tokio::task::yield_now().await;
        match call() {
            number @ ..3 => Err(Rc::new(number)),
            _ => Ok(held),
        }
    }
    let set = tokio::task::LocalSet::new();
    let output = set.run_until(async { tokio::task::spawn_local(local("name".into())).await.unwrap() }).await;
    assert_eq!((output.as_deref(), calls()), (Ok("name"), 3));
    let closure = async || local("name".into()).await;
    let nested = set.run_until(RetryPolicy::default().retry(closure).transient(|_| false)).await;
    assert_eq!((nested.as_deref(), calls()), (Ok("name"), 3));
}

#[test]
fn a_future_is_send_though_its_outcome_is_not() {
    #[retry(attempts = 2, transient = |_| true, sleep = no_wait)]
    async fn read(value: u32) -> Result<u32, Rc<u32>> {
        Err(Rc::new(value))
    }
    fn is_send<F: Future + Send>(_: &F) -> bool {
        true
    }
    let call = read(7);
    assert!(is_send(&call));
    assert_eq!(*crate::common::at_once(call).unwrap_err(), 7);
    let closure = RetryPolicy::default().retry(async || Err::<Rc<u32>, _>(Rc::new(7))).transient(|_| false);
    let closure = closure.sleep(no_wait as fn(Duration) -> Ready<()>).into_future();
    assert!(is_send(&closure));
    assert_eq!(*crate::common::at_once(closure).unwrap_err(), 7);
}
