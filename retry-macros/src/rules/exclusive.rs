//! The `&mut` references among the parameters that an attempt borrows uniquely. With a borrow too few the future is not
//! `Send`, and with a borrow too many the function does not compile. `tests/it/exclusive.rs` and `tests/it/send.rs` ask
//! the compiler.

use proc_macro2::TokenStream;

use super::{accepted, substituted};

/// The places that an attempt borrows uniquely.
fn borrowed(options: &str, item: &str) -> Vec<String> {
    let output = accepted(options, item);
    let borrows = output.split("let _ = & mut * ").skip(1);
    let mut places: Vec<String> = borrows.map(|rest| rest.split(';').next().unwrap().replace(' ', "")).collect();
    places.sort();
    places
}

/// The places that an attempt borrows uniquely if its body names everything and may be left early.
fn of(parameters: &str, outcome: &str) -> Vec<String> {
    let body = "use_all(self, a, b, c, A)?; Ok(1)";
    borrowed("", &format!("async fn f<'a>({parameters}) -> Result<{outcome}, Error> {{ {body} }}"))
}

#[test]
fn parameters_by_their_patterns_and_types() {
    for (parameters, places) in [
        ("a: &mut A, b: &A, c: A", &["a"][..]),
        ("&mut self", &["self"]),
        ("&self", &[]),
        ("self", &[]),
        ("self: &mut Self", &["self"]),
        ("self: (&mut Self)", &["self"]),
        ("self: Pin<&mut Self>", &[]),
        ("a: (&mut A), b: ((&mut A), B)", &["a", "b.0"]),
        ("a: (A, &mut B, (C, &D, &mut E))", &["a.1", "a.2.2"]),
        ("(a, (b, c)): (&mut A, (B, &mut C))", &["a", "c"]),
        ("(a): &mut A, (b, c): ((&mut A, B))", &["a", "b"]),
        ("(a, .., b): (&mut A, B, C, &mut D), c: &mut A", &["a", "b", "c"]),
        ("(.., a): (A, B, &mut C), (b, ..): (&mut A, B)", &["a", "b"]),
        ("ref a: &mut A", &[]),
        ("A: &mut A", &[]),
        ("a @ Some(_): &mut A", &[]),
        ("(a, b): &(A, B), c: &mut C", &["c"]),
        ("(a): (&mut A, B)", &["a.0"]),
        ("(a, b): &mut (A, B)", &["a", "b"]),
        ("(a, b): &mut ((A, B))", &["a", "b"]),
        ("((a), (b, c)): &mut (A, (B, C))", &["a", "b", "c"]),
        ("(ref a, A): &mut (A, B)", &[]),
        ("[a, b @ ..]: &mut [A; 3]", &["a", "b"]),
        ("[a, b @ _]: &mut [A; 2]", &["a"]),
        ("[a]: &mut A", &[]),
        ("S { a, b: B { c }, .. }: &mut S", &["a"]),
        ("S(a, Some(b)): &mut S", &["a"]),
    ] {
        assert_eq!(of(parameters, "u32"), places, "{parameters}");
    }
}

/// A declarative macro puts its types into groups without delimiters.
#[test]
fn parameters_from_a_declarative_macro() {
    for (parameters, ty, places) in [
        ("a: TYPE", "&mut A", &["a"][..]),
        ("a: (TYPE, B)", "&mut A", &["a.0"]),
        ("self: TYPE", "&mut Self", &["self"]),
        ("(a, b): TYPE", "(&mut A, B)", &["a"]),
        ("(a, b): &mut TYPE", "(A, B)", &["a", "b"]),
    ] {
        let item = format!("async fn f({parameters}) -> Result<u32, Error> {{ use_all(self, a, b)?; Ok(1) }}");
        let item = substituted(item.parse().unwrap(), "TYPE", &ty.parse().unwrap());
        let output = crate::attribute::attribute(TokenStream::new(), item).to_string();
        for place in places {
            let tokens = place.parse::<TokenStream>().unwrap();
            assert!(output.contains(&format!("let _ = & mut * {tokens} ;")), "{parameters}: {output}");
        }
        assert_eq!(output.matches("let _ = & mut *").count(), places.len(), "{parameters}: {output}");
    }
}

#[test]
fn what_the_outcome_may_borrow_is_left_out() {
    for (parameters, outcome, places) in [
        ("a: &mut A", "&u8", &[][..]),
        ("a: &mut A", "&'a u8", &["a"]),
        ("a: &mut A", "&'static u8", &["a"]),
        ("a: &mut A", "Name<'_>", &[]),
        ("a: &mut A", "(u8, [&u8; 2])", &[]),
        ("a: &mut A", "impl Debug", &[]),
        ("a: &'_ mut A", "&u8", &[]),
        ("a: &'_ mut A", "Name<'a>", &["a"]),
        ("a: &'a mut A", "u8", &["a"]),
        ("a: &'a mut A", "&u8", &[]),
        ("a: &'a mut A", "&'a u8", &[]),
        ("a: &'a mut A", "&'static u8", &["a"]),
        ("a: &'a mut A", "impl Debug", &[]),
        ("a: &'static mut A", "u8", &["a"]),
        ("a: &'static mut A", "&u8", &[]),
        ("a: &'static mut A", "&'a u8", &[]),
        ("a: &'static mut A", "&'static u8", &[]),
    ] {
        assert_eq!(of(parameters, outcome), places, "{parameters}: {outcome}");
    }
}

#[test]
fn what_the_random_source_borrows_is_left_out() {
    let item = "async fn f(&mut self, a: &mut A) -> Result<u32, Error> { use_all(self, a)?; Ok(1) }";
    assert_eq!(borrowed("rng = self.rng()", item), ["a"]);
    assert_eq!(borrowed("rng = &mut a.rng", item), ["self"]);
    assert_eq!(borrowed("rng = rng()", item), ["a", "self"]);
    let boxed = boxed("&mut self, a: &mut A", "", "let __self = self; let b = a;");
    assert_eq!(borrowed("rng = self.rng()", &boxed), ["b"]);
    assert_eq!(borrowed("rng = rng()", &boxed), ["__self", "b"]);
}

fn boxed(parameters: &str, before: &str, rebinds: &str) -> String {
    let body = format!("{rebinds} use_all(self, __self, a, b, c)?; Ok(1)");
    let output = "Pin<Box<dyn Future<Output = Result<u32, Error>> + Send + '_>>";
    format!("fn f({parameters}) -> {output} {{ {before} Box::pin(async move {{ {body} }}) }}")
}

#[test]
fn what_stands_in_front_of_a_boxed_body_renames_and_shadows() {
    let of = |parameters, before, rebinds| borrowed("", &boxed(parameters, before, rebinds));
    let both = "&mut self, a: &mut A";
    assert_eq!(of(both, "", ""), ["a", "self"]);
    assert_eq!(of(both, "", "let __self = self; let b = a;"), ["__self", "b"]);
    assert_eq!(of(both, "", "let __self: &mut Self = self; let b: &A = a;"), ["__self"]);
    assert_eq!(of("&self, a: &mut A", "", "let __self = self; let b = a;"), ["b"]);
    assert_eq!(of("a: A, b: &mut B", "", "let c = b;"), ["c"]);
    assert_eq!(of("a: &mut A, b: B", "", "let a = b;"), Vec::<String>::new());
    assert_eq!(of(both, "", "let (b, c) = a;"), ["self"]);
    assert_eq!(of("a: &mut (A, B)", "", "let (b, c) = a;"), ["b", "c"]);
    // How the body uses them does not matter.
    assert_eq!(of(both, "let c = &a;", ""), ["self"]);
    assert_eq!(of(both, "let a = g(a);", "let b = a;"), ["self"]);
    let lends = boxed(both, "", "").replace("<u32", "<&u32");
    assert_eq!(borrowed("", &lends), Vec::<String>::new());
}

#[test]
fn only_what_the_body_names() {
    for (body, places) in [
        ("f(&[{ a }])?", &["a"][..]),
        ("b?", &["b"]),
        ("aa?", &[]),
        ("println!(\"{a:?} {}\", b)?", &["a", "b"]),
        ("println!(\"a\")?", &[]),
        ("r#type?", &["r#type"]),
        ("println!(\"{type}\")?", &["r#type"]),
        ("a.b().a()?", &["a", "b"]),
    ] {
        let item =
            format!("async fn f(a: &mut A, b: &mut B, r#type: &mut C) -> Result<u32, Error> {{ {body}; Ok(1) }}");
        assert_eq!(borrowed("", &item), places, "{body}");
    }
    let item = "fn f(a: &mut A) -> Result<u32, Error> { a.b()?; Ok(1) }";
    assert_eq!(borrowed("blocking", item), Vec::<String>::new());
}
