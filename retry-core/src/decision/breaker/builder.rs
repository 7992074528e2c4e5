use core::time::Duration;

use super::error::{BreakerError, Mistake};
use super::phase::{LATEST, MAX_CONSECUTIVE, MAX_PROBES};
use super::window::SLICES;
use super::{BreakerTransition, CircuitBreaker};

/// Collects the settings of a [`CircuitBreaker`]; from [`CircuitBreaker::builder`].
///
/// [`build`](Self::build) checks the settings at run time, [`build_const`](Self::build_const) when a constant is
/// compiled.
///
/// ```
/// use std::time::Duration;
/// use retry_core::CircuitBreaker;
///
/// static PAYMENTS: CircuitBreaker = CircuitBreaker::builder()
///     .name("payments")
///     .failure_ratio(0.5)
///     .window(Duration::from_secs(10))
///     .minimum_attempts(20)
///     .open_for(Duration::from_secs(5))
///     .build_const();
/// assert_eq!(PAYMENTS.name(), "payments");
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct CircuitBreakerBuilder {
    pub(super) name: &'static str,
    pub(super) failure_ratio: f64,
    pub(super) window: Duration,
    pub(super) minimum_attempts: u32,
    pub(super) consecutive_failures: Option<u32>,
    pub(super) open_for: Duration,
    pub(super) probes: u32,
    pub(super) on_transition: Option<fn(&BreakerTransition)>,
    pub(super) clock: Option<fn() -> Duration>,
}

impl CircuitBreakerBuilder {
    pub(super) const fn new() -> Self {
        Self {
            name: "breaker",
            failure_ratio: 0.5,
            window: Duration::from_secs(10),
            minimum_attempts: 20,
            consecutive_failures: None,
            open_for: Duration::from_secs(5),
            probes: 1,
            on_transition: None,
            clock: None,
        }
    }

    /// The name in errors, events and metrics, such as the name of the dependency. Default: `breaker`.
    ///
    /// ```
    /// # use retry_core::CircuitBreaker;
    /// assert_eq!(CircuitBreaker::builder().name("payments").build()?.name(), "payments");
    /// # Ok::<(), retry_core::BreakerError>(())
    /// ```
    pub const fn name(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The share of failed attempts within the window at which the breaker opens: above 0 and at most 1. Default: 0.5.
    ///
    /// ```
    /// # use retry_core::CircuitBreaker;
    /// let error = CircuitBreaker::builder().failure_ratio(50.0).build().unwrap_err();
    /// assert_eq!(error.setting(), "failure_ratio");
    /// ```
    pub const fn failure_ratio(self, failure_ratio: f64) -> Self {
        Self { failure_ratio, ..self }
    }

    /// The time over which the failure ratio is computed, from 8 ms to 10 days. Default: 10 s.
    ///
    /// The window slides in steps of an eighth of this time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().window(Duration::from_secs(60)).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// assert_eq!(breaker.counts_at(Duration::from_secs(50)).failures, 1);
    /// assert_eq!(breaker.counts_at(Duration::from_secs(60)).failures, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn window(self, window: Duration) -> Self {
        Self { window, ..self }
    }

    /// The number of attempts within the window from which on the failure ratio counts: at least 1. Default: 20.
    ///
    /// Without a minimum, a single failed attempt would be a ratio of 1.
    ///
    /// ```
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().minimum_attempts(2).build()?;
    /// breaker.permit()?.failed();
    /// assert_eq!(breaker.state(), BreakerState::Closed);
    /// breaker.permit()?.failed();
    /// assert_eq!(breaker.state(), BreakerState::Open);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn minimum_attempts(self, minimum_attempts: u32) -> Self {
        Self { minimum_attempts, ..self }
    }

    /// The number of failures in a row that opens the breaker, even with fewer attempts than the minimum: at least 1.
    /// Default: only the ratio opens it.
    ///
    /// Use this for a dependency with so few calls that the window never holds the minimum number of attempts. Do not
    /// use it for a dependency with many calls at once: one reset connection fails all of them within milliseconds, and
    /// many failures in a row are then no sign of an outage.
    ///
    /// ```
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(2).build()?;
    /// breaker.permit()?.failed();
    /// breaker.permit()?.failed();
    /// assert_eq!(breaker.state(), BreakerState::Open);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn consecutive_failures(self, failures: u32) -> Self {
        Self { consecutive_failures: Some(failures), ..self }
    }

    /// How long the breaker stays open before it admits probes: 1 ms to 365 days. Default: 5 s.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).open_for(Duration::from_secs(30)).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// assert!(breaker.permit_at(Duration::from_secs(29)).is_err());
    /// assert!(breaker.permit_at(Duration::from_secs(30)).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn open_for(self, open_for: Duration) -> Self {
        Self { open_for, ..self }
    }

    /// The number of probes, which all have to succeed to close the breaker: from 1 to 1,048,575. Default: 1.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).probes(2).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// let later = Duration::from_secs(60);
    /// let probes = (breaker.permit_at(later)?, breaker.permit_at(later)?);
    /// assert!(breaker.permit_at(later).is_err());
    /// # drop(probes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn probes(self, probes: u32) -> Self {
        Self { probes, ..self }
    }

    /// Sets a function that is called at every change of state, by the attempt that has caused the change.
    ///
    /// A panic in the function unwinds to the caller. [`CircuitBreaker::with_transition_hook`] takes a closure.
    ///
    /// ```
    /// use retry_core::{BreakerTransition, CircuitBreaker};
    ///
    /// fn alert(transition: &BreakerTransition) {
    ///     eprintln!("{transition}");
    /// }
    ///
    /// static PAYMENTS: CircuitBreaker = CircuitBreaker::builder().on_transition(alert).build_const();
    /// # let _ = &PAYMENTS;
    /// ```
    pub const fn on_transition(self, hook: fn(&BreakerTransition)) -> Self {
        Self { on_transition: Some(hook), ..self }
    }

    /// Sets the clock of the breaker: a function that returns the time since some origin. The time must never go back.
    ///
    /// The clock measures how long the breaker is open, and which attempts are in its window. Default: the clock of the
    /// [runtime](crate#runtimes) or the operating system. If retry-core is built without its feature `std`, there is no
    /// default, and every breaker needs a clock.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    /// use std::time::Duration;
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// static SECONDS: AtomicU64 = AtomicU64::new(0);
    /// static RADIO: CircuitBreaker =
    ///     CircuitBreaker::builder().consecutive_failures(1).clock(|| Duration::from_secs(SECONDS.load(Relaxed))).build_const();
    ///
    /// RADIO.permit()?.failed();
    /// assert_eq!(RADIO.until_probe(), Some(Duration::from_secs(5)));
    /// SECONDS.store(5, Relaxed);
    /// RADIO.permit()?.succeeded();
    /// assert_eq!(RADIO.state(), BreakerState::Closed);
    /// # Ok::<(), retry_core::BreakerOpen>(())
    /// ```
    pub const fn clock(self, clock: fn() -> Duration) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The breaker, for settings that are only known at run time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// assert!(CircuitBreaker::builder().open_for(Duration::from_secs(30)).build().is_ok());
    /// let error = CircuitBreaker::builder().open_for(Duration::ZERO).build().unwrap_err();
    /// assert_eq!(error.to_string(), "`open_for` is out of range: use 1 ms to 365 days");
    /// ```
    ///
    /// # Errors
    ///
    /// If a setting is out of its range. The error names the setting.
    pub const fn build(self) -> Result<CircuitBreaker, BreakerError> {
        match self.mistake() {
            Some(mistake) => Err(BreakerError(mistake)),
            None => Ok(CircuitBreaker::of(self)),
        }
    }

    /// The breaker, for a `static` or `const`: impossible settings do not compile.
    ///
    /// ```compile_fail
    /// use retry_core::CircuitBreaker;
    ///
    /// static NEVER: CircuitBreaker = CircuitBreaker::builder().probes(0).build_const();
    /// # let _ = &NEVER;
    /// ```
    ///
    /// # Panics
    ///
    /// If a setting is out of its range. In a `static` or `const` the panic is a compile error.
    #[must_use]
    #[track_caller]
    pub const fn build_const(self) -> CircuitBreaker {
        match self.mistake() {
            Some(mistake) => panic!("{}", mistake.message()),
            None => CircuitBreaker::of(self),
        }
    }

    const fn mistake(&self) -> Option<Mistake> {
        if !(self.failure_ratio > 0.0 && self.failure_ratio <= 1.0) {
            Some(Mistake::FailureRatio)
        } else if self.window.as_millis() < SLICES as u128 || self.window.as_millis() > LONGEST_WINDOW {
            Some(Mistake::Window)
        } else if self.minimum_attempts == 0 {
            Some(Mistake::MinimumAttempts)
        } else if matches!(self.consecutive_failures, Some(0 | MAX_CONSECUTIVE..)) {
            Some(Mistake::ConsecutiveFailures)
        } else if self.open_for.as_millis() == 0 || self.open_for.as_millis() > LONGEST_OPEN {
            Some(Mistake::OpenFor)
        } else if self.probes == 0 || self.probes > MAX_PROBES {
            Some(Mistake::Probes)
        } else if self.clock.is_none() && cfg!(not(feature = "std")) {
            Some(Mistake::Clock)
        } else {
            None
        }
    }
}

const DAY: u128 = 24 * 60 * 60 * 1_000;
const LONGEST_WINDOW: u128 = 10 * DAY;
const LONGEST_OPEN: u128 = 365 * DAY;
// The state of a breaker holds any time within 2,000 years after the origin.
const _: () = assert!(LONGEST_OPEN * 2_000 < LATEST as u128);

impl Default for CircuitBreakerBuilder {
    fn default() -> Self {
        Self::new()
    }
}
