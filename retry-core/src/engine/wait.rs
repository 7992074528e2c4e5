//! The wait between two attempts.
//!
//! | call | without `sleep` | with `sleep` |
//! |---|---|---|
//! | async | [`wait`]: the runtime's timer | [`wait_with`]: a future of the user |
//! | blocking | [`block`]: the thread sleeps | [`block_with`]: a function of the user |
//!
//! In a testing scope that skips waits, all of them wait on the scope's clock instead.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;

use pin_project_lite::pin_project;

use super::call::{Call, Waiting};
use super::name::Name;
#[cfg(feature = "std")]
use super::runtime;
use super::settings::Settings;
use super::timer::{Timer, expect_runtime};
use crate::testing::{self, Hooks};

/// Waits for the end of the wait that the step has begun.
#[cfg(feature = "std")]
#[inline]
pub fn wait(call: &mut Call) -> Wait<'_> {
    Wait(call)
}

/// Begins to wait with the future of `sleep`, which is called for a delay of zero too.
pub fn wait_with<'c, S, P>(call: &'c mut Call, delay: Duration, sleep: &S) -> WaitWith<'c, P>
where
    S: Fn(Duration) -> P,
    P: Sleeping,
{
    if call.begin_virtual_wait(delay) {
        WaitWith::Scope { wait: Wait(call) }
    } else {
        WaitWith::Own { sleep: sleep(delay) }
    }
}

/// The result of `sleep = …`: a future.
#[diagnostic::on_unimplemented(
    message = "`sleep` needs a function from a `Duration` to a future with the output `()`, but this one returns `{Self}`",
    label = "not a future with the output `()`",
    note = "write the path of an `async fn(Duration)`, as in `tokio::time::sleep`, or a closure; `std::thread::sleep` is for `blocking` functions",
    note = "to drop another output, add a semicolon: `async |delay| {{ wait(delay).await; }}`"
)]
pub trait Sleeping: Future<Output = ()> {}

#[diagnostic::do_not_recommend]
impl<F: Future<Output = ()>> Sleeping for F {}

/// In a debug build, checks that a call that may wait will have a timer.
///
/// The check runs before the first attempt. So the first test finds a missing runtime, not the first outage.
///
/// # Panics
///
/// If no runtime is available, in a debug build. The panic names the function.
#[inline]
#[track_caller]
pub fn expect_timer(settings: &Settings<'_>) {
    if cfg!(debug_assertions) {
        expect_timer_of(settings);
    }
}

#[cold]
#[track_caller]
fn expect_timer_of(settings: &Settings<'_>) {
    let policy = settings.policy();
    let never_waits = policy.attempts() == 1 || policy.cap().is_zero() || policy.base().is_zero();
    if !never_waits && !testing::hooks().is_some_and(Hooks::skips_waits) {
        expect_runtime(settings.name());
    }
}

/// Puts the thread to sleep.
#[cfg(feature = "std")]
#[cold]
pub fn block(delay: Duration) {
    block_with(delay, sleep_with_the_thread);
}

/// Waits with `sleep`, which is called for a delay of zero too.
pub fn block_with(delay: Duration, sleep: impl FnOnce(Duration)) {
    if !testing::hooks().is_some_and(|hooks| hooks.skip(delay)) {
        sleep(delay);
    }
}

/// Puts the thread to sleep, unless the delay is zero.
#[cfg(feature = "std")]
pub(crate) fn sleep_with_the_thread(delay: Duration) {
    if !delay.is_zero() {
        runtime::block_thread(delay);
    }
}

impl Call {
    /// Begins to wait on the runtime's clock, or on the clock of a testing scope that skips waits.
    #[track_caller]
    pub(crate) fn begin_wait(&mut self, delay: Duration, caller: Name) {
        if !self.begin_virtual_wait(delay) {
            self.begin_runtime_wait(delay, caller);
        }
    }

    /// Begins to wait on the clock of a testing scope that skips waits. Returns `false` if there is no such scope.
    pub(crate) fn begin_virtual_wait(&mut self, delay: Duration) -> bool {
        let Some(wait) = testing::hooks().and_then(|hooks| hooks.wait(delay)) else { return false };
        self.after_failure().project().timer.set(Timer::Scope { wait });
        self.waiting = Waiting::ForTimer;
        true
    }

    /// Begins to wait on the runtime's clock. A delay of zero needs no timer.
    #[track_caller]
    pub(crate) fn begin_runtime_wait(&mut self, delay: Duration, caller: Name) {
        if delay.is_zero() {
            self.waiting = Waiting::Yields;
            return;
        }
        self.after_failure().project().timer.begin(delay, caller);
        self.waiting = Waiting::ForTimer;
    }

    // Not inlined, so that an annotated function needs no registers for it while nothing fails.
    #[cold]
    #[inline(never)]
    pub(crate) fn poll_wait(&mut self, context: &mut Context<'_>) -> Poll<()> {
        match self.waiting {
            Waiting::No => return Poll::Ready(()),
            Waiting::Yields => {
                self.waiting = Waiting::No;
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Waiting::ForTimer => {}
        }
        let mut timer = self.after_failure().project().timer;
        ready!(timer.as_mut().poll(context));
        timer.set(Timer::None);
        self.waiting = Waiting::No;
        Poll::Ready(())
    }
}

/// The wait of a call. Its state is in the call, so a new `Wait` continues where a dropped one stopped.
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct Wait<'c>(pub(crate) &'c mut Call);

impl Future for Wait<'_> {
    type Output = ();

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll_wait(context)
    }
}

pin_project! {
    /// A wait with the future of `sleep`, or in a testing scope.
    #[derive(Debug)]
    #[project = WaitWithProjection]
    #[must_use = "futures do nothing unless polled"]
    pub enum WaitWith<'c, P> {
        Scope { wait: Wait<'c> },
        Own { #[pin] sleep: P },
    }
}

impl<P: Future<Output = ()>> Future for WaitWith<'_, P> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.project() {
            WaitWithProjection::Scope { wait } => Pin::new(wait).poll(context),
            WaitWithProjection::Own { sleep } => sleep.poll(context),
        }
    }
}
