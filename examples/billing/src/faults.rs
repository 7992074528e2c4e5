//! What goes wrong in the rate engine: a function of the seed, the idempotency key and the number of the attempt, so
//! that a night can be repeated whatever the order in which its requests arrive.

use std::fmt;

use retry_core::rand::rngs::Xoshiro256PlusPlus;
use retry_core::rand::{RngExt, SeedableRng};

use crate::reads::FEEDERS;

/// A fault that meets a request with which nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Answers 503.
    Unavailable,
    /// Answers 429, with this number of seconds in `Retry-After`.
    TooManyRequests {
        /// The seconds.
        retry_after: u32,
    },
    /// Closes the connection without an answer, before anything was charged.
    Dropped,
    /// Charges, and closes the connection in place of the answer.
    AcknowledgementLost,
    /// Charges, and answers only after every client has given up waiting.
    Late,
}

/// The fault that an attempt meets, by its idempotency key and its number.
pub trait Faults: Fn(&str, u32) -> Option<Fault> + Send + Sync + 'static {}

impl<F: Fn(&str, u32) -> Option<Fault> + Send + Sync + 'static> Faults for F {}

/// How many of a thousand attempts meet which fault; the rest meet none.
const PER_MILLE: [(u32, Fault); 8] = [
    (60, Fault::Unavailable),
    (30, Fault::Dropped),
    (30, Fault::AcknowledgementLost),
    (5, Fault::Late),
    (10, Fault::TooManyRequests { retry_after: 0 }),
    (5, Fault::TooManyRequests { retry_after: 1 }),
    // Longer than a call may take, and longer than any call should be asked to wait.
    (2, Fault::TooManyRequests { retry_after: 20 }),
    (2, Fault::TooManyRequests { retry_after: 3_600 }),
];

/// The faults of a night: scattered ones, and one feeder whose part of the engine is always down.
#[must_use]
pub fn seeded(seed: u64) -> impl Faults {
    let down = Xoshiro256PlusPlus::seed_from_u64(seed).random_range(0..FEEDERS);
    let down = format!("F{down:02}-");
    move |key: &str, attempt: u32| {
        if key.starts_with(&down) {
            return Some(Fault::Unavailable);
        }
        let mut drawn = Xoshiro256PlusPlus::seed_from_u64(mixed(seed, key, attempt)).random_range(0..1_000);
        PER_MILLE.into_iter().find_map(|(share, fault)| {
            let met = drawn < share;
            drawn = drawn.saturating_sub(share);
            met.then_some(fault)
        })
    }
}

/// FNV-1a: unlike std's hasher it stays the same from one Rust version to the next.
fn mixed(seed: u64, key: &str, attempt: u32) -> u64 {
    let bytes = key.bytes().chain(attempt.to_le_bytes());
    bytes.fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable => f.write_str("503"),
            Self::TooManyRequests { retry_after } => write!(f, "429, Retry-After: {retry_after}"),
            Self::Dropped => f.write_str("connection dropped before the charge"),
            Self::AcknowledgementLost => f.write_str("connection dropped after the charge"),
            Self::Late => f.write_str("answer too late, after the charge"),
        }
    }
}
