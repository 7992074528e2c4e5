//! What the hooks of the annotated function add up to.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use retry_core::{GiveUpEvent, GiveUpReason, RetryEvent};

use crate::client::PostError;

/// Counts of failed attempts. Calls that succeed at once leave nothing here, as no hook is called for them.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many retries there were, by what the attempt before had failed with.
    pub retries: BTreeMap<String, u32>,
    /// How many calls failed for good, by why they made no further attempt.
    pub give_ups: HashMap<GiveUpReason, u32>,
    /// How many calls were retried at least once and succeeded.
    pub recovered: u32,
    /// All delays together.
    pub waited: Duration,
    /// The lowest level of the budget that was seen; none without a retry or without a budget.
    pub lowest_budget: Option<f64>,
}

impl Tally {
    /// Counts a retry, and what the budget was down to then, if there is one.
    pub fn count_retry(&mut self, event: &RetryEvent<'_, PostError>, budget: Option<f64>) {
        if let Some(error) = event.failure.error() {
            *self.retries.entry(error.cause()).or_default() += 1;
        }
        // Recovered until it turns out not to be.
        self.recovered += u32::from(event.attempt == 1);
        self.waited += event.delay;
        self.lowest_budget = self.lowest_budget.into_iter().chain(budget).reduce(f64::min);
    }

    /// Counts a call that has failed for good.
    pub fn count_give_up(&mut self, event: &GiveUpEvent<'_, PostError>) {
        *self.give_ups.entry(event.reason).or_default() += 1;
        self.recovered -= u32::from(event.attempt > 1);
    }

    /// All retries together.
    #[must_use]
    pub fn all_retries(&self) -> u32 {
        self.retries.values().sum()
    }
}
