//! The month's meter reads, which are generated from a seed.

use retry_core::rand::rngs::Xoshiro256PlusPlus;
use retry_core::rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// How many feeders, the lines out of a substation, the meters hang on.
pub const FEEDERS: usize = 20;

/// The read of a meter, as it is posted and as the dead letters hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// The meter, such as `F07-01066`: its feeder and its number.
    pub meter: String,
    /// The month that is billed.
    pub month: String,
    /// Kilowatt-hours, as the meter wrote them. Some meters write nonsense.
    pub usage: String,
}

impl Read {
    /// The idempotency key: a meter is billed once a month, with however many requests.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        format!("{}/{}", self.meter, self.month)
    }
}

/// A read, and the usage that its generator knows. The rate engine has to parse the usage from the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededRead {
    /// The read.
    pub read: Read,
    /// The usage, where the text is well-formed.
    pub watt_hours: Option<u64>,
}

/// Generates reads, the same ones for the same seed. About one in a hundred is malformed.
#[must_use]
pub fn generate(seed: u64, count: usize) -> Vec<SeededRead> {
    const MALFORMED: [&str; 4] = ["", "12,5", "-3.200", "no signal"];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut generate_one = |number: usize| {
        let feeder = number * FEEDERS / count;
        let watt_hours = rng.random_ratio(99, 100).then(|| rng.random_range(0..900_000));
        let usage = match watt_hours {
            Some(watt_hours) => format!("{}.{:03}", watt_hours / 1_000, watt_hours % 1_000),
            None => MALFORMED[rng.random_range(0..MALFORMED.len())].to_owned(),
        };
        let read = Read { meter: format!("F{feeder:02}-{number:05}"), month: "2031-01".to_owned(), usage };
        SeededRead { read, watt_hours }
    };
    (0..count).map(&mut generate_one).collect()
}
