//! What the settings come to: the defaults of those that are not set, and what is wrong with those that are.

use std::time::Duration;

use super::RetryPolicyBuilder;
use crate::policy::error::Mistake;
use crate::policy::{Backoff, Jitter, RetryPolicy};

const DEFAULT_BASE: Duration = Duration::from_millis(500);
const DEFAULT_CAP: Duration = Duration::from_secs(30);
const DEFAULT_FACTOR: f64 = 2.0;
const DEFAULT_ATTEMPTS: u32 = 6;
const DEFAULT_RETRY_AFTER_CAP: Duration = Duration::from_secs(60);

impl RetryPolicyBuilder {
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
            attempts: match (self.attempts, backoff) {
                (Some(attempts), _) => attempts,
                #[expect(clippy::cast_possible_truncation, reason = "no source file holds 2^32 delays")]
                (None, Backoff::Delays(delays)) => delays.len() as u32 + 1,
                (None, _) => DEFAULT_ATTEMPTS,
            },
            retry_after_cap: or(self.retry_after_cap, longer(cap, DEFAULT_RETRY_AFTER_CAP)),
            deadline: self.deadline,
        }
    }

    pub(super) const fn mistake(&self) -> Option<Mistake> {
        let curve = self.curve();
        let cap = self.effective_cap();
        let base = or(self.base, DEFAULT_BASE);
        let decorrelated = matches!(self.jitter, Some(Jitter::Decorrelated));
        if let Some(0) = self.attempts {
            return Some(Mistake::NoAttempt);
        }
        match self.deadline {
            Some(Duration::ZERO) => return Some(Mistake::NoTime),
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
        if let Backoff::Delays(delays) = curve {
            if delays.is_empty() {
                return Some(Mistake::NoDelays);
            }
            let longest = longest(delays);
            if is_longer(longest, cap) {
                return Some(Mistake::DelayAboveCap { delay: longest, cap });
            }
        }
        if !curve.uses_base() {
            return if self.base.is_some() { Some(Mistake::BaseWithoutUse) } else { None };
        }
        if is_longer(base, cap) { Some(Mistake::BaseAboveCap { base, cap }) } else { None }
    }

    const fn curve(&self) -> Backoff {
        match self.backoff {
            Some(backoff) => backoff,
            None => Backoff::Exponential,
        }
    }

    const fn effective_cap(&self) -> Duration {
        match (self.cap, self.curve()) {
            (Some(cap), _) => cap,
            (None, Backoff::Delays(delays)) => longest(delays),
            (None, _) => DEFAULT_CAP,
        }
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

const fn longest(mut delays: &[Duration]) -> Duration {
    let mut longest = Duration::ZERO;
    while let [first, rest @ ..] = delays {
        longest = longer(longest, *first);
        delays = rest;
    }
    longest
}
