//! The call of a closure that blocks.

use std::marker::PhantomData;
use std::time::Duration;

use super::options::{NoOptions, Options};
use super::retrier::Retrier;
use super::retry::{Attempts, Retry};
use crate::engine::clock::StartedBlocking;
use crate::engine::limit::InTime;
use crate::engine::step::Step;
use crate::engine::wait::{block_with, sleep_with_the_thread};
use crate::policy::RetryPolicy;

/// Attempts that a closure makes, which blocks.
#[derive(Debug)]
pub struct Blocking<F, T, E> {
    operation: F,
    outcome: PhantomData<fn() -> (T, E)>,
}

impl<F, T, E> Attempts for Blocking<F, T, E> {
    type Value = T;
    type Error = E;
}

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
    pub fn retry_blocking<'b, F, T, E>(self, operation: F) -> Retry<'b, Blocking<F, T, E>, NoOptions<T, E>>
    where
        F: FnMut() -> Result<T, E>,
    {
        Retrier::new(self).retry_blocking(operation)
    }
}

impl Retrier {
    /// Retries a closure that blocks, waiting with the thread: [`RetryPolicy::retry_blocking`] with everything that this
    /// retrier holds but the timeout. Nothing can end an attempt that blocks.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy};
    ///
    /// let retrier = Retrier::new(RetryPolicy::builder().attempts(1).build()?).with_name("database");
    /// let call = retrier.retry_blocking(|| Err::<(), _>("locked")).transient(|_| true);
    /// let mut lines = Vec::new();
    /// assert_eq!(call.on_give_up(|event| lines.push(event.name)).run(), Err("locked"));
    /// assert_eq!(lines, ["database"]);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn retry_blocking<'b, F, T, E>(&self, operation: F) -> Retry<'b, Blocking<F, T, E>, NoOptions<T, E>>
    where
        F: FnMut() -> Result<T, E>,
    {
        Retry::new(self.shared.clone(), Blocking { operation, outcome: PhantomData })
    }
}

impl<F, T, E, O> Retry<'_, Blocking<F, T, E>, O>
where
    F: FnMut() -> Result<T, E>,
{
    /// Makes the call.
    ///
    /// # Errors
    ///
    /// The last attempt's error, unchanged.
    pub fn run(self) -> Result<T, E>
    where
        O: Options<T, E>,
    {
        self.run_with_sleep(sleep_with_the_thread)
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
    pub fn run_with_sleep(self, mut sleep: impl FnMut(Duration)) -> Result<T, E>
    where
        O: Options<T, E>,
    {
        let Self { shared, mut call, mut options, mut attempts, .. } = self;
        let clock = options.needs_clock(&shared).then(StartedBlocking::now);
        loop {
            let attempt = {
                let _entered = shared.enter();
                InTime::of((attempts.operation)())
            };
            match options.step(attempt, None, &mut call, &shared, &clock) {
                Step::Return(outcome) => return outcome,
                Step::Wait { delay, .. } => {
                    let mut token = shared.token();
                    block_with(delay, &mut sleep);
                    token.spend();
                }
            }
        }
    }
}
