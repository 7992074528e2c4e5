//! The verdict on sqlx's errors.
