//! What is around the code that runs on this thread.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

#[derive(Clone)]
struct Current {
    /// The testing scope, which its own module knows.
    test: Option<Arc<dyn Any + Send + Sync>>,
    /// How many attempts a call may make.
    max_attempts: u32,
}

thread_local! {
    static CURRENT: RefCell<Current> = const { RefCell::new(Current { test: None, max_attempts: u32::MAX }) };
}

/// Makes a scope the current one until it is dropped, also by a panic. Scopes of the two kinds hold at once.
pub(crate) struct Entered {
    outer: Current,
}

impl Entered {
    /// A testing scope, in place of the one around it.
    pub(crate) fn test(test: Arc<dyn Any + Send + Sync>) -> Self {
        Self::enter(|current| current.test = Some(test))
    }

    /// An attempt whose nested calls make one attempt each.
    pub(crate) fn once() -> Self {
        Self::enter(|current| current.max_attempts = 1)
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
        CURRENT.with_borrow_mut(|current| std::mem::swap(current, &mut self.outer));
    }
}

/// The testing scope. None also while the thread ends and its variables are gone.
pub(crate) fn test<S: Any + Send + Sync>() -> Option<Arc<S>> {
    let test = CURRENT.try_with(|current| current.borrow().test.clone()).ok().flatten();
    test.and_then(|test| test.downcast().ok())
}

/// How many attempts a call may make here.
pub(crate) fn max_attempts() -> u32 {
    CURRENT.try_with(|current| current.borrow().max_attempts).unwrap_or(u32::MAX)
}
