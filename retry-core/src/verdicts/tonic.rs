//! The verdict on tonic's errors.
