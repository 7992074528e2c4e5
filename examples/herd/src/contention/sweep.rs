use std::iter;
use std::time::Duration;

use super::{Outcome, Strategy, run};
use crate::{Table, parallel_map};

/// The mean of many runs of one strategy, truncated to whole calls and milliseconds as in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How the clients backed off.
    pub strategy: Strategy,
    /// How many of them there were.
    pub clients: u32,
    /// The writes that reached the server.
    pub calls: u32,
    /// When the last client had its reply.
    pub time: Duration,
    /// Whether in every run every client wrote exactly once.
    pub complete: bool,
}

/// Runs every strategy with every number of clients so many times, each time with another seed.
///
/// ```
/// use herd::contention::{Strategy, sweep};
///
/// let rows = sweep(&[10, 20], 5);
/// assert_eq!(rows.len(), 2 * Strategy::ALL.len());
/// assert!(rows.iter().all(|row| row.complete && row.calls > row.clients));
/// ```
#[must_use]
pub fn sweep(clients: &[u32], repetitions: u32) -> Vec<Row> {
    let cases: Vec<_> =
        Strategy::ALL.into_iter().flat_map(|strategy| clients.iter().map(move |&n| (strategy, n))).collect();
    parallel_map(&cases, |&(strategy, clients)| {
        let outcomes: Vec<_> = (0..repetitions).map(|seed| run(&strategy.policy(), clients, u64::from(seed))).collect();
        mean(strategy, clients, repetitions, &outcomes)
    })
}

fn mean(strategy: Strategy, clients: u32, repetitions: u32, outcomes: &[Outcome]) -> Row {
    let time = outcomes.iter().map(|outcome| outcome.time).sum::<Duration>() / repetitions;
    Row {
        strategy,
        clients,
        calls: outcomes.iter().map(|outcome| outcome.calls).sum::<u32>() / repetitions,
        time: Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000),
        complete: outcomes.iter().all(|outcome| outcome.written == clients),
    }
}

/// All rows, for files.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut table = Table::new(["strategy", "clients", "calls", "time_ms"]);
    for row in rows {
        table.row([
            row.strategy.name().to_owned(),
            row.clients.to_string(),
            row.calls.to_string(),
            row.time.as_millis().to_string(),
        ]);
    }
    table.csv()
}

/// One line for each number of clients: milliseconds and calls of every strategy, for people.
#[must_use]
pub fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(iter::once("clients").chain(Strategy::ALL.map(Strategy::name)));
    for first in rows.iter().filter(|row| row.strategy == Strategy::ALL[0]) {
        let cell = |strategy| find(rows, strategy, first.clients).map_or_else(String::new, Row::cell);
        table.row(iter::once(first.clients.to_string()).chain(Strategy::ALL.map(cell)));
    }
    table
}

/// The row of one strategy and number of clients.
#[must_use]
pub fn find(rows: &[Row], strategy: Strategy, clients: u32) -> Option<&Row> {
    rows.iter().find(|row| row.strategy == strategy && row.clients == clients)
}

impl Row {
    fn cell(&self) -> String {
        format!("{} / {}", self.time.as_millis(), self.calls)
    }
}
