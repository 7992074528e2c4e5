//! The engine's books: the charges and their receipts.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Serialize};

/// The proof that a read was charged. A repeated request gets the same receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The number of the charge in the ledger.
    pub number: i64,
    /// How much was charged.
    pub amount: Decimal,
}

/// Whether a request was the first with its idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Charged {
    /// It was the first, and its charge was entered.
    Now(Receipt),
    /// An earlier request was charged, and this is its receipt.
    Before(Receipt),
}

/// The charges, the receipts, and how many requests there were. Money is kept in whole cents, because a database would add
/// decimals up as floats.
#[derive(Debug)]
pub struct Ledger(Connection);

impl Ledger {
    /// The ledger in this file, or an empty one in memory.
    ///
    /// # Errors
    ///
    /// When there is no room for it, or the file is something else.
    pub fn open(file: Option<&Path>) -> rusqlite::Result<Self> {
        let connection = open(file)?;
        // The tables would allow two charges of one meter under two keys. The audit checks that there are none.
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS charges (number INTEGER PRIMARY KEY, meter TEXT NOT NULL, cents INTEGER NOT NULL);
             CREATE TABLE IF NOT EXISTS receipts (
                 idempotency_key TEXT PRIMARY KEY,
                 charge INTEGER NOT NULL REFERENCES charges
             );
             CREATE TABLE IF NOT EXISTS requests (idempotency_key TEXT PRIMARY KEY, count INTEGER NOT NULL);",
        )?;
        Ok(Self(connection))
    }

    /// Counts a request.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn count_request(&self, key: &str) -> rusqlite::Result<()> {
        let sql = "INSERT INTO requests VALUES (?1, 1) ON CONFLICT DO UPDATE SET count = count + 1";
        self.0.execute(sql, [key])?;
        Ok(())
    }

    /// How many requests there were for each idempotency key.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn requests(&self) -> rusqlite::Result<HashMap<String, u32>> {
        let mut statement = self.0.prepare("SELECT idempotency_key, count FROM requests")?;
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    }

    /// Charges once per key: the entry and its receipt are written together, or the receipt is already there.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn charge(&mut self, key: &str, meter: &str, amount: Decimal) -> rusqlite::Result<Charged> {
        let transaction = self.0.transaction()?;
        let earlier = transaction
            .query_row(
                "SELECT number, cents FROM receipts JOIN charges ON charge = number WHERE idempotency_key = ?1",
                [key],
                |row| Ok(Receipt { number: row.get(0)?, amount: Decimal::new(row.get(1)?, 2) }),
            )
            .optional()?;
        if let Some(receipt) = earlier {
            return Ok(Charged::Before(receipt));
        }
        let cents = (amount * Decimal::ONE_HUNDRED).to_i64();
        transaction.execute("INSERT INTO charges (meter, cents) VALUES (?1, ?2)", (meter, cents))?;
        let number = transaction.last_insert_rowid();
        transaction.execute("INSERT INTO receipts VALUES (?1, ?2)", (key, number))?;
        transaction.commit()?;
        Ok(Charged::Now(Receipt { number, amount }))
    }

    /// Every entry: the meter, and what it was charged.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn charges(&self) -> rusqlite::Result<Vec<(String, Decimal)>> {
        let mut statement = self.0.prepare("SELECT meter, cents FROM charges ORDER BY number")?;
        let charges = statement.query_map([], |row| Ok((row.get(0)?, Decimal::new(row.get(1)?, 2))))?;
        charges.collect()
    }
}

/// A database in this file, or in memory. A program that ends in the middle of a transaction leaves the database as it was
/// before; for a power failure `synchronous` would have to be FULL, which takes longer.
pub(crate) fn open(file: Option<&Path>) -> rusqlite::Result<Connection> {
    let Some(file) = file else { return Connection::open_in_memory() };
    let connection = Connection::open(file)?;
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")?;
    Ok(connection)
}
