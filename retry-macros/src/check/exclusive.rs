//! The `&mut` references among the parameters whose targets the future of an attempt can borrow uniquely.
//!
//! The future of an attempt borrows what the body names. If the body only reads through a `&mut T`, the borrow is
//! shared, and a shared borrow is `Send` only if `T` is `Sync`. The future of the bare function needs no more than `T:
//! Send`, and neither does a unique borrow. This module finds the references for which the signature shows that a
//! unique borrow is possible.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{
    FnArg, Index, Lifetime, Pat, PatIdent, Receiver, ReceiverKind, Result, Signature, Token, Type, TypeReference,
};

use crate::model::{BoxedBody, Exclusive, Rebind, Shape};
use crate::options::Options;
use crate::parse::tokens::is_punct;
use crate::parse::tokens::mentions;

/// The `&mut` whose target the future of an attempt borrows uniquely, if the body names them.
pub(super) fn exclusive(signature: &Signature, shape: &Shape, options: &Options) -> Vec<Exclusive> {
    let (boxed, outcome) = match shape {
        Shape::Blocking => return Vec::new(),
        Shape::Async => (None, signature.output.to_token_stream()),
        Shape::Boxed(boxed) => (Some(&**boxed), boxed.outcome.to_token_stream()),
    };
    let mut found = Found { outcome: Lifetimes::of(outcome), exclusive: Vec::new() };
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => {
                let variable = Ident::new("self", receiver.self_token.span);
                if let Some(ty) = receiver_type(receiver) {
                    found.in_variable(&variable, &variable.to_token_stream(), &ty);
                }
            }
            FnArg::Typed(parameter) => found.in_pattern(&parameter.pat, &parameter.ty),
        }
    }
    if let Some(boxed) = boxed {
        found.rebind(boxed, signature);
    }
    // `rng` borrows for the whole call, so an attempt cannot borrow the same uniquely.
    if let Some(rng) = &options.rng {
        let rng = rng.value.to_token_stream();
        let receiver = boxed.and_then(|boxed| boxed.receiver.as_ref()).filter(|_| stands_in(&rng, "self"));
        found
            .exclusive
            .retain(|Exclusive { variable, .. }| !stands_in(&rng, &variable.to_string()) && receiver != Some(variable));
    }
    found.exclusive
}

fn receiver_type(receiver: &Receiver) -> Option<Type> {
    match &receiver.kind {
        ReceiverKind::Reference(and_token, lifetime, mutability) => Some(Type::Reference(TypeReference {
            attrs: Vec::new(),
            and_token: *and_token,
            lifetime: lifetime.clone(),
            mutability: *mutability,
            elem: Box::new(Type::Verbatim(quote!(Self))),
        })),
        ReceiverKind::Typed(_, ty) => Some((**ty).clone()),
        _ => None,
    }
}

/// The type of a parameter that is one variable.
fn parameter_type(signature: &Signature, parameter: &str) -> Option<Type> {
    signature.inputs.iter().find_map(|input| match input {
        FnArg::Receiver(receiver) if parameter == "self" => receiver_type(receiver),
        FnArg::Typed(typed) if matches!(&*typed.pat, Pat::Ident(binding) if binding.ident == parameter) => {
            Some((*typed.ty).clone())
        }
        _ => None,
    })
}

fn stands_in(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| mentions(&token, name))
}

struct Found {
    outcome: Lifetimes,
    exclusive: Vec<Exclusive>,
}

impl Found {
    /// Adds `place`, a variable or a part of one, which is a `&'lifetime mut T`.
    fn target(&mut self, variable: &Ident, place: &TokenStream, lifetime: Option<&Lifetime>) {
        // If an outcome may hold this borrow, the next attempt could not borrow the target uniquely.
        if !self.outcome.may_borrow(lifetime) {
            self.exclusive.push(Exclusive { variable: variable.clone(), place: place.clone() });
        }
    }

    /// Adds every `&mut` in `place`, which has this type.
    fn in_variable(&mut self, variable: &Ident, place: &TokenStream, ty: &Type) {
        match ty {
            Type::Group(group) => self.in_variable(variable, place, &group.elem),
            Type::Paren(paren) => self.in_variable(variable, place, &paren.elem),
            Type::Reference(reference) if reference.mutability.is_some() => {
                self.target(variable, place, reference.lifetime.as_ref());
            }
            Type::Tuple(tuple) => {
                for (index, ty) in tuple.elems.iter().enumerate() {
                    let index = Index::from(index);
                    self.in_variable(variable, &quote!(#place.#index), ty);
                }
            }
            _ => {}
        }
    }

    /// Adds the variables of a pattern for a value of this type.
    fn in_pattern(&mut self, pattern: &Pat, ty: &Type) {
        match (pattern, ty) {
            (_, Type::Group(group)) => self.in_pattern(pattern, &group.elem),
            (_, Type::Paren(paren)) => self.in_pattern(pattern, &paren.elem),
            (Pat::Paren(paren), _) => self.in_pattern(&paren.pat, ty),
            (Pat::Ident(binding), _) if is_variable(binding) => {
                self.in_variable(&binding.ident, &binding.ident.to_token_stream(), ty);
            }
            (Pat::Tuple(tuple), Type::Tuple(types)) => {
                pairs(&tuple.elems, &types.elems).for_each(|(pattern, ty)| self.in_pattern(pattern, ty));
            }
            (_, Type::Reference(reference)) if reference.mutability.is_some() => {
                self.in_target(pattern, Some(&reference.elem), reference.lifetime.as_ref());
            }
            _ => {}
        }
    }

    /// Adds the variables of a pattern for the target of a `&mut`: they are `&mut` themselves. The signature does not
    /// show the type of a struct's field, so `ty` is `None` for it. A pattern within the field may go through a shared
    /// reference and is left out.
    fn in_target(&mut self, pattern: &Pat, ty: Option<&Type>, lifetime: Option<&Lifetime>) {
        match (pattern, ty) {
            (_, Some(Type::Group(group))) => self.in_target(pattern, Some(&group.elem), lifetime),
            (_, Some(Type::Paren(paren))) => self.in_target(pattern, Some(&paren.elem), lifetime),
            (Pat::Paren(paren), _) => self.in_target(&paren.pat, ty, lifetime),
            (Pat::Ident(binding), _) if is_variable(binding) => {
                self.target(&binding.ident, &binding.ident.to_token_stream(), lifetime);
            }
            (Pat::Tuple(tuple), Some(Type::Tuple(types))) => {
                pairs(&tuple.elems, &types.elems).for_each(|(pattern, ty)| self.in_target(pattern, Some(ty), lifetime));
            }
            (Pat::Slice(slice), Some(Type::Array(array))) => {
                slice.elems.iter().for_each(|pattern| self.in_target(pattern, Some(&array.elem), lifetime));
            }
            (Pat::Struct(pattern), Some(Type::Path(_))) => {
                pattern.fields.iter().for_each(|field| self.in_target(&field.pat, None, lifetime));
            }
            (Pat::TupleStruct(pattern), Some(Type::Path(_))) => {
                pattern.elems.iter().for_each(|pattern| self.in_target(pattern, None, lifetime));
            }
            _ => {}
        }
    }

    /// Follows the statements in front of a boxed body, which may borrow, shadow and rename the parameters.
    fn rebind(&mut self, boxed: &BoxedBody, signature: &Signature) {
        for Rebind { pattern, parameter } in &boxed.rebound {
            self.exclusive.retain(|Exclusive { variable, .. }| {
                variable != parameter && !stands_in(pattern, &variable.to_string())
            });
            let Ok((pattern, written)) = rebind_pattern.parse2(pattern.clone()) else { continue };
            if stands_in(&boxed.before, parameter) {
                continue;
            }
            if let Some(ty) = written.or_else(|| parameter_type(signature, parameter)) {
                self.in_pattern(&pattern, &ty);
            }
        }
        self.exclusive.retain(|Exclusive { variable, .. }| !stands_in(&boxed.before, &variable.to_string()));
    }
}

/// `pattern[: Type]`
fn rebind_pattern(input: ParseStream) -> Result<(Pat, Option<Type>)> {
    let pattern = input.call(Pat::parse_single)?;
    let colon = input.parse::<Option<Token![:]>>()?;
    Ok((pattern, colon.map(|_| input.parse()).transpose()?))
}

/// Whether the binding is a variable for a whole value or for the rest of a slice. A name in capitals may be a constant
/// or a unit struct, which look the same.
fn is_variable(binding: &PatIdent) -> bool {
    let is_whole = match &binding.subpat {
        None => true,
        Some((_, pattern)) => matches!(**pattern, Pat::Rest(_)),
    };
    is_whole && binding.by_ref.is_none() && !binding.ident.to_string().starts_with(char::is_uppercase)
}

/// Pairs the patterns in front of a `..` with the first types, and those after it with the last types.
fn pairs<'a>(
    patterns: &'a Punctuated<Pat, Token![,]>,
    types: &'a Punctuated<Type, Token![,]>,
) -> impl Iterator<Item = (&'a Pat, &'a Type)> {
    let is_rest = |pattern: &&Pat| matches!(pattern, Pat::Rest(_));
    let has_rest = patterns.iter().any(|pattern| is_rest(&pattern));
    let front = patterns.iter().take_while(move |pattern| !is_rest(pattern)).zip(types);
    let back = patterns.iter().rev().take_while(move |pattern| has_rest && !is_rest(pattern)).zip(types.iter().rev());
    front.chain(back)
}

/// The lifetimes in the type of an outcome.
struct Lifetimes {
    elided: bool,
    named: bool,
    fixed: bool,
}

impl Lifetimes {
    fn of(outcome: TokenStream) -> Self {
        let mut lifetimes = Self { elided: false, named: false, fixed: false };
        lifetimes.find(outcome);
        lifetimes
    }

    fn find(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Group(group) => self.find(group.stream()),
                // An `impl Trait` captures every lifetime.
                TokenTree::Ident(keyword) if keyword == "impl" => (self.elided, self.named) = (true, true),
                token if is_punct(token, '&') => {
                    self.elided |= !tokens.peek().is_some_and(|next| is_punct(next, '\''));
                }
                token if is_punct(token, '\'') => match tokens.next().map(|name| name.to_string()).as_deref() {
                    Some("_") => self.elided = true,
                    Some("static") => self.fixed = true,
                    _ => self.named = true,
                },
                _ => {}
            }
        }
    }

    /// Whether the outcome may hold a borrow through a reference of this lifetime.
    fn may_borrow(&self, lifetime: Option<&Lifetime>) -> bool {
        match lifetime.map(|lifetime| lifetime.ident.to_string()).as_deref() {
            None | Some("_") => self.elided,
            Some("static") => self.elided || self.named || self.fixed,
            Some(_) => self.elided || self.named,
        }
    }
}
