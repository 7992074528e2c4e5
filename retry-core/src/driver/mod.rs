//! The drivers: front ends of the one engine in `call`, which asks the decision layer and knows how to sleep,
//! how to read the clock and whom to tell.

pub(crate) mod call;
pub(crate) mod call_rng;
mod closure;
mod event;
mod predicate_and_hook;
mod sleep;

pub use self::closure::Retry;
pub use self::event::{Attempt, RetryEvent};
pub use self::sleep::{Sleep, TokioSleep, TokioSleepFuture};
