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
//! Nothing is retried by default. The error type says which errors are transient, through [`Transient`], or the call has
//! a predicate. [`chain`] has a predicate for `anyhow::Error`, `eyre::Report` and boxed errors.
//!
//! The crate has three layers. Each layer knows only those before it:
//!
//! | layer | items | knows |
//! |---|---|---|
//! | policy | [`RetryPolicy`], [`Backoff`], [`Jitter`], [`Delays`], [`Schedule`] | durations, attempt numbers, a random source handed in |
//! | decision | [`Verdict`], [`Transient`], [`chain`], [`RetryBudget`], [`CircuitBreaker`], [`RetryState`], [`Decision`] | the policy, the verdict on one outcome, the elapsed time handed in |
//! | calls | `#[retry]`, [`RetryPolicy::retry`] and the methods beside it, [`RetryEvent`], [`testing`] | futures, a timer, a clock |
//!
//! # Words
//!
//! A *call* is one use of an annotated function or a closure. It makes one or more *attempts*, and the first one counts. The
//! *ceiling* is the longest delay that backoff gives after an attempt, `min(cap, base × factor^(attempt − 1))`. *Jitter*
//! chooses the delay below the ceiling. In a library that counts retries, `n` retries are `n + 1` attempts here.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `macros` | on | `#[retry]` and `#[derive(Transient)]` |
//! | `tokio` | on | waits on tokio |
//! | `std` | on | the standard library; every other feature but `macros` brings it |
//! | `async-io` | off | waits on smol, async-std and any other executor |
//! | `wasm` | off | waits, time and random numbers in a browser and in node; does nothing but on `wasm32-unknown-unknown`, and is needed there |
//! | `http` | off | the verdict on an HTTP response, from its status and its `Retry-After`, and an error that keeps both, in a module `http` |
//! | `reqwest-0_13`, `reqwest-0_12`, `hyper-1`, `hyper-util-0_1` | off | the verdict on the errors of that version of that crate, and `http::ensure_success` for its responses |
//! | `native-tls-0_2` | off | the verdict on native-tls's errors, also within those of reqwest and hyper |
//! | `sqlx-0_8`, `sqlx-0_9`, `tokio-postgres-0_7`, `rusqlite-0_43`, `redis-1`, `tonic-0_14` | off | the verdict on the errors of that version of that crate |
//! | `serde` | off | policies, timeouts and budgets from files and environment variables, in a module `settings` |
//! | `tower` | off | `tower::RetryLayer`, retries in a [tower](https://docs.rs/tower) stack |
//! | `tracing` | off | events for [`tracing`](https://docs.rs/tracing) |
//! | `metrics` | off | counters and histograms for [`metrics`](https://docs.rs/metrics) |
//!
//! A feature that is named after a crate and its version brings that crate in, without its default features. Some need a
//! newer Rust than 1.85, because the crate does: `rusqlite-0_43` 1.89, `sqlx-0_9` 1.94, `redis-1` 1.88 from redis 1.2.3 on,
//! and `tonic-0_14` 1.88 from tonic 0.14.6 on.
//!
//! # Runtimes
//!
//! An async call waits for the timer of the first of these runtimes whose feature is on and that is in reach:
//! JavaScript's, which is everywhere on `wasm32-unknown-unknown`; tokio's, within a tokio runtime whose time is enabled;
//! and `async-io`'s, which is everywhere else. [`runtime_name`] tells which one that is. Timeouts and deadlines are on the
//! same clock. A call with a `sleep` of its own and no timeout needs none of them, and one that blocks waits with its
//! thread.
//!
//! A call that needs a timer where there is none panics, with what to do about it: in a debug build at its first poll,
//! otherwise at its first wait.
//!
//! # Without the standard library
//!
//! With `default-features = false` the crate needs `core` and `alloc` alone. There is everything but [`testing`], [`once`] and
//! `nested_once`. What the system would bring is given by hand, and what is missing is a compile error: `rng` for the
//! jitter; `clock` where the time is asked for, for loops by hand and closures always, and one for each
//! [breaker](CircuitBreakerBuilder::clock); and a `sleep`. Only a closure without a `sleep`, or with a timeout, is found at run
//! time: it panics as above. A [`RetryState`] needs nothing but the numbers that it is given.
//!
//! The platform needs atomics with compare-and-swap. Where it has none of 64 bits, a breaker uses those of
//! [`portable-atomic`](https://docs.rs/portable-atomic), whose feature `critical-section` keeps interrupts out.
//!
//! # What is told
//!
//! The names and labels of `tracing` and `metrics` are stable between versions, and their number is bounded: `call` is
//! the name of the function, and never holds an argument. A call that
//! gives up before its first attempt, because its breaker is open, counts one attempt.
//!
//! | `tracing`: target `retry` | level | fields |
//! |---|---|---|
//! | `retrying` | warn | `call`, `attempt`, `delay_seconds`, `source` (`backoff`, `retry_after`, `exact`) |
//! | `gave up` | warn; debug for a permanent error | `call`, `attempt`, `reason` (`permanent`, `attempts`, `retry_after_too_long`, `deadline`, `breaker`, `budget`, `stopped`) |
//! | `succeeded after retries` | info | `call`, `attempts` |
//! | `breaker changed` | warn | `breaker`, `from`, `to` (`closed`, `open`, `half_open`) |
//!
//! An event also has `elapsed_seconds` if the call knows the time: with a deadline, a timeout, a hook or a `context`, and
//! in a loop written by hand. The event of a failure has `error` if the type of the error can be shown: its text and its
//! causes, as in a [`RetryEvent`]. An annotated function finds out by itself whether it can, and `trace_error = false`
//! switches the field off. Other calls need [`as_error`](Retry::as_error). It has `depth` where that is not 0: the attempts
//! around the call that have `nested = "once"`.
//!
//! | `metrics`: target `retry` | kind | labels |
//! |---|---|---|
//! | `retry_calls_total` | counter, one per call that ended | `call`, `outcome` (`success`, `success_after_retries`, or the reason as above) |
//! | `retry_call_attempts` | histogram, one value per call that ended | `call` |
//! | `retry_wait_seconds` | histogram, one value per wait | `call`, `source` |
//! | `retry_breaker_transitions_total` | counter, one per change of a breaker's state | `breaker`, `to` |
//!
//! The first value registers the descriptions of all of them.
//!
//! `metrics` allocates once for each call that has ended and once for each wait, for the labels, even if no recorder is
//! installed. `tracing` allocates only for the text of an error that a subscriber records. It costs nothing when the first
//! attempt succeeds.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(not(test), warn(clippy::alloc_instead_of_core, clippy::std_instead_of_alloc, clippy::std_instead_of_core))]

extern crate alloc;

#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "std", not(feature = "wasm")))]
compile_error!(
    "retry-core on wasm32-unknown-unknown needs its feature `wasm`, as nothing but the JavaScript around a module has time and random numbers there"
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
/// The traits and generators for `rng`: [`rand`] in the version that this crate uses.
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

/// What the macros expand to. Not public API: it changes without notice. It carries the version, so that macros of
/// another version do not find it.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private_0_1_0;

/// The programs of the page about settings, which need the feature `serde`, are tested like these.
#[cfg(all(doctest, feature = "macros", feature = "serde"))]
#[doc = include_str!("../../docs/cookbook/configuration.md")]
struct Configuration;
