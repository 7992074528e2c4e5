//! A thousand tasks on one `Retrier`: the budget is exact, however the calls end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use retry_core::{Retrier, RetryBudget, RetryPolicy, retry};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::common::thousandths;

const TASKS: u32 = 1_000;

struct Client {
    retries: Retrier,
    attempts: AtomicU32,
}

impl Client {
    /// The server is down, so no success refills the budget.
    fn new(tokens: u32) -> (Arc<Self>, Arc<RetryBudget>) {
        let budget = Arc::new(RetryBudget::new(tokens, 0.0));
        let policy =
            RetryPolicy::builder().base(Duration::from_millis(10)).cap(Duration::from_millis(10)).attempts(100);
        let retries = Retrier::new(policy.build().unwrap()).with_budget(Arc::clone(&budget));
        (Arc::new(Self { retries, attempts: AtomicU32::new(0) }), budget)
    }

    #[retry(with = self.retries)]
    async fn fetch(&self) -> io::Result<()> {
        self.attempts.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
        Err(io::ErrorKind::ConnectionRefused.into())
    }

    #[retry(with = self.retries, stop = stop.cancelled())]
    async fn fetch_until(&self, stop: &CancellationToken) -> io::Result<()> {
        self.attempts.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
        Err(io::ErrorKind::ConnectionRefused.into())
    }

    async fn fetch_by_closure(&self) -> io::Result<()> {
        let retries = self.retries.clone();
        retries
            .retry(|| {
                self.attempts.fetch_add(1, Ordering::Relaxed);
                async {
                    tokio::task::yield_now().await;
                    Err(io::ErrorKind::ConnectionRefused.into())
                }
            })
            .await
    }

    async fn fetch_somehow(&self, task: u32) -> io::Result<()> {
        if task & 1 == 0 { self.fetch().await } else { self.fetch_by_closure().await }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_budget_of_50_allows_1050_attempts() {
    let (client, budget) = Client::new(50);
    let spawn = |task| {
        let client = Arc::clone(&client);
        tokio::spawn(async move { client.fetch_somehow(task).await })
    };
    let tasks: Vec<_> = (0..TASKS).map(spawn).collect();
    for task in tasks {
        assert!(task.await.unwrap().is_err());
    }
    assert_eq!(client.attempts.load(Ordering::Relaxed), TASKS + 50);
    assert_eq!(thousandths(&budget), 0);
}

/// The calls have taken one token for each retry. A call that was dropped during a wait has put its token back.
#[tokio::test(start_paused = true)]
async fn dropped_calls_leave_the_budget_exact() {
    let (mut dropped, mut rng) = (0, Xoshiro256PlusPlus::seed_from_u64(7));
    let (client, budget) = Client::new(100_000);
    for _ in 0..20 {
        let spawn = |task| {
            let (client, patience) = (Arc::clone(&client), Duration::from_micros(rng.random_range(0..200_000)));
            tokio::spawn(async move { timeout(patience, client.fetch_somehow(task)).await })
        };
        let tasks: Vec<_> = (0..TASKS / 20).map(spawn).collect();
        for task in tasks {
            dropped += u32::from(task.await.unwrap().is_err());
        }
    }
    let retries = client.attempts.load(Ordering::Relaxed) - TASKS;
    assert_eq!(thousandths(&budget), 1_000 * (100_000 - i64::from(retries)));
    assert!(dropped > 500 && retries > 1_000, "{dropped} dropped, {retries} retries");
}

/// A stop during a wait puts the token back too.
#[tokio::test(start_paused = true)]
async fn stopped_calls_leave_the_budget_exact() {
    let (client, budget) = Client::new(100_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let spawn = |_| {
        let (client, stop) = (Arc::clone(&client), CancellationToken::new());
        let cancel = stop.clone();
        let patience = Duration::from_micros(rng.random_range(0..200_000));
        tokio::spawn(async move {
            sleep(patience).await;
            cancel.cancel();
        });
        tokio::spawn(async move { client.fetch_until(&stop).await })
    };
    let tasks: Vec<_> = (0..TASKS).map(spawn).collect();
    for task in tasks {
        assert!(task.await.unwrap().is_err());
    }
    let retries = client.attempts.load(Ordering::Relaxed) - TASKS;
    assert!(retries > 1_000 && retries < 50 * TASKS, "{retries} retries");
    assert_eq!(thousandths(&budget), 1_000 * (100_000 - i64::from(retries)));
}

/// A runtime that shuts down drops its tasks wherever they are.
#[test]
fn a_shutdown_leaves_the_budget_exact() {
    for least in [0, 1, 500, 1_000, 3_000, 10_000] {
        let (client, budget) = Client::new(100_000);
        let begun = Arc::new(AtomicU32::new(0));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
        for task in 0..TASKS {
            let (client, begun) = (Arc::clone(&client), Arc::clone(&begun));
            runtime.spawn(async move {
                // In one poll with the first attempt.
                begun.fetch_add(1, Ordering::Relaxed);
                client.fetch_somehow(task).await
            });
        }
        while client.attempts.load(Ordering::Relaxed) < least {
            std::thread::yield_now();
        }
        drop(runtime);
        let retries = client.attempts.load(Ordering::Relaxed) - begun.load(Ordering::Relaxed);
        assert_eq!(thousandths(&budget), 1_000 * (100_000 - i64::from(retries)), "{least}");
    }
}
