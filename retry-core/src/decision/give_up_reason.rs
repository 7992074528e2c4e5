use core::fmt;

/// Why a call made no further attempt.
///
/// If several reasons apply, the call gives the first of them in the order of this list.
///
/// Inside an attempt with `nested = "once"` or [`once`](crate::once) a nested call makes one attempt. Its reason is
/// [`Attempts`](Self::Attempts), unless it would have given up for another reason anyway. If that reason is the
/// deadline, the breaker, the budget or a stop, the outer call gives up for the same reason, unless the outer verdict
/// says when to try again.
///
/// ```
/// use retry_core::GiveUpReason;
///
/// assert_eq!(GiveUpReason::Attempts.to_string(), "the attempts are spent");
/// assert_eq!(GiveUpReason::Attempts.as_str(), "attempts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GiveUpReason {
    /// The error is permanent.
    Permanent,
    /// All attempts were made.
    Attempts,
    /// The verdict asked for a longer wait than the policy's `retry_after_cap`.
    RetryAfterTooLong,
    /// The wait would have ended after the deadline.
    Deadline,
    /// The [`CircuitBreaker`](crate::CircuitBreaker) would still be open after the wait, or it refused the attempt.
    Breaker,
    /// The [`RetryBudget`](crate::RetryBudget) that the call shares with others is empty.
    Budget,
    /// The call was told to [stop](crate::Retry::stop).
    Stopped,
}

impl GiveUpReason {
    /// The name in logs and metrics, which stays the same between versions: `permanent`, `attempts`,
    /// `retry_after_too_long`, `deadline`, `breaker`, `budget` or `stopped`.
    ///
    /// ```
    /// # use retry_core::GiveUpReason;
    /// assert_eq!(GiveUpReason::RetryAfterTooLong.as_str(), "retry_after_too_long");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Attempts => "attempts",
            Self::RetryAfterTooLong => "retry_after_too_long",
            Self::Deadline => "deadline",
            Self::Breaker => "breaker",
            Self::Budget => "budget",
            Self::Stopped => "stopped",
        }
    }
}

impl fmt::Display for GiveUpReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Permanent => "the error is permanent",
            Self::Attempts => "the attempts are spent",
            Self::RetryAfterTooLong => "the wait that was asked for is longer than is allowed",
            Self::Deadline => "the next wait would end after the deadline",
            Self::Breaker => "the circuit breaker is open",
            Self::Budget => "the retry budget is empty",
            Self::Stopped => "the call was told to stop",
        })
    }
}
