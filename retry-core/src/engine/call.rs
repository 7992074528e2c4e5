//! The state of one call, which it carries through all its attempts.

use alloc::boxed::Box;
use core::fmt;
use core::mem::{ManuallyDrop, forget};
use core::pin::Pin;
use core::time::Duration;

use pin_project_lite::pin_project;

use super::timer::Timer;
use crate::testing::CallId;

/// The number of failed attempts, the wait that is running, and the data that only a failure needs.
///
/// A call is small, and all zeros until an attempt fails. The data that a wait needs is in a box. The first failure
/// that needs the box allocates it, and later failures use it again.
#[derive(Debug)]
pub struct Call {
    pub(super) failures: u32,
    pub(super) waiting: Waiting,
    after_failure: Option<ManuallyDrop<Pin<Box<AfterFailure>>>>,
}

/// Whether a call waits for its next attempt. It has the width of `Call::failures`, so that the compiler writes both
/// fields at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Waiting {
    No,
    /// The delay is zero: the call yields to the other tasks once.
    Yields,
    /// The call waits for the timer in the box.
    ForTimer,
}

pin_project! {
    /// The data of a call that only a failure needs.
    pub(super) struct AfterFailure {
        // The last delay that was drawn, for decorrelated jitter.
        pub(super) drawn: Duration,
        // The identity of the call in a testing scope.
        pub(super) id: CallId,
        #[pin]
        pub(super) timer: Timer,
    }
}

/// A call that has made no attempt. It is a constant, because the compiler checks a constant faster than a function
/// call.
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

    /// The identity of this call in a testing scope. The first use makes a new one.
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

    /// Drops the data of the failures. Not inlined, so that annotated functions contain no code for it.
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

/// Ends a call without running its `Drop`. The last step has released its data, and the compiler cannot see that.
#[inline]
pub fn end(call: Call) {
    debug_assert!(call.after_failure.is_none());
    forget(call);
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn the_debug_text_has_the_data_of_the_failures() {
        let mut call = CALL;
        assert_eq!(format!("{call:?}"), "Call { failures: 0, waiting: No, after_failure: None }");
        call.set_drawn(Duration::from_secs(3));
        let text = format!("{call:?}");
        assert!(text.contains("AfterFailure { drawn: 3s, .. }"), "{text}");
        call.release();
        assert_eq!(format!("{call:?}"), "Call { failures: 0, waiting: No, after_failure: None }");
    }
}
