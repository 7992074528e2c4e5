use std::time::Duration;

use rand::{Rng, RngExt as _};

/// How a delay is spread, so that clients which failed together do not come back together.
///
/// Jitter is drawn after the cap has been applied, so no delay ever exceeds the ceiling and a saturated
/// schedule still spreads. The formulas are those of Marc Brooker's
/// [Exponential Backoff And Jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
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
    /// factor is refused. Spreads the first burst widest, at the price of a long tail.
    Decorrelated,
    /// The ceiling itself. Only for a single client: a fleet without jitter returns as one herd.
    None,
}

/// Uniform in `[low, high]`, both ends possible; `low` must not exceed `high`.
pub(crate) fn uniform<R: Rng + ?Sized>(low: Duration, high: Duration, rng: &mut R) -> Duration {
    from_nanos(rng.random_range(low.as_nanos()..=high.as_nanos()))
}

/// Saturates at the longest `Duration`.
pub(crate) fn from_nanos(nanos: u128) -> Duration {
    const NANOS_PER_SECOND: u128 = 1_000_000_000;
    match u64::try_from(nanos / NANOS_PER_SECOND) {
        Ok(seconds) => Duration::new(seconds, (nanos % NANOS_PER_SECOND) as u32),
        Err(_) => Duration::MAX,
    }
}
