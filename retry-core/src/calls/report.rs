//! Calls that return a [`CallReport`] beside their outcome.

use core::future::Future;
use core::pin::Pin;

use super::async_closure::AsyncClosure;
#[cfg(feature = "std")]
use super::blocking::Blocking;
use super::future::{Futures, Operation};
use super::limits::{Ended, Limits};
use super::nesting::Nesting;
use super::options::Options;
use super::retry::Retry;
use super::shared::Shared;
use super::sleep::Sleep;
use super::stop::Stops;
use crate::engine::CallReport;
use crate::engine::call::Call;
use crate::engine::clock::Clock;
use crate::engine::step::Step;

/// The options of a call, and room for its report.
#[derive(Debug)]
pub(super) struct Reporting<O> {
    options: O,
    report: Option<CallReport>,
}

impl<T, E, O: Options<T, E>> Options<T, E> for &mut Reporting<O> {
    fn begin(&mut self, shared: &Shared<'_>, _is_asked: bool) -> bool {
        self.options.begin(shared, true)
    }

    fn clock<'c>(&'c self, system: &'c dyn Clock) -> &'c dyn Clock {
        self.options.clock(system)
    }

    fn step_with_report<S: Stops>(
        &mut self,
        ended: Ended<'_, '_, Result<T, E>>,
        stop: Pin<&mut S>,
        call: &mut Call,
        shared: &Shared<'_>,
        clock: &dyn Clock,
        nested_once: bool,
        _report: Option<&mut Option<CallReport>>,
    ) -> Step<Result<T, E>> {
        self.options.step_with_report(ended, stop, call, shared, clock, nested_once, Some(&mut self.report))
    }
}

/// The call with borrowed options, so that the report can be read from them when the call is over.
fn reporting<'b, 'o, A, O>(
    call: Retry<'b, A, O>,
    options: &'o mut Option<Reporting<O>>,
) -> Retry<'b, A, &'o mut Reporting<O>> {
    let Retry { shared, call, token, options: given, attempts } = call;
    let options = options.insert(Reporting { options: given, report: None });
    Retry { shared, call, token, options, attempts }
}

/// The report of a call that has returned.
fn report<O>(options: Option<Reporting<O>>) -> CallReport {
    let report = options.and_then(|options| options.report);
    report.unwrap_or_else(|| unreachable!("a call that has returned was reported"))
}

impl<'b, F, A, T, E, S, L, N, X, O> Retry<'b, Futures<F, A, T, E, S, L, N, X>, O>
where
    F: Operation<Attempt = A>,
    A: Future<Output = Result<T, E>>,
    S: Sleep,
    L: Limits<'b, Result<T, E>>,
    N: Nesting,
    X: Stops,
    O: Options<T, E>,
{
    /// Makes the call, and returns a report of it beside the outcome.
    ///
    /// ```
    /// use retry_core::{GiveUpReason, RetryPolicy};
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let call = RetryPolicy::default().retry(async || Err::<(), _>("busy")).transient(|_| true);
    /// let (outcome, report) = call.run_with_report().await;
    /// assert_eq!(outcome, Err("busy"));
    /// assert_eq!((report.attempts, report.gave_up), (6, Some(GiveUpReason::Attempts)));
    /// # }
    /// ```
    pub async fn run_with_report(self) -> (Result<T, E>, CallReport) {
        let mut options = None;
        let outcome = reporting(self, &mut options).await;
        (outcome, report(options))
    }
}

impl<'b, F, T, E, S, L, N, X, O> Retry<'b, AsyncClosure<F, T, E, S, L, N, X>, O>
where
    F: AsyncFnMut() -> Result<T, E>,
    S: Sleep,
    L: Limits<'b, Result<T, E>>,
    N: Nesting,
    X: Stops,
    O: Options<T, E>,
{
    /// Makes the call, and returns a report of it beside the outcome.
    ///
    /// ```
    /// use retry_core::RetryPolicy;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// let mut sent = 0;
    /// let call = RetryPolicy::default().retry_async_closure(async || {
    ///     sent += 1;
    ///     if sent < 3 { Err("reset") } else { Ok(()) }
    /// });
    /// let (outcome, report) = call.transient(|_| true).run_with_report().await;
    /// assert_eq!((outcome, report.attempts, report.gave_up), (Ok(()), 3, None));
    /// # }
    /// ```
    pub async fn run_with_report(self) -> (Result<T, E>, CallReport) {
        let mut options = None;
        let outcome = reporting(self, &mut options).run().await;
        (outcome, report(options))
    }
}

#[cfg(feature = "std")]
impl<'b, F, T, E, L, N, X, O> Retry<'b, Blocking<F, T, E, L, N, X>, O>
where
    F: FnMut() -> Result<T, E>,
    L: Limits<'b, Result<T, E>>,
    N: Nesting,
    X: Stops,
    O: Options<T, E>,
{
    /// Makes the call, and returns a report of it beside the outcome.
    ///
    /// ```
    /// use retry_core::{GiveUpReason, RetryPolicy};
    ///
    /// let call = RetryPolicy::default().retry_blocking(|| Err::<(), _>("declined")).transient(|_| false);
    /// let (outcome, report) = call.run_with_report();
    /// assert_eq!(outcome, Err("declined"));
    /// assert_eq!((report.attempts, report.gave_up), (1, Some(GiveUpReason::Permanent)));
    /// ```
    pub fn run_with_report(self) -> (Result<T, E>, CallReport) {
        let mut options = None;
        let outcome = reporting(self, &mut options).run();
        (outcome, report(options))
    }
}
