mod resolve;

use core::time::Duration;

use super::error::PolicyError;
use super::{Backoff, Jitter, RetryPolicy};

/// Collects the settings of a [`RetryPolicy`]; from [`RetryPolicy::builder`].
///
/// The methods have the names of the attribute's keys. [`build`](Self::build) checks the settings at run time,
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
    /// With a base of zero no exponential, linear, constant or Fibonacci backoff ever waits.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::RetryPolicy;
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(100)).build()?;
    /// assert_eq!(policy.ceiling(1), Duration::from_millis(100));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn base(mut self, base: Duration) -> Self {
        self.base = Some(base);
        self
    }

    /// The longest delay of any curve and any jitter. Default: 30 s, or the longest delay of a list.
    ///
    /// tokio's timer ends a wait of more than 30 years after 30 years.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::RetryPolicy;
    /// let policy = RetryPolicy::builder().cap(Duration::from_secs(3)).build()?;
    /// assert_eq!(policy.ceiling(u32::MAX), Duration::from_secs(3));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn cap(mut self, cap: Duration) -> Self {
        self.cap = Some(cap);
        self
    }

    /// The number by which exponential backoff multiplies the ceiling after each attempt: finite and at least 1, such
    /// as 1.5. Default: 2.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::RetryPolicy;
    /// let policy = RetryPolicy::builder().factor(3.0).build()?;
    /// assert_eq!(policy.ceiling(2), Duration::from_millis(1_500));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn factor(mut self, factor: f64) -> Self {
        self.factor = Some(factor);
        self
    }

    /// The curve of the ceilings. Default: [`Backoff::Exponential`].
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::{Backoff, RetryPolicy};
    /// let policy = RetryPolicy::builder().backoff(Backoff::Linear).build()?;
    /// assert_eq!(policy.ceiling(3), Duration::from_millis(1_500));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = Some(backoff);
        self
    }

    /// How each delay is spread below its ceiling. Default: [`Jitter::Full`].
    ///
    /// ```
    /// # use retry_core::{Jitter, RetryPolicy};
    /// let policy = RetryPolicy::builder().jitter(Jitter::Equal).build()?;
    /// assert_eq!(policy.jitter(), Jitter::Equal);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn jitter(mut self, jitter: Jitter) -> Self {
        self.jitter = Some(jitter);
        self
    }

    /// The number of attempts, the first one included; at least 1. Default: 6, or one more than the delays of a list.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// let policy = RetryPolicy::builder().attempts(3).build()?;
    /// assert_eq!(policy.schedule().ceilings().count(), 2);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = Some(attempts);
        self.unlimited = false;
        self
    }

    /// As many attempts as fit before the deadline, which has to be set. Their number is then [`u32::MAX`].
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

    /// The longest wait that a verdict may ask for. Default: the greater of the cap and one minute.
    ///
    /// A verdict asks for a wait with [`Verdict::RetryAfter`](crate::Verdict::RetryAfter), a server's hint, or with
    /// [`Verdict::WaitExactly`](crate::Verdict::WaitExactly). If the wait is longer than this, the call gives up. A
    /// hint is lengthened at random by up to a tenth, so the wait itself can be longer by a tenth.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::RetryPolicy;
    /// let policy = RetryPolicy::builder().retry_after_cap(Duration::from_secs(5)).build()?;
    /// assert_eq!(policy.retry_after_cap(), Duration::from_secs(5));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn retry_after_cap(mut self, retry_after_cap: Duration) -> Self {
        self.retry_after_cap = Some(retry_after_cap);
        self
    }

    /// The time for all attempts and waits of a call, from its start; more than zero. Default: none.
    ///
    /// If a wait would end after the deadline, the call gives up at once. The deadline does not interrupt a running
    /// attempt unless the call has a `timeout`. A timeout belongs to the call and not to the policy, because only the
    /// call knows how to make its error of a timeout.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use retry_core::RetryPolicy;
    /// let policy = RetryPolicy::builder().deadline(Duration::from_secs(10)).build()?;
    /// assert_eq!(policy.schedule().worst_total(), Duration::from_secs(10));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The policy, for settings that are only known at run time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(50)).build()?;
    /// assert_eq!(policy.base(), Duration::from_millis(50));
    /// let error = RetryPolicy::builder().attempts(0).build().unwrap_err();
    /// assert_eq!(error.setting(), "attempts");
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a setting is impossible or contradicts another. The error names the setting:
    ///
    /// - `attempts` of 0, or unlimited attempts without a deadline;
    /// - a `deadline` of zero;
    /// - a `base` above the `cap`, or a `base` that the curve does not use;
    /// - a `factor` that is below 1, not finite, or not used by the curve;
    /// - a list of delays that is empty, or has a delay above the `cap`;
    /// - a share of jitter outside of 0 to 1, or decorrelated jitter together with a curve or a factor.
    pub const fn build(self) -> Result<RetryPolicy, PolicyError> {
        match self.mistake() {
            Some(mistake) => Err(PolicyError(mistake)),
            None => Ok(self.resolved()),
        }
    }

    /// The policy, for a `const` or `static`: impossible settings do not compile.
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
    /// If [`build`](Self::build) returns an error. In a constant the panic is a compile error; elsewhere use `build`.
    #[must_use]
    #[track_caller]
    pub const fn build_const(self) -> RetryPolicy {
        match self.build() {
            Ok(policy) => policy,
            Err(error) => panic!("{}", error.message()),
        }
    }
}
