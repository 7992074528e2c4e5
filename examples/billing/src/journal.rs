//! The reads that were not charged, with what is needed to decide what to do about them, and to do it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

use retry_core::{GiveUpEvent, GiveUpReason};
use rusqlite::Connection;

use crate::lock;
use crate::reads::Read;

/// A table in memory: the read, the last error, the number of attempts, and why no more were made.
#[derive(Debug)]
pub struct DeadLetters {
    connection: Mutex<Connection>,
    /// The first write that has failed. A hook can return nothing, so it is kept for whoever reads next.
    failure: Mutex<Option<rusqlite::Error>>,
}

/// A read in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// What was not charged.
    pub read: Read,
    /// What the last attempt failed with.
    pub error: String,
    /// How many attempts were made.
    pub attempts: u32,
    /// Why no more were made: [`GiveUpReason::as_str`].
    pub reason: String,
}

impl DeadLetters {
    /// An empty table.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub fn new() -> rusqlite::Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE TABLE dead_letters (
                 idempotency_key TEXT PRIMARY KEY,
                 meter TEXT NOT NULL,
                 month TEXT NOT NULL,
                 usage TEXT NOT NULL,
                 error TEXT NOT NULL,
                 attempts INTEGER NOT NULL,
                 reason TEXT NOT NULL
             );",
        )?;
        Ok(Self { connection: Mutex::new(connection), failure: Mutex::default() })
    }

    /// Adds a read whose call has failed for good, or replaces what is known of it.
    pub fn put<E: fmt::Display>(&self, read: &Read, event: &GiveUpEvent<'_, E>) {
        let (key, Read { meter, month, usage }) = (read.idempotency_key(), read);
        let (error, reason) = (event.failure.to_string(), event.reason.as_str());
        let row = (key, meter, month, usage, error, event.attempt, reason);
        let sql = "REPLACE INTO dead_letters VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let written = lock(&self.connection).execute(sql, row);
        if let Err(error) = written {
            lock(&self.failure).get_or_insert(error);
        }
    }

    /// Takes out a read that was charged after all.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn settle(&self, read: &Read) -> rusqlite::Result<()> {
        let sql = "DELETE FROM dead_letters WHERE idempotency_key = ?1";
        lock(&self.connection).execute(sql, [read.idempotency_key()])?;
        Ok(())
    }

    /// All of them, in the order of their keys.
    ///
    /// # Errors
    ///
    /// When the database cannot be read, or could not be written earlier.
    pub fn all(&self) -> rusqlite::Result<Vec<DeadLetter>> {
        if let Some(failure) = lock(&self.failure).take() {
            return Err(failure);
        }
        let connection = lock(&self.connection);
        let sql = "SELECT meter, month, usage, error, attempts, reason FROM dead_letters ORDER BY idempotency_key";
        let mut statement = connection.prepare(sql)?;
        let letters = statement.query_map([], |row| {
            let read = Read { meter: row.get(0)?, month: row.get(1)?, usage: row.get(2)? };
            Ok(DeadLetter { read, error: row.get(3)?, attempts: row.get(4)?, reason: row.get(5)? })
        })?;
        letters.collect()
    }
}

impl DeadLetter {
    /// Whether another night may bring what this one did not: nothing is wrong with the read itself.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.reason != GiveUpReason::Permanent.as_str()
    }
}

/// How many there are for each reason.
#[must_use]
pub fn by_reason(letters: &[DeadLetter]) -> BTreeMap<&str, usize> {
    letters.iter().fold(BTreeMap::new(), |mut counts, letter| {
        *counts.entry(letter.reason.as_str()).or_default() += 1;
        counts
    })
}
