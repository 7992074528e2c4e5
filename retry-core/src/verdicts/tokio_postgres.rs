//! The verdict on tokio-postgres's errors.

use core::error::Error as _;

use tokio_postgres_0_7::Error;

use super::{connection, sqlstate};
use crate::{Transient, Verdict};

/// The server's answer decides by its SQLSTATE; without one, a lost connection is transient. With the feature
/// `tokio-postgres-0_7`.
///
#[doc = include_str!("sqlstate.md")]
///
/// | failure without an SQLSTATE | verdict | why |
/// |---|---|---|
/// | the connection is refused, reset or closed, or making it takes too long | transient, with a new connection | the server restarts, or the network fails |
/// | the TLS handshake is refused | permanent | the certificates are the same the next time |
/// | a parameter or a column of another type, a wrong number of rows, a wrong configuration | permanent | the program is wrong |
///
/// # What may be repeated
///
/// A `Client` whose connection is lost stays lost. Connect in the attempt, or take a client from a pool.
///
/// A connection that is lost during a `COMMIT` leaves open whether the transaction was committed. If committing twice
/// does harm, retry only what the server has answered, because the server has rolled that back:
///
/// ```
/// # use tokio_postgres_0_7 as tokio_postgres;
/// use retry_core::{Transient, Verdict};
///
/// struct TransferError(tokio_postgres::Error);
///
/// impl Transient for TransferError {
///     fn verdict(&self) -> Verdict {
///         if self.0.as_db_error().is_some() { self.0.verdict() } else { Verdict::Permanent }
///     }
/// }
/// ```
#[diagnostic::do_not_recommend]
impl Transient for Error {
    fn verdict(&self) -> Verdict {
        if let Some(code) = self.code() {
            return Verdict::from(sqlstate::is_transient(code.code()));
        }
        if self.is_closed() {
            return Verdict::Transient;
        }
        self.source().and_then(connection::cause).unwrap_or(Verdict::Permanent)
    }
}
