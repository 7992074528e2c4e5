//! A setting that another one makes useless is refused.

use std::time::Duration;

use retry_core::retry;

#[retry(base = "1s", backoff = ["100ms", "1s"])]
async fn base_beside_list() -> std::io::Result<u32> {
    Ok(1)
}

fn curve(_: u32) -> Duration {
    Duration::ZERO
}

#[retry(base = "1s", backoff = curve)]
async fn base_beside_function() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(backoff = "linear", factor = 2)]
async fn factor_of_a_line() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = "decorrelated", backoff = "linear")]
async fn decorrelated_curve() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(jitter = "decorrelated", factor = 3)]
async fn decorrelated_factor() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(timed_out = |error| error.into())]
async fn timed_out_without_timeout() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(blocking, timed_out = |error| error.into())]
fn timed_out_where_nothing_can_be_dropped() -> std::io::Result<u32> {
    Ok(1)
}

#[retry(clock = || Duration::ZERO)]
async fn clock_that_nobody_reads() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
