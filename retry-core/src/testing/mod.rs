//! Test code that retries, without waiting and without changing the code.
//!
//! A [`Scope`] runs any future. For every call below that future, however deep, the scope draws the jitter from a seed,
//! skips the waits, limits the attempts if you ask it to, and records what happened:
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use std::cell::Cell;
//! use retry_core::testing::{End, Scope};
//! use retry_core::{GiveUpReason, retry};
//!
//! // Somewhere deep in the code under test.
//! #[retry(base = "1min", cap = "1h", attempts = 4, transient = |_| true, name = "report")]
//! async fn send_report(failures: &Cell<u32>) -> Result<(), &'static str> {
//!     match failures.get() {
//!         0 => Ok(()),
//!         left => {
//!             failures.set(left - 1);
//!             Err("busy")
//!         }
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let scope = Scope::new().seed(7);
//! assert_eq!(scope.run(send_report(&Cell::new(2))).await, Ok(()));
//! assert_eq!(scope.run(send_report(&Cell::new(9))).await, Err("busy"));
//!
//! let trace = scope.trace();
//! let [first, second] = trace.calls() else { panic!("two calls have failed at least once") };
//! assert_eq!((first.attempts(), first.end()), (3, Some(End::Success)));
//! assert_eq!((second.attempts(), second.end()), (4, Some(End::GaveUp(GiveUpReason::Attempts))));
//! assert!(second.waits()[0].delay.as_secs() <= 60);
//! # }
//! ```
//!
//! # Where it holds
//!
//! A scope holds for the future that it runs, and for nothing else. Tests that run in parallel, and scopes that interleave
//! on one thread, never see each other. Of nested scopes the innermost holds. A scope works with any runtime, and without
//! one.
//!
//! A task that is spawned below a scope runs outside it, because the task may outlive the scope. Its calls wait and are not
//! recorded. To test such a task, run it in the scope, `tokio::spawn(scope.run(future))`, or in a scope of its own. Tasks
//! that share a scope share its trace and its clock. The clock moves on when any of the tasks has nothing else to do or has
//! ended.
//!
//! A `static` is shared by all tests of the process, also within scopes. That includes a
//! [`RetryBudget`](crate::RetryBudget).
//!
//! # What time it is
//!
//! A scope has a clock of its own. When everything in the scope waits, the clock moves on to the end of the next wait. So
//! concurrent calls interleave as they would in reality, and elapsed times and deadlines include the skipped waits. The
//! operations themselves take real time on the runtime's clock, and so do timeouts. Under tokio's paused clock the whole test
//! is reproducible. On any other runtime, and without one, a [virtual clock](Scope::with_virtual_clock) makes it so, and
//! [`sleep`] stands in for what takes an operation its time.
//!
//! An operation that waits for something outside the scope, such as a socket or tokio's `yield_now`, does not stop the
//! scope's clock. Meanwhile the wait of another call may end.
//!
//! # What it leaves out
//!
//! A scope cannot script outcomes ("fail the first two attempts with this error, then run the body"). Pass a stand-in for
//! the client to the function instead: the stand-in also sees the arguments. A scope that scripts outcomes would need
//! values of each call's error type, with bounds that `#[retry]` does not ask for, and a check before each attempt.
//!
//! # What it costs elsewhere
//!
//! A call outside a scope pays nothing until an attempt fails. Then it checks whether the program has ever run a scope, and
//! if so, a variable of the thread. A call that asks for the time or for its `context` checks from the start. A program
//! without a scope links little more than an empty pointer.

#[cfg(feature = "std")]
mod current;
#[cfg(feature = "std")]
mod future;
mod hooks;
mod identity;
#[cfg(feature = "std")]
mod records;
#[cfg(feature = "std")]
mod scope;
#[cfg(feature = "std")]
mod scope_hooks;
#[cfg(feature = "std")]
mod sleep;
#[cfg(feature = "std")]
mod trace;
#[cfg(feature = "std")]
mod virtual_time;
#[cfg(feature = "std")]
mod virtual_wait;

#[cfg(feature = "std")]
pub use self::future::ScopedFuture;
pub(crate) use self::hooks::{Hooks, VirtualWait, hooks};
pub(crate) use self::identity::CallId;
#[cfg(feature = "std")]
pub use self::scope::Scope;
#[cfg(feature = "std")]
pub use self::sleep::{sleep, sleep_blocking};
#[cfg(feature = "std")]
pub use self::trace::{CallTrace, End, Trace, WaitTrace};
