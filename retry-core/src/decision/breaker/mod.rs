//! The circuit breaker, which decides whether an attempt is made.
//!
//! ```text
//! begin ─▶ Permit ─▶ the attempt ─▶ end: answered or failed
//!   │                    └────────▶ dropped or panicked: the permit gives its probe back
//!   └────▶ BreakerOpen
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `builder`, `error` | the settings, and the error of wrong settings |
//! | `phase` | the state, packed into one word |
//! | `window` | the numbers of attempts and failures within a sliding window |
//! | `permit` | an attempt from its beginning to its end, and the changes of state that it causes |
//! | `transition` | the names of the states, and the event of a change |
//! | `open` | the error of a refused attempt |
//! | `sync` | the atomics, which a test replaces |
//!
//! The module reads no clock. The caller hands in the time, as milliseconds since an origin that all users of a breaker
//! share.

mod builder;
mod error;
mod open;
mod permit;
mod phase;
mod sync;
mod transition;
mod window;

#[cfg(all(test, not(shuttle)))]
mod model;
#[cfg(all(test, shuttle))]
mod threads;

use alloc::boxed::Box;
use core::fmt;
use core::time::Duration;

pub use self::builder::CircuitBreakerBuilder;
pub use self::error::BreakerError;
pub use self::open::BreakerOpen;
pub use self::permit::BreakerPermit;
pub(crate) use self::permit::{Ending, Permit, SharedBreaker, Ticket};
use self::phase::{Phase, State};
use self::sync::{AtomicU64, Ordering};
pub use self::transition::{BreakerState, BreakerTransition};
use self::window::{SLICES, Window};

/// Refuses attempts while a dependency is down, so that callers fail at once and the dependency can recover.
///
/// ```text
///            too many failures
///   closed ────────────────────▶ open ◀──────────┐
///     ▲                           │ after a time │ a probe fails
///     │    all probes succeed     ▼              │
///     └─────────────────────── half-open ────────┘
/// ```
///
/// - **Closed**: every attempt is made. The breaker opens if the share of failed attempts within a sliding window
///   reaches the failure ratio and the window holds the minimum number of attempts. If
///   [`consecutive_failures`](CircuitBreakerBuilder::consecutive_failures) is set, the breaker also opens after that
///   many failures in a row.
/// - **Open**: every attempt is refused at once with [`BreakerOpen`], for the time that
///   [`open_for`](CircuitBreakerBuilder::open_for) sets.
/// - **Half-open**: a set number of attempts is made, the probes. If all probes succeed, the breaker closes. If one of
///   them fails, the breaker opens again.
///
/// Transient errors and timeouts count as failures. A permanent error counts as a success, because the service has
/// answered. An attempt that is dropped or panics counts neither as a success nor as a failure. If it was a probe,
/// another attempt may take its place.
///
/// A probe that never ends keeps the breaker half-open, and every other attempt is refused. So attempts behind a
/// breaker need a timeout.
///
/// The window begins with a failure. Successes before the first failure do not count, so the breaker opens sooner when
/// a dependency goes down. While the window holds no failure, a breaker costs two atomic loads per attempt and reads no
/// clock.
///
/// # Order of the parts
///
/// ```text
/// retry ─▶ breaker ─▶ timeout ─▶ operation
/// ```
///
/// Each attempt of a call asks the breaker, and a timed-out attempt is a failure. If the breaker would still be open at
/// the end of a wait, the call does not wait and gives up ([`GiveUpReason::Breaker`](crate::GiveUpReason::Breaker)).
///
/// # Breaker or budget
///
/// A [`RetryBudget`](crate::RetryBudget) limits the load that retries add, and does not limit first attempts. Use it
/// for overload, and for failures that a retry can mend. A breaker refuses first attempts too. Use it for a dependency
/// that does not answer: callers fail at once, and do not wait for a timeout each. Either of them keeps retries from
/// holding down a server that has come back.
///
/// The figure and the table show a server at 70 % of its capacity that for ten seconds is down, hangs, or fails half of
/// its requests. The example `herd` simulates it:
///
#[cfg_attr(doc, doc = include_str!("../../../docs/herd/outages.svg"))]
///
/// | the server | | attempts per client | a call that fails takes | calls that succeed |
/// |---|---|---|---|---|
/// | is down | budget | 2.09 | 0.03 s | 66.6 % |
/// | | breaker | 1.02 | 0.06 s | 63.0 % |
/// | hangs | budget | 0.99 | 1.15 s | 81.8 % |
/// | | breaker | 0.56 | 0.58 s | 75.7 % |
/// | fails half | budget | 1.14 | 0.07 s | 91.5 % |
/// | | breaker | 1.17 | 0.19 s | 89.5 % |
/// | | neither | 1.79 | 5.74 s | 99.9 % |
///
/// The breaker halves the attempts during an outage. It also halves the time that callers lose if the server hangs. In
/// return it stays open after the outage until the next probe, for half of `open_for` on average. If half of the
/// requests fail, the breaker refuses attempts that would have succeeded: set the failure ratio above the share of
/// failures that retries can mend. A call can have both, and then needs the consent of both.
///
/// ```
/// use retry_core::{BreakerState, CircuitBreaker};
///
/// static PAYMENTS: CircuitBreaker = CircuitBreaker::builder().name("payments").consecutive_failures(5).build_const();
///
/// assert_eq!(PAYMENTS.state(), BreakerState::Closed);
/// ```
pub struct CircuitBreaker {
    name: &'static str,
    state: AtomicU64,
    window: Window,
    /// In millionths, at least 1.
    failure_ratio: u32,
    minimum_attempts: u32,
    consecutive_failures: Option<u32>,
    /// In milliseconds.
    open_for: u64,
    probes: u32,
    hook: Hook,
    clock: Option<fn() -> Duration>,
}

enum Hook {
    None,
    Function(fn(&BreakerTransition)),
    Closure(Box<dyn Fn(&BreakerTransition) + Send + Sync>),
}

const MILLION: u32 = 1_000_000;

impl CircuitBreaker {
    /// A builder with the defaults: the breaker opens if half of at least 20 attempts within 10 s have failed, stays
    /// open for 5 s, and then lets one probe through.
    ///
    /// ```
    /// use retry_core::CircuitBreaker;
    ///
    /// assert!(CircuitBreaker::builder().build().is_ok());
    /// ```
    pub const fn builder() -> CircuitBreakerBuilder {
        CircuitBreakerBuilder::new()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the builder has checked the ranges")]
    const fn of(settings: CircuitBreakerBuilder) -> Self {
        let CircuitBreakerBuilder {
            name,
            failure_ratio,
            window,
            minimum_attempts,
            consecutive_failures,
            open_for,
            probes,
            on_transition,
            clock,
        } = settings;
        let failure_ratio = (failure_ratio * MILLION as f64 + 0.5) as u32;
        Self {
            name,
            state: AtomicU64::new(0),
            window: Window::new(window.as_millis().div_ceil(SLICES as u128) as u64),
            failure_ratio: if failure_ratio == 0 { 1 } else { failure_ratio },
            minimum_attempts,
            consecutive_failures,
            open_for: open_for.as_nanos().div_ceil(1_000_000) as u64,
            probes,
            hook: match on_transition {
                Some(hook) => Hook::Function(hook),
                None => Hook::None,
            },
            clock,
        }
    }

    /// Sets a closure that is called at every change of state, by the attempt that has caused the change.
    ///
    /// It replaces [`on_transition`](CircuitBreakerBuilder::on_transition). A panic in the closure unwinds to the
    /// caller.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use retry_core::CircuitBreaker;
    ///
    /// let alerts = Arc::new(Mutex::new(Vec::new()));
    /// let log = Arc::clone(&alerts);
    /// let breaker = CircuitBreaker::builder().name("payments").consecutive_failures(1).build()?;
    /// let breaker = breaker.with_transition_hook(move |transition| log.lock().unwrap().push(transition.to_string()));
    /// breaker.permit()?.failed();
    /// assert_eq!(*alerts.lock().unwrap(), ["payments: closed, now open"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_transition_hook(self, hook: impl Fn(&BreakerTransition) + Send + Sync + 'static) -> Self {
        Self { hook: Hook::Closure(Box::new(hook)), ..self }
    }

    /// The name in errors, events and metrics.
    ///
    /// ```
    /// # use retry_core::CircuitBreaker;
    /// assert_eq!(CircuitBreaker::builder().build()?.name(), "breaker");
    /// # Ok::<(), retry_core::BreakerError>(())
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The state of the breaker. An open breaker becomes half-open with the first attempt after its time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// assert_eq!(breaker.state(), BreakerState::Open);
    /// let probe = breaker.permit_at(Duration::from_secs(60))?;
    /// assert_eq!(breaker.state(), BreakerState::HalfOpen);
    /// # drop(probe);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> BreakerState {
        self.load().phase.into()
    }

    /// The clock that the builder was given.
    pub(crate) const fn clock(&self) -> Option<fn() -> Duration> {
        self.clock
    }

    fn load(&self) -> State {
        State::decode(self.state.load(Ordering::Acquire))
    }

    /// The counts of the breaker; `now` is in milliseconds.
    pub(crate) fn counted(&self, now: u64) -> BreakerCounts {
        let State { generation, phase } = self.load();
        match phase {
            Phase::Closed { watching, consecutive_failures } => {
                let window::Counts { attempts, failures } = self.window.counts(generation, now);
                let (attempts, failures) = if watching { (attempts, failures) } else { (0, 0) };
                BreakerCounts { attempts, failures, consecutive_failures, ..BreakerCounts::default() }
            }
            Phase::Open { .. } => BreakerCounts::default(),
            Phase::HalfOpen { probes_in_flight, probes_succeeded } => {
                BreakerCounts { probes_in_flight, probes_succeeded, ..BreakerCounts::default() }
            }
        }
    }

    /// How long an open breaker refuses attempts from `now` on; `None` if it is not open.
    pub(crate) fn open_for_at(&self, now: impl FnOnce() -> u64) -> Option<Duration> {
        match self.load().phase {
            Phase::Open { until } => self.left(until, now()),
            _ => None,
        }
    }

    pub(crate) fn call_hook(&self, transition: &BreakerTransition) {
        match &self.hook {
            Hook::None => {}
            Hook::Function(hook) => hook(transition),
            Hook::Closure(hook) => hook(transition),
        }
    }
}

/// The counts of a [`CircuitBreaker`]; from [`CircuitBreaker::counts`].
///
/// ```
/// use std::time::Duration;
/// use retry_core::CircuitBreaker;
///
/// let breaker = CircuitBreaker::builder().consecutive_failures(1).probes(2).build()?;
/// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
/// let later = Duration::from_secs(60);
/// let probe = breaker.permit_at(later)?;
/// let counts = breaker.counts_at(later);
/// assert_eq!((counts.probes_in_flight, counts.probes_succeeded), (1, 0));
/// # drop(probe);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreakerCounts {
    /// While closed: the attempts that have ended within the window, since its first failure.
    pub attempts: u32,
    /// While closed: the failed attempts among `attempts`.
    pub failures: u32,
    /// While closed: the failures since the last success.
    pub consecutive_failures: u32,
    /// While half-open: the probes that have not ended.
    pub probes_in_flight: u32,
    /// While half-open: the probes that have succeeded.
    pub probes_succeeded: u32,
}

impl fmt::Debug for CircuitBreaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CircuitBreaker").field("name", &self.name).field("state", &self.state()).finish_non_exhaustive()
    }
}
