//! Calls inside an attempt of an outer call with `nested = "once"`: which of the two makes another attempt.

use super::outcome::Meaning;
use crate::decision::{Decision, GiveUpReason, RetryBudget, Verdict};

/// Whether an outer call gives up because its nested call gave up for this reason.
///
/// It does for a reason that lies outside of the nested call. A verdict that says when to try again comes first.
pub(super) fn ends_outer_call(nested: GiveUpReason, meaning: Meaning) -> bool {
    let is_shared = match nested {
        GiveUpReason::Deadline | GiveUpReason::Breaker | GiveUpReason::Budget | GiveUpReason::Stopped => true,
        GiveUpReason::Permanent | GiveUpReason::Attempts | GiveUpReason::RetryAfterTooLong => false,
    };
    is_shared && matches!(meaning, Meaning::Failure(Verdict::Transient))
}

/// The decision of a nested call, which makes no other attempt: the reason for which it would have given up anyway, or
/// that its attempts are spent. It takes no token from the budget.
pub(super) fn without_another_attempt(
    decision: Decision,
    budget: Option<&RetryBudget>,
    stop: &mut Option<&mut dyn FnMut() -> bool>,
) -> Decision {
    match decision {
        Decision::Wait { .. } if budget.is_some_and(|budget| budget.level() < 1.0) => {
            Decision::GiveUp(GiveUpReason::Budget)
        }
        Decision::Wait { .. } if stop.as_mut().is_some_and(|stops| stops()) => Decision::GiveUp(GiveUpReason::Stopped),
        Decision::Wait { .. } => Decision::GiveUp(GiveUpReason::Attempts),
        gives_up @ Decision::GiveUp(_) => gives_up,
    }
}
