//! The list of an attribute, `key = value, flag, …`. Reading goes on after a mistake, so that every mistake is
//! reported.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, ExprLit, Lit, Token};

use crate::duration;
use crate::errors::Errors;

pub(crate) struct Entry {
    pub key: Ident,
    /// `None` for a key that stands alone.
    pub value: Option<Expr>,
}

/// What the messages about a list need to know about its keys.
pub(crate) struct Keys {
    /// The message for a value without a key.
    pub unnamed: &'static str,
    /// An example of a key's use.
    pub example: fn(&Ident) -> String,
    /// The message for a value at a key that takes none, or `None` for a key that takes one.
    pub flag: fn(&Ident) -> Option<&'static str>,
}

/// The entries that could be read, and the keys of those that could not.
pub(crate) fn parse(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> (Vec<Entry>, Vec<Ident>) {
    let mut entries = Vec::new();
    let mut broken = Vec::new();
    let parser = |input: ParseStream| {
        while !input.is_empty() {
            parse_entry(input, keys, &mut entries, &mut broken, errors);
        }
        Ok(())
    };
    let result = parser.parse2(tokens);
    errors.ok(result);
    (entries, broken)
}

/// Reads one entry and the comma after it, or reports a mistake and skips past the next comma.
fn parse_entry(
    input: ParseStream,
    keys: &Keys,
    entries: &mut Vec<Entry>,
    broken: &mut Vec<Ident>,
    errors: &mut Errors,
) {
    let Ok(key) = input.call(Ident::parse_any) else {
        errors.at(input.span(), keys.unnamed);
        return skip_past_comma(input);
    };
    let example = || (keys.example)(&key);
    if input.is_empty() || input.peek(Token![,]) {
        entries.push(Entry { key, value: None });
    } else if !input.peek(Token![=]) || input.peek(Token![==]) || input.peek(Token![=>]) {
        match (keys.flag)(&key) {
            Some(takes_no_value) => errors.at(input.span(), takes_no_value),
            None => errors.at(input.span(), format!("expected `=` after `{key}`: write `{}`", example())),
        }
        broken.push(key);
        return skip_past_comma(input);
    } else {
        let _: syn::Result<Token![=]> = input.parse();
        if let Some(words) = duration_without_quotes(input) {
            errors.at(input.span(), format!("a duration is a string: write `{key} = \"{words}\"`"));
            broken.push(key);
            return skip_past_comma(input);
        }
        if input.is_empty() || input.peek(Token![,]) {
            errors.at(key.span(), format!("`{key}` has no value: write `{}`", example()));
            broken.push(key);
        } else {
            match parse_value(input) {
                Ok(value) => entries.push(Entry { key, value: Some(value) }),
                Err(error) => {
                    errors.at(
                        error.span(),
                        format!("the value of `{key}` is not a complete expression: write `{}`", example()),
                    );
                    broken.push(key);
                    return skip_past_comma(input);
                }
            }
        }
    }
    if input.is_empty() || input.parse::<Token![,]>().is_ok() {
        return;
    }
    let instead = if input.peek(Token![;]) { "in place of `;`" } else { "before this" };
    errors.at(input.span(), format!("options are separated by commas: write `,` {instead}"));
    if !input.peek(syn::Ident::peek_any) {
        skip_past_comma(input);
    }
}

/// The words up to the next comma, if they would be a duration in quotes, such as `1s 500ms` or `500 ms`.
fn duration_without_quotes(input: ParseStream) -> Option<String> {
    let mut rest = input.cursor();
    let (first, second) = rest.literal()?;
    if second.eof() || second.punct().is_some() {
        return None;
    }
    let mut words = first.to_string();
    rest = second;
    while let Some((word, after)) = rest.token_tree().filter(|(word, _)| !is_comma(word)) {
        words.push(' ');
        words.push_str(&word.to_string());
        rest = after;
    }
    duration::lacks_only_quotes(&words).then_some(words)
}

/// Reads a value. Most values are a single literal, which is read here: syn's parser of expressions tries everything
/// else first, and that takes longer than reading the rest of the list.
fn parse_value(input: ParseStream) -> syn::Result<Expr> {
    let is_literal = input
        .cursor()
        .literal()
        .is_some_and(|(_, rest)| rest.eof() || matches!(rest.punct(), Some((punct, _)) if punct.as_char() == ','));
    if is_literal {
        return Ok(Expr::Lit(ExprLit { attrs: Vec::new(), lit: input.parse::<Lit>()? }));
    }
    input.parse()
}

fn skip_past_comma(input: ParseStream) {
    while let Ok(token) = input.parse::<TokenTree>() {
        if is_comma(&token) {
            return;
        }
    }
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}
