//! The call of a closure that blocks.

use std::marker::PhantomData;
use std::time::Duration;

use super::configured::{Configured, Engine};
use super::next::Step;
use super::operations::Blocking;
use super::retry::Retry;
use crate::policy::RetryPolicy;

impl RetryPolicy {
    /// Retries a closure that blocks, waiting with the thread.
    ///
    /// Configured like [`retry`](Self::retry) and made by [`run`](Retry::run).
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::RetryPolicy;
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(3).build()?;
    /// let mut calls = 0;
    /// let call = policy.retry_blocking(|| {
    ///     calls += 1;
    ///     if calls < 3 { Err("locked") } else { Ok(calls) }
    /// });
    /// assert_eq!(call.transient(|_| true).run(), Ok(3));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn retry_blocking<'b, F, T, E>(self, operation: F) -> Retry<'b, Blocking<F, T, E>, Configured<'b>>
    where
        F: FnMut() -> Result<T, E>,
    {
        Retry::new(self, Blocking { operation, outcome: PhantomData })
    }
}

impl<'b, F, T, E, W> Retry<'b, Blocking<F, T, E>, W>
where
    F: FnMut() -> Result<T, E>,
    W: Engine<'b, T, E>,
{
    /// Makes the call.
    ///
    /// # Errors
    ///
    /// The last attempt's error, unchanged.
    pub fn run(self) -> Result<T, E> {
        self.run_with_sleep(|delay| {
            if !delay.is_zero() {
                std::thread::sleep(delay);
            }
        })
    }

    /// Makes the call and waits in another way, which is asked for every delay, also for one of zero.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// let mut waits = Vec::new();
    /// assert_eq!(call.run_with_sleep(|delay| waits.push(delay)), Err("locked"));
    /// assert_eq!(waits.len(), 5);
    /// ```
    ///
    /// # Errors
    ///
    /// The last attempt's error, unchanged.
    pub fn run_with_sleep(mut self, mut sleep: impl FnMut(Duration)) -> Result<T, E> {
        self.configured.begin();
        loop {
            match self.configured.next((self.operation.operation)()) {
                Step::Return(outcome) => return outcome,
                Step::Wait(wait) => wait.block_with(&mut sleep),
            }
        }
    }
}
