//! The wait of a loop that the user writes.

use core::future::Future;
#[cfg(feature = "std")]
use core::pin::Pin;
#[cfg(feature = "std")]
use core::task::{Context, Poll, ready};
use core::time::Duration;

use super::by_hand::ByHand;
use super::options::Options;
use super::retry::Retry;
#[cfg(feature = "std")]
use crate::decision::{BudgetToken, SharedBudget};
use crate::engine::clock::{Started, StartedBlocking};
#[cfg(feature = "std")]
use crate::engine::wait::{Wait, sleep_with_the_thread, wait};
use crate::engine::wait::{WaitWith, block_with, wait_with};

#[cfg_attr(not(feature = "std"), allow(clippy::elidable_lifetime_names, reason = "`wait` needs it"))]
impl<'b, T, E, X, O: Options<T, E>> Retry<'b, ByHand<T, E, Started, X>, O> {
    /// Waits as long as the last step says, with the timer of the runtime.
    ///
    /// If the last step was not a [`Step::Wait`](crate::Step::Wait), or its wait is over, this returns at once. If the
    /// returned future is dropped, the next `wait` continues the same wait. If the call is dropped before the wait is
    /// over, the token of the retry goes back to the [`RetryBudget`](crate::RetryBudget).
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let began = tokio::time::Instant::now();
    /// let mut call = RetryPolicy::default().start().transient(|_| true);
    /// let Step::Wait { delay, .. } = call.next(Err::<(), _>("busy")) else { unreachable!("five attempts are left") };
    /// call.wait().await;
    /// assert!(began.elapsed() >= delay);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// If no [runtime](crate#runtimes) is available.
    #[cfg(feature = "std")]
    #[track_caller]
    pub fn wait(&mut self) -> impl Future<Output = ()> + use<'_, 'b, T, E, X, O> {
        if let Some(delay) = self.attempts.next_wait.take() {
            self.call.begin_wait(delay, self.shared.name);
        }
        LoopWait { wait: wait(&mut self.call), token: &mut self.token }
    }

    /// As [`wait`](Self::wait), but `sleep` waits. It is called for a delay of zero too.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use std::future::ready;
    /// use std::time::Duration;
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let mut call = RetryPolicy::default().start().transient(|_| true);
    /// let Step::Wait { delay, .. } = call.next(Err::<(), _>("busy")) else { unreachable!("five attempts are left") };
    /// let slept = Cell::new(Duration::MAX);
    /// call.wait_with(|delay| ready(slept.set(delay))).await;
    /// assert_eq!(slept.get(), delay);
    /// # }
    /// ```
    pub async fn wait_with<S: Future<Output = ()>>(&mut self, sleep: impl Fn(Duration) -> S) {
        if let Some(delay) = self.attempts.next_wait.take() {
            let wait: WaitWith<'_, S> = wait_with(&mut self.call, delay, &sleep);
            wait.await;
        }
        self.token.spend();
    }
}

impl<T, E, X, O: Options<T, E>> Retry<'_, ByHand<T, E, StartedBlocking, X>, O> {
    /// Puts the thread to sleep as long as the last step says. A delay of zero does not sleep.
    ///
    /// If the last step was not a [`Step::Wait`](crate::Step::Wait), or its wait is over, this returns at once.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(2)).build()?;
    /// let mut call = policy.start_blocking().transient(|_| true);
    /// let began = Instant::now();
    /// let Step::Wait { delay, .. } = call.next(Err::<(), _>("locked")) else { unreachable!("five attempts are left") };
    /// call.block();
    /// assert!(began.elapsed() >= delay);
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn block(&mut self) {
        self.block_with(sleep_with_the_thread);
    }

    /// As [`block`](Self::block), but `sleep` waits. It is called for a delay of zero too.
    ///
    /// ```
    /// use retry_core::{DelaySource, RetryPolicy, Step};
    ///
    /// let mut call = RetryPolicy::default().start_blocking().transient(|_| true);
    /// let step = call.next(Err::<(), _>("locked"));
    /// let Step::Wait { delay, source } = step else { unreachable!("five attempts are left") };
    /// assert_eq!(source, DelaySource::Backoff);
    /// let mut slept = None;
    /// call.block_with(|delay| slept = Some(delay));
    /// assert_eq!(slept, Some(delay));
    /// ```
    pub fn block_with(&mut self, sleep: impl FnMut(Duration)) {
        if let Some(delay) = self.attempts.next_wait.take() {
            block_with(delay, sleep);
        }
        self.token.spend();
    }
}

#[cfg(feature = "std")]
/// The wait of a loop. It spends the token of the retry when it is over.
struct LoopWait<'r, 'b> {
    wait: Wait<'r>,
    token: &'r mut BudgetToken<SharedBudget<'b>>,
}

#[cfg(feature = "std")]
impl Future for LoopWait<'_, '_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        ready!(Pin::new(&mut self.wait).poll(context));
        self.token.spend();
        Poll::Ready(())
    }
}
