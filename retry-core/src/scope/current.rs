//! What is around the code that runs on this thread.

use alloc::sync::Arc;
use core::any::Any;
use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::decision::GiveUpReason;

#[derive(Clone)]
struct Current {
    /// The testing scope, which its own module knows.
    test: Option<Arc<dyn Any + Send + Sync>>,
    /// How many attempts are around this code whose nested calls make one attempt each.
    depth: u32,
    /// Why the last call that failed here has given up; where no attempt is around, the last call of the attempt that
    /// has just ended.
    gave_up: Option<GiveUpReason>,
}

thread_local! {
    static CURRENT: RefCell<Current> = const { RefCell::new(Current { test: None, depth: 0, gave_up: None }) };
}

/// Whether any attempt in this program had nested calls that make one attempt each. Until then nobody asks the thread.
static NESTED: AtomicBool = AtomicBool::new(false);

/// Makes a scope the current one until it is dropped, also by a panic. Scopes of the two kinds hold at once.
pub(crate) struct Entered {
    outer: Current,
}

impl Entered {
    /// A testing scope, in place of the one around it.
    pub(crate) fn test(test: Arc<dyn Any + Send + Sync>) -> Self {
        Self::enter(|current| current.test = Some(test))
    }

    /// An attempt whose nested calls make one attempt each, and why the last of them has given up so far.
    pub(super) fn once(gave_up: Option<GiveUpReason>) -> Self {
        if !NESTED.load(Ordering::Relaxed) {
            NESTED.store(true, Ordering::Relaxed);
        }
        Self::enter(|current| {
            current.depth = current.depth.saturating_add(1);
            current.gave_up = gave_up;
        })
    }

    /// The attempt has ended: tells the code around it why the last call in it has given up.
    pub(super) fn end(mut self) {
        self.outer.gave_up = gave_up_so_far();
    }

    fn enter(change: impl FnOnce(&mut Current)) -> Self {
        CURRENT.with_borrow_mut(|current| {
            let outer = current.clone();
            change(current);
            Self { outer }
        })
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // The scope that ends here is dropped when the variable is no longer borrowed.
        CURRENT.with_borrow_mut(|current| core::mem::swap(current, &mut self.outer));
    }
}

/// Why the last call in this attempt has given up so far.
pub(super) fn gave_up_so_far() -> Option<GiveUpReason> {
    CURRENT.with_borrow(|current| current.gave_up)
}

/// The testing scope. None also while the thread ends and its variables are gone.
pub(crate) fn test<S: Any + Send + Sync>() -> Option<Arc<S>> {
    let test = CURRENT.try_with(|current| current.borrow().test.clone()).ok().flatten();
    test.and_then(|test| test.downcast().ok())
}

/// How many attempts are around this code whose nested calls make one attempt each.
#[inline]
pub(crate) fn depth() -> u32 {
    if NESTED.load(Ordering::Relaxed) { depth_on_this_thread() } else { 0 }
}

#[cold]
#[inline(never)]
fn depth_on_this_thread() -> u32 {
    CURRENT.try_with(|current| current.borrow().depth).unwrap_or_default()
}

/// A call within an attempt has given up.
pub(crate) fn tell(reason: GiveUpReason) {
    // The thread may be ending, and its variables gone: nobody asks then.
    let _ = CURRENT.try_with(|current| current.borrow_mut().gave_up = Some(reason));
}

/// Why the last call in the attempt that has just ended gave up.
pub(crate) fn gave_up() -> Option<GiveUpReason> {
    CURRENT.try_with(|current| current.borrow_mut().gave_up.take()).ok().flatten()
}
