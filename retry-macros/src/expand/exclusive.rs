//! The unique borrows of the future of an attempt, which `check::exclusive` has found.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::ext::IdentExt as _;

use crate::model::{Exclusive, Model};

/// `let _ = &mut *self;` for each `&mut` that the body names. A borrow of one that the body does not name would only
/// make the future larger.
pub(super) fn exclusive(model: &Model, body: &TokenTree) -> TokenStream {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    if model.exclusive.is_empty() {
        return TokenStream::new();
    }
    let mut sought: Vec<(String, &Exclusive)> = Vec::new();
    sought.extend(model.exclusive.iter().map(|exclusive| (exclusive.variable.unraw().to_string(), exclusive)));
    let mut named = Vec::new();
    find_named(body.clone().into(), &mut sought, &mut named);
    let borrow = |Exclusive { place, .. }: &Exclusive| {
        let place = place.clone().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(at_arrow));
            token
        });
        let place: TokenStream = place.collect();
        quote_spanned!(at_arrow=> let _ = &mut *#place;)
    };
    named.into_iter().map(borrow).collect()
}

fn take<'a>(
    sought: &mut Vec<(String, &'a Exclusive)>,
    named: &mut Vec<&'a Exclusive>,
    is_named: impl Fn(&str) -> bool,
) {
    sought.retain(|(name, exclusive)| {
        let found = is_named(name);
        if found {
            named.push(*exclusive);
        }
        !found
    });
}

/// Moves every `&mut` that these tokens name from `sought` to `named`. A format string may name it too.
fn find_named<'a>(tokens: TokenStream, sought: &mut Vec<(String, &'a Exclusive)>, named: &mut Vec<&'a Exclusive>) {
    for token in tokens {
        if sought.is_empty() {
            return;
        }
        match token {
            TokenTree::Group(group) => find_named(group.stream(), sought, named),
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                let text = text.strip_prefix("r#").unwrap_or(&text);
                take(sought, named, |name| name == text);
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                take(sought, named, |name| text.contains(&format!("{{{name}")));
            }
            TokenTree::Punct(_) => {}
        }
    }
}
