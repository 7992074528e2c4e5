//! What the attribute says about a plain call.

use std::time::Duration;

use crate::policy::{Backoff, Jitter, RetryPolicy};

/// The name of a call and its policy.
pub trait Settings {
    fn name(&self) -> &'static str;

    fn policy(&self) -> RetryPolicy;
}

/// Settings that the attribute has read and found possible, in nanoseconds.
///
/// A value of these the compiler puts among the constants of the program by itself. A static in each function would be
/// an item to check and a constant to evaluate, which takes several times as long.
#[allow(missing_debug_implementations)]
pub struct Literals {
    pub name: &'static str,
    pub base: u64,
    pub cap: u64,
    pub retry_after_cap: u64,
    pub factor: f64,
    pub attempts: u32,
    pub backoff: Backoff,
    pub jitter: Jitter,
}

const DEFAULT: RetryPolicy = RetryPolicy::builder().build_const();

/// A `retry_after_cap` that was not given. As a duration it is longer than any other that fits.
const FROM_CAP: u64 = u64::MAX;

impl Literals {
    /// What goes for a setting that was not given.
    pub const UNSET: Self = Self {
        name: "",
        base: nanos(DEFAULT.base),
        cap: nanos(DEFAULT.cap),
        retry_after_cap: FROM_CAP,
        factor: DEFAULT.factor,
        attempts: DEFAULT.attempts,
        backoff: DEFAULT.backoff,
        jitter: DEFAULT.jitter,
    };
}

#[expect(clippy::cast_possible_truncation, reason = "the defaults are short")]
const fn nanos(duration: Duration) -> u64 {
    duration.as_nanos() as u64
}

impl Settings for Literals {
    fn name(&self) -> &'static str {
        self.name
    }

    #[cold]
    fn policy(&self) -> RetryPolicy {
        let cap = Duration::from_nanos(self.cap);
        RetryPolicy {
            base: Duration::from_nanos(self.base),
            cap,
            factor: self.factor,
            backoff: self.backoff,
            jitter: self.jitter,
            attempts: self.attempts,
            retry_after_cap: match self.retry_after_cap {
                FROM_CAP => cap.max(DEFAULT.retry_after_cap),
                nanos => Duration::from_nanos(nanos),
            },
            deadline: None,
        }
    }
}

/// Settings that only the compiler can evaluate.
#[allow(missing_debug_implementations)]
pub struct Constants {
    pub name: &'static str,
    pub policy: RetryPolicy,
}

impl Settings for Constants {
    fn name(&self) -> &'static str {
        self.name
    }

    fn policy(&self) -> RetryPolicy {
        self.policy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_what_the_builder_makes_of_them() {
        let nothing = Literals::UNSET;
        assert_eq!(nothing.policy(), RetryPolicy::default());

        let base_alone = Literals { base: 0, ..Literals::UNSET };
        assert_eq!(base_alone.policy(), RetryPolicy::builder().base(Duration::ZERO).build_const());

        let cap_alone = Literals { cap: 3_600_000_000_000, ..Literals::UNSET };
        let built = RetryPolicy::builder().cap(Duration::from_secs(3600)).build_const();
        assert_eq!((cap_alone.policy(), built.retry_after_cap()), (built, Duration::from_secs(3600)));

        let everything = Literals {
            name: "all",
            base: 1_500_000_000,
            cap: 3_600_000_000_001,
            retry_after_cap: FROM_CAP - 1,
            factor: 1.5,
            attempts: u32::MAX,
            backoff: Backoff::Exponential,
            jitter: Jitter::Equal,
        };
        let built = RetryPolicy::builder()
            .base(Duration::from_millis(1500))
            .cap(Duration::new(3600, 1))
            .retry_after_cap(Duration::from_nanos(u64::MAX - 1))
            .factor(1.5)
            .attempts(u32::MAX)
            .jitter(Jitter::Equal);
        assert_eq!(everything.policy(), built.build_const());

        let linear = Literals { backoff: Backoff::Linear, jitter: Jitter::None, ..Literals::UNSET };
        let built = RetryPolicy::builder().backoff(Backoff::Linear).jitter(Jitter::None);
        assert_eq!(linear.policy(), built.build_const());
    }
}
