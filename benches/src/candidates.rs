//! The same function under the same policy, written by hand and with every library. Each library comes as near to the
//! policy as it can: backon draws its delays between one and two times the ceiling, tokio-retry2 within the bounds that
//! it gets, and tryhard has neither jitter nor a predicate, so both are written out.

/// Stamps the candidates for one policy, which is in scope as `BASE`, `CAP` and `ATTEMPTS`.
macro_rules! candidates {
    ($(#[$doc:meta])* $policy:ident: base $base:expr, cap $cap:expr) => {
        $(#[$doc])*
        #[allow(missing_docs, clippy::missing_errors_doc)]
        pub mod $policy {
            use std::future::ready;
            use std::time::Duration;

            use backon::{ExponentialBuilder, Retryable as _};
            use rand::RngExt as _;
            use retry_core::retry;
            use tokio_retry::RetryIf;
            use tokio_retry2::{Retry, RetryError, strategy::ExponentialFactorBackoff, strategy::jitter_with_bounds};

            pub use crate::server::charge as bare;
            use crate::server::{Failure, Server};

            const BASE: Duration = $base;
            const CAP: Duration = $cap;
            const ATTEMPTS: u32 = 6;
            #[allow(clippy::cast_possible_truncation)]
            const BASE_MILLIS: u64 = BASE.as_millis() as u64;

            pub async fn hand(server: &Server, cents: u32) -> Result<u32, Failure> {
                let mut ceiling = BASE;
                let mut attempt = 1;
                loop {
                    match bare(server, cents).await {
                        Ok(receipt) => return Ok(receipt),
                        Err(error) if attempt == ATTEMPTS || !error.is_transient() => return Err(error),
                        Err(_) => {}
                    }
                    let delay = rand::rng().random_range(Duration::ZERO..=ceiling);
                    tokio::time::sleep(delay).await;
                    ceiling = CAP.min(ceiling * 2);
                    attempt += 1;
                }
            }

            #[retry(base = BASE, cap = CAP, attempts = ATTEMPTS, transient = Failure::is_transient)]
            pub async fn annotated(server: &Server, cents: u32) -> Result<u32, Failure> {
                ready(()).await;
                server.answer(cents)
            }

            pub async fn backon(server: &Server, cents: u32) -> Result<u32, Failure> {
                const BACKOFF: ExponentialBuilder = ExponentialBuilder::new()
                    .with_min_delay(BASE)
                    .with_max_delay(CAP)
                    .with_factor(2.0)
                    .with_max_times(ATTEMPTS as usize - 1)
                    .with_jitter();
                (|| bare(server, cents)).retry(BACKOFF).when(Failure::is_transient).await
            }

            pub async fn tokio_retry(server: &Server, cents: u32) -> Result<u32, Failure> {
                let delays = tokio_retry::strategy::ExponentialBackoff::from_millis(2)
                    .factor(BASE_MILLIS / 2)
                    .max_delay(CAP)
                    .map(tokio_retry::strategy::jitter)
                    .take(ATTEMPTS as usize - 1);
                RetryIf::start(delays, || bare(server, cents), Failure::is_transient).await
            }

            pub async fn tokio_retry2(server: &Server, cents: u32) -> Result<u32, Failure> {
                let delays = ExponentialFactorBackoff::from_millis(BASE_MILLIS, 2.0)
                    .max_delay(CAP)
                    .map(jitter_with_bounds(0.0, 1.0))
                    .take(ATTEMPTS as usize - 1);
                let attempt = || async move {
                    bare(server, cents).await.map_err(|error| {
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
                    RetryPolicy::Delay(rand::rng().random_range(Duration::ZERO..=ceiling))
                };
                tryhard::retry_fn(|| bare(server, cents)).retries(ATTEMPTS - 1).custom_backoff(backoff).await
            }

            /// Shows every candidate to `visitor`.
            pub fn visit(visitor: &mut impl crate::Visitor) {
                visitor.candidate("bare", bare);
                visitor.candidate("hand-written loop", hand);
                visitor.candidate("#[retry]", annotated);
                visitor.candidate("backon", backon);
                visitor.candidate("tokio-retry", tokio_retry);
                visitor.candidate("tokio-retry2", tokio_retry2);
                #[cfg(feature = "tryhard")]
                visitor.candidate("tryhard", tryhard);
            }
        }
    };
}

candidates! {
    /// The usual policy.
    usual: base Duration::from_millis(500), cap Duration::from_secs(30)
}

candidates! {
    /// Every delay is zero.
    no_delay: base Duration::ZERO, cap Duration::ZERO
}

candidates! {
    /// Every delay is real, and short enough to be waited for.
    short: base Duration::from_millis(2), cap Duration::from_millis(2)
}
