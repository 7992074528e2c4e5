//! A call that is dropped at each of its await points: no attempt goes on, no value is left, and no token is lost.

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::pin::pin;
use std::time::Duration;

use crate::common::{Failure, ms, poll_once, poll_times, thousandths};
use retry_core::testing::Scope;
use retry_core::{Jitter, RetryBudget, RetryPolicy, Step, TimedOut, retry};

const TOKENS: u32 = 10;

#[derive(Debug, PartialEq)]
struct Busy;

impl From<TimedOut> for Busy {
    fn from(_: TimedOut) -> Self {
        Self
    }
}

/// The state that a call leaves, and its requests.
#[derive(Debug)]
struct World {
    /// The running attempts, each of which has a guard.
    running: Cell<u32>,
    begun: Cell<u32>,
    told: RefCell<Vec<String>>,
    budget: RetryBudget,
}

struct Guard<'w>(&'w Cell<u32>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

const POLICY: RetryPolicy = RetryPolicy::builder()
    .base(Duration::from_secs(10))
    .jitter(Jitter::None)
    .attempts(3)
    .deadline(Duration::from_secs(1_000))
    .build_const();

impl World {
    fn new() -> Self {
        let budget = RetryBudget::new(TOKENS, 0.5);
        Self { running: Cell::default(), begun: Cell::default(), told: RefCell::default(), budget }
    }

    /// Pending twice: a poll each, then it fails, or succeeds at the third attempt.
    async fn attempt(&self) -> Result<u32, Busy> {
        self.running.set(self.running.get() + 1);
        let _guard = Guard(&self.running);
        self.begun.set(self.begun.get() + 1);
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
        if self.begun.get() < 3 { Err(Busy) } else { Ok(self.begun.get()) }
    }

    fn tell(&self, what: &str, attempt: u32) {
        self.told.borrow_mut().push(format!("{what} {attempt}"));
    }

    #[retry(
        policy = POLICY,
        timeout = "1h",
        transient = |_| true,
        until = |number| *number > 0,
        budget = self.budget,
        on_retry = |event| self.tell("retry", event.attempt),
        on_give_up = |event| self.tell("give up", event.attempt),
        context = attempt
    )]
    async fn annotated(&self) -> Result<u32, Busy> {
        assert_eq!(attempt.number, self.begun.get() + 1);
        self.attempt().await
    }

    async fn closure(&self) -> Result<u32, Busy> {
        let call = POLICY.retry(|| self.attempt()).transient(|_| true).timeout(ms(3_600_000)).budget(&self.budget);
        call.on_retry(|event| self.tell("retry", event.attempt)).await
    }

    async fn lending(&self) -> Result<u32, Busy> {
        let mut lent = 0;
        let call = POLICY.retry_async_closure(async || {
            lent += 1;
            self.attempt().await
        });
        let call = call.transient(|_| true).timeout(ms(3_600_000)).budget(&self.budget);
        call.on_retry(|event| self.tell("retry", event.attempt)).run().await
    }

    async fn by_hand(&self) -> Result<u32, Busy> {
        let call = POLICY.start().transient(|_: &Busy| true).budget(&self.budget);
        let mut call = call.on_retry(|event| self.tell("retry", event.attempt));
        loop {
            match call.next(self.attempt().await) {
                Step::Return(outcome) => break outcome,
                Step::Wait { .. } => call.wait().await,
            }
        }
    }
}

/// Three attempts of three polls each. The first poll of an attempt also ends the wait before it, and the last poll
/// begins the wait after it.
const POLLS: u32 = 9;

async fn dropped_after_every_number_of_polls(call: impl AsyncFn(&World) -> Result<u32, Busy>) {
    for polls in 0..=POLLS {
        let world = World::new();
        let output = {
            let mut call = pin!(call(&world));
            poll_times(call.as_mut(), polls).await
        };
        let (attempts, waits) = (polls.div_ceil(3), polls.min(POLLS - 1) / 3);
        let told: Vec<_> = (1..=waits).map(|attempt| format!("retry {attempt}")).collect();
        let is_waiting = polls % 3 == 0 && (1..POLLS).contains(&polls);
        let spent = waits - u32::from(is_waiting);
        let check = || {
            assert_eq!(output, (polls == POLLS).then_some(Ok(3)), "after {polls} polls");
            assert_eq!((world.running.get(), world.begun.get()), (0, attempts), "after {polls} polls");
            assert_eq!(*world.told.borrow(), told, "after {polls} polls");
            let deposited = if output.is_some() { 500 } else { 0 };
            let left = i64::from(TOKENS - spent) * 1_000 + deposited;
            assert_eq!(thousandths(&world.budget), left, "after {polls} polls");
        };
        check();
        tokio::time::sleep(Duration::from_secs(10_000)).await;
        check();
    }
}

#[tokio::test(start_paused = true)]
async fn an_annotated_function_with_everything_on() {
    dropped_after_every_number_of_polls(World::annotated).await;
}

#[tokio::test(start_paused = true)]
async fn a_closure() {
    dropped_after_every_number_of_polls(World::closure).await;
}

#[tokio::test(start_paused = true)]
async fn a_lending_closure() {
    dropped_after_every_number_of_polls(World::lending).await;
}

#[tokio::test(start_paused = true)]
async fn a_loop_by_hand() {
    dropped_after_every_number_of_polls(World::by_hand).await;
}

/// In a scope the record of the call ends where the call was dropped, and the clock of the scope goes on.
#[tokio::test]
async fn the_record_of_a_dropped_call_is_without_an_end() {
    let scope = Scope::new();
    let world = World::new();
    {
        // The first attempt, then its wait.
        let mut call = pin!(scope.run(world.annotated()));
        for _ in 0..3 {
            assert!(poll_once(call.as_mut()).is_pending());
        }
    }
    let trace = scope.trace();
    let [call] = trace.calls() else { panic!("one call has failed") };
    assert_eq!((call.waits().len(), call.end()), (1, None));
    assert_eq!(
        trace.to_string(),
        "it::cancellation::World::annotated: 2 attempts, waits of 10s (backoff): not ended\n"
    );
    assert_eq!((world.running.get(), thousandths(&world.budget)), (0, 10_000));

    let other = World::new();
    assert_eq!(scope.run(other.annotated()).await, Ok(3));
    let ends: Vec<_> = scope.trace().calls().iter().map(|call| call.end().is_some()).collect();
    assert_eq!(ends, [false, true]);
}

/// An aborted task and the loser of a race are dropped calls too.
#[tokio::test(start_paused = true)]
async fn aborted_tasks_and_lost_races() {
    static BUDGET: RetryBudget = RetryBudget::new(TOKENS, 0.0);
    #[retry(base = "10s", jitter = "none", budget = BUDGET, transient = |_| true)]
    async fn read() -> Result<u32, Failure> {
        ready(Err(Failure::Busy(crate::common::call()))).await
    }
    let task = tokio::spawn(read());
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!((crate::common::calls(), thousandths(&BUDGET)), (2, 8_000));
    task.abort();
    assert!(task.await.unwrap_err().is_cancelled());
    assert_eq!(thousandths(&BUDGET), 9_000);
    tokio::select! {
        biased;
        _ = read() => panic!("it retries for longer"),
        () = tokio::time::sleep(Duration::from_secs(5)) => {}
    }
    assert_eq!(thousandths(&BUDGET), 9_000);
    tokio::time::sleep(Duration::from_secs(1_000)).await;
    assert_eq!((crate::common::calls(), thousandths(&BUDGET)), (1, 9_000));
}
