//! What the attribute says about a plain call.

use std::time::Duration;

use crate::policy::RetryPolicy;

/// The name of a call and its policy.
///
/// One type, whichever way the policy is written: each that a function is generic over is checked at every call of it.
#[allow(missing_debug_implementations)]
pub enum Settings {
    /// The numbers of a policy that is the default one otherwise, which the attribute has read and found possible; the
    /// durations in nanoseconds.
    ///
    /// A value of these the compiler puts among the constants of the program by itself. A static in each function would be
    /// an item to check and a constant to evaluate, which takes several times as long.
    Literals { name: &'static str, base: u64, cap: u64, attempts: u32 },
    /// What only the compiler can evaluate.
    Constants { name: &'static str, policy: RetryPolicy },
}

impl Settings {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Literals { name, .. } | Self::Constants { name, .. } => name,
        }
    }

    pub(super) fn policy(&self) -> RetryPolicy {
        const DEFAULT: RetryPolicy = RetryPolicy::builder().build_const();
        match *self {
            Self::Literals { base, cap, attempts, .. } => {
                let cap = Duration::from_nanos(cap);
                RetryPolicy {
                    base: Duration::from_nanos(base),
                    cap,
                    attempts,
                    retry_after_cap: cap.max(DEFAULT.retry_after_cap),
                    ..DEFAULT
                }
            }
            Self::Constants { policy, .. } => policy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_what_the_builder_makes_of_them() {
        let literals = Settings::Literals { name: "fetch", base: 0, cap: 1_000_000, attempts: 1 };
        let built = RetryPolicy::builder().base(Duration::ZERO).cap(Duration::from_millis(1)).attempts(1);
        assert_eq!(literals.policy(), built.build_const());

        let literals =
            Settings::Literals { name: "fetch", base: 1_500_000_000, cap: 3_600_000_000_001, attempts: u32::MAX };
        let built = RetryPolicy::builder()
            .base(Duration::from_millis(1500))
            .cap(Duration::new(3600, 1))
            .attempts(u32::MAX)
            .build_const();
        assert_eq!(literals.policy(), built);
    }
}
