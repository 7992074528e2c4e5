use core::fmt;

use super::phase::Phase;

/// The state of a [`CircuitBreaker`](crate::CircuitBreaker): what it does with attempts.
///
/// ```
/// use retry_core::BreakerState;
///
/// assert_eq!(BreakerState::HalfOpen.to_string(), "half-open");
/// assert_eq!(BreakerState::HalfOpen.as_str(), "half_open");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BreakerState {
    /// Every attempt is made.
    Closed,
    /// No attempt is made.
    Open,
    /// A set number of attempts is made, the probes. Their outcomes decide which state follows.
    HalfOpen,
}

impl BreakerState {
    /// The name in logs and metrics, which stays the same between versions: `closed`, `open` or `half_open`.
    ///
    /// ```
    /// # use retry_core::BreakerState;
    /// assert_eq!(BreakerState::HalfOpen.as_str(), "half_open");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half_open",
        }
    }
}

impl fmt::Display for BreakerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half-open",
        })
    }
}

impl From<Phase> for BreakerState {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Closed { .. } => Self::Closed,
            Phase::Open { .. } => Self::Open,
            Phase::HalfOpen { .. } => Self::HalfOpen,
        }
    }
}

/// A change of a breaker's state.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use retry_core::{BreakerState, CircuitBreaker};
///
/// let changes = Arc::new(Mutex::new(Vec::new()));
/// let log = Arc::clone(&changes);
/// let breaker = CircuitBreaker::builder().consecutive_failures(1).build()?;
/// let breaker = breaker.with_transition_hook(move |change| log.lock().unwrap().push((change.from, change.to)));
/// breaker.permit()?.failed();
/// assert_eq!(*changes.lock().unwrap(), [(BreakerState::Closed, BreakerState::Open)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreakerTransition {
    /// The name of the breaker.
    pub name: &'static str,
    /// The state before.
    pub from: BreakerState,
    /// The state after.
    pub to: BreakerState,
}

/// The text for a log: `payments: closed, now open`.
impl fmt::Display for BreakerTransition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, now {}", self.name, self.from, self.to)
    }
}
