//! Values that `breaker` does not take, and an error that cannot be made from `BreakerOpen`.

use retry_core::{CircuitBreaker, Retrier, RetryPolicy, retry};

static PAYMENTS: CircuitBreaker = CircuitBreaker::builder().build_const();
static RETRIES: Retrier = Retrier::new(RetryPolicy::builder().build_const());

#[derive(Debug)]
struct ApiError;

struct Client {
    breaker: CircuitBreaker,
    failures: u32,
}

impl Client {
    #[retry(breaker = self.failures)]
    async fn number(&self) -> std::io::Result<u32> {
        Ok(1)
    }

    // The body may change the field, so the call would have to hold a breaker that it cannot clone.
    #[retry(breaker = self.breaker)]
    async fn by_value(&mut self) -> std::io::Result<u32> {
        Ok(1)
    }
}

#[retry(breaker = PAYMENTS, transient = |_| true)]
async fn error() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(breaker = PAYMENTS, breaker_open = |_| "open", transient = |_| true)]
async fn another_error() -> Result<u32, ApiError> {
    Ok(1)
}

#[retry(with = RETRIES, timeout = None, transient = |_| true)]
async fn shared() -> Result<u32, ApiError> {
    Ok(1)
}

async fn closure() -> Result<u32, ApiError> {
    RETRIES.retry(async || Err(ApiError)).transient(|_| true).no_timeout().await
}

fn blocking() -> Result<u32, ApiError> {
    RETRIES.retry_blocking(|| Err(ApiError)).transient(|_| true).run()
}

fn with_number() -> Retrier {
    RETRIES.clone().with_breaker(5)
}

fn main() {
    let client = Client { breaker: CircuitBreaker::builder().build_const(), failures: 0 };
    let _ = (client.number(), error());
}
