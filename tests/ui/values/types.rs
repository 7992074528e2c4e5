//! The value of an option has another type than the option.

use retry_core::retry;

const MILLIS: u64 = 500;

#[retry(base = MILLIS)]
async fn base() -> std::io::Result<u32> {
    Ok(1)
}

struct Client {
    timeout_ms: u64,
}

impl Client {
    #[retry(timeout = self.timeout_ms)]
    async fn fetch(&self) -> std::io::Result<u32> {
        Ok(1)
    }
}

fn curve(attempt: u64) -> u64 {
    attempt
}

#[retry(backoff = curve)]
async fn backoff() -> std::io::Result<u32> {
    Ok(1)
}

static BUDGET: u32 = 100;

#[retry(budget = BUDGET)]
async fn budget() -> std::io::Result<u32> {
    Ok(1)
}

fn seed() -> u64 {
    7
}

#[retry(rng = seed())]
async fn rng() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {
    let _ = Client { timeout_ms: 1 }.fetch();
    let _ = budget();
}
