//! The types that stand in a configured call for what was given to it or not.

use rand::Rng;

use super::event::{GiveUpEvent, RetryEvent};
use super::outcome::Answer;
use crate::decision::{Transient, Verdict};
use crate::policy::RandomBits;

/// Judges an error.
pub trait Classify<E> {
    fn classify(&mut self, error: &E) -> Verdict;
}

/// Says whether a value is what was waited for.
pub trait Accept<T> {
    fn accept(&mut self, value: &T) -> bool;
}

/// Is told of each wait.
pub trait ObserveRetry<E> {
    /// Whether the event's elapsed time will be looked at.
    const NEEDS_CLOCK: bool;

    fn observe(&mut self, event: &RetryEvent<'_, E>);
}

/// Is told of a call that has failed for good.
pub trait ObserveGiveUp<E> {
    /// Whether the event's elapsed time will be looked at.
    const NEEDS_CLOCK: bool;

    fn observe(&mut self, event: &GiveUpEvent<'_, E>);
}

/// Draws the jitter.
pub trait Draw {
    /// `None` for the default source.
    fn rng(&mut self) -> Option<&mut dyn RandomBits>;
}

/// Nothing was given: an error's own [`Transient`] implementation judges, any value will do, nobody is told, and
/// the jitter comes from the default source.
#[derive(Clone, Copy, Debug)]
pub struct Unset;

impl<E: Transient> Classify<E> for Unset {
    fn classify(&mut self, error: &E) -> Verdict {
        error.verdict()
    }
}

impl<T> Accept<T> for Unset {
    fn accept(&mut self, _value: &T) -> bool {
        true
    }
}

impl<E> ObserveRetry<E> for Unset {
    const NEEDS_CLOCK: bool = false;

    fn observe(&mut self, _event: &RetryEvent<'_, E>) {}
}

impl<E> ObserveGiveUp<E> for Unset {
    const NEEDS_CLOCK: bool = false;

    fn observe(&mut self, _event: &GiveUpEvent<'_, E>) {}
}

impl Draw for Unset {
    fn rng(&mut self) -> Option<&mut dyn RandomBits> {
        None
    }
}

/// The function or the generator that was given.
#[derive(Clone, Copy, Debug)]
pub struct Given<F>(pub(super) F);

impl<E, F, V> Classify<E> for Given<F>
where
    F: FnMut(&E) -> V,
    V: Answer,
{
    fn classify(&mut self, error: &E) -> Verdict {
        (self.0)(error).into()
    }
}

impl<T, F: FnMut(&T) -> bool> Accept<T> for Given<F> {
    fn accept(&mut self, value: &T) -> bool {
        (self.0)(value)
    }
}

impl<E, F: FnMut(&RetryEvent<'_, E>)> ObserveRetry<E> for Given<F> {
    const NEEDS_CLOCK: bool = true;

    fn observe(&mut self, event: &RetryEvent<'_, E>) {
        (self.0)(event);
    }
}

impl<E, F: FnMut(&GiveUpEvent<'_, E>)> ObserveGiveUp<E> for Given<F> {
    const NEEDS_CLOCK: bool = true;

    fn observe(&mut self, event: &GiveUpEvent<'_, E>) {
        (self.0)(event);
    }
}

impl<R: Rng> Draw for Given<R> {
    fn rng(&mut self) -> Option<&mut dyn RandomBits> {
        Some(&mut self.0)
    }
}
