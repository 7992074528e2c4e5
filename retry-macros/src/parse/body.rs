//! The body of a function that returns a future, as written by hand or left by `#[async_trait]`.
//!
//! ```text
//! {
//!     let client = self.client.clone();           // `before`: runs when the function is called
//!     Box::pin(async move {
//!         if let Some(__ret) = None::<Ret> { return __ret; }
//!         let __self = self;                      // `rebinds`: take the arguments into the future, once
//!         let order = order;
//!         /* … */                                 // `body`: what every attempt runs
//!     })
//! }
//! ```
//!
//! A function that returns an `impl Future` has no `Box::pin`.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::Type;

use super::instrumented::lend_arguments;
use super::tokens::{block, group, is_ident, is_punct, mentions, regroup};
use crate::model::{BoxedBody, Function, Rebind};

/// A `mut` in a rebind, with the variable it makes mutable.
pub(crate) struct MutableRebind {
    pub mut_span: Span,
    pub variable: Ident,
    pub of_self: bool,
}

/// What the return type says about the future.
pub(crate) struct ReturnedFuture {
    pub output: Type,
    pub boxed: bool,
}

/// The parts of the body, or `None` for a shape that is not known.
pub(crate) fn future(
    function: &Function,
    future: &ReturnedFuture,
    parameters: &HashSet<String>,
) -> Option<(BoxedBody, Vec<MutableRebind>)> {
    let tokens: Vec<TokenTree> = block(&function.body)?.stream().into_iter().collect();
    let arguments: Vec<TokenTree>;
    let (before, constructor, async_block) = if future.boxed {
        let (last, rest) = tokens.split_last()?;
        let (constructor, before) = split_constructor(rest)?;
        arguments = group(last, Delimiter::Parenthesis)?.stream().into_iter().collect();
        let async_block = match arguments.as_slice() {
            [async_block @ .., comma] if is_punct(comma, ',') => async_block,
            async_block => async_block,
        };
        (before, Some(constructor), async_block)
    } else {
        let end = tokens.iter().rposition(|token| is_punct(token, ';')).map_or(0, |semicolon| semicolon + 1);
        let (before, async_block) = tokens.split_at_checked(end)?;
        (before, None, async_block)
    };
    if !only_lets(before) {
        return None;
    }
    let (async_block, keywords) = async_block.split_last()?;
    let (TokenTree::Ident(async_keyword), modifiers) = keywords.split_first()? else { return None };
    if async_keyword != "async" || !matches!(modifiers, [] | [TokenTree::Ident(_)]) {
        return None;
    }
    let async_block = block(async_block)?;
    let statements: Vec<TokenTree> = async_block.stream().into_iter().collect();
    let Rebinds { tokens, rest, rebound, receiver, mutable } = split_rebinds(&statements, parameters);
    let parts = BoxedBody {
        before: before.iter().cloned().collect(),
        constructor: constructor.map(|path| path.iter().cloned().collect()),
        keywords: keywords.iter().cloned().collect(),
        async_span: async_keyword.span(),
        rebinds: tokens.iter().cloned().collect(),
        typed: typed_return(&statements) > 0,
        rebound,
        receiver,
        body: lend_arguments(regroup(&async_block, rest.iter().cloned().collect())),
        outcome: future.output.clone(),
    };
    Some((parts, mutable))
}

/// The path at the end of `… [::std::boxed::]Box::pin`, and what is in front of it.
fn split_constructor(tokens: &[TokenTree]) -> Option<(&[TokenTree], &[TokenTree])> {
    let is_path = |token: &TokenTree| matches!(token, TokenTree::Ident(_)) || is_punct(token, ':');
    let length = tokens.iter().rev().take_while(|token| is_path(token)).count();
    let (before, path) = tokens.split_at_checked(tokens.len() - length)?;
    match path {
        [.., boxed, _, _, pin] if is_ident(boxed, "Box") && is_ident(pin, "pin") => Some((path, before)),
        _ => None,
    }
}

/// Whether these are `let` statements alone, and none of them can return from the function.
fn only_lets(tokens: &[TokenTree]) -> bool {
    let mut statements = tokens.split_inclusive(|token| is_punct(token, ';'));
    statements.all(|statement| match statement {
        [first, .., last] => is_ident(first, "let") && is_punct(last, ';'),
        _ => false,
    }) && !tokens.iter().any(|token| mentions(token, "return"))
}

/// The leading statements of an `async` block that only rebind parameters, and what follows them.
struct Rebinds<'a> {
    tokens: &'a [TokenTree],
    rest: &'a [TokenTree],
    rebound: Vec<Rebind>,
    receiver: Option<Ident>,
    mutable: Vec<MutableRebind>,
}

/// Takes the rebinds from the front of a block. In front of its rebinds `#[async_trait]` puts a return that never runs
/// and tells the type of the outcome: it counts as one of them.
fn split_rebinds<'a>(statements: &'a [TokenTree], parameters: &HashSet<String>) -> Rebinds<'a> {
    let mut end = typed_return(statements);
    let mut receiver = None;
    let (mut rebound, mut mutable) = (Vec::new(), Vec::new());
    while let Some(rest) = statements.get(end..) {
        let Some(length) = rest.iter().position(|token| is_punct(token, ';')) else { break };
        let Some(statement) = rest.get(..length) else { break };
        let Some((declared, parameter)) = rebind(statement, parameters) else { break };
        let (pattern, of_self) = (without_type(declared), parameter == "self");
        if let (true, Some(TokenTree::Ident(variable))) = (of_self, pattern.last()) {
            receiver = Some(variable.clone());
        }
        find_mutable(pattern.iter().cloned().collect(), of_self, &mut mutable);
        rebound.push(Rebind { pattern: declared.iter().cloned().collect(), parameter });
        end += length + 1;
    }
    let (tokens, rest) = statements.split_at_checked(end).unwrap_or((&[], statements));
    Rebinds { tokens, rest, rebound, receiver, mutable }
}

/// The number of tokens of `if let …Some(__ret) = …None::<Ret> { #[allow(…)] return __ret; }` at the front. Any other
/// statement counts as none.
fn typed_return(statements: &[TokenTree]) -> usize {
    let returns = |token: &TokenTree| {
        let Some(block) = group(token, Delimiter::Brace) else { return false };
        let tokens: Vec<TokenTree> = block.stream().into_iter().collect();
        matches!(without_attributes(&tokens), [keyword, value, end]
            if is_ident(keyword, "return") && is_ident(value, "__ret") && is_punct(end, ';'))
    };
    let binds = |pattern: &[TokenTree]| {
        matches!(pattern, [.., some, TokenTree::Group(value)]
            if is_ident(some, "Some") && value.stream().to_string() == "__ret")
    };
    let gives_nothing = |value: &[TokenTree]| {
        let path = value.iter().take_while(|token| !is_punct(token, '<'));
        path.filter(|token| matches!(token, TokenTree::Ident(_))).last().is_some_and(|last| is_ident(last, "None"))
    };
    let parts = || {
        let (first, rest) = statements.split_first()?;
        let (second, rest) = rest.split_first()?;
        let equals = rest.iter().position(|token| is_punct(token, '='))?;
        let end = rest.iter().position(returns)?;
        let (pattern, value) = (rest.get(..equals)?, rest.get(equals + 1..end)?);
        let matches = is_ident(first, "if") && is_ident(second, "let") && binds(pattern) && gives_nothing(value);
        matches.then_some(end + 3)
    };
    parts().unwrap_or(0)
}

/// `PATTERN[: Type]` of `let PATTERN[: Type] = parameter` or `… = { let parameter = parameter; parameter }`, and the
/// parameter.
fn rebind<'a>(statement: &'a [TokenTree], parameters: &HashSet<String>) -> Option<(&'a [TokenTree], String)> {
    let statement = without_attributes(statement);
    let (keyword, rest) = statement.split_first()?;
    let equals = rest.iter().position(|token| is_punct(token, '='))?;
    let (pattern, value) = (rest.get(..equals)?, rest.get(equals + 1..)?);
    if !is_ident(keyword, "let") {
        return None;
    }
    // `#[async_trait]` binds the outcome of the user's body to this name.
    if pattern.first().is_some_and(|first| is_ident(first, "__ret")) {
        return None;
    }
    let [value] = value else { return None };
    let name = match value {
        TokenTree::Ident(name) => name.to_string(),
        value => moved_by_block(&group(value, Delimiter::Brace)?)?,
    };
    parameters.contains(&name).then_some((pattern, name))
}

/// `parameter` of `{ let parameter = parameter; parameter }`, or `None` for any other block.
fn moved_by_block(block: &Group) -> Option<String> {
    let tokens: Vec<TokenTree> = block.stream().into_iter().collect();
    let [keyword, TokenTree::Ident(bound), equals, TokenTree::Ident(taken), semicolon, TokenTree::Ident(given)] =
        tokens.as_slice()
    else {
        return None;
    };
    let moves = is_ident(keyword, "let") && is_punct(equals, '=') && is_punct(semicolon, ';');
    (moves && bound == taken && taken == given).then(|| given.to_string())
}

/// `PATTERN` of `PATTERN: Type`.
fn without_type(pattern: &[TokenTree]) -> &[TokenTree] {
    let is_colon = |index: &usize| pattern.get(*index).is_some_and(|token| is_punct(token, ':'));
    let before = |index: usize| index.checked_sub(1);
    let lone =
        |index: &usize| is_colon(index) && !is_colon(&(index + 1)) && !before(*index).as_ref().is_some_and(is_colon);
    let end = (0..pattern.len()).find(lone).unwrap_or(pattern.len());
    pattern.get(..end).unwrap_or(pattern)
}

fn without_attributes(statement: &[TokenTree]) -> &[TokenTree] {
    match statement {
        [hash, TokenTree::Group(_), rest @ ..] if is_punct(hash, '#') => without_attributes(rest),
        _ => statement,
    }
}

/// Finds every `mut variable` in a pattern. The `mut` of a `&mut pattern` makes no variable mutable.
fn find_mutable(pattern: TokenStream, of_self: bool, found: &mut Vec<MutableRebind>) {
    let tokens: Vec<TokenTree> = pattern.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| tokens.get(before));
        match (token, tokens.get(index + 1)) {
            (TokenTree::Group(group), _) => find_mutable(group.stream(), of_self, found),
            (TokenTree::Ident(keyword), Some(TokenTree::Ident(variable)))
                if keyword == "mut" && !before.is_some_and(|before| is_punct(before, '&')) =>
            {
                found.push(MutableRebind { mut_span: keyword.span(), variable: variable.clone(), of_self });
            }
            _ => {}
        }
    }
}
