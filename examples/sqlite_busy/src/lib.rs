//! Two writers and one SQLite database, which lets one of them write at a time and tells the other that it is busy.

use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use retry_core::{Transient, Verdict, retry};
use rusqlite::{Connection, Result, TransactionBehavior};

/// How many writers there are, each with a thread and a connection of its own.
pub const WRITERS: u32 = 2;
/// How many rows each of them writes.
pub const ROWS: u32 = 50;

/// One writer.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
    number: u32,
    waits: u32,
}

impl Writer {
    /// Writes a row, if no other connection is writing.
    ///
    /// # Errors
    ///
    /// `SQLITE_BUSY` if another connection is writing.
    pub fn write(&mut self, row: u32) -> Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute("INSERT INTO rows (writer, row) VALUES (?1, ?2)", (self.number, row))?;
        // Stands for the rest of the transaction.
        thread::sleep(Duration::from_millis(1));
        transaction.commit()
    }

    /// Writes a row when no other connection is writing.
    ///
    /// An attempt is the whole transaction, because a transaction that gets `SQLITE_BUSY` is rolled back. retry-core's
    /// feature `rusqlite-0_43` says that this error is transient and that others are not.
    ///
    /// # Errors
    ///
    /// Every other error at once, and `SQLITE_BUSY` after half a minute.
    #[retry(
        blocking,
        base = "2ms",
        cap = "50ms",
        attempts = unlimited,
        deadline = "30s",
        on_retry = |_| self.waits += 1
    )]
    pub fn write_patiently(&mut self, row: u32) -> Result<()> {
        self.write(row)
    }
}

/// How the writes have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many rows are in the database.
    pub stored: u32,
    /// How many writes have failed with `SQLITE_BUSY`.
    pub lost: u32,
    /// How often a writer has waited for its next attempt.
    pub waits: u32,
}

/// Runs all writers at the same time, on a new database in this folder.
///
/// # Errors
///
/// Every error except `SQLITE_BUSY`, which is counted.
///
/// # Panics
///
/// If a writer does.
pub fn race(folder: &Path, write: fn(&mut Writer, u32) -> Result<()>) -> Result<Report> {
    let file = folder.join("rows.sqlite");
    let database = Connection::open(&file)?;
    database.execute_batch("CREATE TABLE rows (writer INTEGER, row INTEGER, PRIMARY KEY (writer, row)) STRICT")?;

    let (file, start) = (&file, &Barrier::new(WRITERS as usize));
    let counted = thread::scope(|scope| {
        let writers: Vec<_> =
            (0..WRITERS).map(|number| scope.spawn(move || write_all(file, number, start, write))).collect();
        writers.into_iter().map(|writer| writer.join().expect("no writer panics")).collect::<Result<Vec<_>>>()
    })?;

    let stored = database.query_row("SELECT count(*) FROM rows", (), |row| row.get(0))?;
    let total = |of: fn(&(u32, u32)) -> u32| counted.iter().map(of).sum();
    Ok(Report { stored, lost: total(|(lost, _)| *lost), waits: total(|(_, waits)| *waits) })
}

/// Runs one writer. Returns how many rows were lost, and how often the writer waited.
fn write_all(
    file: &Path,
    number: u32,
    start: &Barrier,
    write: fn(&mut Writer, u32) -> Result<()>,
) -> Result<(u32, u32)> {
    let connection = Connection::open(file);
    // Before anything can fail, because the other writers wait here too.
    start.wait();
    let mut writer = Writer { connection: connection?, number, waits: 0 };
    // By default SQLite waits by itself, at fixed intervals and for one statement at a time.
    writer.connection.busy_timeout(Duration::ZERO)?;
    let mut lost = 0;
    for row in 0..ROWS {
        match write(&mut writer, row) {
            Err(error) if error.verdict() == Verdict::Transient => lost += 1,
            outcome => outcome?,
        }
    }
    Ok((lost, writer.waits))
}
