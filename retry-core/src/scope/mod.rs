//! Scopes: what holds for the code that one future polls, or one function calls, and for nothing else.
//!
//! A testing scope is one, an attempt whose nested calls make one attempt each is another. What is around the code that
//! runs on a thread is a variable of that thread. A future of a scope sets it for each of its polls, so that a spawned
//! task is outside. The engine asks only after a failure.

mod current;
mod once;

pub(crate) use self::current::{Entered, depth, gave_up, tell, test};
pub use self::once::{Once, once, once_blocking};
