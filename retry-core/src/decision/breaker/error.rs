use core::error::Error;
use core::fmt;

/// Why a [`CircuitBreaker`](crate::CircuitBreaker) could not be built.
///
/// ```
/// use retry_core::CircuitBreaker;
///
/// let error = CircuitBreaker::builder().probes(0).build().unwrap_err();
/// assert_eq!(error.to_string(), "`probes` is out of range, and a breaker without probes would never close: use 1 to 1,048,575");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerError(pub(super) Mistake);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    FailureRatio,
    Window,
    MinimumAttempts,
    ConsecutiveFailures,
    OpenFor,
    Probes,
    Clock,
}

impl Mistake {
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::FailureRatio => {
                "`failure_ratio` is a share of the attempts: use a number above 0 and at most 1, such as 0.5 for half of them"
            }
            Self::Window => "`window` is out of range: use 8 ms to 10 days",
            Self::MinimumAttempts => {
                "`minimum_attempts` is 0, so no attempt at all would have a failure ratio: use 1 or more"
            }
            Self::ConsecutiveFailures => {
                "`consecutive_failures` is out of range: use 1 to 1,073,741,822, or leave it out and only the ratio counts"
            }
            Self::OpenFor => "`open_for` is out of range: use 1 ms to 365 days",
            Self::Probes => {
                "`probes` is out of range, and a breaker without probes would never close: use 1 to 1,048,575"
            }
            Self::Clock => {
                "`clock` is missing, and there is no default without the feature `std`: set a function that returns the time since some origin"
            }
        }
    }
}

impl BreakerError {
    /// The name of the wrong setting, which is that of its builder method.
    ///
    /// ```
    /// # use retry_core::CircuitBreaker;
    /// assert_eq!(CircuitBreaker::builder().probes(0).build().unwrap_err().setting(), "probes");
    /// ```
    #[must_use]
    pub const fn setting(&self) -> &'static str {
        match self.0 {
            Mistake::FailureRatio => "failure_ratio",
            Mistake::Window => "window",
            Mistake::MinimumAttempts => "minimum_attempts",
            Mistake::ConsecutiveFailures => "consecutive_failures",
            Mistake::OpenFor => "open_for",
            Mistake::Probes => "probes",
            Mistake::Clock => "clock",
        }
    }
}

impl fmt::Display for BreakerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.message())
    }
}

impl Error for BreakerError {}
