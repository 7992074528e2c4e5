//! The worst and the mean total wait, in nanoseconds. Sums saturate.

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use super::Schedule;
use crate::policy::Backoff;
use crate::policy::exponential::exponential_sum;

/// The largest number of growing ceilings that are summed one by one. Exponential backoff that grows for longer has a
/// factor within a percent of 1.
const LONGEST_EXACT_SUM: u32 = 10_000;

/// The number of delays that a simulation draws in all.
const SIMULATED_DELAYS: u32 = 500_000;

impl Schedule {
    /// The sum of all ceilings: those that differ, and the last one times the waits that are left.
    pub(super) fn worst_nanos(&self) -> u128 {
        let waits = self.waits();
        if waits == 0 {
            return 0;
        }
        let distinct = match self.policy.backoff {
            Backoff::Function(_) => waits,
            backoff => backoff.listed().map_or_else(|| self.growing(), |listed| waits.min(listed)),
        };
        let sum = self.sum_of_first(distinct);
        match waits - distinct {
            0 => sum,
            settled => sum.saturating_add(self.policy.ceiling(waits).as_nanos().saturating_mul(u128::from(settled))),
        }
    }

    /// The sum of the first `count` ceilings.
    fn sum_of_first(&self, count: u32) -> u128 {
        let base = self.policy.base.as_nanos();
        match self.policy.backoff {
            Backoff::Linear => {
                let count = u128::from(count);
                base.saturating_mul(count * (count + 1) / 2)
            }
            Backoff::Exponential if count > LONGEST_EXACT_SUM => exponential_sum(base, self.policy.factor, count),
            _ => self.ceilings().take(count as usize).fold(0, |sum, ceiling| sum.saturating_add(ceiling.as_nanos())),
        }
    }

    /// The mean total wait under decorrelated jitter.
    ///
    /// A delay is uniform in `[base, 3 × previous]`, so its mean is `(base + 3 × previous mean) / 2` as long as no
    /// delay reaches the cap.
    pub(super) fn mean_nanos_decorrelated(&self) -> u128 {
        let waits = self.waits();
        if waits > 0 && self.highest_ceiling() >= self.policy.cap {
            return self.simulated_mean_nanos();
        }
        let base = self.policy.base.as_nanos();
        let (mut mean, mut total) = (base, 0_u128);
        for _ in 0..waits {
            if mean == 0 {
                break;
            }
            mean = base.midpoint(3 * mean);
            total = total.saturating_add(mean);
        }
        total
    }

    /// The mean of simulated calls with a fixed seed. A simulated call ends when the distribution of its delays has
    /// settled. The waits after that are extrapolated from the later half of the call.
    fn simulated_mean_nanos(&self) -> u128 {
        let (waits, base) = (self.waits(), self.policy.base.as_secs_f64().max(1e-9));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than 10^29")]
        let growth = (self.policy.cap.as_secs_f64() / base) as u128;
        let settled = 200 + 14 * growth.checked_ilog2().map_or(0, |doublings| doublings + 1);
        let simulated = waits.min(settled);
        let calls = SIMULATED_DELAYS / simulated;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let (mut early, mut late) = (0_u128, 0_u128);
        for _ in 0..calls {
            for (index, delay) in (0..simulated).zip(self.policy.delays(&mut rng)) {
                let half = if index < simulated / 2 { &mut early } else { &mut late };
                *half = half.saturating_add(delay.as_nanos());
            }
        }
        let extrapolated = (late / u128::from(simulated - simulated / 2)).saturating_mul(u128::from(waits - simulated));
        early.saturating_add(late).saturating_add(extrapolated) / u128::from(calls)
    }
}
