//! How a call is told to stop.

use core::pin::Pin;
use core::task::Context;

use crate::engine::stop::{PollStop, Stop, asks};

/// Never stops the call: the default.
#[derive(Clone, Copy, Debug)]
pub struct NoStop;

/// Stops the call once a function returns `true`.
#[derive(Clone, Copy, Debug)]
pub struct StopIf<F>(pub(super) F);

impl<F> Unpin for StopIf<F> {}

/// Whether a call has to stop: [`NoStop`], a future in a [`Stop`], or a function in a [`StopIf`].
pub trait Stops: PollStop {
    /// Whether the stop may cut a wait short. Only a [`Stop`] does.
    const CUTS_WAITS: bool;

    /// Whether to stop before a wait begins.
    fn stops_before_wait(self: Pin<&mut Self>) -> bool;
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

    fn stops_before_wait(self: Pin<&mut Self>) -> bool {
        false
    }
}

impl<F> Stops for Stop<F> {
    const CUTS_WAITS: bool = true;

    fn stops_before_wait(self: Pin<&mut Self>) -> bool {
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

    fn stops_before_wait(self: Pin<&mut Self>) -> bool {
        (self.get_mut().0)()
    }
}
