//! Two runtimes in turn: the first one that is available makes the timer.

use core::future::Future;
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use pin_project_lite::pin_project;

use super::Runtime;

/// The first of two runtimes that is available.
pub(super) struct FirstOf<A, B>(PhantomData<(A, B)>);

pin_project! {
    /// A timer of one runtime or the other.
    #[project = EitherProjection]
    #[project_ref = EitherRefProjection]
    pub(super) enum Either<A, B> {
        First { #[pin] timer: A },
        Second { #[pin] timer: B },
    }
}

impl<A: Runtime, B: Runtime> Runtime for FirstOf<A, B> {
    type Timer = Either<A::Timer, B::Timer>;

    fn name() -> Option<&'static str> {
        A::name().or_else(B::name)
    }

    #[inline]
    #[track_caller]
    fn timer(delay: Duration) -> Option<Self::Timer> {
        match A::timer(delay) {
            Some(timer) => Some(Either::First { timer }),
            None => match B::timer(delay) {
                Some(timer) => Some(Either::Second { timer }),
                None => None,
            },
        }
    }

    fn is_due(timer: Pin<&Self::Timer>) -> bool {
        match timer.project_ref() {
            EitherRefProjection::First { timer } => A::is_due(timer),
            EitherRefProjection::Second { timer } => B::is_due(timer),
        }
    }
}

impl<A: Future<Output = ()>, B: Future<Output = ()>> Future for Either<A, B> {
    type Output = ();

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.project() {
            EitherProjection::First { timer } => timer.poll(context),
            EitherProjection::Second { timer } => timer.poll(context),
        }
    }
}

/// Stands for a runtime that is not compiled in.
pub(super) enum NotCompiled {}

/// The timer of [`NotCompiled`]. It has no values, so the compiler removes the code for it.
pub(super) enum NoTimer {}

impl Runtime for NotCompiled {
    type Timer = NoTimer;

    fn name() -> Option<&'static str> {
        None
    }

    #[inline]
    fn timer(_delay: Duration) -> Option<NoTimer> {
        None
    }
}

impl Future for NoTimer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<()> {
        match *self {}
    }
}
