//! The one list of the attribute's options.
//!
//! The macro `options!` makes three things of the list: the keys with an example each, the code that reads their
//! values, and [`Options`]. `check` and `expand` name every field of [`Options`], so a new option does not compile
//! until both handle it.

use std::time::Duration;

use proc_macro2::Ident;
use syn::{Expr, LitStr, Path};

use crate::errors::Errors;
use crate::parse::{hooks, schedule, values};
use crate::setting::{Attempts, Backoff, Constant, Jitter, Setting};

/// ```text
/// input:  field "key": Type, "an example of its use", |value| <how it is read>;
///
/// output: struct Options { field: Option<Setting<Type>>, … }
///         const KEYS: … = [("key", "an example of its use"), …];
///         impl Options { fn set(&mut self, key, example, value, errors) { match key { "key" => …, … } } }
/// ```
macro_rules! options {
    ($($field:ident $key:literal: $type:ty, $example:literal, |$value:ident| $read:expr;)*) => {
        /// The options as they were written.
        #[derive(Default)]
        pub(crate) struct Options {
            /// Every key that was written, also one whose value could not be read.
            pub keys: Vec<&'static str>,
            $(pub $field: Option<Setting<$type>>,)*
        }

        /// Every key with an example of its use, in the order of the documentation.
        pub(crate) const KEYS: &[(&str, &str)] = &[$(($key, $example),)*];

        impl Options {
            /// Reads the value of a key. Returns whether the key is one of [`KEYS`].
            pub(crate) fn set(&mut self, key: &Ident, example: &'static str, value: Expr, errors: &mut Errors) -> bool {
                let name = key.to_string();
                match name.as_str() {
                    $($key => {
                        let $value = Value { key: &name, example, expr: values::ungroup(value) };
                        let read: syn::Result<$type> = $read;
                        self.$field = errors.ok(read).map(|value| Setting { key: key.clone(), value });
                    })*
                    _ => return false,
                }
                true
            }
        }
    };
}

/// Which option gives an attempt its timeout.
#[derive(Clone, Copy)]
pub(crate) enum Limit<'a> {
    /// There is none.
    None,
    /// `timeout = …`
    Key(&'a Setting<Constant<Duration>>),
    /// `with = …`: the retrier may have one.
    Shared(&'a Setting<Expr>),
}

impl Limit<'_> {
    pub(crate) fn is_none(self) -> bool {
        matches!(self, Self::None)
    }
}

/// Which option gives each attempt a breaker to ask.
#[derive(Clone, Copy)]
pub(crate) enum Guard<'a> {
    /// There is none.
    None,
    /// `breaker = …`
    Key(&'a Setting<Expr>),
    /// `with = …`: the retrier may have one.
    Shared(&'a Setting<Expr>),
}

impl Guard<'_> {
    pub(crate) fn is_none(self) -> bool {
        matches!(self, Self::None)
    }
}

/// A value as it was written, and what a message about it needs.
struct Value<'a> {
    key: &'a str,
    example: &'static str,
    expr: Expr,
}

options! {
    base "base": Constant<Duration>, "base = \"500ms\"", |value| schedule::duration(value.key, value.expr);
    cap "cap": Constant<Duration>, "cap = \"30s\"", |value| schedule::duration(value.key, value.expr);
    factor "factor": Constant<f64>, "factor = 2", |value| schedule::factor(value.expr);
    backoff "backoff": Backoff, "backoff = \"exponential\"", |value| schedule::backoff(value.expr);
    jitter "jitter": Jitter, "jitter = \"full\"", |value| schedule::jitter(value.expr);
    attempts "attempts": Attempts, "attempts = 6", |value| schedule::attempts(value.expr);
    deadline "deadline": Constant<Duration>, "deadline = \"1min\"", |value| schedule::duration(value.key, value.expr);
    timeout "timeout": Constant<Duration>, "timeout = \"5s\"", |value| schedule::duration(value.key, value.expr);
    timed_out "timed_out": Expr, "timed_out = MyError::from_timed_out",
        |value| values::callable(value.key, value.example, value.expr);
    retry_after_cap "retry_after_cap": Constant<Duration>, "retry_after_cap = \"1min\"",
        |value| schedule::duration(value.key, value.expr);
    transient "transient": Expr, "transient = MyError::is_transient",
        |value| values::callable(value.key, value.example, value.expr);
    until "until": Expr, "until = |value| value.is_ready()",
        |value| values::callable(value.key, value.example, value.expr);
    policy "policy": Expr, "policy = self.policy",
        |value| values::object(value.key, "a `RetryPolicy`", value.example, value.expr);
    with "with": Expr, "with = self.retries",
        |value| values::place(value.key, "a `Retrier`", value.example, value.expr);
    budget "budget": Expr, "budget = BUDGET",
        |value| values::place(value.key, "a `RetryBudget`", value.example, value.expr);
    breaker "breaker": Expr, "breaker = PAYMENTS",
        |value| values::place(value.key, "a `CircuitBreaker`", value.example, value.expr);
    breaker_open "breaker_open": Expr, "breaker_open = MyError::from_breaker_open",
        |value| values::callable(value.key, value.example, value.expr);
    stop "stop": Expr, "stop = shutdown.cancelled()",
        |value| values::object(value.key, "a future", value.example, value.expr);
    on_retry "on_retry": Expr, "on_retry = |event| eprintln!(\"{event}\")",
        |value| hooks::hook(value.key, value.example, value.expr);
    on_give_up "on_give_up": Expr, "on_give_up = |event| eprintln!(\"{event}\")",
        |value| hooks::hook(value.key, value.example, value.expr);
    report "report": Expr, "report = |report| eprintln!(\"{report}\")",
        |value| hooks::hook(value.key, value.example, value.expr);
    name "name": LitStr, "name = \"billing\"", |value| values::text(value.key, value.expr);
    context "context": Ident, "context = attempt", |value| values::identifier(value.key, value.expr);
    trace_error "trace_error": bool, "trace_error = false", |value| values::boolean(value.key, value.expr);
    rng "rng": Expr, "rng = Xoshiro256PlusPlus::seed_from_u64(7)",
        |value| values::object(value.key, "a random number generator", value.example, value.expr);
    clock "clock": Expr, "clock = uptime",
        |value| values::callable(value.key, value.example, value.expr);
    sleep "sleep": Expr, "sleep = tokio::time::sleep",
        |value| values::callable(value.key, value.example, value.expr);
    nested "nested": (), "nested = \"once\"", |value| values::nested(value.expr);
    blocking "blocking": (), "blocking", |value| values::flag(value.expr);
    krate "crate": Path, "crate = path::to::retry_core",
        |value| values::path(value.key, "`retry_core`", value.expr);
}

impl Options {
    /// Sets `blocking`, the only flag. Returns whether the key is a flag. A flag that was given a value is set too, so
    /// that one mistake is not reported as two.
    pub(crate) fn set_flag(&mut self, key: &Ident) -> bool {
        let is_flag = is_flag(key);
        if is_flag {
            self.blocking = Some(Setting { key: key.clone(), value: () });
        }
        is_flag
    }

    /// The `stop` that ends a wait early. The `stop` of a blocking function does not: it is only asked before each
    /// wait.
    pub(crate) fn cuts_waits(&self) -> Option<&Setting<Expr>> {
        self.stop.as_ref().filter(|_| self.blocking.is_none())
    }

    /// Which option gives an attempt its timeout.
    pub(crate) fn limit(&self) -> Limit<'_> {
        match (&self.timeout, &self.with) {
            (Some(Setting { value: Constant::Expression(value), .. }), _) if values::is_none(value) => Limit::None,
            (Some(timeout), _) => Limit::Key(timeout),
            (None, Some(with)) if self.blocking.is_none() => Limit::Shared(with),
            (None, _) => Limit::None,
        }
    }

    /// Which option gives each attempt a breaker to ask.
    pub(crate) fn guard(&self) -> Guard<'_> {
        match (&self.breaker, &self.with) {
            (Some(Setting { value, .. }), _) if values::is_none(value) => Guard::None,
            (Some(breaker), _) => Guard::Key(breaker),
            (None, Some(with)) => Guard::Shared(with),
            (None, None) => Guard::None,
        }
    }

    /// The constants of the schedule that only the compiler can evaluate, each with its key.
    pub(crate) fn expressions(&self) -> Vec<(&Ident, &Expr)> {
        fn of<T>(setting: Option<&Setting<Constant<T>>>) -> Option<(&Ident, &Expr)> {
            setting.and_then(|setting| Some((&setting.key, setting.value.expression()?)))
        }
        let durations =
            [&self.base, &self.cap, &self.retry_after_cap, &self.deadline].map(|setting| of(setting.as_ref()));
        let mut found: Vec<(&Ident, &Expr)> = durations.into_iter().flatten().collect();
        found.extend(of(self.factor.as_ref()));
        if let Some(Setting { key, value: Attempts::Count(Constant::Expression(count)) }) = &self.attempts {
            found.push((key, count));
        }
        if let Some(Setting { key, value: Jitter::Share(Constant::Expression(share)) }) = &self.jitter {
            found.push((key, share));
        }
        match &self.backoff {
            Some(Setting { key, value: Backoff::Delays(delays) }) => {
                found.extend(delays.iter().filter_map(|delay| Some((key, delay.expression()?))));
            }
            Some(Setting { key, value: Backoff::Function(function) }) => found.push((key, function)),
            _ => {}
        }
        found
    }
}

/// Whether the option takes no value.
pub(crate) fn is_flag(key: &Ident) -> bool {
    key == "blocking"
}
