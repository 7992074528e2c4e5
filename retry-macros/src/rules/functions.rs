//! The limits of what the attribute accepts and refuses of functions: signatures, bodies, and other attributes.

use proc_macro2::TokenStream;

use super::{FETCH, accepted, boxed, refused, substituted};

#[test]
fn patterns_that_are_not_mutable_bindings() {
    accepted("", "async fn f(&mut (a, ref b): &mut (A, B)) -> Result<u32, Error> { Ok(1) }");
    refused("", "async fn f((a, mut b): (A, B)) -> Result<u32, Error> { Ok(1) }", "let mut b = b.clone();");
    accepted("", "async fn f(mut self: Pin<&mut Self>, mut a: Pin<&mut A>) -> Result<u32, Error> { Ok(1) }");
    refused("", "async fn f(mut a: Pin<&A>) -> Result<u32, Error> { Ok(1) }", "changes to `a`");
    refused("", "async fn f(mut self: Pin<Box<Self>>) -> Result<u32, Error> { Ok(1) }", "changes to `self`");
    accepted("", &boxed("&mut self", "let mut __self = self; let &mut b = a;"));
    accepted("", &boxed("self: Pin<&mut Self>", "let mut __self = self;"));
    refused("", &boxed("self: Pin<Box<Self>>", "let mut __self = self;"), "let mut this = self.clone();");
    refused("", &boxed("&self", "let mut a = a;"), "changes to `a`");
    refused("", &boxed("&self", "let (b, [mut c]) = a;"), "changes to `c`");
    refused("", &boxed("&self", "let A::B(mut b): A::<C> = a;"), "changes to `b`");
    accepted("", &boxed("&self", "let A(b): A<{ mut c }> = a;"));
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
        "Box::pin(unsafe { Ok(1) })",
        "Box::pin(async move { Ok(1) }).boxed()",
        "let a = if x { return other() } else { 1 }; Box::pin(async move { Ok(a) })",
        "log(); Box::pin(async move { Ok(1) })",
        "if x { Box::pin(async move { Ok(1) }) } else { Box::pin(async move { Ok(2) }) }",
    ] {
        refused("", &item(body), "only where it sees its body");
    }
    accepted("", "fn f() -> LocalBoxFuture<'static, Result<u32, Error>> { Box::pin(async move { Ok(1) }) }");
    // A declarative macro puts its types into groups without delimiters.
    let future = "Pin<Box<dyn Future<Output = Result<u32, Error>>>>".parse().unwrap();
    let item = "fn f() -> TYPE { Box::pin(async move { Ok(1) }) }".parse().unwrap();
    let output = crate::attribute::attribute(TokenStream::new(), substituted(item, "TYPE", &future)).to_string();
    assert!(output.contains("__retry_call"), "{output}");
}

/// The message mentions a boxed future only if the function does not return a `Result`.
#[test]
fn plain_functions_hear_of_boxed_futures_unless_they_return_a_result() {
    let boxed = "put `#[retry]` above it; a boxed future's type must be spelt out";
    for returned in ["u32", "Boxed<Result<u32, Error>>", "(Result<u32, Error>,)"] {
        refused("", &format!("fn f() -> {returned} {{ f() }}"), boxed);
    }
    for returned in ["Result<u32, Error>", "io::Result<u32>", "QueryResult"] {
        let item = format!("fn f() -> {returned} {{ f() }}");
        refused("", &item, "put `#[retry]` above it");
        assert!(!super::output("", &item).contains("spelt out"), "{returned}");
    }
}

/// `#[instrument]` above `#[retry]` has moved the body of `#[async_trait]` into a block of its own, and the `&mut`
/// arguments with it.
#[test]
fn a_body_of_async_trait_that_instrument_has_rewritten() {
    let body =
        "let __tracing_attr_span = span(); async move { let __self = self; let __ret: R = { Ok(1) }; __ret }.await";
    for (receiver, body, is_refused) in [
        ("&mut self", body, true),
        ("&self, b: &mut B", body, true),
        ("&self, b: &B", body, false),
        ("self: Arc<Self>", body, false),
        ("&mut self", "let __tracing_attr_span = span(); Ok(1)", false),
        ("&mut self", "let __ret: R = { Ok(1) }; __ret", false),
    ] {
        let item = boxed(receiver, body);
        if is_refused {
            refused("", &item, "`#[instrument]` above `#[retry]` moves the `&mut` arguments");
        } else {
            accepted("", &item);
        }
    }
}

/// The return of `#[async_trait]` that tells the type moves in front of the attempts. A statement that only resembles
/// it does not.
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
        "while let Some(__ret) = None::<Result<u32, Error>> { return __ret; }",
        "if not Some(__ret) = None::<Result<u32, Error>> { return __ret; }",
        "if let = None::<Result<u32, Error>> { return __ret; }",
        "if let Err(__returned) = op() { return __ret ; }",
    ] {
        assert!(!hoisted(users), "{users}");
    }
}

/// What takes a parameter into the future, and does nothing else, runs once and not in each attempt.
#[test]
fn rebinds_and_what_only_looks_like_one() {
    let is_once = |statement: &str| {
        let output = accepted("", &boxed("&self", statement));
        let (before, _) = output.split_once("__retry_call").unwrap();
        before.contains(&statement.parse::<TokenStream>().unwrap().to_string())
    };
    for rebind in ["let b = a;", "let (b, c): (B, C) = a;", "#[allow(x)] let b = a;", "let b = { let a = a; a };"] {
        assert!(is_once(rebind), "{rebind}");
    }
    for other in [
        "let b = c;",
        "let b = a.b();",
        "let __ret = a;",
        "static b = a;",
        "let b = { let a = c; a };",
        "let b = { let a = a; c };",
        "let b = { let c = a; a };",
        "let b = { static a = a; a };",
        "let b = { let a: a; a };",
        "let b = { let a = a, a };",
    ] {
        assert!(!is_once(other), "{other}");
    }
}

#[test]
fn functions_that_are_unusual() {
    let kept = accepted("", "default async fn f(&self) -> Result<u32, Error> { Ok(1) }");
    assert!(kept.starts_with("default async fn"), "{kept}");
    refused("blocking", "const unsafe fn f() -> Result<u32, Error> { Ok(1) }", "cannot wait between attempts");
    refused("", "union Bits { a: u32 }", "this is a union");
}

/// `#[tokio::test]` leaves a test attribute behind and has made the function a plain one. A test attribute that the
/// user has written has not.
#[test]
fn test_attributes_are_blamed_for_what_they_did() {
    let blamed = "has already made `f` a plain function";
    let wrapped = "fn f() -> Result<(), Error> { let body = async { Ok(()) }; block_on(body) }";
    refused("", &format!("#[::core::prelude::v1::test] {wrapped}"), blamed);
    // As `#[rstest]` leaves a plain function.
    let plain = "fn f() -> Result<(), Error> { Ok(()) }";
    for attribute in ["#[test]", "#[tokio::test]", "#[::core::prelude::v1::test]"] {
        refused("", &format!("{attribute} {plain}"), "or `#[retry(blocking, …)]` to wait with the thread");
    }
    refused("", &format!("#[test] {wrapped}"), "or `#[retry(blocking, …)]` to wait with the thread");
    accepted("blocking", &format!("#[test] {plain}"));
}

/// Two `#[test_case]` change the order of the other attributes. A test that `#[test_case]` makes with `=> …` returns
/// nothing.
#[test]
fn tests_that_test_case_makes() {
    let test = "async fn test_case_1_1_expects() -> Result<(), Error> { let _result = super::fetch(1).await; _result }";
    accepted("", &format!("#[tokio::test] {test}"));
    let wrapped = "fn test_case_1_1_expects() -> Result<(), Error> { let body = async { Ok(()) }; block_on(body) }";
    refused("", &format!("#[::core::prelude::v1::test] {wrapped}"), "`#[test_case]`, where there are two, puts");
    let checks = "async fn test_case_1_1_expects() { let _result = super::fetch(1).await; assert!(_result.is_ok()); }";
    refused("", &format!("#[tokio::test] {checks}"), "the test that `#[test_case]` makes of this one returns nothing");
}

#[test]
fn shapes_of_an_opaque_future() {
    let item = |body: &str| format!("fn f(a: A) -> impl Send + Future<Output = Result<u32, Error>> {{ {body} }}");
    for body in ["async move { Ok(1) }", "async { Ok(1) }", "let a = 1; let b = { 2 }; async move { Ok(a + b) }"] {
        accepted("", &item(body));
    }
    for body in [
        "Box::pin(async move { Ok(1) })",
        "future",
        "async move { Ok(1) }.boxed()",
        "async move { Ok(1) };",
        "log(); async move { Ok(1) }",
        "if x { async move { Ok(1) } } else { panic!() }",
        "",
    ] {
        refused("", &item(body), "only where it sees its body");
    }
    let spelt = accepted("", "fn f() -> impl Future<Output = Result<impl Iterator, Error>> { async { Ok(iter()) } }");
    assert!(spelt.contains("never :: < Result < _ , Error > >"), "{spelt}");
    let second = accepted("", "fn f() -> impl Future<Item = u8, Output = Result<u32, Error>> { async { Ok(1) } }");
    assert!(second.contains("never :: < Result < u32 , Error > >"), "{second}");
    refused("blocking", &item("async { Ok(1) }"), "this one returns a future");
    refused("", "fn f(mut a: A) -> impl Future<Output = Result<u32, Error>> { async { Ok(1) } }", "changes to `a`");
}

/// The block that `#[instrument]` has put around the body borrows the arguments. The user's own blocks are not changed.
#[test]
fn a_body_that_instrument_has_rewritten_keeps_the_moves_of_its_own() {
    let moves = |body: &str| {
        let item = format!("async fn f(a: A) -> Result<u32, Error> {{ {body} }}");
        let output = accepted("", &item);
        output.matches("async move").count() + output.matches("(move").count()
    };
    let own = "async move { (move || a)() }.await";
    let span = "{} let __tracing_attr_span = span();";
    assert_eq!(moves(own), 2);
    let future = "let __tracing_instrument_future = async move";
    assert_eq!(moves(&format!("{span} {future} {{ {{ {own} }} }}; __tracing_instrument_future.await")), 2);
    let reports = format!("match async move {{ {own} }}.await {{ Ok(x) => Ok(x), Err(e) => Err(e) }}");
    assert_eq!(moves(&format!("{span} {future} {{ {reports} }}; __tracing_instrument_future.await")), 2);
    assert_eq!(moves(&format!("{span} match (move || {{ {own} }})() {{ x => x }}")), 2);
    assert_eq!(moves(&format!("{span} {future} {{ (move || a)() }}; __tracing_instrument_future.await")), 1);
    assert_eq!(moves("let __tracing_attr_span = span(); let all = [move || a]; all[0]()"), 0);
    // Without the span in front of it, the block may be anyone's.
    assert_eq!(moves(&format!("{{}} {future} {{ {own} }}; __tracing_instrument_future.await")), 3);
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

/// A body is a block in the loop itself only if no `return`, `?` or `break` can leave it.
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
