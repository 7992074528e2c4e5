//! Model A: clients that contend for one row under optimistic locking.
//!
//! The model of Marc Brooker's *Exponential Backoff And Jitter*:
//!
//! - One server holds one row with a version. It answers at once: there is no queue, no service time and no limit
//!   of capacity, so the only way to fail is a conflict.
//! - N clients start together, each wants one write to succeed, and stops then.
//! - An attempt is four messages: a read, its reply with the version, a write that quotes the version, its reply. The
//!   write succeeds, and raises the version, when the version is still the one that was read; otherwise the client
//!   waits as its policy says and begins again with the read.
//! - Each message takes |Normal(10 ms, 2 ms)|.
//! - *Calls* are the writes that reach the server, *time* is when the last client has its reply.
//!
//! What the model cannot show is overload, since its server has no limit: that clients which do not back off at
//! all finish first here is no argument for anything but contention. See [`overload`](crate::overload).

mod claims;
mod sweep;

use std::iter;
use std::time::Duration;

use retry_core::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use retry_core::{Jitter, RetryPolicy, RetryPolicyBuilder};

pub use self::claims::claims;
pub use self::sweep::{Row, csv, find, sweep, table};
use crate::{Agenda, Network};

/// How the clients of one run back off.
///
/// ```
/// use std::time::Duration;
/// use herd::contention::Strategy;
///
/// assert_eq!(Strategy::Full.policy().ceiling(1), Duration::from_millis(10));
/// assert_eq!(Strategy::Full.policy().ceiling(9), Duration::from_secs(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The next attempt follows at once.
    NoBackoff,
    /// Exponential backoff without jitter.
    NoJitter,
    /// Exponential backoff with equal jitter.
    Equal,
    /// Exponential backoff with full jitter.
    Full,
    /// Decorrelated jitter.
    Decorrelated,
}

impl Strategy {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 5] = [Self::NoBackoff, Self::NoJitter, Self::Equal, Self::Full, Self::Decorrelated];

    /// What it is called in tables and pictures.
    ///
    /// ```
    /// # use herd::contention::Strategy;
    /// assert_eq!(Strategy::Full.name(), "full jitter");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoBackoff => "no backoff",
            Self::NoJitter => "no jitter",
            Self::Equal => "equal jitter",
            Self::Full => "full jitter",
            Self::Decorrelated => "decorrelated jitter",
        }
    }

    /// The library's policy for it.
    ///
    /// The published model doubles before the first delay, base 5 ms giving 10 ms, where `ceiling(1)` is the base:
    /// hence a base of 10 ms here. Decorrelated jitter, which follows no curve, keeps the 5 ms.
    ///
    /// ```
    /// # use herd::contention::Strategy;
    /// use retry_core::Jitter;
    ///
    /// assert_eq!(Strategy::Equal.policy().jitter(), Jitter::Equal);
    /// ```
    #[must_use]
    pub const fn policy(self) -> RetryPolicy {
        const CURVE: RetryPolicyBuilder =
            RetryPolicy::builder().base(Duration::from_millis(10)).cap(Duration::from_secs(2)).attempts(u32::MAX);
        match self {
            Self::NoBackoff => const { CURVE.base(Duration::ZERO).jitter(Jitter::None).build_const() },
            Self::NoJitter => const { CURVE.jitter(Jitter::None).build_const() },
            Self::Equal => const { CURVE.jitter(Jitter::Equal).build_const() },
            Self::Full => const { CURVE.jitter(Jitter::Full).build_const() },
            Self::Decorrelated => {
                const { CURVE.base(Duration::from_millis(5)).jitter(Jitter::Decorrelated).build_const() }
            }
        }
    }
}

/// What one run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The writes that reached the server.
    pub calls: u32,
    /// The writes that succeeded: one for each client, or the run was cut short.
    pub written: u32,
    /// When the last client had its reply.
    pub time: Duration,
}

enum Event {
    /// A client's read reaches the server.
    Read { client: u32 },
    /// A client's write reaches the server, quoting the version that it read.
    Write { client: u32, read: u32 },
}

/// Lets so many `clients` contend until each has written.
///
/// ```
/// use herd::contention::{Strategy, run};
///
/// let alone = run(&Strategy::Full.policy(), 1, 0);
/// assert_eq!((alone.calls, alone.written), (1, 1));
/// let crowd = run(&Strategy::Full.policy(), 20, 0);
/// assert_eq!(crowd.written, 20);
/// assert_eq!(crowd, run(&Strategy::Full.policy(), 20, 0));
/// ```
#[must_use]
pub fn run(policy: &RetryPolicy, clients: u32, seed: u64) -> Outcome {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut delays: Vec<_> = iter::repeat_with(|| policy.delays(rng.fork())).take(clients as usize).collect();
    let network = Network::new();
    let mut agenda = Agenda::new();
    for client in 0..clients {
        agenda.schedule(network.leg(&mut rng), Event::Read { client });
    }
    let mut version = 0;
    let mut outcome = Outcome { calls: 0, written: 0, time: Duration::ZERO };
    while let Some((now, event)) = agenda.next() {
        match event {
            Event::Read { client } => {
                let round_trip = network.leg(&mut rng) + network.leg(&mut rng);
                agenda.schedule(now + round_trip, Event::Write { client, read: version });
            }
            Event::Write { client, read } => {
                outcome.calls += 1;
                let reply = now + network.leg(&mut rng);
                if read == version {
                    version += 1;
                    outcome.written += 1;
                    outcome.time = outcome.time.max(reply);
                } else if let Some(delay) = delays[client as usize].next() {
                    agenda.schedule(reply + delay + network.leg(&mut rng), Event::Read { client });
                }
            }
        }
    }
    outcome
}
