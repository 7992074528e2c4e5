//! What a wait waits for, or an attempt with a timeout: a time on the clock of the runtime or of a testing scope.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use pin_project_lite::pin_project;

use super::runtime;
use crate::testing::VirtualWait;

pin_project! {
    #[project = TimerProjection]
    pub(super) enum Timer {
        None,
        Runtime { #[pin] timer: runtime::Timer },
        Scope { wait: VirtualWait },
    }
}

impl Timer {
    /// One that rings after `delay` on the clock of the runtime.
    ///
    /// # Panics
    ///
    /// Where there is no runtime. The panic names `caller`.
    #[track_caller]
    pub(super) fn of_runtime(delay: Duration, caller: &str) -> Self {
        Self::Runtime { timer: runtime::timer(delay, caller) }
    }
}

/// Ready when the time has come; one that is no timer at once.
impl Future for Timer {
    type Output = ();

    #[inline(never)]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.project() {
            TimerProjection::None => Poll::Ready(()),
            TimerProjection::Scope { wait } => wait.as_mut().poll(context),
            TimerProjection::Runtime { timer } => timer.poll(context),
        }
    }
}
