//! What a plain call carries through its attempts, and how it waits between them.

use std::future::Future;
use std::mem::{ManuallyDrop, forget};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use pin_project_lite::pin_project;

use crate::testing::{self, VirtualWait};

/// A call: how many of its attempts have failed, and the pause before the next one if there is one.
///
/// The number stays where it is while the call lasts: a testing scope knows the call by its address. What is waited for is
/// in a box, so that a function's future carries no more than a pointer, and dropped out of line, which leaves less of it
/// in each function. All of it is zero at first, which takes the fewest bytes of code.
#[derive(Debug)]
pub struct Plain {
    pub(super) failures: u32,
    pause: State,
    wait: Option<ManuallyDrop<Pin<Box<Wait>>>>,
}

/// As wide as the number beside it: the compiler writes both at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u32)]
enum State {
    Over,
    /// Of no time: the other tasks have their turn.
    Yields,
    Waits,
}

pin_project! {
    #[derive(Debug)]
    #[project = WaitProjection]
    enum Wait {
        Timer { #[pin] timer: tokio::time::Sleep },
        Virtual { wait: VirtualWait },
    }
}

/// A call that has not begun. A constant is less to check than a function that is called.
pub const CALL: Plain = Plain { failures: 0, pause: State::Over, wait: None };

impl Plain {
    pub(super) fn begin_pause(&mut self, delay: Duration) {
        let wait = match testing::director().and_then(|director| director.wait(delay)) {
            Some(wait) => Wait::Virtual { wait },
            None if delay.is_zero() => {
                self.pause = State::Yields;
                return;
            }
            None => Wait::Timer { timer: tokio::time::sleep(delay) },
        };
        self.pause = State::Waits;
        self.wait = Some(ManuallyDrop::new(Box::pin(wait)));
    }

    /// The pause before the next attempt.
    #[inline]
    pub fn pause(&mut self) -> Pause<'_> {
        Pause(self)
    }

    /// An attempt and the pause before it as one future: one place at which the function around it can be suspended
    /// instead of two.
    #[inline]
    pub fn attempt<F: Future>(&mut self, attempt: F) -> After<'_, F> {
        After { pause: Pause(self), attempt }
    }

    // Out of line, so that it costs the function around it no registers while nothing fails.
    #[cold]
    #[inline(never)]
    fn poll_pause(&mut self, context: &mut Context<'_>) -> Poll<()> {
        match self.pause {
            State::Over => return Poll::Ready(()),
            State::Yields => {
                self.pause = State::Over;
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            State::Waits => {}
        }
        if let Some(wait) = &mut self.wait {
            ready!(wait.as_mut().poll(context));
        }
        self.pause = State::Over;
        discard_wait(self);
        Poll::Ready(())
    }

    /// The call is over, and nothing is left to wait for: the compiler, which cannot know, would drop the wait that there
    /// is not.
    #[inline]
    pub fn end(self) {
        forget(self);
    }
}

// A look at whether there is a wait would stand wherever a call can be given up: it is left to `discard_wait`.
impl Drop for Plain {
    #[inline]
    fn drop(&mut self) {
        discard_wait(self);
    }
}

/// Drops what is waited for, if anything is.
///
/// Of an ABI that never unwinds, so that its callers need no code for the case: a timer, tokio's or a testing scope's, has
/// no reason to panic when it is dropped.
#[cold]
#[inline(never)]
extern "C" fn discard_wait(call: &mut Plain) {
    drop(call.wait.take().map(ManuallyDrop::into_inner));
}

/// The pause of a call.
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct Pause<'c>(&'c mut Plain);

impl Future for Pause<'_> {
    type Output = ();

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll_pause(context)
    }
}

pin_project! {
    /// An attempt, and the pause before it.
    #[derive(Debug)]
    #[must_use = "futures do nothing unless polled"]
    pub struct After<'c, F> {
        pause: Pause<'c>,
        #[pin]
        attempt: F,
    }
}

impl<F: Future> Future for After<'_, F> {
    type Output = F::Output;

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        if this.pause.0.pause != State::Over {
            ready!(this.pause.0.poll_pause(context));
        }
        this.attempt.poll(context)
    }
}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.project() {
            WaitProjection::Timer { timer } => timer.poll(context),
            WaitProjection::Virtual { wait } => wait.as_mut().poll(context),
        }
    }
}
