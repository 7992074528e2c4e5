//! From the builder's settings to a policy, or to the mistake in them; and from a policy back to a builder.

use core::time::Duration;

use super::RetryPolicyBuilder;
use crate::policy::error::Mistake;
use crate::policy::{Backoff, Jitter, RetryPolicy};

const DEFAULT_BASE: Duration = Duration::from_millis(500);
const DEFAULT_CAP: Duration = Duration::from_secs(30);
const DEFAULT_FACTOR: f64 = 2.0;
const DEFAULT_ATTEMPTS: u32 = 6;
const DEFAULT_RETRY_AFTER_CAP: Duration = Duration::from_secs(60);

impl RetryPolicyBuilder {
    /// The policy of these settings. A setting that is not set gets its default.
    pub(super) const fn resolved(self) -> RetryPolicy {
        let backoff = self.curve();
        let cap = self.effective_cap();
        RetryPolicy {
            base: or(self.base, DEFAULT_BASE),
            cap,
            factor: match self.factor {
                Some(factor) => factor,
                None => DEFAULT_FACTOR,
            },
            backoff,
            jitter: match self.jitter {
                Some(jitter) => jitter,
                None => Jitter::Full,
            },
            attempts: match self.attempts {
                Some(attempts) => attempts,
                None => default_attempts(backoff),
            },
            retry_after_cap: or(self.retry_after_cap, longer(cap, DEFAULT_RETRY_AFTER_CAP)),
            deadline: self.deadline,
        }
    }

    /// The first mistake in these settings.
    pub(super) const fn mistake(&self) -> Option<Mistake> {
        let curve = self.curve();
        let cap = self.effective_cap();
        let base = or(self.base, DEFAULT_BASE);
        let decorrelated = matches!(self.jitter, Some(Jitter::Decorrelated));
        if let Some(0) = self.attempts {
            return Some(Mistake::ZeroAttempts);
        }
        match self.deadline {
            Some(Duration::ZERO) => return Some(Mistake::ZeroDeadline),
            None if self.unlimited => return Some(Mistake::UnlimitedWithoutDeadline),
            _ => {}
        }
        if let Some(factor) = self.factor {
            if !(factor.is_finite() && factor >= 1.0) {
                return Some(Mistake::FactorBelowOne(factor));
            }
            if !matches!(curve, Backoff::Exponential) {
                return Some(Mistake::FactorWithoutExponential);
            }
        }
        if decorrelated && (self.factor.is_some() || self.backoff.is_some()) {
            return Some(Mistake::DecorrelatedWithCurve);
        }
        if let Some(Jitter::Share(share)) = self.jitter {
            if !(share >= 0.0 && share <= 1.0) {
                return Some(Mistake::ShareOutOfRange(share));
            }
        }
        if let Some(longest) = curve.longest() {
            if let Some(0) = curve.listed() {
                return Some(Mistake::NoDelays);
            }
            if is_longer(longest, cap) {
                return Some(Mistake::DelayAboveCap { delay: longest, cap });
            }
        }
        if !curve.uses_base() {
            return if self.base.is_some() { Some(Mistake::BaseWithoutUse) } else { None };
        }
        if is_longer(base, cap) { Some(Mistake::BaseAboveCap { base, cap }) } else { None }
    }

    /// The settings of this policy. A setting that has its default value stays unset.
    pub(in crate::policy) const fn from_policy(policy: &RetryPolicy) -> Self {
        let backoff = policy.backoff;
        let factor = if policy.factor == DEFAULT_FACTOR { None } else { Some(policy.factor) };
        Self {
            base: unless(policy.base, DEFAULT_BASE),
            cap: unless(policy.cap, default_cap(backoff)),
            factor,
            backoff: if matches!(backoff, Backoff::Exponential) { None } else { Some(backoff) },
            jitter: if matches!(policy.jitter, Jitter::Full) { None } else { Some(policy.jitter) },
            attempts: if policy.attempts == default_attempts(backoff) { None } else { Some(policy.attempts) },
            unlimited: policy.attempts == u32::MAX && policy.deadline.is_some(),
            retry_after_cap: unless(policy.retry_after_cap, longer(policy.cap, DEFAULT_RETRY_AFTER_CAP)),
            deadline: policy.deadline,
        }
    }

    const fn curve(&self) -> Backoff {
        match self.backoff {
            Some(backoff) => backoff,
            None => Backoff::Exponential,
        }
    }

    const fn effective_cap(&self) -> Duration {
        match self.cap {
            Some(cap) => cap,
            None => default_cap(self.curve()),
        }
    }
}

const fn default_cap(curve: Backoff) -> Duration {
    or(curve.longest(), DEFAULT_CAP)
}

/// A list has one attempt more than delays, so that each delay is used once.
const fn default_attempts(curve: Backoff) -> u32 {
    match curve.listed() {
        Some(delays) => delays.saturating_add(1),
        None => DEFAULT_ATTEMPTS,
    }
}

// `Option::unwrap_or`, `Ord::max` and iterators are not `const`.

const fn or(value: Option<Duration>, default: Duration) -> Duration {
    match value {
        Some(value) => value,
        None => default,
    }
}

const fn is_longer(a: Duration, b: Duration) -> bool {
    a.as_nanos() > b.as_nanos()
}

const fn longer(a: Duration, b: Duration) -> Duration {
    if is_longer(a, b) { a } else { b }
}

/// `None` if the value is the default.
const fn unless(value: Duration, default: Duration) -> Option<Duration> {
    if value.as_nanos() == default.as_nanos() { None } else { Some(value) }
}
