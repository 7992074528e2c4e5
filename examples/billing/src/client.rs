//! The client of the rate engine. A real program would have this part too: one function that posts a read, and an error
//! whose variants say whether another attempt can help.

use std::sync::{Arc, Mutex};

use retry_core::http::{StatusError, ensure_success};
use retry_core::{GiveUpEvent, GiveUpReason, Retrier, RetryBudget, RetryEvent, TimedOut, Transient, retry};
use tokio_util::sync::CancellationToken;

use crate::engine::Engine;
use crate::journal::Journal;
use crate::ledger::Receipt;
use crate::lock;
use crate::reads::Read;
use crate::tally::Tally;

/// Why a read was not charged, as far as the client knows. The idempotency key makes a repeated request harmless, so
/// the client also makes another attempt if nobody knows whether the charge was made.
#[derive(Debug, thiserror::Error, Transient)]
pub enum PostError {
    /// The engine has answered, but not with success.
    #[error(transparent)]
    #[transient(forward)]
    Status(#[from] StatusError),
    /// There was no answer, or not all of it.
    #[error(transparent)]
    #[transient(forward)]
    Transport(#[from] reqwest::Error),
    /// There was no answer in time.
    #[error(transparent)]
    #[transient(forward)]
    TimedOut(#[from] TimedOut),
}

impl PostError {
    /// The name under which it is counted.
    #[must_use]
    pub fn cause(&self) -> String {
        match self {
            Self::Status(error) => error.status().as_str().to_owned(),
            Self::Transport(_) => "connection lost".to_owned(),
            Self::TimedOut(_) => "timed out".to_owned(),
        }
    }
}

/// Posts reads to the engine, counts what happens, and puts the reads that fail for good into the dead letters.
#[derive(Debug)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    retries: Retrier,
    journal: Arc<Journal>,
    stop: CancellationToken,
    tally: Mutex<Tally>,
}

impl Client {
    /// A client of this engine. The settings make the retrier that its calls share. After `stop` is cancelled, each
    /// call ends with its running attempt.
    ///
    /// # Errors
    ///
    /// When the HTTP client cannot be built.
    pub fn new(
        engine: &Engine,
        retries: Retrier,
        journal: Arc<Journal>,
        stop: CancellationToken,
    ) -> reqwest::Result<Self> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let url = format!("http://{}/charges", engine.address);
        Ok(Self { http, url, retries, journal, stop, tally: Mutex::default() })
    }

    /// Has a read charged.
    ///
    /// # Errors
    ///
    /// The last attempt's.
    #[retry(
        with = self.retries,
        breaker = None,
        stop = self.stop.cancelled(),
        on_retry = |event| self.count_retry(event),
        on_give_up = |event| self.bury(read, event),
        context = attempt
    )]
    pub async fn post(&self, read: &Read) -> Result<Receipt, PostError> {
        if attempt.number > 1 {
            lock(&self.tally).further_attempts += 1;
        }
        let request = self.http.post(&self.url).json(read);
        let request = request.header("idempotency-key", read.idempotency_key()).header("attempt", attempt.number);
        let response = ensure_success(request.send().await?).await?;
        let receipt = response.json().await?;
        if attempt.number > 1 {
            lock(&self.tally).recovered += 1;
        }
        Ok(receipt)
    }

    /// What has happened so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        lock(&self.tally).clone()
    }

    fn count_retry(&self, event: &RetryEvent<'_, PostError>) {
        lock(&self.tally).count_retry(event, self.retries.budget().map(RetryBudget::level));
    }

    /// The hook calls this, because the event has the number of attempts and the reason. The error that the call
    /// returns has neither.
    fn bury(&self, read: &Read, event: &GiveUpEvent<'_, PostError>) {
        lock(&self.tally).count_give_up(event);
        // A read whose call was stopped is no dead letter. It stays open, and the next night posts it again.
        if event.reason != GiveUpReason::Stopped {
            self.journal.bury(read, event);
        }
    }
}
