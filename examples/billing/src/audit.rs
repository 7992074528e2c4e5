//! The audit of a night, which computes everything a second time from the reads as they were generated.

use std::collections::{HashMap, HashSet};
use std::fmt;

use rust_decimal::Decimal;

use crate::engine::Seen;
use crate::journal::DeadLetter;
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
        let books = Books::new(reads, charges);
        let requests = |read: &SeededRead| seen.requests.get(&read.read.idempotency_key()).copied().unwrap_or_default();
        let is_dead = |read: &SeededRead| dead_letters.iter().any(|letter| letter.read == read.read);
        let malformed: Vec<_> = books.malformed().collect();
        let checks = vec![
            Check {
                what: "the ledger's total",
                expected: books.priced().map(|(_, amount)| amount).sum(),
                found: charges.iter().map(|(_, amount)| amount).sum(),
            },
            Check::count(
                "well-formed reads charged once, with the right amount",
                books.priced().count(),
                books.priced().filter(|(read, amount)| books.amounts_of(read) == [*amount]).count(),
            ),
            books.charged_twice(),
            Check::count("reads lost", 0, books.priced().filter(|(read, _)| books.amounts_of(read).is_empty()).count()),
            books.malformed_charged(),
            books.charged_without_a_read(),
            Check::count(
                "malformed reads asked for once",
                malformed.len(),
                malformed.iter().filter(|read| requests(read) == 1).count(),
            ),
            Check::count(
                "malformed reads in the dead letters",
                malformed.len(),
                malformed.iter().filter(|read| is_dead(read)).count(),
            ),
            Check::count(
                "exhausted reads left in the dead letters",
                0,
                dead_letters.iter().filter(|letter| letter.is_exhausted()).count(),
            ),
        ];
        Self { checks }
    }

    /// Audits a night that was stopped and has open reads: compares the engine's books with the reads and with the
    /// idempotency keys of the client's receipts.
    #[must_use]
    pub fn of_stopped(reads: &[SeededRead], charges: &[(String, Decimal)], receipts: &HashSet<String>) -> Self {
        let books = Books::new(reads, charges);
        let wrong =
            |(read, amount): &(&SeededRead, Decimal)| books.amounts_of(read).iter().any(|found| found != amount);
        let is_charged = |key: &&String| {
            reads.iter().any(|read| read.read.idempotency_key() == **key && !books.amounts_of(read).is_empty())
        };
        let checks = vec![
            Check::count("reads charged a wrong amount", 0, books.priced().filter(wrong).count()),
            books.charged_twice(),
            books.malformed_charged(),
            books.charged_without_a_read(),
            Check::count("receipts with a charge", receipts.len(), receipts.iter().filter(is_charged).count()),
        ];
        Self { checks }
    }

    /// Whether everything holds.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks.iter().all(Check::passed)
    }
}

/// The engine's books beside the reads.
struct Books<'a> {
    reads: &'a [SeededRead],
    /// By meter.
    amounts: HashMap<&'a str, Vec<Decimal>>,
}

impl<'a> Books<'a> {
    fn new(reads: &'a [SeededRead], charges: &'a [(String, Decimal)]) -> Self {
        let mut amounts = HashMap::<&str, Vec<Decimal>>::new();
        for (meter, amount) in charges {
            amounts.entry(meter).or_default().push(*amount);
        }
        Self { reads, amounts }
    }

    fn amounts_of(&self, read: &SeededRead) -> &[Decimal] {
        self.amounts.get(read.read.meter.as_str()).map_or(&[][..], Vec::as_slice)
    }

    /// The well-formed reads, with what they cost.
    fn priced(&self) -> impl Iterator<Item = (&'a SeededRead, Decimal)> {
        self.reads.iter().filter_map(|read| Some((read, expected(read.watt_hours?))))
    }

    fn malformed(&self) -> impl Iterator<Item = &'a SeededRead> {
        self.reads.iter().filter(|read| read.watt_hours.is_none())
    }

    fn charged_twice(&self) -> Check {
        let twice = self.reads.iter().filter(|read| self.amounts_of(read).len() > 1);
        Check::count("reads charged twice", 0, twice.count())
    }

    fn malformed_charged(&self) -> Check {
        let charged = self.malformed().filter(|read| !self.amounts_of(read).is_empty());
        Check::count("malformed reads charged", 0, charged.count())
    }

    fn charged_without_a_read(&self) -> Check {
        let meters: HashSet<_> = self.reads.iter().map(|read| read.read.meter.as_str()).collect();
        let strangers = self.amounts.iter().filter(|(meter, _)| !meters.contains(*meter));
        Check::count("charges for reads that are not there", 0, strangers.map(|(_, amounts)| amounts.len()).sum())
    }
}

impl Check {
    fn count(what: &'static str, expected: usize, found: usize) -> Self {
        Self { what, expected: expected.into(), found: found.into() }
    }

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

/// What a read costs, to check the computation of the engine. It is computed in whole numbers: the price of a watt-hour
/// is a multiple of a hundred-thousandth of a cent.
fn expected(watt_hours: u64) -> Decimal {
    const UNITS_PER_CENT: u64 = 100_000;
    let lower = watt_hours.min(300_000);
    let units = 450 * UNITS_PER_CENT + lower * 1_875 + (watt_hours - lower) * 2_415;
    let cents = (units + UNITS_PER_CENT / 2) / UNITS_PER_CENT;
    Decimal::from(cents) / Decimal::ONE_HUNDRED
}
