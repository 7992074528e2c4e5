//! What an annotated function lacks without the standard library.

use core::time::Duration;
use retry_core::rand::{SeedableRng as _, rngs::Xoshiro256PlusPlus};
use retry_core::{RetryPolicy, retry};

fn seeded() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}

async fn wait(_delay: Duration) {}

/// Neither a timer nor random numbers.
#[retry(transient = |_| true)]
async fn nothing() -> Result<(), u8> {
    Ok(())
}

#[retry(transient = |_| true, rng = seeded())]
async fn no_timer() -> Result<(), u8> {
    Ok(())
}

#[retry(transient = |_| true, rng = seeded(), blocking)]
fn no_thread() -> Result<(), u8> {
    Ok(())
}

#[retry(transient = |_| true, sleep = wait)]
async fn no_random_numbers() -> Result<(), u8> {
    Ok(())
}

#[retry(transient = |_| true, sleep = wait, rng = seeded(), deadline = "1min")]
async fn no_clock() -> Result<(), u8> {
    Ok(())
}

/// A policy of the run time may have a deadline.
#[retry(transient = |_| true, sleep = wait, rng = seeded(), policy = policy)]
async fn no_clock_for_a_policy(policy: RetryPolicy) -> Result<(), u8> {
    Ok(())
}

#[retry(transient = |_| true, sleep = wait, rng = seeded(), clock = || Duration::ZERO, timeout = "1s", timed_out = |_| 0)]
async fn a_timeout() -> Result<(), u8> {
    Ok(())
}

#[retry(transient = |_| true, sleep = wait, rng = seeded(), nested = "once")]
async fn nested() -> Result<(), u8> {
    Ok(())
}

fn main() {}
