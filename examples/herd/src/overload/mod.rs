//! Model B: an outage, and a server of limited capacity that comes back from it.
//!
//! **Clients.** Each of N clients thinks for a time that is exponentially distributed with a mean of [`THINK`], makes a
//! call, and thinks again when the call has ended. An attempt whose answer is not back [`TIMEOUT`] after it reached the
//! server has failed. What follows a failed attempt is decided by the library: [`RetryState`](retry_core::RetryState)
//! with the policy of the [`Variant`], and [`RetryBudget`](retry_core::RetryBudget) where there is one, of which every
//! [`PROCESS`] clients share one with [`BUDGET`] tokens and a deposit of 0.1, as the callers within one process would
//! share a `static`. They share a [`CircuitBreaker`](retry_core::CircuitBreaker) in the same way, with the settings of
//! [`BREAKER`]. It is asked when an attempt departs, and told when the client learns what has become of it.
//!
//! **Server.** It does one request after the other, first come, first served, each in the same time, which is such that
//! N thinking clients use the share `load` of its capacity. A request that would not be done [`LONGEST_WAIT`] after its
//! arrival is rejected at once, which costs nothing. That wait is twice the timeout: the server does not know that the
//! client has gone, and a queue that stays full keeps it busy with work for nobody. One request in [`GLITCH`] that is
//! done in time is answered with a transient error all the same.
//!
//! **Outage.** It lasts for [`OUTAGE`], and there are three [kinds](Outage). Where the server is down, what it had taken
//! in is lost, and what arrives is refused at once. The beginning of that outage breaks the connection of every client,
//! and each one that is thinking makes its call at that moment, as clients do that have lost a stream or a lease. This is
//! the herd. Where the server hangs, what it had taken in and what arrives is never answered. Where it fails in part, half
//! of the requests are refused at once, by lot, and the others are served as ever. In neither of these two does a client
//! notice anything before its own attempt. The run ends at [`HORIZON`].
//!
//! **Network.** Each message takes |Normal(10 ms, 2 ms)|, as in [`contention`](crate::contention).
//!
//! What to keep in mind: refusing is free here, so the sharp spikes of clients without jitter are punished less than by
//! a server that has to accept a connection before it can reject it; and the clients are patient people, who begin with
//! the next call only when the last one has ended, which takes some of the pressure off. At which load a variant tips
//! over depends on such things, and on how long its policy waits in all: a fixed delay of 2 s gets past 70 %, one of 1
//! s does not get past 60 %.

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
/// One in so many requests fails although the server is well.
pub const GLITCH: u32 = 100;
/// How many clients share a budget and a breaker.
pub const PROCESS: u32 = 100;
/// How many tokens a budget holds.
pub const BUDGET: u32 = 10;
/// The settings of a breaker: the library's defaults, but for [`OPEN_FOR`].
pub const BREAKER: CircuitBreakerBuilder = CircuitBreaker::builder().open_for(OPEN_FOR);
/// How long a breaker stays open. A server that is down comes back halfway between two probes then, as it does on average;
/// with the default of five seconds the third probe would come at that very moment.
pub const OPEN_FOR: Duration = Duration::from_secs(4);
/// A load at which the server recovers by itself, if only the clients come back one after the other.
pub const MODERATE_LOAD: f64 = 0.5;
/// A load at which it does not.
pub const HIGH_LOAD: f64 = 0.7;
/// The width of the bins in which load over time is counted.
pub const BIN: Duration = Duration::from_millis(100);
/// How long nothing may fail for overload at the end of a run that counts as recovered.
pub const QUIET: Duration = Duration::from_secs(5);
