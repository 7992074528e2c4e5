//! The limits of what the derive accepts and refuses. How the messages look is for `tests/ui/derive`.

use proc_macro2::TokenStream;

fn output(item: &str) -> String {
    super::derive(item.parse::<TokenStream>().unwrap()).to_string()
}

#[track_caller]
fn accepted(item: &str) -> String {
    let output = output(item);
    assert!(!output.contains("compile_error"), "{output}");
    assert!(output.contains("fn verdict"), "{output}");
    output
}

/// The implementation beside the errors. Asserts that there is one error for each of these messages.
#[track_caller]
fn refused(item: &str, messages: &[&str]) -> String {
    let output = output(item);
    for message in messages {
        assert!(output.contains(message), "{message:?} in {output}");
    }
    assert_eq!(output.matches("compile_error").count(), messages.len(), "{output}");
    output
}

/// An enum with this in front of a variant with two fields.
fn variant(attributes: &str) -> String {
    format!("enum E {{ {attributes} Busy {{ source: S, retry_after: Duration }} }}")
}

#[test]
fn an_error_leaves_an_implementation_for_those_who_rely_on_it() {
    let kept = refused("struct Silent<T: Copy>(T) where T: Send;", &["`Silent` says nothing about another attempt"]);
    assert!(kept.starts_with("# [automatically_derived] impl < T : Copy > :: retry_core :: Transient"), "{kept}");
    assert!(kept.contains("for Silent < T > where T : Send"), "{kept}");
    let renamed = refused("#[transient(crate = a::b, wen = x)] struct S;", &["did you mean `when`"]);
    assert!(renamed.contains("impl a :: b :: Transient for S"), "{renamed}");
    // The path of the crate is unknown, and a guess could cause a second error.
    let lost = refused("#[transient(crate = \"a\", forward)] struct S(T);", &["not a string: write `crate = a`"]);
    assert!(!lost.contains("impl"), "{lost}");
}

#[test]
fn all_mistakes_of_one_type_are_reported() {
    refused(
        "enum E { #[transient(forward)] A, #[transient(retry_after = x)] B { y: D }, #[permanent(x)] C, #[transient] #[permanent] D(#[transient] u8) }",
        &[
            "`A` has none",
            "`B` has no field `x`",
            "takes no options",
            "at once: keep one of the two",
            "one of its fields",
        ],
    );
}

#[test]
fn one_option_decides() {
    refused(&variant("#[transient(forward = source, when = x)]"), &["`forward` and `when` each decide alone"]);
    refused(&variant("#[transient(when = x, when = y)]"), &["`when` is set twice"]);
    refused(&variant("#[transient] #[transient(when = x)]"), &["`#[transient]` stands twice on `Busy`"]);
    refused(&variant("#[transient(when = x, color = y)]"), &["unknown option `color`"]);
    refused(&variant("#[transient(color = x, when = y)]"), &["unknown option `color`"]);
    refused(&variant("#[transient(when x)]"), &["expected `=` after `when`"]);
    refused(&variant("#[transient(when = |)]"), &["not a complete expression"]);
    refused(&variant("#[transient(3)]"), &["options are named"]);
    refused(&variant("#[transient(when)]"), &["`when` has no value"]);
    refused(&variant("#[transient(when = |a, b| self.f(a))]"), &["gets the fields of `Busy`, and no `self`"]);
    refused("#[transient(when = |e| { self.x })] struct S;", &["gets the error as its argument, and no `self`"]);
    accepted(&variant("#[transient(when = self::is_busy)]"));
}

#[test]
fn empty_parentheses_are_none() {
    assert_eq!(accepted("enum E { #[transient()] A, B }"), accepted("enum E { #[transient] A, B }"));
    assert_eq!(accepted("#[transient()] struct S;"), accepted("#[transient] struct S;"));
}

/// A type of several bounds is not read as a sum of references.
#[test]
fn what_a_predicate_takes_is_one_type() {
    let output = accepted("enum E { #[transient(when = f)] A(dyn Error + Send) }");
    assert!(output.contains("fn (& (dyn Error + Send)) -> _"), "{output}");
}

#[test]
fn words_from_elsewhere() {
    for (word, instead) in [
        ("if", "write `when = |field| …`"),
        ("predicate", "write `when = |field| …`"),
        ("source", "write `forward` to ask"),
        ("delay", "write `retry_after = field` for"),
        ("fatal", "write `#[permanent]` in place of"),
        ("always", "write `#[transient]` alone"),
        ("bound", "the derive writes the bounds itself"),
        ("krate", "write `crate = path::to::retry_core`"),
        ("forwrd", "did you mean `forward`?"),
        ("colour", "the options are `retry_after`, `forward`, `when` and `crate`"),
    ] {
        let output = refused(&variant(&format!("#[transient({word} = x)]")), &[&format!("unknown option `{word}`: ")]);
        assert!(output.contains(instead), "{output}");
    }
}

#[test]
fn fields_are_found_by_name_or_index() {
    accepted(&variant("#[transient(forward = source)]"));
    accepted(&variant("#[transient(retry_after = (retry_after))]"));
    accepted("enum E { #[transient(retry_after = 1)] A(u8, D) }");
    refused(&variant("#[transient(forward)]"), &["has 2 fields: write which one, as in `forward = source`"]);
    refused(&variant("#[transient(retry_after)]"), &["as in `retry_after = retry_after`"]);
    for (option, fields, example) in [
        ("forward", "after: D, inner: S", "forward = inner"),
        ("forward", "after: D, cause: S", "forward = after"),
        ("forward", "path: P, after: D", "forward = path"),
        ("retry_after", "path: P, after: D", "retry_after = after"),
        ("retry_after", "source: S, retry_after: D", "retry_after = retry_after"),
        ("retry_after", "path: P, seconds: D", "retry_after = path"),
    ] {
        let item = format!("enum E {{ #[transient({option})] Busy {{ {fields} }} }}");
        refused(&item, &[&format!("write which one, as in `{example}`")]);
    }
    refused(&variant("#[transient(retry_after = retryafter)]"), &["did you mean `retry_after`?"]);
    refused(&variant("#[transient(retry_after = \"retry_after\")]"), &["named without quotes"]);
    refused(&variant("#[transient(retry_after = \"30s\")]"), &["is the name or index of a field"]);
    refused(&variant("#[transient(retry_after = self.retry_after)]"), &["is the name or index of a field"]);
    refused("enum E { #[transient(retry_after = 2)] A(u8, D) }", &["`A` has no field `2`: its fields are `0` and `1`"]);
    refused("enum E { #[transient(retry_after = after)] A(D) }", &["its only field is `0`"]);
}

#[test]
fn the_whole_type() {
    accepted("#[transient] enum E { A }");
    accepted("#[transient(crate = x)] #[permanent] struct S;");
    accepted("#[transient(crate = x, when = y)] struct S;");
    accepted("enum E {}");
    refused("#[transient(forward)] enum E { A(S) }", &["each variant has its own"]);
    refused("#[transient(crate = x)] #[transient(crate = y, when = z)] struct S;", &["`crate` is set twice"]);
    refused("#[transient(crate = x)] struct S;", &["`S` says nothing about another attempt"]);
    refused("struct S { x: u8, source: T }", &["`#[transient(forward = source)]` to ask what it wraps"]);
    refused("enum E { #[transient(crate = x)] A }", &["`crate` is set once"]);
    refused("union U { a: u32 }", &["cannot be derived for a union"]);
}

#[test]
fn only_generic_fields_that_are_asked_are_bounded() {
    for (field, bounded) in [
        ("T", true),
        ("Box<T>", true),
        ("T::Error", true),
        ("<T as Trait>::Error", true),
        ("&'a [(u8, T)]", true),
        ("other::E<T>", true),
        ("E<'a, T, N>", false),
        ("Box<Self>", false),
        ("io::Error", false),
        ("Wrapper<'a, N>", false),
        ("io::T", false),
    ] {
        let of =
            |option: &str| accepted(&format!("enum E<'a, T, const N: u8> {{ #[transient({option})] A({field}) }}"));
        assert_eq!(of("forward").contains("where"), bounded, "{field}");
        assert!(!of("retry_after").contains("where") && !of("when = x").contains("where"), "{field}");
    }
    let twice = accepted("enum E<T> { #[transient(forward)] A(T), #[transient(forward)] B(T) }");
    assert_eq!(twice.matches("T : :: retry_core").count(), 1, "{twice}");
}
