//! Compares the breaker with a model that keeps lists in place of counters, over every short sequence of events and
//! over long random ones.

use core::time::Duration;

use proptest::prelude::*;

use super::{BreakerOpen, BreakerState, CircuitBreaker, CircuitBreakerBuilder, Ending, Permit};

const SLICE: u64 = 100;
const WINDOW: u64 = 800;
const OPEN_FOR: u64 = 350;
const MINIMUM: usize = 4;
const PROBES: usize = 2;

fn settings() -> CircuitBreakerBuilder {
    CircuitBreaker::builder()
        // The test hands in the time. Without the standard library the builder requires a clock all the same.
        .clock(|| Duration::ZERO)
        .name("model")
        .failure_ratio(0.5)
        .window(Duration::from_millis(WINDOW))
        .minimum_attempts(4)
        .consecutive_failures(3)
        .open_for(Duration::from_millis(OPEN_FOR))
        .probes(2)
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Begin,
    /// The attempt in flight that began first ends, or the one that began last.
    End {
        oldest: bool,
        ending: Ending,
    },
    Drop {
        oldest: bool,
    },
    /// Time passes, in milliseconds.
    Pass(u64),
}

/// The rules of the documentation, with lists in place of counters.
#[derive(Default)]
struct Model {
    changes: usize,
    phase: ModelPhase,
}

enum ModelPhase {
    Closed {
        /// The end of each counted attempt, in slices, and whether the attempt failed.
        ended: Vec<(u64, bool)>,
        in_a_row: usize,
        watching: bool,
    },
    Open {
        until: u64,
    },
    HalfOpen {
        in_flight: usize,
        succeeded: usize,
    },
}

impl Default for ModelPhase {
    fn default() -> Self {
        Self::Closed { ended: Vec::new(), in_a_row: 0, watching: false }
    }
}

/// The number of changes that came before an attempt.
type ModelPermit = usize;

impl Model {
    fn change(&mut self, phase: ModelPhase) {
        self.changes += 1;
        self.phase = phase;
    }

    fn begin(&mut self, now: u64) -> Result<ModelPermit, Option<Duration>> {
        match &mut self.phase {
            ModelPhase::Closed { .. } => {}
            ModelPhase::Open { until } if now < *until => return Err(Some(Duration::from_millis(*until - now))),
            ModelPhase::Open { .. } => self.change(ModelPhase::HalfOpen { in_flight: 1, succeeded: 0 }),
            ModelPhase::HalfOpen { in_flight, succeeded } if *in_flight + *succeeded < PROBES => *in_flight += 1,
            ModelPhase::HalfOpen { .. } => return Err(None),
        }
        Ok(self.changes)
    }

    fn end(&mut self, permit: ModelPermit, failed: bool, now: u64) {
        if permit != self.changes {
            return;
        }
        match &mut self.phase {
            ModelPhase::Closed { ended, in_a_row, watching } => {
                if !failed && !*watching {
                    return;
                }
                let slice = now / SLICE;
                ended.push((slice, failed));
                ended.retain(|(ended, _)| ended + WINDOW / SLICE > slice);
                let failures = ended.iter().filter(|(_, failed)| *failed).count();
                *in_a_row = if failed { *in_a_row + 1 } else { 0 };
                *watching = failures > 0;
                if failed && (*in_a_row >= 3 || (ended.len() >= MINIMUM && 2 * failures >= ended.len())) {
                    self.change(ModelPhase::Open { until: now + OPEN_FOR });
                }
            }
            ModelPhase::HalfOpen { .. } if failed => self.change(ModelPhase::Open { until: now + OPEN_FOR }),
            ModelPhase::HalfOpen { in_flight, succeeded } => {
                *in_flight -= 1;
                *succeeded += 1;
                if *succeeded == PROBES {
                    self.change(ModelPhase::default());
                }
            }
            ModelPhase::Open { .. } => unreachable!("no attempt begins in this phase"),
        }
    }

    fn drop(&mut self, permit: ModelPermit) {
        match &mut self.phase {
            ModelPhase::HalfOpen { in_flight, .. } if permit == self.changes => *in_flight -= 1,
            _ => {}
        }
    }

    fn state(&self) -> BreakerState {
        match self.phase {
            ModelPhase::Closed { .. } => BreakerState::Closed,
            ModelPhase::Open { .. } => BreakerState::Open,
            ModelPhase::HalfOpen { .. } => BreakerState::HalfOpen,
        }
    }

    /// Attempts, failures, failures in a row, probes in flight, probes that have succeeded.
    fn counts(&self, now: u64) -> [usize; 5] {
        match &self.phase {
            ModelPhase::Closed { ended, in_a_row, watching } => {
                let within = |ended: &&(u64, bool)| ended.0 + WINDOW / SLICE > now / SLICE;
                let counted = if *watching { ended.iter().filter(within).count() } else { 0 };
                let failures = ended.iter().filter(within).filter(|(_, failed)| *failed).count();
                [counted, failures, *in_a_row, 0, 0]
            }
            ModelPhase::Open { .. } => [0; 5],
            ModelPhase::HalfOpen { in_flight, succeeded } => [0, 0, 0, *in_flight, *succeeded],
        }
    }
}

/// Plays the events on the breaker and on the model, and compares their states and counts after each event.
fn play(events: &[Event]) {
    let breaker = settings().build().unwrap();
    let (mut model, mut now) = (Model::default(), 0);
    let mut in_flight: Vec<(Permit<&CircuitBreaker>, ModelPermit)> = Vec::new();
    let take = |in_flight: &mut Vec<_>, oldest| match in_flight.len() {
        0 => None,
        length => Some(in_flight.remove(if oldest { 0 } else { length - 1 })),
    };
    for (position, event) in events.iter().enumerate() {
        let before = breaker.state();
        let told = match *event {
            Event::Begin => match (breaker.ask(now), model.begin(now)) {
                (Ok((permit, told)), Ok(modelled)) => {
                    in_flight.push((permit, modelled));
                    told
                }
                (Err(refused), Err(expected)) => {
                    assert_eq!(refused, BreakerOpen::new("model", expected));
                    None
                }
                (got, modelled) => panic!("{got:?}, the model: {modelled:?}, after {:?}", &events[..=position]),
            },
            Event::End { oldest, ending } => match take(&mut in_flight, oldest) {
                Some((mut permit, modelled)) => {
                    model.end(modelled, ending == Ending::Failed, now);
                    permit.end_at(ending, now)
                }
                None => None,
            },
            Event::Drop { oldest } => {
                if let Some((permit, modelled)) = take(&mut in_flight, oldest) {
                    drop(permit);
                    model.drop(modelled);
                }
                None
            }
            Event::Pass(milliseconds) => {
                now += milliseconds;
                None
            }
        };
        let counts = breaker.counted(now);
        let counts = [
            counts.attempts,
            counts.failures,
            counts.consecutive_failures,
            counts.probes_in_flight,
            counts.probes_succeeded,
        ];
        let seen = (breaker.state(), counts.map(|count| count as usize));
        assert_eq!(seen, (model.state(), model.counts(now)), "after {:?}", &events[..=position]);
        let changed = (before != breaker.state()).then_some((before, breaker.state()));
        assert_eq!(told.map(|told| (told.from, told.to)), changed, "after {:?}", &events[..=position]);
    }
}

const EVERY_EVENT: [Event; 8] = [
    Event::Begin,
    Event::End { oldest: true, ending: Ending::Answered },
    Event::End { oldest: true, ending: Ending::Failed },
    Event::End { oldest: false, ending: Ending::Failed },
    Event::Drop { oldest: true },
    Event::Drop { oldest: false },
    Event::Pass(SLICE),
    Event::Pass(OPEN_FOR),
];

/// From a closed breaker, from one that has just opened, and from one that is half-open.
#[test]
fn every_sequence_of_five_events_is_as_in_the_model() {
    let failure = [Event::Begin, Event::End { oldest: true, ending: Ending::Failed }];
    let opened = failure.repeat(3);
    let half_open = [&opened[..], &[Event::Pass(OPEN_FOR), Event::Begin]].concat();
    for start in [&[][..], &opened, &half_open] {
        for number in 0..8_usize.pow(5) {
            let events = (0..5).map(|position| EVERY_EVENT[(number >> (3 * position)) & 7]);
            play(&start.iter().copied().chain(events).collect::<Vec<_>>());
        }
    }
}

fn event() -> impl Strategy<Value = Event> {
    let ending = prop_oneof![Just(Ending::Answered), Just(Ending::Failed)];
    prop_oneof![
        4 => Just(Event::Begin),
        4 => (any::<bool>(), ending).prop_map(|(oldest, ending)| Event::End { oldest, ending }),
        1 => any::<bool>().prop_map(|oldest| Event::Drop { oldest }),
        2 => (0..2 * OPEN_FOR).prop_map(Event::Pass),
    ]
}

proptest! {
    #[test]
    fn long_sequences_are_as_in_the_model(events in prop::collection::vec(event(), 0..400)) {
        play(&events);
    }
}
