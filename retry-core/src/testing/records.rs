//! The calls of a scope as they are recorded, each with its own random source.

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use super::trace::{CallTrace, End, Trace, WaitTrace};
use crate::decision::Decision;

/// By which a scope knows a call: one more than its place in the trace, or 0 before its first failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordId(u32);

impl RecordId {
    pub(crate) const NONE: Self = Self(0);
}

#[derive(Debug, Default)]
pub(super) struct Records {
    calls: Vec<Record>,
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
    pub(super) fn rng_of(&mut self, id: &mut RecordId, name: &'static str, seed: u64) -> Xoshiro256PlusPlus {
        if self.record(*id).is_none() {
            let place = u32::try_from(self.calls.len()).unwrap_or(u32::MAX);
            *id = RecordId(place.saturating_add(1));
            let rng = Some(Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(u64::from(place))));
            self.calls.push(Record { trace: CallTrace { name, waits: Vec::new(), end: None }, rng });
        }
        let rng = self.record(*id).and_then(|record| record.rng.take());
        rng.unwrap_or_else(|| Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(super) fn decided(&mut self, id: RecordId, decision: Decision, rng: Xoshiro256PlusPlus) {
        let Some(record) = self.record(id) else { return };
        record.rng = Some(rng);
        match decision {
            Decision::Wait { delay, source } => record.trace.waits.push(WaitTrace { delay, source }),
            Decision::Stop(reason) => record.trace.end = Some(End::GaveUp(reason)),
        }
    }

    pub(super) fn succeeded(&mut self, id: RecordId) {
        if let Some(record) = self.record(id) {
            record.trace.end = Some(End::Success);
        }
    }

    pub(super) fn trace(&self) -> Trace {
        Trace { calls: self.calls.iter().map(|record| record.trace.clone()).collect() }
    }

    fn record(&mut self, id: RecordId) -> Option<&mut Record> {
        let place = id.0.checked_sub(1)?;
        self.calls.get_mut(place as usize)
    }
}
