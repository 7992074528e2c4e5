//! The programs of the cookbook, compiled. The tests are in `tests/`.

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/cookbook/runtimes.md")]
pub struct Runtimes;
