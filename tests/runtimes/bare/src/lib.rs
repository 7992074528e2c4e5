//! Calls without the standard library, in [`calls`]. This crate does not use the standard library either.
#![no_std]

pub mod calls;
