//! The candidates that are measured: one small function bare, in a loop written by hand, annotated, and behind each
//! peer. Everything is built only with the feature `peers`.
#![cfg(feature = "peers")]

pub mod candidates;
pub mod herd;
pub mod options;
pub mod server;

use self::server::{Failure, Server};

/// What is done with each candidate.
pub trait Visitor {
    /// Called once for each.
    fn candidate<F>(&mut self, name: &'static str, call: impl Fn(&'static Server, u32) -> F)
    where
        F: Future<Output = Result<u32, Failure>>;
}
