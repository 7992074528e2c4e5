//! The calls that a program makes itself, where no function is annotated. Each is a front end of the
//! [`engine`](crate::engine).
//!
//! | module | holds |
//! |---|---|
//! | `retrier` | `Retrier`, which calls begin with; a policy alone becomes one |
//! | `shared` | what it holds, and every call has its own copy of |
//! | `retry` | the builder, which is the same for all of them |
//! | `clock` | what tells it the time |
//! | `options` | what it was given: predicate, condition, hooks, generator; takes the engine's step |
//! | `async_attempts` | what only a call of futures can be given: `sleep`, `timeout` |
//! | `sleep` | how an async call waits |
//! | `limits`, `timeout`, `breaker` | what limits its attempts: how long they may take, whether a breaker lets them through |
//! | `nesting` | what an attempt means for the retried calls in it: `nested_once` |
//! | `report` | what a call came to, beside its outcome |
//! | `stop` | what tells a call to stop |
//! | `future` | a closure that returns a future: `retry` |
//! | `async_closure` | an async closure: `retry_async_closure` |
//! | `blocking` | a closure that blocks: `retry_blocking` |
//! | `by_hand` | a loop that the user writes: `start`, `start_blocking` |
//! | `loop_wait` | the wait of such a loop |

mod async_attempts;
mod async_closure;
mod blocking;
mod breaker;
mod by_hand;
mod clock;
mod future;
mod limits;
mod loop_wait;
mod nesting;
mod options;
mod report;
mod retrier;
mod retry;
mod shared;
mod sleep;
mod stop;
mod timeout;

pub use self::by_hand::{BlockingRetryLoop, RetryLoop};
pub use self::retrier::Retrier;
pub use self::retry::Retry;
pub(crate) use self::shared::AsTimeout;
#[cfg(feature = "tower")]
pub(crate) use self::{
    breaker::{Breaker, Guard, NoBreaker},
    clock::SystemClock,
    future::{Futures, Operation},
    limits::Limited,
    options::{AsError, CallOptions, Condition, Description, NoDescription, Predicate},
    sleep::RuntimeTimer,
    timeout::{ByFrom, NoTimeout, TimeLimit, Timeout},
};
