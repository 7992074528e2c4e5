//! The list of the keys, and the suggestions for a key that does not exist.

/// A key. `budget.tokens` is a key of the group `budget`: in a file it is in the table `budget`, and in the environment
/// it is `BUDGET_TOKENS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Base,
    Cap,
    Factor,
    Backoff,
    Jitter,
    Attempts,
    Deadline,
    RetryAfterCap,
    Timeout,
    /// The whole group, whose only value is `none`.
    Budget,
    BudgetTokens,
    BudgetDeposit,
}

/// All keys, in the order of the documentation. The keys of a group come after the group.
const KEYS: [(Key, &str); 12] = [
    (Key::Base, "base"),
    (Key::Cap, "cap"),
    (Key::Factor, "factor"),
    (Key::Backoff, "backoff"),
    (Key::Jitter, "jitter"),
    (Key::Attempts, "attempts"),
    (Key::Deadline, "deadline"),
    (Key::RetryAfterCap, "retry_after_cap"),
    (Key::Timeout, "timeout"),
    (Key::Budget, "budget"),
    (Key::BudgetTokens, "budget.tokens"),
    (Key::BudgetDeposit, "budget.deposit"),
];

impl Key {
    pub(super) fn name(self) -> &'static str {
        KEYS.iter().find(|(key, _)| *key == self).map_or("", |(_, name)| name)
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        KEYS.iter().find(|(_, known)| *known == name).map(|(key, _)| *key)
    }

    /// The key of an environment variable, by its name without the prefix.
    pub(super) fn of_variable(name: &str) -> Option<Self> {
        KEYS.iter().find(|(_, known)| variable(known) == name).map(|(key, _)| *key)
    }

    /// Whether the key is a group, which is a table in a file.
    pub(super) fn is_group(self) -> bool {
        KEYS.iter().any(|(_, name)| name.split_once('.').is_some_and(|(group, _)| group == self.name()))
    }

    /// The group and the key inside it, if the key is in a group.
    pub(super) fn in_group(self) -> Option<(&'static str, &'static str)> {
        self.name().split_once('.')
    }
}

/// The name of a variable without the prefix: `BUDGET_TOKENS` for `budget.tokens`.
fn variable(key: &str) -> String {
    key.replace('.', "_").to_uppercase()
}

/// What to write instead of a key that does not exist.
pub(super) fn instead_of_key(word: &str) -> String {
    if let Some((key, meaning)) = elsewhere(word) {
        return format!("write `{}`, {meaning}", key.name());
    }
    let group = word.split_once('.').map(|(group, _)| group);
    let names = KEYS.iter().map(|(_, name)| *name);
    let names = names.filter(|name| name.split_once('.').map(|(group, _)| group) == group);
    match nearest(word, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are {}", names.collect::<Vec<_>>().join(", ")),
    }
}

/// What to write instead of a variable that does not exist.
pub(super) fn instead_of_variable(prefix: &str, word: &str) -> String {
    if let Some((key, meaning)) = elsewhere(&word.to_lowercase()) {
        return format!("write {prefix}{}, {meaning}", variable(key.name()));
    }
    let names: Vec<String> = KEYS.iter().map(|(_, name)| variable(name)).collect();
    match nearest(word, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {prefix}{near}?"),
        None => format!("after {prefix} comes one of {}", names.join(", ")),
    }
}

/// The key that another library calls by this word, and what the key means.
fn elsewhere(word: &str) -> Option<(Key, &'static str)> {
    Some(match word {
        "retries" | "max_retries" | "retry_count" => {
            (Key::Attempts, "which counts every attempt, the first one included: 3 retries are 4 attempts")
        }
        "max_attempts" | "tries" | "max_tries" => (Key::Attempts, "which counts every attempt, the first one included"),
        "initial" | "initial_delay" | "base_delay" | "min_delay" | "initial_interval" | "initial_backoff" | "delay" => {
            (Key::Base, "the ceiling after the first attempt")
        }
        "max" | "max_delay" | "max_interval" | "max_backoff" => (Key::Cap, "the highest delay"),
        "multiplier" | "exponent" | "growth" => (Key::Factor, "the growth of the ceilings"),
        "curve" | "strategy" | "kind" => (Key::Backoff, "the curve of the ceilings"),
        "max_elapsed_time" | "max_duration" | "total_timeout" => {
            (Key::Deadline, "the time that all attempts and waits together may take")
        }
        "attempt_timeout" | "per_try_timeout" => (Key::Timeout, "the time that each attempt may take"),
        _ => return None,
    })
}

/// The candidate that differs from `word` in the fewest characters; `None` if all differ in more than a third.
fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(word.len()) / 3)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_found_by_its_names() {
        for (key, name) in KEYS {
            assert_eq!((key.name(), Key::named(name)), (name, Some(key)));
            assert_eq!(Key::of_variable(&variable(name)), Some(key));
        }
        assert!(Key::Budget.is_group() && !Key::Cap.is_group());
    }
}
