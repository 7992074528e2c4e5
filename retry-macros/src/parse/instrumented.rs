//! A body that `#[tracing::instrument]`, written above `#[retry]`, has put into an `async` block or a closure.
//!
//! ```text
//! input:  { { <warnings> } let __tracing_attr_span = …; let __tracing_instrument_future = async move { <body> }; … }
//!         { { <warnings> } let __tracing_attr_span; … match (move || { <body> })() { … } }
//!
//! output: the same without `move`
//! ```
//!
//! With `move`, the first attempt would consume every argument that is not `Copy`. The block or closure ends before the
//! function does, so it can borrow the arguments instead.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::tokens::{group, is_ident, regroup};

/// Changes a body that `#[instrument]` has rewritten to borrow the arguments. Returns any other body as it is.
pub(super) fn lend_arguments(body: TokenTree) -> TokenTree {
    let lent = group(&body, Delimiter::Brace).and_then(|braces| {
        let tokens: Vec<TokenTree> = braces.stream().into_iter().collect();
        match tokens.as_slice() {
            [TokenTree::Group(_), keyword, span, ..] | [keyword, span, ..]
                if is_ident(keyword, "let") && is_ident(span, "__tracing_attr_span") =>
            {
                Some(regroup(&braces, without_move(tokens, true)))
            }
            _ => None,
        }
    });
    lent.unwrap_or(body)
}

/// Removes the `move` of `async move` and of `(move || …)`. With `err` or `ret`, `#[instrument]` puts a second `async
/// move` into the first one, around the user's block. The user's block is not changed.
fn without_move(tokens: Vec<TokenTree>, outermost: bool) -> TokenStream {
    let mut output = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            token if is_ident(&token, "async") => {
                output.push(token);
                tokens.next_if(|next| is_ident(next, "move"));
                output.extend(tokens.next().map(|block| match group(&block, Delimiter::Brace) {
                    Some(braces) if outermost => {
                        regroup(&braces, without_move(braces.stream().into_iter().collect(), false))
                    }
                    _ => block,
                }));
            }
            TokenTree::Group(parentheses) if outermost && parentheses.delimiter() == Delimiter::Parenthesis => {
                output.push(TokenTree::Group(closure_without_move(parentheses)));
            }
            token => output.push(token),
        }
    }
    output.into_iter().collect()
}

fn closure_without_move(parentheses: Group) -> Group {
    let mut tokens = parentheses.stream().into_iter().peekable();
    if tokens.next_if(|first| is_ident(first, "move")).is_none() {
        return parentheses;
    }
    let mut lends = Group::new(Delimiter::Parenthesis, tokens.collect());
    lends.set_span(parentheses.span());
    lends
}
