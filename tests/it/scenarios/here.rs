//! How the scenarios run on tokio, whose clock is paused.

use std::time::Duration;
pub use std::time::Instant;

use retry_core::testing::Scope;

pub use crate::common::{ms, pass, seeded};

/// Whether waiting on the runtime's clock takes no time.
pub const CLOCK_IS_PAUSED: bool = true;

/// A scope that skips waits.
pub fn scope() -> Scope {
    Scope::new().seed(7)
}

/// Runs a call to its end.
#[expect(clippy::unused_async, reason = "elsewhere it is")]
pub async fn run<F: Future>(call: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(call)
}

/// Takes the time of an attempt.
pub async fn sleep(time: Duration) {
    tokio::time::sleep(time).await;
}
