//! Annotated functions of several shapes, in a crate without the standard library.

extern crate alloc;

use alloc::boxed::Box;
use core::cell::{Cell, RefCell};
use core::future::{Future, Ready, ready};
use core::pin::Pin;
use core::time::Duration;

use retry_core::rand::SeedableRng as _;
use retry_core::rand::rngs::Xoshiro256PlusPlus;
use retry_core::{BreakerOpen, CircuitBreaker, GiveUpReason, RetryBudget, RetryPolicy, Transient, retry};

/// Two errors, as a driver has them.
#[derive(Clone, Copy, Debug, PartialEq, Transient)]
pub enum Failed {
    #[transient]
    Busy,
    #[permanent]
    Off,
    #[permanent]
    Open,
}

impl From<BreakerOpen> for Failed {
    fn from(_open: BreakerOpen) -> Self {
        Self::Open
    }
}

/// A board: the time on it, which waits move on, and what its device answers.
#[derive(Debug, Default)]
pub struct Board {
    pub uptime: Cell<Duration>,
    pub attempts: Cell<u32>,
    pub answers: RefCell<alloc::vec::Vec<Failed>>,
}

impl Board {
    #[must_use]
    pub fn answering(answers: &[Failed]) -> Self {
        Self { answers: RefCell::new(answers.iter().rev().copied().collect()), ..Self::default() }
    }

    pub fn wait(&self, delay: Duration) -> Ready<()> {
        self.uptime.set(self.uptime.get() + delay);
        ready(())
    }

    /// What the device answers next; at the end all is well.
    ///
    /// # Errors
    ///
    /// As it was told.
    pub fn ask(&self) -> Result<u32, Failed> {
        self.attempts.set(self.attempts.get() + 1);
        self.answers.borrow_mut().pop().map_or_else(|| Ok(self.attempts.get()), Err)
    }

    /// A call without a clock, because no option needs the time.
    ///
    /// # Errors
    ///
    /// Of the device.
    #[retry(base = "1s", sleep = |delay| self.wait(delay), rng = seeded())]
    pub async fn plain(&self) -> Result<u32, Failed> {
        self.ask()
    }

    /// # Errors
    ///
    /// Of the device.
    #[retry(base = "1s", factor = 1, jitter = "none", attempts = unlimited, deadline = "4s", sleep = |delay| self.wait(delay), clock = || self.uptime.get(), rng = seeded(), on_give_up = |event| reason.set(Some((event.reason, event.elapsed))))]
    pub async fn before_a_deadline(&self, reason: &Cell<Option<(GiveUpReason, Duration)>>) -> Result<u32, Failed> {
        self.ask()
    }

    /// # Errors
    ///
    /// Of the device.
    #[retry(policy = policy, budget = budget, sleep = |delay| self.wait(delay), clock = || self.uptime.get(), rng = seeded())]
    pub async fn with_a_policy(&self, policy: RetryPolicy, budget: &RetryBudget) -> Result<u32, Failed> {
        self.ask()
    }

    /// # Errors
    ///
    /// Of the device.
    #[retry(base = "1s", cap = "1s", jitter = "none", breaker = breaker, sleep = |delay| self.wait(delay), rng = seeded())]
    pub async fn behind_a_breaker(&self, breaker: &CircuitBreaker) -> Result<u32, Failed> {
        self.ask()
    }

    /// # Errors
    ///
    /// Of the device.
    #[retry(base = "1s", blocking, sleep = |delay| drop(self.wait(delay)), rng = seeded())]
    pub fn blocking(&self) -> Result<u32, Failed> {
        self.ask()
    }

    /// # Errors
    ///
    /// Of the device.
    #[retry(base = "1s", sleep = |delay| self.wait(delay), rng = seeded())]
    pub fn boxed(&self) -> Pin<Box<dyn Future<Output = Result<u32, Failed>> + '_>> {
        Box::pin(async move { self.ask() })
    }
}

/// The generator of each call.
#[must_use]
pub fn seeded() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}
