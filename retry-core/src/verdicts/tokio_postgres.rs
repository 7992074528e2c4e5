//! The verdict on tokio-postgres's errors.
