//! `#[retry]` retries the transient failures of a function with exponential backoff and full jitter. It returns a
//! permanent error at once, and the original last error when the attempts are used up.
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
//! Nothing is retried by default. Either the error type says which of its values are transient, by implementing
//! [`Transient`], or the call has a predicate that says so. [`chain`] has a predicate for `anyhow::Error`,
//! `eyre::Report` and boxed errors.
//!
//! The crate has three layers. Each layer uses only the layers above it in this table:
//!
//! | layer | items | knows |
//! |---|---|---|
//! | policy | [`RetryPolicy`], [`Backoff`], [`Jitter`], [`Delays`], [`Schedule`] | durations, attempt numbers, a random source handed in |
//! | decision | [`Verdict`], [`Transient`], [`chain`], [`RetryBudget`], [`CircuitBreaker`], [`RetryState`], [`Decision`] | the policy, the verdict on one outcome, the elapsed time handed in |
//! | calls | `#[retry]`, [`RetryPolicy::retry`] and the methods beside it, [`RetryEvent`], [`testing`] | futures, a timer, a clock |
//!
//! # Words
//!
//! A *call* is one use of an annotated function or a closure. A call makes one or more *attempts*. The first attempt is
//! attempt 1: where another library counts `n` retries, this crate counts `n + 1` attempts. The *ceiling* is the
//! longest delay that backoff gives after an attempt, `min(cap, base × factor^(attempt − 1))`. *Jitter* chooses the
//! delay at or below the ceiling.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `macros` | on | `#[retry]` and `#[derive(Transient)]` |
//! | `tokio` | on | waits on tokio |
//! | `std` | on | the standard library; every other feature but `macros` brings it |
//! | `async-io` | off | waits on smol, async-std and any other executor |
//! | `wasm` | off | waits, time and random numbers from JavaScript, in a browser and in Node.js; `wasm32-unknown-unknown` needs it, other targets ignore it |
//! | `http` | off | in a module `http`: the verdict on an HTTP response, from its status and its `Retry-After`, and an error that holds both |
//! | `reqwest-0_13`, `reqwest-0_12`, `hyper-1`, `hyper-util-0_1` | off | the verdict on the errors of that version of that crate, and `http::ensure_success` for its responses |
//! | `native-tls-0_2` | off | the verdict on native-tls's errors, also inside the errors of reqwest and hyper |
//! | `sqlx-0_8`, `sqlx-0_9`, `tokio-postgres-0_7`, `rusqlite-0_43`, `redis-1`, `tonic-0_14` | off | the verdict on the errors of that version of that crate |
//! | `serde` | off | in a module `settings`: policies, timeouts and budgets from files and environment variables |
//! | `tower` | off | `tower::RetryLayer`, retries in a [tower](https://docs.rs/tower) stack |
//! | `tracing` | off | events for [`tracing`](https://docs.rs/tracing) |
//! | `metrics` | off | counters and histograms for [`metrics`](https://docs.rs/metrics) |
//!
//! A feature that is named after a crate and its version depends on that crate, without the crate's default features.
//! Some of these crates need a newer Rust than 1.85: `rusqlite-0_43` needs 1.89, `sqlx-0_9` 1.94, `redis-1` 1.88 from
//! redis 1.2.3 on, and `tonic-0_14` 1.88 from tonic 0.14.6 on.
//!
//! # Runtimes
//!
//! An async call takes its timer and its clock from a runtime. It uses the first of these that is available and whose
//! feature is on:
//!
//! | feature | timer | available |
//! |---|---|---|
//! | `wasm` | JavaScript's `setTimeout` | on `wasm32-unknown-unknown` |
//! | `tokio` | tokio's | inside a tokio runtime with the time driver enabled |
//! | `async-io` | async-io's own thread | everywhere but on WebAssembly |
//!
//! [`runtime_name`] returns the name of that feature. Waits, timeouts and deadlines use the same clock. A call with its
//! own `sleep` and without a timeout needs no runtime. A blocking call puts its thread to sleep.
//!
//! A call that needs a timer panics if no runtime is available, and the message says what to do. In a debug build the
//! call panics at its first poll, otherwise when it first waits.
//!
//! # Without the standard library
//!
//! With `default-features = false` the crate needs only `core` and `alloc`. It has everything but [`testing`], [`once`]
//! and `nested_once`. The caller provides what the system would provide, and a missing part is a compile error:
//!
//! - `rng` for the jitter;
//! - `clock` where a call needs the time: always in closures and in loops by hand, and in each
//!   [breaker](CircuitBreakerBuilder::clock);
//! - `sleep`. Only a closure without a `sleep`, or with a timeout, compiles without one: it panics as above.
//!
//! A [`RetryState`] needs only the numbers that it is given.
//!
//! The platform needs atomics with compare-and-swap. If it has none of 64 bits, a breaker uses those of
//! [`portable-atomic`](https://docs.rs/portable-atomic). Its feature `critical-section` keeps interrupts out.
//!
//! # Logs and metrics
//!
//! The names and labels for `tracing` and `metrics` stay the same between versions. The number of their values is
//! bounded: `call` is the name of the function and never holds an argument. A call that gives up before its first
//! attempt, because its breaker is open, counts as one attempt.
//!
//! | `tracing`: target `retry` | level | fields |
//! |---|---|---|
//! | `retrying` | warn | `call`, `attempt`, `delay_seconds`, `source` (`backoff`, `retry_after`, `exact`) |
//! | `gave up` | warn; debug for a permanent error | `call`, `attempt`, `reason` (`permanent`, `attempts`, `retry_after_too_long`, `deadline`, `breaker`, `budget`, `stopped`) |
//! | `succeeded after retries` | info | `call`, `attempts` |
//! | `breaker changed` | warn | `breaker`, `from`, `to` (`closed`, `open`, `half_open`) |
//!
//! Three more fields appear where they apply:
//!
//! - `elapsed_seconds`, if the call measures its time: with a deadline, a timeout, a hook or a `context`, and in a loop
//!   written by hand.
//! - `error`, on the event of a failure: the text of the error and its causes, as in a [`RetryEvent`]. An annotated
//!   function sets the field if the type of its error has a text; `trace_error = false` switches the field off. Other
//!   calls need [`as_error`](Retry::as_error).
//! - `depth`, on the event of a failure, if it is not 0: how many attempts with `nested = "once"` are around the call.
//!
//! | `metrics`: target `retry` | kind | labels |
//! |---|---|---|
//! | `retry_calls_total` | counter, one per call that ended | `call`, `outcome` (`success`, `success_after_retries`, or the `reason` above) |
//! | `retry_call_attempts` | histogram, one value per call that ended | `call` |
//! | `retry_wait_seconds` | histogram, the seconds of each wait | `call`, `source` |
//! | `retry_breaker_transitions_total` | counter, one per change of a breaker's state | `breaker`, `to` |
//!
//! A recorder gets the descriptions of all four with its first value.
//!
//! `metrics` allocates the labels once for each call that ended and once for each wait, even if no recorder is
//! installed. `tracing` allocates only for the text of an error that a subscriber records, and costs nothing when the
//! first attempt succeeds.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(not(test), warn(clippy::alloc_instead_of_core, clippy::std_instead_of_alloc, clippy::std_instead_of_core))]

extern crate alloc;

#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "std", not(feature = "wasm")))]
compile_error!(
    "retry-core needs its feature `wasm` on wasm32-unknown-unknown, because only JavaScript has time and random numbers there"
);

mod atomic;
mod calls;
pub mod chain;
mod decision;
mod engine;
#[cfg(feature = "http")]
pub mod http;
mod policy;
mod scope;
#[cfg(feature = "serde")]
pub mod settings;
#[cfg(feature = "std")]
pub mod testing;
#[cfg(not(feature = "std"))]
mod testing;
#[cfg(feature = "tower")]
pub mod tower;
mod verdicts;

pub use self::calls::{BlockingRetryLoop, Retrier, Retry, RetryLoop};
pub use self::decision::{
    BreakerCounts, BreakerError, BreakerOpen, BreakerPermit, BreakerState, BreakerTransition, BudgetError,
    CircuitBreaker, CircuitBreakerBuilder, Decision, DelaySource, GiveUpReason, RetryBudget, RetryState, Transient,
    Verdict,
};
pub use self::engine::runtime::name as runtime_name;
pub use self::engine::{Attempt, CallReport, ErrorText, Failure, GiveUpEvent, RetryEvent, Step, TimedOut};
/// The crate [`rand`] in the version that this crate uses, for the generators of `rng`.
pub use rand;

pub use self::policy::{
    Backoff, DelayList, Delays, Jitter, ParseError, PolicyError, RetryPolicy, RetryPolicyBuilder, Schedule,
};
#[cfg(feature = "std")]
pub use self::scope::{Once, once, once_blocking};
#[cfg(feature = "macros")]
#[doc = include_str!("derive_transient.md")]
pub use retry_macros::Transient;
#[cfg(feature = "macros")]
#[doc = include_str!("attribute.md")]
pub use retry_macros::retry;

/// The names that the expansion of the macros uses. Not public API: they change without notice. The module's name holds
/// the version, so that macros of another version do not find the module.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private_0_1_0;

/// Runs the programs of the page about settings as doctests. They need the feature `serde`.
#[cfg(all(doctest, feature = "macros", feature = "serde"))]
#[doc = include_str!("../../docs/cookbook/configuration.md")]
struct Configuration;
