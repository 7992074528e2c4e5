//! The engine: everything that happens in one call, whoever makes it.
//!
//! The attribute's expansion and the calls in [`calls`](crate::calls) are front ends of it. Each of them makes an
//! attempt and takes its outcome the same way; `admit` and `told` are those of a call with a breaker:
//!
//! ```text
//! admit ─▶ attempt ─▶ outcome ─▶ judge ─▶ until ─▶ told ─▶ step ─▶ Return: the outcome
//!                                                           └────▶ Wait { delay } ─▶ wait ─▶ next attempt
//! ```
//!
//! The outcome stays with the front end, which lends it to each of them and drops it before the wait.
//!
//! | module | holds |
//! |---|---|
//! | `call` | the state that a call carries through its attempts |
//! | `settings` | what is fixed before it begins: name and policy |
//! | `name` | the name of a call, found out only when someone is told |
//! | `outcome` | an outcome and what it means: `judge`, `until` |
//! | `limit` | the time of one attempt: timeout, and what is left before the deadline |
//! | `step` | what follows an outcome: asks the decision layer, tells the hooks, begins the wait on the runtime's clock |
//! | `nested` | a call within an attempt of another one: which of the two makes another attempt |
//! | `wait` | the wait between two attempts |
//! | `stop` | the future that ends a wait early, for good |
//! | `clock`, `random` | elapsed time and jitter, asked only where something needs them |
//! | `failed`, `observer` | a failed attempt, and who is told of it: the hooks of the call and those that calls share |
//! | `call_report` | what a call came to, for who asks |
//! | `event`, `report` | what hooks are told; what `tracing` and `metrics` are told |
//! | `described` | the text of an error, with its causes |
//! | `admission` | an attempt behind a breaker: whether it is made, and what the breaker is told |
//! | `breaker` | a breaker on the clock, and who is told of its changes |
//! | `timed_out` | the error of an attempt that has taken its timeout |
//! | `timer` | what a wait waits for, and an attempt with a limit |
//! | `runtime` | the runtimes, of which one has the wait: nothing else of the engine names one |
//!
//! What an option needs is data on [`Call`](call::Call), in [`StepOptions`](step::StepOptions), or a line of its own
//! between two steps. It is never another engine.

pub(crate) mod admission;
pub(crate) mod breaker;
pub(crate) mod call;
pub(crate) mod call_report;
pub(crate) mod clock;
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
