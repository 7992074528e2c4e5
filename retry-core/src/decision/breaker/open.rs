use core::error::Error;
use core::fmt;
use core::time::Duration;
#[cfg(feature = "std")]
use std::io;

use crate::decision::{Transient, Verdict};
use crate::policy::Readable;

/// A [`CircuitBreaker`](crate::CircuitBreaker) did not let an attempt through.
///
/// A call whose first attempt is refused returns an error that is made from it, `E: From<BreakerOpen>`.
/// [`std::io::Error`] and boxed errors can be made from it already. For an error of another crate, which nobody else can give
/// a `From`, the call makes it: with `breaker_open = …` in the attribute, with [`breaker_open`](crate::Retry::breaker_open)
/// elsewhere.
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
    /// The refusal of a breaker with this name, whose next probe may begin after so long. `None` where that depends on the
    /// probes that are in flight.
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

    /// How long from the refusal on the next probe may begin. `None` where all probes are in flight, whose outcomes decide.
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

/// Of the kind [`Other`](io::ErrorKind::Other), which is permanent.
#[cfg(feature = "std")]
impl From<BreakerOpen> for io::Error {
    fn from(error: BreakerOpen) -> Self {
        Self::other(error)
    }
}
