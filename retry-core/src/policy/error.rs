use core::error::Error;
use core::fmt;
use core::time::Duration;

/// Why a [`RetryPolicy`](crate::RetryPolicy) could not be built: the first setting that is impossible, and why.
///
/// ```
/// use std::time::Duration;
/// use retry_core::RetryPolicy;
///
/// let error = RetryPolicy::builder().cap(Duration::from_millis(100)).build().unwrap_err();
/// assert_eq!(error.setting(), "base");
/// assert_eq!(
///     error.to_string(),
///     "`base` is above `cap`, which no delay exceeds (base 500ms, cap 100ms)"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyError(pub(super) Mistake);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mistake {
    ZeroAttempts,
    UnlimitedWithoutDeadline,
    ZeroDeadline,
    BaseAboveCap { base: Duration, cap: Duration },
    FactorBelowOne(f64),
    FactorWithoutExponential,
    BaseWithoutUse,
    NoDelays,
    TooManyDelays(usize),
    DelayTooFine(Duration),
    ShareOutOfRange(f64),
    DelayAboveCap { delay: Duration, cap: Duration },
    DecorrelatedWithCurve,
}

impl PolicyError {
    /// The name of the wrong setting, which is that of its builder method and of its attribute key.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// assert_eq!(RetryPolicy::builder().factor(0.5).build().unwrap_err().setting(), "factor");
    /// ```
    #[must_use]
    pub const fn setting(&self) -> &'static str {
        match self.0 {
            Mistake::ZeroAttempts | Mistake::UnlimitedWithoutDeadline => "attempts",
            Mistake::ZeroDeadline => "deadline",
            Mistake::BaseAboveCap { .. } | Mistake::BaseWithoutUse => "base",
            Mistake::FactorBelowOne(_) | Mistake::FactorWithoutExponential => "factor",
            Mistake::NoDelays
            | Mistake::TooManyDelays(_)
            | Mistake::DelayTooFine(_)
            | Mistake::DelayAboveCap { .. } => "backoff",
            Mistake::DecorrelatedWithCurve | Mistake::ShareOutOfRange(_) => "jitter",
        }
    }

    /// The message without the values: a panic in a constant cannot format them.
    pub(super) const fn message(&self) -> &'static str {
        match self.0 {
            Mistake::ZeroAttempts => {
                "`attempts` is 0, but it counts every attempt, the first one included: use 1 or more"
            }
            Mistake::UnlimitedWithoutDeadline => {
                "`attempts` are unlimited without a `deadline`, so a call could retry for ever: set one"
            }
            Mistake::ZeroDeadline => "`deadline` is zero, which would end every call: use a longer one, or none",
            Mistake::BaseAboveCap { .. } => "`base` is above `cap`, which no delay exceeds",
            Mistake::FactorBelowOne(_) => {
                "`factor` must be a finite number of at least 1: delays grow or stay, they never shrink"
            }
            Mistake::FactorWithoutExponential => {
                "`factor` belongs to exponential backoff; the chosen curve does not use it"
            }
            Mistake::BaseWithoutUse => "`base` is not used by a list of delays or a function of the attempt",
            Mistake::NoDelays => "`backoff` is an empty list; name at least one delay",
            Mistake::TooManyDelays(_) => {
                "`backoff` lists more than 12 delays, which is the most for a list made at run time"
            }
            Mistake::DelayTooFine(_) => {
                "`backoff` lists a delay of more than eight digits, which is the most for a list made at run time"
            }
            Mistake::ShareOutOfRange(_) => {
                "`jitter` is a share of the ceiling, a number from 0 to 1: use 0.2 for delays from 80 % of it"
            }
            Mistake::DelayAboveCap { .. } => "`backoff` lists a delay above `cap`",
            Mistake::DecorrelatedWithCurve => {
                "`jitter` is decorrelated, which grows from `base` to `cap` by itself and follows no backoff curve or factor"
            }
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())?;
        match self.0 {
            Mistake::BaseAboveCap { base, cap } => write!(f, " (base {base:?}, cap {cap:?})"),
            Mistake::DelayAboveCap { delay, cap } => write!(f, " (delay {delay:?}, cap {cap:?})"),
            Mistake::TooManyDelays(delays) => write!(f, " (delays {delays})"),
            Mistake::DelayTooFine(delay) => write!(f, " (delay {delay:?})"),
            Mistake::ShareOutOfRange(share) => write!(f, " (jitter {share:?})"),
            Mistake::FactorBelowOne(factor) => write!(f, " (factor {factor:?})"),
            _ => Ok(()),
        }
    }
}

impl Error for PolicyError {}
