//! Tests of code that retries, without waiting and without changing it.
//!
//! A [`Scope`] is put around any future. Of every call that is made below it, however deep, it decides the jitter
//! from a seed, skips the waits, limits the attempts if told to, and records what happened:
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
//! For the future that it runs and nothing else: tests in parallel, scopes that run interleaved on one thread and
//! scopes within scopes never see each other; in a nested one the innermost holds. It needs no runtime, or works
//! with any.
//!
//! A task that is spawned below a scope runs outside of it, as it outlives it: its calls wait and are not
//! recorded. To have it tested too run it in the scope itself, `tokio::spawn(scope.run(future))`, or in one of its
//! own. Tasks that share a scope share its trace and its clock, which moves on when any of them has nothing else
//! to do or has ended.
//!
//! What calls share in a `static` they share in a scope too: a [`RetryBudget`](crate::RetryBudget) is taken from and
//! filled by every test in the process.
//!
//! # What time it is
//!
//! The waits are skipped in the order in which they end: when everything in the scope waits, its clock moves on to
//! the end of the next wait. So calls that run concurrently interleave as they would in reality, and elapsed times
//! and deadlines include the waits that nobody waited for. The time that the operations themselves take is real;
//! it stands on the runtime's clock, and so do timeouts. Under tokio's paused one all of it is reproducible. On any other
//! runtime, and without one, a [virtual clock](Scope::with_virtual_clock) does the same for stand-ins, which take
//! their time by [`sleep`].
//!
//! What waits for something outside of the scope does not hold its clock up: while one call's attempt waits for a
//! socket, or in tokio's `yield_now`, another's wait is over.
//!
//! # What it leaves out
//!
//! Outcomes cannot be scripted ("fail the first two attempts with this error, then run the body"). To put an error in the
//! place of an attempt a scope would have to hold a value of the error's type for each call, which takes bounds that
//! `#[retry]` does not ask of an error, and it would have to be asked before each attempt, also of calls that succeed.
//! A stand-in for what the function calls does it better: it sees the arguments too.
//!
//! # What it costs elsewhere
//!
//! Nothing until something fails, and then a look at whether anything has run in a scope, and if so at a variable of the
//! thread. Calls that ask for the time or for their `context` look from the start. A program that runs nothing in a scope
//! is linked with little more of this than an empty pointer.

mod current;
mod future;
mod hooks;
mod identity;
mod records;
mod scope;
mod scope_hooks;
mod sleep;
mod trace;
mod virtual_time;
mod virtual_wait;

pub use self::future::ScopedFuture;
pub(crate) use self::hooks::{Hooks, VirtualWait, hooks};
pub(crate) use self::identity::CallId;
pub use self::scope::Scope;
pub use self::sleep::{sleep, sleep_blocking};
pub use self::trace::{CallTrace, End, Trace, WaitTrace};
