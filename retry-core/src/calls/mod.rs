//! The calls that a program makes itself, where no function is annotated. Each is a front end of the
//! [`engine`](crate::engine).
//!
//! | module | holds |
//! |---|---|
//! | `retrier` | `Retrier`, which calls begin with; a policy alone becomes one |
//! | `shared` | what it holds, and every call has its own copy of |
//! | `retry` | the builder, which is the same for all of them |
//! | `options` | what it was given: predicate, condition, hooks, generator; takes the engine's step |
//! | `async_attempts` | what only a call of futures can be given: `sleep`, `timeout` |
//! | `sleep`, `timeout` | how an async call waits, and how long its attempts may take |
//! | `future` | a closure that returns a future: `retry` |
//! | `async_closure` | an async closure: `retry_async_closure` |
//! | `blocking` | a closure that blocks: `retry_blocking` |
//! | `by_hand` | a loop that the user writes: `start`, `start_blocking` |

mod async_attempts;
mod async_closure;
mod blocking;
mod by_hand;
mod future;
mod options;
mod retrier;
mod retry;
mod shared;
mod sleep;
mod timeout;

pub use self::by_hand::{BlockingRetryLoop, RetryLoop};
pub use self::retrier::Retrier;
pub use self::retry::Retry;
pub(crate) use self::shared::AsTimeout;
#[cfg(feature = "tower")]
pub(crate) use self::{
    future::{Futures, Operation},
    options::{AsError, CallOptions, Condition, Description, NoDescription, NoRng, Predicate},
    sleep::RuntimeTimer,
    timeout::{ByFrom, Limits, NoTimeout, Timeout},
};
