//! `start` and `start_blocking`: a call whose loop the user writes.

use core::marker::PhantomData;
use core::pin::Pin;

use core::time::Duration;

use super::attempts::Attempts;
use super::limits::Ended;
use super::options::{ByTrait, NoOptions, Options};
use super::retrier::Retrier;
use super::retry::Retry;
use super::stop::{NoStop, StopIf, Stops};
use crate::engine::CallReport;
use crate::engine::clock::{Clock, Started, StartedBlocking};
use crate::engine::step::Step;
use crate::policy::RetryPolicy;

/// Attempts of a loop that the user writes.
#[derive(Debug)]
pub struct ByHand<T, E, C = Started, X = NoStop> {
    clock: C,
    stop: X,
    /// The delay of the next wait, until the wait begins.
    pub(super) next_wait: Option<Duration>,
    outcome: PhantomData<fn() -> (T, E)>,
}

impl<T, E, C, X> Attempts for ByHand<T, E, C, X> {
    type Value = T;
    type Error = E;
}

/// A call whose loop is written by hand; from [`RetryPolicy::start`].
///
/// Use this type for the field of a struct. `P` is the predicate. The type of a closure has no name, so a predicate in
/// a field is a `fn`, as in `RetryLoop<'static, (), MyErr, fn(&MyErr) -> bool>`.
///
/// ```
/// use std::io;
/// use retry_core::{RetryLoop, RetryPolicy, Step};
///
/// /// Connects again after each failure, for as long as the policy allows.
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

/// As [`RetryLoop`], for a loop that blocks; from [`RetryPolicy::start_blocking`].
///
/// ```
/// use std::io;
/// use retry_core::{BlockingRetryLoop, RetryPolicy, Step};
///
/// let mut call: BlockingRetryLoop<'_, (), io::Error> = RetryPolicy::default().start_blocking();
/// assert!(matches!(call.next(Ok(())), Step::Return(Ok(()))));
/// ```
pub type BlockingRetryLoop<'b, T, E, P = ByTrait> = Retry<'b, ByHand<T, E, StartedBlocking>, NoOptions<T, E, P>>;

impl RetryPolicy {
    /// Starts a call whose loop is written by hand, for attempts that are not the same code each time.
    ///
    /// The loop makes an attempt, passes its outcome to [`next`](Retry::next), and waits or returns as `next` says. The
    /// call's time begins here. Predicates and hooks are set as in [`retry`](Self::retry). The compiler learns the type
    /// of the error from the first outcome, so a closure that is set before has to name the type.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut replicas = ["a", "b", "c"].into_iter().cycle();
    /// let mut call = RetryPolicy::default().start().transient(|error: &String| error.ends_with("busy"));
    /// let outcome = loop {
    ///     // Each attempt asks another replica.
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

    /// As [`start`](Self::start), for a loop that blocks. It waits with [`block`](Retry::block), on the operating
    /// system's clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let policy = RetryPolicy::builder().base(Duration::from_millis(1)).attempts(3).build()?;
    /// let mut call = policy.start_blocking().transient(|error: &&str| *error == "locked");
    /// let mut attempts = 0;
    /// let outcome = loop {
    ///     attempts += 1;
    ///     match call.next(if attempts < 3 { Err("locked") } else { Ok(attempts) }) {
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
    /// Starts a call whose loop is written by hand: [`RetryPolicy::start`] with everything that this retrier holds but
    /// the timeout and the breaker.
    ///
    /// The loop makes its attempts itself. If the retrier has a breaker, call
    /// [`CircuitBreaker::permit`](crate::CircuitBreaker::permit) before each attempt.
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

    /// As [`start`](Self::start), for a loop that blocks: [`RetryPolicy::start_blocking`] with everything that this
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
    /// Sets a function that stops the call once it returns `true`, for an orderly shutdown.
    ///
    /// [`next`](Self::next) calls the function before each wait. Once it returns `true`, `next` returns the outcome,
    /// with the reason [`Stopped`](crate::GiveUpReason::Stopped). It does not cut a wait short. The loop can do so, but
    /// it has given the outcome to `next` by then.
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

impl<T, E, C: Clock, X: Stops + Unpin, O> Retry<'_, ByHand<T, E, C, X>, O> {
    /// Decides what follows an attempt with this outcome.
    ///
    /// After a [`Step::Wait`] the loop waits and makes the next attempt. After a [`Step::Return`] the call is over, and
    /// the loop returns the outcome. A loop that waits without [`wait`](Self::wait) or [`block`](Self::block) gets no
    /// virtual time from a [testing scope](crate::testing).
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let mut call = RetryPolicy::default().start().transient(|error| *error == "busy");
    /// assert!(matches!(call.next(Err("busy")), Step::Wait { .. }));
    /// assert!(matches!(call.next(Ok(7)), Step::Return(Ok(7))));
    /// ```
    pub fn next(&mut self, outcome: Result<T, E>) -> Step<Result<T, E>>
    where
        O: Options<T, E>,
    {
        self.advance(outcome, None)
    }

    /// As [`next`](Self::next), but a [`Step::Return`] has a report of the call beside the outcome.
    ///
    /// ```
    /// use retry_core::{RetryPolicy, Step};
    ///
    /// let mut call = RetryPolicy::default().start().transient(|error| *error == "busy");
    /// let Step::Return((outcome, report)) = call.next_with_report(Err::<(), _>("declined")) else { unreachable!() };
    /// assert_eq!((outcome, report.attempts), (Err("declined"), 1));
    /// ```
    pub fn next_with_report(&mut self, outcome: Result<T, E>) -> Step<(Result<T, E>, CallReport)>
    where
        O: Options<T, E>,
    {
        let mut report = None;
        match self.advance(outcome, Some(&mut report)) {
            Step::Return(outcome) => {
                let report = report.unwrap_or_else(|| unreachable!("a call that has returned was reported"));
                Step::Return((outcome, report))
            }
            Step::Wait { delay, source } => Step::Wait { delay, source },
        }
    }

    fn advance(&mut self, outcome: Result<T, E>, report: Option<&mut Option<CallReport>>) -> Step<Result<T, E>>
    where
        O: Options<T, E>,
    {
        // The retry that has taken the token was made.
        self.token.spend();
        let ByHand { clock, stop, next_wait, .. } = &mut self.attempts;
        let (ended, stop) = (Ended::without_limits(outcome), Pin::new(stop));
        let (call, shared) = (&mut self.call, &self.shared);
        let next = self.options.step_with_report(ended, stop, call, shared, clock, false, report);
        if let Step::Wait { delay, .. } = next {
            self.token = self.shared.token();
            *next_wait = Some(delay);
        }
        next
    }
}
