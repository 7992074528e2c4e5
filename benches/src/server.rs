//! The operation that every candidate calls, and its server.

use std::future::ready;
use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

/// The error of the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Transient.
    Busy,
    /// Permanent.
    Declined,
}

impl From<retry_core::TimedOut> for Failure {
    fn from(_: retry_core::TimedOut) -> Self {
        Self::Busy
    }
}

impl From<retry_core::BreakerOpen> for Failure {
    fn from(_: retry_core::BreakerOpen) -> Self {
        Self::Busy
    }
}

impl Failure {
    /// The predicate of every candidate.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        *self == Self::Busy
    }
}

/// Stands in for a service: it fails as often as it was told to, and then answers.
#[derive(Debug)]
pub struct Server {
    failures: AtomicU32,
}

impl Server {
    /// One that answers at once.
    #[must_use]
    pub const fn new() -> Self {
        Self { failures: AtomicU32::new(0) }
    }

    /// Lets this number of next requests fail.
    pub fn fail(&self, calls: u32) {
        self.failures.store(calls, Ordering::Relaxed);
    }

    /// How many of the next requests will fail.
    pub fn failures(&self) -> u32 {
        self.failures.load(Ordering::Relaxed)
    }

    /// One request. Neither its answer nor whether it fails is known to the compiler.
    ///
    /// # Errors
    /// [`Failure::Busy`] as often as it was told to fail.
    #[inline]
    pub fn answer(&self, cents: u32) -> Result<u32, Failure> {
        let failures = self.failures.load(Ordering::Relaxed);
        if failures == 0 {
            return Ok(black_box(cents));
        }
        self.failures.store(failures - 1, Ordering::Relaxed);
        Err(black_box(Failure::Busy))
    }
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

/// The operation: two arguments, one await, which is ready at once.
///
/// # Errors
/// The server's.
pub async fn charge(server: &Server, cents: u32) -> Result<u32, Failure> {
    ready(()).await;
    server.answer(cents)
}
