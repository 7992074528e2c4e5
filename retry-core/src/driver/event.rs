use std::fmt;
use std::time::Duration;

use crate::decision::DelaySource;
use crate::policy::Readable;

/// An attempt has failed and another will follow: what `on_retry` is told, before the wait.
///
/// As text it is one log line. It never holds the call's arguments.
///
/// ```
/// use retry_core::RetryEvent;
///
/// fn log_retry<E: std::fmt::Display>(event: &RetryEvent<'_, E>) {
///     // payments::post_bill: attempt 2 failed: connection reset; next in 740ms (backoff)
///     println!("{event}");
/// }
/// # let _ = log_retry::<std::io::Error>;
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct RetryEvent<'a, E> {
    /// Which call: the annotated function's module path and name unless it says otherwise.
    pub name: &'static str,
    /// The number of the attempt that failed; the first is 1.
    pub attempt: u32,
    /// The error it failed with.
    pub error: &'a E,
    /// How long will be waited before the next attempt.
    pub delay: Duration,
    /// What the delay came from.
    pub source: DelaySource,
    /// The time since the call began, the attempts' own time included.
    pub elapsed: Duration,
}

impl<E> Clone for RetryEvent<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for RetryEvent<'_, E> {}

impl<E: fmt::Display> fmt::Display for RetryEvent<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attempt, error, delay, source, .. } = self;
        write!(f, "{name}: attempt {attempt} failed: {error}; next in {} ({source})", Readable(*delay))
    }
}

/// Which attempt is running: what `context = …` binds in the body of an annotated function.
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// use retry_core::retry;
///
/// #[retry(attempts = 3, transient = |_| true, context = attempt)]
/// async fn fetch() -> Result<(u32, bool), &'static str> {
///     // Such as a request header that tells the server.
///     if attempt.number < 3 { Err("busy") } else { Ok((attempt.number, attempt.is_last)) }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// assert_eq!(fetch().await, Ok((3, true)));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The number of the attempt; the first is 1.
    pub number: u32,
    /// Whether no attempt can follow this one.
    pub is_last: bool,
    /// The time from the start of the call to the start of this attempt.
    pub elapsed: Duration,
}
