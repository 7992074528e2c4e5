use core::iter::FusedIterator;
use core::time::Duration;

use rand::Rng;

use super::jitter::uniform;
use super::random::RandomBits;
use super::{Jitter, RetryPolicy};

/// An iterator over the delays of one call; from [`RetryPolicy::delays`].
///
/// ```
/// use std::time::Duration;
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// use retry_core::{Jitter, RetryPolicy};
///
/// let policy = RetryPolicy::builder().attempts(4).jitter(Jitter::None).build()?;
/// let delays: Vec<_> = policy.delays(Xoshiro256PlusPlus::seed_from_u64(0)).collect();
/// assert_eq!(delays, [500, 1000, 2000].map(Duration::from_millis));
/// # Ok::<(), retry_core::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and draw nothing until they are consumed"]
pub struct Delays<R> {
    policy: RetryPolicy,
    progress: Progress,
    rng: R,
}

impl<R: Rng> Delays<R> {
    pub(super) fn new(policy: RetryPolicy, rng: R) -> Self {
        Self { policy, progress: Progress::new(), rng }
    }
}

impl<R: Rng> Iterator for Delays<R> {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        if self.progress.is_last(self.policy.attempts) {
            return None;
        }
        let delay = self.progress.draw(&self.policy, &mut self.rng);
        self.progress.advance(Some(delay));
        Some(delay)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.policy.attempts.saturating_sub(self.progress.attempt) as usize;
        (left, Some(left))
    }
}

impl<R: Rng> ExactSizeIterator for Delays<R> {}
impl<R: Rng> FusedIterator for Delays<R> {}

/// The position of one call in its policy: the number of the attempt, and the last delay drawn.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// The attempt that is running or has just ended, 1-based.
    pub(crate) attempt: u32,
    /// The last delay drawn; zero before the first. Only decorrelated jitter uses it.
    pub(crate) previous: Duration,
}

impl Progress {
    pub(crate) const fn new() -> Self {
        Self { attempt: 1, previous: Duration::ZERO }
    }

    /// Whether the current attempt is the last of `attempts`.
    pub(crate) const fn is_last(&self, attempts: u32) -> bool {
        self.attempt >= attempts
    }

    /// Draws the delay that backoff gives after the current attempt.
    pub(crate) fn draw(&self, policy: &RetryPolicy, rng: &mut dyn RandomBits) -> Duration {
        let ceiling = policy.ceiling(self.attempt);
        let (low, high) = match policy.jitter.lowest(ceiling) {
            // `Jitter::None` draws nothing. Every other jitter draws exactly once per delay.
            Some(_) if policy.jitter == Jitter::None => return ceiling,
            Some(lowest) => (lowest, ceiling),
            None => {
                // `previous` is zero if nothing was drawn yet: after the first attempt, or if every wait so far was
                // exact.
                let previous = self.previous.max(policy.base);
                (policy.base, previous.saturating_mul(3))
            }
        };
        uniform(low, high, rng).min(policy.cap)
    }

    /// Moves on to the next attempt. `drawn` is the delay that was [drawn](Self::draw), if one was.
    pub(crate) fn advance(&mut self, drawn: Option<Duration>) {
        self.attempt = self.attempt.saturating_add(1);
        self.previous = drawn.unwrap_or(self.previous);
    }
}
