//! The value of `breaker` is the place of a `CircuitBreaker` that calls share.

use retry_core::{CircuitBreaker, retry};

static PAYMENTS: CircuitBreaker = CircuitBreaker::builder().build_const();

#[retry(breaker = CircuitBreaker::builder().build_const())]
async fn made_in_place() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(breaker = "PAYMENTS")]
async fn text() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(breaker = 5)]
async fn number() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(breaker_open = |open| open.into())]
async fn error_without_breaker() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = &PAYMENTS;
}
