use core::error::Error;
use core::fmt;
use core::time::Duration;

use super::described::Described;
use crate::decision::{DelaySource, GiveUpReason};
use crate::policy::Readable;

/// The event for `on_retry`: an attempt has failed, and another attempt follows after a wait.
///
/// Its text is one log line, which never holds the call's arguments. The line has the text of the error, and then the
/// texts of its [causes](std::error::Error::source) that are not part of it already, all within 1,000 bytes. The
/// alternate form, `{event:#}`, has the alternate form of the error instead. The causes appear if the error of an
/// annotated function has them; other calls need [`as_error`](crate::Retry::as_error).
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
    /// The name of the call. By default it is the path of the annotated function, with its type if it is a method.
    pub name: &'static str,
    /// The number of the attempt that failed; the first is 1.
    pub attempt: u32,
    /// What the attempt failed with.
    pub failure: Failure<'a, E>,
    /// The wait before the next attempt.
    pub delay: Duration,
    /// What chose the delay.
    pub source: DelaySource,
    /// The time since the call began, including the time of the attempts.
    pub elapsed: Duration,
    /// The number of surrounding attempts with `nested = "once"` or [`once`](crate::once). Other surrounding attempts
    /// do not count.
    pub depth: u32,
    pub(super) described: Option<Described<'a>>,
}

/// The event for `on_give_up`: the last attempt has failed, and the call is about to return its outcome.
///
/// Every reason to give up has this event, and so does a permanent error of the first attempt. Its text is one log
/// line, with the error as in a [`RetryEvent`]. The line never holds the call's arguments.
///
/// ```
/// use retry_core::{GiveUpEvent, GiveUpReason};
///
/// fn alert<E: std::fmt::Display>(event: &GiveUpEvent<'_, E>) {
///     if event.reason != GiveUpReason::Permanent {
///         // payments::post_bill: gave up after attempt 6 and 14.2s: the attempts are spent: connection reset
///         eprintln!("{event}");
///     }
/// }
/// # let _ = alert::<std::io::Error>;
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct GiveUpEvent<'a, E> {
    /// The name of the call. By default it is the path of the annotated function, with its type if it is a method.
    pub name: &'static str,
    /// The number of the attempt that failed last, which is the number of attempts.
    pub attempt: u32,
    /// What the attempt failed with. The call is about to return it.
    pub failure: Failure<'a, E>,
    /// Why no further attempt is made.
    pub reason: GiveUpReason,
    /// The time since the call began.
    pub elapsed: Duration,
    /// The number of surrounding attempts with `nested = "once"` or [`once`](crate::once). Other surrounding attempts
    /// do not count.
    pub depth: u32,
    pub(super) described: Option<Described<'a>>,
}

/// What an attempt failed with.
///
/// ```
/// use retry_core::Failure;
///
/// assert_eq!(Failure::Error(&"connection reset").to_string(), "connection reset");
/// assert_eq!(Failure::Error(&404).error(), Some(&404));
/// assert_eq!(Failure::<u16>::NotAccepted.error(), None);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure<'a, E> {
    /// An error.
    Error(&'a E),
    /// A value that `until` did not accept.
    NotAccepted,
}

impl<'a, E> Failure<'a, E> {
    pub(super) fn from_outcome<T>(outcome: Result<&'a T, &'a E>) -> Self {
        outcome.err().map_or(Self::NotAccepted, Self::Error)
    }

    /// The error, if the attempt failed with one.
    ///
    /// ```
    /// # use retry_core::Failure;
    /// assert_eq!(Failure::Error(&"busy").error(), Some(&"busy"));
    /// ```
    #[must_use]
    pub fn error(self) -> Option<&'a E> {
        match self {
            Self::Error(error) => Some(error),
            Self::NotAccepted => None,
        }
    }
}

impl<E: fmt::Display> Failure<'_, E> {
    /// The alternate form is that of the error itself. Some errors, such as `anyhow::Error`, write their causes in it.
    fn described<'f>(&'f self, described: Option<Described<'f>>, alternate: bool) -> Described<'f> {
        described.filter(|_| !alternate).unwrap_or(Described::Text(self))
    }
}

// Not derived: the error need not be `Clone`.
impl<E> Copy for RetryEvent<'_, E> {}
impl<E> Copy for GiveUpEvent<'_, E> {}
impl<E> Copy for Failure<'_, E> {}

impl<E> Clone for Failure<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Clone for RetryEvent<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Clone for GiveUpEvent<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

/// The depth of a call in the text of an event; empty for a depth of 0.
struct Depth(u32);

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, " (depth {})", self.0) }
    }
}

impl<E: fmt::Display> fmt::Display for RetryEvent<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attempt, failure, delay, source, depth, described, .. } = self;
        write!(f, "{name}{}: attempt {attempt} failed: ", Depth(*depth))?;
        failure.described(*described, f.alternate()).fmt(f)?;
        write!(f, "; next in {} ({source})", Readable(*delay))
    }
}

impl<E: fmt::Display> fmt::Display for GiveUpEvent<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attempt, failure, reason, elapsed, depth, described } = self;
        let (depth, elapsed) = (Depth(*depth), Readable(*elapsed));
        write!(f, "{name}{depth}: gave up after attempt {attempt} and {elapsed}: {reason}: ")?;
        failure.described(*described, f.alternate()).fmt(f)
    }
}

impl<E: fmt::Display> fmt::Display for Failure<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(f),
            Self::NotAccepted => f.write_str("the value was not accepted"),
        }
    }
}

/// The attempt that is running: the value of `context = …` in the body of an annotated function.
///
#[cfg_attr(feature = "macros", doc = "```")]
#[cfg_attr(not(feature = "macros"), doc = "```ignore")]
/// use retry_core::retry;
///
/// #[retry(attempts = 3, transient = |_| true, context = attempt)]
/// async fn fetch() -> Result<(u32, bool), &'static str> {
///     // A real function could send the number to the server in a header.
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
    /// The time that this attempt may take from its start: its timeout, or the time before the deadline if that is
    /// less. `None` if the call has neither. The body can pass this time on to the servers that it calls.
    ///
    #[cfg_attr(feature = "macros", doc = "```")]
    #[cfg_attr(not(feature = "macros"), doc = "```ignore")]
    /// use std::time::Duration;
    /// use retry_core::retry;
    ///
    /// #[retry(deadline = "10s", transient = |_: &&str| true, context = attempt)]
    /// async fn fetch() -> Result<Option<Duration>, &'static str> {
    ///     // A real function could send this time in the header `grpc-timeout`.
    ///     Ok(attempt.remaining)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// assert_eq!(fetch().await, Ok(Some(Duration::from_secs(10))));
    /// # }
    /// ```
    pub remaining: Option<Duration>,
    /// The number of surrounding attempts with `nested = "once"` or [`once`](crate::once). Other surrounding attempts
    /// do not count.
    pub depth: u32,
}

/// The error of an attempt, without its type: for the hooks of a [`Retrier`](crate::Retrier), whose calls have errors
/// of different types.
///
/// Its text is the text of the error and its causes, as in a [`RetryEvent`]. If nothing is known about the error's
/// text, it is `an error without a text`.
///
/// ```
/// use retry_core::{ErrorText, RetryEvent};
///
/// fn log(event: &RetryEvent<'_, ErrorText<'_>>) {
///     // client::post: attempt 2 failed: connection reset; next in 740ms (backoff)
///     println!("{event}");
/// }
/// # let _ = retry_core::Retrier::new(retry_core::RetryPolicy::default()).on_retry(log);
/// ```
#[derive(Clone, Copy)]
pub struct ErrorText<'e>(pub(super) Option<Described<'e>>);

impl<'e> ErrorText<'e> {
    /// The error as a `dyn Error`, if the call knows it as one.
    ///
    /// An annotated function does if its error type implements `Error` or points to a `dyn Error`. Other calls do with
    /// [`as_error`](crate::Retry::as_error).
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let retrier = Retrier::new(RetryPolicy::default()).on_retry(|event| {
    ///     let error = event.failure.error().and_then(|error| error.as_error());
    ///     assert!(error.is_some_and(|error| error.source().is_none()));
    /// });
    /// let call = retrier.retry(async || Err::<(), _>(std::io::Error::from(std::io::ErrorKind::TimedOut)));
    /// assert!(call.as_error(|error| error).await.is_err());
    /// # }
    /// ```
    #[must_use]
    pub fn as_error(&self) -> Option<&'e (dyn Error + 'e)> {
        match self.0 {
            Some(Described::Error(error)) => Some(error),
            Some(Described::Text(_)) | None => None,
        }
    }
}

impl fmt::Display for ErrorText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Described::Error(error)) if f.alternate() => fmt::Display::fmt(error, f),
            Some(described) => fmt::Display::fmt(&described, f),
            None => f.write_str("an error without a text"),
        }
    }
}

impl fmt::Debug for ErrorText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
