//! `once` and `once_blocking`: code in which retried calls make one attempt each.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use pin_project_lite::pin_project;

use super::current::{Entered, gave_up_so_far};
use crate::decision::GiveUpReason;

pin_project! {
    /// A future in which retried calls make one attempt each; from [`once`].
    #[derive(Clone, Debug)]
    #[must_use = "futures do nothing unless polled"]
    pub struct Once<F> {
        #[pin]
        future: F,
        // Between two polls: why the last nested call gave up.
        gave_up: Option<GiveUpReason>,
    }
}

/// Runs a future in which retried calls, at any depth, make one attempt each.
///
/// This is `nested = "once"` for a loop that is written by hand. A nested call gives up after its first attempt. Its
/// reason is [`GiveUpReason::Attempts`](crate::GiveUpReason::Attempts), unless it would have given up for another
/// reason anyway. The loop does not learn that reason. A spawned task is outside, and retries.
///
/// ```
/// use retry_core::{RetryPolicy, once};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let mut requests = 0;
/// let inner = RetryPolicy::default().retry(|| {
///     requests += 1;
///     std::future::ready(Err::<(), _>("busy"))
/// });
/// assert_eq!(once(inner.transient(|_| true)).await, Err("busy"));
/// assert_eq!(requests, 1);
/// # }
/// ```
#[inline]
pub fn once<F: Future>(future: F) -> Once<F> {
    Once { future, gave_up: None }
}

impl<F: Future> Future for Once<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let entered = Entered::once(*this.gave_up);
        let polled = this.future.poll(context);
        if polled.is_ready() {
            entered.end();
        } else {
            *this.gave_up = gave_up_so_far();
        }
        polled
    }
}

/// Calls a function in which retried calls, at any depth, make one attempt each: [`once`] for code that blocks.
///
/// ```
/// use retry_core::{RetryPolicy, once_blocking};
///
/// let mut requests = 0;
/// let inner = RetryPolicy::default().retry_blocking(|| {
///     requests += 1;
///     Err::<(), _>("locked")
/// });
/// assert_eq!(once_blocking(|| inner.transient(|_| true).run()), Err("locked"));
/// assert_eq!(requests, 1);
/// ```
///
/// # Panics
///
/// If the function panics.
pub fn once_blocking<T>(function: impl FnOnce() -> T) -> T {
    let entered = Entered::once(None);
    let outcome = function();
    entered.end();
    outcome
}
