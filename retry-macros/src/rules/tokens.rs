//! Tokens that syn does not read as a whole: items in place of a function, groups without delimiters from a declarative
//! macro, and expressions that are nearly literals.

use super::{FETCH, accepted, output, refused, substituted};

#[test]
fn items_that_are_no_functions() {
    for (item, what) in [
        ("struct S;", "a struct"),
        ("enum E {}", "an enum"),
        ("union U { a: u8 }", "a union"),
        ("trait T {}", "a trait"),
        ("impl S {}", "an impl block"),
        ("mod m {}", "a module"),
        ("type T = U;", "a type alias"),
        ("static S: u8 = 1;", "a static"),
        ("use a::b;", "an import"),
        ("macro_rules! m { () => {} }", "a macro"),
        ("let x = 1;", "a statement"),
        ("pub const X: u8 = 1;", "a constant"),
    ] {
        refused("", item, &format!("belongs on a function, and this is {what}: "));
    }
    for modifiers in ["const", "const async", "const unsafe", "const extern \"C\"", "async", "pub(crate) unsafe"] {
        refused("", &format!("{modifiers} fn f() -> Result<u32, Error>;"), "`f` has no body to retry");
    }
    refused("", "async fn f() -> Result<u32, Error> (1)", "expected the function's body");
    refused("", "async fn f() -> Result<u32, Error> ({ Ok(1) })", "expected the function's body");
    refused("", "#(doc) async fn f() -> Result<u32, Error> { Ok(1) }", "expected square brackets");
    refused("", "async [a] fn f() -> Result<u32, Error> { Ok(1) }", "expected `fn`");
    refused("", "async fn f() -! Result<u32, Error> { Ok(1) }", "returns nothing");
}

/// Tokens that only look like an inner attribute stay in the body.
#[test]
fn attributes_within_the_body() {
    let returned = "-> Result<u32, Error>";
    let inner =
        accepted("", &format!("async fn f() {returned} {{ #![allow(a)] #![warn(b)] #[c] [1, 2].len(); Ok(1) }}"));
    let spaceless = |text: String| text.replace(' ', "");
    let inner = spaceless(inner);
    assert!(inner.contains("{#![allow(a)]#![warn(b)]use::"), "{inner}");
    assert!(inner.contains("{#[c][1,2].len();Ok(1)}"), "{inner}");
    for body in ["{#[c][1,2].len();Ok(1)}", "{#!a}", "{#!(a)Ok(1)}"] {
        let output = spaceless(accepted("", &format!("async fn f() {returned} {body}")));
        assert!(output.contains(body), "{output}");
    }
}

#[test]
fn what_a_declarative_macro_has_put_there() {
    let of = |options: &str, item: &str, name: &str, with: &str| {
        let put = |tokens: &str| substituted(tokens.parse().unwrap(), name, &with.parse().unwrap());
        crate::attribute::attribute(put(options), put(item)).to_string()
    };
    let fetch = |before: &str, body: &str| format!("{before} async fn fetch() -> Result<u32, Error> {body}");
    // An attribute.
    let twice = of("", &fetch("#[ATTRIBUTE]", "{ Ok(1) }"), "ATTRIBUTE", "retry(attempts = 3)");
    assert!(twice.contains("has a `#[retry]` already"), "{twice}");
    accepted("", &fetch("#[(retry)]", "{ Ok(1) }"));
    // A documentation.
    let documented = of("", &fetch("#[doc = TEXT]", "{ Ok(1) }"), "TEXT", "\" Fetches.\"");
    assert!(documented.contains("# Retries"), "{documented}");
    assert!(!accepted("", &fetch("#[doc = (\" Fetches.\")]", "{ Ok(1) }")).contains("# Retries"));
    // A body, which has an attempt of its own where it may be left early.
    let body = of("", &fetch("", "BODY"), "BODY", "{ one().await }");
    assert!(body.contains("__retry_call") && !body.contains("async {"), "{body}");
    assert!(of("", &fetch("", "BODY"), "BODY", "{ one().await? }").contains("async {"));
    let boxed = "fn f() -> BoxFuture<'static, Result<u32, Error>> BODY";
    assert!(of("", boxed, "BODY", "{ Box::pin(async { Ok(1) }) }").contains("__retry_call"));
    assert!(of("", boxed, "BODY", "{ Box::pin(async { Ok(1) }) } {}").contains("expected the function's body"));
    refused("", "fn f() -> BoxFuture<'static, Result<u32, Error>> { Box::pin[async { Ok(1) }] }", "only where it sees");
    // What a hook would wait for.
    let hook = of("on_retry = |event| VALUE", FETCH, "VALUE", "tell(event).await");
    assert!(hook.contains("is called and not awaited"), "{hook}");
}

#[test]
fn expressions_that_are_nearly_literals() {
    for options in [
        "base = -BASE",
        "base = *BASE",
        "factor = FACTOR",
        "factor = -FACTOR",
        "factor = 2f64",
        "jitter = SHARE",
        "jitter = -SHARE",
        "jitter = 1",
        "attempts = 3u32",
        "nested = \"once\"",
        "on_retry = |event| (tell(event))",
        "budget = BUDGETS.first()?",
    ] {
        accepted(options, FETCH);
    }
    for (options, message) in [
        ("base = -1", "a duration cannot be negative"),
        ("factor = -1", "must be a finite number of at least 1"),
        ("factor = \"2\"", "`factor` is a number of at least 1"),
        ("jitter = -1", "a share of the ceiling is a number from 0 to 1"),
        ("jitter = full", "write `jitter = "),
        ("jitter = 1u8", "`jitter` is a number alone, without `u8`: write `jitter = 1`"),
        ("jitter = 0.5f32", "`jitter` is a number alone, without `f32`: write `jitter = 0.5`"),
        ("nested = \"twice\"", "`nested` has one value"),
        ("on_retry = |event| (tell(event).await)", "is called and not awaited"),
        ("on_retry = |event| async { tell(event) }", "is called and not awaited"),
        ("on_retry = || tell()", "`on_retry` has one argument"),
        ("budget = RetryBudget::new(9, 0.1)", "would have a `RetryBudget` of its own"),
        ("budget = RetryBudget::new(9, 0.1)?", "would have a `RetryBudget` of its own"),
        ("breaker = CircuitBreaker::builder().build()?", "would have a `CircuitBreaker` of its own"),
    ] {
        refused(options, FETCH, message);
    }
    assert!(output("with = 3", FETCH).contains("names the place of a `Retrier`"));
}
