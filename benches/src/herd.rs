//! The candidates for a million calls that wait at the same time. A call waits for at least half of the ceiling, so
//! that all calls have begun to wait before the first wait ends. The rest of the policy is the usual one.
#![allow(missing_docs, clippy::missing_errors_doc)]

use std::future::ready;
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable as _};
use rand::RngExt as _;
use retry_core::retry;
use tokio_retry::RetryIf;
use tokio_retry2::{Retry, RetryError, strategy::ExponentialFactorBackoff, strategy::jitter_with_bounds};

use crate::server::{Failure, Server, charge};

const BASE: Duration = Duration::from_secs(8);
const CAP: Duration = Duration::from_secs(30);
const ATTEMPTS: u32 = 6;

pub async fn hand(server: &Server, cents: u32) -> Result<u32, Failure> {
    let mut ceiling = BASE;
    let mut attempt = 1;
    loop {
        ready(()).await;
        match server.answer(cents) {
            Ok(receipt) => return Ok(receipt),
            Err(error) if attempt == ATTEMPTS || !error.is_transient() => return Err(error),
            Err(_) => {}
        }
        let delay = rand::rng().random_range(ceiling / 2..=ceiling);
        tokio::time::sleep(delay).await;
        ceiling = CAP.min(ceiling * 2);
        attempt += 1;
    }
}

#[retry(base = BASE, cap = CAP, attempts = ATTEMPTS, jitter = "equal", transient = Failure::is_transient)]
pub async fn annotated(server: &Server, cents: u32) -> Result<u32, Failure> {
    ready(()).await;
    server.answer(cents)
}

pub async fn backon(server: &Server, cents: u32) -> Result<u32, Failure> {
    // It adds its jitter: a delay is between one and two times the ceiling.
    const BACKOFF: ExponentialBuilder = ExponentialBuilder::new()
        .with_min_delay(Duration::from_secs(4))
        .with_max_delay(CAP)
        .with_factor(2.0)
        .with_max_times(ATTEMPTS as usize - 1)
        .with_jitter();
    (|| charge(server, cents)).retry(BACKOFF).when(Failure::is_transient).await
}

pub async fn tokio_retry(server: &Server, cents: u32) -> Result<u32, Failure> {
    let delays = tokio_retry::strategy::ExponentialBackoff::from_millis(2)
        .factor(4000)
        .max_delay(CAP)
        .map(|ceiling| ceiling / 2 + tokio_retry::strategy::jitter(ceiling / 2))
        .take(ATTEMPTS as usize - 1);
    RetryIf::start(delays, || charge(server, cents), Failure::is_transient).await
}

pub async fn tokio_retry2(server: &Server, cents: u32) -> Result<u32, Failure> {
    let delays = ExponentialFactorBackoff::from_millis(8000, 2.0)
        .max_delay(CAP)
        .map(jitter_with_bounds(0.5, 1.0))
        .take(ATTEMPTS as usize - 1);
    let attempt = || async move {
        charge(server, cents).await.map_err(|error| {
            if error.is_transient() { RetryError::transient(error) } else { RetryError::permanent(error) }
        })
    };
    Retry::spawn(delays, attempt).await
}

#[cfg(feature = "tryhard")]
pub async fn tryhard(server: &Server, cents: u32) -> Result<u32, Failure> {
    use tryhard::RetryPolicy;
    let backoff = |attempt: u32, error: &Failure| {
        if !error.is_transient() {
            return RetryPolicy::Break;
        }
        let ceiling = BASE.saturating_mul(1 << (attempt - 1)).min(CAP);
        RetryPolicy::Delay(rand::rng().random_range(ceiling / 2..=ceiling))
    };
    tryhard::retry_fn(|| charge(server, cents)).retries(ATTEMPTS - 1).custom_backoff(backoff).await
}
