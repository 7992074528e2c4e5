//! The annotated function. Of its attributes and its signature no more is read than the rules need, and its body stays
//! tokens. So a half-typed body still expands, and the user's code in it is not changed.

use std::convert::Infallible;

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{Parse as _, ParseStream, Parser as _};
use syn::{Error, Result, Signature, Token, Visibility};

use super::head;
use super::instrumented::lend_arguments;
use super::tokens::{block, is_brackets, is_punct, regroup};
use crate::errors::Errors;
use crate::model::{Attribute, Function};

pub(crate) fn parse(item: TokenStream, errors: &mut Errors) -> Option<Function> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let body = tokens.pop().filter(|body| block(body).is_some());
    let outer_attributes: Vec<Attribute> = tokens.chunks(2).map_while(attribute).collect();
    let head = tokens.split_off(outer_attributes.len() * 2);
    let (Some(body), Some(head)) = (body, head::read(head)) else {
        errors.ok(refuse.parse2(item));
        return None;
    };
    let (inner_attributes, body) = inner_attributes_and_body(body);
    Some(Function { outer_attributes, head, inner_attributes, body })
}

/// What is wrong with an item that is not a function with a body.
fn refuse(input: ParseStream) -> Result<Infallible> {
    input.call(syn::Attribute::parse_outer)?;
    input.parse::<Visibility>()?;
    input.parse::<Option<Token![default]>>()?;
    if let Some((what, span)) = other_item(input) {
        return Err(Error::new(
            span,
            format!(
                "`#[retry]` belongs on a function, and this is {what}: put it on the `async fn` that makes the call"
            ),
        ));
    }
    let signature = input.call(Signature::parse)?;
    let name = &signature.ident;
    if input.peek(Token![;]) {
        return Err(Error::new(
            name.span(),
            format!("`{name}` has no body to retry: put `#[retry]` on its implementations, or give it a default body"),
        ));
    }
    let body = input.parse::<TokenTree>()?;
    if block(&body).is_none() {
        return Err(Error::new(body.span(), "expected the function's body"));
    }
    Err(input.error("unexpected token"))
}

/// What the item is, if it is not a function.
fn other_item(input: ParseStream) -> Option<(&'static str, Span)> {
    let fork = input.fork();
    let keyword = fork.call(Ident::parse_any).ok()?;
    let what = match keyword.to_string().as_str() {
        "struct" => "a struct",
        "enum" => "an enum",
        "union" => "a union",
        "trait" => "a trait",
        "impl" => "an impl block",
        "mod" => "a module",
        "type" => "a type alias",
        "static" => "a static",
        "use" => "an import",
        "macro_rules" => "a macro",
        "let" => "a statement",
        "const"
            if !fork.peek(Token![fn])
                && !fork.peek(Token![async])
                && !fork.peek(Token![unsafe])
                && !fork.peek(Token![extern]) =>
        {
            "a constant"
        }
        _ => return None,
    };
    Some((what, keyword.span()))
}

/// Takes `#![…]` out of the front of a body. A body that `#[instrument]` has rewritten is changed to borrow the
/// arguments.
///
/// Any other body stays the user's own token, because the edition of its braces decides when temporaries in the tail
/// are dropped (<https://github.com/rust-lang/rfcs/blob/master/text/3606-temporary-lifetimes-in-tail-expressions.md>).
fn inner_attributes_and_body(body: TokenTree) -> (TokenStream, TokenTree) {
    let TokenTree::Group(group) = &body else {
        return (TokenStream::new(), body);
    };
    let mut attributes = TokenStream::new();
    let mut rest = group.stream().into_iter().peekable();
    while rest.peek().is_some_and(|first| is_punct(first, '#')) {
        let mut ahead = rest.clone();
        let (Some(hash), Some(bang), Some(brackets)) = (ahead.next(), ahead.next(), ahead.next()) else { break };
        if !is_punct(&bang, '!') || !is_brackets(&brackets) {
            break;
        }
        attributes.extend([hash, bang, brackets]);
        rest = ahead;
    }
    // `#[instrument]` puts a block first. Reading every body a second time to find that out would slow down every
    // function.
    let may_be_instrumented =
        matches!(rest.peek(), Some(TokenTree::Group(first)) if first.delimiter() == Delimiter::Brace);
    let body = if attributes.is_empty() { body } else { regroup(group, rest.collect()) };
    (attributes, if may_be_instrumented { lend_arguments(body) } else { body })
}

fn attribute(pair: &[TokenTree]) -> Option<Attribute> {
    let [hash, TokenTree::Group(brackets)] = pair else { return None };
    if !is_punct(hash, '#') || brackets.delimiter() != Delimiter::Bracket {
        return None;
    }
    let (path, value) = path(brackets.stream());
    let literal = value.as_deref().and_then(literal);
    let tokens = [hash.clone(), TokenTree::Group(brackets.clone())];
    Some(Attribute { tokens, path, has_value: value.is_some(), literal })
}

/// The path that an attribute begins with, and the tokens after its `=`. A `macro_rules!` fragment puts both into a
/// group without delimiters.
fn path(attribute: TokenStream) -> (Vec<TokenTree>, Option<Vec<TokenTree>>) {
    let mut tokens: Vec<TokenTree> = attribute.into_iter().collect();
    match tokens.first() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => return path(group.stream()),
        _ => {}
    }
    let is_path = |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) || is_punct(token, ':');
    let length = tokens.iter().take_while(is_path).count();
    let has_value = tokens.get(length).is_some_and(|token| is_punct(token, '='));
    let value = has_value.then(|| tokens.split_off(length + 1));
    tokens.truncate(length);
    (tokens, value)
}

/// A single literal, also in the group without delimiters that `macro_rules!` puts around a fragment.
fn literal(value: &[TokenTree]) -> Option<Literal> {
    match value {
        [TokenTree::Literal(literal)] => Some(literal.clone()),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            let value: Vec<TokenTree> = group.stream().into_iter().collect();
            self::literal(&value)
        }
        _ => None,
    }
}
