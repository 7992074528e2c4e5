//! What the attribute says about a plain call.

use std::time::Duration;

use crate::policy::RetryPolicy;

/// The name of a call and its policy.
pub trait Settings {
    fn name(&self) -> &'static str;

    fn policy(&self) -> RetryPolicy;
}

/// The numbers of a policy that is the default one otherwise, which the attribute has read and found possible; the
/// durations in nanoseconds.
///
/// A value of these the compiler puts among the constants of the program by itself. A static in each function would be
/// an item to check and a constant to evaluate, which takes several times as long.
#[allow(missing_debug_implementations)]
pub struct Literals {
    pub name: &'static str,
    pub base: u64,
    pub cap: u64,
    pub attempts: u32,
}

impl Settings for Literals {
    fn name(&self) -> &'static str {
        self.name
    }

    #[cold]
    fn policy(&self) -> RetryPolicy {
        const DEFAULT: RetryPolicy = RetryPolicy::builder().build_const();
        let cap = Duration::from_nanos(self.cap);
        RetryPolicy {
            base: Duration::from_nanos(self.base),
            cap,
            attempts: self.attempts,
            retry_after_cap: cap.max(DEFAULT.retry_after_cap),
            ..DEFAULT
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
        let literals = Literals { name: "fetch", base: 0, cap: 1_000_000, attempts: 1 };
        let built = RetryPolicy::builder().base(Duration::ZERO).cap(Duration::from_millis(1)).attempts(1);
        assert_eq!(literals.policy(), built.build_const());

        let literals = Literals { name: "fetch", base: 1_500_000_000, cap: 3_600_000_000_001, attempts: u32::MAX };
        let built = RetryPolicy::builder()
            .base(Duration::from_millis(1500))
            .cap(Duration::new(3600, 1))
            .attempts(u32::MAX)
            .build_const();
        assert_eq!(literals.policy(), built);
    }
}
