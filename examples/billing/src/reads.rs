//! The month's meter reads: generated from a seed, and told apart from what is known about them.

use retry_core::rand::rngs::Xoshiro256PlusPlus;
use retry_core::rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// How many feeders, the lines out of a substation, the meters hang on.
pub const FEEDERS: usize = 20;

/// What a meter sent in, as it goes over the wire and into the dead letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// The meter, such as `F07-01066`: its feeder and its number.
    pub meter: String,
    /// The month that is billed.
    pub month: String,
    /// Kilowatt-hours, as the meter wrote them; meters write nonsense too.
    pub usage: String,
}

impl Read {
    /// What makes a charge unique: a meter is billed once a month, however many requests that takes.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        format!("{}/{}", self.meter, self.month)
    }
}

/// A read together with what its generator knows about it, which the rate engine has to find out from the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededRead {
    /// The read.
    pub read: Read,
    /// The usage, where the text is well-formed.
    pub watt_hours: Option<u64>,
}

/// So many reads, the same ones for the same seed; about one in a hundred is malformed.
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
