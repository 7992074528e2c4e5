//! Whether the night did what it should: everything is computed anew, from the reads as they were generated.

use std::collections::{HashMap, HashSet};
use std::fmt;

use rust_decimal::Decimal;

use crate::dead_letters::DeadLetter;
use crate::engine::Seen;
use crate::reads::SeededRead;

/// The findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// In the order in which they are printed.
    pub checks: Vec<Check>,
}

/// One thing that has to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was looked at.
    pub what: &'static str,
    /// What it has to be.
    pub expected: Decimal,
    /// What it is.
    pub found: Decimal,
}

impl Audit {
    /// Compares the engine's books, its log of requests and the dead letters with what the reads demand.
    #[must_use]
    pub fn new(reads: &[SeededRead], charges: &[(String, Decimal)], seen: &Seen, dead_letters: &[DeadLetter]) -> Self {
        let mut amounts = HashMap::<&str, Vec<Decimal>>::new();
        for (meter, amount) in charges {
            amounts.entry(meter).or_default().push(*amount);
        }
        let amounts_of = |read: &SeededRead| amounts.get(read.read.meter.as_str()).map_or(&[][..], Vec::as_slice);
        let requests = |read: &SeededRead| seen.requests.get(&read.read.idempotency_key()).copied().unwrap_or_default();
        let is_dead = |read: &SeededRead| dead_letters.iter().any(|letter| letter.read == read.read);

        let meters: HashSet<_> = reads.iter().map(|read| read.read.meter.as_str()).collect();
        let priced: Vec<_> = reads.iter().filter_map(|read| Some((read, expected(read.watt_hours?)))).collect();
        let malformed: Vec<_> = reads.iter().filter(|read| read.watt_hours.is_none()).collect();
        let exhausted = dead_letters.iter().filter(|letter| letter.is_exhausted()).count();

        let check = |what, expected, found| Check { what, expected, found };
        let count = |what, expected: usize, found: usize| check(what, expected.into(), found.into());
        let checks = vec![
            check(
                "the ledger's total",
                priced.iter().map(|(_, amount)| amount).sum(),
                charges.iter().map(|(_, amount)| amount).sum(),
            ),
            count(
                "well-formed reads charged once, with the right amount",
                priced.len(),
                priced.iter().filter(|(read, amount)| amounts_of(read) == [*amount]).count(),
            ),
            count("reads charged twice", 0, reads.iter().filter(|read| amounts_of(read).len() > 1).count()),
            count("reads lost", 0, priced.iter().filter(|(read, _)| amounts_of(read).is_empty()).count()),
            count("malformed reads charged", 0, malformed.iter().filter(|read| !amounts_of(read).is_empty()).count()),
            count(
                "charges for reads that are not there",
                0,
                charges.iter().filter(|(meter, _)| !meters.contains(meter.as_str())).count(),
            ),
            count(
                "malformed reads asked for once",
                malformed.len(),
                malformed.iter().filter(|read| requests(read) == 1).count(),
            ),
            count(
                "malformed reads in the dead letters",
                malformed.len(),
                malformed.iter().filter(|read| is_dead(read)).count(),
            ),
            count("exhausted reads left in the dead letters", 0, exhausted),
        ];
        Self { checks }
    }

    /// Whether everything holds.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks.iter().all(Check::passed)
    }
}

impl Check {
    /// Whether it holds.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.expected == self.found
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, expected, found } = self;
        if self.passed() {
            write!(f, "ok      {what}: {found}")
        } else {
            write!(f, "FAILED  {what}: {found}, and should be {expected}")
        }
    }
}

/// What a read costs. Not the engine's own computation, which is to be checked, but one in whole numbers: a hundred
/// thousandth of a cent is what a watt-hour costs a multiple of.
fn expected(watt_hours: u64) -> Decimal {
    const UNITS_PER_CENT: u64 = 100_000;
    let lower = watt_hours.min(300_000);
    let units = 450 * UNITS_PER_CENT + lower * 1_875 + (watt_hours - lower) * 2_415;
    let cents = (units + UNITS_PER_CENT / 2) / UNITS_PER_CENT;
    Decimal::from(cents) / Decimal::ONE_HUNDRED
}
