//! The verdicts on other crates' errors, a file for each crate. Each file but tokio's needs the feature that is named
//! after its crate and the version.
//!
//! A file implements [`Transient`](crate::Transient) for the errors of its crate. [`KNOWN`] lists these types for
//! [`chain`](crate::chain).
//!
//! The implementations that need a feature are `do_not_recommend`. If a type has no verdict, the compiler lists the
//! types that have one, and that list should not depend on the features.

#[cfg(any(
    feature = "hyper-1",
    feature = "native-tls-0_2",
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
#[cfg(feature = "hyper-util-0_1")]
mod hyper_util;
#[cfg(feature = "native-tls-0_2")]
mod native_tls;
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
#[cfg(feature = "tokio")]
mod tokio;
#[cfg(feature = "tokio-postgres-0_7")]
mod tokio_postgres;
#[cfg(feature = "tonic-0_14")]
mod tonic;

use core::error::Error;

use crate::TimedOut;
use crate::decision::Verdict;
use crate::decision::known::known;
#[cfg(feature = "std")]
use crate::decision::known::known_io;

/// The types that [`chain`](crate::chain) looks for.
pub(crate) const KNOWN: &[fn(&(dyn Error + 'static)) -> Option<Verdict>] = &[
    #[cfg(feature = "std")]
    known_io,
    known::<TimedOut>,
    #[cfg(feature = "tokio")]
    known::<::tokio::time::error::Elapsed>,
    #[cfg(feature = "http")]
    known::<crate::http::StatusError>,
    #[cfg(feature = "hyper-1")]
    known::<::hyper_1::Error>,
    #[cfg(feature = "hyper-util-0_1")]
    known::<::hyper_util_0_1::client::legacy::Error>,
    #[cfg(feature = "native-tls-0_2")]
    known::<::native_tls_0_2::Error>,
    #[cfg(feature = "redis-1")]
    known::<::redis_1::RedisError>,
    #[cfg(feature = "reqwest-0_12")]
    known::<::reqwest_0_12::Error>,
    #[cfg(feature = "reqwest-0_13")]
    known::<::reqwest_0_13::Error>,
    #[cfg(feature = "rusqlite-0_43")]
    known::<::rusqlite_0_43::Error>,
    #[cfg(feature = "sqlx-0_8")]
    known::<::sqlx_0_8::Error>,
    #[cfg(feature = "sqlx-0_9")]
    known::<::sqlx_0_9::Error>,
    #[cfg(feature = "tokio-postgres-0_7")]
    known::<::tokio_postgres_0_7::Error>,
    #[cfg(feature = "tonic-0_14")]
    known::<::tonic_0_14::Status>,
];
