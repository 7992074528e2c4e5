//! The orderly stop of a call: once it is told to stop, it makes no other attempt.

use core::borrow::Borrow;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use pin_project_lite::pin_project;

use super::limit::{Cut, InTime};
use super::outcome::Meaning;
use crate::decision::{BudgetToken, Decision, GiveUpReason, RetryBudget};

pin_project! {
    /// The future that says when a call has to stop. It is polled when an attempt has failed, and beside the wait.
    #[derive(Debug)]
    pub struct Stop<F> {
        is_ready: bool,
        // Only who makes a stop has to know that it is a future, so that what is none is reported once.
        poll: fn(Pin<&mut F>, &mut Context<'_>) -> bool,
        #[pin]
        future: F,
    }
}

/// What `stop = …` takes.
#[diagnostic::on_unimplemented(
    message = "`stop` needs a future, which ends when the call has to stop, but this is `{Self}`",
    label = "not a future",
    note = "of a `CancellationToken` write `token.cancelled()`, and of a `watch::Receiver` `receiver.wait_for(|stop| *stop)`",
    note = "only a call that blocks is stopped by a function: `|| stopped.load(Ordering::Relaxed)`"
)]
pub trait StopSignal: Future {}

#[diagnostic::do_not_recommend]
impl<F: Future> StopSignal for F {}

/// The stop of a call. Whatever the future gives, the call stops.
#[inline]
pub fn stop<F: StopSignal>(future: F) -> Stop<F> {
    Stop { is_ready: false, poll: |future, context| future.poll(context).is_ready(), future }
}

/// What tells a call to stop.
pub trait PollStop {
    /// Whether it has told so, as far as it was asked.
    fn is_ready(&self) -> bool;

    /// Asks whether the call has to stop, unless that is known.
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

/// Asks whether the call has to stop. Nobody is woken for it: the wait that follows asks again.
#[cold]
#[must_use]
pub fn asks(stop: Pin<&mut impl PollStop>) -> bool {
    stop.poll_stop(&mut Context::from_waker(Waker::noop()))
}

/// The function that says whether a call that blocks has to stop.
#[inline]
pub fn stops_if(stop: impl FnMut() -> bool) -> impl FnMut() -> bool {
    stop
}

/// Gives an outcome to the attempt that is not made because the call was told to stop: the last one.
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

/// Keeps the outcome of a failed attempt for the case that the call has to stop before the next one. One that its timeout
/// has ended does not replace what the operation itself has said.
#[cold]
pub fn keep_for_stop<O>(last: &mut Option<O>, outcome: O, meaning: Meaning) {
    if matches!(meaning, Meaning::Failure(_)) || last.is_none() {
        *last = Some(outcome);
    }
}

/// Where a wait would begin, a call that has to stop gives up. The token goes back, also when asking panics.
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

/// The retry for which a token was taken is made, unless the call has been told to stop.
#[inline]
pub fn spend_unless_stopped<B: Borrow<RetryBudget>>(token: &mut BudgetToken<B>, stop: &impl PollStop) {
    if !stop.is_ready() {
        token.spend();
    }
}

pin_project! {
    /// A wait that ends early when the call has to stop.
    #[derive(Debug)]
    #[must_use = "futures do nothing unless polled"]
    pub struct WaitOrStop<'s, S, W> {
        stop: Pin<&'s mut S>,
        #[pin]
        wait: W,
    }
}

/// A wait that ends early when the call has to stop.
#[inline]
pub fn wait_or_stop<S, W>(stop: Pin<&mut S>, wait: W) -> WaitOrStop<'_, S, W> {
    WaitOrStop { stop, wait }
}

impl<S: PollStop, W: Future<Output = ()>> Future for WaitOrStop<'_, S, W> {
    type Output = ();

    /// The stop comes first: where both are ready, no other attempt begins.
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.project();
        if this.stop.as_mut().poll_stop(context) { Poll::Ready(()) } else { this.wait.poll(context) }
    }
}
