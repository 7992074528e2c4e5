use core::hash::{Hash, Hasher};
use core::time::Duration;

use super::nanos::from_nanos;
use super::random::RandomBits;

/// How a delay is spread, so that clients which failed together do not come back together.
///
/// Jitter is drawn after the cap has been applied, so no delay ever exceeds the ceiling and a saturated
/// schedule still spreads. The formulas are those of Marc Brooker's
/// [Exponential Backoff And Jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
///
/// What it is worth where clients contend for one row, simulated by the example `herd` with these very policies:
///
#[cfg_attr(doc, doc = include_str!("../../docs/herd/calls.svg"))]
///
/// ```
/// use retry_core::{Jitter, RetryPolicy};
///
/// assert_eq!(Jitter::default(), Jitter::Full);
/// let policy = RetryPolicy::builder().jitter(Jitter::Equal).build()?;
/// assert_eq!(policy.jitter(), Jitter::Equal);
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Jitter {
    /// Uniform in `[0, ceiling]`, both ends possible: a share of 1. The mean is half the ceiling.
    #[default]
    Full,
    /// Uniform in `[ceiling / 2, ceiling]`, for callers who want a least wait: a share of 0.5. The mean is three
    /// quarters of the ceiling.
    Equal,
    /// Uniform in `[(1 − share) × ceiling, ceiling]`, where the share is a number from 0 to 1; a policy refuses any
    /// other. `Share(0.2)` draws between 80 % and 100 % of the ceiling.
    ///
    /// The share is kept to 2⁻³², which is 7 ns of 30 s. Two jitters of one share are equal, whatever their names.
    ///
    /// ```
    /// use std::time::Duration;
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use retry_core::{Jitter, RetryPolicy};
    ///
    /// let policy = RetryPolicy::builder().jitter(Jitter::Share(0.2)).build()?;
    /// let first = policy.delays(Xoshiro256PlusPlus::seed_from_u64(7)).next();
    /// assert!(first >= Some(Duration::from_millis(400)) && first <= Some(Duration::from_millis(500)));
    /// assert_eq!(Jitter::Share(0.5), Jitter::Equal);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    Share(f64),
    /// `min(cap, uniform [base, 3 × previous delay])`, where the first "previous delay" is the base.
    ///
    /// It makes its own growth and follows no curve: a policy that sets it together with a backoff curve or a
    /// factor is refused. The "previous delay" is the one that was drawn, also where a server's hint made the wait
    /// longer.
    ///
    /// Spreads the first burst widest, at the price of a long tail. The cap cuts off what is drawn above it: two thirds
    /// of the delays that follow a delay as long as the cap, and of all delays a third with the default base and cap,
    /// once they have grown to it.
    Decorrelated,
    /// The ceiling itself: a share of 0. Only for a single client: a fleet without jitter returns as one herd. A server's
    /// [hint](crate::Verdict::RetryAfter) is spread all the same.
    None,
}

impl Jitter {
    /// The share of the ceiling below which a delay is spread; `None` for decorrelated jitter, which has no band.
    ///
    /// ```
    /// use retry_core::Jitter;
    ///
    /// assert_eq!(Jitter::Full.share(), Some(1.0));
    /// assert_eq!(Jitter::Equal.share(), Some(0.5));
    /// assert_eq!(Jitter::None.share(), Some(0.0));
    /// assert_eq!(Jitter::Decorrelated.share(), None);
    /// ```
    #[must_use]
    pub const fn share(self) -> Option<f64> {
        match self {
            Self::Full => Some(1.0),
            Self::Equal => Some(0.5),
            Self::Share(share) => Some(share),
            Self::None => Some(0.0),
            Self::Decorrelated => None,
        }
    }

    /// The parts of the whole.
    pub(super) const WHOLE: u64 = 1 << 32;

    /// The part of a ceiling that no delay goes below, of [`WHOLE`](Self::WHOLE); `None` for decorrelated jitter, which
    /// follows no ceiling.
    pub(super) fn kept(self) -> Option<u64> {
        #[expect(clippy::cast_precision_loss, reason = "a power of two")]
        let kept = (1.0 - self.share()?.clamp(0.0, 1.0)) * Self::WHOLE as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 0 and `WHOLE`")]
        Some((kept + 0.5) as u64)
    }

    /// The lowest delay below this ceiling, where delays follow one.
    pub(super) fn lowest(self, ceiling: Duration) -> Option<Duration> {
        // A ceiling has fewer than 2⁹⁵ nanoseconds.
        self.kept().map(|kept| from_nanos((ceiling.as_nanos() * u128::from(kept)) >> 32))
    }

    /// What tells one jitter from another.
    fn identity(self) -> Option<u64> {
        // Zero has two signs, and adding another zero gives the positive one.
        self.share().map(|share| (share + 0.0).to_bits())
    }
}

impl PartialEq for Jitter {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Jitter {}

impl Hash for Jitter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// Uniform in `[low, high]`, both ends possible; `low` must not exceed `high`.
///
/// One draw of 64 bits, multiplied down to the span (<https://arxiv.org/abs/1805.10941>) without the rejection
/// loop that would remove a bias of span / 2⁶⁴, two in a billion for 30 s: so any generator will do, a constant
/// one too, and what a seed gives does not depend on how another crate has configured `rand`. Spans above 2⁶⁴ ns,
/// 584 years, are drawn in steps that keep within 64 bits.
// Not inlined, as is `from_nanos`: 128-bit arithmetic is long, and takes no time beside a wait.
#[inline(never)]
pub(crate) fn uniform(low: Duration, high: Duration, rng: &mut dyn RandomBits) -> Duration {
    let span = high.saturating_sub(low).as_nanos();
    let step = (u128::BITS - span.leading_zeros()).saturating_sub(u64::BITS);
    let steps = (((span >> step) + 1) * u128::from(rng.next_bits())) >> u64::BITS;
    low.saturating_add(from_nanos(steps << step))
}
