//! The values of `RetryPolicy::default()`. retry-core depends on this crate, so this crate cannot ask for them. A test
//! compares the two.

use std::time::Duration;

pub(crate) const BASE: Duration = Duration::from_millis(500);
pub(crate) const CAP: Duration = Duration::from_secs(30);
pub(crate) const FACTOR: f64 = 2.0;
pub(crate) const ATTEMPTS: u32 = 6;

#[cfg(test)]
mod tests {
    #[test]
    fn they_are_those_of_the_policy() {
        let policy = retry_core::RetryPolicy::default();
        assert_eq!((policy.base(), policy.cap()), (super::BASE, super::CAP));
        assert_eq!((policy.factor(), policy.attempts()), (super::FACTOR, super::ATTEMPTS));
    }
}
