//! Scopes: data for the code inside one future or one function call, and for no other code.
//!
//! There are two kinds: a testing scope, and an attempt whose nested calls make one attempt each. A thread-local
//! variable holds the current scope of each kind. The future of a scope sets the variable during each of its polls. A
//! spawned task is polled outside that future, so the task is outside the scope. The engine reads the variable only
//! after a failure.

#[cfg(feature = "std")]
mod current;
#[cfg(not(feature = "std"))]
mod missing;
#[cfg(feature = "std")]
mod once;

#[cfg(feature = "std")]
pub(crate) use self::current::{Entered, depth, record_give_up, take_give_up, testing_scope};
#[cfg(not(feature = "std"))]
pub(crate) use self::missing::{depth, record_give_up, take_give_up};
#[cfg(feature = "std")]
pub use self::once::{Once, once, once_blocking};
