//! The audit finds each thing that could be wrong, and says which.

use std::collections::{HashMap, HashSet};

use billing::audit::Audit;
use billing::engine::Seen;
use billing::journal::DeadLetter;
use billing::reads::{SeededRead, generate};
use billing::tariff::price;
use retry_core::GiveUpReason;
use rust_decimal::Decimal;

/// What is left of a night in which all went well.
struct Books {
    reads: Vec<SeededRead>,
    charges: Vec<(String, Decimal)>,
    seen: Seen,
    dead_letters: Vec<DeadLetter>,
}

impl Books {
    fn balanced() -> Self {
        let reads = generate(7, 300);
        let charge = |SeededRead { read, .. }: &SeededRead| Some((read.meter.clone(), price(&read.usage)?));
        let charges: Vec<_> = reads.iter().filter_map(charge).collect();
        let requests = reads.iter().map(|read| (read.read.idempotency_key(), 1)).collect::<HashMap<_, _>>();
        let dead_letters: Vec<_> = malformed(&reads).map(|seeded| dead(seeded, GiveUpReason::Permanent)).collect();
        assert_eq!((charges.len() + dead_letters.len(), dead_letters.is_empty()), (300, false));
        Self { reads, charges, seen: Seen { requests, ..Seen::default() }, dead_letters }
    }

    /// What the audit complains of.
    fn failures(&self) -> Vec<&'static str> {
        let audit = Audit::new(&self.reads, &self.charges, &self.seen, &self.dead_letters);
        let failed: Vec<_> = audit.checks.iter().filter(|check| !check.passed()).map(|check| check.what).collect();
        assert_eq!(audit.passed(), failed.is_empty());
        failed
    }
}

fn malformed(reads: &[SeededRead]) -> impl Iterator<Item = &SeededRead> {
    reads.iter().filter(|seeded| seeded.watt_hours.is_none())
}

fn dead(seeded: &SeededRead, reason: GiveUpReason) -> DeadLetter {
    let reason = reason.as_str().to_owned();
    DeadLetter { read: seeded.read.clone(), error: String::new(), attempts: 1, reason }
}

const TOTAL: &str = "the ledger's total";
const CHARGED_ONCE: &str = "well-formed reads charged once, with the right amount";

#[test]
fn balanced_books_pass() {
    assert_eq!(Books::balanced().failures(), [""; 0]);
}

#[test]
fn a_cent_too_much_is_found() {
    let mut books = Books::balanced();
    books.charges[0].1 += Decimal::new(1, 2);
    assert_eq!(books.failures(), [TOTAL, CHARGED_ONCE]);
}

#[test]
fn a_cent_moved_from_one_meter_to_another_is_found() {
    let mut books = Books::balanced();
    books.charges[0].1 += Decimal::new(1, 2);
    books.charges[1].1 -= Decimal::new(1, 2);
    assert_eq!(books.failures(), [CHARGED_ONCE]);
}

#[test]
fn a_read_charged_twice_is_found() {
    let mut books = Books::balanced();
    books.charges.push(books.charges[0].clone());
    assert_eq!(books.failures(), [TOTAL, CHARGED_ONCE, "reads charged twice"]);
}

#[test]
fn a_lost_read_is_found() {
    let mut books = Books::balanced();
    books.charges.pop();
    assert_eq!(books.failures(), [TOTAL, CHARGED_ONCE, "reads lost"]);
}

#[test]
fn a_charge_for_a_malformed_read_is_found() {
    let mut books = Books::balanced();
    let meter = malformed(&books.reads).next().unwrap().read.meter.clone();
    books.charges.push((meter, Decimal::new(4_50, 2)));
    assert_eq!(books.failures(), [TOTAL, "malformed reads charged"]);
}

#[test]
fn a_charge_for_a_meter_that_is_not_there_is_found() {
    let mut books = Books::balanced();
    books.charges.push(("F99-99999".to_owned(), Decimal::ZERO));
    assert_eq!(books.failures(), ["charges for reads that are not there"]);
}

#[test]
fn a_permanent_error_that_was_retried_is_found() {
    let mut books = Books::balanced();
    let key = malformed(&books.reads).next().unwrap().read.idempotency_key();
    books.seen.requests.insert(key, 2);
    assert_eq!(books.failures(), ["malformed reads asked for once"]);
}

#[test]
fn dead_letters_that_are_missing_or_left_over_are_found() {
    let mut books = Books::balanced();
    books.dead_letters.pop();
    let charged = books.reads.iter().find(|seeded| seeded.watt_hours.is_some()).unwrap();
    books.dead_letters.push(dead(charged, GiveUpReason::Budget));
    assert_eq!(books.failures(), ["malformed reads in the dead letters", "exhausted reads left in the dead letters"]);
}

/// What is left when a night is stopped after so many reads: the client has a receipt for each of them but the last.
fn stopped(charged: usize) -> (Books, HashSet<String>) {
    let mut books = Books::balanced();
    books.charges.truncate(charged);
    let has_receipt =
        |read: &&SeededRead| books.charges[..charged - 1].iter().any(|(meter, _)| *meter == read.read.meter);
    let receipts = books.reads.iter().filter(has_receipt).map(|read| read.read.idempotency_key()).collect();
    (books, receipts)
}

fn failures_of_stopped((books, receipts): &(Books, HashSet<String>)) -> Vec<&'static str> {
    let audit = Audit::of_stopped(&books.reads, &books.charges, receipts);
    audit.checks.iter().filter(|check| !check.passed()).map(|check| check.what).collect()
}

#[test]
fn a_night_that_is_stopped_passes_in_its_middle() {
    let night = stopped(100);
    assert_eq!((night.1.len(), failures_of_stopped(&night)), (99, vec![]));
}

#[test]
fn a_receipt_without_a_charge_is_found() {
    let mut night = stopped(100);
    let open = night.0.reads.iter().rfind(|seeded| seeded.watt_hours.is_some()).unwrap();
    night.1.insert(open.read.idempotency_key());
    assert_eq!(failures_of_stopped(&night), ["receipts with a charge"]);
}

#[test]
fn a_read_that_is_charged_twice_or_wrongly_before_the_stop_is_found() {
    let mut night = stopped(100);
    night.0.charges.push(night.0.charges[0].clone());
    assert_eq!(failures_of_stopped(&night), ["reads charged twice"]);

    let mut night = stopped(100);
    night.0.charges[0].1 += Decimal::new(1, 2);
    assert_eq!(failures_of_stopped(&night), ["reads charged a wrong amount"]);
}
