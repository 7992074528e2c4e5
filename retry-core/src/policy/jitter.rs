use std::time::Duration;

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
#[cfg_attr(doc, doc = include_str!("../../../docs/herd/calls.svg"))]
///
/// ```
/// use retry_core::{Jitter, RetryPolicy};
///
/// assert_eq!(Jitter::default(), Jitter::Full);
/// let policy = RetryPolicy::builder().jitter(Jitter::Equal).build()?;
/// assert_eq!(policy.jitter(), Jitter::Equal);
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Jitter {
    /// Uniform in `[0, ceiling]`, both ends possible. The mean is half the ceiling.
    #[default]
    Full,
    /// `ceiling / 2` plus uniform `[0, ceiling / 2]`, for callers who want a least wait. The mean is three
    /// quarters of the ceiling.
    Equal,
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
    /// The ceiling itself. Only for a single client: a fleet without jitter returns as one herd. A server's
    /// [hint](crate::Verdict::RetryAfter) is spread all the same.
    None,
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
