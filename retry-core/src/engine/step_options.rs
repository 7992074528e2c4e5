//! [`StepOptions`]: the options of a call, as its step borrows them.

use super::call_report::CallReport;
use super::clock::Clock;
use crate::decision::{CircuitBreaker, RetryBudget};
use crate::policy::RandomBits;

/// The options of a call that a step uses.
#[allow(missing_debug_implementations)]
pub struct StepOptions<'a> {
    /// Measures the time since the call began.
    pub clock: Option<&'a dyn Clock>,
    /// The budget that the call shares with others.
    pub budget: Option<&'a RetryBudget>,
    /// The breaker that the next attempt would ask.
    pub breaker: Option<&'a CircuitBreaker>,
    /// The source of the jitter.
    pub rng: &'a mut dyn RandomBits,
    /// Whether the call has to stop. It is called only before a wait begins.
    pub stop: Option<&'a mut dyn FnMut() -> bool>,
    /// Receives the report of the call when it ends.
    pub report: Option<&'a mut Option<CallReport>>,
    /// Whether the deadline may cut an attempt short.
    pub may_be_cut: bool,
    /// Whether the front end begins the wait. Otherwise the step begins the wait on the runtime's clock.
    pub own_wait: bool,
    /// Whether nested calls make one attempt each. They then record why they gave up.
    pub nested_once: bool,
}
