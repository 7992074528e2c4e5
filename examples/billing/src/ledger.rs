//! The engine's books: what was charged, and the receipt under which it was.

use rusqlite::{Connection, OptionalExtension};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Serialize};

/// Says that a read was charged; the same one however often it is asked for.
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
    /// It was, and an entry was made.
    Now(Receipt),
    /// An earlier one had made the entry, and this is its receipt.
    Before(Receipt),
}

/// A ledger in memory. Money is kept in whole cents, because a database would add decimals up as floats.
#[derive(Debug)]
pub struct Ledger(Connection);

impl Ledger {
    /// An empty ledger.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub fn new() -> rusqlite::Result<Self> {
        let connection = Connection::open_in_memory()?;
        // Nothing here keeps a meter from being charged twice under two keys. That it is not is for the audit to say.
        connection.execute_batch(
            "CREATE TABLE charges (number INTEGER PRIMARY KEY, meter TEXT NOT NULL, cents INTEGER NOT NULL);
             CREATE TABLE receipts (idempotency_key TEXT PRIMARY KEY, charge INTEGER NOT NULL REFERENCES charges);",
        )?;
        Ok(Self(connection))
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
