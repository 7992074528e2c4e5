use core::time::Duration;

/// Whether another attempt can help after an error, and when.
///
/// A predicate may return a `bool` instead: `true` means transient and `false` means permanent.
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
    /// Another attempt may help. The policy chooses the delay.
    Transient,
    /// Another attempt may help, but not before this time from now: the server's hint, such as HTTP's `Retry-After`.
    ///
    /// The hint is the shortest wait, and is lengthened at random by up to a tenth: the wait is `max(delay, hint +
    /// uniform [0, hint / 10])`, where `delay` is the policy's delay. The hint is lengthened with any jitter,
    /// [`Jitter::None`](crate::Jitter::None) included. If the hint is longer than
    /// [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap), the call gives up.
    RetryAfter(Duration),
    /// Another attempt may help exactly this long from now. The policy's curve and jitter are not used.
    ///
    /// This is for a failure whose remedy has a known time: zero for a stale pooled connection, or the time until a
    /// lock expires. Attempts, deadline, breaker, budget and
    /// [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap) limit this wait too. Clients that wait equally
    /// long return at the same moment, so use [`RetryAfter`](Self::RetryAfter) for a busy server.
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
