//! The unique borrows of the future of an attempt, which `check::exclusive` has found.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::ext::IdentExt as _;

use crate::model::{Exclusive, Model};

/// `let _ = &mut *self;` for each `&mut` that the body names: any other would become part of the future.
pub(super) fn exclusive(model: &Model, body: &TokenTree) -> TokenStream {
    let at_arrow = Span::mixed_site().located_at(model.outcome_span);
    if model.exclusive.is_empty() {
        return TokenStream::new();
    }
    let mut names = HashSet::new();
    find_names(body.clone().into(), &mut names);
    let in_body = model.exclusive.iter().filter(|exclusive| names.contains(&exclusive.variable.unraw().to_string()));
    let borrow = |Exclusive { place, .. }: &Exclusive| {
        let place = place.clone().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(at_arrow));
            token
        });
        let place: TokenStream = place.collect();
        quote_spanned!(at_arrow=> let _ = &mut *#place;)
    };
    in_body.map(borrow).collect()
}

/// Every identifier, and what a format string may name.
fn find_names(tokens: TokenStream, names: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => find_names(group.stream(), names),
            TokenTree::Ident(ident) => drop(names.insert(ident.unraw().to_string())),
            TokenTree::Literal(literal) => {
                let is_part = |character: char| character.is_alphanumeric() || character == '_';
                let name = |text: &str| text.split(|character| !is_part(character)).next().map(str::to_owned);
                names.extend(literal.to_string().split('{').skip(1).filter_map(name));
            }
            TokenTree::Punct(_) => {}
        }
    }
}
