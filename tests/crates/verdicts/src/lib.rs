//! The programs of the cookbook, compiled. The tests are in `tests/`.

#[cfg(all(doctest, feature = "all"))]
#[doc = include_str!("../../../../docs/cookbook/http.md")]
struct Http;
