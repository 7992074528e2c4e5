use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;
use core::time::Duration;
use std::time::SystemTime;

use http::{HeaderMap, StatusCode};

use super::{retry_after, verdict_at};
use crate::{Transient, Verdict};

/// The error for a response that is not a success: its status, its `Retry-After`, and the beginning of its body.
///
/// [`ensure_success`](super::ensure_success) makes it from the responses of reqwest and hyper, and
/// [`new`](Self::new) from those of any other client.
///
/// Its text is one line: the status and the first 256 characters of the body, without control characters, as in
/// `503 Service Unavailable: down for maintenance`.
///
/// ```
/// use std::time::Duration;
/// use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
/// use http::StatusCode;
/// use retry_core::http::StatusError;
/// use retry_core::{Transient, Verdict};
///
/// let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static("120"))]);
/// let error = StatusError::new(StatusCode::SERVICE_UNAVAILABLE, &headers, "down for\nmaintenance");
/// assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
/// assert_eq!(error.retry_after(), Some(Duration::from_secs(120)));
/// assert_eq!(error.body(), "down for\nmaintenance");
/// assert_eq!(error.verdict(), Verdict::RetryAfter(Duration::from_secs(120)));
/// assert_eq!(error.to_string(), "503 Service Unavailable: down for maintenance");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusError {
    status: StatusCode,
    retry_after: Option<Duration>,
    verdict: Verdict,
    body: Box<str>,
}

impl StatusError {
    /// The number of bytes of a body that are kept: 4 KiB.
    pub const BODY_LIMIT: usize = 4 * 1024;

    /// The number of characters of a body in the text of the error.
    const TEXT_LIMIT: usize = 256;

    /// Makes the error from the parts of a response that has just arrived.
    ///
    /// The first [`BODY_LIMIT`](Self::BODY_LIMIT) bytes of the body are kept. Bytes that are not UTF-8 become `U+FFFD`.
    ///
    /// ```
    /// use http::{HeaderMap, StatusCode};
    /// use retry_core::http::StatusError;
    ///
    /// let long = "a".repeat(10_000);
    /// let error = StatusError::new(StatusCode::NOT_FOUND, &HeaderMap::new(), long);
    /// assert_eq!(error.body().len(), StatusError::BODY_LIMIT);
    /// ```
    #[must_use]
    pub fn new(status: StatusCode, headers: &HeaderMap, body: impl AsRef<[u8]>) -> Self {
        // One time for both, so that a date gives the same hint in both.
        let now = SystemTime::now();
        Self {
            status,
            retry_after: retry_after(headers, now),
            verdict: verdict_at(status, headers, now),
            body: text(body.as_ref()).into(),
        }
    }

    /// The status of the response.
    ///
    /// ```
    /// # use http::{HeaderMap, StatusCode};
    /// # use retry_core::http::StatusError;
    /// let error = StatusError::new(StatusCode::NOT_FOUND, &HeaderMap::new(), "no such page");
    /// assert_eq!(error.status(), StatusCode::NOT_FOUND);
    /// ```
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// How long the response asks to wait, whatever its status; see [`retry_after`](super::retry_after).
    ///
    /// ```
    /// # use http::{HeaderMap, StatusCode};
    /// # use retry_core::http::StatusError;
    /// let error = StatusError::new(StatusCode::NOT_FOUND, &HeaderMap::new(), "no such page");
    /// assert_eq!(error.retry_after(), None);
    /// ```
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// The beginning of the body, from at most [`BODY_LIMIT`](Self::BODY_LIMIT) bytes.
    ///
    /// ```
    /// # use http::{HeaderMap, StatusCode};
    /// # use retry_core::http::StatusError;
    /// let error = StatusError::new(StatusCode::NOT_FOUND, &HeaderMap::new(), "no such page");
    /// assert_eq!(error.body(), "no such page");
    /// ```
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }
}

/// The first bytes, without a character that the limit would cut in two.
fn text(body: &[u8]) -> Cow<'_, str> {
    let Some(mut kept) = body.get(..StatusError::BODY_LIMIT) else { return String::from_utf8_lossy(body) };
    if let Err(error) = core::str::from_utf8(kept) {
        if error.error_len().is_none() {
            kept = kept.get(..error.valid_up_to()).unwrap_or(kept);
        }
    }
    String::from_utf8_lossy(kept)
}

/// The [verdict](super::verdict) on the response, by its status and its `Retry-After`.
#[diagnostic::do_not_recommend]
impl Transient for StatusError {
    fn verdict(&self) -> Verdict {
        self.verdict
    }
}

impl Error for StatusError {}

impl fmt::Display for StatusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.status.fmt(f)?;
        let mut left = Self::TEXT_LIMIT;
        let mut separator = ": ";
        for word in self.body.split_whitespace() {
            f.write_str(separator)?;
            separator = " ";
            for character in word.chars() {
                if left == 0 {
                    return f.write_str("…");
                }
                left -= 1;
                fmt::Write::write_char(
                    f,
                    if character.is_control() { char::REPLACEMENT_CHARACTER } else { character },
                )?;
            }
            left = left.saturating_sub(1);
        }
        Ok(())
    }
}
