//! The verdict on sqlx's errors.

use super::{connection, sqlite, sqlstate};
use crate::{Transient, Verdict};

macro_rules! transient {
    ($sqlx:ident, $introduction:literal) => {
        #[doc = $introduction]
        ///
        #[doc = include_str!("sqlstate.md")]
        ///
        /// | failure without an SQLSTATE | verdict | why |
        /// |---|---|---|
        /// | `Io`: the connection is refused, reset or closed | transient, with a new connection | the server restarts, or the network fails |
        /// | `PoolTimedOut` | transient | others will give their connections back |
        /// | MySQL's 1205, lock wait timeout | transient, **the whole transaction** | somebody else holds the lock; MySQL has rolled back the statement alone |
        /// | SQLite's `SQLITE_BUSY` with its extended codes, and `SQLITE_LOCKED_SHAREDCACHE` | transient, the whole transaction | another connection holds the lock |
        /// | `Tls`: the handshake is refused | permanent | the certificates are the same the next time |
        /// | `PoolClosed`, `RowNotFound`, a wrong configuration, a column of another type and all others | permanent | the program is wrong, or wanted this |
        ///
        /// MySQL's other conflict, 1213, a deadlock, has the SQLSTATE `40001`. A server that shuts down, 1053, or has
        /// no connection left, 1040, says so with the SQLSTATE of a lost connection, or without any while it greets the
        /// client.
        ///
        /// # What may be repeated
        ///
        /// Use a `Pool`, which gives the next attempt another connection. A `PgConnection` that is lost stays lost.
        ///
        /// A connection that is lost during a `COMMIT` leaves open whether the transaction was committed. If committing
        /// twice does harm, retry only what the database has answered (`Error::Database`), because the database has
        /// rolled that back.
        #[diagnostic::do_not_recommend]
        impl Transient for $sqlx::Error {
            fn verdict(&self) -> Verdict {
                match self {
                    Self::Database(error) => Verdict::from(is_transient(error.code().as_deref(), || error.to_string())),
                    Self::Io(error) => connection::verdict(error),
                    Self::Tls(error) => connection::cause(&**error).unwrap_or(Verdict::Permanent),
                    Self::PoolTimedOut => Verdict::Transient,
                    _ => Verdict::Permanent,
                }
            }
        }
    };
}

#[cfg(feature = "sqlx-0_8")]
transient!(sqlx_0_8, "The database's answer decides by its code. With the feature `sqlx-0_8`.");
#[cfg(feature = "sqlx-0_9")]
transient!(sqlx_0_9, "The database's answer decides by its code. With the feature `sqlx-0_9`, which needs Rust 1.94.");

/// The verdict on a database's answer, by its code: an SQLSTATE has five characters, and SQLite's codes are decimal
/// numbers of at most four digits.
///
/// MySQL's `HY000` stands for many errors, and a MySQL that greets a client with an error sends no SQLSTATE. MySQL's
/// own number decides then. The text of the error begins with that number. The driver has it too, but is not a
/// dependency.
fn is_transient(code: Option<&str>, text: impl FnOnce() -> String) -> bool {
    match code {
        Some("HY000") => text().starts_with("1205 ("),
        Some(code) if code.len() == 5 => sqlstate::is_transient(code),
        Some(code) => code.parse().is_ok_and(sqlite::is_transient),
        None => matches!(text().split(':').next(), Some("1040" | "1053")),
    }
}

#[cfg(test)]
mod tests {
    use super::is_transient;

    /// The driver for SQLite cannot be in one build with rusqlite, so its codes are tested here alone.
    #[test]
    fn sqlite_is_told_by_its_shorter_codes() {
        for (code, expected) in
            [("5", true), ("517", true), ("262", true), ("6", false), ("1", false), ("2067", false), ("8458", false)]
        {
            assert_eq!(is_transient(Some(code), || unreachable!("not MySQL's")), expected, "{code}");
        }
    }
}
