use std::time::Duration;

use retry_core::{Backoff, Jitter, RetryPolicy, RetryPolicyBuilder};

/// What the clients of one run do about a failed attempt.
///
/// ```
/// use herd::overload::Variant;
///
/// assert_eq!(Variant::NoRetry.policy().attempts(), 1);
/// assert_eq!(Variant::Full.policy(), Variant::FullWithBudget.policy());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Nothing: the first error is the answer.
    NoRetry,
    /// A fixed delay of one second.
    Fixed,
    /// Exponential backoff without jitter.
    NoJitter,
    /// Exponential backoff with equal jitter.
    Equal,
    /// Exponential backoff with full jitter.
    Full,
    /// Decorrelated jitter.
    Decorrelated,
    /// Exponential backoff with full jitter, and a budget that the clients of a process share.
    FullWithBudget,
    /// Exponential backoff with full jitter, and a circuit breaker that the clients of a process share.
    FullWithBreaker,
    /// Exponential backoff with full jitter, and both.
    FullWithBoth,
}

impl Variant {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 9] = [
        Self::NoRetry,
        Self::Fixed,
        Self::NoJitter,
        Self::Equal,
        Self::Full,
        Self::Decorrelated,
        Self::FullWithBudget,
        Self::FullWithBreaker,
        Self::FullWithBoth,
    ];

    /// What it is called in tables and pictures.
    ///
    /// ```
    /// # use herd::overload::Variant;
    /// assert_eq!(Variant::FullWithBudget.name(), "full jitter + budget");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoRetry => "no retry",
            Self::Fixed => "fixed delay",
            Self::NoJitter => "no jitter",
            Self::Equal => "equal jitter",
            Self::Full => "full jitter",
            Self::Decorrelated => "decorrelated jitter",
            Self::FullWithBudget => "full jitter + budget",
            Self::FullWithBreaker => "full jitter + breaker",
            Self::FullWithBoth => "full jitter + both",
        }
    }

    /// The library's policy for it: its defaults, apart from what the variant is about.
    ///
    /// ```
    /// # use herd::overload::Variant;
    /// use retry_core::RetryPolicy;
    ///
    /// assert_eq!(Variant::Full.policy(), RetryPolicy::default());
    /// ```
    #[must_use]
    pub const fn policy(self) -> RetryPolicy {
        const DEFAULTS: RetryPolicyBuilder = RetryPolicy::builder();
        const UNSPREAD: RetryPolicyBuilder = DEFAULTS.jitter(Jitter::None);
        match self {
            Self::NoRetry => const { DEFAULTS.attempts(1).build_const() },
            Self::Fixed => const { UNSPREAD.base(Duration::from_secs(1)).backoff(Backoff::Constant).build_const() },
            Self::NoJitter => const { UNSPREAD.build_const() },
            Self::Equal => const { DEFAULTS.jitter(Jitter::Equal).build_const() },
            Self::Decorrelated => const { DEFAULTS.jitter(Jitter::Decorrelated).build_const() },
            Self::Full | Self::FullWithBudget | Self::FullWithBreaker | Self::FullWithBoth => {
                const { DEFAULTS.build_const() }
            }
        }
    }

    /// Whether the clients of a process share a budget.
    ///
    /// ```
    /// # use herd::overload::Variant;
    /// assert!(Variant::FullWithBudget.has_budget());
    /// ```
    #[must_use]
    pub const fn has_budget(self) -> bool {
        matches!(self, Self::FullWithBudget | Self::FullWithBoth)
    }

    /// Whether the clients of a process share a breaker.
    ///
    /// ```
    /// # use herd::overload::Variant;
    /// assert!(Variant::FullWithBreaker.has_breaker() && !Variant::FullWithBudget.has_breaker());
    /// ```
    #[must_use]
    pub const fn has_breaker(self) -> bool {
        matches!(self, Self::FullWithBreaker | Self::FullWithBoth)
    }
}
