//! The table of scenarios.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use crate::front_ends::FrontEnd;
use crate::scenario::Scenario;
use crate::seen::{Seen, all_agree};
use crate::table;

fn all() -> impl Iterator<Item = Scenario> {
    let groups = [
        table::outcomes(),
        table::hints(),
        table::exact_waits(),
        table::deadlines(),
        table::budgets(),
        table::breakers(),
        table::conditions(),
        table::stops(),
        table::order_of_reasons(),
    ];
    groups.into_iter().flatten()
}

/// All of them in a scope.
pub async fn in_a_scope() {
    all_agree(all().collect()).await;
}

/// The scenarios that take at most a second and do not depend on the time, all at the same time on the timer of the
/// runtime.
pub async fn in_real_time() {
    let scenarios: Vec<_> = all().filter(is_short).collect();
    assert!(scenarios.len() > 20, "{} scenarios", scenarios.len());
    let calls = scenarios.iter().map(|scenario| async move {
        for front_end in [FrontEnd::Attribute, FrontEnd::Closure, FrontEnd::LendingClosure, FrontEnd::Loop] {
            Seen::on_the_clock(scenario, front_end).await.is_what_the_table_says(scenario);
        }
    });
    join(calls.map(|call| Box::pin(call) as _).collect()).await;
}

fn is_short(Scenario { policy, takes, breaker, delays, .. }: &Scenario) -> bool {
    let waits = delays.iter().map(|(delay, _)| *delay.end()).try_fold(Duration::ZERO, Duration::checked_add);
    policy.deadline().is_none()
        && breaker.is_none()
        && takes.is_zero()
        && waits.is_some_and(|waits| waits.as_secs() == 0)
}

/// Polls all calls until each has ended.
async fn join(mut futures: Vec<Pin<Box<dyn Future<Output = ()> + '_>>>) {
    poll_fn(|context| {
        futures.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if futures.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}
