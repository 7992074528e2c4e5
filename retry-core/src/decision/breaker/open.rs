use core::error::Error;
use core::fmt;
use core::time::Duration;
#[cfg(feature = "std")]
use std::io;

use crate::decision::{Transient, Verdict};
use crate::policy::Readable;

/// The error of an attempt that a [`CircuitBreaker`](crate::CircuitBreaker) has refused.
///
/// If the first attempt of a call is refused, the call returns an error that is made from this one. The error type of
/// the call implements `From<BreakerOpen>`, as [`std::io::Error`] and boxed errors do. For an error type of another
/// crate, the call sets how the error is made: with `breaker_open = …` in the attribute, or with
/// [`breaker_open`](crate::Retry::breaker_open).
///
/// ```
/// use std::time::Duration;
/// use retry_core::BreakerOpen;
///
/// let error = BreakerOpen::new("payments", Some(Duration::from_secs(4)));
/// assert_eq!(error.to_string(), "the circuit breaker `payments` is open, and its next probe is due in 4s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerOpen {
    name: &'static str,
    next_probe: Option<Duration>,
}

impl BreakerOpen {
    /// The refusal of a breaker with this name, whose next probe may begin after this time. `None` means that probes
    /// are in flight.
    ///
    /// ```
    /// # use retry_core::BreakerOpen;
    /// let error = BreakerOpen::new("payments", None);
    /// assert_eq!(error.to_string(), "the circuit breaker `payments` is open, and its next probe is under way");
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, next_probe: Option<Duration>) -> Self {
        Self { name, next_probe }
    }

    /// The name of the breaker.
    ///
    /// ```
    /// # use retry_core::BreakerOpen;
    /// assert_eq!(BreakerOpen::new("payments", None).name(), "payments");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The time from the refusal to the next probe. `None` if all probes are in flight; their outcomes decide what
    /// follows.
    ///
    /// ```
    /// # use retry_core::BreakerOpen;
    /// assert_eq!(BreakerOpen::new("payments", None).next_probe(), None);
    /// ```
    #[must_use]
    pub const fn next_probe(&self) -> Option<Duration> {
        self.next_probe
    }
}

impl fmt::Display for BreakerOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the circuit breaker `{}` is open, and its next probe is ", self.name)?;
        match self.next_probe {
            Some(delay) => write!(f, "due in {}", Readable(delay)),
            None => f.write_str("under way"),
        }
    }
}

impl Error for BreakerOpen {}

/// Permanent: the breaker says that another attempt would not help now.
impl Transient for BreakerOpen {
    fn verdict(&self) -> Verdict {
        Verdict::Permanent
    }
}

/// An error of the kind [`Other`](io::ErrorKind::Other), which is permanent.
#[cfg(feature = "std")]
impl From<BreakerOpen> for io::Error {
    fn from(error: BreakerOpen) -> Self {
        Self::other(error)
    }
}
