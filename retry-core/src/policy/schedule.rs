use std::fmt;
use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

use super::jitter::from_nanos;
use super::{Backoff, Jitter, RetryPolicy};

/// A policy explained: its ceilings, its total wait, and the settings that can never matter; from
/// [`RetryPolicy::schedule`].
///
/// As text it reads
///
/// ```
/// # use retry_core::RetryPolicy;
/// let text = RetryPolicy::default().schedule().to_string();
/// assert_eq!(text, "\
/// 6 attempts, full jitter
///   after attempt 1: up to 500ms
///   after attempt 2: up to 1s
///   after attempt 3: up to 2s
///   after attempt 4: up to 4s
///   after attempt 5: up to 8s
/// total wait: 7.75s on average, 15.5s at worst
/// never matters: `cap` (no ceiling reaches 30s)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    policy: RetryPolicy,
}

/// Exact sums stop here: a curve that grows for longer than this has a factor within a percent of 1.
const LONGEST_EXACT_SUM: u32 = 10_000;

impl Schedule {
    pub(super) fn new(policy: RetryPolicy) -> Self {
        Self { policy }
    }

    /// The ceilings in turn: the longest delay possible after each attempt but the last.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let ceilings: Vec<_> = RetryPolicy::default().schedule().ceilings().collect();
    /// assert_eq!(ceilings, [500, 1000, 2000, 4000, 8000].map(Duration::from_millis));
    /// ```
    pub fn ceilings(&self) -> impl Iterator<Item = Duration> + use<> {
        let policy = self.policy;
        (1..policy.attempts).map(move |attempt| policy.ceiling(attempt))
    }

    /// The longest time one call can spend waiting: the sum of the ceilings, saturating.
    ///
    /// Exact, save for exponential backoff that grows over more than ten thousand attempts, where it is
    /// computed in floating point. A function of the attempt is called once per ceiling; every other curve
    /// takes a bounded time however many attempts there are.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().schedule().worst_total(), Duration::from_millis(15_500));
    /// ```
    #[must_use]
    pub fn worst_total(&self) -> Duration {
        let delays = self.policy.attempts - 1;
        if matches!(self.policy.backoff, Backoff::Function(_)) {
            return self.ceilings().fold(Duration::ZERO, Duration::saturating_add);
        }
        let growing = self.growing_ceilings();
        let settled = self.policy.ceiling(delays).as_nanos().saturating_mul(u128::from(delays - growing));
        from_nanos(self.sum_of_first(growing).saturating_add(settled))
    }

    /// The time one call spends waiting on average when every attempt fails.
    ///
    /// Half the worst for full jitter, three quarters for equal, all of it for none. For decorrelated jitter,
    /// whose mean under a cap has no closed form, it is estimated from two thousand simulated calls with a
    /// fixed seed, to within about 2 %.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().schedule().mean_total(), Duration::from_millis(7_750));
    /// ```
    #[must_use]
    pub fn mean_total(&self) -> Duration {
        let worst = self.worst_total();
        match self.policy.jitter {
            Jitter::None => worst,
            Jitter::Full => worst / 2,
            Jitter::Equal => from_nanos(worst.as_nanos() * 3 / 4),
            Jitter::Decorrelated => self.simulated_mean_total(),
        }
    }

    /// The settings that can never matter, by the names of their builder methods.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(RetryPolicy::default().schedule().unused(), ["cap"]);
    ///
    /// let reached = RetryPolicy::builder().cap(Duration::from_secs(5)).build()?;
    /// assert!(reached.schedule().unused().is_empty());
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[must_use]
    pub fn unused(&self) -> Vec<&'static str> {
        if self.policy.attempts == 1 {
            return vec!["base", "cap", "factor", "backoff", "jitter", "retry_after_cap"];
        }
        let mut unused = Vec::new();
        if self.highest_ceiling() < self.policy.cap {
            unused.push("cap");
        }
        if matches!(self.policy.backoff, Backoff::Delays(delays) if delays.len() >= self.policy.attempts as usize) {
            unused.push("backoff");
        }
        unused
    }

    /// How many of the ceilings, from the first, are not yet the last one: the curves never fall, a list ends.
    fn growing_ceilings(&self) -> u32 {
        let policy = &self.policy;
        let delays = policy.attempts - 1;
        if let Backoff::Delays(list) = policy.backoff {
            return delays.min(u32::try_from(list.len() - 1).unwrap_or(u32::MAX));
        }
        let last = policy.ceiling(delays);
        let (mut growing, mut settled) = (0, delays);
        while growing < settled {
            let middle = growing + (settled - growing) / 2;
            if policy.ceiling(middle + 1) < last {
                growing = middle + 1;
            } else {
                settled = middle;
            }
        }
        growing
    }

    /// The sum of the first ceilings, none of which the cap has cut, in nanoseconds.
    fn sum_of_first(&self, count: u32) -> u128 {
        let policy = &self.policy;
        if matches!(policy.backoff, Backoff::Linear) {
            let count = u128::from(count);
            return policy.base.as_nanos().saturating_mul(count * (count + 1) / 2);
        }
        if count <= LONGEST_EXACT_SUM {
            return (1..=count).map(|attempt| policy.ceiling(attempt).as_nanos()).fold(0, u128::saturating_add);
        }
        // The geometric series base × (factor^count − 1) / (factor − 1), written so that it keeps its precision
        // when the factor is close to 1.
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        {
            let growth = policy.factor - 1.0;
            (policy.base.as_nanos() as f64 * (f64::from(count) * growth.ln_1p()).exp_m1() / growth) as u128
        }
    }

    fn highest_ceiling(&self) -> Duration {
        match self.policy.backoff {
            Backoff::Function(_) => self.ceilings().max().unwrap_or_default(),
            Backoff::Delays(list) => self.ceilings().take(list.len()).max().unwrap_or_default(),
            _ => self.policy.ceiling(self.policy.attempts - 1),
        }
    }

    fn simulated_mean_total(&self) -> Duration {
        const CALLS: u32 = 2_000;
        /// By then the distribution has settled: what follows is extrapolated from the later half.
        const DELAYS: u32 = 200;
        let count = self.policy.attempts - 1;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let (mut early, mut late) = (0_u128, 0_u128);
        for _ in 0..CALLS {
            for (index, delay) in (0..DELAYS).zip(self.policy.delays(&mut rng)) {
                let half = if index < DELAYS / 2 { &mut early } else { &mut late };
                *half = half.saturating_add(delay.as_nanos());
            }
        }
        let rest = u128::from(count.saturating_sub(DELAYS));
        let extrapolated = (late / u128::from(DELAYS / 2)).saturating_mul(rest);
        from_nanos(early.saturating_add(late).saturating_add(extrapolated) / u128::from(CALLS))
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let policy = &self.policy;
        if policy.attempts == 1 {
            return f.write_str("1 attempt, never a wait");
        }
        writeln!(f, "{} attempts, {} jitter", policy.attempts, Lowercase(policy.jitter))?;
        self.fmt_ceilings(f)?;
        write!(f, "total wait: {:?} on average, {:?} at worst", self.mean_total(), self.worst_total())?;
        for setting in self.unused() {
            match setting {
                "cap" => write!(f, "\nnever matters: `cap` (no ceiling reaches {:?})", policy.cap)?,
                _ => write!(f, "\nnever matters: the end of the `{setting}` list (the attempts are spent before)")?,
            }
        }
        Ok(())
    }
}

impl Schedule {
    /// A line per run of equal ceilings; of more than twelve, the first eleven and the last.
    fn fmt_ceilings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_LINES: usize = 12;
        let last = self.policy.attempts - 1;
        let settled = match self.policy.backoff {
            Backoff::Function(_) => last,
            _ => self.growing_ceilings() + 1,
        };
        let mut lines = 0;
        let mut first_of_run = 1;
        for attempt in 1..=settled {
            let ceiling = self.policy.ceiling(attempt);
            if attempt < settled && self.policy.ceiling(attempt + 1) == ceiling {
                continue;
            }
            lines += 1;
            if lines == MOST_LINES && attempt < settled {
                writeln!(f, "  …")?;
                return self.fmt_line(f, settled, last);
            }
            self.fmt_line(f, first_of_run, if attempt == settled { last } else { attempt })?;
            first_of_run = attempt + 1;
        }
        Ok(())
    }

    fn fmt_line(&self, f: &mut fmt::Formatter<'_>, first: u32, last: u32) -> fmt::Result {
        let ceiling = self.policy.ceiling(last);
        if first == last {
            write!(f, "  after attempt {first}: ")?;
        } else {
            write!(f, "  after attempts {first} to {last}: ")?;
        }
        match self.policy.jitter {
            Jitter::Full => writeln!(f, "up to {ceiling:?}"),
            Jitter::Equal => writeln!(f, "{:?} to {ceiling:?}", ceiling / 2),
            Jitter::Decorrelated => writeln!(f, "{:?} to {ceiling:?}", self.policy.base),
            Jitter::None => writeln!(f, "{ceiling:?}"),
        }
    }
}

/// The name of a fieldless variant as a word in a sentence, and as the attribute spells it.
struct Lowercase(Jitter);

impl fmt::Display for Lowercase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Jitter::Full => "full",
            Jitter::Equal => "equal",
            Jitter::Decorrelated => "decorrelated",
            Jitter::None => "no",
        })
    }
}
