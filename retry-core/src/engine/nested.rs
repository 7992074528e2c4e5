//! Calls within an attempt of another call: what the other one around them means for a decision.

use super::outcome::Meaning;
use crate::decision::{Decision, GiveUpReason, RetryBudget, Verdict};

/// Whether a call whose nested call has given up for this reason gives up too. A verdict that says when to try again
/// says that it is worth it.
pub(super) fn ends_the_call_around(nested: GiveUpReason, meaning: Meaning) -> bool {
    let is_shared = match nested {
        GiveUpReason::Deadline | GiveUpReason::Breaker | GiveUpReason::Budget | GiveUpReason::Stopped => true,
        GiveUpReason::Permanent | GiveUpReason::Attempts | GiveUpReason::RetryAfterTooLong => false,
    };
    is_shared && matches!(meaning, Meaning::Failure(Verdict::Transient))
}

/// The decision where no other attempt may follow, as one is around the call: why it would have given up anyway, or else
/// that its attempts are spent. Takes no token of the budget.
pub(super) fn without_another_attempt(
    decision: Decision,
    budget: Option<&RetryBudget>,
    stop: &mut Option<&mut dyn FnMut() -> bool>,
) -> Decision {
    match decision {
        Decision::Wait { .. } if budget.is_some_and(|budget| budget.level() < 1.0) => {
            Decision::GiveUp(GiveUpReason::Budget)
        }
        Decision::Wait { .. } if stop.as_mut().is_some_and(|asks| asks()) => Decision::GiveUp(GiveUpReason::Stopped),
        Decision::Wait { .. } => Decision::GiveUp(GiveUpReason::Attempts),
        gives_up @ Decision::GiveUp(_) => gives_up,
    }
}
