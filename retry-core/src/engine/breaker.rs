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
    /// Asks for an attempt of your own; annotated functions and calls do it by themselves, all but loops written by
    /// hand.
    ///
    /// There ask before each attempt, and tell the permit how it has ended:
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
    /// While the breaker is open, and while all its probes are in flight.
    #[inline]
    pub fn permit(&self) -> Result<BreakerPermit<'_>, BreakerOpen> {
        self.admit(now)
    }

    /// [`permit`](Self::permit) at a time of your own, for a simulation: the time since some moment that all who use
    /// the breaker share. Other forms that take no time use the clock, so use either all of these or none.
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
        self.counted(now(self))
    }

    /// [`counts`](Self::counts) at a time of your own, as in [`permit_at`](Self::permit_at).
    #[must_use]
    pub fn counts_at(&self, now: Duration) -> BreakerCounts {
        self.counted(milliseconds(now))
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
        self.open_for_at(|| now(self))
    }

    /// [`until_probe`](Self::until_probe) at a time of your own, as in [`permit_at`](Self::permit_at).
    #[must_use]
    pub fn until_probe_at(&self, now: Duration) -> Option<Duration> {
        self.open_for_at(|| milliseconds(now))
    }
}

impl BreakerPermit<'_> {
    /// The attempt has succeeded, or its error is the answer of a living service.
    #[inline]
    pub fn succeeded(mut self) {
        ended(&mut self.0, Ending::Answered, now);
    }

    /// The attempt has failed: with a transient error, or its timeout.
    pub fn failed(mut self) {
        ended(&mut self.0, Ending::Failed, now);
    }

    /// [`succeeded`](Self::succeeded) at a time of your own, as in [`CircuitBreaker::permit_at`].
    pub fn succeeded_at(mut self, now: Duration) {
        ended(&mut self.0, Ending::Answered, |_| milliseconds(now));
    }

    /// [`failed`](Self::failed) at a time of your own, as in [`CircuitBreaker::permit_at`].
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

/// The permit is held from before anyone is told, as a hook may panic.
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
        tell(breaker, transition);
    }
    Ok(permit)
}

/// [`CircuitBreaker::permit`] for a call that holds its breaker.
#[inline]
pub(crate) fn shared_permit<'b>(breaker: &SharedBreaker<'b>) -> Result<Permit<SharedBreaker<'b>>, BreakerOpen> {
    begin(breaker.borrow(), breaker.clone(), now)
}

impl<B: Borrow<CircuitBreaker>> Permit<B> {
    /// The attempt has ended, on the clock.
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
        tell(breaker, transition);
    }
}

fn tell(breaker: &CircuitBreaker, transition: BreakerTransition) {
    report::breaker(&transition);
    breaker.tell(&transition);
}
