use core::time::Duration;

/// What a failed attempt says about trying again.
///
/// A predicate may return a `bool` instead: `true` is transient and `false` permanent.
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
    /// Another attempt cannot help: the error is returned at once.
    Permanent,
    /// Another attempt may help: wait as the policy says.
    Transient,
    /// Another attempt may help, but not before this time: the server's hint, such as HTTP's `Retry-After`.
    ///
    /// The hint is a floor under the jittered delay, itself spread upwards by up to a tenth, whatever the jitter of the
    /// policy: the wait is `max(delay, hint + uniform [0, hint / 10])`. A hint above
    /// [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap) ends the call.
    RetryAfter(Duration),
    /// Another attempt helps exactly this long from now: the policy's delay and its jitter are not used.
    ///
    /// This is for a failure whose remedy is known: zero for a pooled connection that had gone stale, or the time until a
    /// lock expires. Attempts, deadline, budget and [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap) bind
    /// this wait too. Clients that wait equally long come back at the same moment, so use
    /// [`RetryAfter`](Self::RetryAfter) for a busy server.
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
