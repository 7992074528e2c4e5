//! `crate = …` reaches every path that the attribute writes. Each option and each shape of function occurs here.

#[path = "../../edition_2018/tests/it/every_edition/support.rs"]
mod support;

use std::future::{Future, Ready};
use std::pin::Pin;
use std::time::Duration;

use patience::{Attempt, RetryBudget, RetryPolicy, TimedOut, Transient, Verdict, retry};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use support::{Failure, calls, no_block, no_wait, retried, third_time, thrice};

impl Transient for Failure {
    fn verdict(&self) -> Verdict {
        self.is_busy().into()
    }
}

impl From<TimedOut> for Failure {
    fn from(_: TimedOut) -> Self {
        Self::Broken(0)
    }
}

type Outcome<T = u32> = Result<T, Failure>;

const BASE: Duration = Duration::from_millis(20);
const CALLS: u32 = 4;
static BUDGET: RetryBudget = RetryBudget::new(10, 0.1);

fn curve(attempt: u32) -> Duration {
    BASE * attempt
}

#[test]
fn numbers() {
    #[retry(crate = ::patience, sleep = no_wait)]
    async fn from_the_root() -> Outcome {
        third_time()
    }
    #[retry(crate = patience, sleep = no_wait)]
    async fn in_scope() -> Outcome {
        third_time()
    }
    #[retry(crate = ::patience, base = "20ms", cap = "1s 500ms", factor = 1.5, attempts = 3, sleep = no_wait)]
    async fn literals() -> Outcome {
        third_time()
    }
    #[retry(
        crate = ::patience,
        base = BASE,
        cap = BASE.saturating_mul(4),
        factor = 2.0 + 1.0,
        attempts = CALLS,
        retry_after_cap = Duration::from_secs(1),
        sleep = no_wait
    )]
    async fn constants() -> Outcome {
        third_time()
    }
    #[retry(crate = ::patience, retry_after_cap = "10min", sleep = no_wait)]
    async fn retry_after_cap() -> Outcome {
        third_time()
    }
    #[retry(crate = ::patience, attempts = N + 2, sleep = no_wait)]
    async fn generic<const N: u32>() -> Outcome {
        third_time()
    }
    #[retry(
        crate = ::patience,
        attempts = unlimited,
        deadline = "1h",
        budget = BUDGET,
        until = |number| *number == 3,
        on_give_up = |event| panic!("{event}"),
        sleep = no_wait
    )]
    async fn limits() -> Outcome {
        third_time()
    }
    assert_eq!(retried(limits()), Ok(3));
    assert_eq!(retried(from_the_root()), Ok(3));
    assert_eq!(retried(in_scope()), Ok(3));
    assert_eq!(retried(literals()), Ok(3));
    assert_eq!(retried(constants()), Ok(3));
    assert_eq!(retried(retry_after_cap()), Ok(3));
    assert_eq!(retried(generic::<1>()), Ok(3));
}

/// A function with options that need no other code.
macro_rules! schedules {
    ($($name:ident: $key:ident = $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[retry(crate = ::patience, $key = $value, sleep = no_wait)]
            async fn read() -> Outcome {
                third_time()
            }
            assert_eq!(retried(read()), Ok(3));
        }
    )*};
}

schedules! {
    exponential: backoff = "exponential";
    linear: backoff = "linear";
    constant: backoff = "constant";
    fibonacci: backoff = "fibonacci";
    delays: backoff = ["20ms", BASE];
    function: backoff = curve;
    closure: backoff = |attempt| Duration::from_secs(attempt as u64);
    full: jitter = "full";
    equal: jitter = "equal";
    decorrelated: jitter = "decorrelated";
    none: jitter = "none";
    policy: policy = RetryPolicy::builder().attempts(3).build_const();
    policy_by_reference: policy = &RetryPolicy::builder().attempts(3).build_const();
    predicate: transient = Failure::is_busy;
    verdict: transient = |error| Verdict::from(error.is_busy());
    hook: on_retry = |event| assert!(event.name.ends_with("::read"));
    name: name = "billing";
    rng: rng = Xoshiro256PlusPlus::seed_from_u64(7);
}

#[test]
fn options_together() {
    #[retry(
        crate = ::patience,
        base = BASE,
        jitter = "none",
        transient = |error| *error != Failure::Broken(0),
        on_retry = |event| lines.push(event.to_string()),
        name = "billing",
        context = attempt,
        rng = Xoshiro256PlusPlus::seed_from_u64(7),
        sleep = no_wait
    )]
    async fn read(lines: &mut Vec<String>, numbers: &mut Vec<u32>) -> Outcome {
        let attempt: Attempt = attempt;
        numbers.push(attempt.number);
        third_time()
    }
    let (mut lines, mut numbers) = (Vec::new(), Vec::new());
    assert_eq!(retried(read(&mut lines, &mut numbers)), Ok(3));
    assert_eq!(lines[1], "billing: attempt 2 failed: Busy(2); next in 40ms (backoff)");
    assert_eq!((lines.len(), numbers), (2, vec![1, 2, 3]));
}

#[tokio::test(start_paused = true)]
async fn the_timeout() {
    #[retry(crate = ::patience, timeout = "5s", attempts = 2, transient = Failure::is_busy)]
    async fn read() -> Outcome {
        std::future::pending().await
    }
    assert_eq!(read().await, Err(Failure::Broken(0)));
}

#[tokio::test(start_paused = true)]
async fn the_default_sleep() {
    #[retry(crate = ::patience)]
    async fn read() -> Outcome {
        third_time()
    }
    assert_eq!((read().await, calls()), (Ok(3), 3));
}

#[async_trait::async_trait]
trait Source {
    async fn read(&self, text: &str) -> Outcome<usize>;
}

struct Client(String);

#[async_trait::async_trait]
impl Source for Client {
    #[retry(crate = ::patience, sleep = no_wait)]
    async fn read(&self, text: &str) -> Outcome<usize> {
        third_time()?;
        Ok(self.0.len() + text.len())
    }
}

impl Client {
    fn sleep(&self, delay: Duration) -> Ready<()> {
        assert!(!self.0.is_empty());
        no_wait(delay)
    }

    #[retry(crate = ::patience, attempts = Self::CALLS, sleep = |delay| self.sleep(delay))]
    async fn method(&self) -> Outcome<usize> {
        third_time()?;
        Ok(self.0.len())
    }

    const CALLS: u32 = 3;

    #[retry(crate = ::patience, blocking, context = attempt, sleep = no_block)]
    fn blocking(&self) -> Outcome<bool> {
        third_time()?;
        Ok(attempt.is_last)
    }

    #[retry(crate = ::patience, blocking, backoff = ["0s", "0s"], jitter = "none")]
    fn with_the_thread(&self) -> Outcome {
        third_time()
    }

    #[retry(crate = ::patience, context = attempt, sleep = no_wait)]
    fn boxed<'a>(&'a self, text: &'a str) -> Pin<Box<dyn Future<Output = Outcome<String>> + Send + 'a>> {
        Box::pin(async move {
            third_time()?;
            Ok(format!("{}{text}{}", self.0, attempt.number))
        })
    }
}

#[test]
fn shapes() {
    let client = Client("client".to_owned());
    assert_eq!(retried(client.read("text")), Ok(10));
    assert_eq!(retried(client.method()), Ok(6));
    assert_eq!(thrice(client.blocking()), Ok(false));
    assert_eq!(thrice(client.with_the_thread()), Ok(3));
    assert_eq!(retried(client.boxed("text")).unwrap(), "clienttext3");
}

#[test]
fn derived_verdicts() {
    #[derive(Transient)]
    #[transient(crate = ::patience)]
    enum Error<E> {
        #[transient]
        Busy,
        #[transient(retry_after)]
        Slow(Duration),
        #[transient(forward)]
        Inner(E),
        #[transient(when = |status| *status == 503)]
        Status(u16),
        Silent,
    }

    #[derive(Transient)]
    #[transient(crate = patience, when = |error| error.0.is_busy())]
    struct Wrapper(Failure);

    #[derive(Transient)]
    #[transient(crate = patience)]
    enum Never {}

    type Outer = Error<Wrapper>;
    assert_eq!(Outer::Busy.verdict(), Verdict::Transient);
    assert_eq!(Outer::Slow(BASE).verdict(), Verdict::RetryAfter(BASE));
    assert_eq!(Outer::Inner(Wrapper(Failure::Busy(1))).verdict(), Verdict::Transient);
    assert_eq!(Outer::Status(404).verdict(), Verdict::Permanent);
    assert_eq!(Outer::Silent.verdict(), Verdict::Permanent);
    assert!(None::<Never>.is_none_or(|never| never.verdict() == Verdict::Permanent));
}
