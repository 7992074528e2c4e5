//! The workers, each with a connection of its own, which make one call after another.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _};
use retry_core::RetryBudget;

use crate::client::Client;
use crate::counts::{Counts, add};
use crate::service::Service;

/// Makes calls until it is told to stop or is dropped. One call in ten is dropped within its first 5 ms.
pub(crate) async fn work(worker: Worker, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let Worker { address, service, counts, budget, request, stop } = worker;
    let mut client = Client::new(address);
    while !stop.load(Ordering::Relaxed) {
        let request = request.fetch_add(1, Ordering::Relaxed);
        let mut is_first = true;
        add(&counts.calls);
        let drops = Dropped(counts);
        let call = client.post(request, &mut is_first, counts, budget);
        let limit = match rng.next_u32() % 10 {
            0 => Duration::from_micros(u64::from(rng.next_u32() % 5_000)),
            _ => Duration::from_secs(60),
        };
        // If the call is dropped before its end, `drops` counts it.
        let Ok(outcome) = tokio::time::timeout(limit, call).await else { continue };
        std::mem::forget(drops);
        match outcome {
            Ok(()) => {
                add(&counts.answered);
                if !service.has_done(request) {
                    add(&counts.lost);
                }
            }
            Err(_) => {
                add(&counts.failed);
                // An open breaker refuses at once. Without a pause the workers would take all processor time.
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    }
}

/// What the workers share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worker {
    pub(crate) address: SocketAddr,
    pub(crate) service: &'static Service,
    pub(crate) counts: &'static Counts,
    pub(crate) budget: &'static RetryBudget,
    pub(crate) request: &'static AtomicU64,
    pub(crate) stop: &'static AtomicBool,
}

struct Dropped(&'static Counts);

impl Drop for Dropped {
    fn drop(&mut self) {
        add(&self.0.dropped);
    }
}
