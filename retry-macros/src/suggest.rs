//! What a user most likely meant by an unknown word.

/// The candidate that is closest to `word`, if it is close enough for `word` to be a typing error.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(word.len()) / 3)
        .min()
        .map(|(_, candidate)| candidate)
}

/// What other libraries call an option of ours, with what to write here.
pub(crate) fn elsewhere(word: &str) -> Option<&'static str> {
    Some(match word {
        "retries" | "max_retries" | "max_retry" | "max_times" | "times" | "retry_count" | "count" | "num_retries" => {
            "`attempts` counts every attempt, the first one included, so 3 retries are `attempts = 4`"
        }
        "max_attempts" | "tries" | "max_tries" | "stop_after" | "limit" => {
            "write `attempts = …`, which counts every attempt, the first one included"
        }
        "initial" | "initial_delay" | "base_delay" | "min_backoff" | "initial_interval" | "initial_backoff" | "min"
        | "min_delay" | "delay" | "interval" | "wait" | "first" => "write `base = \"500ms\"` for the first ceiling",
        "max" | "max_delay" | "max_wait" | "max_interval" | "max_backoff" | "maximum" | "ceiling" => {
            "write `cap = \"30s\"` for the highest delay"
        }
        "multiplier" | "backoff_factor" | "exponential_base" | "exponent" | "growth" | "scaling" => {
            "write `factor = 2` for the growth"
        }
        "curve" | "strategy" | "kind" | "schedule" => "write `backoff = \"exponential\"` for the curve",
        "when" | "retry_if" | "retry_on" | "retry_when" | "predicate" | "on" | "condition" | "if_errors"
        | "classifier" | "is_transient" | "retryable" | "filter" => {
            "write `transient = MyError::is_transient` for the errors that are worth another attempt"
        }
        "notify" | "on_failure" | "on_error" | "before_sleep" | "hook" | "after" => {
            "write `on_retry = |event| …` to be told of each wait"
        }
        "max_elapsed" | "max_elapsed_time" | "max_duration" | "total_delay" | "time_limit" | "max_total_delay"
        | "elapsed" | "total_timeout" | "stop_after_delay" => {
            "write `deadline = \"1min\"` for the time that all attempts and waits together may take"
        }
        "attempt_timeout" | "per_try_timeout" | "per_attempt_timeout" | "try_timeout" | "timeout_per_attempt" => {
            "write `timeout = \"5s\"` for the time that each attempt may take"
        }
        "on_timeout" | "timeout_error" | "timeout_err" | "on_timed_out" => {
            "write `timed_out = |timed_out| …` for the error of an attempt that its `timeout` has ended"
        }
        "retry_if_result" | "retry_on_result" | "accept" | "wait_for" | "success_if" => {
            "write `until = |value| …` for the values to accept; any other value is tried again"
        }
        "throttle" | "retry_budget" | "token_bucket" => "write `budget = BUDGET` with a `static BUDGET: RetryBudget`",
        "circuit_breaker" | "circuit" => "write `breaker = PAYMENTS` with a `static PAYMENTS: CircuitBreaker`",
        "on_exhausted" | "on_giveup" | "give_up" | "fallback" | "on_stop" | "recover" => {
            "write `on_give_up = |event| …` to be told when the call has failed for good"
        }
        "seed" | "random" => "write `rng = …` with a seeded generator",
        "sync" => "write `blocking` for a function that is not async",
        "krate" | "path" => "write `crate = path::to::retry_core`",
        _ => return None,
    })
}

/// "`a`, `b` or `c`", each in backticks.
pub(crate) fn list(words: &[&str], conjunction: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {conjunction} {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
