//! From settings to a policy, a timeout and a budget; and the mistakes of settings that contradict each other.

use core::time::Duration;

use super::RetrySettings;
use super::error::{SettingsError, SettingsMistake};
use super::key::Key;
use super::layer::{Entry, Layer};
use super::value::Value;
use crate::policy::Exact;
use crate::{Backoff, Jitter, RetryBudget, RetryPolicy};

/// The deposit of a budget without `budget.deposit`.
const DEFAULT_DEPOSIT: f64 = 0.1;

#[derive(Debug)]
pub(super) struct Resolved {
    pub policy: RetryPolicy,
    pub timeout: Option<Duration>,
    pub budget: Option<RetryBudget>,
}

impl RetrySettings {
    pub(super) fn resolve(&self) -> Result<Resolved, SettingsError> {
        let mut settings = self.clone();
        let mut mistakes = Vec::new();
        settings.curve(&mut mistakes);
        settings.base_and_cap(&mut mistakes);
        settings.time_limits(&mut mistakes);
        let budget = settings.checked_budget(&mut mistakes);
        // If settings contradict each other, building a policy of them would report the same mistake again.
        let built = mistakes.is_empty().then(|| settings.built());
        let policy = match built {
            Some(Ok(policy)) => Some(policy),
            Some(Err(mistake)) => {
                mistakes.push(mistake);
                None
            }
            None => None,
        };
        SettingsError::check(mistakes)?;
        let timeout = settings.duration(Key::Timeout);
        Ok(Resolved { policy: policy.unwrap_or_default(), timeout, budget })
    }

    /// Finds settings that the curve makes useless. One from a lower layer is dropped; one from the same layer is a
    /// mistake.
    fn curve(&mut self, mistakes: &mut Vec<SettingsMistake>) {
        if let (Some(jitter), Some(backoff)) = (self.decorrelated(), self.entry(Key::Backoff)) {
            // The setting of the higher layer wins.
            if backoff.depth < jitter.depth {
                self.entries.remove(&Key::Jitter);
            } else {
                let jitter = jitter.clone();
                self.without_use(Key::Backoff, &jitter, "decorrelated jitter, which grows by itself", mistakes);
            }
        }
        if let Some(jitter) = self.decorrelated().cloned() {
            self.without_use(Key::Factor, &jitter, "decorrelated jitter, which grows by itself", mistakes);
        }
        let Some(backoff) = self.entry(Key::Backoff).cloned() else { return };
        let Value::Backoff(curve) = backoff.value else { return };
        if curve != Backoff::Exponential {
            let listed = matches!(curve, Backoff::List(_));
            let what = if listed { "a list of delays".to_owned() } else { format!("{curve} backoff") };
            self.without_use(Key::Factor, &backoff, &what, mistakes);
            if listed {
                self.without_use(Key::Base, &backoff, &what, mistakes);
            }
        }
    }

    fn decorrelated(&self) -> Option<&Entry> {
        self.entry(Key::Jitter).filter(|jitter| jitter.value == Value::Jitter(Jitter::Decorrelated))
    }

    /// Removes a key that `chosen` makes useless. That is a mistake, unless the key comes from a lower layer.
    fn without_use(&mut self, key: Key, chosen: &Entry, what: &str, mistakes: &mut Vec<SettingsMistake>) {
        let Some(unused) = self.entries.remove(&key) else { return };
        if unused.depth <= chosen.depth {
            mistakes.push(
                unused.mistake(format!("it has no use beside {what} ({}): remove one of the two", chosen.place())),
            );
        }
    }

    fn base_and_cap(&self, mistakes: &mut Vec<SettingsMistake>) {
        let (base, cap) = (self.entry(Key::Base), self.entry(Key::Cap));
        let defaults = RetryPolicy::default();
        let lowest = self.duration(Key::Base).unwrap_or(defaults.base());
        let highest = self.duration(Key::Cap).unwrap_or(defaults.cap());
        let (low, high) = (Exact(lowest), Exact(highest));
        if let Some(Entry { value: Value::Backoff(Backoff::List(list)), .. }) = self.entry(Key::Backoff) {
            let longest = list.iter().max().unwrap_or_default();
            if let Some(cap) = cap.filter(|_| longest > highest) {
                let backoff = self.place(Key::Backoff);
                mistakes.push(cap.mistake(format!(
                    "{high} is below {}, a delay of the list ({backoff}), and no delay exceeds the cap: raise the cap, or shorten the delay",
                    Exact(longest)
                )));
            }
            return;
        }
        if lowest <= highest {
            return;
        }
        mistakes.extend(match (base, cap) {
            (Some(base), Some(cap)) => Some(cap.mistake(format!(
                "{high} is below the base of {low} ({}), and no delay exceeds the cap: raise the cap, or lower the base",
                base.place()
            ))),
            (None, Some(cap)) => Some(cap.mistake(format!(
                "{high} is below the default base of {low}, and no delay exceeds the cap: write a base of {high} or less as well"
            ))),
            (Some(base), None) => Some(base.mistake(format!(
                "{low} is above the default cap of {high}, which no delay exceeds: lower the base, or write a cap of {low} or more as well"
            ))),
            (None, None) => None,
        });
    }

    fn time_limits(&self, mistakes: &mut Vec<SettingsMistake>) {
        let deadline = self.entry(Key::Deadline);
        if let Some(attempts) = self.entry(Key::Attempts).filter(|attempts| attempts.value == Value::Unlimited) {
            if self.duration(Key::Deadline).is_none() {
                let taken_back =
                    deadline.map_or_else(String::new, |deadline| format!(" other than none ({})", deadline.place()));
                mistakes.push(attempts.mistake(format!(
                    "unlimited attempts need a deadline{taken_back}, or a call could retry for ever: set a deadline, or write a number such as 6"
                )));
            }
        }
        if let (Some(timeout), Some(deadline)) = (self.entry(Key::Timeout), deadline) {
            if let (Value::Duration(each), Value::Duration(all)) = (timeout.value, deadline.value) {
                if each > all {
                    mistakes.push(timeout.mistake(format!(
                        "{} is above the deadline of {} ({}), which ends an attempt before it: lower the timeout, or raise the deadline",
                        Exact(each),
                        Exact(all),
                        deadline.place()
                    )));
                }
            }
        }
    }

    fn checked_budget(&mut self, mistakes: &mut Vec<SettingsMistake>) -> Option<RetryBudget> {
        if let Some(none) = self.entry(Key::Budget).cloned() {
            for key in [Key::BudgetTokens, Key::BudgetDeposit] {
                // A key from a higher layer than the `none` sets a budget again.
                if self.entry(key).is_some_and(|entry| entry.depth >= none.depth) {
                    self.without_use(key, &none, "a budget of none", mistakes);
                }
            }
        }
        let tokens = match self.entry(Key::BudgetTokens) {
            Some(Entry { value: Value::Count(tokens), .. }) => *tokens,
            _ => {
                if let Some(deposit) = self.entry(Key::BudgetDeposit) {
                    mistakes
                        .push(deposit.mistake("a budget needs `budget.tokens` too: write 100, for example".to_owned()));
                }
                return None;
            }
        };
        let deposit = match self.entry(Key::BudgetDeposit) {
            Some(Entry { value: Value::Number(deposit), .. }) => *deposit,
            _ => DEFAULT_DEPOSIT,
        };
        RetryBudget::try_new(tokens, deposit).ok()
    }

    /// The policy of settings that do not contradict each other.
    fn built(&self) -> Result<RetryPolicy, SettingsMistake> {
        let mut builder = RetryPolicy::builder();
        for entry in self.entries() {
            builder = match (entry.key, entry.value) {
                (Key::Base, Value::Duration(base)) => builder.base(base),
                (Key::Cap, Value::Duration(cap)) => builder.cap(cap),
                (Key::Factor, Value::Number(factor)) => builder.factor(factor),
                (Key::Backoff, Value::Backoff(backoff)) => builder.backoff(backoff),
                (Key::Jitter, Value::Jitter(jitter)) => builder.jitter(jitter),
                (Key::Attempts, Value::Count(attempts)) => builder.attempts(attempts),
                (Key::Attempts, Value::Unlimited) => builder.unlimited_attempts(),
                (Key::Deadline, Value::Duration(deadline)) => builder.deadline(deadline),
                (Key::RetryAfterCap, Value::Duration(cap)) => builder.retry_after_cap(cap),
                _ => builder,
            };
        }
        builder.build().map_err(|error| {
            let message = error.to_string();
            match Key::named(error.setting()).and_then(|key| self.entry(key)) {
                Some(entry) => entry.mistake(message),
                None => Layer::Unnamed.mistake(error.setting(), message),
            }
        })
    }

    fn duration(&self, key: Key) -> Option<Duration> {
        match self.entry(key)?.value {
            Value::Duration(duration) => Some(duration),
            _ => None,
        }
    }

    fn place(&self, key: Key) -> String {
        self.entry(key).map_or_else(String::new, Entry::place)
    }
}
