//! The verdict on an SQLite result code.

const BUSY: i32 = 5;
const LOCKED_SHAREDCACHE: i32 = 6 | 1 << 8;

/// Whether it is a matter of another connection's lock. The primary code is in the low byte: the extended codes of
/// `SQLITE_BUSY` only say whose lock it is. `SQLITE_LOCKED` alone is the connection in its own way.
pub(super) fn is_transient(code: i32) -> bool {
    code & 0xff == BUSY || code == LOCKED_SHAREDCACHE
}
