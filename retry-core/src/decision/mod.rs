//! The decision layer: what one failed attempt means for the call. It knows the policy and the verdict, and
//! nothing of futures or runtimes.

mod budget;
pub(crate) mod derived;
mod state;
mod transient;
mod verdict;

pub use self::budget::RetryBudget;
pub(crate) use self::state::decide;
pub use self::state::{Decision, DelaySource, RetryState, StopReason};
pub use self::transient::Transient;
pub use self::verdict::Verdict;
