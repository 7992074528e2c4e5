//! The calls whose events have `elapsed_seconds`, because they know the time.

use std::future::ready;
use std::time::Duration;

use retry_core::{RetryBudget, RetryPolicy, TimedOut, retry};

use crate::events::told;
use crate::support::front_ends::{POLICY, paused, verdict};
use crate::support::{ready_at_once, seeded};

fn knows_the_time(call: impl FnOnce()) -> bool {
    let lines = told(call);
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].contains(" elapsed_seconds=")
}

#[test]
fn a_closure_call_knows_the_time_with_a_hook_or_a_timeout() {
    let failing = || POLICY.retry(|| ready(Err::<(), _>("refused"))).transient(verdict);
    let budget = RetryBudget::new(1, 0.0);
    let others = || failing().budget(&budget).rng(seeded(1)).until(|()| true).sleep(|_| ready(()));
    assert!(!knows_the_time(|| assert!(ready_at_once(others()).is_err())));
    assert!(knows_the_time(|| assert!(ready_at_once(failing().on_retry(|_| ())).is_err())));
    assert!(knows_the_time(|| assert!(ready_at_once(failing().on_give_up(|_| ())).is_err())));
    let timed = || {
        let call = POLICY.retry(|| ready(Err::<(), _>(Refused))).transient(|_| false);
        assert_eq!(paused(call.timeout(Duration::from_secs(1))), Err(Refused));
    };
    assert!(knows_the_time(timed));
    let timed = || {
        let call = POLICY.retry_async_closure(async || Err::<(), _>(Refused)).transient(|_| false);
        assert_eq!(paused(call.timeout(Duration::from_secs(1)).run()), Err(Refused));
    };
    assert!(knows_the_time(timed));
}

#[derive(Debug, PartialEq)]
struct Refused;

impl From<TimedOut> for Refused {
    fn from(_: TimedOut) -> Self {
        Self
    }
}

#[test]
fn an_annotated_function_knows_the_time_where_it_is_asked_for() {
    const WITH_DEADLINE: RetryPolicy = RetryPolicy::builder().deadline(Duration::from_secs(9)).build_const();

    #[retry(transient = |_| false, rng = seeded(1), jitter = "decorrelated")]
    async fn not_asked() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, policy = POLICY)]
    async fn policy_without_deadline() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, policy = WITH_DEADLINE)]
    async fn policy_with_deadline() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, timeout = "1s")]
    async fn timeout() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, deadline = "9s")]
    async fn deadline() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, on_retry = |_| ())]
    async fn on_retry() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, on_give_up = |_| ())]
    async fn on_give_up() -> Result<(), Refused> {
        Err(Refused)
    }
    #[retry(transient = |_| false, context = attempt)]
    async fn context() -> Result<(), Refused> {
        assert_eq!(attempt.number, 1);
        Err(Refused)
    }

    assert!(!knows_the_time(|| assert_eq!(paused(not_asked()), Err(Refused))));
    assert!(!knows_the_time(|| assert_eq!(paused(policy_without_deadline()), Err(Refused))));
    assert!(knows_the_time(|| assert_eq!(paused(policy_with_deadline()), Err(Refused))));
    assert!(knows_the_time(|| assert_eq!(paused(timeout()), Err(Refused))));
    assert!(knows_the_time(|| assert_eq!(paused(deadline()), Err(Refused))));
    assert!(knows_the_time(|| assert_eq!(paused(on_retry()), Err(Refused))));
    assert!(knows_the_time(|| assert_eq!(paused(on_give_up()), Err(Refused))));
    assert!(knows_the_time(|| assert_eq!(paused(context()), Err(Refused))));
}
