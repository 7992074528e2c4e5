use core::hash::{Hash, Hasher};
use core::time::Duration;

use super::nanos::from_nanos;
use super::random::RandomBits;

/// How delays are spread at random, so that clients that failed at the same moment do not return at the same moment.
///
/// Jitter is drawn after the cap has been applied. No delay exceeds the ceiling, and delays are still spread once the
/// ceiling has reached the cap. The formulas are those of Marc Brooker's
/// [Exponential Backoff And Jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
///
/// The figure shows the effect of each jitter on clients that contend for one row. The example `herd` simulates them:
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
    /// Uniform in `[0, ceiling]`, both ends included: a share of 1. The mean is half the ceiling.
    #[default]
    Full,
    /// Uniform in `[ceiling / 2, ceiling]`, for callers that need a shortest wait: a share of 0.5. The mean is three
    /// quarters of the ceiling.
    Equal,
    /// Uniform in `[(1 − share) × ceiling, ceiling]`. The share is a number from 0 to 1, and a policy refuses any
    /// other. `Share(0.2)` draws between 80 % and 100 % of the ceiling.
    ///
    /// The share is rounded to a multiple of 2⁻³²; for a ceiling of 30 s that is 7 ns. Jitters with the same share are
    /// equal: `Share(0.5) == Equal`.
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
    /// The delays grow by themselves and follow no curve: the builder refuses decorrelated jitter together with a
    /// backoff curve or a factor. The "previous delay" is the delay that was drawn, even if a server's hint made the
    /// wait longer.
    ///
    /// Decorrelated jitter spreads the first delays the widest, and has a long tail. Delays above the cap become the
    /// cap. After a delay as long as the cap that happens to two thirds of the delays. With the default base and cap it
    /// happens to one third of all delays, once the delays have grown.
    Decorrelated,
    /// The ceiling itself: a share of 0. Use it for a single client only, because clients without jitter return at the
    /// same moment. A server's [hint](crate::Verdict::RetryAfter) is still spread.
    None,
}

impl Jitter {
    /// The share of the ceiling over which a delay is spread, from 0 to 1; `None` for decorrelated jitter, which does
    /// not depend on a ceiling.
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

    /// A whole ceiling, in the unit of [`kept`](Self::kept).
    pub(super) const WHOLE: u64 = 1 << 32;

    /// The part of a ceiling that no delay goes below, in parts of [`WHOLE`](Self::WHOLE); `None` for decorrelated
    /// jitter, which does not depend on a ceiling.
    pub(super) fn kept(self) -> Option<u64> {
        #[expect(clippy::cast_precision_loss, reason = "a power of two")]
        let kept = (1.0 - self.share()?.clamp(0.0, 1.0)) * Self::WHOLE as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 0 and `WHOLE`")]
        Some((kept + 0.5) as u64)
    }

    /// The shortest delay under this ceiling; `None` for decorrelated jitter, which does not depend on a ceiling.
    pub(super) fn lowest(self, ceiling: Duration) -> Option<Duration> {
        // A ceiling has fewer than 2⁹⁵ nanoseconds.
        self.kept().map(|kept| from_nanos((ceiling.as_nanos() * u128::from(kept)) >> 32))
    }

    /// The value by which jitters are compared and hashed.
    fn identity(self) -> Option<u64> {
        // −0.0 and 0.0 have different bits. Adding 0.0 turns −0.0 into 0.0.
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

/// A duration that is uniform in `[low, high]`, both ends included. `low` must not exceed `high`.
///
/// The method is Lemire's multiplication (<https://arxiv.org/abs/1805.10941>): 64 random bits × span / 2⁶⁴. The
/// rejection loop of the paper is left out. It would remove a bias of span / 2⁶⁴, which is two in a billion for 30 s.
/// Without the loop each call draws exactly once, so that a constant generator ends too, and a seed gives the same
/// delays with any features of `rand`. A span above 2⁶⁴ ns (584 years) is drawn in steps of a power of two, so that it
/// fits 64 bits.
// Not inlined: 128-bit arithmetic is much code, and its time does not matter beside a wait.
#[inline(never)]
pub(crate) fn uniform(low: Duration, high: Duration, rng: &mut dyn RandomBits) -> Duration {
    let span = high.saturating_sub(low).as_nanos();
    let step = (u128::BITS - span.leading_zeros()).saturating_sub(u64::BITS);
    let steps = (((span >> step) + 1) * u128::from(rng.next_bits())) >> u64::BITS;
    low.saturating_add(from_nanos(steps << step))
}
