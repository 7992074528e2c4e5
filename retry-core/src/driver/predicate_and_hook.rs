//! The types that stand in a closure call for a predicate and a hook, given or not.

use super::RetryEvent;
use super::call::Answer;
use crate::decision::{Transient, Verdict};

/// Judges an error.
pub trait Classify<E> {
    fn classify(&mut self, error: &E) -> Verdict;
}

/// No predicate was given: the error's own [`Transient`] implementation judges.
#[derive(Clone, Copy, Debug)]
pub struct ByTrait;

impl<E: Transient> Classify<E> for ByTrait {
    fn classify(&mut self, error: &E) -> Verdict {
        error.verdict()
    }
}

/// The predicate that was given.
#[derive(Clone, Copy, Debug)]
pub struct ByPredicate<P>(pub(super) P);

impl<E, P, V> Classify<E> for ByPredicate<P>
where
    P: FnMut(&E) -> V,
    V: Answer,
{
    fn classify(&mut self, error: &E) -> Verdict {
        (self.0)(error).into()
    }
}

/// Is told of each wait.
pub trait Observe<E> {
    /// Whether the event's elapsed time will be looked at.
    const NEEDS_CLOCK: bool;

    fn observe(&mut self, event: &RetryEvent<'_, E>);
}

/// No hook was given.
#[derive(Clone, Copy, Debug)]
pub struct NoHook;

impl<E> Observe<E> for NoHook {
    const NEEDS_CLOCK: bool = false;

    fn observe(&mut self, _event: &RetryEvent<'_, E>) {}
}

/// The hook that was given.
#[derive(Clone, Copy, Debug)]
pub struct Hook<O>(pub(super) O);

impl<E, O: FnMut(&RetryEvent<'_, E>)> Observe<E> for Hook<O> {
    const NEEDS_CLOCK: bool = true;

    fn observe(&mut self, event: &RetryEvent<'_, E>) {
        (self.0)(event);
    }
}
