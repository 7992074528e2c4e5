use core::error::Error;
use core::fmt;
use core::time::Duration;
#[cfg(feature = "std")]
use std::io;

use crate::decision::{Transient, Verdict};
use crate::policy::Readable;

/// The error of an attempt that was ended by its `timeout`, or by the deadline.
///
/// The error type of a call with a timeout implements `From<TimedOut>`, as [`std::io::Error`] and boxed errors do. For
/// an error type of another crate, the call sets how the error is made: with `timed_out = …` in the attribute, or with
/// [`timed_out`](crate::Retry::timed_out). The error is then judged like any other.
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// use retry_core::{TimedOut, retry};
///
/// #[derive(Debug, PartialEq)]
/// enum FetchError {
///     Slow,
/// }
///
/// impl From<TimedOut> for FetchError {
///     fn from(_: TimedOut) -> Self {
///         Self::Slow
///     }
/// }
///
/// #[retry(attempts = 2, timeout = "300ms", transient = |_| true)]
/// async fn fetch() -> Result<(), FetchError> {
///     std::future::pending().await
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// assert_eq!(fetch().await, Err(FetchError::Slow));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedOut {
    after: Duration,
}

impl TimedOut {
    /// The error of an attempt that could take this much time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::TimedOut;
    ///
    /// let error = TimedOut::new(Duration::from_millis(300));
    /// assert_eq!(error.after(), Duration::from_millis(300));
    /// assert_eq!(error.to_string(), "the attempt timed out after 300ms");
    /// ```
    #[must_use]
    pub const fn new(after: Duration) -> Self {
        Self { after }
    }

    /// The time that the attempt could take.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::TimedOut;
    /// assert_eq!(TimedOut::new(Duration::from_secs(1)).after(), Duration::from_secs(1));
    /// ```
    #[must_use]
    pub const fn after(&self) -> Duration {
        self.after
    }
}

impl fmt::Display for TimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the attempt timed out after {}", Readable(self.after))
    }
}

impl Error for TimedOut {}

/// Transient: the next attempt may be faster.
impl Transient for TimedOut {
    fn verdict(&self) -> Verdict {
        Verdict::Transient
    }
}

/// An error of the kind [`TimedOut`](io::ErrorKind::TimedOut), which is transient.
#[cfg(feature = "std")]
impl From<TimedOut> for io::Error {
    fn from(error: TimedOut) -> Self {
        Self::new(io::ErrorKind::TimedOut, error)
    }
}
