//! Whether calls inside an attempt are retried: `nested_once`.

use core::future::Future;

#[cfg(feature = "std")]
use super::attempts::Attempts;
#[cfg(feature = "std")]
use super::retry::Retry;
#[cfg(feature = "std")]
use crate::scope::{Once, once, once_blocking};

/// Whether calls inside an attempt are retried. The option is a type, so that a call without it pays nothing.
pub trait Nesting {
    /// The future of an attempt.
    type Attempt<F: Future>: Future<Output = F::Output>;

    /// Whether nested calls make one attempt each.
    const IS_ONCE: bool;

    /// Wraps the future of an attempt.
    fn attempt<F: Future>(future: F) -> Self::Attempt<F>;

    /// Runs an attempt that blocks.
    fn attempt_blocking<T>(function: impl FnOnce() -> T) -> T;
}

/// Nested calls retry as their own options say: the default.
#[derive(Clone, Copy, Debug)]
pub enum NestedRetries {}

/// Nested calls make one attempt each.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub enum NestedOnce {}

impl Nesting for NestedRetries {
    type Attempt<F: Future> = F;

    const IS_ONCE: bool = false;

    #[inline]
    fn attempt<F: Future>(future: F) -> F {
        future
    }

    #[inline]
    fn attempt_blocking<T>(function: impl FnOnce() -> T) -> T {
        function()
    }
}

#[cfg(feature = "std")]
impl Nesting for NestedOnce {
    type Attempt<F: Future> = Once<F>;

    const IS_ONCE: bool = true;

    fn attempt<F: Future>(future: F) -> Once<F> {
        once(future)
    }

    fn attempt_blocking<T>(function: impl FnOnce() -> T) -> T {
        once_blocking(function)
    }
}

/// Attempts that this crate makes, unlike those of a loop written by hand.
#[cfg(feature = "std")]
pub trait MadeAttempts: Attempts {
    type WithNestedOnce;

    fn with_nested_once(self) -> Self::WithNestedOnce;
}

#[cfg(feature = "std")]
impl<'b, A: MadeAttempts, O> Retry<'b, A, O> {
    /// Retried calls inside an attempt of this call, at any depth, make one attempt each.
    ///
    /// This is the attribute's `nested = "once"`. A loop written by hand puts [`once`](crate::once) around its attempts
    /// instead.
    ///
    /// If the last nested call that failed gave up because of its budget, its breaker, its deadline or a stop, this
    /// call gives up for the same reason, unless the verdict on its error says when to try again.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// let mut requests = 0;
    /// let policy = RetryPolicy::builder().base(std::time::Duration::from_millis(1)).attempts(3).build()?;
    /// let call = policy.retry_blocking(|| {
    ///     policy.retry_blocking(|| { requests += 1; Err::<(), _>("locked") }).transient(|_| true).run()
    /// });
    /// assert_eq!(call.transient(|_| true).nested_once().run(), Err("locked"));
    /// assert_eq!(requests, 3);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn nested_once(self) -> Retry<'b, A::WithNestedOnce, O> {
        self.with_attempts(A::with_nested_once)
    }
}
