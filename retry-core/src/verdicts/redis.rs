//! The verdict on redis's errors.
