//! The answers of the current scope to the questions of the engine.

use core::time::Duration;

use super::current::{Time, current, current_that_skips};
use super::hooks::{Decide, Hooks, Identify, VirtualWait};
use super::virtual_wait::Wait;
use crate::decision::Decision;

/// The scope of the future that this thread polls.
pub(super) struct CurrentScope;

impl Hooks for CurrentScope {
    fn skipped(&self) -> Duration {
        current().map(|scope| scope.lock().time.skipped()).unwrap_or_default()
    }

    fn skips_waits(&self) -> bool {
        current_that_skips().is_some()
    }

    fn has_virtual_clock(&self) -> bool {
        current().is_some_and(|scope| scope.settings.time == Time::Virtual)
    }

    fn max_attempts(&self) -> u32 {
        current().map_or(u32::MAX, |scope| scope.settings.max_attempts)
    }

    fn decide(
        &self,
        call: &mut Identify<'_>,
        name: &'static str,
        attempt: u32,
        decide: &mut Decide<'_>,
    ) -> Option<Decision> {
        let scope = current()?;
        let call = call();
        let mut rng = scope.lock().records.rng_of(call, name, scope.settings.seed);
        // The lock is not held here, because the curve may be a function of the user.
        let decision = decide(scope.settings.max_attempts, &mut rng);
        scope.lock().records.decided(call, attempt, decision, rng);
        Some(decision)
    }

    fn cut_wait(&self, call: &mut Identify<'_>) {
        if let Some(scope) = current() {
            scope.lock().records.cut_wait(call());
        }
    }

    fn succeeded(&self, call: &mut Identify<'_>) {
        if let Some(scope) = current() {
            scope.lock().records.succeeded(call());
        }
    }

    fn wait(&self, delay: Duration) -> Option<VirtualWait> {
        current_that_skips().map(|scope| Box::pin(Wait::begin(scope, delay)) as VirtualWait)
    }

    fn limit(&self, time: Duration) -> Option<VirtualWait> {
        let scope = current_that_skips().filter(|scope| scope.settings.time == Time::Virtual)?;
        Some(Box::pin(Wait::begin(scope, time)))
    }

    fn skip(&self, delay: Duration) -> bool {
        let scope = current_that_skips();
        if let Some(scope) = &scope {
            scope.lock().time.pass(delay);
        }
        scope.is_some()
    }
}
