//! Concurrent transfers between accounts under SERIALIZABLE. PostgreSQL aborts every transaction that may have read
//! stale data, and the client has to try again.

mod bank;

use std::error::Error;
use std::fmt;

use retry_core::{RetryEvent, Transient, Verdict, retry};
use tokio::task::JoinSet;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, IsolationLevel};

pub use self::bank::Bank;

/// How many tellers make transfers at the same time, each with a connection of its own.
pub const TELLERS: i32 = 8;
/// How many transfers each of them makes.
pub const TRANSFERS: i32 = 50;
/// The number of accounts, which is small so that transfers conflict.
pub const ACCOUNTS: i32 = 5;
/// The money in each account at the beginning.
pub const BALANCE: i64 = 100;

/// Makes transfers through one connection.
#[derive(Debug)]
pub struct Teller {
    client: Client,
    conflicts: Conflicts,
}

impl Teller {
    /// A teller with a connection to a [`Bank`].
    #[must_use]
    pub fn new(client: Client) -> Self {
        Self { client, conflicts: Conflicts::default() }
    }

    /// What was retried so far.
    #[must_use]
    pub fn conflicts(&self) -> Conflicts {
        self.conflicts
    }

    /// Moves an amount from one account to another.
    ///
    /// An attempt is the whole transaction, from its beginning to its commit, because data that was read before the
    /// conflict may have changed. A failed attempt drops its transaction, which rolls it back.
    ///
    /// # Errors
    ///
    /// If there is not enough in the account, or the database has another error than a conflict. A conflict is an error
    /// if it lasts for a minute.
    #[retry(
        base = "2ms",
        cap = "100ms",
        attempts = unlimited,
        deadline = "1min",
        on_retry = |event| self.conflicts.count(event)
    )]
    pub async fn transfer(&mut self, from: i32, to: i32, amount: i64) -> Result<(), TransferError> {
        let read = "SELECT balance FROM accounts WHERE id = $1";
        let write = "UPDATE accounts SET balance = $2 WHERE id = $1";

        let transaction = self.client.build_transaction().isolation_level(IsolationLevel::Serializable).start().await?;
        let source: i64 = transaction.query_one(read, &[&from]).await?.get(0);
        let target: i64 = transaction.query_one(read, &[&to]).await?.get(0);
        if source < amount {
            return Err(TransferError::Insufficient);
        }
        // The new balance depends on the balance that was read, so the transaction needs the isolation.
        transaction.execute(write, &[&from, &(source - amount)]).await?;
        transaction.execute(write, &[&to, &(target + amount)]).await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// Why an amount was not moved.
#[derive(Debug)]
pub enum TransferError {
    /// There is not enough in the account.
    Insufficient,
    /// The database says no.
    Database(tokio_postgres::Error),
}

impl TransferError {
    fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Insufficient => None,
            Self::Database(error) => error.code(),
        }
    }
}

/// retry-core's feature `tokio-postgres-0_7` knows which answers of the server are transient, and the server has rolled
/// back each of them. A connection that breaks during the commit is permanent here, because the money may have been
/// moved.
impl Transient for TransferError {
    fn verdict(&self) -> Verdict {
        match self {
            Self::Database(error) if error.as_db_error().is_some() => error.verdict(),
            Self::Database(_) | Self::Insufficient => Verdict::Permanent,
        }
    }
}

impl From<tokio_postgres::Error> for TransferError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Database(error)
    }
}

impl Error for TransferError {}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Insufficient => f.write_str("there is not enough in the account"),
            Self::Database(error) => error.fmt(f),
        }
    }
}

/// How many failed attempts were followed by another one, by the error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conflicts {
    /// Serialization failures, 40001.
    pub serialization: u32,
    /// Deadlocks, 40P01.
    pub deadlock: u32,
}

impl Conflicts {
    fn count(&mut self, event: &RetryEvent<'_, TransferError>) {
        match event.failure.error().and_then(TransferError::code) {
            Some(code) if *code == SqlState::T_R_DEADLOCK_DETECTED => self.deadlock += 1,
            _ => self.serialization += 1,
        }
    }

    /// All of them.
    #[must_use]
    pub fn total(self) -> u32 {
        self.serialization + self.deadlock
    }
}

/// How the transfers have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Transfers made.
    pub made: i32,
    /// Transfers that were refused, because there was not enough in the account.
    pub refused: i32,
    /// What was retried.
    pub conflicts: Conflicts,
    /// How often the sum of all accounts was read, during the transfers and after them.
    pub audits: u32,
    /// How often the sum was not that of the beginning.
    pub wrong_sums: u32,
}

/// Runs all tellers at the same time, and reads the sum of the accounts meanwhile.
///
/// # Errors
///
/// Every error of the database that is not a conflict.
pub async fn run(bank: &Bank) -> Result<Report, Box<dyn Error + Send + Sync>> {
    let auditor = bank.connect().await?;
    let mut tellers = JoinSet::new();
    for number in 0..TELLERS {
        tellers.spawn(work(Teller::new(bank.connect().await?), number));
    }
    let mut report = Report::default();
    loop {
        let finished = tellers.try_join_next();
        if let Some(finished) = finished {
            let (refused, conflicts) = finished??;
            report.refused += refused;
            report.made += TRANSFERS - refused;
            report.conflicts.serialization += conflicts.serialization;
            report.conflicts.deadlock += conflicts.deadlock;
        }
        let last = tellers.is_empty();
        report.audits += 1;
        if Bank::sum(&auditor).await? != BALANCE * i64::from(ACCOUNTS) {
            report.wrong_sums += 1;
        }
        if last {
            return Ok(report);
        }
    }
}

/// Makes the transfers of one teller. Returns how many were refused, and what was retried.
async fn work(mut teller: Teller, number: i32) -> Result<(i32, Conflicts), TransferError> {
    let mut refused = 0;
    for transfer in 0..TRANSFERS {
        let from = (number + transfer) % ACCOUNTS;
        let to = (from + 1 + transfer % (ACCOUNTS - 1)) % ACCOUNTS;
        match teller.transfer(from, to, i64::from(1 + (number + transfer) % 30)).await {
            Err(TransferError::Insufficient) => refused += 1,
            outcome => outcome?,
        }
    }
    Ok((refused, teller.conflicts()))
}
