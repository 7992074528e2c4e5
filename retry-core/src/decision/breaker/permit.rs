//! An attempt that a breaker has admitted, and the changes of state that the end of the attempt causes.

use super::phase::{LATEST, MAX_CONSECUTIVE, Phase, State, generation, is_calm, is_closed};
use super::sync::Ordering;
use super::transition::BreakerTransition;
use super::window::Counts;
use super::{BreakerOpen, CircuitBreaker, MILLION};
use alloc::sync::Arc;
use core::borrow::Borrow;
use core::mem;
use core::time::Duration;

/// An attempt that a [`CircuitBreaker`] has admitted; from [`CircuitBreaker::permit`].
///
/// Tell the permit how the attempt ended, with [`succeeded`](Self::succeeded) or [`failed`](Self::failed). A permit
/// that is dropped counts neither as a success nor as a failure. If it was a probe, another attempt may take its place.
///
/// ```
/// use retry_core::CircuitBreaker;
///
/// let breaker = CircuitBreaker::builder().build()?;
/// breaker.permit()?.failed();
/// drop(breaker.permit()?);
/// assert_eq!(breaker.counts().attempts, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "tell it how the attempt has ended: a permit that is dropped counts neither way"]
pub struct BreakerPermit<'b>(pub(crate) Permit<&'b CircuitBreaker>);

/// A permit that owns or borrows its breaker.
#[derive(Debug)]
#[must_use]
pub struct Permit<B: Borrow<CircuitBreaker>> {
    breaker: B,
    ticket: Ticket,
}

/// The word of the state in which a breaker has admitted an attempt: closed, or half-open for a probe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket(u64);

impl Ticket {
    #[inline]
    const fn is_probe(self) -> bool {
        !is_closed(self.0)
    }

    /// The ticket of a permit whose attempt was counted already.
    const SETTLED: Self = Self(0);
}

/// The breaker of a call, borrowed or reference-counted.
#[derive(Clone, Debug)]
pub enum SharedBreaker<'b> {
    Borrowed(&'b CircuitBreaker),
    Counted(Arc<CircuitBreaker>),
}

impl Borrow<CircuitBreaker> for SharedBreaker<'_> {
    #[inline]
    fn borrow(&self) -> &CircuitBreaker {
        match self {
            Self::Borrowed(breaker) => breaker,
            Self::Counted(breaker) => breaker,
        }
    }
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a success or a permanent error: the service has answered.
    Answered,
    /// With a transient error or a timeout.
    Failed,
}

impl CircuitBreaker {
    /// Admits an attempt if the breaker is closed. It reads no clock.
    #[inline]
    pub(crate) fn begin_while_closed(&self) -> Option<Ticket> {
        let word = self.state.load(Ordering::Relaxed);
        is_closed(word).then_some(Ticket(word))
    }

    /// Asks a breaker that was not closed a moment ago for a probe. `now` returns milliseconds.
    #[cold]
    pub(crate) fn begin_probe(
        &self,
        now: &dyn Fn() -> u64,
    ) -> Result<(Ticket, Option<BreakerTransition>), BreakerOpen> {
        let mut refused = None;
        let changed = self.change(|state| {
            let State { generation, phase } = state;
            match phase {
                Phase::Closed { .. } => None,
                Phase::Open { until } => {
                    if let Some(left) = self.left(until, now()) {
                        refused = Some(BreakerOpen::new(self.name, Some(left)));
                        return None;
                    }
                    let phase = Phase::HalfOpen { probes_in_flight: 1, probes_succeeded: 0 };
                    Some(State { generation: generation.wrapping_add(1), phase })
                }
                Phase::HalfOpen { probes_in_flight, probes_succeeded } => {
                    if probes_in_flight + probes_succeeded >= self.probes {
                        refused = Some(BreakerOpen::new(self.name, None));
                        return None;
                    }
                    let phase = Phase::HalfOpen { probes_in_flight: probes_in_flight + 1, probes_succeeded };
                    Some(State { generation, phase })
                }
            }
        });
        match (changed, refused) {
            (Ok((before, after)), _) => Ok((Ticket(after.encode()), self.transition(before, after))),
            (Err(_), Some(refused)) => Err(refused),
            (Err(closed), None) => Ok((Ticket(closed.encode()), None)),
        }
    }

    /// How long a breaker that is open until `until` refuses attempts from `now` on.
    ///
    /// `now` has to be read after the state. On one clock the result is then never more than `open_for`. If it is more,
    /// `until` was set on another clock that is far ahead, such as the paused clock of a test. That must not keep other
    /// callers out, so the breaker counts as no longer open.
    pub(super) fn left(&self, until: u64, now: u64) -> Option<Duration> {
        let left = until.saturating_sub(now);
        (left > 0 && left <= self.open_for).then(|| Duration::from_millis(left))
    }

    /// Changes the state. Returns the states before and after, or the state that stays because `change` returns `None`.
    fn change(&self, mut change: impl FnMut(State) -> Option<State>) -> Result<(State, State), State> {
        let mut after = None;
        let changed = self.state.fetch_update(Ordering::AcqRel, Ordering::Acquire, |word| {
            after = change(State::decode(word));
            after.map(State::encode)
        });
        match (changed, after) {
            (Ok(before), Some(after)) => Ok((State::decode(before), after)),
            (Ok(word) | Err(word), _) => Err(State::decode(word)),
        }
    }

    /// The event of a change, if the breaker's state has changed.
    fn transition(&self, before: State, after: State) -> Option<BreakerTransition> {
        let (from, to) = (before.phase.into(), after.phase.into());
        (from != to).then_some(BreakerTransition { name: self.name, from, to })
    }

    /// The state of a breaker that opens now.
    fn opened(&self, generation: u16, now: u64) -> State {
        let until = now.saturating_add(self.open_for).min(LATEST);
        State { generation: generation.wrapping_add(1), phase: Phase::Open { until } }
    }

    /// Whether these failures open the breaker.
    fn trips(&self, Counts { attempts, failures }: Counts, consecutive: u32) -> bool {
        let in_a_row = self.consecutive_failures.is_some_and(|limit| consecutive >= limit);
        let reached = u64::from(failures) * u64::from(MILLION) >= u64::from(attempts) * u64::from(self.failure_ratio);
        in_a_row || (attempts >= self.minimum_attempts && reached)
    }
}

impl<B: Borrow<CircuitBreaker>> Permit<B> {
    pub(crate) const fn new(breaker: B, ticket: Ticket) -> Self {
        Self { breaker, ticket }
    }

    pub(crate) fn breaker(&self) -> &CircuitBreaker {
        self.breaker.borrow()
    }

    /// Ends the attempt. Returns the ticket to count, or `None` for a success that changes nothing.
    #[inline]
    pub(crate) fn end(&mut self, ending: Ending) -> Option<Ticket> {
        let ticket = mem::replace(&mut self.ticket, Ticket::SETTLED);
        let is_calm = is_calm(ticket.0 | self.breaker().state.load(Ordering::Relaxed));
        if ending == Ending::Answered && is_calm { None } else { Some(ticket) }
    }
}

impl<'b> Permit<&'b CircuitBreaker> {
    /// The breaker, with its own lifetime rather than the permit's.
    pub(crate) fn holder(&self) -> &'b CircuitBreaker {
        self.breaker
    }
}

impl CircuitBreaker {
    /// Counts an attempt that has ended, and changes the state if that is due. `now` is in milliseconds.
    pub(crate) fn count(&self, ticket: Ticket, ending: Ending, now: u64) -> Option<BreakerTransition> {
        let generation = generation(ticket.0);
        let changed = match (ticket.is_probe(), ending) {
            (true, Ending::Answered) => self.change(|state| probe_succeeded(state, generation, self.probes)),
            (true, Ending::Failed) => self.change(|state| {
                let is_its_own = state.generation == generation && matches!(state.phase, Phase::HalfOpen { .. });
                is_its_own.then(|| self.opened(generation, now))
            }),
            (false, ending) => {
                // A success counts only if the window holds a failure. `Permit::end` has checked that, but the state
                // may have changed since.
                let counts = |watching| watching || ending == Ending::Failed;
                match self.load() {
                    State { generation: current, phase: Phase::Closed { watching, .. } }
                        if current == generation && counts(watching) => {}
                    _ => return None,
                }
                self.window.record(generation, now, ending == Ending::Failed);
                match ending {
                    Ending::Answered => self.change(|state| self.success_counted(state, generation, now)),
                    Ending::Failed => self.change(|state| self.failure_counted(state, generation, now)),
                }
            }
        };
        let (before, after) = changed.ok()?;
        self.transition(before, after)
    }

    /// Gives back a probe that has not ended.
    #[cold]
    fn give_back(&self, ticket: Ticket) {
        let generation = generation(ticket.0);
        let _ = self.change(|state| match state.phase {
            Phase::HalfOpen { probes_in_flight, probes_succeeded } if state.generation == generation => {
                let phase = Phase::HalfOpen { probes_in_flight: probes_in_flight.saturating_sub(1), probes_succeeded };
                Some(State { phase, ..state })
            }
            _ => None,
        });
    }
}

impl<B: Borrow<CircuitBreaker>> Drop for Permit<B> {
    #[inline]
    fn drop(&mut self) {
        if self.ticket.is_probe() {
            self.breaker.borrow().give_back(self.ticket);
        }
    }
}

/// The state after a probe of the generation `own` has succeeded.
fn probe_succeeded(state: State, own: u16, probes: u32) -> Option<State> {
    let State { generation, phase } = state;
    match phase {
        Phase::HalfOpen { probes_in_flight, probes_succeeded } if generation == own => {
            let succeeded = probes_succeeded + 1;
            if succeeded >= probes {
                let phase = Phase::Closed { watching: false, consecutive_failures: 0 };
                return Some(State { generation: generation.wrapping_add(1), phase });
            }
            let in_flight = probes_in_flight.saturating_sub(1);
            Some(State {
                generation,
                phase: Phase::HalfOpen { probes_in_flight: in_flight, probes_succeeded: succeeded },
            })
        }
        _ => None,
    }
}

impl CircuitBreaker {
    /// The state after a success. A success ends the failures in a row. If no failure is left in the window, later
    /// successes are not counted.
    fn success_counted(&self, state: State, own: u16, now: u64) -> Option<State> {
        match state {
            State { generation, phase: Phase::Closed { watching: true, .. } } if generation == own => {
                let watching = self.window.counts(generation, now).failures > 0;
                let after = State { generation, phase: Phase::Closed { watching, consecutive_failures: 0 } };
                (after != state).then_some(after)
            }
            _ => None,
        }
    }

    /// The state after a failure, which may open the breaker.
    fn failure_counted(&self, state: State, own: u16, now: u64) -> Option<State> {
        match state {
            State { generation, phase: Phase::Closed { consecutive_failures, .. } } if generation == own => {
                let consecutive_failures = (consecutive_failures + 1).min(MAX_CONSECUTIVE);
                if self.trips(self.window.counts(generation, now), consecutive_failures) {
                    return Some(self.opened(generation, now));
                }
                Some(State { generation, phase: Phase::Closed { watching: true, consecutive_failures } })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
impl CircuitBreaker {
    /// Asks for a permit at the time `now`.
    pub(super) fn ask(&self, now: u64) -> Result<(Permit<&Self>, Option<BreakerTransition>), BreakerOpen> {
        let (ticket, transition) = match self.begin_while_closed() {
            Some(ticket) => (ticket, None),
            None => self.begin_probe(&|| now)?,
        };
        Ok((Permit::new(self, ticket), transition))
    }
}

#[cfg(test)]
impl Permit<&CircuitBreaker> {
    /// Ends the attempt and counts it.
    pub(super) fn end_at(&mut self, ending: Ending, now: u64) -> Option<BreakerTransition> {
        let ticket = self.end(ending)?;
        self.breaker.count(ticket, ending, now)
    }
}
