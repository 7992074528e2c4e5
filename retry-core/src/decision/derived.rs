//! The traits that `#[derive(Transient)]` requires of fields and predicates, and the functions that its expansion
//! calls.
//!
//! The traits exist for the messages of the compiler.

// The items are public only through `__private`, which is hidden.
#![allow(missing_docs)]

use core::time::Duration;

use super::{Transient, Verdict};

/// A field that holds a server's hint.
#[diagnostic::on_unimplemented(
    message = "`retry_after` needs a field that is a `Duration` or an `Option<Duration>`, but this one is `{Self}`",
    label = "the field is `{Self}`",
    note = "for a hint that has to be computed write `#[transient(when = |field| Verdict::RetryAfter(…))]`"
)]
pub trait Hint {
    fn verdict(&self) -> Verdict;
}

impl Hint for Duration {
    fn verdict(&self) -> Verdict {
        Verdict::RetryAfter(*self)
    }
}

/// Transient in both cases. If the server gave no hint, the policy chooses the delay.
impl Hint for Option<Duration> {
    fn verdict(&self) -> Verdict {
        self.map_or(Verdict::Transient, Verdict::RetryAfter)
    }
}

#[inline]
pub fn retry_after<H: Hint>(hint: &H) -> Verdict {
    hint.verdict()
}

/// A field that holds an error with a verdict.
#[diagnostic::on_unimplemented(
    message = "`forward` asks the error in a field, but `{Self}` does not implement `Transient`",
    label = "`{Self}` has no verdict",
    note = "to decide here write `#[transient(when = |error| …)]`; for a type of your own, derive or implement `retry_core::Transient`"
)]
pub trait Forward {
    fn verdict(&self) -> Verdict;
}

#[diagnostic::do_not_recommend]
impl<E: Transient + ?Sized> Forward for E {
    #[inline]
    fn verdict(&self) -> Verdict {
        Transient::verdict(self)
    }
}

#[inline]
pub fn forward<E: Forward + ?Sized>(error: &E) -> Verdict {
    Forward::verdict(error)
}

/// What a predicate may return.
#[diagnostic::on_unimplemented(
    message = "`when` needs a predicate that returns `bool` or `Verdict`, but this one returns `{Self}`",
    label = "returns `{Self}`",
    note = "`true` is transient and `false` permanent"
)]
pub trait When: Into<Verdict> {}

#[diagnostic::do_not_recommend]
impl<A: Into<Verdict>> When for A {}

#[inline]
pub fn when<A: When>(answer: A) -> Verdict {
    answer.into()
}
