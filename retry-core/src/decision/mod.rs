//! The decision layer: what one failed attempt means for the call.
//!
//! An error becomes a [`Verdict`]. [`decide`] takes the verdict, the policy, the elapsed time, the budget and the state
//! of the breaker, and answers with a [`Decision`]: wait this long, or give up for this reason. The layer uses the
//! policy. It knows neither futures nor runtimes: the caller hands in the time.

mod breaker;
mod budget;
mod budget_error;
mod decide;
pub(crate) mod derived;
mod give_up_reason;
pub(crate) mod known;
mod state;
mod transient;
mod verdict;

pub use self::breaker::{
    BreakerCounts, BreakerError, BreakerOpen, BreakerPermit, BreakerState, BreakerTransition, CircuitBreaker,
    CircuitBreakerBuilder,
};
pub(crate) use self::breaker::{Ending, Permit, SharedBreaker, Ticket};
pub(crate) use self::budget::SharedBudget;
pub use self::budget::{BudgetToken, RetryBudget};
pub use self::budget_error::BudgetError;
pub use self::decide::{Decision, DelaySource};
pub(crate) use self::decide::{Limits, decide};
pub use self::give_up_reason::GiveUpReason;
pub use self::state::RetryState;
pub use self::transient::Transient;
pub use self::verdict::Verdict;
