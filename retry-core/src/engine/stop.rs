//! The orderly stop: a call that is told to stop makes no other attempt, and returns its last outcome.

use core::borrow::Borrow;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use pin_project_lite::pin_project;

use super::limit::{Cut, InTime};
use super::outcome::Meaning;
use crate::decision::{BudgetToken, Decision, GiveUpReason, RetryBudget};

pin_project! {
    /// The future that stops a call once it is ready. It is polled after a failed attempt, and during the wait.
    #[derive(Debug)]
    pub struct Stop<F> {
        is_ready: bool,
        // A function in place of the bound `F: Future`: only [`stop`] has the bound, so that the compiler reports a
        // type that is not a future once.
        poll: fn(Pin<&mut F>, &mut Context<'_>) -> bool,
        #[pin]
        future: F,
    }
}

/// The argument of `stop = …`: a future.
#[diagnostic::on_unimplemented(
    message = "`stop` needs a future, which ends when the call has to stop, but this is `{Self}`",
    label = "not a future",
    note = "for a `CancellationToken` write `token.cancelled()`, and for a `watch::Receiver` write `receiver.wait_for(|stop| *stop)`",
    note = "only a call that blocks takes a function: `|| stopped.load(Ordering::Relaxed)`"
)]
pub trait StopSignal: Future {}

#[diagnostic::do_not_recommend]
impl<F: Future> StopSignal for F {}

/// The stop of a call. The output of the future does not matter.
#[inline]
pub fn stop<F: StopSignal>(future: F) -> Stop<F> {
    Stop { is_ready: false, poll: |future, context| future.poll(context).is_ready(), future }
}

/// Tells a call to stop.
pub trait PollStop {
    /// Whether an earlier poll has told the call to stop.
    fn is_ready(&self) -> bool;

    /// Whether the call has to stop. Polls the future, if it was not ready before.
    fn poll_stop(self: Pin<&mut Self>, context: &mut Context<'_>) -> bool;
}

impl<F> PollStop for Stop<F> {
    #[inline]
    fn is_ready(&self) -> bool {
        self.is_ready
    }

    fn poll_stop(self: Pin<&mut Self>, context: &mut Context<'_>) -> bool {
        let this = self.project();
        if !*this.is_ready {
            *this.is_ready = (this.poll)(this.future, context);
        }
        *this.is_ready
    }
}

/// Whether the call has to stop, before a wait begins. The future is polled with a waker that does nothing, because the
/// wait polls it again.
#[cold]
#[must_use]
pub fn asks(stop: Pin<&mut impl PollStop>) -> bool {
    stop.poll_stop(&mut Context::from_waker(Waker::noop()))
}

/// The function that stops a call that blocks once it returns `true`.
#[inline]
pub fn stops_if(stop: impl FnMut() -> bool) -> impl FnMut() -> bool {
    stop
}

/// The end of a call that was told to stop during a wait: its last outcome. `None` if the call goes on.
#[inline]
pub fn stopped<O>(stop: &impl PollStop, last: &mut Option<O>) -> Option<InTime<O>> {
    if stop.is_ready() { Some(stopped_with(last)) } else { None }
}

#[cold]
pub(crate) fn stopped_with<O>(last: &mut Option<O>) -> InTime<O> {
    let outcome =
        last.take().unwrap_or_else(|| unreachable!("a stop comes after a failed attempt, whose outcome was kept"));
    InTime { outcome, cut: Some(Cut::Stopped) }
}

/// Keeps the outcome of a failed attempt, which the call returns if it has to stop before the next attempt.
///
/// The error of a timeout does not replace an outcome of the operation itself.
#[cold]
pub fn keep_for_stop<O>(last: &mut Option<O>, outcome: O, meaning: Meaning) {
    if matches!(meaning, Meaning::Failure(_)) || last.is_none() {
        *last = Some(outcome);
    }
}

/// Changes a decision to wait into giving up, if the call has to stop. The token goes back to the budget then, and if
/// `stop` panics.
pub(super) fn stop_before_wait(
    decision: Decision,
    budget: Option<&RetryBudget>,
    stop: &mut Option<&mut dyn FnMut() -> bool>,
) -> Decision {
    let (Decision::Wait { .. }, Some(stop)) = (decision, stop) else { return decision };
    let token = BudgetToken::held(budget);
    if stop() {
        return Decision::GiveUp(GiveUpReason::Stopped);
    }
    token.hand_over();
    decision
}

/// Spends the token of a retry, unless the call was told to stop and does not make the retry.
#[inline]
pub fn spend_unless_stopped<B: Borrow<RetryBudget>>(token: &mut BudgetToken<B>, stop: &impl PollStop) {
    if !stop.is_ready() {
        token.spend();
    }
}

pin_project! {
    /// A wait that ends early if the call has to stop.
    #[derive(Debug)]
    #[must_use = "futures do nothing unless polled"]
    pub struct WaitOrStop<'s, S, W> {
        stop: Pin<&'s mut S>,
        #[pin]
        wait: W,
    }
}

/// Waits, and ends early if the call has to stop.
#[inline]
pub fn wait_or_stop<S, W>(stop: Pin<&mut S>, wait: W) -> WaitOrStop<'_, S, W> {
    WaitOrStop { stop, wait }
}

impl<S: PollStop, W: Future<Output = ()>> Future for WaitOrStop<'_, S, W> {
    type Output = ();

    /// Polls the stop first: if both are ready, no other attempt begins.
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.project();
        if this.stop.as_mut().poll_stop(context) { Poll::Ready(()) } else { this.wait.poll(context) }
    }
}
