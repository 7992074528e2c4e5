//! The verdict on rusqlite's errors.

use rusqlite_0_43::Error;

use super::sqlite;
use crate::{Transient, Verdict};

/// A lock that another connection holds is transient, and nothing else is. With the feature `rusqlite-0_43`, which
/// needs Rust 1.89.
///
/// | failure | verdict | why |
/// |---|---|---|
/// | `SQLITE_BUSY` (5), `SQLITE_BUSY_RECOVERY` (261), `SQLITE_BUSY_TIMEOUT` (773) | transient | another connection writes, or repairs the database after a crash |
/// | `SQLITE_BUSY_SNAPSHOT` (517) | transient, **the whole transaction only** | another connection has written since this transaction read: its next statements fail too, and only a new transaction can write |
/// | `SQLITE_LOCKED_SHAREDCACHE` (262) | transient | a connection that shares this one's cache holds the lock |
/// | `SQLITE_LOCKED` (6) | permanent | the connection blocks itself: it drops a table that one of its statements still reads |
/// | every other result code, such as a violated constraint, a full disk or a file that cannot be opened | permanent | the same statement fails again |
/// | every error of rusqlite itself, such as `QueryReturnedNoRows` or a type that does not match | permanent | the statement was executed, or can never be |
///
/// Make the attempt a whole transaction, because SQLite seldom rolls back by itself. rusqlite's `Transaction` rolls
/// back when it is dropped. `BEGIN IMMEDIATE` takes the write lock at the start and never fails with
/// `SQLITE_BUSY_SNAPSHOT`.
///
/// `busy_timeout` makes SQLite itself wait, for each statement. rusqlite sets it to five seconds. Set it to zero to
/// leave the waits to the policy.
///
/// ```
/// # use rusqlite_0_43 as rusqlite;
/// use retry_core::retry;
/// use rusqlite::{Connection, TransactionBehavior};
///
/// #[retry(blocking, base = "2ms", cap = "50ms", attempts = unlimited, deadline = "10s")]
/// fn add(database: &mut Connection, name: &str) -> rusqlite::Result<()> {
///     let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
///     transaction.execute("INSERT INTO names (name) VALUES (?1)", [name])?;
///     transaction.commit()
/// }
/// ```
#[diagnostic::do_not_recommend]
impl Transient for Error {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.sqlite_extended_error_code().is_some_and(sqlite::is_transient))
    }
}
