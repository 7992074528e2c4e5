//! What a wait waits for, or an attempt with a timeout: a time on the clock of the runtime or of a testing scope.

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
    /// One that rings after `delay` on the clock of the runtime, or of a testing scope with a virtual clock. The delay
    /// begins when this is first polled. `caller` is whom its panic names where there is no runtime then.
    pub(super) fn after(delay: Duration, caller: Name) -> Self {
        Self::NotBegun { delay, caller }
    }

    /// Makes this one that rings after `delay` on the clock of the runtime.
    ///
    /// # Panics
    ///
    /// Where there is no runtime. The panic names `caller`.
    #[track_caller]
    pub(super) fn begin(mut self: Pin<&mut Self>, delay: Duration, caller: Name) {
        runtime::with_timer(delay, caller, |timer| self.set(Self::Runtime { timer }));
    }

    /// Whether the time has come for one that was just polled and is not ready.
    pub(super) fn is_due(self: Pin<&mut Self>) -> bool {
        match self.project() {
            TimerProjection::Runtime { timer } => timer.is_due(),
            TimerProjection::None | TimerProjection::NotBegun { .. } | TimerProjection::Scope { .. } => false,
        }
    }
}

/// Nothing, unless there is no runtime.
///
/// # Panics
///
/// Where there is none. The panic names `caller`.
#[cold]
#[track_caller]
pub(super) fn expect_runtime(caller: Name) {
    pin!(Timer::None).begin(Duration::ZERO, caller);
}

/// Ready when the time has come; [`Timer::None`] at once.
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
