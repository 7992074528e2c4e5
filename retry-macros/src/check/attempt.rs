//! What the expansion makes of a function's body.

use proc_macro2::{TokenStream, TokenTree};

use crate::model::{Attempt, Function, Shape};
use crate::options::Options;
use crate::parse::tokens::is_punct;

/// A body may be a block in the loop itself if it can be left only at its end. The options that need a future or a
/// closure exclude that: a timeout, `nested`, and the `stop` of a function that is not blocking.
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

/// Whether a body may be left before its end, by `return`, by `?` or by a macro that contains one. A `break` or
/// `continue` counts too: outside of the user's own loops it is a mistake, and must not act on the loop of the
/// attempts.
fn may_be_left_early(body: TokenStream) -> bool {
    let mut after_bang = false;
    for token in body {
        let leaves = match &token {
            // One `to_string`: comparing an `Ident` with a text makes a string each time.
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
