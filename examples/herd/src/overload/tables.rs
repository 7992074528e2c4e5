use std::iter;

use super::{HIGH_LOAD, MODERATE_LOAD, Outage, Row, Scale, Variant};
use crate::Table;

/// All rows, for files.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut table = Table::new([
        "variant",
        "outage",
        "clients",
        "load",
        "repetitions",
        "peak_load",
        "recovered",
        "recovery_s",
        "attempts_per_client_in_outage",
        "wait_for_error_s",
        "attempts_per_call",
        "wasted",
        "success_before",
        "success_since",
    ]);
    for row in rows {
        table.row([
            row.variant.name().to_owned(),
            row.scale.outage.name().to_owned(),
            row.scale.clients.to_string(),
            row.scale.load.to_string(),
            row.scale.repetitions.to_string(),
            format!("{:.3}", row.peak),
            format!("{:.3}", row.recovered),
            row.recovery_text(),
            format!("{:.4}", row.attempts_in_outage),
            format!("{:.3}", row.wait_for_error.as_secs_f64()),
            format!("{:.4}", row.attempts_per_call),
            format!("{:.4}", row.wasted),
            format!("{:.5}", row.success_before),
            format!("{:.5}", row.success_since),
        ]);
    }
    table.csv()
}

/// The rows of one scale, for people.
#[must_use]
pub fn table(rows: &[Row], scale: Scale) -> Table {
    let mut table = Table::new([
        "",
        "peak load",
        "recovered",
        "after, s",
        "in outage/client",
        "attempts/call",
        "error after, s",
        "wasted work",
        "success before",
        "and since",
    ]);
    for row in rows.iter().filter(|row| row.scale == scale) {
        table.row([
            row.variant.name().to_owned(),
            format!("{:.1}", row.peak),
            format!("{:.0} %", row.recovered * 100.0),
            row.recovery_text(),
            format!("{:.2}", row.attempts_in_outage),
            format!("{:.2}", row.attempts_per_call),
            format!("{:.2}", row.wait_for_error.as_secs_f64()),
            format!("{:.0} %", row.wasted * 100.0),
            format!("{:.2} %", row.success_before * 100.0),
            format!("{:.1} %", row.success_since * 100.0),
        ]);
    }
    table
}

/// In which share of the runs the server recovered after being down, over the load, for so many clients.
#[must_use]
pub fn recoveries(rows: &[Row], clients: u32) -> Table {
    let loads = [0.3, 0.4, MODERATE_LOAD, 0.6, HIGH_LOAD, 0.8, 0.9];
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let mut table = Table::new(iter::once("load in good times".to_owned()).chain(loads.map(percent)));
    for variant in Variant::ALL {
        let cell = |load| {
            let here = |row: &&Row| row.variant == variant && row.scale.is(Outage::Down, clients, load);
            rows.iter().find(here).map_or_else(String::new, |row| percent(row.recovered))
        };
        table.row(iter::once(variant.name().to_owned()).chain(loads.map(cell)));
    }
    table
}
