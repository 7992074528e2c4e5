//! The value of `with` is no `Retrier`, and an option beside it has a wrong type.

use std::sync::Arc;

use retry_core::{Retrier, RetryBudget, RetryPolicy, retry};

static POLICY: RetryPolicy = RetryPolicy::builder().build_const();
static RETRIES: Retrier = Retrier::new(POLICY);

#[retry(with = POLICY)]
async fn policy() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(with = retries)]
async fn option(retries: &Option<Retrier>) -> std::io::Result<u32> {
    Ok(1)
}

#[retry(with = RETRIES, timeout = limit)]
async fn number(limit: u64) -> std::io::Result<u32> {
    Ok(1)
}

fn shared() -> Retrier {
    RETRIES.clone().with_timeout(5).with_budget(RetryBudget::new(10, 0.1))
}

async fn closure(budget: Option<Arc<RetryBudget>>) -> std::io::Result<u32> {
    RETRIES.retry(async || Ok(1)).budget(budget).await
}

fn main() {
    let _ = (policy(), shared(), closure(None));
}
