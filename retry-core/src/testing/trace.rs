use core::fmt;
use core::time::Duration;

use crate::decision::{DelaySource, GiveUpReason};
use crate::policy::Readable;

/// What happened in a [`Scope`](super::Scope): every call with at least one failed attempt, in the order of the first
/// failures.
///
/// A call that succeeds at the first attempt is not recorded. The text of a trace has one line for each call.
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
/// let mut attempts = 0;
/// let outcome = scope.run_blocking(|| {
///     let call = RetryPolicy::default().retry_blocking(|| {
///         attempts += 1;
///         if attempts == 1 { Err("busy") } else { Ok(attempts) }
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
    /// The number of attempts, including the one after the last wait.
    pub(super) attempts: u32,
    pub(super) waits: Vec<WaitTrace>,
    pub(super) end: Option<End>,
}

/// A wait in a [`CallTrace`].
///
/// ```
/// use retry_core::testing::Scope;
/// use retry_core::{DelaySource, RetryPolicy};
///
/// let scope = Scope::new();
/// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
/// assert_eq!(scope.run_blocking(|| call.run()), Err("locked"));
/// let wait = scope.trace().calls()[0].waits()[0];
/// assert_eq!(wait.source, DelaySource::Backoff);
/// assert!(wait.delay.as_millis() <= 500);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WaitTrace {
    /// The length of the wait.
    pub delay: Duration,
    /// What chose the delay.
    pub source: DelaySource,
}

/// How the call of a [`CallTrace`] ended.
///
/// ```
/// use retry_core::testing::{End, Scope};
/// use retry_core::{GiveUpReason, RetryPolicy};
///
/// let scope = Scope::new();
/// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("declined")).transient(|_| false);
/// assert_eq!(scope.run_blocking(|| call.run()), Err("declined"));
/// assert_eq!(scope.trace().calls()[0].end(), Some(End::GaveUp(GiveUpReason::Permanent)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// The last attempt succeeded.
    Success,
    /// The last attempt failed, and the call gave up for this reason.
    GaveUp(GiveUpReason),
}

impl Trace {
    /// The calls, in the order in which they first failed.
    #[must_use]
    pub fn calls(&self) -> &[CallTrace] {
        &self.calls
    }

    /// The calls with this name in events.
    ///
    /// By default an annotated function has its path as its name, and a method has its type's path too.
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
    /// The name of the call in events.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The number of attempts.
    ///
    /// If the call was dropped during a wait, the attempt after that wait counts, although it was not made. A call
    /// whose [breaker](crate::CircuitBreaker) has refused its first attempt counts one attempt.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.attempts as usize
    }

    /// The waits, each between two attempts or before an attempt that a breaker has refused. A wait that a
    /// [stop](crate::Retry::stop) has cut short is not among them.
    #[must_use]
    pub fn waits(&self) -> &[WaitTrace] {
        &self.waits
    }

    /// How the call ended; `None` for a call that still runs or was dropped.
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
