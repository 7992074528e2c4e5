//! Two writers and one SQLite database, which lets one of them write at a time and tells the other that it is busy.

use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use retry_core::{Transient, Verdict, retry};
use rusqlite::{Connection, Result, TransactionBehavior};

/// How many write at the same time, each from a thread and through a connection of its own.
pub const WRITERS: u32 = 2;
/// How many rows each of them writes.
pub const ROWS: u32 = 50;

/// One of those who write.
#[derive(Debug)]
pub struct Writer {
    connection: Connection,
    number: u32,
    waits: u32,
}

impl Writer {
    /// Writes a row, if nobody else is writing.
    ///
    /// # Errors
    ///
    /// `SQLITE_BUSY` when somebody is.
    pub fn write(&mut self, row: u32) -> Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute("INSERT INTO rows (writer, row) VALUES (?1, ?2)", (self.number, row))?;
        // Stands in for what else belongs to the transaction.
        thread::sleep(Duration::from_millis(1));
        transaction.commit()
    }

    /// Writes a row, as soon as nobody else is writing.
    ///
    /// It is the whole transaction that is tried again: the one that was told "busy" has been rolled back. That this
    /// error is transient and others are not, retry-core knows: its feature `rusqlite-0_43` does.
    ///
    /// # Errors
    ///
    /// What is not `SQLITE_BUSY`, and that too after half a minute.
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

/// What has become of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many are in the database.
    pub stored: u32,
    /// How many writes have failed because it was busy.
    pub lost: u32,
    /// How often a writer has waited for its next attempt.
    pub waits: u32,
}

/// Lets all writers write all their rows at the same time, to a new database in this folder.
///
/// # Errors
///
/// Everything but `SQLITE_BUSY`, which is counted.
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

/// How many rows were lost, and how often was waited.
fn write_all(
    file: &Path,
    number: u32,
    start: &Barrier,
    write: fn(&mut Writer, u32) -> Result<()>,
) -> Result<(u32, u32)> {
    let connection = Connection::open(file);
    // Before anything can fail: the others wait here too.
    start.wait();
    let mut writer = Writer { connection: connection?, number, waits: 0 };
    // SQLite can wait by itself, at fixed intervals and for one statement at a time; here it shall not.
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
