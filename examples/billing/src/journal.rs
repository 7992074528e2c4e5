//! What the client knows of each read: its receipt, or why there is none. A read without either is open.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::Mutex;

use retry_core::{GiveUpEvent, GiveUpReason};
use rusqlite::Connection;

use crate::ledger::{Receipt, open};
use crate::lock;
use crate::reads::Read;

/// Two tables: the receipts, and the dead letters, which are the reads that were not charged, each with the last error, the
/// number of attempts, and why no more were made.
#[derive(Debug)]
pub struct Journal {
    connection: Mutex<Connection>,
    /// The error of the first write that has failed. A hook cannot return an error, so the next read returns it.
    failure: Mutex<Option<rusqlite::Error>>,
}

/// A read that was not charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// The read.
    pub read: Read,
    /// The error of the last attempt.
    pub error: String,
    /// How many attempts were made.
    pub attempts: u32,
    /// Why no more were made: [`GiveUpReason::as_str`].
    pub reason: String,
}

impl Journal {
    /// The journal in this file, or an empty one in memory.
    ///
    /// # Errors
    ///
    /// When there is no room for it, or the file is something else.
    pub fn open(file: Option<&Path>) -> rusqlite::Result<Self> {
        let connection = open(file)?;
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS receipts (
                 idempotency_key TEXT PRIMARY KEY,
                 number INTEGER NOT NULL
             );
             CREATE TABLE IF NOT EXISTS dead_letters (
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

    /// Puts a read whose call has failed for good into the dead letters, or replaces what is known of it.
    pub fn bury<E: fmt::Display>(&self, read: &Read, event: &GiveUpEvent<'_, E>) {
        let (key, Read { meter, month, usage }) = (read.idempotency_key(), read);
        let (error, reason) = (event.failure.to_string(), event.reason.as_str());
        let row = (key, meter, month, usage, error, event.attempt, reason);
        let sql = "REPLACE INTO dead_letters VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let written = lock(&self.connection).execute(sql, row);
        if let Err(error) = written {
            lock(&self.failure).get_or_insert(error);
        }
    }

    /// Keeps the receipt of a read, and takes the read out of the dead letters.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn settle(&self, read: &Read, receipt: &Receipt) -> rusqlite::Result<()> {
        let mut connection = lock(&self.connection);
        let transaction = connection.transaction()?;
        let key = read.idempotency_key();
        transaction.execute("REPLACE INTO receipts VALUES (?1, ?2)", (&key, receipt.number))?;
        transaction.execute("DELETE FROM dead_letters WHERE idempotency_key = ?1", [&key])?;
        transaction.commit()
    }

    /// The idempotency keys of the reads that have a receipt.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn receipts(&self) -> rusqlite::Result<HashSet<String>> {
        let connection = lock(&self.connection);
        let mut statement = connection.prepare("SELECT idempotency_key FROM receipts")?;
        statement.query_map([], |row| row.get(0))?.collect()
    }

    /// The reads of which neither a receipt nor a dead letter is known.
    ///
    /// # Errors
    ///
    /// When the database cannot be read, or could not be written earlier.
    pub fn open_among<'a>(&self, reads: impl Iterator<Item = &'a Read>) -> rusqlite::Result<Vec<Read>> {
        let mut known = self.receipts()?;
        known.extend(self.dead_letters()?.iter().map(|letter| letter.read.idempotency_key()));
        Ok(reads.filter(|read| !known.contains(&read.idempotency_key())).cloned().collect())
    }

    /// All dead letters, in the order of their keys.
    ///
    /// # Errors
    ///
    /// When the database cannot be read, or could not be written earlier.
    pub fn dead_letters(&self) -> rusqlite::Result<Vec<DeadLetter>> {
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
    /// Whether a replay can help, because nothing is wrong with the read itself.
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
