//! The methods of a breaker and its permits that read the clock, and the events of its changes.

use core::borrow::Borrow;
use core::time::Duration;

#[cfg(feature = "std")]
use super::clock;
use super::report;
use crate::decision::{
    BreakerCounts, BreakerOpen, BreakerPermit, BreakerTransition, CircuitBreaker, Ending, Permit, SharedBreaker, Ticket,
};

/// Milliseconds since an origin that all users of the breaker share, on the breaker's own clock or the system's.
fn now(breaker: &CircuitBreaker) -> u64 {
    milliseconds(breaker.clock().map_or_else(system_now, |clock| clock()))
}

/// The time since an origin that all calls of the process share, on the clock of async calls.
///
/// Blocking calls use this clock too. Outside of a runtime it is the operating system's.
#[cfg(feature = "std")]
fn system_now() -> Duration {
    /// A year, so that the time of a clock that is behind the origin stays above zero.
    const BEFORE_ORIGIN: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    let (now, origin) = clock::now_and_origin();
    match now.checked_duration_since(origin) {
        Some(after) => BEFORE_ORIGIN.saturating_add(after),
        None => BEFORE_ORIGIN.saturating_sub(origin.saturating_duration_since(now)),
    }
}

#[cfg(not(feature = "std"))]
fn system_now() -> Duration {
    unreachable!("without the standard library no breaker is built without a clock")
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl CircuitBreaker {
    /// Asks the breaker to admit an attempt.
    ///
    /// Annotated functions and calls of closures ask by themselves. In a loop written by hand, ask before each attempt,
    /// and tell the permit how the attempt ended:
    ///
    /// ```
    /// use std::io;
    /// use retry_core::{CircuitBreaker, RetryPolicy, Step, Transient, Verdict};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> io::Result<()> {
    /// let breaker = CircuitBreaker::builder().build().map_err(io::Error::other)?;
    /// let mut call = RetryPolicy::default().start();
    /// # let mut answers = vec![Ok(7), Err(io::Error::from(io::ErrorKind::TimedOut))];
    /// # let mut attempt = || answers.pop().unwrap();
    /// let answer = loop {
    ///     let permit = breaker.permit()?;
    ///     let outcome = attempt();
    ///     match outcome.as_ref().map_err(io::Error::verdict) {
    ///         Ok(_) | Err(Verdict::Permanent) => permit.succeeded(),
    ///         Err(_) => permit.failed(),
    ///     }
    ///     match call.next(outcome) {
    ///         Step::Return(outcome) => break outcome?,
    ///         Step::Wait { .. } => call.wait().await,
    ///     }
    /// };
    /// assert_eq!((answer, breaker.counts().failures), (7, 1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Without a call:
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
    /// If the breaker is open, or if it is half-open and all its probes are in flight.
    #[inline]
    pub fn permit(&self) -> Result<BreakerPermit<'_>, BreakerOpen> {
        self.admit(now)
    }

    /// As [`permit`](Self::permit), at a given time, for a simulation.
    ///
    /// `now` is the time since an origin that all users of the breaker share. The methods without `_at` read the clock,
    /// so use only the methods with `_at` for this breaker, or only those without.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).open_for(Duration::from_secs(5)).build()?;
    /// let at = Duration::from_secs;
    /// breaker.permit_at(at(0))?.failed_at(at(1));
    /// assert_eq!(breaker.permit_at(at(5)).unwrap_err().next_probe(), Some(at(1)));
    /// breaker.permit_at(at(6))?.succeeded_at(at(7));
    /// assert_eq!(breaker.state(), BreakerState::Closed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`permit`](Self::permit).
    pub fn permit_at(&self, now: Duration) -> Result<BreakerPermit<'_>, BreakerOpen> {
        self.admit(|_| milliseconds(now))
    }

    #[inline]
    fn admit(&self, now: impl Fn(&Self) -> u64) -> Result<BreakerPermit<'_>, BreakerOpen> {
        begin(self, self, now).map(BreakerPermit)
    }

    /// The attempts, failures and probes that the breaker has counted.
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
        self.counted(now(self))
    }

    /// As [`counts`](Self::counts), at a given time; see [`permit_at`](Self::permit_at).
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// assert_eq!(breaker.counts_at(Duration::from_secs(1)).failures, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn counts_at(&self, now: Duration) -> BreakerCounts {
        self.counted(milliseconds(now))
    }

    /// How long an open breaker refuses attempts from now on. `None` if it is not open, or if its first probe is due.
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
        self.open_for_at(|| now(self))
    }

    /// As [`until_probe`](Self::until_probe), at a given time; see [`permit_at`](Self::permit_at).
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).open_for(Duration::from_secs(5)).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// assert_eq!(breaker.until_probe_at(Duration::from_secs(2)), Some(Duration::from_secs(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn until_probe_at(&self, now: Duration) -> Option<Duration> {
        self.open_for_at(|| milliseconds(now))
    }
}

impl BreakerPermit<'_> {
    /// Counts a success: the attempt succeeded, or failed with a permanent error, which is an answer of the service.
    ///
    /// ```
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().build()?;
    /// breaker.permit()?.failed();
    /// breaker.permit()?.succeeded();
    /// assert_eq!(breaker.counts().consecutive_failures, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn succeeded(mut self) {
        ended(&mut self.0, Ending::Answered, now);
    }

    /// Counts a failure: the attempt failed with a transient error or a timeout.
    ///
    /// ```
    /// use retry_core::CircuitBreaker;
    ///
    /// let breaker = CircuitBreaker::builder().build()?;
    /// breaker.permit()?.failed();
    /// assert_eq!(breaker.counts().consecutive_failures, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn failed(mut self) {
        ended(&mut self.0, Ending::Failed, now);
    }

    /// As [`succeeded`](Self::succeeded), at a given time; see [`CircuitBreaker::permit_at`].
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// let later = Duration::from_secs(60);
    /// breaker.permit_at(later)?.succeeded_at(later);
    /// assert_eq!(breaker.state(), BreakerState::Closed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn succeeded_at(mut self, now: Duration) {
        ended(&mut self.0, Ending::Answered, |_| milliseconds(now));
    }

    /// As [`failed`](Self::failed), at a given time; see [`CircuitBreaker::permit_at`].
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{BreakerState, CircuitBreaker};
    ///
    /// let breaker = CircuitBreaker::builder().consecutive_failures(1).build()?;
    /// breaker.permit_at(Duration::ZERO)?.failed_at(Duration::ZERO);
    /// assert_eq!(breaker.state(), BreakerState::Open);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn failed_at(mut self, now: Duration) {
        ended(&mut self.0, Ending::Failed, |_| milliseconds(now));
    }
}

#[inline]
fn begin<B: Borrow<CircuitBreaker>>(
    breaker: &CircuitBreaker,
    holder: B,
    now: impl Fn(&CircuitBreaker) -> u64,
) -> Result<Permit<B>, BreakerOpen> {
    match breaker.begin_while_closed() {
        Some(ticket) => Ok(Permit::new(holder, ticket)),
        None => begin_probe(breaker, holder, &|| now(breaker)),
    }
}

/// Asks a breaker that is not closed for a probe.
///
/// The permit is made before the hook is called, so that the probe goes back if the hook panics.
#[cold]
#[inline(never)]
fn begin_probe<B: Borrow<CircuitBreaker>>(
    breaker: &CircuitBreaker,
    holder: B,
    now: &dyn Fn() -> u64,
) -> Result<Permit<B>, BreakerOpen> {
    let (ticket, transition) = breaker.begin_probe(now)?;
    let permit = Permit::new(holder, ticket);
    if let Some(transition) = transition {
        report_transition(breaker, transition);
    }
    Ok(permit)
}

/// [`CircuitBreaker::permit`] for a call that holds its breaker.
#[inline]
pub(crate) fn shared_permit<'b>(breaker: &SharedBreaker<'b>) -> Result<Permit<SharedBreaker<'b>>, BreakerOpen> {
    begin(breaker.borrow(), breaker.clone(), now)
}

impl<B: Borrow<CircuitBreaker>> Permit<B> {
    /// Ends the attempt now.
    #[inline]
    pub(super) fn ended(&mut self, ending: Ending) {
        ended(self, ending, now);
    }
}

#[inline]
fn ended<B: Borrow<CircuitBreaker>>(permit: &mut Permit<B>, ending: Ending, now: impl FnOnce(&CircuitBreaker) -> u64) {
    if let Some(ticket) = permit.end(ending) {
        count(permit.breaker(), ticket, ending, now);
    }
}

#[cold]
#[inline(never)]
fn count(breaker: &CircuitBreaker, ticket: Ticket, ending: Ending, now: impl FnOnce(&CircuitBreaker) -> u64) {
    if let Some(transition) = breaker.count(ticket, ending, now(breaker)) {
        report_transition(breaker, transition);
    }
}

/// Reports a change of the breaker's state, and calls its hook.
fn report_transition(breaker: &CircuitBreaker, transition: BreakerTransition) {
    report::breaker(&transition);
    breaker.call_hook(&transition);
}
