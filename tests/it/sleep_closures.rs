//! A closure for `sleep` can call a method of the delay without writing the delay's type.

use std::future::{Ready, ready};
use std::pin::Pin;
use std::time::Duration;

use crate::common::{Failure, Waits, always_busy, at_once, calls, ms};
use async_trait::async_trait;
use retry_core::{Jitter, RetryPolicy, Step, retry};

const POLICY: RetryPolicy = RetryPolicy::builder().base(ms(1_500)).jitter(Jitter::None).attempts(3).build_const();

/// A timer that counts in milliseconds, as on small devices.
fn after_millis(milliseconds: u128, waits: &Waits) -> Ready<()> {
    waits.sleep(ms(milliseconds.try_into().unwrap()))
}

type Outcome = Result<u32, Failure>;

/// The waits that the closure has been asked for.
fn waited(outcome: Outcome, waits: &Waits, expected: [u64; 2]) {
    assert_eq!((outcome, calls()), (Err(Failure::Busy(3)), 3));
    assert_eq!(waits.take(), expected.map(ms));
}

#[test]
fn of_an_async_function() {
    #[retry(policy = POLICY, sleep = |d| after_millis(d.as_millis(), waits))]
    async fn a_method_of_the_delay(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(policy = POLICY, sleep = |delay| waits.sleep(delay.min(ms(2_000))))]
    async fn shorter(waits: &Waits) -> Outcome {
        let value = always_busy()?;
        Ok(value)
    }
    #[retry(policy = POLICY, sleep = |delay| { let delay = delay / 2; waits.sleep(delay) })]
    async fn a_block(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(policy = POLICY, sleep = |delay: Duration| waits.sleep(delay.min(ms(2_000))))]
    async fn with_its_type(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(policy = POLICY, sleep = async |delay| waits.block(delay.min(ms(2_000))))]
    async fn an_async_closure(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(policy = POLICY, sleep = async move |delay| { ready(()).await; waits.block(delay.min(ms(2_000))); })]
    async fn one_that_moves(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(policy = POLICY, sleep = |delay| { let delay = delay.min(ms(2_000)); async move { waits.block(delay) } })]
    async fn a_block_that_is_async(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(policy = POLICY, sleep = |Duration { .. }| waits.sleep(ms(7)))]
    async fn a_pattern(waits: &Waits) -> Outcome {
        always_busy()
    }
    let waits = Waits::default();
    waited(at_once(a_method_of_the_delay(&waits)), &waits, [1_500, 3_000]);
    waited(at_once(shorter(&waits)), &waits, [1_500, 2_000]);
    waited(at_once(a_block(&waits)), &waits, [750, 1_500]);
    waited(at_once(with_its_type(&waits)), &waits, [1_500, 2_000]);
    waited(at_once(an_async_closure(&waits)), &waits, [1_500, 2_000]);
    waited(at_once(one_that_moves(&waits)), &waits, [1_500, 2_000]);
    waited(at_once(a_block_that_is_async(&waits)), &waits, [1_500, 2_000]);
    waited(at_once(a_pattern(&waits)), &waits, [7, 7]);
}

struct Client {
    waits: Waits,
    longest: Duration,
}

#[async_trait]
trait Ask {
    async fn ask(&self) -> Outcome;
}

#[async_trait]
impl Ask for Client {
    #[retry(policy = POLICY, sleep = |delay| self.waits.sleep(delay.min(self.longest)))]
    async fn ask(&self) -> Outcome {
        always_busy()
    }
}

impl Client {
    #[retry(policy = POLICY, sleep = |delay| self.waits.sleep(delay.min(self.longest)))]
    async fn method(&self) -> Outcome {
        always_busy()
    }

    #[retry(policy = POLICY, sleep = async |delay| self.waits.block(delay.min(self.longest)))]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Outcome> + '_>> {
        Box::pin(async move { always_busy() })
    }

    #[expect(clippy::manual_async_fn, reason = "how it is written is what is tested")]
    #[retry(policy = POLICY, sleep = |delay| self.waits.sleep(delay.min(self.longest)))]
    fn opaque(&self) -> impl Future<Output = Outcome> {
        async move { always_busy() }
    }
}

#[test]
fn of_a_method_in_every_shape() {
    let client = Client { waits: Waits::default(), longest: ms(2_000) };
    waited(at_once(client.ask()), &client.waits, [1_500, 2_000]);
    waited(at_once(client.method()), &client.waits, [1_500, 2_000]);
    waited(at_once(client.boxed()), &client.waits, [1_500, 2_000]);
    waited(at_once(client.opaque()), &client.waits, [1_500, 2_000]);
}

#[test]
fn of_a_function_that_blocks() {
    #[retry(blocking, policy = POLICY, sleep = |delay| waits.block(delay.min(ms(2_000))))]
    fn without_its_type(waits: &Waits) -> Outcome {
        always_busy()
    }
    #[retry(blocking, policy = POLICY, sleep = |delay: Duration| waits.block(delay.min(ms(2_000))))]
    fn with_its_type(waits: &Waits) -> Outcome {
        let value = always_busy()?;
        Ok(value)
    }
    #[retry(blocking, policy = POLICY, sleep = |delay| *slept += delay.as_millis())]
    fn changes_an_argument(slept: &mut u128) -> Outcome {
        always_busy()
    }
    let waits = Waits::default();
    waited(without_its_type(&waits), &waits, [1_500, 2_000]);
    waited(with_its_type(&waits), &waits, [1_500, 2_000]);
    let mut slept = 0;
    changes_an_argument(&mut slept).unwrap_err();
    assert_eq!((slept, calls()), (4_500, 3));
}

#[test]
fn of_closures_and_the_loop_by_hand() {
    let waits = &Waits::default();
    let closure = || POLICY.retry(async || always_busy());
    let async_closure = || POLICY.retry_async_closure(async || always_busy());
    waited(at_once(closure().sleep(|d| after_millis(d.as_millis(), waits)).into_future()), waits, [1_500, 3_000]);
    waited(at_once(closure().sleep(|d| waits.sleep(d.min(ms(2_000)))).into_future()), waits, [1_500, 2_000]);
    waited(at_once(closure().sleep(async |d| waits.block(d.min(ms(9)))).into_future()), waits, [9, 9]);
    waited(at_once(async_closure().sleep(|d| after_millis(d.as_millis(), waits)).run()), waits, [1_500, 3_000]);
    waited(at_once(async_closure().sleep(async |d| waits.block(d.min(ms(9)))).run()), waits, [9, 9]);
    waited(POLICY.retry_blocking(always_busy).run_with_sleep(|d| waits.block(d.min(ms(9)))), waits, [9, 9]);

    let by_hand = async |sleeps_async: bool| {
        let mut call = POLICY.start();
        loop {
            match call.next(always_busy()) {
                Step::Return(outcome) => return outcome,
                Step::Wait { .. } if sleeps_async => call.wait_with(async |d| waits.block(d.min(ms(9)))).await,
                Step::Wait { .. } => call.wait_with(|d| after_millis(d.as_millis(), waits)).await,
            }
        }
    };
    waited(at_once(by_hand(true)), waits, [9, 9]);
    waited(at_once(by_hand(false)), waits, [1_500, 3_000]);
    let mut call = POLICY.start_blocking();
    let outcome = loop {
        match call.next(always_busy()) {
            Step::Return(outcome) => break outcome,
            Step::Wait { .. } => call.block_with(|d| waits.block(d.min(ms(9)))),
        }
    };
    waited(outcome, waits, [9, 9]);
}
