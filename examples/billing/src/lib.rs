//! A night of billing: thousands of meter reads are posted to a rate engine that fails in every way it can, and in the
//! end each of them has been charged exactly once. `cargo run -p billing` shows it; the README says what it shows.
//!
//! The function that is retried is [`client::Client::post`].

pub mod audit;
pub mod client;
pub mod dead_letters;
pub mod engine;
pub mod faults;
pub mod ledger;
pub mod reads;
pub mod summary;
pub mod tally;
pub mod tariff;

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use tokio::task::JoinSet;

use self::audit::Audit;
use self::client::{Client, RATE_ENGINE};
use self::dead_letters::DeadLetters;
use self::engine::Engine;
use self::reads::Read;
use self::summary::{Pass, Summary};

/// What can be chosen about a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// How many reads there are.
    pub reads: usize,
    /// How many of them are under way at a time.
    pub workers: NonZeroUsize,
    /// What the reads and the faults are made from.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self { reads: 3_000, workers: const { NonZeroUsize::new(64).unwrap() }, seed: 7 }
    }
}

/// Anything that keeps a night from being finished. A failed call does not: that is what dead letters are for.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Bills every read, replays those that failed for no fault of their own once the engine is repaired, and audits.
///
/// # Errors
///
/// When the engine cannot be started, or a database not be used. What the audit finds is in the summary.
pub async fn run(config: Config, progress: &ProgressBar) -> Result<Summary, Failure> {
    let began = Instant::now();
    let reads = reads::generate(config.seed, config.reads);
    let engine = Engine::start(faults::seeded(config.seed)).await?;
    let dead_letters = Arc::new(DeadLetters::new()?);

    let night = reads.iter().map(|seeded| seeded.read.clone()).collect();
    let night = bill("billing", night, config.workers, &engine, &dead_letters, progress).await?;
    let after_night = dead_letters.all()?;

    engine.repair();
    let exhausted = after_night.iter().filter(|letter| letter.is_exhausted());
    let replay = exhausted.map(|letter| letter.read.clone()).collect();
    let replay = bill("replaying", replay, config.workers, &engine, &dead_letters, progress).await?;
    progress.finish_and_clear();

    let (seen, after_replay) = (engine.seen(), dead_letters.all()?);
    let audit = Audit::new(&reads, &engine.charges()?, &seen, &after_replay);
    let budget = RATE_ENGINE.level();
    Ok(Summary {
        config,
        passes: [night, replay],
        seen,
        after_night,
        after_replay,
        budget,
        wall: began.elapsed(),
        audit,
    })
}

/// Posts all of the reads, so many at a time.
async fn bill(
    name: &'static str,
    reads: Vec<Read>,
    workers: NonZeroUsize,
    engine: &Engine,
    dead_letters: &Arc<DeadLetters>,
    progress: &ProgressBar,
) -> Result<Pass, Failure> {
    let began = Instant::now();
    let calls = reads.len();
    progress.reset();
    progress.set_length(calls as u64);
    progress.set_message(name);

    let client = Arc::new(Client::new(engine, Arc::clone(dead_letters))?);
    let queue = Arc::new(Mutex::new(reads.into_iter()));
    let mut pool = JoinSet::<rusqlite::Result<()>>::new();
    for _ in 0..workers.get() {
        let (client, queue) = (Arc::clone(&client), Arc::clone(&queue));
        let (dead_letters, progress) = (Arc::clone(dead_letters), progress.clone());
        pool.spawn(async move {
            loop {
                let next = lock(&queue).next();
                let Some(read) = next else { return Ok(()) };
                // A failure is in the dead letters already.
                if client.post(&read).await.is_ok() {
                    dead_letters.settle(&read)?;
                }
                progress.inc(1);
            }
        });
    }
    while let Some(worker) = pool.join_next().await {
        worker??;
    }
    Ok(Pass { name, calls, tally: client.tally(), wall: began.elapsed() })
}

/// No lock here is held across anything that can panic halfway through a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
