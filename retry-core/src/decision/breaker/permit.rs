//! An attempt that a breaker has let through, and the changes of state that its end causes.

use super::phase::{LATEST, MAX_CONSECUTIVE, Phase, State, generation, is_calm, is_closed};
use super::sync::Ordering;
use super::transition::BreakerTransition;
use super::window::Counts;
use super::{BreakerOpen, CircuitBreaker, MILLION};
use std::time::Duration;

/// An attempt that a [`CircuitBreaker`] has let through; from [`CircuitBreaker::permit`].
///
/// Dropping it counts neither way, and gives a probe back: another attempt may take its place.
#[derive(Debug)]
#[must_use = "tell it how the attempt has ended: a permit that is dropped counts neither way"]
pub struct BreakerPermit<'b> {
    breaker: &'b CircuitBreaker,
    generation: u16,
    probe: bool,
}

/// How an attempt has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a success, or a permanent error: the service lives.
    Answered,
    /// With a transient failure, or its timeout.
    Failed,
}

impl CircuitBreaker {
    /// Asks for an attempt. `now` gives milliseconds; it is not asked while the breaker is closed.
    #[inline]
    pub(crate) fn begin(
        &self,
        now: impl FnOnce() -> u64,
    ) -> Result<(BreakerPermit<'_>, Option<BreakerTransition>), BreakerOpen> {
        let word = self.state.load(Ordering::Relaxed);
        if is_closed(word) {
            return Ok((BreakerPermit { breaker: self, generation: generation(word), probe: false }, None));
        }
        self.begin_probe(now())
    }

    #[cold]
    fn begin_probe(&self, now: u64) -> Result<(BreakerPermit<'_>, Option<BreakerTransition>), BreakerOpen> {
        let permit = |generation, probe| BreakerPermit { breaker: self, generation, probe };
        let mut refused = None;
        let changed = self.change(|state| {
            let State { generation, phase } = state;
            match phase {
                Phase::Closed { .. } => None,
                Phase::Open { until } if now < until => {
                    refused = Some(BreakerOpen::new(self.name, Some(Duration::from_millis(until - now))));
                    None
                }
                Phase::Open { .. } => {
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
            (Ok((before, after)), _) => Ok((permit(after.generation, true), self.transition(before, after))),
            (Err(_), Some(refused)) => Err(refused),
            (Err(closed), None) => Ok((permit(closed.generation, false), None)),
        }
    }

    /// Changes the state: before and after, or the state that is to stay.
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

    fn transition(&self, before: State, after: State) -> Option<BreakerTransition> {
        let (from, to) = (before.phase.into(), after.phase.into());
        (from != to).then_some(BreakerTransition { name: self.name, from, to })
    }

    fn opened(&self, generation: u16, now: u64) -> State {
        let until = now.saturating_add(self.open_for).min(LATEST);
        State { generation: generation.wrapping_add(1), phase: Phase::Open { until } }
    }

    /// Whether so many failures open the breaker.
    fn trips(&self, Counts { attempts, failures }: Counts, consecutive: u32) -> bool {
        let in_a_row = self.consecutive_failures.is_some_and(|limit| consecutive >= limit);
        let reached = u64::from(failures) * u64::from(MILLION) >= u64::from(attempts) * u64::from(self.failure_ratio);
        in_a_row || (attempts >= self.minimum_attempts && reached)
    }
}

impl<'b> BreakerPermit<'b> {
    pub(crate) fn breaker(&self) -> &'b CircuitBreaker {
        self.breaker
    }

    /// The attempt has ended. `now` gives milliseconds; it is not asked for a success while no failure is remembered.
    #[inline]
    pub(crate) fn end(self, ending: Ending, now: impl FnOnce() -> u64) -> Option<BreakerTransition> {
        let calm = ending == Ending::Answered && !self.probe && is_calm(self.breaker.state.load(Ordering::Relaxed));
        if calm {
            std::mem::forget(self);
            return None;
        }
        self.count(ending, now())
    }

    #[cold]
    fn count(self, ending: Ending, now: u64) -> Option<BreakerTransition> {
        let Self { breaker, generation, probe } = self;
        std::mem::forget(self);
        let changed = match (probe, ending) {
            (true, Ending::Answered) => breaker.change(|state| probe_succeeded(state, generation, breaker.probes)),
            (true, Ending::Failed) => breaker.change(|state| {
                let is_its_own = state.generation == generation && matches!(state.phase, Phase::HalfOpen { .. });
                is_its_own.then(|| breaker.opened(generation, now))
            }),
            (false, ending) => {
                if !matches!(breaker.load(), State { generation: current, phase: Phase::Closed { .. } } if current == generation)
                {
                    return None;
                }
                breaker.window.record(generation, now, ending == Ending::Failed);
                match ending {
                    Ending::Answered => breaker.change(|state| breaker.success_counted(state, generation, now)),
                    Ending::Failed => breaker.change(|state| breaker.failure_counted(state, generation, now)),
                }
            }
        };
        let (before, after) = changed.ok()?;
        breaker.transition(before, after)
    }

    #[cold]
    fn give_back(&mut self) {
        let generation = self.generation;
        let _ = self.breaker.change(|state| match state.phase {
            Phase::HalfOpen { probes_in_flight, probes_succeeded } if state.generation == generation => {
                let phase = Phase::HalfOpen { probes_in_flight: probes_in_flight.saturating_sub(1), probes_succeeded };
                Some(State { phase, ..state })
            }
            _ => None,
        });
    }
}

impl Drop for BreakerPermit<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.probe {
            self.give_back();
        }
    }
}

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
    /// A success ends the failures in a row. Where no failure is left in the window, successes need not be counted.
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
