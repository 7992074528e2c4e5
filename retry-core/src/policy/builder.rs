use std::time::Duration;

use super::error::{Mistake, PolicyError};
use super::{Backoff, Jitter, RetryPolicy};

/// Collects the settings of a [`RetryPolicy`]; from [`RetryPolicy::builder`].
///
/// The methods are named like the keys of the attribute. [`build`](Self::build) checks at run time,
/// [`build_const`](Self::build_const) when a constant is compiled.
///
/// ```
/// use std::time::Duration;
/// use retry_core::RetryPolicy;
///
/// const POLICY: RetryPolicy = RetryPolicy::builder()
///     .base(Duration::from_millis(50))
///     .cap(Duration::from_secs(2))
///     .attempts(4)
///     .build_const();
/// assert_eq!(POLICY.attempts(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use = "a builder does nothing until it is built"]
pub struct RetryPolicyBuilder {
    base: Option<Duration>,
    cap: Option<Duration>,
    factor: Option<f64>,
    backoff: Option<Backoff>,
    jitter: Option<Jitter>,
    attempts: Option<u32>,
    unlimited: bool,
    retry_after_cap: Option<Duration>,
    deadline: Option<Duration>,
}

impl RetryPolicyBuilder {
    pub(super) const fn new() -> Self {
        Self {
            base: None,
            cap: None,
            factor: None,
            backoff: None,
            jitter: None,
            attempts: None,
            unlimited: false,
            retry_after_cap: None,
            deadline: None,
        }
    }

    /// The ceiling after the first attempt. Default: 500 ms.
    ///
    /// Zero means that curves computed from it never wait.
    pub const fn base(mut self, base: Duration) -> Self {
        self.base = Some(base);
        self
    }

    /// The highest delay, which no curve and no jitter exceeds. Default: 30 s, or the longest delay of a list.
    pub const fn cap(mut self, cap: Duration) -> Self {
        self.cap = Some(cap);
        self
    }

    /// The growth of exponential backoff: finite, at least 1, fractions allowed. Default: 2.
    pub const fn factor(mut self, factor: f64) -> Self {
        self.factor = Some(factor);
        self
    }

    /// The curve of the ceilings. Default: [`Backoff::Exponential`].
    pub const fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = Some(backoff);
        self
    }

    /// How each delay is spread below its ceiling. Default: [`Jitter::Full`].
    pub const fn jitter(mut self, jitter: Jitter) -> Self {
        self.jitter = Some(jitter);
        self
    }

    /// How many calls are made in all, the first one included; at least 1. Default: 6, or one more than a list
    /// has delays.
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = Some(attempts);
        self.unlimited = false;
        self
    }

    /// As many calls as fit before the deadline, which has to be set. In numbers they are [`u32::MAX`].
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let endless = RetryPolicy::builder().unlimited_attempts();
    /// assert_eq!(endless.build().unwrap_err().setting(), "attempts");
    /// assert!(endless.deadline(Duration::from_secs(60)).build().is_ok());
    /// ```
    pub const fn unlimited_attempts(mut self) -> Self {
        self.attempts = Some(u32::MAX);
        self.unlimited = true;
        self
    }

    /// The longest server hint ([`Verdict::RetryAfter`](crate::Verdict::RetryAfter)) that is obeyed; a longer
    /// one stops the call. Default: the greater of the cap and one minute.
    ///
    /// An obeyed hint is spread upwards by up to a tenth, so a wait can be that much longer.
    pub const fn retry_after_cap(mut self, retry_after_cap: Duration) -> Self {
        self.retry_after_cap = Some(retry_after_cap);
        self
    }

    /// The time within which all attempts and waits of a call have to fit, from its start. Default: none.
    ///
    /// A wait that would end after it is not begun: the call returns at once. A running attempt is not interrupted
    /// by it; that takes a `timeout`, which belongs to the call and not to the policy, since only the call knows
    /// whether its error can tell of one.
    pub const fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The policy, for settings that are only known at run time.
    ///
    /// # Errors
    ///
    /// When the settings contradict each other: no attempt, unlimited attempts without a deadline, a deadline of no
    /// time, a base above the cap, a factor below 1 or not
    /// finite, an empty list of delays, a listed delay above the cap, and settings that the chosen curve or
    /// jitter does not use. The error names the setting.
    pub const fn build(self) -> Result<RetryPolicy, PolicyError> {
        match self.mistake() {
            Some(mistake) => Err(PolicyError(mistake)),
            None => Ok(self.resolved()),
        }
    }

    /// The policy, for a `const` or `static`: an impossible one does not compile.
    ///
    /// ```compile_fail
    /// use retry_core::RetryPolicy;
    ///
    /// const POLICY: RetryPolicy = RetryPolicy::builder().attempts(0).build_const();
    /// # let _ = POLICY;
    /// ```
    ///
    /// # Panics
    ///
    /// Where [`build`](Self::build) returns an error. In a constant that is a compile error; elsewhere use
    /// `build`.
    #[must_use]
    #[track_caller]
    pub const fn build_const(self) -> RetryPolicy {
        match self.build() {
            Ok(policy) => policy,
            Err(error) => panic!("{}", error.message()),
        }
    }

    const fn resolved(self) -> RetryPolicy {
        let backoff = self.curve();
        let cap = self.effective_cap();
        RetryPolicy {
            base: or(self.base, DEFAULT_BASE),
            cap,
            factor: match self.factor {
                Some(factor) => factor,
                None => DEFAULT_FACTOR,
            },
            backoff,
            jitter: match self.jitter {
                Some(jitter) => jitter,
                None => Jitter::Full,
            },
            attempts: match (self.attempts, backoff) {
                (Some(attempts), _) => attempts,
                #[expect(clippy::cast_possible_truncation, reason = "no source file holds 2^32 delays")]
                (None, Backoff::Delays(delays)) => delays.len() as u32 + 1,
                (None, _) => DEFAULT_ATTEMPTS,
            },
            retry_after_cap: or(self.retry_after_cap, longer(cap, DEFAULT_RETRY_AFTER_CAP)),
            deadline: self.deadline,
        }
    }

    const fn mistake(&self) -> Option<Mistake> {
        let curve = self.curve();
        let cap = self.effective_cap();
        let base = or(self.base, DEFAULT_BASE);
        let decorrelated = matches!(self.jitter, Some(Jitter::Decorrelated));
        if let Some(0) = self.attempts {
            return Some(Mistake::NoAttempt);
        }
        match self.deadline {
            Some(Duration::ZERO) => return Some(Mistake::NoTime),
            None if self.unlimited => return Some(Mistake::UnlimitedWithoutDeadline),
            _ => {}
        }
        if let Some(factor) = self.factor {
            if !(factor.is_finite() && factor >= 1.0) {
                return Some(Mistake::FactorBelowOne(factor));
            }
            if !matches!(curve, Backoff::Exponential) {
                return Some(Mistake::FactorWithoutExponential);
            }
        }
        if decorrelated && (self.factor.is_some() || self.backoff.is_some()) {
            return Some(Mistake::DecorrelatedWithCurve);
        }
        if let Backoff::Delays(delays) = curve {
            if delays.is_empty() {
                return Some(Mistake::NoDelays);
            }
            let longest = longest(delays);
            if is_longer(longest, cap) {
                return Some(Mistake::DelayAboveCap { delay: longest, cap });
            }
        }
        if !curve.uses_base() {
            return if self.base.is_some() { Some(Mistake::BaseWithoutUse) } else { None };
        }
        if is_longer(base, cap) { Some(Mistake::BaseAboveCap { base, cap }) } else { None }
    }

    const fn curve(&self) -> Backoff {
        match self.backoff {
            Some(backoff) => backoff,
            None => Backoff::Exponential,
        }
    }

    const fn effective_cap(&self) -> Duration {
        match (self.cap, self.curve()) {
            (Some(cap), _) => cap,
            (None, Backoff::Delays(delays)) => longest(delays),
            (None, _) => DEFAULT_CAP,
        }
    }
}

const DEFAULT_BASE: Duration = Duration::from_millis(500);
const DEFAULT_CAP: Duration = Duration::from_secs(30);
const DEFAULT_FACTOR: f64 = 2.0;
const DEFAULT_ATTEMPTS: u32 = 6;
const DEFAULT_RETRY_AFTER_CAP: Duration = Duration::from_secs(60);

// `Option::unwrap_or`, `Ord::max` and iterators are not `const`.

const fn or(value: Option<Duration>, default: Duration) -> Duration {
    match value {
        Some(value) => value,
        None => default,
    }
}

const fn is_longer(a: Duration, b: Duration) -> bool {
    a.as_nanos() > b.as_nanos()
}

const fn longer(a: Duration, b: Duration) -> Duration {
    if is_longer(a, b) { a } else { b }
}

const fn longest(mut delays: &[Duration]) -> Duration {
    let mut longest = Duration::ZERO;
    while let [first, rest @ ..] = delays {
        longest = longer(longest, *first);
        delays = rest;
    }
    longest
}
