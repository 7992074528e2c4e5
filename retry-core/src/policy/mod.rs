//! The policy layer: how long to wait after each attempt.
//!
//! A [`RetryPolicyBuilder`] checks the settings and gives a [`RetryPolicy`]. The policy turns an attempt number into a
//! ceiling, and a ceiling and random bits into a delay. The layer knows neither clocks nor tasks nor errors: the caller
//! hands in the attempt number and the random source.

mod backoff;
mod builder;
mod delay_list;
mod delays;
mod duration_text;
mod error;
mod exponential;
mod jitter;
mod nanos;
mod random;
mod readable;
mod schedule;
mod text;

use core::time::Duration;

use rand::Rng;

pub use self::backoff::Backoff;
pub use self::builder::RetryPolicyBuilder;
pub use self::delay_list::DelayList;
pub use self::delays::Delays;
pub(crate) use self::delays::Progress;
pub use self::error::PolicyError;
pub use self::jitter::Jitter;
pub(crate) use self::jitter::uniform;
pub(crate) use self::random::RandomBits;
pub(crate) use self::readable::Readable;
pub use self::schedule::Schedule;
pub use self::text::ParseError;
#[cfg(feature = "serde")]
pub(crate) use self::text::{Exact, parse_duration};

/// How many attempts a call makes, and how long it waits between them.
///
/// A policy is valid by construction: [`builder`](Self::builder) refuses contradictory settings. The default doubles
/// the ceiling from 500 ms on up to a cap of 30 s, and has 6 attempts, full jitter and no deadline.
///
/// | attempt | ceiling of the delay after it |
/// |---|---|
/// | 1 | 500 ms |
/// | 2 | 1 s |
/// | 3 | 2 s |
/// | 4 | 4 s |
/// | 5 | 8 s |
/// | 6 | none: the last error is returned |
///
/// ```
/// use std::time::Duration;
/// use retry_core::RetryPolicy;
///
/// let policy = RetryPolicy::default();
/// assert_eq!(policy.ceiling(1), Duration::from_millis(500));
/// assert_eq!(policy.ceiling(5), Duration::from_secs(8));
/// assert_eq!(policy.ceiling(u32::MAX), Duration::from_secs(30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryPolicy {
    pub(crate) base: Duration,
    pub(crate) cap: Duration,
    /// Finite and at least 1.
    pub(crate) factor: f64,
    pub(crate) backoff: Backoff,
    pub(crate) jitter: Jitter,
    /// At least 1.
    pub(crate) attempts: u32,
    pub(crate) retry_after_cap: Duration,
    pub(crate) deadline: Option<Duration>,
}

/// The factor is never NaN.
impl Eq for RetryPolicy {}

impl Default for RetryPolicy {
    fn default() -> Self {
        const { Self::builder().build_const() }
    }
}

impl RetryPolicy {
    /// A builder whose settings all have their default values.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::builder().build(), Ok(RetryPolicy::default()));
    /// ```
    pub const fn builder() -> RetryPolicyBuilder {
        RetryPolicyBuilder::new()
    }

    /// A builder with the settings of this policy, to change some of them.
    ///
    /// A setting that has its default value is unset in the builder. Some defaults depend on other settings: the
    /// default cap of a list of delays, for example, changes with the list.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{Backoff, RetryPolicy};
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(50)).attempts(4).build()?;
    /// assert_eq!(policy.to_builder().build(), Ok(policy));
    /// let linear = policy.to_builder().backoff(Backoff::Linear).build()?;
    /// assert_eq!((linear.base(), linear.attempts()), (policy.base(), 4));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub const fn to_builder(&self) -> RetryPolicyBuilder {
        RetryPolicyBuilder::from_policy(self)
    }

    /// This policy with another deadline, such as the time that the caller has left.
    ///
    /// The new deadline replaces the policy's own deadline, even if the new one is longer. Zero counts as one
    /// nanosecond: a call with such a deadline makes one attempt.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let left = Duration::from_millis(800);
    /// assert_eq!(RetryPolicy::default().with_deadline(left).deadline(), Some(left));
    /// ```
    #[must_use]
    pub const fn with_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(if deadline.is_zero() { Duration::from_nanos(1) } else { deadline });
        self
    }

    /// This policy with another number of attempts, the first one included; 0 counts as 1.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().with_attempts(2).attempts(), 2);
    /// assert_eq!(RetryPolicy::default().with_attempts(0).attempts(), 1);
    /// ```
    #[must_use]
    pub const fn with_attempts(mut self, attempts: u32) -> Self {
        self.attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// The longest delay that backoff gives after `attempt` failed; the first attempt is 1, and 0 counts as 1.
    ///
    /// With exponential backoff the ceiling is `min(cap, base × factor^(attempt − 1))`. Decorrelated jitter follows no
    /// curve: its ceiling is `min(cap, base × 3^attempt)`. Every `u32` has a ceiling. The computation never panics and
    /// takes bounded time for any attempt.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(100)).factor(1.5).build()?;
    /// assert_eq!(policy.ceiling(3), Duration::from_millis(225));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[must_use]
    pub fn ceiling(&self, attempt: u32) -> Duration {
        let uncapped = match self.jitter {
            Jitter::Decorrelated => Backoff::Exponential.ceiling(self.base, 3.0, attempt.max(1).saturating_add(1)),
            _ => self.backoff.ceiling(self.base, self.factor, attempt),
        };
        uncapped.min(self.cap)
    }

    /// The delays of one call: an iterator over `attempts − 1` delays, each drawn from `rng` when it is asked for.
    ///
    /// The same policy and the same state of the generator give the same delays, to the nanosecond. Pass `&mut rng` to
    /// keep the generator.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::RetryPolicy;
    ///
    /// let policy = RetryPolicy::default();
    /// let delays: Vec<_> = policy.delays(Xoshiro256PlusPlus::seed_from_u64(7)).collect();
    /// assert_eq!(delays.len(), 5);
    /// assert!(policy.delays(Xoshiro256PlusPlus::seed_from_u64(7)).eq(delays));
    /// ```
    pub fn delays<R: Rng>(&self, rng: R) -> Delays<R> {
        Delays::new(*self, rng)
    }

    /// Every ceiling, the worst and mean total wait, and the settings that have no effect, as data and as text.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// println!("{}", RetryPolicy::default().schedule());
    /// # assert!(RetryPolicy::default().schedule().to_string().contains("15.5s"));
    /// ```
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(*self)
    }

    /// The ceiling after the first attempt. A list of delays and a function of the attempt do not use it.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// # use std::time::Duration;
    /// assert_eq!(RetryPolicy::default().base(), Duration::from_millis(500));
    /// ```
    #[must_use]
    pub const fn base(&self) -> Duration {
        self.base
    }

    /// The highest delay that backoff gives.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// # use std::time::Duration;
    /// assert_eq!(RetryPolicy::default().cap(), Duration::from_secs(30));
    /// ```
    #[must_use]
    pub const fn cap(&self) -> Duration {
        self.cap
    }

    /// The number by which exponential backoff multiplies the ceiling after each attempt. No other curve uses it.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// assert!((RetryPolicy::default().factor() - 2.0).abs() < f64::EPSILON);
    /// ```
    #[must_use]
    pub const fn factor(&self) -> f64 {
        self.factor
    }

    /// The curve of the ceilings.
    ///
    /// ```
    /// # use retry_core::{Backoff, RetryPolicy};
    /// assert_eq!(RetryPolicy::default().backoff(), Backoff::Exponential);
    /// ```
    #[must_use]
    pub const fn backoff(&self) -> Backoff {
        self.backoff
    }

    /// How each delay is spread below its ceiling.
    ///
    /// ```
    /// # use retry_core::{Jitter, RetryPolicy};
    /// assert_eq!(RetryPolicy::default().jitter(), Jitter::Full);
    /// ```
    #[must_use]
    pub const fn jitter(&self) -> Jitter {
        self.jitter
    }

    /// The number of attempts, the first one included; `u32::MAX` if they are unlimited.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// assert_eq!(RetryPolicy::default().attempts(), 6);
    /// ```
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The longest wait that a verdict may ask for; a call with a longer one gives up.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// # use std::time::Duration;
    /// assert_eq!(RetryPolicy::default().retry_after_cap(), Duration::from_secs(60));
    /// ```
    #[must_use]
    pub const fn retry_after_cap(&self) -> Duration {
        self.retry_after_cap
    }

    /// The time for all attempts and waits of a call, from its start.
    ///
    /// ```
    /// # use retry_core::RetryPolicy;
    /// assert_eq!(RetryPolicy::default().deadline(), None);
    /// ```
    #[must_use]
    pub const fn deadline(&self) -> Option<Duration> {
        self.deadline
    }
}
