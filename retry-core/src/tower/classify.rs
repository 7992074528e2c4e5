//! The verdict on a whole outcome. The engine gets it as a predicate on errors and a condition on responses.

use core::marker::PhantomData;

use crate::calls::{Condition, Predicate};
use crate::{Transient, Verdict};

/// Judges an outcome: a closure from `Result<&Response, &Error>` to a [`Verdict`], or [`ByError`].
#[diagnostic::on_unimplemented(
    message = "nothing says which outcomes of this service are transient",
    label = "needs `.classify(…)`, or an error type that implements `Transient`",
    note = "add a predicate: `.classify(|outcome: Result<&Response, &Error>| …)`, which returns a `Verdict`"
)]
pub trait Classify<Response, E> {
    /// The verdict on an outcome. [`Verdict::Permanent`] on a response accepts the response.
    fn verdict(&self, outcome: Result<&Response, &E>) -> Verdict;
}

/// Accepts every response, and judges an error by its [`Transient`].
#[derive(Clone, Copy, Debug)]
pub struct ByError;

impl<Response, E: Transient> Classify<Response, E> for ByError {
    fn verdict(&self, outcome: Result<&Response, &E>) -> Verdict {
        outcome.err().map_or(Verdict::Permanent, Transient::verdict)
    }
}

#[diagnostic::do_not_recommend]
impl<Response, E, F: Fn(Result<&Response, &E>) -> Verdict> Classify<Response, E> for F {
    fn verdict(&self, outcome: Result<&Response, &E>) -> Verdict {
        self(outcome)
    }
}

/// One half of a [`Classify`]: a predicate on errors, or a condition on responses.
#[derive(Debug)]
pub(super) struct Half<C, Response, E> {
    classify: C,
    of: PhantomData<fn(Response, E)>,
}

impl<C, Response, E> Half<C, Response, E> {
    pub(super) const fn new(classify: C) -> Self {
        Self { classify, of: PhantomData }
    }
}

impl<Response, E, C: Classify<Response, E>> Predicate<E> for Half<C, Response, E> {
    fn verdict(&mut self, error: &E) -> Verdict {
        self.classify.verdict(Err(error))
    }
}

impl<Response, E, C: Classify<Response, E>> Condition<Response> for Half<C, Response, E> {
    fn refusal(&mut self, response: &Response) -> Option<Verdict> {
        Some(self.classify.verdict(Ok(response))).filter(|verdict| *verdict != Verdict::Permanent)
    }
}
