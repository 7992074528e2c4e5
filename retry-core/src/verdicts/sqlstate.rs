//! The verdict on an SQLSTATE, the code of five characters that PostgreSQL and MySQL answer with.

/// Whether the same transaction may succeed in another attempt. `sqlstate.md` shows this list with the reasons.
pub(super) fn is_transient(code: &str) -> bool {
    matches!(
        code,
        "08000" | "08001" | "08003" | "08004" | "08006" | "08S01" // the connection
            | "40001" | "40P01" // conflicts
            | "53300" // too many connections
            | "55P03" // locks
            | "57P01" | "57P02" | "57P03" | "57P05" // the server ends the connection, or is not there yet
    )
}
