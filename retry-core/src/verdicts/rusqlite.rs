//! The verdict on rusqlite's errors.
