//! One table of scenarios runs through every front end, on tokio's paused clock and in a testing scope. All front ends
//! do what the table says, and all do exactly the same.
//!
//! `tests/crates/smol` and `tests/crates/wasm` run it on other runtimes. They include all of these files but `here`.

mod front_ends;
mod here;
mod plain;
mod probe;
mod scenario;
mod seen;
mod table;

use scenario::Scenario;

use crate::common::poll_once;

/// Each call has a runtime of its own, so this is not an async test.
fn agree(scenarios: Vec<Scenario>) {
    assert!(poll_once(std::pin::pin!(seen::all_agree(scenarios))).is_ready());
}

#[test]
fn successes_permanent_errors_and_spent_attempts() {
    agree(table::outcomes());
}

#[test]
fn hints_of_the_server() {
    agree(table::hints());
}

#[test]
fn waits_of_exactly_so_long() {
    agree(table::exact_waits());
}

#[test]
fn deadlines() {
    agree(table::deadlines());
}

#[test]
fn budgets() {
    agree(table::budgets());
}

#[test]
fn breakers() {
    agree(table::breakers());
}

#[test]
fn values_that_are_waited_for() {
    agree(table::conditions());
}

#[test]
fn orderly_stops() {
    agree(table::stops());
}

#[test]
fn the_order_of_reasons() {
    agree(table::order_of_reasons());
}
