use core::fmt;
use core::time::Duration;

use crate::decision::{DelaySource, GiveUpReason};
use crate::policy::Readable;

/// What happened in a [`Scope`](super::Scope): every call that has failed at least once, in the order of the first
/// failures.
///
/// A call that succeeds at the first attempt leaves no trace. The text of a trace is a line for each call.
///
/// ```
/// use retry_core::testing::Scope;
/// use retry_core::{Jitter, RetryPolicy};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), retry_core::PolicyError> {
/// let policy = RetryPolicy::builder().attempts(3).jitter(Jitter::None).build()?;
/// let scope = Scope::new();
/// let call = policy.retry(async || Err::<(), _>("busy")).transient(|_| true).name("stock");
/// assert_eq!(scope.run(call).await, Err("busy"));
/// assert_eq!(
///     scope.trace().to_string(),
///     "stock: 3 attempts, waits of 500ms (backoff), 1s (backoff): the attempts are spent\n"
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub(super) calls: Vec<CallTrace>,
}

/// One call in a [`Trace`].
///
/// ```
/// use retry_core::RetryPolicy;
/// use retry_core::testing::{End, Scope};
///
/// let scope = Scope::new();
/// let mut calls = 0;
/// let outcome = scope.run_blocking(|| {
///     let call = RetryPolicy::default().retry_blocking(|| {
///         calls += 1;
///         if calls == 1 { Err("busy") } else { Ok(calls) }
///     });
///     call.transient(|_| true).name("stock").run()
/// });
/// assert_eq!(outcome, Ok(2));
///
/// let trace = scope.trace();
/// let call = &trace.calls()[0];
/// assert_eq!((call.name(), call.attempts(), call.end()), ("stock", 2, Some(End::Success)));
/// assert_eq!(call.waits().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallTrace {
    pub(super) name: &'static str,
    /// The one that the last wait is for is among them.
    pub(super) attempts: u32,
    pub(super) waits: Vec<WaitTrace>,
    pub(super) end: Option<End>,
}

/// A wait in a [`CallTrace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WaitTrace {
    /// How long the wait is.
    pub delay: Duration,
    /// What the delay came from.
    pub source: DelaySource,
}

/// How a call in a [`CallTrace`] has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// Its last attempt was successful.
    Success,
    /// Its last attempt has failed, and no other was made.
    GaveUp(GiveUpReason),
}

impl Trace {
    /// The calls, in the order in which they first failed.
    #[must_use]
    pub fn calls(&self) -> &[CallTrace] {
        &self.calls
    }

    /// The calls with this name. By default the name of an annotated function is its path, with its type if it is a method.
    ///
    /// ```
    /// use retry_core::testing::Scope;
    ///
    /// assert_eq!(Scope::new().trace().named("billing::post").count(), 0);
    /// ```
    pub fn named(&self, name: &str) -> impl Iterator<Item = &CallTrace> {
        self.calls.iter().filter(move |call| call.name == name)
    }
}

impl CallTrace {
    /// The name in events.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How many attempts there were. If the call was dropped while it waited, the last of them was not made. A call whose
    /// [breaker](crate::CircuitBreaker) has refused its first attempt counts one.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.attempts as usize
    }

    /// The waits, each between two attempts, or before one that a breaker has refused. One that a
    /// [stop](crate::Retry::stop) has cut short is none of them.
    #[must_use]
    pub fn waits(&self) -> &[WaitTrace] {
        &self.waits
    }

    /// How it ended; `None` for a call that is still going on or was dropped.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.calls.iter().try_for_each(|call| writeln!(f, "{call}"))
    }
}

impl fmt::Display for CallTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attempts = self.attempts();
        write!(f, "{}: {attempts} {}", self.name, if attempts == 1 { "attempt" } else { "attempts" })?;
        for (index, WaitTrace { delay, source }) in self.waits.iter().enumerate() {
            write!(f, "{} {} ({source})", if index == 0 { ", waits of" } else { "," }, Readable(*delay))?;
        }
        match self.end {
            Some(End::Success) => f.write_str(": success"),
            Some(End::GaveUp(reason)) => write!(f, ": {reason}"),
            None => f.write_str(": not ended"),
        }
    }
}
