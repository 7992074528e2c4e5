//! The drivers: front ends of the one engine in `call`, which asks the decision layer and knows how to sleep,
//! how to read the clock and whom to tell.
//!
//! An attempt's outcome goes through `outcome` (is it a failure, and which verdict), `call` (what is decided) and
//! `next` (whom to tell, what to do) to `wait`. The attribute writes these steps out; `configured` makes them for
//! the closure calls (`returning`, `lending`, `blocking`) and the loop `by_hand`.

// Much is public only for the attribute's expansion, or in the signature of a call, and documents itself.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::new_without_default,
    clippy::type_complexity
)]

mod blocking;
mod by_hand;
pub(crate) mod call;
mod clock;
mod configured;
mod event;
mod lending;
mod memory;
pub(crate) mod next;
mod observers;
mod operations;
pub(crate) mod outcome;
pub(crate) mod pause;
pub(crate) mod plain;
mod report;
mod retry;
mod returning;
pub(crate) mod rng;
pub(crate) mod settings;
mod sleep;
pub(crate) mod timeout;
mod wait;

pub use self::event::{Attempt, Failure, GiveUpEvent, RetryEvent};
pub use self::next::Step;
pub use self::retry::Retry;
pub use self::sleep::{Sleep, TokioSleep, TokioSleepFuture};
pub use self::timeout::TimedOut;
pub use self::wait::{Wait, WaitFuture};
