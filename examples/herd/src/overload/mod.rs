//! Model B: a server with a limited capacity, and its recovery from an outage.
//!
//! **Clients.** Each of N clients thinks for a time that is exponentially distributed with a mean of [`THINK`], makes a
//! call, and thinks again when the call has ended. An attempt has failed if its answer is not back [`TIMEOUT`] after it
//! reached the server. The library decides what follows a failed attempt: [`RetryState`](retry_core::RetryState) with
//! the policy of the [`Variant`], and a [`RetryBudget`](retry_core::RetryBudget) if the variant has one. Every
//! [`PROCESS`] clients share a budget with [`BUDGET`] tokens and a deposit of 0.1, as the callers within one process
//! share a `static`. In the same way they share a [`CircuitBreaker`] with the settings of
//! [`BREAKER`]. A client asks the breaker when an attempt begins, and tells it when the client learns how the attempt
//! has ended.
//!
//! **Server.** It handles one request after the other, in the order of their arrival. Each takes the same time, which is
//! such that N thinking clients use the share `load` of its capacity. A request that would not be done [`LONGEST_WAIT`]
//! after its arrival is rejected at once, which costs nothing. That wait is twice the timeout: the server does not know
//! that a client has gone, and a queue that stays full keeps the server busy with work for nobody. One request in
//! [`GLITCH`] gets a transient error although it is done in time.
//!
//! **Outage.** It lasts for [`OUTAGE`], and there are three [kinds](Outage):
//!
//! - The server is down. Requests in its queue are lost, and arriving requests are refused at once. The beginning of this
//!   outage breaks the connection of every client. Each client that is thinking makes its call at that moment, as clients do
//!   that have lost a stream or a lease. This is the herd.
//! - The server hangs. Requests in its queue and arriving requests are never answered.
//! - The server fails in part. Half of the requests, chosen at random, are refused at once, and the others are served.
//!
//! In the second and the third kind, a client notices nothing before its own attempt. The run ends at [`HORIZON`].
//!
//! **Network.** Each message takes |Normal(10 ms, 2 ms)|, as in [`contention`](crate::contention).
//!
//! **Limits of the model.** Refusing costs nothing here, so sharp spikes of clients without jitter do less harm than to a
//! server that has to accept a connection before it can reject it. And a client begins its next call only when the last
//! one has ended, which reduces the load. The load at which a variant fails depends on such details, and on the total
//! wait of its policy: with a fixed delay of 2 s the server recovers at 70 %, and with one of 1 s not at 60 %.

mod claims;
mod outage;
mod outcome;
mod server;
mod simulation;
mod sweep;
mod tables;
mod variant;

use std::ops::Range;
use std::time::Duration;

use retry_core::{CircuitBreaker, CircuitBreakerBuilder};

pub use self::claims::claims;
pub use self::outage::Outage;
pub use self::outcome::{Outcome, Tally};
pub use self::server::{Fate, Server};
pub use self::simulation::run;
pub use self::sweep::{Row, Scale, sweep};
pub use self::tables::{csv, recoveries, table};
pub use self::variant::Variant;

/// How long a client thinks between two calls, on average.
pub const THINK: Duration = Duration::from_secs(10);
/// How long a client waits for the answer to one attempt, from when it reaches the server.
pub const TIMEOUT: Duration = Duration::from_secs(1);
/// How long a request waits at most until it is done, if it is taken in.
pub const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// When the outage is.
pub const OUTAGE: Range<Duration> = Duration::from_secs(10)..Duration::from_secs(20);
/// When the run ends.
pub const HORIZON: Duration = Duration::from_mins(1);
/// One in this number of requests fails although the server is well.
pub const GLITCH: u32 = 100;
/// How many clients share a budget and a breaker.
pub const PROCESS: u32 = 100;
/// How many tokens a budget holds.
pub const BUDGET: u32 = 10;
/// The settings of a breaker: the library's defaults, but for [`OPEN_FOR`].
pub const BREAKER: CircuitBreakerBuilder = CircuitBreaker::builder().open_for(OPEN_FOR);
/// How long a breaker stays open. With this time, a server that was down comes back halfway between two probes, as on
/// average. With the default of five seconds, the third probe would come exactly at that moment.
pub const OPEN_FOR: Duration = Duration::from_secs(4);
/// A load at which the server recovers by itself, if the clients do not all come back at the same time.
pub const MODERATE_LOAD: f64 = 0.5;
/// A load at which it does not.
pub const HIGH_LOAD: f64 = 0.7;
/// The width of the bins in which load over time is counted.
pub const BIN: Duration = Duration::from_millis(100);
/// A run counts as recovered if nothing has failed because of overload for this time at its end.
pub const QUIET: Duration = Duration::from_secs(5);
