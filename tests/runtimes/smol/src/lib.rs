//! Compiles the programs of the cookbook's page on runtimes. The tests are in `tests/`.

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/cookbook/runtimes.md")]
pub struct Runtimes;
