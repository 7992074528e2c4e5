//! The state of one call, which it carries through all its attempts.

use alloc::boxed::Box;
use core::fmt;
use core::mem::{ManuallyDrop, forget};
use core::pin::Pin;
use core::time::Duration;

use pin_project_lite::pin_project;

use super::timer::Timer;
use crate::testing::CallId;

/// How many attempts have failed, the wait before the next one if it is going on, and what the failures left behind.
///
/// It is small, and all zeros until an attempt fails. What waiting needs is in a box, made at the first failure that
/// needs it and kept for the ones after.
#[derive(Debug)]
pub struct Call {
    pub(super) failures: u32,
    pub(super) waiting: Waiting,
    after_failure: Option<ManuallyDrop<Pin<Box<AfterFailure>>>>,
}

/// Whether a call waits for its next attempt. As wide as the number beside it: the compiler writes both at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Waiting {
    No,
    /// A wait of no time: the other tasks have their turn.
    Yields,
    /// For the timer in the box.
    ForTimer,
}

pin_project! {
    /// What a call that has failed carries along.
    pub(super) struct AfterFailure {
        // The last delay that was drawn, for decorrelated jitter.
        pub(super) drawn: Duration,
        // By what a testing scope knows the call.
        pub(super) id: CallId,
        #[pin]
        pub(super) timer: Timer,
    }
}

/// A call that has made no attempt. A constant, which the compiler checks faster than a call of a function.
pub const CALL: Call = Call { failures: 0, waiting: Waiting::No, after_failure: None };

impl Call {
    /// Whether an attempt has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failures > 0
    }

    /// The last delay that was drawn; zero before the first.
    pub(super) fn drawn(&self) -> Duration {
        self.after_failure.as_ref().map_or(Duration::ZERO, |after| after.drawn)
    }

    pub(super) fn set_drawn(&mut self, drawn: Duration) {
        *self.after_failure().project().drawn = drawn;
    }

    /// By what a testing scope knows this call; a new number for a call that it does not know yet.
    pub(super) fn id(&mut self) -> CallId {
        let id = self.after_failure().project().id;
        if *id == CallId::NONE {
            *id = CallId::next();
        }
        *id
    }

    pub(super) fn after_failure(&mut self) -> Pin<&mut AfterFailure> {
        let new = || {
            let nothing = AfterFailure { drawn: Duration::ZERO, id: CallId::NONE, timer: Timer::None };
            ManuallyDrop::new(Box::pin(nothing))
        };
        self.after_failure.get_or_insert_with(new).as_mut()
    }

    /// Drops what the failures left behind. Out of line, so that the functions around a call hold no code for it.
    #[cold]
    #[inline(never)]
    pub(super) fn release(&mut self) {
        drop(self.after_failure.take().map(ManuallyDrop::into_inner));
    }
}

impl Drop for Call {
    #[inline]
    fn drop(&mut self) {
        self.release();
    }
}

impl fmt::Debug for AfterFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AfterFailure").field("drawn", &self.drawn).finish_non_exhaustive()
    }
}

/// The call is over. The step that ended it has released everything; the compiler, which cannot know, would look once
/// more.
#[inline]
pub fn end(call: Call) {
    debug_assert!(call.after_failure.is_none());
    forget(call);
}
