//! What the hooks of the annotated function count.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use retry_core::{GiveUpEvent, GiveUpReason, RetryEvent};

use crate::client::PostError;

/// Counts of failed attempts and what came after them. Calls that succeed at once leave nothing here.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many retries were due, by the failure of the attempt before.
    pub retries: BTreeMap<String, u32>,
    /// How many attempts were made after the first attempts. A call that is stopped during a wait makes no further one.
    pub further_attempts: u32,
    /// How many calls gave up, by the reason.
    pub give_ups: HashMap<GiveUpReason, u32>,
    /// How many calls were retried at least once and succeeded.
    pub recovered: u32,
    /// All delays together.
    pub waited: Duration,
    /// The lowest level of the budget at a retry, if there was a retry and there is a budget.
    pub lowest_budget: Option<f64>,
}

impl Tally {
    /// Counts a retry, and notes the level of the budget, if there is one.
    pub fn count_retry(&mut self, event: &RetryEvent<'_, PostError>, budget: Option<f64>) {
        if let Some(error) = event.failure.error() {
            *self.retries.entry(error.cause()).or_default() += 1;
        }
        self.waited += event.delay;
        self.lowest_budget = self.lowest_budget.into_iter().chain(budget).reduce(f64::min);
    }

    /// Counts a call that gave up.
    pub fn count_give_up(&mut self, event: &GiveUpEvent<'_, PostError>) {
        *self.give_ups.entry(event.reason).or_default() += 1;
    }
}
