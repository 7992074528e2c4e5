//! What the attribute says about a plain call.

use std::time::Duration;

use crate::policy::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder};

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

/// A setting that was not given. As a duration it is longer than any other that fits.
const UNSET: u64 = u64::MAX;

impl Literals {
    pub const UNSET: Self = Self {
        name: "",
        base: UNSET,
        cap: UNSET,
        retry_after_cap: UNSET,
        factor: 0.0,
        attempts: 0,
        backoff: Backoff::Exponential,
        jitter: Jitter::Full,
    };
}

impl Settings for Literals {
    fn name(&self) -> &'static str {
        self.name
    }

    #[cold]
    fn policy(&self) -> RetryPolicy {
        let given = |nanos| (nanos != UNSET).then(|| Duration::from_nanos(nanos));
        RetryPolicyBuilder {
            base: given(self.base),
            cap: given(self.cap),
            retry_after_cap: given(self.retry_after_cap),
            factor: (self.factor != 0.0).then_some(self.factor),
            attempts: (self.attempts != 0).then_some(self.attempts),
            backoff: Some(self.backoff),
            jitter: Some(self.jitter),
            ..RetryPolicy::builder()
        }
        .resolved()
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

        let everything = Literals {
            name: "all",
            base: 1_500_000_000,
            cap: 3_600_000_000_001,
            retry_after_cap: UNSET - 1,
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
