//! What calls share: the fields of a [`Retrier`](crate::Retrier), and the types that its setters accept.

use alloc::sync::Arc;
use core::borrow::Borrow;
use core::time::Duration;

use crate::decision::{BudgetToken, RetryBudget, SharedBudget};
use crate::engine::name::Name;
use crate::engine::observer::SharedHooks;
use crate::engine::settings::Settings;
use crate::policy::RetryPolicy;

/// What a [`Retrier`](crate::Retrier) holds. Each call has a copy, which the call's options change.
#[derive(Clone, Debug)]
pub struct Shared<'b> {
    pub(crate) policy: RetryPolicy,
    pub(super) name: Name,
    /// The time of each attempt.
    pub(super) timeout: Option<Duration>,
    pub(super) budget: Option<SharedBudget<'b>>,
    pub(super) hooks: SharedHooks,
}

impl Shared<'_> {
    pub(super) const fn new(policy: RetryPolicy) -> Self {
        Self { policy, name: Name::NONE, timeout: None, budget: None, hooks: SharedHooks::NONE }
    }

    pub(super) fn settings(&self) -> Settings<'_> {
        Settings::Lent { name: self.name, policy: &self.policy }
    }

    #[inline]
    pub(super) fn budget(&self) -> Option<&RetryBudget> {
        self.budget.as_ref().map(Borrow::borrow)
    }

    pub(super) fn hooks(&self) -> &SharedHooks {
        &self.hooks
    }

    /// Whether a call needs the time since its start.
    #[inline]
    pub(super) fn needs_clock(&self) -> bool {
        self.timeout.is_some() || self.policy.deadline().is_some() || !self.hooks.is_empty()
    }
}

impl<'b> Shared<'b> {
    /// Holds the token that the step has taken for the wait that begins.
    pub(super) fn token(&self) -> BudgetToken<SharedBudget<'b>> {
        BudgetToken::held(self.budget.clone())
    }
}

/// The argument of `timeout`: a `Duration`, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`timeout` needs a `Duration` or an `Option<Duration>`, but this is `{Self}`",
    label = "not a `Duration`",
    note = "a number has no unit: write `Duration::from_millis(…)`"
)]
pub trait AsTimeout {
    fn timeout(self) -> Option<Duration>;
}

impl AsTimeout for Duration {
    #[inline]
    fn timeout(self) -> Option<Duration> {
        Some(self)
    }
}

impl AsTimeout for Option<Duration> {
    #[inline]
    fn timeout(self) -> Option<Duration> {
        self
    }
}

/// The argument of a call's `budget`: a reference to a budget, or an `Option` of a reference.
#[diagnostic::on_unimplemented(
    message = "`budget` needs a reference to a `RetryBudget`, or an `Option` of one, but this is `{Self}`",
    label = "not a reference to a `RetryBudget`",
    note = "for an `Option` write `.as_ref()`, or `.as_deref()` if it holds an `Arc`"
)]
pub trait AsBudget<'b> {
    fn budget(self) -> Option<&'b RetryBudget>;
}

impl<'b> AsBudget<'b> for &'b RetryBudget {
    #[inline]
    fn budget(self) -> Option<&'b RetryBudget> {
        Some(self)
    }
}

impl<'b> AsBudget<'b> for &'b Arc<RetryBudget> {
    #[inline]
    fn budget(self) -> Option<&'b RetryBudget> {
        Some(self)
    }
}

impl<'b> AsBudget<'b> for Option<&'b RetryBudget> {
    #[inline]
    fn budget(self) -> Option<&'b RetryBudget> {
        self
    }
}

/// The argument of a retrier's `with_budget`: a budget in an `Arc`, or a `'static` reference.
#[diagnostic::on_unimplemented(
    message = "`with_budget` needs an `Arc<RetryBudget>` or a `&'static RetryBudget`, but this is `{Self}`",
    label = "not a shared `RetryBudget`",
    note = "write `Arc::new(RetryBudget::new(…))`"
)]
pub trait IntoBudget {
    fn budget(self) -> Option<SharedBudget<'static>>;
}

impl IntoBudget for &'static RetryBudget {
    fn budget(self) -> Option<SharedBudget<'static>> {
        Some(SharedBudget::Borrowed(self))
    }
}

impl IntoBudget for Arc<RetryBudget> {
    fn budget(self) -> Option<SharedBudget<'static>> {
        Some(SharedBudget::Counted(self))
    }
}

impl IntoBudget for Option<Arc<RetryBudget>> {
    fn budget(self) -> Option<SharedBudget<'static>> {
        self.map(SharedBudget::Counted)
    }
}
