//! The verdict on hyper's errors.
