//! Runs the scenarios on a clock that cannot be paused: in a scope, and some of them in real time.

use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use retry_core::testing::Scope;
pub use retry_core::testing::sleep_blocking as pass;
pub use web_time::Instant;

pub const CLOCK_IS_PAUSED: bool = false;

pub fn scope() -> Scope {
    Scope::new().seed(7).with_virtual_clock()
}

pub async fn run<F: Future>(call: F) -> F::Output {
    call.await
}

pub async fn sleep(time: Duration) {
    if !time.is_zero() {
        retry_core::testing::sleep(time).await;
    }
}

pub fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

pub fn seeded() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}
