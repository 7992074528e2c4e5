//! Tests of code that retries, without waiting and without changing the code.
//!
//! A [`Scope`] runs any future. In every call inside that future, at any depth, the scope draws the jitter from a seed,
//! skips the waits, limits the attempts if you set a limit, and records what happened:
//!
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! use std::cell::Cell;
//! use retry_core::testing::{End, Scope};
//! use retry_core::{GiveUpReason, retry};
//!
//! // A function of the code under test.
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
//! # Which code is in a scope
//!
//! The future that a scope runs is in the scope, and no other code is. Tests that run in parallel, and scopes that
//! interleave on one thread, do not affect each other. Inside nested scopes the innermost scope counts. A scope works
//! with any runtime, and without one.
//!
//! A spawned task runs outside the scope, because the task may outlive the scope. Its calls wait and are not recorded.
//! To test such a task, run its future in the scope, `tokio::spawn(scope.run(future))`, or in another scope. Tasks that
//! share a scope share its trace and its clock. The clock moves on when one of the tasks has nothing else to do or has
//! ended.
//!
//! All tests of a process share a `static`, inside scopes too: for example a [`RetryBudget`](crate::RetryBudget).
//!
//! # The clock of a scope
//!
//! A scope has its own clock. When everything in the scope waits, the clock moves on to the end of the next wait.
//! Concurrent calls interleave as they would in real time. Elapsed times and deadlines include the skipped waits.
//! Operations and timeouts still take real time on the runtime's clock.
//!
//! With tokio's paused clock the whole test is reproducible. On another runtime, or without one, use a
//! [virtual clock](Scope::with_virtual_clock), and [`sleep`] in place of operations that take time.
//!
//! An operation that waits for something outside the scope, such as a socket or tokio's `yield_now`, does not stop the
//! scope's clock. The wait of another call may end in the meantime.
//!
//! # What a scope cannot do
//!
//! A scope cannot script outcomes ("fail the first two attempts with this error, then run the body"). Pass a fake
//! client to the function instead: a fake client also sees the arguments. To script outcomes, a scope would need values
//! of each call's error type, with bounds that `#[retry]` does not require, and a check before each attempt.
//!
//! # Cost outside of tests
//!
//! A call outside a scope pays nothing until an attempt fails. Then the call checks whether the program has ever run a
//! scope. If so, the call reads a thread-local variable. A call that needs the time or its `context` checks at its
//! start. A program without a scope links little more than an empty pointer.
//!
//! # Modules
//!
//! | module | holds |
//! |---|---|
//! | `scope`, `future` | [`Scope`], and the future that it runs |
//! | `trace`, `records` | what a test reads, and how calls are recorded |
//! | `sleep` | operations that take time on the scope's clock |
//! | `hooks`, `scope_hooks` | the questions of the engine, and the scope's answers |
//! | `current`, `identity` | the current scope of a thread, and the identity of a call in it |
//! | `virtual_time`, `virtual_wait` | the scope's clock, and a wait on it |

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
