//! Every option of the attribute has the effect that it names.

use std::sync::Mutex;
use std::time::Duration;

use crate::common::{Failure, Waits, always_busy, at_once, call, calls, ms, no_wait, seeded, send};
use retry_core::{Attempt, DelaySource, Jitter, RetryEvent, RetryPolicy, RetryPolicyBuilder, Verdict, retry};

/// Asserts the delays of a fn annotated with these options: numbers of milliseconds, or a policy's own.
macro_rules! delays {
    ([$($options:tt)*], $expected:expr) => {{
        #[retry($($options)*, rng = seeded(), sleep = |delay| waits.sleep(delay))]
        async fn read(waits: &Waits) -> Result<u32, Failure> {
            always_busy()
        }
        let waits = Waits::default();
        at_once(send(read(&waits))).unwrap_err();
        let waits = waits.take();
        assert_eq!(calls() as usize, waits.len() + 1);
        assert_eq!(waits, $expected.map(ms), "{}", stringify!($($options)*));
    }};
    ([$($options:tt)*] as $policy:expr) => {{
        #[retry($($options)*, rng = seeded(), sleep = |delay| waits.sleep(delay))]
        async fn read(waits: &Waits) -> Result<u32, Failure> {
            always_busy()
        }
        let policy: RetryPolicyBuilder = $policy;
        let expected: Vec<Duration> = policy.build().unwrap().delays(seeded()).collect();
        let waits = Waits::default();
        at_once(send(read(&waits))).unwrap_err();
        assert_eq!(waits.take(), expected, "{}", stringify!($($options)*));
    }};
}

const BASE: Duration = Duration::from_millis(20);
const CALLS: u32 = 4;
const FACTOR: f64 = 3.0;

fn squares(attempt: u32) -> Duration {
    ms(u64::from(attempt * attempt))
}

#[test]
fn backoff() {
    delays!([jitter = "none"], [500, 1_000, 2_000, 4_000, 8_000]);
    delays!([jitter = "none", backoff = "exponential", base = "1s"], [1_000, 2_000, 4_000, 8_000, 16_000]);
    delays!([jitter = "none", backoff = "linear"], [500, 1_000, 1_500, 2_000, 2_500]);
    delays!([jitter = "none", backoff = "constant"], [500; 5]);
    delays!([jitter = "none", backoff = "fibonacci"], [500, 500, 1_000, 1_500, 2_500]);
    delays!([jitter = "none", backoff = ["5ms", "1s 500ms", BASE]], [5, 1_500, 20]);
    delays!([jitter = "none", backoff = ["5ms", "7ms"], attempts = 5], [5, 7, 7, 7]);
    delays!([jitter = "none", backoff = squares], [1, 4, 9, 16, 25]);
    delays!([jitter = "none", backoff = |attempt| squares(attempt + 1)], [4, 9, 16, 25, 36]);
}

#[test]
fn curve() {
    delays!([jitter = "none", factor = 1], [500; 5]);
    delays!([jitter = "none", factor = 1.5, base = "100ms", attempts = 4], [100, 150, 225]);
    delays!([jitter = "none", factor = FACTOR, base = BASE, attempts = CALLS], [20, 60, 180]);
    delays!([jitter = "none", cap = "1s"], [500, 1_000, 1_000, 1_000, 1_000]);
    delays!(
        [jitter = "none", cap = BASE.saturating_mul(50), base = BASE, attempts = CALLS + 4],
        [20, 40, 80, 160, 320, 640, 1_000]
    );
    delays!([jitter = "none", base = { BASE.saturating_mul(2) }, attempts = if CALLS > 3 { 2 } else { 3 }], [40]);
    delays!([attempts = 1], [0; 0]);
}

#[test]
fn jitter() {
    delays!([jitter = "full"] as RetryPolicy::builder().jitter(Jitter::Full));
    delays!([base = "1s"] as RetryPolicy::builder().base(ms(1_000)).jitter(Jitter::Full));
    delays!([jitter = "equal"] as RetryPolicy::builder().jitter(Jitter::Equal));
    delays!([jitter = "decorrelated", cap = "3s"] as RetryPolicy::builder().jitter(Jitter::Decorrelated).cap(ms(3_000)));
}

trait Limits {
    const CALLS: u32;
    const BASE: Duration = BASE;
    fn curve(attempt: u32) -> Duration {
        ms(u64::from(attempt * Self::CALLS))
    }
}

struct Two;

impl Limits for Two {
    const CALLS: u32 = 2;
}

struct Five;

impl Limits for Five {
    const CALLS: u32 = 5;
}

struct Client<L> {
    waits: Waits,
    _limits: L,
}

impl<L: Limits> Client<L> {
    const CALLS: u32 = L::CALLS + 1;

    #[retry(base = Self::base(), attempts = Self::CALLS, jitter = "none", sleep = |delay| self.waits.sleep(delay))]
    async fn own(&self) -> Result<u32, Failure> {
        always_busy()
    }

    #[retry(attempts = L::CALLS, backoff = L::curve, jitter = "none", sleep = |delay| self.waits.sleep(delay))]
    async fn of_the_impl(&self) -> Result<u32, Failure> {
        always_busy()
    }

    const fn base() -> Duration {
        BASE
    }
}

#[test]
fn constants_of_generics() {
    #[retry(attempts = L::CALLS, backoff = L::curve, jitter = "none", sleep = |delay| waits.sleep(delay))]
    async fn of_the_type<L: Limits>(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(attempts = N, base = <Two as Limits>::BASE, jitter = "none", sleep = |delay| waits.sleep(delay))]
    async fn of_the_const<const N: u32>(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    let client = Client { waits: Waits::default(), _limits: Two };
    at_once(send(client.of_the_impl())).unwrap_err();
    assert_eq!(calls(), 2);
    assert_eq!(client.waits.take(), [ms(2)]);
    at_once(send(client.own())).unwrap_err();
    assert_eq!(client.waits.take(), [20, 40].map(ms));
    let waits = Waits::default();
    at_once(send(of_the_type::<Two>(&waits))).unwrap_err();
    at_once(send(of_the_type::<Five>(&waits))).unwrap_err();
    assert_eq!(waits.take(), [2, 5, 10, 15, 20].map(ms));
    at_once(send(of_the_const::<3>(&waits))).unwrap_err();
    assert_eq!(waits.take(), [20, 40].map(ms));
}

struct Service {
    policy: RetryPolicy,
    calls: u32,
    more: u32,
}

impl Service {
    const POLICY: RetryPolicy = RetryPolicy::builder().attempts(2).build_const();

    #[retry(policy = self.policy, sleep = no_wait)]
    async fn by_value(&self) -> Result<u32, Failure> {
        always_busy()
    }

    #[retry(policy = &self.policy, sleep = no_wait)]
    async fn by_reference(&self) -> Result<u32, Failure> {
        always_busy()
    }

    #[retry(policy = self.policy, sleep = no_wait)]
    async fn exclusive(&mut self) -> Result<u32, Failure> {
        self.count();
        always_busy()
    }

    #[retry(policy = &self.policy, sleep = no_wait)]
    async fn exclusive_by_reference(&mut self) -> Result<u32, Failure> {
        self.calls += 1;
        always_busy()
    }

    #[retry(policy = &self.policy, sleep = no_wait)]
    async fn exclusive_as_a_whole(&mut self) -> Result<u32, Failure> {
        self.count();
        always_busy()
    }

    #[retry(policy = self.policy(more), sleep = no_wait)]
    async fn made(&mut self, more: u32) -> Result<u32, Failure> {
        self.count();
        always_busy()
    }

    #[retry(policy = Self::POLICY, sleep = no_wait)]
    async fn constant(&self) -> Result<u32, Failure> {
        always_busy()
    }

    fn count(&mut self) {
        self.calls += 1;
    }

    fn policy(&mut self, more: u32) -> RetryPolicy {
        self.more += 1;
        RetryPolicy::builder().attempts(self.policy.attempts() + more).build().unwrap()
    }
}

#[test]
fn policy() {
    let policy = RetryPolicy::builder().attempts(3).build().unwrap();
    let mut service = Service { policy, calls: 0, more: 0 };
    assert_eq!((at_once(send(service.by_value())), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((at_once(send(service.by_reference())), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((at_once(send(service.exclusive())), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((at_once(send(service.exclusive_by_reference())), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((at_once(send(service.exclusive_as_a_whole())), calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!((at_once(send(service.made(2))), calls()), (Err(Failure::Busy(5)), 5));
    assert_eq!((at_once(send(service.constant())), calls()), (Err(Failure::Busy(2)), 2));
    assert_eq!((service.calls, service.more), (14, 1), "the policy is made once");
}

#[test]
fn retry_after() {
    #[retry(retry_after_cap = "2s", base = "1ms", attempts = 5, transient = hint, sleep = |d| waits.sleep(d))]
    async fn read(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    fn hint(error: &Failure) -> Verdict {
        match error {
            Failure::Busy(1) => Verdict::RetryAfter(ms(2_000)),
            Failure::Busy(2) => Verdict::RetryAfter(ms(2_001)),
            _ => Verdict::Transient,
        }
    }
    let waits = Waits::default();
    assert_eq!(at_once(send(read(&waits))), Err(Failure::Busy(2)), "a hint above the cap stops");
    let waits = waits.take();
    assert!(matches!(waits[..], [delay] if delay >= ms(2_000) && delay <= ms(2_200)), "{waits:?}");
}

#[tokio::test(start_paused = true)]
async fn on_retry() {
    type Seen = Mutex<Vec<(String, u32, Failure, Duration, DelaySource, Duration, String)>>;
    fn note(seen: &Seen, event: &RetryEvent<'_, Failure>) {
        let &RetryEvent { name, attempt, failure, delay, source, elapsed, .. } = event;
        let text = event.to_string();
        seen.lock().unwrap().push((
            name.to_owned(),
            attempt,
            failure.error().unwrap().clone(),
            delay,
            source,
            elapsed,
            text,
        ));
    }
    #[retry(jitter = "none", attempts = 3, on_retry = |event| note(seen, event))]
    async fn read(seen: &Seen) -> Result<u32, Failure> {
        tokio::time::sleep(Duration::from_secs(10)).await;
        always_busy()
    }
    #[retry(jitter = "none", attempts = 2, name = "billing", on_retry = |event| note(seen, event))]
    async fn named(seen: &Seen) -> Result<u32, Failure> {
        always_busy()
    }
    let seen = Seen::default();
    send(read(&seen)).await.unwrap_err();
    calls();
    send(named(&seen)).await.unwrap_err();
    let seen = seen.into_inner().unwrap();
    let text = "it::options::on_retry::read: attempt 1 failed: busy at call 1; next in 500ms (backoff)";
    let first = (
        "it::options::on_retry::read".to_owned(),
        1,
        Failure::Busy(1),
        ms(500),
        DelaySource::Backoff,
        seen[0].5,
        text.to_owned(),
    );
    assert_eq!(seen[0], first);
    assert_eq!((seen[1].1, &seen[1].2, seen[1].3), (2, &Failure::Busy(2), ms(1_000)));
    assert_eq!(seen[2].6, "billing: attempt 1 failed: busy at call 1; next in 500ms (backoff)");
    assert!((10_000..10_010).contains(&seen[0].5.as_millis()), "elapsed counts the attempts, {:?}", seen[0].5);
    assert!((20_500..20_520).contains(&seen[1].5.as_millis()), "elapsed counts the waits, {:?}", seen[1].5);
    assert_eq!(seen.len(), 3, "nothing is told of the last failure");
}

#[tokio::test(start_paused = true)]
async fn context() {
    #[retry(jitter = "none", attempts = 3, context = attempt)]
    async fn read(seen: &mut Vec<Attempt>) -> Result<u32, Failure> {
        seen.push(attempt);
        if attempt.is_last { Ok(attempt.number) } else { Err(Failure::Busy(call())) }
    }
    let mut seen = Vec::new();
    assert_eq!(send(read(&mut seen)).await, Ok(3));
    let numbers: Vec<_> = seen.iter().map(|attempt| (attempt.number, attempt.is_last)).collect();
    assert_eq!(numbers, [(1, false), (2, false), (3, true)]);
    assert_eq!(seen[0].elapsed, Duration::ZERO);
    assert!((500..510).contains(&seen[1].elapsed.as_millis()), "{seen:?}");
    assert!((1_500..1_520).contains(&seen[2].elapsed.as_millis()), "{seen:?}");
}
