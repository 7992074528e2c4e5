//! The client of the rate engine. This is the part that a real program would have too: one function that posts a read,
//! and one that judges what came of it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::RETRY_AFTER;
use retry_core::{GiveUpEvent, RetryBudget, RetryEvent, TimedOut, Verdict, retry};

use crate::dead_letters::DeadLetters;
use crate::engine::Engine;
use crate::ledger::Receipt;
use crate::lock;
use crate::reads::Read;
use crate::tally::Tally;

/// What all calls to the rate engine share: 250 retries while nothing succeeds, and half a retry more per success.
pub static RATE_ENGINE: RetryBudget = RetryBudget::new(250, 0.5);

/// Why a read was not charged, as far as the client can tell.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The engine has answered, but not with success.
    #[error("{status}: {message}")]
    Status {
        /// The status.
        status: StatusCode,
        /// What the engine says about it.
        message: String,
        /// The hint of `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// There was no answer, or not all of it.
    #[error(transparent)]
    Transport(#[from] reqwest::Error),
    /// There was no answer in time.
    #[error(transparent)]
    TimedOut(#[from] TimedOut),
}

impl PostError {
    /// What is worth another attempt. As the idempotency key makes a repeated charge harmless, that is also every
    /// failure that leaves open whether the charge was made.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Status { retry_after: Some(hint), .. } => Verdict::RetryAfter(*hint),
            Self::Status { status, .. } => {
                Verdict::from(status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS)
            }
            Self::Transport(error) => Verdict::from(error.is_connect() || error.is_request() || error.is_body()),
            Self::TimedOut(_) => Verdict::Transient,
        }
    }

    /// What it is counted under.
    #[must_use]
    pub fn cause(&self) -> String {
        match self {
            Self::Status { status, .. } => status.as_str().to_owned(),
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
    dead_letters: Arc<DeadLetters>,
    tally: Mutex<Tally>,
}

impl Client {
    /// A client of this engine.
    ///
    /// # Errors
    ///
    /// When the HTTP client cannot be built.
    pub fn new(engine: &Engine, dead_letters: Arc<DeadLetters>) -> reqwest::Result<Self> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let url = format!("http://{}/charges", engine.address);
        Ok(Self { http, url, dead_letters, tally: Mutex::default() })
    }

    /// Has a read charged.
    ///
    /// # Errors
    ///
    /// The last attempt's.
    #[retry(
        base = "10ms",
        cap = "200ms",
        attempts = 5,
        timeout = "1s 500ms",
        deadline = "8s",
        budget = RATE_ENGINE,
        transient = PostError::verdict,
        on_retry = |event| self.count_retry(event),
        on_give_up = |event| self.bury(read, event),
        context = attempt
    )]
    pub async fn post(&self, read: &Read) -> Result<Receipt, PostError> {
        let request = self.http.post(&self.url).json(read);
        let request = request.header("idempotency-key", read.idempotency_key()).header("attempt", attempt.number);
        let response = request.send().await?;
        let status = response.status();
        if status.is_success() {
            return Ok(response.json().await?);
        }
        // The header may hold a date as well; this engine never sends one.
        let hint = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let retry_after = hint.map(Duration::from_secs);
        Err(PostError::Status { status, message: response.text().await?, retry_after })
    }

    /// What has happened so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        lock(&self.tally).clone()
    }

    fn count_retry(&self, event: &RetryEvent<'_, PostError>) {
        lock(&self.tally).count_retry(event, RATE_ENGINE.level());
    }

    /// Called from the hook and not after the call, because the number of attempts and the stop reason are in the
    /// event, not in the error that is returned.
    fn bury(&self, read: &Read, event: &GiveUpEvent<'_, PostError>) {
        lock(&self.tally).count_give_up(event);
        self.dead_letters.put(read, event);
    }
}
