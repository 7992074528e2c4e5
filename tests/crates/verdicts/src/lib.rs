//! Compiles the programs of the pages that are about one crate. The tests are in `tests/`.

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/hyper.md")]
struct Hyper;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/redis.md")]
struct Redis;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/reqwest.md")]
struct Reqwest;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/rusqlite.md")]
struct Rusqlite;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/sqlx.md")]
struct Sqlx;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/tokio-postgres.md")]
struct TokioPostgres;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/grpc.md")]
struct Tonic;
