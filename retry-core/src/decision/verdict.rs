use std::time::Duration;

/// What a failed attempt says about trying again.
///
/// A predicate may return a `bool` in its place: `true` is transient, `false` permanent.
///
/// ```
/// use retry_core::Verdict;
///
/// assert_eq!(Verdict::from(true), Verdict::Transient);
/// assert_eq!(Verdict::from(false), Verdict::Permanent);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
#[non_exhaustive]
pub enum Verdict {
    /// Trying again cannot help: the error is returned at once.
    Permanent,
    /// Trying again may help: wait as the policy says.
    Transient,
    /// Trying again may help, but not sooner than this: the server's hint, such as HTTP's `Retry-After`.
    ///
    /// The hint is a floor under the jittered delay, itself spread upwards by up to a tenth, whatever the jitter of the
    /// policy: the wait is `max(delay, hint + uniform [0, hint / 10])`. A hint above
    /// [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap) ends the call.
    RetryAfter(Duration),
    /// Trying again helps, and exactly this long from now: the wait is neither the policy's nor spread by jitter.
    ///
    /// For a failure whose remedy is known: none at all for a pooled connection that had gone stale, the time until a
    /// lock expires. Attempts, deadline and budget bind it as they do any other, and so does
    /// [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap). Many clients that wait equally long come back at
    /// the same moment: for a server that is busy [`RetryAfter`](Self::RetryAfter) is the better answer.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{RetryPolicy, Verdict};
    ///
    /// let verdict = |error: &&str| match *error {
    ///     "stale connection" => Verdict::WaitExactly(Duration::ZERO),
    ///     _ => Verdict::Permanent,
    /// };
    /// let mut connections = ["stale connection", "refused"].into_iter();
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>(connections.next().unwrap()));
    /// let mut waits = Vec::new();
    /// assert_eq!(call.transient(verdict).run_with_sleep(|delay| waits.push(delay)), Err("refused"));
    /// assert_eq!(waits, [Duration::ZERO]);
    /// ```
    WaitExactly(Duration),
}

impl From<bool> for Verdict {
    fn from(transient: bool) -> Self {
        if transient { Self::Transient } else { Self::Permanent }
    }
}
