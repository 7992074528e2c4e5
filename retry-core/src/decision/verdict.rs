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
}

impl From<bool> for Verdict {
    fn from(transient: bool) -> Self {
        if transient { Self::Transient } else { Self::Permanent }
    }
}
