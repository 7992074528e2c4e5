//! How a call is told to stop.

use core::pin::Pin;
use core::task::Context;

use crate::engine::stop::{PollStop, Stop, asks};

/// Never: the way of a call that was given no `stop`.
#[derive(Clone, Copy, Debug)]
pub struct NoStop;

/// By a function.
#[derive(Clone, Copy, Debug)]
pub struct StopIf<F>(pub(super) F);

impl<F> Unpin for StopIf<F> {}

/// Says when a call has to stop. By a [`Stop`] it cuts a wait short.
pub trait Stops: PollStop {
    /// Whether it may cut a wait short.
    const CUTS_WAITS: bool;

    /// Asks where a wait would begin.
    fn asks(self: Pin<&mut Self>) -> bool;
}

impl PollStop for NoStop {
    #[inline]
    fn is_ready(&self) -> bool {
        false
    }

    #[inline]
    fn poll_stop(self: Pin<&mut Self>, _context: &mut Context<'_>) -> bool {
        false
    }
}

impl Stops for NoStop {
    const CUTS_WAITS: bool = false;

    fn asks(self: Pin<&mut Self>) -> bool {
        false
    }
}

impl<F> Stops for Stop<F> {
    const CUTS_WAITS: bool = true;

    fn asks(self: Pin<&mut Self>) -> bool {
        asks(self)
    }
}

impl<F> PollStop for StopIf<F> {
    fn is_ready(&self) -> bool {
        false
    }

    fn poll_stop(self: Pin<&mut Self>, _context: &mut Context<'_>) -> bool {
        false
    }
}

impl<F: FnMut() -> bool> Stops for StopIf<F> {
    const CUTS_WAITS: bool = false;

    fn asks(self: Pin<&mut Self>) -> bool {
        (self.get_mut().0)()
    }
}
