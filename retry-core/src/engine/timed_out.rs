use core::error::Error;
use core::fmt;
use core::time::Duration;
#[cfg(feature = "std")]
use std::io;

use crate::decision::{Transient, Verdict};
use crate::policy::Readable;

/// An attempt was ended by its `timeout`, or by what was left before the deadline.
///
/// An error that a call with a timeout can return is made from it, `E: From<TimedOut>`, and then judged like any
/// other. [`std::io::Error`] and boxed errors can be made from it already. For an error of another crate, which nobody
/// else can give a `From`, the call makes it: with `timed_out = …` in the attribute, with
/// [`timed_out`](crate::Retry::timed_out) elsewhere.
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
    /// An attempt that had this much time.
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

    /// The time that the attempt had.
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

/// No answer in time says nothing against another attempt.
impl Transient for TimedOut {
    fn verdict(&self) -> Verdict {
        Verdict::Transient
    }
}

/// Of the kind [`TimedOut`](io::ErrorKind::TimedOut), which is transient.
#[cfg(feature = "std")]
impl From<TimedOut> for io::Error {
    fn from(error: TimedOut) -> Self {
        Self::new(io::ErrorKind::TimedOut, error)
    }
}
