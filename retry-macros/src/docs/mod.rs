//! The documentation of an annotated function: what its author wrote, as rustdoc would have read it, and after it the
//! section "Retries".
//!
//! ```text
//! input:  /// Fetches.
//! output: #[doc = " Fetches."]
//!         #[doc = "\n # Retries\n\n At most 6 attempts, …"]
//! ```

mod fence;
mod fragment;
mod section;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote_spanned;

use crate::model::{Attribute, Model};
use crate::parse::tokens::mentions;
use fragment::{Fragment, indentation};

/// The attributes above the function, and the section.
///
/// A function without documentation gets no section, because a section would silence `missing_docs`. Nor does a
/// function in which the section could change how the rest is read: beside documentation that is no string literal,
/// such as `include_str!`, above documentation within the function's body, and in a code block that is not closed.
pub(crate) fn with_section(model: &Model) -> Vec<TokenTree> {
    let attributes = &model.function.outer_attributes;
    let fragments = fragment::read(attributes, attributes.iter().any(is_unreadable));
    let mut output = Vec::new();
    for (attribute, fragment) in attributes.iter().zip(&fragments) {
        match fragment {
            Some(fragment) if fragment.changed => output.extend(fragment.rewrite(attribute)),
            _ => output.extend(attribute.tokens.iter().cloned()),
        }
    }
    output.extend(section(model, &fragments).into_iter().flatten());
    output
}

/// Documentation whose text only the compiler knows.
fn is_unreadable(attribute: &Attribute) -> bool {
    attribute.is_documentation() && attribute.literal.is_none()
}

fn section(model: &Model, fragments: &[Option<Fragment>]) -> Option<TokenStream> {
    let function = &model.function;
    let inside = function.inner_attributes.clone().into_iter().any(|token| mentions(&token, "doc"));
    if inside || function.outer_attributes.iter().any(is_unreadable) {
        return None;
    }
    let texts = || fragments.iter().flatten().map(|fragment| fragment.text.as_str());
    let last = fragments.iter().flatten().last()?;
    let has_fence = texts().any(|text| text.contains("```") || text.contains("~~~"));
    if has_fence && fence::is_left_open(texts().flat_map(str::lines)) {
        return None;
    }
    // rustdoc removes the indentation that all lines share, so the section needs at least that of the others.
    let indentation = " ".repeat(texts().filter_map(indentation).min().unwrap_or(0));
    let paragraph = section::paragraph(&model.options);
    let text = format!("\n{indentation}# Retries\n\n{indentation}{paragraph}");
    // With the span of the user's documentation: rustdoc names an example by the line at which the whole begins.
    Some(quote_spanned!(last.span=> #[doc = #text]))
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    fn output(item: &str) -> String {
        let output = crate::attribute::attribute(TokenStream::new(), item.parse().unwrap()).to_string();
        assert!(output.contains("__retry_call"), "{output}");
        output
    }

    #[test]
    fn the_section_is_indented_as_the_rest() {
        for (documentation, section) in [
            ("/// Fetches.", r"\n # Retries\n\n At most"),
            ("///Fetches.", r"\n# Retries\n\nAt most"),
            ("///     Fetches.", r"\n     # Retries\n\n     At most"),
            ("///     Fetches.\n///  A page.", r"\n  # Retries\n\n  At most"),
            ("///\tFetches.\n///\n///", r"\n # Retries\n\n At most"),
            (r#"#[doc = "\n    Fetches.\n      A page.\n "]"#, r"\n    # Retries\n\n    At most"),
            ("///", r"\n# Retries\n\nAt most"),
            ("/// ```\n/// f();\n/// ```", r"\n # Retries\n\n At most"),
            ("/// ~~~\n/// f();\n/// ~~~", r"\n # Retries\n\n At most"),
            ("/// Fetches.\n#[doc(alias = \"get\")]", r"\n # Retries\n\n At most"),
            ("/// Fetches.\n#[cfg_attr(docsrs, doc(cfg(feature = \"f\")))]", r"\n # Retries\n\n At most"),
        ] {
            let output = output(&format!("{documentation}\nasync fn f() -> Result<(), E> {{ Ok(()) }}"));
            assert!(output.contains(section), "{output}");
        }
    }

    /// Of the spelling of a literal the compiler's lints may have something to say.
    #[test]
    fn documentation_that_is_not_changed_is_emitted_as_it_was_written() {
        let written = r##"#[doc = r#" Fetches "a page"."#] #[doc = "A \u{61}."]"##;
        let output = output(&format!("{written} async fn f() -> Result<(), E> {{ Ok(()) }}"));
        assert!(output.starts_with(&written.parse::<TokenStream>().unwrap().to_string()), "{output}");
    }

    #[test]
    fn there_is_no_section_where_it_could_change_the_rest() {
        for item in [
            "async fn f() -> Result<(), E> { Ok(()) }",
            "#[must_use = \"Fetches.\"] async fn f() -> Result<(), E> { Ok(()) }",
            "#[a::doc = \"Fetches.\"] async fn f() -> Result<(), E> { Ok(()) }",
            "#[doc(hidden)] async fn f() -> Result<(), E> { Ok(()) }",
            "#[doc = include_str!(\"f.md\")] async fn f() -> Result<(), E> { Ok(()) }",
            "/// Fetches.\n#[doc = concat!(\"A \", \"page\")] async fn f() -> Result<(), E> { Ok(()) }",
            "/// Fetches.\nasync fn f() -> Result<(), E> { //! A page.\n Ok(()) }",
            "/// ```\n/// f();\nasync fn f() -> Result<(), E> { Ok(()) }",
        ] {
            let output = output(item);
            assert!(!output.contains("# Retries"), "{output}");
        }
    }
}
