//! The drivers: front ends of the one engine in `call`, which asks the decision layer and knows how to sleep,
//! how to read the clock and whom to tell.

pub(crate) mod call;
mod closure;
mod event;
mod generator;
mod settings;
mod sleep;

pub use self::closure::{Retry, RetryFuture};
pub use self::event::{Attempt, RetryEvent};
pub(crate) use self::generator::CallRng;
pub use self::sleep::{Sleep, TokioSleep, TokioSleepFuture};
