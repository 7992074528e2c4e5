//! The thundering herd, to look at: many clients fail together, and what happens next depends on how they come back.
//!
//! Two models on virtual time. [`contention`] is the one behind the well-known charts of backoff and jitter, and
//! [`overload`] is what that one leaves out: a server with a limit. Both run the library's own code
//! ([`RetryPolicy::delays`](retry_core::RetryPolicy::delays), [`RetryState`](retry_core::RetryState),
//! [`RetryBudget`](retry_core::RetryBudget)) and have no formula of backoff of their own. The same seeds give the same
//! results, to the byte of the pictures.
//!
//! `cargo run --release -p herd` runs everything, and fails when a [`Claim`] about the results does not hold.

mod agenda;
pub mod charts;
mod claim;
pub mod contention;
mod network;
pub mod overload;
mod parallel;
mod table;

pub use self::agenda::Agenda;
pub use self::claim::Claim;
pub use self::network::Network;
pub use self::parallel::parallel_map;
pub use self::table::Table;
