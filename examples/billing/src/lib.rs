//! A night of billing: the program posts thousands of meter reads to a rate engine that fails in every way it can. In
//! the end each read has been charged exactly once. `cargo run -p billing` runs it, and the README explains it.
//!
//! The function that is retried is [`client::Client::post`].

pub mod audit;
pub mod client;
pub mod engine;
pub mod faults;
pub mod journal;
pub mod ledger;
pub mod reads;
pub mod settings;
pub mod summary;
pub mod tally;
pub mod tariff;

use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use retry_core::Retrier;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::audit::Audit;
use self::client::Client;
use self::engine::Engine;
use self::journal::Journal;
use self::ledger::Ledger;
use self::reads::Read;
use self::summary::{Pass, Summary};

/// What can be chosen about a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How many reads there are.
    pub reads: usize,
    /// How many reads are posted at the same time.
    pub workers: NonZeroUsize,
    /// The seed of the reads and of the faults.
    pub seed: u64,
    /// The directory of the databases, from which a stopped night goes on. With `None` they are in memory.
    pub data: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self { reads: 3_000, workers: const { NonZeroUsize::new(64).unwrap() }, seed: 7, data: None }
    }
}

/// An error that ends the night. A failed call does not end it, but becomes a dead letter.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Bills every read, repairs the engine, replays the reads that failed because of the engine, and audits the result.
///
/// After `stop` is cancelled, no further call begins, and running calls make no further attempt. A read whose call was
/// stopped is open, like a read that was not posted.
///
/// # Errors
///
/// If the engine cannot be started, or a database cannot be used. The findings of the audit are in the summary.
pub async fn run(
    config: Config,
    retries: Retrier,
    progress: &ProgressBar,
    stop: &CancellationToken,
) -> Result<Summary, Failure> {
    let began = Instant::now();
    if let Some(data) = &config.data {
        fs::create_dir_all(data)?;
    }
    let file = |name| config.data.as_ref().map(|data| data.join(name));
    let ledger = Ledger::open(file("ledger.sqlite").as_deref())?;
    let journal = Arc::new(Journal::open(file("journal.sqlite").as_deref())?);
    let engine = Engine::start(ledger, faults::seeded(config.seed)).await?;
    let reads = reads::generate(config.seed, config.reads);
    let billing =
        Billing { workers: config.workers, engine: &engine, retries: &retries, journal: &journal, progress, stop };

    let open = || journal.open_among(reads.iter().map(|seeded| &seeded.read));
    let night = billing.pass("billing", open()?).await?;
    let after_night = journal.dead_letters()?;

    engine.repair();
    let exhausted = after_night.iter().filter(|letter| letter.is_exhausted());
    let replay = billing.pass("replaying", exhausted.map(|letter| letter.read.clone()).collect()).await?;
    progress.finish_and_clear();

    let (charges, seen, after_replay) = (engine.charges()?, engine.seen()?, journal.dead_letters()?);
    let left = open()?.len() + after_replay.iter().filter(|letter| letter.is_exhausted()).count();
    let stopped = stop.is_cancelled() && left > 0;
    let audit = if stopped {
        Audit::of_stopped(&reads, &charges, &journal.receipts()?)
    } else {
        Audit::new(&reads, &charges, &seen, &after_replay)
    };
    Ok(Summary {
        config,
        passes: [night, replay],
        seen,
        after_night,
        after_replay,
        left: stopped.then_some(left),
        retries,
        wall: began.elapsed(),
        audit,
    })
}

/// What the night and the replay have in common.
struct Billing<'a> {
    workers: NonZeroUsize,
    engine: &'a Engine,
    retries: &'a Retrier,
    journal: &'a Arc<Journal>,
    progress: &'a ProgressBar,
    stop: &'a CancellationToken,
}

impl Billing<'_> {
    /// Posts the reads, several at the same time, until there are no more or the night is stopped.
    async fn pass(&self, name: &'static str, reads: Vec<Read>) -> Result<Pass, Failure> {
        let began = Instant::now();
        self.progress.reset();
        self.progress.set_length(reads.len() as u64);
        self.progress.set_message(name);

        let all = reads.len();
        let client =
            Arc::new(Client::new(self.engine, self.retries.clone(), Arc::clone(self.journal), self.stop.clone())?);
        let queue = Arc::new(Mutex::new(reads.into_iter()));
        let mut pool = JoinSet::<rusqlite::Result<()>>::new();
        for _ in 0..self.workers.get() {
            let (client, queue, journal) = (Arc::clone(&client), Arc::clone(&queue), Arc::clone(self.journal));
            let (progress, stop) = (self.progress.clone(), self.stop.clone());
            pool.spawn(async move {
                while !stop.is_cancelled() {
                    let next = lock(&queue).next();
                    let Some(read) = next else { break };
                    // A failure is in the journal already.
                    if let Ok(receipt) = client.post(&read).await {
                        journal.settle(&read, &receipt)?;
                    }
                    progress.inc(1);
                }
                Ok(())
            });
        }
        while let Some(worker) = pool.join_next().await {
            worker??;
        }
        let calls = all - lock(&queue).len();
        Ok(Pass { name, calls, tally: client.tally(), wall: began.elapsed() })
    }
}

/// No lock here is held across anything that can panic halfway through a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
