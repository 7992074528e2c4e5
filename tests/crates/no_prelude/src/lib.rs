//! Functions in a crate without any prelude.
//!
//! Each function gets the number of attempts so far, and makes three. `tests/three_attempts.rs` runs all of them.
#![no_implicit_prelude]

mod hostile;

/// Nothing is in scope.
pub mod without {
    ::core::include!("functions.rs");
}

/// Every name that generated code could use is in scope, and means something else.
pub mod shadowed {
    #[allow(unused_imports)]
    use crate::hostile::*;

    ::core::include!("functions.rs");
}

/// The error of an attempt, which has its number.
#[::core::prelude::v1::derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)]
pub struct Busy(pub u32);

impl ::retry_core::Transient for Busy {
    fn verdict(&self) -> ::retry_core::Verdict {
        ::retry_core::Verdict::Transient
    }
}

/// Succeeds at the third call.
fn third_time(calls: &mut u32) -> ::core::result::Result<u32, Busy> {
    *calls += 1;
    if *calls < 3 { ::core::result::Result::Err(Busy(*calls)) } else { ::core::result::Result::Ok(*calls) }
}

fn no_wait(_delay: ::core::time::Duration) -> ::core::future::Ready<()> {
    ::core::future::ready(())
}

fn no_block(_delay: ::core::time::Duration) {}

const fn curve(attempt: u32) -> ::core::time::Duration {
    ::core::time::Duration::from_millis(attempt as u64)
}

fn rng() -> ::rand::rngs::Xoshiro256PlusPlus {
    ::rand::SeedableRng::seed_from_u64(7)
}

const BASE: ::core::time::Duration = ::core::time::Duration::from_millis(20);

const POLICY: ::retry_core::RetryPolicy = ::retry_core::RetryPolicy::builder().base(BASE).build_const();

const HOUR: ::core::time::Duration = ::core::time::Duration::from_secs(3_600);

static BUDGET: ::retry_core::RetryBudget = ::retry_core::RetryBudget::new(1_000, 0.1);

static RETRIES: ::retry_core::Retrier = ::retry_core::Retrier::new(POLICY);

impl ::core::convert::From<::retry_core::BreakerOpen> for Busy {
    fn from(_: ::retry_core::BreakerOpen) -> Self {
        Busy(0)
    }
}

impl ::core::convert::From<::retry_core::TimedOut> for Busy {
    fn from(_: ::retry_core::TimedOut) -> Self {
        Busy(0)
    }
}
