//! Properties: for all tokens the macros give tokens and do not panic, and the attribute leaves an item with a mistake
//! unchanged.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::options::KEYS;

mod claims;

/// Words that the parser knows beside the attribute's keys: values, keys of the derive, and words of functions.
const WORDS: &[&str] = &[
    "retry_after",
    "forward",
    "when",
    "permanent",
    "unlimited",
    "retries",
    "async",
    "fn",
    "pub",
    "self",
    "Self",
    "mut",
    "move",
    "let",
    "if",
    "return",
    "impl",
    "dyn",
    "where",
    "const",
    "unsafe",
    "default",
    "struct",
    "enum",
    "Box",
    "pin",
    "Pin",
    "Future",
    "Output",
    "Result",
    "Ok",
    "x",
    "__ret",
    "r#fn",
    "_",
];

const LITERALS: &[&str] = &[
    "0",
    "1",
    "6",
    "1.5",
    "1e400",
    "99999999999999999999",
    "5u8",
    "500ms",
    "1e300s",
    "6x",
    "0x",
    "\"500ms\"",
    "\"1s 500ms\"",
    "\"\"",
    "\"µ\"",
    "\"-1s\"",
    "\"1é\"",
    "\"full\"",
    "\"linear\"",
    "\"0\"",
    "'a'",
    "b\"x\"",
    "c\"x\"",
    "r#\"1s\"#",
    "true",
];

/// Annotated functions that mutation starts from. Some expand, and some are refused.
const SEEDS: &[(&str, &str)] = &[
    (
        "base = \"500ms\", cap = \"30s\", attempts = 6, transient = |e| e.0, on_retry = log",
        "/// Docs.\npub async fn f<'a, T: Clone>(&'a mut self, (a, _): (T, u8)) -> Result<impl Iterator, E> where T: Send { #![allow(x)] Ok(1) }",
    ),
    ("blocking, backoff = [\"1s\", DELAY]", "pub(crate) unsafe fn f(x: &mut [u8; 3]) -> io::Result<()> { x.y() }"),
    (
        "policy = self.policy, context = attempt, rng = &mut rng, crate = ::a::b",
        "fn f(self: Pin<&mut Self>, __arg1: X) -> Pin<Box<dyn Future<Output = Result<(), E>> + Send + '_>> { let a = 1; Box::pin(async move { let mut __self = self; let (a, mut b) = { let __arg1 = __arg1; __arg1 }; Ok(()) }) }",
    ),
    (
        "with = self.retries, timeout = None, budget = None",
        "async fn f(&mut self, x: u8) -> Result<(), E> { x?; Ok(()) }",
    ),
    ("attempts = unlimited, deadline = \"1min\", jitter = \"decorrelated\"", "async fn f(mut x: u8);"),
    (
        "base = 1s 500ms, cap = 30 s, factor = 2.0f64",
        "#[::core::prelude::v1::test] fn f() -> impl Future<Output = Result<impl Iterator, E>> + Send { let a = 1; async { Ok(a) } }",
    ),
    (
        "",
        "async fn f(a: A) -> Result<(), E> { {} let __tracing_attr_span = s; let __tracing_instrument_future = async move { match async move { Ok(a) }.await { (move || { r })() } }; x.await }",
    ),
];

fn token() -> impl Strategy<Value = TokenTree> {
    let leaf = prop_oneof![
        4 => select(words()).prop_map(|word| TokenTree::Ident(ident(word))),
        2 => select(LITERALS).prop_map(literal),
        4 => (select("=,:;.#!&|<>-+*?@$'".chars().collect::<Vec<_>>()), any::<bool>()).prop_map(|(character, joint)| {
            // A lone `'` is no token; joined to an identifier it is a lifetime.
            let spacing = if joint || character == '\'' { Spacing::Joint } else { Spacing::Alone };
            TokenTree::Punct(Punct::new(character, spacing))
        }),
    ];
    leaf.prop_recursive(4, 48, 8, |inner| {
        let delimiter = select(vec![Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None]);
        (delimiter, prop::collection::vec(inner, 0..8))
            .prop_map(|(delimiter, tokens)| TokenTree::Group(Group::new(delimiter, tokens.into_iter().collect())))
    })
}

/// The keys of the attribute and [`WORDS`].
fn words() -> Vec<&'static str> {
    KEYS.iter().map(|(key, _)| *key).chain(WORDS.iter().copied()).collect()
}

fn ident(word: &str) -> Ident {
    match word.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(word, Span::call_site()),
    }
}

fn literal(text: &str) -> TokenTree {
    match text.parse::<TokenStream>().ok().and_then(|tokens| tokens.into_iter().next()) {
        Some(token) => token,
        None => TokenTree::Literal(Literal::u8_unsuffixed(0)),
    }
}

fn tokens() -> impl Strategy<Value = TokenStream> {
    prop::collection::vec(token(), 0..24).prop_map(|tokens| tokens.into_iter().collect())
}

/// A stream with one token, at any depth, removed, repeated or replaced.
fn mutate(stream: TokenStream, at: Index, replacement: &TokenTree, how: u8) -> TokenStream {
    let mut trees: Vec<TokenTree> = stream.into_iter().collect();
    if trees.is_empty() {
        return TokenStream::from(replacement.clone());
    }
    let index = at.index(trees.len());
    match trees.get(index).cloned() {
        Some(TokenTree::Group(group)) if how % 4 != 3 => {
            let inner = mutate(group.stream(), at, replacement, how);
            trees.splice(index..=index, [TokenTree::Group(Group::new(group.delimiter(), inner))]);
        }
        Some(token) => {
            let put = match how % 3 {
                0 => vec![],
                1 => vec![token.clone(), token],
                _ => vec![replacement.clone()],
            };
            trees.splice(index..=index, put);
        }
        None => {}
    }
    trees.into_iter().collect()
}

/// Types that mutation starts from. Some derive, and some are refused.
const DERIVE_SEEDS: &[&str] = &[
    "#[transient(crate = ::a::b)] #[permanent] pub enum E<'a, T: Clone, const N: usize> where T: Send { #[transient] A, #[transient(retry_after = after)] B { after: Duration, x: u8 }, #[transient(forward = 1)] C(u8, Box<T>), #[transient(when = |a, b| *a > 1)] D(u8, T), #[permanent] E }",
    "#[transient(when = Self::is_transient)] struct S { r#type: u8 }",
    "#[transient(forward)] struct S(#[cfg(x)] io::Error);",
    "#[transient(retry_after)] union U { a: u8 }",
    "enum Empty {}",
];

#[test]
fn a_half_typed_body_still_expands() {
    let item = "async fn f(s: &Client) -> Result<u32, E> { let x = s. }";
    let output = crate::attribute::attribute(TokenStream::new(), item.parse().unwrap()).to_string();
    assert!(output.contains("{ let x = s . }") && !output.contains("compile_error"), "{output}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tokens_as_options_and_item(options in tokens(), item in tokens()) {
        claims::attribute(options, item);
    }

    #[test]
    fn any_options_on_a_function(options in tokens(), seed in select(SEEDS)) {
        claims::attribute(options, seed.1.parse().unwrap());
    }

    #[test]
    fn any_tokens_as_a_derives_item(item in tokens()) {
        claims::derive(item);
    }

    #[test]
    fn any_options_on_a_derives_variant(options in tokens()) {
        claims::derive(quote::quote!(enum E<T> { #[transient(#options)] A(u8, T) }));
        claims::derive(quote::quote!(#[transient(#options)] struct S { source: u8 }));
    }

    #[test]
    fn any_slip_in_a_derives_item(
        seed in select(DERIVE_SEEDS),
        slips in prop::collection::vec((any::<Index>(), token(), any::<u8>()), 1..4),
    ) {
        let mut item: TokenStream = seed.parse().unwrap();
        for (at, replacement, how) in slips {
            item = mutate(item, at, &replacement, how);
        }
        claims::derive(item);
    }

    #[test]
    fn any_slip_in_a_good_attribute(
        seed in select(SEEDS),
        slips in prop::collection::vec((any::<Index>(), token(), any::<u8>(), any::<bool>()), 1..4),
    ) {
        let (mut options, mut item): (TokenStream, TokenStream) = (seed.0.parse().unwrap(), seed.1.parse().unwrap());
        for (at, replacement, how, in_options) in slips {
            let stream = if in_options { &mut options } else { &mut item };
            *stream = mutate(std::mem::take(stream), at, &replacement, how);
        }
        claims::attribute(options, item);
    }
}
