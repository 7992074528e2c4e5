//! What is accepted and what is refused at the edges, where a message is not the point; `tests/ui` has those.

use proc_macro2::TokenStream;

const FETCH: &str = "async fn fetch() -> Result<u32, Error> { Ok(1) }";

fn output(options: &str, item: &str) -> String {
    let tokens = |text: &str| text.parse::<TokenStream>().unwrap();
    crate::attribute(tokens(options), tokens(item)).to_string()
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
    ] {
        accepted(options, FETCH);
    }
    refused("backoff = [\"2001ms\"], cap = \"2s\"", FETCH, "above the `cap`");
    refused("cap = \"499ms\"", FETCH, "below the default `base`");
    refused("base = \"30001ms\"", FETCH, "above the default `cap`");
}

/// Literals are not built into a policy until a call fails: what is accepted here must be possible there.
#[test]
fn literals_that_are_accepted_are_those_that_the_builder_accepts() {
    use std::time::Duration;

    use retry_core::{Backoff, Jitter, RetryPolicy};

    let (mut cases, mut both) = (3 * 3 * 4 * 3 * 3 * 3, 0);
    while cases > 0 {
        cases -= 1;
        let mut rest = cases;
        let mut options = Vec::new();
        // Which of the values a case has, if any, and writes that into its options.
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

/// Only what cannot be a generic may stand in a static, where an impossible value is seen without building.
#[test]
fn constants_that_may_be_generic_are_evaluated_in_place() {
    for options in ["attempts = Self::N", "retry_after_cap = T::CAP", "attempts = N", "base = f(Self::BASE)"] {
        assert!(accepted(options, FETCH).contains("const { &"), "{options}");
    }
    for options in ["attempts = LIMIT", "base = Duration::from_secs(1)", "cap = config::CAP"] {
        assert!(accepted(options, FETCH).contains("static __RETRY_SETTINGS"), "{options}");
    }
    let generic = "async fn fetch<LIMIT: Limit, const TRIES: u32>() -> Result<u32, Error> { Ok(1) }";
    assert!(accepted("attempts = TRIES", generic).contains("const { &"));
    assert!(accepted("attempts = limit::<LIMIT>()", generic).contains("const { &"));
}

#[test]
fn patterns_that_are_not_mutable_bindings() {
    accepted("", "async fn f(&mut (a, ref b): &mut (A, B)) -> Result<u32, Error> { Ok(1) }");
    refused("", "async fn f((a, mut b): (A, B)) -> Result<u32, Error> { Ok(1) }", "let mut b = b.clone();");
    accepted("", "async fn f(mut self: Pin<&mut Self>) -> Result<u32, Error> { Ok(1) }");
    refused("", "async fn f(mut self: Pin<Box<Self>>) -> Result<u32, Error> { Ok(1) }", "changes to `self`");
    accepted("", &boxed("&mut self", "let mut __self = self; let &mut b = a;"));
    accepted("", &boxed("self: Pin<&mut Self>", "let mut __self = self;"));
    refused("", &boxed("self: Pin<Box<Self>>", "let mut __self = self;"), "let mut this = self.clone();");
    refused("", &boxed("&self", "let mut a = a;"), "changes to `a`");
    accepted("", &boxed("&self", "let b: &'a mut A = a; let p: *mut u8 = a;"));
}

#[test]
fn shapes_of_a_boxed_body() {
    let item = |body: &str| format!("fn f() -> (Pin<Box<dyn Future<Output = Result<u32, Error>>>>) {{ {body} }}");
    for body in [
        "Box::pin(async move { Ok(1) })",
        "Box::pin(async { Ok(1) })",
        "std::boxed::Box::pin(async move { Ok(1) },)",
        "let a = 1; let b = { 2 }; Box::pin(async move { Ok(a + b) })",
    ] {
        accepted("", &item(body));
    }
    for body in [
        "Rc::pin(async move { Ok(1) })",
        "Box::pin(future)",
        "Box::pin(async move { Ok(1) }).boxed()",
        "let a = if x { return other() } else { 1 }; Box::pin(async move { Ok(a) })",
        "log(); Box::pin(async move { Ok(1) })",
        "if x { Box::pin(async move { Ok(1) }) } else { Box::pin(async move { Ok(2) }) }",
    ] {
        refused("", &item(body), "only where it sees its body");
    }
    accepted("", "fn f() -> LocalBoxFuture<'static, Result<u32, Error>> { Box::pin(async move { Ok(1) }) }");
}

/// After a rebind `self` is no longer where the options look for it.
#[test]
fn options_follow_self_into_the_future() {
    let item = boxed("&mut self", "let mut __self = self;");
    let options = "rng = &mut self.rng, sleep = |d| nap({ self.clock }, d), policy = self.policy, transient = self.judge, on_retry = |_| self.log()";
    let output = accepted(options, &item);
    for replaced in ["& mut __self . rng", "{ __self . clock }", "__self . policy", "__self . judge", "__self . log"] {
        assert!(output.contains(replaced), "{replaced} in {output}");
    }
}

/// Only the very statement of `#[async_trait]` stands outside the attempts, whatever its type looks like.
#[test]
fn typed_returns_of_async_trait_and_what_only_looks_like_one() {
    let hoisted = |statement: &str| {
        let output = accepted("", &boxed("&self", statement));
        let (before, _) = output.split_once("__retry_call").unwrap();
        before.contains("__ret ")
    };
    for own in [
        "if let ::core::option::Option::Some(__ret) = ::core::option::Option::None::<Result<u32, Error>> { #[allow(unreachable_code)] return __ret; }",
        "if let Some(__ret) = None::<Result<Buffer<{ N }>, Error>> { return __ret; }",
    ] {
        assert!(hoisted(own), "{own}");
    }
    for users in [
        "if let None = cached { let __ret = op(); return __ret; }",
        "if let __ret @ Err(_) = op() { return __ret; }",
        "if let Some(__ret) = op() { return __ret; }",
        "if let Err(__returned) = op() { return __ret ; }",
    ] {
        assert!(!hoisted(users), "{users}");
    }
}

#[test]
fn paths_are_not_variables() {
    let item = "async fn fetch(config: &config::Config, n: u32) -> Result<u32, Error> { Ok(1) }";
    accepted("attempts = config::ATTEMPTS, base = self::BASE, cap = CAPS.n", item);
    refused("attempts = n", item, "fixed when the function is compiled");
    refused("attempts = f(Limits { most: n })", item, "fixed when the function is compiled");
    let output = accepted("transient = self::busy, policy = self.policy", &boxed("&self", "let __self = self;"));
    assert!(output.contains("self :: busy") && output.contains("__self . policy"), "{output}");
    let typed = accepted("transient = |_| self.ok()", &boxed("self: Arc<Self>", "let this: Arc<Self> = self;"));
    assert!(typed.contains("this . ok ()"), "{typed}");
}

#[test]
fn functions_that_are_unusual() {
    let kept = accepted("", "default async fn f(&self) -> Result<u32, Error> { Ok(1) }");
    assert!(kept.starts_with("default async fn"), "{kept}");
    refused("blocking", "const unsafe fn f() -> Result<u32, Error> { Ok(1) }", "cannot wait between attempts");
    refused("", "union Bits { a: u32 }", "this is a union");
    let below = "async fn f(list: &mut Vec<u32>) -> Result<u32, Error> { let __tracing_attr_span = span(); Ok(1) }";
    refused("", below, "put `#[retry]` above `#[instrument]`");
    accepted("", "async fn f(list: &Vec<u32>) -> Result<u32, Error> { let __tracing_attr_span = span(); Ok(1) }");
}

/// Parameters and the `->` behind them are found without parsing what is around them.
#[test]
fn signatures_with_arrows_and_parentheses_elsewhere() {
    for item in [
        "async fn f<F: Fn(u8) -> Vec<Vec<u8>>>(f: F) -> Result<u32, Error> { Ok(1) }",
        "async fn f<const N: usize, T: Into<[u8; { (1 > 0) as usize }]>>(t: T) -> Result<u32, Error> { Ok(1) }",
        "pub(in a::b) async unsafe extern \"C\" fn r#fn(a: A) -> Result<(), Error> where A: Fn() -> (), { Ok(()) }",
    ] {
        let output = accepted("", item);
        let (head, _) = item.rsplit_once(" { ").unwrap();
        let head = head.parse::<TokenStream>().unwrap().to_string();
        assert!(output.starts_with(&head), "{head} in {output}");
    }
    refused("", "async fn f<F>(f: F) where F: Fn() -> u8 { }", "returns nothing");
    refused("", "async fn f<F: Fn() -> u8>(f: F) -> () where F: Send { }", "returns nothing");
    refused("", "async fn f<F: Fn(&mut u8) -> u8>(mut f: F) -> Result<u32, Error> { Ok(1) }", "changes to `f`");
    refused("", "extern \"C\" { fn f() -> u32; }", "expected `fn`");
}

#[test]
fn attributes_are_known_by_the_last_segment_of_their_path() {
    refused("", &format!("#[doc = \"a\"] #[::retry_core::retry(base = \"1s\")] {FETCH}"), "a `#[retry]` already");
    accepted("", &format!("#[retry::other] #[doc(alias = \"retry\")] #[cfg(retry)] {FETCH}"));
}

#[test]
fn words_that_are_nearly_options() {
    for (word, message) in [
        ("jiter", "did you mean `jitter`"),
        ("Attempts", "did you mean `attempts`"),
        ("cpa", "did you mean `cap`"),
        ("multiplier", "write `factor = 2`"),
        ("max_elapsed_time", "write `deadline = "),
        ("limits", "the options are"),
        ("r#base", "did you mean `base`"),
    ] {
        refused(&format!("{word} = 1"), FETCH, message);
    }
    refused("context = Self", FETCH, "names a variable");
    refused("attempts = unlimited", FETCH, "need a `deadline`");
}

#[test]
fn mistakes_do_not_hide_what_follows_them() {
    let output = output("base = \"1s\" cap = \"fast\", (3), attempts = 0", FETCH);
    assert_eq!(output.matches("compile_error").count(), 4, "{output}");
    assert!(output.starts_with("async fn fetch"), "{output}");
}

/// Only what a `return`, a `?` or a `break` cannot leave stands in the loop itself.
#[test]
fn bodies_that_may_be_left_early_are_futures_of_their_own() {
    let is_future = |body: &str| {
        let item = format!("async fn fetch() -> Result<u32, Error> {{ {body} }}");
        accepted("", &item).contains("async {")
    };
    for body in [
        "client.get(path).await",
        "if a != b { Ok(!c) } else { Err(d) }",
        "let r#return = 1; Ok(r#return + \"? return\".len())",
        "match number { 0 => Err(zero), returned => Ok(returned) }",
    ] {
        assert!(!is_future(body), "{body}");
    }
    for body in [
        "client.get(path).await?; Ok(1)",
        "return Ok(1);",
        "Ok(f(&[{ g()? }]))",
        "bail!(error)",
        "ensure! { yes } Ok(1)",
        "loop { break Ok(1) }",
        "'all: { break 'all Ok(1) }",
        "for _ in 0..2 { continue; } Ok(1)",
    ] {
        assert!(is_future(body), "{body}");
    }
}
