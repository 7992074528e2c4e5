//! What a call returns when the deadline cuts an attempt short, through every front end whose attempts can be dropped.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::pin::Pin;
use std::time::Duration;

use crate::common::{ms, send, thousandths};
use async_trait::async_trait;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use retry_core::testing::{End, Scope};
use retry_core::{Backoff, GiveUpEvent, GiveUpReason, Jitter, RetryBudget, RetryPolicy, RetryPolicyBuilder};
use retry_core::{TimedOut, retry};
use tokio::time::{Instant, sleep};

/// An error with the number of its attempt.
#[derive(Debug, PartialEq)]
enum Refusal {
    Overloaded(u32),
    TimedOut(Duration),
}

use Refusal::Overloaded;

impl From<TimedOut> for Refusal {
    fn from(error: TimedOut) -> Self {
        Self::TimedOut(error.after())
    }
}

type Outcome = Result<u32, Refusal>;

/// What an attempt does, and how long that takes.
#[derive(Clone, Copy)]
enum Answer {
    Overloaded(u64),
    Unfinished(u64),
    Hangs,
}

/// A service, the settings of a call to it, and the record of the call.
struct Service {
    policy: RetryPolicy,
    timeout: Duration,
    /// The last one repeats.
    answers: &'static [Answer],
    budget: RetryBudget,
    began: Instant,
    attempts: RefCell<Vec<Duration>>,
    end: Cell<Option<(GiveUpReason, u32, Duration)>>,
}

impl Service {
    fn new(policy: RetryPolicyBuilder, answers: &'static [Answer]) -> Self {
        Self {
            policy: policy.build().unwrap(),
            timeout: ms(400),
            answers,
            budget: RetryBudget::new(1_000, 0.0),
            began: Instant::now(),
            attempts: RefCell::default(),
            end: Cell::default(),
        }
    }

    /// The time of an attempt begins with the call of this function, not with the first poll.
    fn attempt(&self) -> impl Future<Output = Outcome> {
        self.attempts.borrow_mut().push(self.began.elapsed());
        async {
            let number = self.attempts.borrow().len();
            match self.answers[number.min(self.answers.len()) - 1] {
                Answer::Overloaded(time) => {
                    sleep(ms(time)).await;
                    Err(Overloaded(number.try_into().unwrap()))
                }
                Answer::Unfinished(time) => {
                    sleep(ms(time)).await;
                    Ok(number.try_into().unwrap())
                }
                Answer::Hangs => pending().await,
            }
        }
    }

    fn note(&self, event: &GiveUpEvent<'_, Refusal>) {
        self.end.set(Some((event.reason, event.attempt, event.elapsed)));
    }

    #[retry(
        policy = self.policy,
        timeout = self.timeout,
        until = |_| false,
        budget = self.budget,
        transient = |_| true,
        on_give_up = |event| self.note(event)
    )]
    async fn annotated(&self) -> Outcome {
        self.attempt().await
    }

    #[retry(
        policy = self.policy,
        timeout = self.timeout,
        until = |_| false,
        budget = self.budget,
        transient = |_| true,
        on_give_up = |event| self.note(event)
    )]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Outcome> + '_>> {
        Box::pin(async move { self.attempt().await })
    }

    fn closure(&self) -> impl Future<Output = Outcome> {
        let call = self.policy.retry(|| self.attempt()).until(|_| false).budget(&self.budget);
        call.transient(|_| true).on_give_up(|event| self.note(event)).timeout(self.timeout).into_future()
    }

    fn async_closure(&self) -> impl Future<Output = Outcome> {
        let call = self.policy.retry_async_closure(async || self.attempt().await).until(|_| false).budget(&self.budget);
        call.transient(|_| true).on_give_up(|event| self.note(event)).timeout(self.timeout).run()
    }
}

#[async_trait(?Send)]
trait Ask {
    async fn ask(&self) -> Outcome;
}

#[async_trait(?Send)]
impl Ask for Service {
    #[retry(
        policy = self.policy,
        timeout = self.timeout,
        until = |_| false,
        budget = self.budget,
        transient = |_| true,
        on_give_up = |event| self.note(event)
    )]
    async fn ask(&self) -> Outcome {
        self.attempt().await
    }
}

type FrontEnd = for<'s> fn(&'s Service) -> Pin<Box<dyn Future<Output = Outcome> + 's>>;

const FRONT_ENDS: [(&str, FrontEnd); 5] = [
    ("annotated", |service| Box::pin(service.annotated())),
    ("boxed", |service| service.boxed()),
    ("async_trait", |service| service.ask()),
    ("closure", |service| Box::pin(service.closure())),
    ("async closure", |service| Box::pin(service.async_closure())),
];

/// A second for everything, and a tenth between two attempts.
fn a_second() -> RetryPolicyBuilder {
    let policy = RetryPolicy::builder().base(ms(100)).backoff(Backoff::Constant).jitter(Jitter::None);
    policy.unlimited_attempts().deadline(ms(1_000))
}

/// Makes the call through every front end: when its attempts begin, and how it ends.
async fn check(
    policy: RetryPolicyBuilder,
    answers: &'static [Answer],
    attempts: &[u64],
    outcome: Outcome,
    end: (GiveUpReason, u32, Duration),
) {
    for (name, call) in FRONT_ENDS {
        let service = Service::new(policy, answers);
        assert_eq!(call(&service).await, outcome, "{name}");
        assert_eq!(service.attempts.take(), attempts.iter().copied().map(ms).collect::<Vec<_>>(), "{name}");
        assert_eq!(service.end.take(), Some(end), "{name}");
        // Each attempt after the first has taken a token.
        assert_eq!(thousandths(&service.budget), 1_001_000 - 1_000 * i64::try_from(attempts.len()).unwrap(), "{name}");
        // The same in a scope, which skips the waits but counts their time.
        let (service, scope) = (Service::new(policy, answers), Scope::new());
        assert_eq!(scope.run(call(&service)).await, outcome, "{name} in a scope");
        assert_eq!(service.end.take(), Some(end), "{name} in a scope");
        let trace = scope.trace();
        assert_eq!(trace.calls()[0].attempts(), end.1 as usize, "{name}: {trace}");
        assert_eq!(trace.calls()[0].end(), Some(End::GaveUp(end.0)), "{name}: {trace}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_rest_of_the_deadline_does_not_hide_what_the_service_said() {
    let answers = &[Answer::Overloaded(200)];
    let end = (GiveUpReason::Deadline, 4, ms(1_000));
    check(a_second(), answers, &[0, 300, 600, 900], Err(Overloaded(3)), end).await;
    // If the next wait would end after the deadline, the call returns the attempt's own error.
    let end = (GiveUpReason::Deadline, 3, ms(900));
    check(a_second().backoff(Backoff::Exponential), answers, &[0, 300, 700], Err(Overloaded(3)), end).await;
}

#[tokio::test(start_paused = true)]
async fn nor_the_last_value_that_was_not_accepted() {
    let answers = &[Answer::Overloaded(200), Answer::Unfinished(200), Answer::Unfinished(100), Answer::Hangs];
    let end = (GiveUpReason::Deadline, 4, ms(1_000));
    check(a_second(), answers, &[0, 300, 600, 800], Ok(3), end).await;
}

#[tokio::test(start_paused = true)]
async fn what_was_said_before_an_attempts_own_timeout_is_the_last_that_was_said() {
    let answers = &[Answer::Overloaded(200), Answer::Hangs];
    let end = (GiveUpReason::Deadline, 3, ms(1_000));
    check(a_second(), answers, &[0, 300, 800], Err(Overloaded(1)), end).await;
}

#[tokio::test(start_paused = true)]
async fn a_service_that_has_said_nothing_yet_has_timed_out() {
    let timed_out = |time| Err(Refusal::TimedOut(ms(time)));
    let short = a_second().deadline(ms(300));
    check(short, &[Answer::Hangs], &[0], timed_out(300), (GiveUpReason::Deadline, 1, ms(300))).await;
    let end = (GiveUpReason::Deadline, 3, ms(1_000));
    check(a_second().base(ms(50)), &[Answer::Hangs], &[0, 450, 900], timed_out(100), end).await;
    // The third would begin at the very deadline. The second has taken its own timeout.
    let end = (GiveUpReason::Deadline, 2, ms(900));
    check(a_second(), &[Answer::Hangs], &[0, 500], timed_out(400), end).await;
}

/// No attempt begins at the deadline. Otherwise a call could make any number of attempts there, on a clock that stands
/// still.
#[tokio::test(start_paused = true)]
async fn attempts_that_hang_and_waits_of_no_time_end_at_the_deadline() {
    let at_once = a_second().base(Duration::ZERO);
    let end = (GiveUpReason::Deadline, 3, ms(1_000));
    let timed_out = Err(Refusal::TimedOut(ms(200)));
    check(at_once, &[Answer::Hangs], &[0, 400, 800], timed_out, end).await;
    check(
        at_once,
        &[Answer::Overloaded(0), Answer::Hangs],
        &[0, 0, 400, 800],
        Err(Overloaded(1)),
        (GiveUpReason::Deadline, 4, ms(1_000)),
    )
    .await;
}

/// Tokio's timer counts in milliseconds, and fires after the time that was asked for.
#[tokio::test(start_paused = true)]
async fn no_attempt_begins_after_the_deadline_where_the_timer_rings_late() {
    let policy = a_second().base(Duration::from_micros(700_100)).deadline(Duration::from_micros(700_200));
    for (name, call) in FRONT_ENDS {
        let service = Service::new(policy, &[Answer::Overloaded(0)]);
        assert_eq!(call(&service).await, Err(Overloaded(1)), "{name}");
        assert_eq!(service.attempts.take(), [Duration::ZERO], "{name}");
        let (reason, attempt, elapsed) = service.end.take().unwrap();
        assert_eq!((reason, attempt), (GiveUpReason::Deadline, 1), "{name}");
        assert!(elapsed > Duration::from_micros(700_200), "{name}: {elapsed:?}, or the timer was not late");
    }
}

#[tokio::test(start_paused = true)]
async fn the_keys_of_the_attribute_say_the_same() {
    #[retry(
        base = "100ms",
        backoff = "constant",
        jitter = "none",
        deadline = "1s",
        timeout = "400ms",
        transient = |error| matches!(error, Overloaded(_))
    )]
    async fn fetch(attempts: &mut u32) -> Outcome {
        *attempts += 1;
        sleep(ms(200)).await;
        Err(Overloaded(*attempts))
    }
    let mut attempts = 0;
    let began = Instant::now();
    assert_eq!(send(fetch(&mut attempts)).await, Err(Overloaded(3)));
    assert_eq!((attempts, began.elapsed()), (4, ms(1_000)));
}

/// With these settings and jitter, the call never reports a timeout of a service that always answers.
#[tokio::test(start_paused = true)]
async fn whatever_the_jitter_a_service_that_answers_in_time_has_not_timed_out() {
    #[retry(
        attempts = unlimited,
        deadline = "20s",
        timeout = "2s",
        transient = |_| true,
        rng = Xoshiro256PlusPlus::seed_from_u64(seed),
        on_give_up = |event| assert_eq!(event.reason, GiveUpReason::Deadline)
    )]
    async fn pay(seed: u64, last: &mut Instant) -> Outcome {
        *last = Instant::now();
        sleep(ms(1_200)).await;
        Err(Overloaded(0))
    }
    let mut cut = 0;
    for seed in 0..500 {
        let mut last = Instant::now();
        assert_eq!(pay(seed, &mut last).await, Err(Overloaded(0)), "seed {seed}");
        cut += u32::from(last.elapsed() < ms(1_200));
    }
    assert!(cut > 5, "only {cut} of the calls were cut short");
}
