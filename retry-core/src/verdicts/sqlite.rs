//! The verdict on an SQLite result code.

const BUSY: i32 = 5;
const LOCKED_SHAREDCACHE: i32 = 6 | 1 << 8;

/// Whether another connection holds a lock. The low byte is the primary code, and the extended codes of `SQLITE_BUSY`
/// only say whose lock it is. With `SQLITE_LOCKED` alone the connection blocks itself.
pub(super) fn is_transient(code: i32) -> bool {
    code & 0xff == BUSY || code == LOCKED_SHAREDCACHE
}
