//! Deadlines on a clock that stands still. Tokio's paused clock moves only when every task waits for it, and the clock
//! of a testing scope moves only with the waits that the scope skips.

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::pin::Pin;
use std::time::Duration;

use crate::common::{Failure, call, calls, ms};
use async_trait::async_trait;
use retry_core::testing::Scope;
use retry_core::{Backoff, GiveUpEvent, GiveUpReason, Jitter, RetryPolicy, RetryPolicyBuilder, Step, retry};
use tokio::time::sleep;

/// The log of calls: the number and time of each attempt from its context, and the end from the event.
#[derive(Default)]
struct Seen {
    policy: RetryPolicy,
    retries: RefCell<Vec<Duration>>,
    contexts: RefCell<Vec<Duration>>,
    end: Cell<Option<(GiveUpReason, Duration)>>,
}

impl Seen {
    fn new(policy: RetryPolicyBuilder) -> Self {
        Self { policy: policy.build().unwrap(), ..Self::default() }
    }

    fn attempt() -> Result<u32, Failure> {
        let number = call();
        // Ends a call that would go on for ever.
        if number < 10_000 { Err(Failure::Busy(number)) } else { Err(Failure::Broken(number)) }
    }

    fn note(&self, event: &GiveUpEvent<'_, Failure>) {
        self.end.set(Some((event.reason, event.elapsed)));
    }

    fn context(&self, attempt: retry_core::Attempt) {
        self.contexts.borrow_mut().push(attempt.elapsed);
    }

    #[retry(
        blocking,
        policy = self.policy,
        context = attempt,
        on_retry = |event| self.retries.borrow_mut().push(event.elapsed),
        on_give_up = |event| self.note(event)
    )]
    fn annotated(&self) -> Result<u32, Failure> {
        self.context(attempt);
        Self::attempt()
    }

    /// The same with a body that may be left early.
    #[retry(
        blocking,
        policy = self.policy,
        context = attempt,
        on_retry = |event| self.retries.borrow_mut().push(event.elapsed),
        on_give_up = |event| self.note(event)
    )]
    fn annotated_early(&self) -> Result<u32, Failure> {
        self.context(attempt);
        let value = Self::attempt()?;
        Ok(value)
    }

    fn closure(&self) -> Result<u32, Failure> {
        let call = self.policy.retry_blocking(Self::attempt).on_give_up(|event| self.note(event));
        call.on_retry(|event| self.retries.borrow_mut().push(event.elapsed)).run()
    }

    fn by_hand(&self) -> Result<u32, Failure> {
        let call = self.policy.start_blocking().on_give_up(|event| self.note(event));
        let mut call = call.on_retry(|event| self.retries.borrow_mut().push(event.elapsed));
        loop {
            match call.next(Self::attempt()) {
                Step::Return(outcome) => return outcome,
                Step::Wait { .. } => call.block(),
            }
        }
    }
}

type Blocking = fn(&Seen) -> Result<u32, Failure>;

const BLOCKING: [(&str, Blocking); 4] = [
    ("annotated", Seen::annotated),
    ("annotated early", Seen::annotated_early),
    ("closure", Seen::closure),
    ("by hand", Seen::by_hand),
];

fn every_three_milliseconds() -> RetryPolicyBuilder {
    let policy = RetryPolicy::builder().base(ms(3)).backoff(Backoff::Constant).jitter(Jitter::None);
    policy.unlimited_attempts().deadline(ms(20))
}

/// A blocking call takes its elapsed time from the clock of the thread, on which it waits, and not from tokio's.
#[tokio::test(start_paused = true)]
async fn a_call_that_blocks_meets_its_deadline_while_tokios_clock_is_paused() {
    for (name, run) in BLOCKING {
        let seen = Seen::new(every_three_milliseconds());
        let outcome = run(&seen);
        let attempts = calls();
        assert_eq!(outcome, Err(Failure::Busy(attempts)), "{name}");
        // A thread sleeps for the given time or longer.
        assert!((1..=7).contains(&attempts), "{name}: {attempts} attempts");
        let (reason, elapsed) = seen.end.take().unwrap();
        assert_eq!(reason, GiveUpReason::Deadline, "{name}");
        for times in [seen.retries.take(), seen.contexts.take()] {
            assert!(times.iter().zip(0..).all(|(time, waits)| *time >= ms(3) * waits), "{name}: {times:?}");
        }
        assert!(elapsed >= ms(3) * (attempts - 1), "{name}: {elapsed:?} after {attempts} attempts");
    }
}

#[tokio::test(start_paused = true)]
async fn in_a_scope_the_time_of_a_call_that_blocks_is_that_of_the_skipped_waits() {
    for (name, run) in BLOCKING {
        let seen = Seen::new(every_three_milliseconds());
        assert_eq!(Scope::new().run_blocking(|| run(&seen)), Err(Failure::Busy(7)), "{name}");
        assert_eq!(calls(), 7, "{name}");
        assert_eq!(seen.end.take(), Some((GiveUpReason::Deadline, ms(18))), "{name}");
        let times: Vec<_> = (0..7).map(|wait| ms(3) * wait).collect();
        assert_eq!(seen.retries.take(), times[..6], "{name}");
        let contexts = seen.contexts.take();
        assert!(contexts.is_empty() || contexts == times, "{name}: {contexts:?}");
    }
}

fn without_waits() -> RetryPolicyBuilder {
    RetryPolicy::builder().base(Duration::ZERO).unlimited_attempts().deadline(ms(5))
}

impl Seen {
    #[retry(policy = self.policy, on_give_up = |event| self.note(event))]
    async fn function(&self) -> Result<u32, Failure> {
        Self::attempt()
    }

    #[retry(policy = self.policy, on_give_up = |event| self.note(event), sleep = sleep)]
    async fn function_with_a_sleep(&self) -> Result<u32, Failure> {
        Self::attempt()
    }

    #[retry(policy = self.policy, on_give_up = |event| self.note(event))]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + '_>> {
        Box::pin(async move { Self::attempt() })
    }

    async fn future_by_hand(&self) -> Result<u32, Failure> {
        let mut call = self.policy.start().on_give_up(|event| self.note(event));
        loop {
            match call.next(Self::attempt()) {
                Step::Return(outcome) => return outcome,
                Step::Wait { .. } => call.wait().await,
            }
        }
    }
}

#[async_trait(?Send)]
trait Ask {
    async fn ask(&self) -> Result<u32, Failure>;
}

#[async_trait(?Send)]
impl Ask for Seen {
    #[retry(policy = self.policy, on_give_up = |event| self.note(event))]
    async fn ask(&self) -> Result<u32, Failure> {
        Self::attempt()
    }
}

type Async = for<'s> fn(&'s Seen) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + 's>>;

const ASYNC: [(&str, Async); 9] = [
    ("function", |seen| Box::pin(seen.function())),
    ("function with a sleep", |seen| Box::pin(seen.function_with_a_sleep())),
    ("boxed", |seen| seen.boxed()),
    ("async_trait", |seen| seen.ask()),
    ("closure", |seen| {
        let call = seen.policy.retry(|| ready(Seen::attempt())).on_give_up(|event| seen.note(event));
        Box::pin(call.into_future())
    }),
    ("closure with a sleep", |seen| {
        let call = seen.policy.retry(|| ready(Seen::attempt())).on_give_up(|event| seen.note(event));
        Box::pin(call.sleep(sleep).into_future())
    }),
    ("async closure", |seen| {
        Box::pin(seen.policy.retry_async_closure(async || Seen::attempt()).on_give_up(|event| seen.note(event)).run())
    }),
    ("async closure with a sleep", |seen| {
        let call = seen.policy.retry_async_closure(async || Seen::attempt()).on_give_up(|event| seen.note(event));
        Box::pin(call.sleep(sleep).run())
    }),
    ("by hand", |seen| Box::pin(seen.future_by_hand())),
];

/// Zero delays do not move a clock that stands still, and the deadline still has to end the call.
#[tokio::test(start_paused = true)]
async fn unlimited_attempts_without_waits_end_at_the_deadline() {
    for (name, run) in ASYNC {
        let seen = Seen::new(without_waits());
        let outcome = run(&seen).await;
        assert_eq!(outcome, Err(Failure::Busy(calls())), "{name}");
        assert!(matches!(seen.end.take(), Some((GiveUpReason::Deadline, _))), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn unlimited_attempts_without_waits_end_at_the_deadline_in_a_scope() {
    for (name, run) in ASYNC {
        let (seen, scope) = (Seen::new(without_waits()), Scope::new());
        let outcome = scope.run(run(&seen)).await;
        let attempts = calls();
        assert_eq!(outcome, Err(Failure::Busy(attempts)), "{name}");
        assert!(matches!(seen.end.take(), Some((GiveUpReason::Deadline, _))), "{name}");
        assert_eq!(scope.trace().calls()[0].attempts(), attempts as usize, "{name}");
        // The thousand waits of zero, then one attempt each millisecond until the deadline has passed.
        assert_eq!(attempts, 1_000 + 7, "{name}");
    }
    for (name, run) in BLOCKING {
        let seen = Seen::new(without_waits());
        let outcome = Scope::new().run_blocking(|| run(&seen));
        assert_eq!(outcome, Err(Failure::Busy(calls())), "{name}");
        assert!(matches!(seen.end.take(), Some((GiveUpReason::Deadline, _))), "{name}");
    }
}
