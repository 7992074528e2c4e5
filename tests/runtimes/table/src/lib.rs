//! What calls do on every runtime: the table of scenarios, timeouts, and jitter.

#![allow(clippy::missing_panics_doc, reason = "tests panic")]

#[path = "../../../it/scenarios/front_ends.rs"]
mod front_ends;
mod here;
pub mod jitter;
#[path = "../../../it/scenarios/plain.rs"]
mod plain;
#[path = "../../../it/scenarios/probe.rs"]
mod probe;
#[path = "../../../it/scenarios/scenario.rs"]
mod scenario;
pub mod scenarios;
#[path = "../../../it/scenarios/seen.rs"]
mod seen;
#[path = "../../../it/scenarios/table.rs"]
mod table;
pub mod timeouts;
