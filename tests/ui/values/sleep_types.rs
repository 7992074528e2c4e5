//! `sleep` takes a function from a `Duration` to a future.

use retry_core::retry;

#[retry(sleep = std::thread::sleep)]
async fn blocking() -> std::io::Result<u32> {
    Ok(1)
}

fn nap(_: u64) {}

#[retry(sleep = nap)]
async fn of_another_argument() -> std::io::Result<u32> {
    Ok(1)
}

fn main() {}
