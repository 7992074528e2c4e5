//! A breaker on the clock, and who is told of its changes.

use std::sync::OnceLock;
use std::time::Duration;

use super::clock::{Clock, Started};
use super::report;
use crate::decision::{BreakerCounts, BreakerOpen, BreakerPermit, BreakerTransition, CircuitBreaker, Ending};

/// Milliseconds since some moment that all calls of the process share, on the clock of async calls.
///
/// A blocking call has no other: outside of a runtime this is the thread's.
fn now() -> u64 {
    static ORIGIN: OnceLock<Started> = OnceLock::new();
    let elapsed = ORIGIN.get_or_init(Started::now).elapsed().unwrap_or_default();
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}

impl CircuitBreaker {
    /// Asks for an attempt of your own; annotated functions and calls do it by themselves.
    ///
    /// ```
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).build()?;
    /// breaker.permit()?.failed();
    /// assert_eq!(breaker.state(), BreakerState::Open);
    /// assert!(breaker.permit().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// While the breaker is open, and while all its probes are in flight.
    #[inline]
    pub fn permit(&self) -> Result<BreakerPermit<'_>, BreakerOpen> {
        let (permit, transition) = self.begin(now)?;
        if let Some(transition) = transition {
            tell(self, transition);
        }
        Ok(permit)
    }

    /// What the breaker has counted.
    ///
    /// ```
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().build()?;
    /// breaker.permit()?.failed();
    /// breaker.permit()?.succeeded();
    /// let counts = breaker.counts();
    /// assert_eq!((counts.attempts, counts.failures, counts.consecutive_failures), (2, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn counts(&self) -> BreakerCounts {
        self.counts_at(now())
    }

    /// How long an open breaker refuses attempts from now on. `None` where it is not open, or its first probe is due.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).open_for(Duration::from_secs(60)).build()?;
    /// assert_eq!(breaker.until_probe(), None);
    /// breaker.permit()?.failed();
    /// assert!(breaker.until_probe().unwrap() > Duration::from_secs(59));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn until_probe(&self) -> Option<Duration> {
        self.open_for_at(now())
    }
}

impl BreakerPermit<'_> {
    /// The attempt has succeeded, or its error is the answer of a living service.
    #[inline]
    pub fn succeeded(self) {
        self.ended(Ending::Answered);
    }

    /// The attempt has failed: with a transient error, or its timeout.
    pub fn failed(self) {
        self.ended(Ending::Failed);
    }

    #[inline]
    fn ended(self, ending: Ending) {
        let breaker = self.breaker();
        if let Some(transition) = self.end(ending, now) {
            tell(breaker, transition);
        }
    }
}

#[cold]
fn tell(breaker: &CircuitBreaker, transition: BreakerTransition) {
    report::breaker(&transition);
    breaker.tell(&transition);
}
