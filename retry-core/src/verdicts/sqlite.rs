//! The verdict on an SQLite result code.

const BUSY: i32 = 5;
const LOCKED: i32 = 6;

/// Whether it is a matter of somebody else's lock. The primary code is in the low byte, and the extended codes of these
/// two only say whose lock it is.
pub(super) fn is_transient(code: i32) -> bool {
    matches!(code & 0xff, BUSY | LOCKED)
}
