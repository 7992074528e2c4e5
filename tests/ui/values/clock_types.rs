//! `clock` takes a function that returns a `Duration`.

use std::time::{Duration, Instant};

use retry_core::retry;

#[retry(deadline = "1min", clock = Instant::now)]
async fn instant() -> std::io::Result<u32> {
    Ok(1)
}

fn since(_start: Instant) -> Duration {
    Duration::ZERO
}

#[retry(deadline = "1min", clock = since)]
async fn of_an_argument() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(deadline = "1min", clock = Duration::ZERO)]
async fn value() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
