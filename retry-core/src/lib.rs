//! Retries what is worth retrying: exponential backoff with full jitter, a bound on every wait, and the original
//! last error when the attempts are spent.
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use std::io;
//! use retry_core::retry;
//!
//! #[retry(base = "100ms", cap = "5s", attempts = 4)]
//! async fn fetch(path: &str) -> io::Result<String> {
//!     // …
//! #   let _ = path;
//! #   Ok("body".to_owned())
//! }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() { assert_eq!(fetch("/").await.unwrap(), "body"); }
//! ```
//!
//! Three layers, each knowing only the ones before it:
//!
//! | layer | items | knows |
//! |---|---|---|
//! | policy | [`RetryPolicy`], [`Backoff`], [`Jitter`], [`Delays`], [`Schedule`] | durations, attempt numbers, a random source handed in |
//! | decision | [`Verdict`], [`Transient`], [`RetryState`], [`Decision`] | the policy and the verdict on one outcome |
//! | drivers | `#[retry]`, [`RetryPolicy::retry`], [`Sleep`], [`RetryEvent`] | futures, a sleep, a clock |
//!
//! # Words
//!
//! An *attempt* is a call; the first one counts. The *ceiling* is the longest delay that backoff gives after an attempt,
//! `min(cap, base × factor^(attempt − 1))`. *Jitter* spreads the delay below the ceiling. Coming from a library
//! that counts retries: `n` retries are `n + 1` attempts.

mod decision;
mod driver;
#[cfg(feature = "http")]
pub mod http;
mod policy;
pub mod testing;

pub use self::decision::{Decision, DelaySource, RetryBudget, RetryState, StopReason, Transient, Verdict};
pub use self::driver::{
    Attempt, Failure, GiveUpEvent, Retry, RetryEvent, Sleep, Step, TimedOut, TokioSleep, TokioSleepFuture, Wait,
    WaitFuture,
};
/// The traits and generators for `rng`: [`rand`] in the version that this crate uses.
pub use rand;

pub use self::policy::{Backoff, Delays, Jitter, PolicyError, RetryPolicy, RetryPolicyBuilder, Schedule};
#[cfg(feature = "macros")]
#[doc = include_str!("attribute.md")]
pub use retry_macros::retry;

/// What the attribute expands to. Not public API: it changes without notice.
#[doc(hidden)]
pub mod __private;

/// The README's examples are tested like these.
#[cfg(all(doctest, feature = "macros"))]
#[doc = include_str!("../../README.md")]
struct Readme;
