//! The timer of a wait or of an attempt's limit, on the clock of the runtime or of a testing scope.

use core::future::Future;
use core::pin::{Pin, pin};
use core::task::{Context, Poll};
use core::time::Duration;

use pin_project_lite::pin_project;

use super::name::Name;
use super::runtime;
use crate::testing::{self, VirtualWait};

pin_project! {
    #[project = TimerProjection]
    pub(super) enum Timer {
        None,
        NotBegun { delay: Duration, caller: Name },
        Runtime { #[pin] timer: runtime::Timer },
        Scope { wait: VirtualWait },
    }
}

impl Timer {
    /// A timer that is ready after `delay`, on the clock of the runtime or of a testing scope with a virtual clock.
    ///
    /// The delay begins at the first poll. If no runtime is available then, the poll panics and names the call,
    /// `caller`.
    pub(super) fn after(delay: Duration, caller: Name) -> Self {
        Self::NotBegun { delay, caller }
    }

    /// Makes this a timer that is ready after `delay`, on the clock of the runtime.
    ///
    /// # Panics
    ///
    /// If no runtime is available. The panic names the call, `caller`.
    #[track_caller]
    pub(super) fn begin(mut self: Pin<&mut Self>, delay: Duration, caller: Name) {
        runtime::with_timer(delay, caller, |timer| self.set(Self::Runtime { timer }));
    }

    /// Whether the time has come, although the timer was just polled and is not ready.
    pub(super) fn is_due(self: Pin<&mut Self>) -> bool {
        match self.project() {
            TimerProjection::Runtime { timer } => timer.is_due(),
            TimerProjection::None | TimerProjection::NotBegun { .. } | TimerProjection::Scope { .. } => false,
        }
    }
}

/// Checks that a runtime is available.
///
/// # Panics
///
/// If there is none. The panic names the call, `caller`.
#[cold]
#[track_caller]
pub(super) fn expect_runtime(caller: Name) {
    pin!(Timer::None).begin(Duration::ZERO, caller);
}

/// Ready when the time has come. [`Timer::None`] is ready at once.
impl Future for Timer {
    type Output = ();

    #[inline(never)]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if let Self::NotBegun { delay, caller } = *self {
            match testing::hooks().and_then(|hooks| hooks.limit(delay)) {
                Some(wait) => self.set(Self::Scope { wait }),
                None => self.as_mut().begin(delay, caller),
            }
        }
        match self.project() {
            TimerProjection::None | TimerProjection::NotBegun { .. } => Poll::Ready(()),
            TimerProjection::Scope { wait } => wait.as_mut().poll(context),
            TimerProjection::Runtime { timer } => timer.poll(context),
        }
    }
}
