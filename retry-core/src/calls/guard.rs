//! Whether an attempt is made: what a call's breaker says before and after it.

use super::timeout::ByFrom;
use crate::decision::{BreakerOpen, Permit, SharedBreaker};
use crate::engine::admission::refused_or_else;
use crate::engine::breaker::shared_permit;
use crate::engine::limit::InTime;

/// A call that cannot have a breaker: every attempt is made.
#[derive(Clone, Copy, Debug)]
pub struct NoBreaker;

/// A call that may have a breaker, which each attempt asks.
#[derive(Debug)]
pub struct Breaker<'b, M = ByFrom> {
    breaker: Option<SharedBreaker<'b>>,
    /// Makes the error of a call whose first attempt is refused.
    breaker_open: M,
    /// The permit of the attempt that is running.
    permit: Option<Permit<SharedBreaker<'b>>>,
}

impl<'b> Breaker<'b> {
    pub(super) const fn new(breaker: Option<SharedBreaker<'b>>) -> Self {
        Self::with_error(breaker, ByFrom)
    }
}

impl<'b, M> Breaker<'b, M> {
    pub(crate) const fn with_error(breaker: Option<SharedBreaker<'b>>, breaker_open: M) -> Self {
        Self { breaker, breaker_open, permit: None }
    }
}

/// The parts of a call's breaker: the breaker, and what makes the error. An option replaces one of them.
pub trait Guarded<'b> {
    type MakeError;

    fn guarded(self) -> (Option<SharedBreaker<'b>>, Self::MakeError);
}

impl<'b> Guarded<'b> for NoBreaker {
    type MakeError = ByFrom;

    fn guarded(self) -> (Option<SharedBreaker<'b>>, ByFrom) {
        (None, ByFrom)
    }
}

impl<'b, M> Guarded<'b> for Breaker<'b, M> {
    type MakeError = M;

    fn guarded(self) -> (Option<SharedBreaker<'b>>, M) {
        (self.breaker, self.breaker_open)
    }
}

/// Makes the error of a call whose first attempt is refused.
#[diagnostic::on_unimplemented(
    message = "this call may have a breaker, which needs an error that can be made from `BreakerOpen`, but `{E}` cannot",
    label = "a refused attempt has no error to return",
    note = "for an error of your own write `impl From<retry_core::BreakerOpen> for YourError`, with thiserror a variant `BreakerOpen(#[from] retry_core::BreakerOpen)`",
    note = "for an error of another crate make one here: `.breaker_open(|open| …)`",
    note = "for attempts without a breaker write `.no_breaker()`"
)]
pub trait MakeRefusal<E> {
    fn error(&mut self, open: BreakerOpen) -> E;
}

#[diagnostic::do_not_recommend]
impl<E: From<BreakerOpen>> MakeRefusal<E> for ByFrom {
    fn error(&mut self, open: BreakerOpen) -> E {
        open.into()
    }
}

#[diagnostic::do_not_recommend]
impl<E, F: FnMut(BreakerOpen) -> E> MakeRefusal<E> for F {
    fn error(&mut self, open: BreakerOpen) -> E {
        self(open)
    }
}

/// Whether an attempt is made: [`NoBreaker`] or a [`Breaker`].
pub trait Guard<'b, O> {
    /// Asks the breaker for an attempt. Returns the refusal, if there is one.
    fn admit(&mut self) -> Option<BreakerOpen>;

    /// Takes the permit of the attempt that has ended.
    fn take_permit(&mut self) -> Option<Permit<SharedBreaker<'b>>>;

    /// The outcome of a refused attempt: the last outcome, or an error made from the refusal.
    fn refused(&mut self, open: BreakerOpen, last: &mut Option<O>) -> InTime<O>;
}

impl<'b, O> Guard<'b, O> for NoBreaker {
    #[inline]
    fn admit(&mut self) -> Option<BreakerOpen> {
        None
    }

    fn take_permit(&mut self) -> Option<Permit<SharedBreaker<'b>>> {
        None
    }

    fn refused(&mut self, _open: BreakerOpen, _last: &mut Option<O>) -> InTime<O> {
        unreachable!("nothing refuses an attempt without a breaker")
    }
}

impl<'b, T, E, M: MakeRefusal<E>> Guard<'b, Result<T, E>> for Breaker<'b, M> {
    #[inline]
    fn admit(&mut self) -> Option<BreakerOpen> {
        match shared_permit(self.breaker.as_ref()?) {
            Ok(permit) => {
                self.permit = Some(permit);
                None
            }
            Err(open) => Some(open),
        }
    }

    fn take_permit(&mut self) -> Option<Permit<SharedBreaker<'b>>> {
        self.permit.take()
    }

    fn refused(&mut self, open: BreakerOpen, last: &mut Option<Result<T, E>>) -> InTime<Result<T, E>> {
        refused_or_else(open, last, |open| self.breaker_open.error(open))
    }
}
