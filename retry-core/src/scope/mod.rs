//! Scopes: what holds for the code that one future polls, or one function calls, and for nothing else.
//!
//! A testing scope is one, an attempt whose nested calls make one attempt each is another. What is around the code that
//! runs on a thread is a variable of that thread. A future of a scope sets it for each of its polls, so that a spawned
//! task is outside. The engine asks only after a failure.

#[cfg(feature = "std")]
mod current;
#[cfg(not(feature = "std"))]
mod missing;
#[cfg(feature = "std")]
mod once;

#[cfg(feature = "std")]
pub(crate) use self::current::{Entered, depth, gave_up, tell, test};
#[cfg(not(feature = "std"))]
pub(crate) use self::missing::{depth, gave_up, tell};
#[cfg(feature = "std")]
pub use self::once::{Once, once, once_blocking};
