//! The circuit breaker: whether an attempt is made at all.
//!
//! ```text
//! begin ─▶ Permit ─▶ the attempt ─▶ end: answered or failed
//!   │                    └────────▶ dropped, or it has panicked: the permit gives its probe back
//!   └────▶ BreakerOpen
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `phase` | the state, packed into one word |
//! | `window` | how many attempts of late have failed |
//! | `permit` | an attempt from its beginning to its end, and the changes of state that it causes |
//! | `builder`, `open` | the settings; the error of an attempt that is refused |
//!
//! The time comes in as milliseconds since some moment that all users of a breaker share.

mod builder;
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

pub use self::builder::{BreakerError, CircuitBreakerBuilder};
pub use self::open::BreakerOpen;
pub use self::permit::BreakerPermit;
pub(crate) use self::permit::{Ending, Permit, SharedBreaker, Ticket};
use self::phase::{Phase, State};
use self::sync::{AtomicU64, Ordering};
pub use self::transition::{BreakerState, BreakerTransition};
use self::window::{SLICES, Window};

/// Keeps attempts away from a dependency that is down: what makes a caller fail fast, and leaves a server alone that has to
/// start again.
///
/// ```text
///            too many failures
///   closed ────────────────────▶ open ◀──────────┐
///     ▲                           │ after a time │ a probe fails
///     │    all probes succeed     ▼              │
///     └─────────────────────── half-open ────────┘
/// ```
///
/// - **Closed**: every attempt is made. The breaker opens once the share of failed attempts within a sliding window reaches
///   the failure ratio, if the window holds the minimum of attempts, or after so many failures in a row if that is set.
/// - **Open**: no attempt is made. Each is refused at once with [`BreakerOpen`], for as long as `open_for` says.
/// - **Half-open**: a set number of attempts goes through, the probes. If they all succeed the breaker closes. If one fails
///   it is open again.
///
/// Only transient failures and timeouts count as failures. A permanent error is the answer of a living service, and counts
/// as a success. An attempt that is dropped before it ends, or panics, counts neither way, and if it was a probe another
/// attempt may take its place.
///
/// A probe that never ends keeps the breaker half-open, and every other attempt out. So attempts behind a breaker need a
/// timeout.
///
/// The window begins with a failure: while it holds none a breaker costs two atomic loads per attempt, and no clock is read.
/// The successes before the first failure therefore do not count, which opens the breaker sooner when a dependency goes
/// down.
///
/// # Where it stands
///
/// ```text
/// retry ─▶ breaker ─▶ timeout ─▶ operation
/// ```
///
/// Each attempt of a call asks the breaker, and an attempt that its timeout has ended is a failure. A call that would wait
/// for its next attempt gives up instead where the breaker would still be open after the wait
/// ([`GiveUpReason::Breaker`](crate::GiveUpReason::Breaker)).
///
/// # Breaker or budget
///
/// A [`RetryBudget`](crate::RetryBudget) bounds how much retries add to the load, and lets every first attempt through. It
/// is for overload, and for failures of which retries mend some. A breaker stops first attempts too. It is for a dependency
/// that does not answer at all: its callers fail at once instead of waiting for a timeout each. Either of them keeps retries
/// from holding down a server that has come back.
///
/// A server that is used to 70 %, and for ten seconds is down, or hangs, or fails half of its requests, simulated by the
/// example `herd`:
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
/// The breaker halves the attempts of an outage, and the time that its callers lose where the server hangs. In return it stays
/// open after the outage until the next probe, half of `open_for` on average. And where half of the requests fail it refuses
/// attempts that would have succeeded: set the failure ratio above the share of failures that retries can mend. With both,
/// a call has to be let through by both.
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
    /// In millionths.
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
    /// Starts from the defaults: half of at least 20 attempts within 10 s; open for 5 s, and then one probe.
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

    /// The same with a closure that is called at every change of state, by the attempt that has caused it. A panic in it is
    /// the caller's and passes through.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use retry_core::CircuitBreaker;
    ///
    /// let alerts = Arc::new(Mutex::new(Vec::new()));
    /// let told = Arc::clone(&alerts);
    /// let breaker = CircuitBreaker::builder().build()?;
    /// let breaker = breaker.with_transition_hook(move |transition| told.lock().unwrap().push(transition.to_string()));
    /// # let _ = breaker;
    /// # Ok::<(), retry_core::BreakerError>(())
    /// ```
    #[must_use]
    pub fn with_transition_hook(self, hook: impl Fn(&BreakerTransition) + Send + Sync + 'static) -> Self {
        Self { hook: Hook::Closure(Box::new(hook)), ..self }
    }

    /// The name in errors, events and metrics.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the breaker does with attempts. It goes from open to half-open with the first attempt after its time.
    #[must_use]
    pub fn state(&self) -> BreakerState {
        self.load().phase.into()
    }

    /// The clock that it was given.
    pub(crate) const fn clock(&self) -> Option<fn() -> Duration> {
        self.clock
    }

    fn load(&self) -> State {
        State::decode(self.state.load(Ordering::Acquire))
    }

    /// What the breaker has counted, `now` in milliseconds.
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

    /// How long an open breaker refuses attempts from `now` on; `None` where it is not open.
    pub(crate) fn open_for_at(&self, now: impl FnOnce() -> u64) -> Option<Duration> {
        match self.load().phase {
            Phase::Open { until } => self.left(until, now()),
            _ => None,
        }
    }

    pub(crate) fn tell(&self, transition: &BreakerTransition) {
        match &self.hook {
            Hook::None => {}
            Hook::Function(hook) => hook(transition),
            Hook::Closure(hook) => hook(transition),
        }
    }
}

/// What a [`CircuitBreaker`] has counted; from [`CircuitBreaker::counts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreakerCounts {
    /// Closed: the attempts that have ended within the window, since its first failure.
    pub attempts: u32,
    /// Closed: those of them that have failed.
    pub failures: u32,
    /// Closed: the failures since the last success.
    pub consecutive_failures: u32,
    /// Half-open: the probes that have not ended.
    pub probes_in_flight: u32,
    /// Half-open: the probes that have succeeded.
    pub probes_succeeded: u32,
}

impl fmt::Debug for CircuitBreaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CircuitBreaker").field("name", &self.name).field("state", &self.state()).finish_non_exhaustive()
    }
}
