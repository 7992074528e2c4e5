use core::iter::FusedIterator;
use core::time::Duration;

use rand::Rng;

use super::jitter::uniform;
use super::random::RandomBits;
use super::{Jitter, RetryPolicy};

/// The delays of one call; from [`RetryPolicy::delays`].
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

/// How far one call has come in its policy. The only place that remembers a previous delay.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// The attempt that is running or has just ended, 1-based.
    pub(crate) attempt: u32,
    /// The last delay drawn; nothing before the first. Only decorrelated jitter asks for it.
    pub(crate) previous: Duration,
}

impl Progress {
    pub(crate) const fn new() -> Self {
        Self { attempt: 1, previous: Duration::ZERO }
    }

    /// Whether this is the last of so many attempts.
    pub(crate) const fn is_last(&self, attempts: u32) -> bool {
        self.attempt >= attempts
    }

    /// Draws the delay that backoff gives after this attempt.
    pub(crate) fn draw(&self, policy: &RetryPolicy, rng: &mut dyn RandomBits) -> Duration {
        let ceiling = policy.ceiling(self.attempt);
        let (low, high) = match policy.jitter.lowest(ceiling) {
            // Without jitter nothing is drawn. Any other draws once, so that a seed gives one delay per draw.
            Some(_) if policy.jitter == Jitter::None => return ceiling,
            Some(lowest) => (lowest, ceiling),
            None => {
                // Nothing was drawn before the first attempt, nor where the verdicts have said how long to wait.
                let previous = self.previous.max(policy.base);
                (policy.base, previous.saturating_mul(3))
            }
        };
        uniform(low, high, rng).min(policy.cap)
    }

    /// Moves on to the next attempt, after a delay that was [drawn](Self::draw) if there was one.
    pub(crate) fn advance(&mut self, drawn: Option<Duration>) {
        self.attempt = self.attempt.saturating_add(1);
        self.previous = drawn.unwrap_or(self.previous);
    }
}
