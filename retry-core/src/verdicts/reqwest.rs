//! The verdict on reqwest's errors.
