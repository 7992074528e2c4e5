//! The engine: everything that happens in one call.
//!
//! The expansion of the attribute and the calls in [`calls`](crate::calls) are front ends of the engine. Each front end
//! makes an attempt and passes the outcome through the same functions. `admit` and `told` belong to a call with a
//! breaker:
//!
//! ```text
//! admit ─▶ attempt ─▶ outcome ─▶ judge ─▶ until ─▶ told ─▶ step ─▶ Return: the outcome
//!                                                           └────▶ Wait { delay } ─▶ wait ─▶ next attempt
//! ```
//!
//! The front end owns the outcome. It lends the outcome to each function, and drops it before the wait.
//!
//! | module | holds |
//! |---|---|
//! | `call` | the state that a call carries through its attempts |
//! | `settings` | the name and the policy of a call, which do not change while it runs |
//! | `name` | the name of a call, computed only when an event needs it |
//! | `outcome` | what an outcome means for the call: `judge`, `until` |
//! | `limit` | the time limit of one attempt: its timeout, or the time before the deadline |
//! | `step` | what follows an outcome: the decision, the hooks, the beginning of the wait |
//! | `step_options` | the options of a call, as its step borrows them |
//! | `decided` | the decision about a failed attempt |
//! | `nested` | a call inside an attempt of another call: which of the two makes another attempt |
//! | `wait` | the wait between two attempts |
//! | `stop` | the orderly stop of a call, which ends a wait early |
//! | `clock`, `random` | elapsed time and jitter, read only if something needs them |
//! | `failed`, `observer` | a failed attempt, and its observers: the hooks of the call and those of its retrier |
//! | `call_report` | the report of a call that has ended |
//! | `event`, `report` | the events for hooks; the events for `tracing` and `metrics` |
//! | `described` | the text of an error, with its causes |
//! | `admission` | an attempt behind a breaker: asks the breaker, and tells it how the attempt ended |
//! | `breaker` | the methods of a breaker that read the clock |
//! | `timed_out` | the error of a timed-out attempt |
//! | `timer` | the timer of a wait or of a time limit |
//! | `runtime` | the runtimes; no other module of the engine names one |
//!
//! An option is data on [`Call`](call::Call), a field of [`StepOptions`](step_options::StepOptions), or a line of its own
//! between two steps. An option is never another engine.

pub(crate) mod admission;
pub(crate) mod breaker;
pub(crate) mod call;
pub(crate) mod call_report;
pub(crate) mod clock;
mod decided;
pub(crate) mod described;
mod event;
pub(crate) mod failed;
pub(crate) mod limit;
pub(crate) mod name;
mod nested;
pub(crate) mod observer;
pub(crate) mod outcome;
pub(crate) mod random;
mod report;
pub(crate) mod runtime;
pub(crate) mod settings;
pub(crate) mod step;
pub(crate) mod step_options;
pub(crate) mod stop;
mod timed_out;
mod timer;
pub(crate) mod wait;
#[cfg(not(feature = "std"))]
pub(crate) mod without_std;

pub use self::call_report::CallReport;
pub use self::event::{Attempt, ErrorText, Failure, GiveUpEvent, RetryEvent};
pub use self::step::Step;
pub use self::timed_out::TimedOut;
