//! Calls without the standard library, in [`calls`]: this crate has none either.
#![no_std]

pub mod calls;
