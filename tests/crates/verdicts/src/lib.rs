//! The programs of the cookbook, compiled. The tests are in `tests/`.

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/http.md")]
struct Http;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/databases.md")]
struct Databases;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/grpc.md")]
struct Grpc;

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/redis.md")]
struct Redis;
