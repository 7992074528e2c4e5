//! The call whose loop the user writes.

use core::future::Future;
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;

use super::limits::Ended;
use super::options::{ByTrait, NoOptions, Options};
use super::retrier::Retrier;
use super::retry::{Attempts, Retry};
use super::stop::{NoStop, StopIf, Stops};
use crate::decision::{BudgetToken, SharedBudget};
use crate::engine::CallReport;
use crate::engine::clock::{Clock, Started, StartedBlocking};
use crate::engine::step::Step;
use crate::engine::wait::{Wait, WaitWith, block_with, sleep_with_the_thread, wait, wait_with};
use crate::policy::RetryPolicy;

/// Attempts that the user's own loop makes.
#[derive(Debug)]
pub struct ByHand<T, E, C = Started, X = NoStop> {
    clock: C,
    stop: X,
    /// The wait that has to begin.
    next_wait: Option<Duration>,
    outcome: PhantomData<fn() -> (T, E)>,
}

impl<T, E, C, X> Attempts for ByHand<T, E, C, X> {
    type Value = T;
    type Error = E;
}

/// A call whose loop is written by hand; from [`RetryPolicy::start`]. The name is for a struct that holds one.
///
/// `P` is the predicate. A closure has no name: give a `fn`, as in `RetryLoop<'static, (), MyErr, fn(&MyErr) -> bool>`.
///
/// ```
/// use std::io;
/// use retry_core::{RetryLoop, RetryPolicy, Step};
///
/// /// Connects again whenever it is asked to, for as long as the policy allows.
/// struct Reconnect {
///     call: RetryLoop<'static, (), io::Error>,
/// }
///
/// impl Reconnect {
///     async fn failed(&mut self, error: io::Error) -> io::Result<()> {
///         match self.call.next(Err(error)) {
///             Step::Return(outcome) => outcome,
///             Step::Wait { .. } => Ok(self.call.wait().await),
///         }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let mut reconnect = Reconnect { call: RetryPolicy::default().start() };
/// assert!(reconnect.failed(io::ErrorKind::ConnectionReset.into()).await.is_ok());
/// assert!(reconnect.failed(io::ErrorKind::PermissionDenied.into()).await.is_err());
/// # }
/// ```
pub type RetryLoop<'b, T, E, P = ByTrait> = Retry<'b, ByHand<T, E>, NoOptions<T, E, P>>;

/// A [`RetryLoop`] that blocks; from [`RetryPolicy::start_blocking`].
pub type BlockingRetryLoop<'b, T, E, P = ByTrait> = Retry<'b, ByHand<T, E, StartedBlocking>, NoOptions<T, E, P>>;

impl RetryPolicy {
    /// Starts a call whose loop is written by hand, for what no closure and no attribute can express.
    ///
    /// Configured like [`retry`](Self::retry), then told each outcome by [`next`](Retry::next). The time begins now.
    /// The type of the error is only known by the first outcome, so a closure for a predicate or a hook has to name it.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut replicas = ["a", "b", "c"].into_iter().cycle();
    /// let mut call = RetryPolicy::default().start().transient(|error: &String| error.ends_with("busy"));
    /// let outcome = loop {
    ///     // Each attempt asks another one.
    ///     let replica = replicas.next().unwrap();
    ///     let outcome = if replica == "c" { Ok(replica) } else { Err(format!("{replica} is busy")) };
    ///     match call.next(outcome) {
    ///         Step::Return(outcome) => break outcome,
    ///         Step::Wait { .. } => call.wait().await,
    ///     }
    /// };
    /// assert_eq!(outcome.unwrap(), "c");
    /// # }
    /// ```
    pub fn start<'b, T, E>(self) -> RetryLoop<'b, T, E> {
        Retrier::new(self).start()
    }

    /// Starts a call whose loop is written by hand and blocks. Its time is that of the thread.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(3).build()?;
    /// let mut call = policy.start_blocking().transient(|error: &&str| *error == "locked");
    /// let mut tries = 0;
    /// let outcome = loop {
    ///     tries += 1;
    ///     match call.next(if tries < 3 { Err("locked") } else { Ok(tries) }) {
    ///         Step::Return(outcome) => break outcome,
    ///         Step::Wait { .. } => call.block(),
    ///     }
    /// };
    /// assert_eq!(outcome, Ok(3));
    /// # Ok::<(), retry_core::PolicyError>(())
    /// ```
    pub fn start_blocking<'b, T, E>(self) -> BlockingRetryLoop<'b, T, E> {
        Retrier::new(self).start_blocking()
    }
}

impl Retrier {
    /// Starts a call whose loop is written by hand: [`RetryPolicy::start`] with everything that this retrier holds but the
    /// timeout and the breaker, as the loop makes the attempts.
    ///
    /// With a breaker it asks [`CircuitBreaker::permit`](crate::CircuitBreaker::permit) before each of them.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy, Step};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let retrier = Retrier::new(RetryPolicy::default());
    /// let mut call = retrier.start().transient(|error| *error == "busy");
    /// assert!(matches!(call.next(Err::<(), _>("busy")), Step::Wait { .. }));
    /// call.wait().await;
    /// assert!(matches!(call.next(Ok(())), Step::Return(Ok(()))));
    /// # }
    /// ```
    pub fn start<'b, T, E>(&self) -> RetryLoop<'b, T, E> {
        let attempts = ByHand { clock: Started::now(), stop: NoStop, next_wait: None, outcome: PhantomData };
        Retry::new(self.shared.clone(), attempts)
    }

    /// Starts a call whose loop is written by hand and blocks: [`RetryPolicy::start_blocking`] with everything that this
    /// retrier holds but the timeout and the breaker.
    ///
    /// ```
    /// use retry_core::{Retrier, RetryPolicy, Step};
    ///
    /// let retrier = Retrier::new(RetryPolicy::default());
    /// let mut call = retrier.start_blocking().transient(|error| *error == "locked");
    /// assert!(matches!(call.next(Err::<(), _>("declined")), Step::Return(Err("declined"))));
    /// ```
    pub fn start_blocking<'b, T, E>(&self) -> BlockingRetryLoop<'b, T, E> {
        let attempts = ByHand { clock: StartedBlocking::now(), stop: NoStop, next_wait: None, outcome: PhantomData };
        Retry::new(self.shared.clone(), attempts)
    }
}

impl<'b, T, E, C, X, O> Retry<'b, ByHand<T, E, C, X>, O> {
    /// What tells the call to stop: a function that [`next`](Self::next) asks wherever a wait would begin. Once it says
    /// `true`, that step returns the outcome, with the reason [`Stopped`](crate::GiveUpReason::Stopped). A wait that
    /// has begun is the loop's to cut short, which has the outcome no more.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let mut call = RetryPolicy::default().start().transient(|error| *error == "busy").stop(|| true);
    /// assert!(matches!(call.next(Err::<(), _>("busy")), Step::Return(Err("busy"))));
    /// ```
    pub fn stop<N: FnMut() -> bool>(self, stop: N) -> Retry<'b, ByHand<T, E, C, StopIf<N>>, O> {
        self.with_attempts(|ByHand { clock, next_wait, outcome, .. }| {
            let stop = StopIf(stop);
            ByHand { clock, stop, next_wait, outcome }
        })
    }
}

impl<T, E, C: Clock, X: Stops + Unpin, O: Options<T, E>> Retry<'_, ByHand<T, E, C, X>, O> {
    /// What follows an attempt with this outcome.
    ///
    /// After a [`Step::Wait`] wait, and then make the next attempt. After a [`Step::Return`] the call is over. Whoever
    /// waits in a way of their own, without `wait` or `block`, gets no virtual time from a
    /// [testing scope](crate::testing).
    pub fn next(&mut self, outcome: Result<T, E>) -> Step<Result<T, E>> {
        self.advance(outcome, None)
    }

    pub(super) fn advance(
        &mut self,
        outcome: Result<T, E>,
        report: Option<&mut Option<CallReport>>,
    ) -> Step<Result<T, E>> {
        // The retry for which it was taken was made.
        self.token.spend();
        let ByHand { clock, stop, next_wait, .. } = &mut self.attempts;
        let (ended, stop) = (Ended::of(outcome), Pin::new(stop));
        let (call, shared) = (&mut self.call, &self.shared);
        let next = self.options.step_with_report(ended, stop, call, shared, clock, false, report);
        if let Step::Wait { delay, .. } = next {
            self.token = self.shared.token();
            *next_wait = Some(delay);
        }
        next
    }
}

impl<'b, T, E, X, O: Options<T, E>> Retry<'b, ByHand<T, E, Started, X>, O> {
    /// Waits as the last step says, on the clock of the runtime. Without a step that says so it is over at once.
    ///
    /// A wait that is dropped goes on with the next `wait`. When the call is dropped before its wait is over, the token
    /// that the retry has taken goes back to the [`RetryBudget`](crate::RetryBudget).
    ///
    /// # Panics
    ///
    /// Where no [runtime](crate#runtimes) is in reach.
    #[track_caller]
    pub fn wait(&mut self) -> impl Future<Output = ()> + use<'_, 'b, T, E, X, O> {
        if let Some(delay) = self.attempts.next_wait.take() {
            self.call.begin_wait(delay, self.shared.name);
        }
        LoopWait { wait: wait(&mut self.call), token: &mut self.token }
    }

    /// Waits as the last step says, in another way, which is asked for a delay of zero too.
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
    /// Waits as the last step says, with the thread. A zero delay does not wait at all.
    pub fn block(&mut self) {
        self.block_with(sleep_with_the_thread);
    }

    /// Waits as the last step says, in another way, which is asked for a delay of zero too.
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

struct LoopWait<'r, 'b> {
    wait: Wait<'r>,
    token: &'r mut BudgetToken<SharedBudget<'b>>,
}

impl Future for LoopWait<'_, '_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        ready!(Pin::new(&mut self.wait).poll(context));
        self.token.spend();
        Poll::Ready(())
    }
}
