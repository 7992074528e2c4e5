//! Decorrelated jitter remembers the delay before: every way to make a call draws what the policy's `delays` draws.

use std::time::Duration;

use crate::common::{Failure, Waits, always_busy, at_once, ms, seeded};
use retry_core::{Jitter, RetryPolicy, retry};

const POLICY: RetryPolicy = RetryPolicy::builder()
    .base(Duration::from_millis(100))
    .cap(Duration::from_secs(60))
    .jitter(Jitter::Decorrelated)
    .build_const();

fn expected() -> Vec<Duration> {
    let delays: Vec<_> = POLICY.delays(seeded()).collect();
    assert!(delays.iter().any(|delay| *delay > ms(300)), "more than three times the base takes a memory");
    delays
}

#[test]
fn as_an_option() {
    #[retry(base = "100ms", cap = "1min", jitter = "decorrelated", rng = seeded(), sleep = |delay| waits.sleep(delay))]
    async fn read(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    #[retry(blocking, base = "100ms", cap = "1min", jitter = "decorrelated", rng = seeded(), sleep = |delay| waits.block(delay))]
    fn block(waits: &Waits) -> Result<u32, Failure> {
        always_busy()
    }
    let waits = Waits::default();
    at_once(read(&waits)).unwrap_err();
    assert_eq!(waits.take(), expected());
    block(&waits).unwrap_err();
    assert_eq!(waits.take(), expected());
}

#[test]
fn in_a_policy_made_elsewhere() {
    struct Client {
        policy: RetryPolicy,
        waits: Waits,
    }
    impl Client {
        #[retry(policy = self.policy, rng = seeded(), sleep = |delay| self.waits.sleep(delay))]
        async fn read(&self) -> Result<u32, Failure> {
            always_busy()
        }

        #[retry(blocking, policy = POLICY, rng = seeded(), sleep = |delay| self.waits.block(delay))]
        fn block(&self) -> Result<u32, Failure> {
            always_busy()
        }
    }
    let client = Client { policy: POLICY, waits: Waits::default() };
    at_once(client.read()).unwrap_err();
    assert_eq!(client.waits.take(), expected());
    client.block().unwrap_err();
    assert_eq!(client.waits.take(), expected());
}

#[test]
fn in_closures() {
    let waits = Waits::default();
    let call = POLICY.retry(async || always_busy()).rng(seeded()).sleep(|delay| waits.sleep(delay));
    at_once(call.into_future()).unwrap_err();
    assert_eq!(waits.take(), expected());
    let call = POLICY.retry_blocking(always_busy).rng(seeded());
    call.run_with_sleep(|delay| waits.block(delay)).unwrap_err();
    assert_eq!(waits.take(), expected());
}
