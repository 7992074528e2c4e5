//! The counts of a soak, and the rules that they have to keep.

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::client::{PROBES, TIGHT, TRANSITIONS};
use crate::counts::Snapshot;
use crate::overhead::Overhead;

/// The counts of a soak.
#[derive(Debug, Default)]
pub struct Report {
    /// How long it took.
    pub took: Duration,
    /// The calls with the wide budget, which is never empty or full.
    pub wide: Snapshot,
    /// The calls with the tight budget, which an outage empties.
    pub tight: Snapshot,
    /// How often the service was restarted.
    pub restarts: u64,
    /// Whether an orderly shutdown did not end in time.
    pub hung: bool,
    /// The memory in use after each generation of workers, in KiB.
    pub memory: Vec<u64>,
    /// The time of calls, compared with bare requests.
    pub overhead: Overhead,
    /// The level of the wide budget before and after, and that of the tight one after; in thousandths of a token.
    pub(crate) wide_at_first: i64,
    pub(crate) wide_at_last: i64,
    pub(crate) tight_at_last: i64,
    /// The most probes of the breaker that were ever seen, and those that have not ended.
    pub(crate) most_probes: u32,
    pub(crate) probes_left: u32,
}

/// How much more memory the process may use in the last quarter than in the second, in KiB. The allocator keeps some.
const GROWTH: u64 = 4 * 1024;

impl Report {
    /// The rules that the counts break. Empty after a good soak.
    #[must_use]
    pub fn violations(&self) -> Vec<String> {
        let mut violations = Vec::new();
        let mut claim = |holds: bool, what: &str| {
            if !holds {
                violations.push(what.to_owned());
            }
        };
        for (name, calls) in [("wide", &self.wide), ("tight", &self.tight)] {
            claim(calls.calls == calls.answered + calls.failed + calls.dropped, &format!("{name}: a call has no end"));
            claim(calls.lost == 0, &format!("{name}: a call was answered and its request is not done"));
            claim(calls.told_ends == calls.failed, &format!("{name}: on_give_up was not told of each error once"));
            claim(calls.told_retries >= calls.retries(), &format!("{name}: on_retry was not told of a retry"));
            claim(
                calls.told_retries <= calls.retries() + calls.dropped,
                &format!("{name}: on_retry was told of a retry that was neither made nor dropped"),
            );
            for (count, what) in [(calls.answered, "answered"), (calls.failed, "failed"), (calls.dropped, "dropped")] {
                claim(count > 0, &format!("{name}: no call was {what}, so the soak shows nothing"));
            }
            claim(calls.retries() > 0, &format!("{name}: there was no retry, so the soak shows nothing"));
        }
        let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let expected = self.wide_at_first - 1_000 * signed(self.wide.retries()) + 100 * signed(self.wide.answered);
        claim(
            self.wide_at_last == expected,
            &format!("the wide budget is at {} and not at {expected} thousandths", self.wide_at_last),
        );
        let capacity = i64::from(TIGHT.capacity()) * 1_000;
        claim((0..=capacity).contains(&self.tight_at_last), "the tight budget has left its bounds");
        claim(
            1_000 * signed(self.tight.retries()) + self.tight_at_last <= capacity + 100 * signed(self.tight.answered),
            "the tight budget has allowed more retries than it had tokens",
        );
        let [closed, open, half_open] = transitions();
        claim(closed.1 > 0 && half_open.1 > 0, "the breaker was never open or half-open, so the soak shows nothing");
        claim(
            closed.0 <= closed.1 && closed.1 <= closed.0 + 1 && within_one(open) && within_one(half_open),
            "the breaker has left a state that it was not in, or entered one twice",
        );
        claim(self.most_probes <= PROBES, "the breaker has let too many probes through");
        claim(self.probes_left == 0, "the breaker counts a probe that nobody makes");
        claim(!self.hung, "an orderly shutdown did not come to its end");
        claim(self.restarts > 0, "the service was never started anew, so the soak shows nothing");
        let (second, last) = self.quarters();
        claim(last <= second + GROWTH, &format!("the memory has grown from {second} to {last} KiB"));
        violations
    }

    /// The medians of the memory in the second and in the last quarter.
    fn quarters(&self) -> (u64, u64) {
        let quarter = self.memory.len() / 4;
        let median = |part: Option<&[u64]>| {
            let mut part = part.unwrap_or_default().to_vec();
            part.sort_unstable();
            part.get(part.len() / 2).copied().unwrap_or_default()
        };
        (median(self.memory.get(quarter..2 * quarter)), median(self.memory.get(3 * quarter..)))
    }
}

/// How often each state was entered and left: closed, open, half-open.
fn transitions() -> [(u64, u64); 3] {
    let count = |from: usize, to: usize| TRANSITIONS[from][to].load(Ordering::Relaxed);
    [0, 1, 2].map(|state| ((0..3).map(|from| count(from, state)).sum(), (0..3).map(|to| count(state, to)).sum()))
}

/// A state is entered as often as it is left, or once more if it is the current state.
fn within_one((entered, left): (u64, u64)) -> bool {
    entered == left || entered == left + 1
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = self.wide.calls + self.tight.calls;
        let seconds = self.took.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "to be read")]
        let rate = calls as f64 / seconds;
        writeln!(f, "{seconds:.0} s, {calls} calls, {rate:.0} a second, {} restarts", self.restarts)?;
        for (name, calls) in [("wide budget", &self.wide), ("tight budget", &self.tight)] {
            writeln!(
                f,
                "{name}: {} answered, {} failed, {} dropped, {} attempts, {} retries",
                calls.answered,
                calls.failed,
                calls.dropped,
                calls.attempts,
                calls.retries()
            )?;
        }
        let [closed, open, half_open] = transitions();
        writeln!(f, "breaker: opened {} times, half-open {}, closed again {}", open.0, half_open.0, closed.0)?;
        let (second, last) = self.quarters();
        writeln!(f, "memory: {second} KiB in the second quarter, {last} KiB in the last")?;
        let Overhead { plain, with_everything } = self.overhead;
        write!(
            f,
            "a call that succeeds takes {plain:.3} times the bare request, and {with_everything:.3} with everything"
        )
    }
}
