//! The name and the policy of a call, which do not change while it runs.

use core::time::Duration;

use super::name::Name;
use crate::policy::RetryPolicy;

/// The name of a call and its policy.
#[derive(Clone, Copy, Debug)]
pub enum Settings<'a> {
    /// The default policy with these numbers, which the attribute has checked.
    ///
    /// The compiler makes a constant of this value by promotion. A `static` in each function would be an item to check
    /// and a constant to evaluate, which takes the compiler several times as long.
    Literals {
        /// The name of the call in events.
        name: Name,
        /// In nanoseconds.
        base: u64,
        /// In nanoseconds.
        cap: u64,
        /// The number of attempts.
        attempts: u32,
    },
    /// Any policy.
    Policy {
        /// The name of the call in events.
        name: Name,
        /// The policy of the call.
        policy: RetryPolicy,
    },
    /// The policy of a [`Retrier`](crate::Retrier), which lives longer than the call's step.
    Lent {
        /// The name of the call in events.
        name: Name,
        /// The policy of the call.
        policy: &'a RetryPolicy,
    },
}

impl Settings<'_> {
    /// The name of the call.
    #[inline]
    #[must_use]
    pub fn name(&self) -> Name {
        match self {
            Self::Literals { name, .. } | Self::Policy { name, .. } | Self::Lent { name, .. } => *name,
        }
    }

    /// Whether the policy has a deadline.
    #[inline]
    #[must_use]
    pub fn has_deadline(&self) -> bool {
        self.deadline().is_some()
    }

    /// The deadline of the policy.
    #[inline]
    pub(super) fn deadline(&self) -> Option<Duration> {
        match self {
            Self::Literals { .. } => None,
            Self::Policy { policy, .. } => policy.deadline(),
            Self::Lent { policy, .. } => policy.deadline(),
        }
    }

    pub(crate) fn policy(&self) -> RetryPolicy {
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
            Self::Policy { policy, .. } => policy,
            Self::Lent { policy, .. } => *policy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_what_the_builder_makes_of_them() {
        let literals = Settings::Literals { name: Name::NONE, base: 0, cap: 1_000_000, attempts: 1 };
        let built = RetryPolicy::builder().base(Duration::ZERO).cap(Duration::from_millis(1)).attempts(1);
        assert_eq!(literals.policy(), built.build_const());

        let literals =
            Settings::Literals { name: Name::NONE, base: 1_500_000_000, cap: 3_600_000_000_001, attempts: u32::MAX };
        let built = RetryPolicy::builder()
            .base(Duration::from_millis(1500))
            .cap(Duration::new(3600, 1))
            .attempts(u32::MAX)
            .build_const();
        assert_eq!(literals.policy(), built);
    }
}
