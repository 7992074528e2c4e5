//! The verdicts on other crates' errors, a file for each crate. All but tokio's need the feature that is named after the
//! crate and its version.
//!
//! Those that need a feature are `do_not_recommend`: where a type lacks a verdict, the compiler lists the types that have
//! one, and what it says should not depend on the features.

#[cfg(any(
    feature = "redis-1",
    feature = "sqlx-0_8",
    feature = "sqlx-0_9",
    feature = "tokio-postgres-0_7",
    feature = "tonic-0_14"
))]
mod connection;
#[cfg(feature = "tonic-0_14")]
mod grpc;
#[cfg(feature = "hyper-1")]
mod hyper;
#[cfg(feature = "redis-1")]
mod redis;
#[cfg(any(feature = "reqwest-0_12", feature = "reqwest-0_13"))]
mod reqwest;
#[cfg(feature = "rusqlite-0_43")]
mod rusqlite;
#[cfg(any(feature = "rusqlite-0_43", feature = "sqlx-0_8", feature = "sqlx-0_9"))]
mod sqlite;
#[cfg(any(feature = "sqlx-0_8", feature = "sqlx-0_9", feature = "tokio-postgres-0_7"))]
mod sqlstate;
#[cfg(any(feature = "sqlx-0_8", feature = "sqlx-0_9"))]
mod sqlx;
mod tokio;
#[cfg(feature = "tokio-postgres-0_7")]
mod tokio_postgres;
#[cfg(feature = "tonic-0_14")]
mod tonic;
