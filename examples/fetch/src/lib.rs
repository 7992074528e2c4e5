//! Fetches a URL, and retries transient failures.

pub mod settings;

use std::error::Error;
use std::fmt;

use reqwest::redirect::{self, Action, Attempt};
use reqwest::{Client, ClientBuilder, Url};
use retry_core::http::{StatusError, ensure_success};
use retry_core::{Retrier, TimedOut, Transient, retry};

/// An HTTP client, and the retrier that its calls share.
#[derive(Clone, Debug)]
pub struct Fetcher {
    client: Client,
    retries: Retrier,
}

impl Fetcher {
    /// A client of a `reqwest` builder, which may be configured already, and of a retrier.
    ///
    /// # Errors
    ///
    /// When the client cannot be built.
    pub fn new(client: ClientBuilder, retries: Retrier) -> Result<Self, reqwest::Error> {
        #[cfg(feature = "https")]
        {
            // An error means that a provider is installed already.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = client.redirect(redirect::Policy::custom(follow)).build()?;
        Ok(Self { client, retries })
    }

    /// Fetches the body at a URL.
    ///
    /// An attempt includes the redirects and the whole body, and so does its timeout.
    ///
    /// # Errors
    ///
    /// The error of the last attempt. The log says why there was no other attempt.
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

/// Follows redirects as other clients do, but not to a URL that this build does not support.
fn follow(attempt: Attempt<'_>) -> Action {
    match supported(attempt.url()) {
        Ok(()) => redirect::Policy::default().redirect(attempt),
        Err(unsupported) => attempt.error(unsupported),
    }
}

/// Checks that this build supports the URL.
///
/// # Errors
///
/// If it does not. The error says why.
pub fn supported(url: &Url) -> Result<(), &'static str> {
    match url.scheme() {
        "http" => Ok(()),
        "https" if cfg!(feature = "https") => Ok(()),
        "https" => Err("built without https: add `--features https` to cargo's options"),
        _ => Err("only http and https can be fetched"),
    }
}

/// Why a fetch has failed. A GET may always be repeated, and the errors inside say whether that can help.
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
        // The user knows the URL.
        Self::Transport(error.without_url())
    }
}

/// `timeout` needs this conversion.
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
