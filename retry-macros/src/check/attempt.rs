//! How the body of a function is run.

use proc_macro2::{TokenStream, TokenTree};

use crate::model::{Attempt, Function, Shape};
use crate::options::Options;
use crate::parse::tokens::is_punct;

/// Only a body that is left at its end alone may stand in the loop, and only without a timeout to cut it short, a stop that
/// may come before it or a scope around it.
pub(super) fn attempt(function: &Function, shape: &Shape, options: &Options) -> Attempt {
    let is_left_at_its_end =
        matches!(shape.body(function), TokenTree::Group(body) if !may_be_left_early(body.stream()));
    match shape {
        _ if is_left_at_its_end
            && options.limit().is_none()
            && options.nested.is_none()
            && options.cuts_waits().is_none() =>
        {
            Attempt::Inline
        }
        Shape::Async | Shape::Boxed(_) => Attempt::Future,
        Shape::Blocking => Attempt::Closure,
    }
}

/// Whether a body may be left before its end, by `return`, `?` or a macro that hides one. `break` and `continue` may be a
/// mistake that would find our loop.
fn may_be_left_early(body: TokenStream) -> bool {
    let mut after_bang = false;
    for token in body {
        let leaves = match &token {
            // Written out once: each comparison would do it again.
            TokenTree::Ident(ident) => {
                matches!(ident.to_string().as_str(), "return" | "break" | "continue" | "yield" | "become")
            }
            TokenTree::Punct(punct) => punct.as_char() == '?',
            TokenTree::Group(group) => after_bang || may_be_left_early(group.stream()),
            TokenTree::Literal(_) => false,
        };
        if leaves {
            return true;
        }
        after_bang = is_punct(&token, '!');
    }
    false
}
