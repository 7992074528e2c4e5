//! Questions about tokens and groups that syn does not parse.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The group in braces that a body is, also in the group without delimiters that `macro_rules!` puts around a fragment.
pub(crate) fn block(body: &TokenTree) -> Option<Group> {
    match body {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.clone()),
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            let mut tokens = group.stream().into_iter();
            let inner = tokens.next().filter(|_| tokens.next().is_none())?;
            block(&inner)
        }
        _ => None,
    }
}

/// The same braces around other tokens.
pub(crate) fn regroup(group: &Group, stream: TokenStream) -> TokenTree {
    let mut braces = Group::new(Delimiter::Brace, stream);
    braces.set_span(group.span());
    TokenTree::Group(braces)
}

pub(crate) fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// Whether the identifier at `index` is a variable, and not a field, a method or a part of a path.
pub(crate) fn is_variable(tokens: &[TokenTree], index: usize) -> bool {
    let is = |index: Option<usize>, character| {
        index.and_then(|index| tokens.get(index)).is_some_and(|token| is_punct(token, character))
    };
    let (before, second_before) = (index.checked_sub(1), index.checked_sub(2));
    let follows_path = is(before, ':') && is(second_before, ':');
    !is(before, '.') && !follows_path && !is(Some(index + 1), ':')
}

pub(crate) fn is_brackets(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

pub(crate) fn group(token: &TokenTree, delimiter: Delimiter) -> Option<Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group.clone()),
        _ => None,
    }
}

pub(crate) fn is_ident(token: &TokenTree, text: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == text)
}

/// Whether the identifier is anywhere in these tokens.
pub(crate) fn mentions(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Group(group) => group.stream().into_iter().any(|token| mentions(&token, text)),
        token => is_ident(token, text),
    }
}
