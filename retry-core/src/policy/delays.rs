use std::iter::FusedIterator;
use std::time::Duration;

use rand::Rng;

use super::jitter::uniform;
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
        let any_left = self.progress.attempts_left(&self.policy) > 0;
        any_left.then(|| self.progress.next_delay(&self.policy, &mut self.rng))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.progress.attempts_left(&self.policy) as usize;
        (left, Some(left))
    }
}

impl<R: Rng> ExactSizeIterator for Delays<R> {}
impl<R: Rng> FusedIterator for Delays<R> {}

/// How far one call has come in its policy. The only place that remembers a previous delay.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// The attempt that is running or has just ended, 1-based.
    attempt: u32,
    /// The last delay drawn; `None` before the first.
    previous: Option<Duration>,
}

impl Progress {
    pub(crate) const fn new() -> Self {
        Self { attempt: 1, previous: None }
    }

    pub(crate) const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// How many attempts the policy allows after this one.
    pub(crate) const fn attempts_left(&self, policy: &RetryPolicy) -> u32 {
        policy.attempts.saturating_sub(self.attempt)
    }

    /// Moves on to the next attempt, of which one must be left, and draws the delay before it.
    pub(crate) fn next_delay<R: Rng + ?Sized>(&mut self, policy: &RetryPolicy, rng: &mut R) -> Duration {
        let ceiling = policy.ceiling(self.attempt);
        let delay = match policy.jitter {
            Jitter::Full => uniform(Duration::ZERO, ceiling, rng),
            Jitter::Equal => uniform(ceiling / 2, ceiling, rng),
            Jitter::Decorrelated => {
                let previous = self.previous.unwrap_or(policy.base);
                uniform(policy.base, previous.saturating_mul(3), rng).min(policy.cap)
            }
            Jitter::None => ceiling,
        };
        self.attempt = self.attempt.saturating_add(1);
        self.previous = Some(delay);
        delay
    }
}
