//! Gets what is at a URL, and tries again where another attempt may fare better.

pub mod settings;

use std::error::Error;
use std::fmt;

use reqwest::redirect::{self, Action, Attempt};
use reqwest::{Client, ClientBuilder, Url};
use retry_core::http::{StatusError, ensure_success};
use retry_core::{Retrier, TimedOut, Transient, retry};

/// A client with its patience.
#[derive(Clone, Debug)]
pub struct Fetcher {
    client: Client,
    retries: Retrier,
}

impl Fetcher {
    /// From a client that may be configured already, and what all calls share.
    ///
    /// # Errors
    ///
    /// When the client cannot be built.
    pub fn new(client: ClientBuilder, retries: Retrier) -> Result<Self, reqwest::Error> {
        #[cfg(feature = "https")]
        {
            // Installed already is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = client.redirect(redirect::Policy::custom(follow)).build()?;
        Ok(Self { client, retries })
    }

    /// The body of what is there.
    ///
    /// An attempt includes the redirects and the whole body, and so does its timeout.
    ///
    /// # Errors
    ///
    /// The last attempt's. The log tells why there was no other.
    #[retry(
        with = self.retries,
        breaker = None,
        context = attempt,
        on_retry = |event| tracing::warn!("{event}"),
        on_give_up = |event| tracing::error!("{event}"),
        name = "fetch"
    )]
    pub async fn get(&self, url: &Url) -> Result<Vec<u8>, FetchError> {
        let response = ensure_success(self.client.get(url.clone()).send().await?).await?;
        let status = response.status();
        let body = response.bytes().await?;
        tracing::info!("fetch: attempt {}: {status}, {} bytes", attempt.number, body.len());
        Ok(body.into())
    }
}

/// As every client does, but not to where this one cannot follow.
fn follow(attempt: Attempt<'_>) -> Action {
    match supported(attempt.url()) {
        Ok(()) => redirect::Policy::default().redirect(attempt),
        Err(unsupported) => attempt.error(unsupported),
    }
}

/// Whether this build can speak to that URL.
///
/// # Errors
///
/// What is in the way.
pub fn supported(url: &Url) -> Result<(), &'static str> {
    match url.scheme() {
        "http" => Ok(()),
        "https" if cfg!(feature = "https") => Ok(()),
        "https" => Err("built without https: add `--features https` to cargo's options"),
        _ => Err("only http and https can be fetched"),
    }
}

/// Why there is nothing to print. A GET may be repeated after each of them, and the errors inside know where that can
/// help.
#[derive(Debug, Transient)]
#[non_exhaustive]
pub enum FetchError {
    /// The server has answered, but not with success.
    #[transient(forward)]
    Status(StatusError),
    /// There was no answer, or not all of it.
    #[transient(forward)]
    Transport(reqwest::Error),
    /// There was no answer in time.
    #[transient(forward)]
    TimedOut(TimedOut),
}

impl From<StatusError> for FetchError {
    fn from(error: StatusError) -> Self {
        Self::Status(error)
    }
}

impl From<reqwest::Error> for FetchError {
    fn from(error: reqwest::Error) -> Self {
        // Whoever asked knows the URL.
        Self::Transport(error.without_url())
    }
}

/// What makes `timeout` possible.
impl From<TimedOut> for FetchError {
    fn from(error: TimedOut) -> Self {
        Self::TimedOut(error)
    }
}

impl Error for FetchError {}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(error) => error.status().fmt(f),
            Self::TimedOut(error) => error.fmt(f),
            Self::Transport(error) => {
                error.fmt(f)?;
                // The reason is at the end of the chain: "connection refused".
                let mut source = error.source();
                while let Some(error) = source {
                    write!(f, ": {error}")?;
                    source = error.source();
                }
                Ok(())
            }
        }
    }
}
