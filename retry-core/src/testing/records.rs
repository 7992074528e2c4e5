//! The calls of a scope as they are recorded, each with its own random source.
//!
//! A call is known by the address of its attempt number. While it lasts no other call has that address, and one that comes
//! to have it later begins with attempt 1.

use std::collections::HashMap;
use std::ptr;

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use super::trace::{CallTrace, End, Trace, WaitTrace};
use crate::decision::Decision;

#[derive(Debug, Default)]
pub(super) struct Records {
    calls: Vec<Record>,
    /// The place among them of each call by its address.
    places: HashMap<usize, usize>,
}

#[derive(Debug)]
struct Record {
    trace: CallTrace,
    /// Taken out while a delay is drawn.
    rng: Option<Xoshiro256PlusPlus>,
}

impl Records {
    /// The generator of a call, which is made known if it was not. The first call draws what
    /// `policy.delays(Xoshiro256PlusPlus::seed_from_u64(seed))` gives, the second has the next seed, and so on.
    pub(super) fn rng_of(&mut self, attempt: &u32, name: &'static str, seed: u64) -> Xoshiro256PlusPlus {
        if *attempt > 1 {
            if let Some(rng) = self.record(attempt).and_then(|record| record.rng.take()) {
                return rng;
            }
        }
        let place = self.calls.len();
        self.places.insert(address(attempt), place);
        self.calls.push(Record { trace: CallTrace { name, waits: Vec::new(), end: None }, rng: None });
        Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(place as u64))
    }

    pub(super) fn decided(&mut self, attempt: &u32, decision: Decision, rng: Xoshiro256PlusPlus) {
        let Some(record) = self.record(attempt) else { return };
        record.rng = Some(rng);
        match decision {
            Decision::Wait { delay, source } => record.trace.waits.push(WaitTrace { delay, source }),
            Decision::Stop(reason) => record.trace.end = Some(End::GaveUp(reason)),
        }
    }

    pub(super) fn succeeded(&mut self, attempt: &u32) {
        if let Some(record) = self.record(attempt) {
            record.trace.end = Some(End::Success);
        }
    }

    pub(super) fn trace(&self) -> Trace {
        Trace { calls: self.calls.iter().map(|record| record.trace.clone()).collect() }
    }

    fn record(&mut self, attempt: &u32) -> Option<&mut Record> {
        let place = *self.places.get(&address(attempt))?;
        self.calls.get_mut(place)
    }
}

fn address(attempt: &u32) -> usize {
    ptr::from_ref(attempt).addr()
}
