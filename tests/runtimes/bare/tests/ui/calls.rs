//! What other calls lack without the standard library.

use core::time::Duration;
use retry_core::rand::{SeedableRng as _, rngs::Xoshiro256PlusPlus};
use retry_core::RetryPolicy;

fn seeded() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}

async fn wait(_delay: Duration) {}

async fn no_random_numbers(policy: RetryPolicy) -> Result<(), u8> {
    policy.retry(async || Err(1)).transient(|_| true).sleep(wait).clock(|| Duration::ZERO).await
}

async fn no_clock(policy: RetryPolicy) -> Result<(), u8> {
    policy.retry(async || Err(1)).transient(|_| true).sleep(wait).rng(seeded()).await
}

fn no_clock_by_hand(policy: RetryPolicy) {
    let mut call = policy.start().transient(|_| true).rng(seeded());
    let _ = call.next(Err::<(), u8>(1));
}

fn main() {}
