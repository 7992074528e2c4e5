use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use pin_project_lite::pin_project;

use super::next::Withdrawal;
use super::{Sleep, TokioSleep, TokioSleepFuture};
use crate::decision::DelaySource;
use crate::testing::{self, VirtualWait};

/// The wait before another attempt; from [`Step::Wait`](crate::Step::Wait).
///
/// Awaiting it waits on tokio's clock, [`block`](Self::block) with the thread. Dropped before the wait is over, it
/// gives back the token that the retry has taken from its [`RetryBudget`](crate::RetryBudget): a loop that waits
/// in another way does so through [`sleep_with`](Self::sleep_with) or [`block_with`](Self::block_with).
///
/// ```
/// use retry_core::{RetryPolicy, Step};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let mut call = RetryPolicy::default().start().transient(|_| true);
/// match call.next(Err::<(), _>("busy")) {
///     Step::Wait(wait) => {
///         assert!(wait.delay().as_millis() <= 500);
///         wait.await;
///     }
///     Step::Return(_) => unreachable!("five attempts are left"),
/// }
/// # }
/// ```
#[derive(Debug)]
#[must_use = "the next attempt has to wait"]
pub struct Wait<'b> {
    pub(super) delay: Duration,
    pub(super) source: DelaySource,
    pub(super) withdrawal: Withdrawal<'b>,
}

impl<'b> Wait<'b> {
    /// How long; may be zero.
    #[must_use]
    pub fn delay(&self) -> Duration {
        self.delay
    }

    /// What the delay came from.
    #[must_use]
    pub fn source(&self) -> DelaySource {
        self.source
    }

    /// Waits in another way.
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
    /// let Step::Wait(wait) = call.next(Err::<(), _>("busy")) else { unreachable!("five attempts are left") };
    /// let (delay, slept) = (wait.delay(), Cell::new(Duration::MAX));
    /// let no_wait = |delay| ready(slept.set(delay));
    /// wait.sleep_with(&no_wait).await;
    /// assert_eq!(slept.get(), delay);
    /// # }
    /// ```
    pub fn sleep_with<S: Sleep>(self, sleep: &S) -> WaitFuture<'b, S::Pause> {
        WaitFuture {
            sleeping: match testing::director().and_then(|director| director.wait(self.delay)) {
                Some(wait) => Sleeping::Virtual { wait: Box::new(wait) },
                None => Sleeping::Real { pause: sleep.sleep(self.delay) },
            },
            withdrawal: self.withdrawal,
        }
    }

    /// Waits with the thread. A zero delay does not wait at all.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(2).build()?;
    /// let mut call = policy.start().transient(|_| true);
    /// let Step::Wait(wait) = call.next(Err("locked")) else { unreachable!("an attempt is left") };
    /// wait.block();
    /// assert!(matches!(call.next(Ok(())), Step::Return(Ok(()))));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn block(self) {
        self.block_with(|delay| {
            if !delay.is_zero() {
                std::thread::sleep(delay);
            }
        });
    }

    /// Waits in another way that blocks.
    ///
    /// ```
    /// use retry_core::{DelaySource, RetryPolicy, Step};
    ///
    /// let mut call = RetryPolicy::default().start().transient(|_| true);
    /// let Step::Wait(wait) = call.next(Err::<(), _>("locked")) else { unreachable!("five attempts are left") };
    /// assert_eq!(wait.source(), DelaySource::Backoff);
    /// let (delay, mut slept) = (wait.delay(), None);
    /// wait.block_with(|delay| slept = Some(delay));
    /// assert_eq!(slept, Some(delay));
    /// ```
    pub fn block_with(mut self, sleep: impl FnOnce(Duration)) {
        if !testing::director().is_some_and(|director| director.skip(self.delay)) {
            sleep(self.delay);
        }
        self.withdrawal.spend();
    }
}

impl<'b> IntoFuture for Wait<'b> {
    type Output = ();
    type IntoFuture = WaitFuture<'b>;

    fn into_future(self) -> WaitFuture<'b> {
        self.sleep_with(&TokioSleep)
    }
}

pin_project! {
    /// The wait of [`Wait`] under way.
    #[derive(Debug)]
    #[must_use = "futures do nothing unless polled"]
    pub struct WaitFuture<'b, P = TokioSleepFuture> {
        #[pin]
        sleeping: Sleeping<P>,
        withdrawal: Withdrawal<'b>,
    }
}

pin_project! {
    #[derive(Debug)]
    #[project = SleepingProjection]
    enum Sleeping<P> {
        Real { #[pin] pause: P },
        // In a box of its own: two words would make every wait longer.
        Virtual { wait: Box<VirtualWait> },
    }
}

impl<P: Future<Output = ()>> Future for WaitFuture<'_, P> {
    type Output = ();

    // Out of line, so that it costs the function around it no registers while nothing fails.
    #[inline(never)]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.project();
        match this.sleeping.project() {
            SleepingProjection::Real { pause } => ready!(pause.poll(context)),
            SleepingProjection::Virtual { wait } => ready!((**wait).as_mut().poll(context)),
        }
        this.withdrawal.spend();
        Poll::Ready(())
    }
}
