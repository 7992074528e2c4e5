//! The source of each candidate in a user's crate: the dependencies, and the code around a retried function. Code that
//! a user would write once for all functions is written once here too.

use crate::{BARE, HAND, Result, TRYHARD};

/// The source of a candidate. In `body`, BODY stands for the body of the function, and OUTPUT for its return type.
pub(crate) struct Style {
    pub(crate) candidate: &'static str,
    pub(crate) dependencies: &'static str,
    pub(crate) prelude: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) body: &'static str,
}

pub(crate) fn style(candidate: &str) -> Result<&'static Style> {
    let found = STYLES.iter().find(|style| style.candidate == candidate);
    found.ok_or_else(|| format!("{candidate} has no style").into())
}

const STYLES: [Style; 7] = [
    Style { candidate: BARE, dependencies: "", prelude: "", attribute: "", body: "BODY" },
    Style {
        candidate: HAND,
        dependencies: r#"rand = "0.10"
tokio = { version = "1.44", default-features = false, features = ["time"] }"#,
        prelude: "use rand::RngExt as _;",
        attribute: "",
        body: "
    let mut ceiling = BASE;
    let mut attempt = 1;
    loop {
        match async { BODY }.await {
            Ok(value) => return Ok(value),
            Err(error) if attempt == ATTEMPTS || !Failure::is_transient(&error) => return Err(error),
            Err(_) => {}
        }
        let delay = rand::rng().random_range(Duration::ZERO..=ceiling);
        tokio::time::sleep(delay).await;
        ceiling = CAP.min(ceiling * 2);
        attempt += 1;
    }",
    },
    Style {
        candidate: "#[retry]",
        dependencies: r#"retry-core = { path = "RETRY_CORE" }"#,
        prelude: "use retry_core::retry;",
        attribute: r#"#[retry(base = "500ms", cap = "30s", attempts = 6, transient = Failure::is_transient)]"#,
        body: "BODY",
    },
    Style {
        candidate: "backon",
        dependencies: r#"backon = "1.6""#,
        prelude: "use backon::{ExponentialBuilder, Retryable as _};

const BACKOFF: ExponentialBuilder = ExponentialBuilder::new()
    .with_min_delay(BASE)
    .with_max_delay(CAP)
    .with_factor(2.0)
    .with_max_times(ATTEMPTS as usize - 1)
    .with_jitter();",
        attribute: "",
        body: "(|| async { BODY }).retry(BACKOFF).when(Failure::is_transient).await",
    },
    Style {
        candidate: "tokio-retry",
        dependencies: r#"tokio-retry = "0.3""#,
        prelude: "use tokio_retry::RetryIf;
use tokio_retry::strategy::{ExponentialBackoff, jitter};

fn delays() -> impl Iterator<Item = Duration> {
    ExponentialBackoff::from_millis(2).factor(250).max_delay(CAP).map(jitter).take(ATTEMPTS as usize - 1)
}",
        attribute: "",
        body: "RetryIf::start(delays(), || async { BODY }, Failure::is_transient).await",
    },
    Style {
        candidate: "tokio-retry2",
        dependencies: r#"tokio-retry2 = { version = "0.9", features = ["jitter"] }"#,
        prelude: "use tokio_retry2::strategy::{ExponentialFactorBackoff, jitter_with_bounds};
use tokio_retry2::{Retry, RetryError};

fn delays() -> impl Iterator<Item = Duration> {
    let delays = ExponentialFactorBackoff::from_millis(500, 2.0).max_delay(CAP);
    delays.map(jitter_with_bounds(0.0, 1.0)).take(ATTEMPTS as usize - 1)
}

fn classify(error: Failure) -> RetryError<Failure> {
    if error.is_transient() { RetryError::transient(error) } else { RetryError::permanent(error) }
}",
        attribute: "",
        body: "Retry::spawn(delays(), || async { async { BODY }.await.map_err(classify) }).await",
    },
    Style {
        candidate: TRYHARD,
        dependencies: r#"rand = "0.10"
tryhard = "0.5""#,
        prelude: "use rand::RngExt as _;
use tryhard::RetryPolicy;

fn backoff(attempt: u32, error: &Failure) -> RetryPolicy {
    if !error.is_transient() {
        return RetryPolicy::Break;
    }
    let ceiling = BASE.saturating_mul(1 << (attempt - 1)).min(CAP);
    RetryPolicy::Delay(rand::rng().random_range(Duration::ZERO..=ceiling))
}",
        attribute: "",
        body: "tryhard::retry_fn(|| async { BODY }).retries(ATTEMPTS - 1).custom_backoff(backoff).await",
    },
];
