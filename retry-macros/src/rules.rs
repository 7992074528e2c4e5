//! The limits of what the attribute accepts and refuses. How the messages look is for `tests/ui`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

mod exclusive;
mod functions;
mod tokens;

const FETCH: &str = "async fn fetch() -> Result<u32, Error> { Ok(1) }";

fn output(options: &str, item: &str) -> String {
    let tokens = |text: &str| text.parse::<TokenStream>().unwrap();
    crate::attribute::attribute(tokens(options), tokens(item)).to_string()
}

#[track_caller]
fn accepted(options: &str, item: &str) -> String {
    let output = output(options, item);
    assert!(!output.contains("compile_error"), "{output}");
    assert!(output.contains("__retry_call"), "{output}");
    output
}

#[track_caller]
fn refused(options: &str, item: &str, message: &str) {
    let output = output(options, item);
    assert!(output.contains(message), "{output}");
    assert_eq!(output.matches("compile_error").count(), 1, "{output}");
}

/// A boxed method as `#[async_trait]` leaves it.
fn boxed(receiver: &str, rebinds: &str) -> String {
    format!(
        "fn f({receiver}, a: A) -> Pin<Box<dyn Future<Output = Result<u32, Error>> + Send + '_>> {{ Box::pin(async move {{ {rebinds} Ok(1) }}) }}"
    )
}

/// These tokens with others in place of a name. A declarative macro does the same, and puts the others into a group
/// without delimiters.
fn substituted(tokens: TokenStream, name: &str, with: &TokenStream) -> TokenStream {
    let substitute = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == name => TokenTree::Group(Group::new(Delimiter::None, with.clone())),
        TokenTree::Group(group) => {
            TokenTree::Group(Group::new(group.delimiter(), substituted(group.stream(), name, with)))
        }
        token => token,
    };
    tokens.into_iter().map(substitute).collect()
}

#[test]
fn bounds_are_inclusive() {
    for options in [
        "cap = \"500ms\"",
        "base = \"30s\"",
        "base = \"2s\", cap = \"2s\"",
        "backoff = [\"1s\", \"2s\"], cap = \"2s\"",
        "attempts = 1",
        "attempts = 4294967295",
        "factor = 1",
        "base = \"0ms\", cap = \"0ms\"",
        "timeout = \"2s\", deadline = \"2s\"",
    ] {
        accepted(options, FETCH);
    }
    refused("backoff = [\"2001ms\"], cap = \"2s\"", FETCH, "above the `cap`");
    refused("cap = \"499ms\"", FETCH, "below the default `base`");
    refused("base = \"30001ms\"", FETCH, "above the default `cap`");
}

/// A policy of literals is built only when a call fails, so the attribute has to refuse what the builder refuses.
#[test]
fn literals_that_are_accepted_are_those_that_the_builder_accepts() {
    use std::time::Duration;

    use retry_core::{Backoff, Jitter, RetryPolicy};

    let (mut cases, mut both) = (3 * 3 * 4 * 3 * 3 * 3, 0);
    while cases > 0 {
        cases -= 1;
        let mut rest = cases;
        let mut options = Vec::new();
        // Adds the value that this case has for the key, if any, to the options. Returns the value's index.
        let mut pick = |key: &str, values: &[&str]| {
            let choice = rest % (values.len() + 1);
            rest /= values.len() + 1;
            options.extend(values.get(choice).map(|value| format!("{key} = {value}")));
            choice
        };
        let mut builder = RetryPolicy::builder();
        if let Some(millis) = [0, 1000].get(pick("base", &["\"0s\"", "\"1s\""])) {
            builder = builder.base(Duration::from_millis(*millis));
        }
        if let Some(millis) = [400, 3_600_000].get(pick("cap", &["\"400ms\"", "\"1h\""])) {
            builder = builder.cap(Duration::from_millis(*millis));
        }
        if let Some(factor) = [1.0, 0.9, 2.5].get(pick("factor", &["1", "0.9", "2.5"])) {
            builder = builder.factor(*factor);
        }
        if let Some(attempts) = [0, 1].get(pick("attempts", &["0", "1"])) {
            builder = builder.attempts(*attempts);
        }
        let curves = [Backoff::Exponential, Backoff::Linear];
        if let Some(curve) = curves.get(pick("backoff", &["\"exponential\"", "\"linear\""])) {
            builder = builder.backoff(*curve);
        }
        let jitters = [Jitter::Equal, Jitter::Decorrelated];
        if let Some(jitter) = jitters.get(pick("jitter", &["\"equal\"", "\"decorrelated\""])) {
            builder = builder.jitter(*jitter);
        }
        let options = options.join(", ");
        let accepts = !output(&options, FETCH).contains("compile_error");
        assert_eq!(accepts, builder.build().is_ok(), "{options}");
        both += u32::from(accepts);
    }
    assert!(both > 50, "{both}");
}

/// A static cannot use generics, so it has only constants that are no generics. `cargo check` evaluates it.
#[test]
fn constants_that_may_be_generic_are_evaluated_in_place() {
    for options in [
        "attempts = Self::N",
        "retry_after_cap = T::CAP",
        "cap = Limits::CAP",
        "cap = <Limits as Bounds>::CAP",
        "attempts = N",
        "base = f(Self::BASE)",
    ] {
        assert!(accepted(options, FETCH).contains("const { &"), "{options}");
    }
    for options in ["attempts = LIMIT", "attempts = LIMIT + 1", "base = Duration::from_secs(1)", "cap = config::CAP"] {
        assert!(accepted(options, FETCH).contains("static __RETRY_SETTINGS"), "{options}");
    }
    let generic = "async fn fetch<LIMIT: Limit, const TRIES: u32>() -> Result<u32, Error> { Ok(1) }";
    assert!(accepted("attempts = TRIES", generic).contains("const { &"));
    assert!(accepted("attempts = limit::<LIMIT>()", generic).contains("const { &"));
}

/// A rebind moves `self` into another variable, and the options have to name that variable.
#[test]
fn options_follow_self_into_the_future() {
    let item = boxed("&mut self", "let mut __self = self;");
    let options = "rng = &mut self.rng, sleep = |d| nap({ self.clock }, d), policy = self.policy, transient = self.judge, on_retry = |_| self.log()";
    let output = accepted(options, &item);
    for replaced in ["& mut __self . rng", "{ __self . clock }", "__self . policy", "__self . judge", "__self . log"] {
        assert!(output.contains(replaced), "{replaced} in {output}");
    }
}

/// What the body may change is copied before the loop; anything else is borrowed.
#[test]
fn what_calls_share_is_copied_where_the_body_may_change_it() {
    for (parameters, place, is_copied) in [
        ("&self", "self.shared", false),
        ("&mut self", "self.shared", true),
        ("&mut self", "SHARED", false),
        ("&self, other: &mut u8", "self.shared", false),
        ("shared: &Shared", "shared", false),
        ("shared: &mut Shared", "shared", true),
        ("shared: &mut Shared, other: &Shared", "other", false),
        ("(shared, n): (&mut Shared, u8)", "shared", true),
        ("Pair { n, shared: (a, b) }: &mut Pair", "f(b.0)", true),
    ] {
        let item = format!("async fn f({parameters}) -> Result<u32, Error> {{ Ok(1) }}");
        let of = |key: &str, copy: &str| accepted(&format!("{key} = {place}"), &item).contains(copy);
        assert_eq!(of("with", "retrier_clone"), is_copied, "{parameters}: {place}");
        assert_eq!(of("breaker", "breaker_clone"), is_copied, "{parameters}: {place}");
    }
}

/// A body that may be left early has a future of its own, which what ends an attempt early stands around.
#[test]
fn what_ends_an_attempt_early_stands_around_it() {
    let item = "async fn f() -> Result<u32, Error> { g().await?; Ok(1) }";
    let of = |options: &str| accepted(options, item);
    for (options, calls) in [
        ("", &[][..]),
        ("timeout = \"5s\"", &["limited"]),
        ("breaker = BREAKER", &["admit"]),
        ("stop = stopped()", &["stopped"]),
        ("breaker = BREAKER, stop = stopped()", &["admit", "stopped"]),
        ("timeout = \"5s\", breaker = BREAKER, stop = stopped()", &["limited", "admit", "stopped"]),
    ] {
        for call in ["limited", "admit", "stopped"] {
            assert_eq!(of(options).contains(&format!("__retry :: {call} (")), calls.contains(&call), "{options}");
        }
        assert_eq!(of(options).contains("InTime {"), !calls.is_empty(), "{options}");
    }
}

/// `None` beside `with` is without what the retrier would bring.
#[test]
fn none_in_place_of_what_a_retrier_brings() {
    for (key, trace) in [("timeout", "limited"), ("breaker", "admit"), ("budget", "__retry_budget")] {
        assert!(accepted("with = RETRIES", FETCH).contains(trace), "{key}");
        assert!(!accepted(&format!("with = RETRIES, {key} = None"), FETCH).contains(trace), "{key}");
    }
    let blocking = accepted("with = RETRIES, blocking", "fn fetch() -> Result<u32, Error> { Ok(1) }");
    assert!(blocking.contains("admit") && !blocking.contains("limited"), "{blocking}");
}

/// The clock is read where an option needs the time, and nowhere else.
#[test]
fn what_needs_a_clock() {
    let needs = |options: &str| accepted(options, FETCH).contains("Started :: now ()");
    for options in [
        "deadline = \"1min\"",
        "timeout = \"5s\"",
        "on_retry = log",
        "on_give_up = log",
        "report = log",
        "context = attempt",
        "policy = POLICY",
        "with = RETRIES",
    ] {
        assert!(needs(options), "{options}");
    }
    for options in ["", "attempts = 3", "budget = BUDGET", "timeout = None", "stop = stopped()", "name = \"fetch\""] {
        assert!(!needs(options), "{options}");
    }
    let item = "fn fetch() -> Result<u32, Error> { Ok(1) }";
    assert!(accepted("blocking, deadline = \"1min\"", item).contains("StartedBlocking :: now ()"));
}

#[test]
fn paths_are_not_variables() {
    let item = "async fn fetch(config: &config::Config, n: u32) -> Result<u32, Error> { Ok(1) }";
    accepted("attempts = config::ATTEMPTS, base = self::BASE, cap = CAPS.n", item);
    refused("attempts = n", item, "fixed when the function is compiled");
    refused("attempts = f(Limits { most: n })", item, "fixed when the function is compiled");
    refused("backoff = [\"1s\", secs(n)]", item, "`backoff` is fixed when the function is compiled");
    refused("backoff = |_| secs(n)", item, "`backoff` is fixed when the function is compiled");
    let output = accepted("transient = self::busy, policy = self.policy", &boxed("&self", "let __self = self;"));
    assert!(output.contains("self :: busy") && output.contains("__self . policy"), "{output}");
    let typed = accepted("transient = |_| self.ok()", &boxed("self: Arc<Self>", "let this: Arc<Self> = self;"));
    assert!(typed.contains("this . ok ()"), "{typed}");
}

#[test]
fn words_that_are_nearly_options() {
    for (word, message) in [
        ("jiter", "did you mean `jitter`"),
        ("Attempts", "did you mean `attempts`"),
        ("cpa", "did you mean `cap`"),
        ("max_retries", "3 retries are `attempts = 4`"),
        ("max_attempts", "write `attempts = …`"),
        ("initial_delay", "write `base = "),
        ("max_delay", "write `cap = "),
        ("multiplier", "write `factor = 2`"),
        ("strategy", "write `backoff = "),
        ("retry_if", "write `transient = "),
        ("notify", "write `on_retry = "),
        ("max_elapsed_time", "write `deadline = "),
        ("per_try_timeout", "write `timeout = "),
        ("on_timeout", "write `timed_out = "),
        ("retry_if_result", "write `until = "),
        ("retry_budget", "write `budget = BUDGET`"),
        ("circuit_breaker", "write `breaker = PAYMENTS`"),
        ("fallback", "write `on_give_up = "),
        ("seed", "write `rng = …`"),
        ("sync", "write `blocking`"),
        ("krate", "write `crate = "),
        ("limits", "the options are"),
        ("r#base", "did you mean `base`"),
    ] {
        refused(&format!("{word} = 1"), FETCH, message);
    }
    refused("context = Self", FETCH, "names a variable");
    refused("base = 1e300s", FETCH, "1e300s");
    refused("base = 1e17", FETCH, "`100000000000000000` has no unit");
    refused("base = 1e18", FETCH, "`1e18` has no unit");
    refused("base = 500us", FETCH, "a duration is a string: write `base = \\\"500us\\\"`");
    refused("attempts = unlimited", FETCH, "need a `deadline`");
}

#[test]
fn mistakes_do_not_hide_what_follows_them() {
    let output = output("base = \"1s\" cap = \"fast\", (3), attempts = 0", FETCH);
    assert_eq!(output.matches("compile_error").count(), 4, "{output}");
    assert!(output.starts_with("async fn fetch"), "{output}");
}
