//! The state of a breaker, packed into one word so that every change is a single atomic exchange.

#![expect(clippy::cast_possible_truncation, reason = "a mask or the width of a field comes before each cast")]

/// The phase of a breaker, and the number of the change that began the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Counts the changes of phase. The outcome of an attempt that began in an earlier phase is not counted.
    pub(super) generation: u16,
    pub(super) phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Closed {
        /// Whether the window may hold a failure. Otherwise successes are not counted.
        watching: bool,
        consecutive_failures: u32,
    },
    Open {
        /// The time at which the first probe may begin, in milliseconds.
        until: u64,
    },
    HalfOpen {
        probes_in_flight: u32,
        probes_succeeded: u32,
    },
}

const CLOSED: u64 = 0;
const OPEN: u64 = 1;
const HALF_OPEN: u64 = 2;

/// ```text
/// bits 0–1    the phase
/// bit  2      closed: watching
/// bits 2–41   half-open: the probes in flight and the succeeded probes, 20 bits each
/// bits 2–47   open: the time of the first probe
/// bits 3–32   closed: the consecutive failures
/// bits 48–63  the generation
/// ```
const WATCHING: u64 = 1 << 2;
const GENERATION_SHIFT: u32 = 48;
const UNTIL_BITS: u32 = 46;
const PROBE_BITS: u32 = 20;
const CONSECUTIVE_BITS: u32 = 30;

/// The largest values that a word can hold.
pub(super) const MAX_PROBES: u32 = (1 << PROBE_BITS) - 1;
pub(super) const MAX_CONSECUTIVE: u32 = (1 << CONSECUTIVE_BITS) - 1;
pub(super) const LATEST: u64 = (1 << UNTIL_BITS) - 1;

impl State {
    pub(super) const fn encode(self) -> u64 {
        let bits = match self.phase {
            Phase::Closed { watching, consecutive_failures } => {
                CLOSED | (if watching { WATCHING } else { 0 }) | ((consecutive_failures as u64) << 3)
            }
            Phase::Open { until } => OPEN | (until << 2),
            Phase::HalfOpen { probes_in_flight, probes_succeeded } => {
                HALF_OPEN | ((probes_in_flight as u64) << 2) | ((probes_succeeded as u64) << (2 + PROBE_BITS))
            }
        };
        bits | ((self.generation as u64) << GENERATION_SHIFT)
    }

    pub(super) const fn decode(word: u64) -> Self {
        const fn bits(word: u64, from: u32, count: u32) -> u64 {
            (word >> from) & ((1 << count) - 1)
        }
        let phase = match word & 3 {
            CLOSED => Phase::Closed {
                watching: word & WATCHING != 0,
                consecutive_failures: bits(word, 3, CONSECUTIVE_BITS) as u32,
            },
            OPEN => Phase::Open { until: bits(word, 2, UNTIL_BITS) },
            _ => Phase::HalfOpen {
                probes_in_flight: bits(word, 2, PROBE_BITS) as u32,
                probes_succeeded: bits(word, 2 + PROBE_BITS, PROBE_BITS) as u32,
            },
        };
        Self { generation: generation(word), phase }
    }
}

/// The generation of a state, by its word.
#[inline]
pub(super) const fn generation(word: u64) -> u16 {
    (word >> GENERATION_SHIFT) as u16
}

/// Whether the breaker is closed, by the word of its state.
#[inline]
pub(super) const fn is_closed(word: u64) -> bool {
    word & 3 == CLOSED
}

/// Whether the breaker is closed and the window holds no failure, so that a success changes nothing.
#[inline]
pub(super) const fn is_calm(word: u64) -> bool {
    word & (3 | WATCHING) == CLOSED
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn phase() -> impl Strategy<Value = Phase> {
        prop_oneof![
            (any::<bool>(), 0..=MAX_CONSECUTIVE)
                .prop_map(|(watching, consecutive_failures)| Phase::Closed { watching, consecutive_failures }),
            (0..=LATEST).prop_map(|until| Phase::Open { until }),
            (0..=MAX_PROBES, 0..=MAX_PROBES).prop_map(|(probes_in_flight, probes_succeeded)| {
                Phase::HalfOpen { probes_in_flight, probes_succeeded }
            }),
        ]
    }

    proptest! {
        #[test]
        fn a_word_holds_the_whole_state(generation: u16, phase in phase()) {
            let state = State { generation, phase };
            let word = state.encode();
            prop_assert_eq!(State::decode(word), state);
            prop_assert_eq!(super::generation(word), generation);
            prop_assert_eq!(is_closed(word), matches!(phase, Phase::Closed { .. }));
            prop_assert_eq!(is_calm(word), matches!(phase, Phase::Closed { watching: false, .. }));
        }
    }
}
