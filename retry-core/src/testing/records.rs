//! The recorded calls of a scope, each with its own random source.

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use super::identity::CallId;
use super::trace::{CallTrace, End, Trace, WaitTrace};
use crate::decision::Decision;

#[derive(Debug, Default)]
pub(super) struct Records {
    // Searched from the end. A test makes few calls, so there is no index.
    calls: Vec<Record>,
}

#[derive(Debug)]
struct Record {
    call: CallId,
    trace: CallTrace,
    /// The number of the call's first attempt that ended in the scope.
    first_attempt: Option<u32>,
    /// Taken out while a delay is drawn.
    rng: Option<Xoshiro256PlusPlus>,
}

impl Records {
    /// Takes the generator of a call. A new call is recorded, and gets a generator: the first call with the seed of the
    /// scope, the second with the next seed, and so on.
    pub(super) fn rng_of(&mut self, call: CallId, name: &'static str, seed: u64) -> Xoshiro256PlusPlus {
        if let Some(rng) = self.record(call).and_then(|record| record.rng.take()) {
            return rng;
        }
        let place = self.calls.len();
        let trace = CallTrace { name, attempts: 1, waits: Vec::new(), end: None };
        self.calls.push(Record { call, trace, first_attempt: None, rng: None });
        Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(place as u64))
    }

    /// Records a decision about the attempt of this number, and keeps the generator for the next one.
    pub(super) fn decided(&mut self, call: CallId, attempt: u32, decision: Decision, rng: Xoshiro256PlusPlus) {
        let Some(record) = self.record(call) else { return };
        record.rng = Some(rng);
        let outside = record.first_attempt.get_or_insert(attempt).saturating_sub(1);
        let attempt = attempt.saturating_sub(outside);
        match decision {
            Decision::Wait { delay, source } => {
                record.trace.attempts = attempt.saturating_add(1);
                record.trace.waits.push(WaitTrace { delay, source });
            }
            Decision::GiveUp(reason) => {
                record.trace.attempts = attempt;
                record.trace.end = Some(End::GaveUp(reason));
            }
        }
    }

    /// Removes the last wait of a call: a stop has cut it short.
    pub(super) fn cut_wait(&mut self, call: CallId) {
        if let Some(record) = self.record(call) {
            record.trace.waits.pop();
        }
    }

    pub(super) fn succeeded(&mut self, call: CallId) {
        if let Some(record) = self.record(call) {
            record.trace.end = Some(End::Success);
        }
    }

    pub(super) fn trace(&self) -> Trace {
        Trace { calls: self.calls.iter().map(|record| record.trace.clone()).collect() }
    }

    fn record(&mut self, call: CallId) -> Option<&mut Record> {
        self.calls.iter_mut().rev().find(|record| record.call == call)
    }
}
