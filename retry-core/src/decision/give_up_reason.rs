use core::fmt;

/// Why a call made no further attempt. Where several reasons hold, the first in this order is given.
///
/// Within an attempt with `nested = "once"` or [`once`](crate::once) no call makes a further attempt. It gives the reason for
/// which it would have made none anyway, and otherwise [`Attempts`](Self::Attempts). The call around it gives up for the same
/// reason if that is the deadline, the breaker, the budget or a stop, unless its verdict says when to try again.
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
    /// The attempts are spent.
    Attempts,
    /// The server, or the verdict, asked for a longer wait than the policy's `retry_after_cap`.
    RetryAfterTooLong,
    /// The wait would have ended after the deadline.
    Deadline,
    /// The [`CircuitBreaker`](crate::CircuitBreaker) would still be open after the wait, or has refused the attempt.
    Breaker,
    /// The [`RetryBudget`](crate::RetryBudget) that the call shares with others is empty.
    Budget,
    /// The call was told to [stop](crate::Retry::stop).
    Stopped,
}

impl GiveUpReason {
    /// One word that stays the same between versions, for logs and metrics: `permanent`, `attempts`,
    /// `retry_after_too_long`, `deadline`, `breaker`, `budget` or `stopped`.
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
