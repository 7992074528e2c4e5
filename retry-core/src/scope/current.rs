//! The current scopes of a thread.

use alloc::sync::Arc;
use core::any::Any;
use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::decision::GiveUpReason;

/// The scopes around the code that the thread runs.
#[derive(Clone)]
struct Current {
    /// The testing scope. Only the module `testing` knows its type.
    test: Option<Arc<dyn Any + Send + Sync>>,
    /// The number of surrounding attempts whose nested calls make one attempt each.
    depth: u32,
    /// Why the last nested call gave up, in the current attempt or in the attempt that has just ended.
    gave_up: Option<GiveUpReason>,
}

thread_local! {
    static CURRENT: RefCell<Current> = const { RefCell::new(Current { test: None, depth: 0, gave_up: None }) };
}

/// Whether the program has ever entered an attempt whose nested calls make one attempt each. Until then [`depth`] does
/// not read the thread-local variable.
static NESTED: AtomicBool = AtomicBool::new(false);

/// Keeps a scope current until it is dropped, by a panic too. A thread can be in scopes of both kinds at once.
pub(crate) struct Entered {
    /// What was current before.
    outer: Current,
}

impl Entered {
    /// Enters a testing scope. It replaces the testing scope around it.
    pub(crate) fn testing(test: Arc<dyn Any + Send + Sync>) -> Self {
        Self::enter(|current| current.test = Some(test))
    }

    /// Enters an attempt whose nested calls make one attempt each. `gave_up` is why the last of them gave up so far.
    pub(super) fn once(gave_up: Option<GiveUpReason>) -> Self {
        if !NESTED.load(Ordering::Relaxed) {
            NESTED.store(true, Ordering::Relaxed);
        }
        Self::enter(|current| {
            current.depth = current.depth.saturating_add(1);
            current.gave_up = gave_up;
        })
    }

    /// The attempt has ended. Leaves it, and keeps why its last nested call gave up for [`take_give_up`].
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
        // The swap keeps the inner scope alive until the borrow ends, because dropping it may run any code.
        CURRENT.with_borrow_mut(|current| core::mem::swap(current, &mut self.outer));
    }
}

/// Why the last nested call of the current attempt gave up, so far.
pub(super) fn gave_up_so_far() -> Option<GiveUpReason> {
    CURRENT.with_borrow(|current| current.gave_up)
}

/// The current testing scope. `None` also while the thread ends and its variables are gone.
pub(crate) fn testing_scope<S: Any + Send + Sync>() -> Option<Arc<S>> {
    let test = CURRENT.try_with(|current| current.borrow().test.clone()).ok().flatten();
    test.and_then(|test| test.downcast().ok())
}

/// The number of surrounding attempts whose nested calls make one attempt each.
#[inline]
pub(crate) fn depth() -> u32 {
    if NESTED.load(Ordering::Relaxed) { depth_on_this_thread() } else { 0 }
}

#[cold]
#[inline(never)]
fn depth_on_this_thread() -> u32 {
    CURRENT.try_with(|current| current.borrow().depth).unwrap_or_default()
}

/// Records that a nested call has given up.
pub(crate) fn record_give_up(reason: GiveUpReason) {
    // While the thread ends its variables are gone, and the reason is not needed.
    let _ = CURRENT.try_with(|current| current.borrow_mut().gave_up = Some(reason));
}

/// Takes why the last nested call gave up in the attempt that has just ended.
pub(crate) fn take_give_up() -> Option<GiveUpReason> {
    CURRENT.try_with(|current| current.borrow_mut().gave_up.take()).ok().flatten()
}
