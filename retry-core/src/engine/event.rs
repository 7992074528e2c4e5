use core::error::Error;
use core::fmt;
use core::time::Duration;

use super::described::Described;
use crate::decision::{DelaySource, GiveUpReason};
use crate::policy::Readable;

/// An attempt has failed and another will follow: what `on_retry` is told, before the wait.
///
/// As text it is one log line, which never holds the call's arguments. Of an error it has the text, and then those of its
/// [causes](std::error::Error::source) that are not in it already, all within 1,000 bytes. The alternate form, `{event:#}`,
/// has the alternate form of the error in their place. An annotated function finds out by itself whether its error has
/// causes; other calls are told by [`as_error`](crate::Retry::as_error).
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
    /// Which call: the path of the annotated function, with its type if it is a method, unless it says otherwise.
    pub name: &'static str,
    /// The number of the attempt that failed; the first is 1.
    pub attempt: u32,
    /// What it failed with.
    pub failure: Failure<'a, E>,
    /// How long will be waited before the next attempt.
    pub delay: Duration,
    /// What the delay came from.
    pub source: DelaySource,
    /// The time since the call began, the attempts' own time included.
    pub elapsed: Duration,
    /// How many attempts with `nested = "once"` or [`once`](crate::once) are around the call. Other attempts around it
    /// are not known.
    pub depth: u32,
    pub(super) described: Option<Described<'a>>,
}

/// The last attempt has failed and its outcome is about to be returned: what `on_give_up` is told.
///
/// Whatever the reason: a permanent error of the first attempt too. As text it is one log line, with the error as in that
/// of a [`RetryEvent`]. It never holds the call's arguments.
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
    /// Which call: the path of the annotated function, with its type if it is a method, unless it says otherwise.
    pub name: &'static str,
    /// The number of the attempt that failed last, which is how many there were.
    pub attempt: u32,
    /// What it failed with, which is about to be returned.
    pub failure: Failure<'a, E>,
    /// Why no further attempt is made.
    pub reason: GiveUpReason,
    /// The time since the call began.
    pub elapsed: Duration,
    /// How many attempts with `nested = "once"` or [`once`](crate::once) are around the call. Other attempts around it
    /// are not known.
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
    /// A value that `until` did not accept. There are none in a call without it.
    NotAccepted,
}

impl<'a, E> Failure<'a, E> {
    pub(super) fn of<T>(outcome: Result<&'a T, &'a E>) -> Self {
        outcome.err().map_or(Self::NotAccepted, Self::Error)
    }

    /// The error, if it was one.
    #[must_use]
    pub fn error(self) -> Option<&'a E> {
        match self {
            Self::Error(error) => Some(error),
            Self::NotAccepted => None,
        }
    }
}

impl<E: fmt::Display> Failure<'_, E> {
    /// The alternate form is the error's own, in which some write their causes themselves.
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

/// The depth of a call, in a line that begins with its name; nothing for one outside of any other.
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
    /// Whether the attempts are spent with this one.
    pub is_last: bool,
    /// The time from the start of the call to the start of this attempt.
    pub elapsed: Duration,
    /// The time that this attempt has from its start: its timeout, or what is left before the deadline if that is less.
    /// `None` without either. What the body asks of others can be given as much.
    ///
    #[cfg_attr(feature = "macros", doc = "```")]
    #[cfg_attr(not(feature = "macros"), doc = "```ignore")]
    /// use std::time::Duration;
    /// use retry_core::retry;
    ///
    /// #[retry(deadline = "10s", transient = |_: &&str| true, context = attempt)]
    /// async fn fetch() -> Result<Option<Duration>, &'static str> {
    ///     // Such as the header `grpc-timeout`.
    ///     Ok(attempt.remaining)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// assert_eq!(fetch().await, Ok(Some(Duration::from_secs(10))));
    /// # }
    /// ```
    pub remaining: Option<Duration>,
    /// How many attempts with `nested = "once"` or [`once`](crate::once) are around the call. Other attempts around it
    /// are not known.
    pub depth: u32,
}

/// The error of an attempt for whoever does not know its type: what [`Retrier::on_retry`](crate::Retrier::on_retry) and
/// [`Retrier::on_give_up`](crate::Retrier::on_give_up) are told.
///
/// As text it is what the error says, and then its causes, as in a [`RetryEvent`]. Of an error without a text it says that.
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
    /// The error itself, if it is known to be one.
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
