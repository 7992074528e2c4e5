//! Calls of closures and loops written by hand: front ends of the [`engine`](crate::engine).
//!
//! [`RetryPolicy`](crate::RetryPolicy) and [`Retrier`] start a call. Both give a [`Retry`], a builder with the same
//! methods for every kind of attempts. The call then runs the engine's steps until one of them returns the outcome.
//!
//! | module | holds |
//! |---|---|
//! | `retrier` | `Retrier`: what many calls share |
//! | `shared` | the fields of a `Retrier` that each call copies |
//! | `attempts` | what the attempts of every kind of call have in common |
//! | `retry` | `Retry`: the builder of a call |
//! | `appearance` | `name`, `as_error`: how a call appears in events, logs and metrics |
//! | `clock` | the clock of a call: the system's, or a function of the user |
//! | `sources` | how a call is given one, and its random source: `clock`, `rng` |
//! | `options` | the options of a call: predicate, condition, hooks, generator; and the engine's step with them |
//! | `async_attempts` | the options that need attempts which are futures: `sleep`, `stop`, `timeout` |
//! | `sleep` | how an async call waits |
//! | `limits`, `timeout`, `guard` | what limits an attempt: its time, and whether a breaker admits it |
//! | `breaker` | which breaker a call has: `breaker`, `breaker_open`, `no_breaker` |
//! | `nesting` | `nested_once`: whether calls inside an attempt are retried |
//! | `report` | `run_with_report`: the report of a call beside its outcome |
//! | `stop` | how a call is told to stop |
//! | `future` | a closure that returns a future: `retry` |
//! | `async_closure` | an async closure: `retry_async_closure` |
//! | `blocking` | a closure that blocks: `retry_blocking` |
//! | `by_hand` | a loop that the user writes: `start`, `start_blocking` |
//! | `loop_wait` | the wait of a loop that the user writes |

mod appearance;
mod async_attempts;
mod async_closure;
mod attempts;
mod blocking;
mod breaker;
mod by_hand;
mod clock;
mod future;
mod guard;
mod limits;
mod loop_wait;
mod nesting;
mod options;
mod report;
mod retrier;
mod retry;
mod shared;
mod sleep;
mod sources;
mod stop;
mod timeout;

pub use self::by_hand::{BlockingRetryLoop, RetryLoop};
pub use self::retrier::Retrier;
pub use self::retry::Retry;
pub(crate) use self::shared::AsTimeout;
#[cfg(feature = "tower")]
pub(crate) use self::{
    clock::SystemClock,
    future::{Futures, Operation},
    guard::{Breaker, Guard, NoBreaker},
    limits::Limited,
    options::{AsError, CallOptions, Condition, Description, NoDescription, Predicate},
    sleep::RuntimeTimer,
    timeout::{ByFrom, NoTimeout, TimeLimit, Timeout},
};
