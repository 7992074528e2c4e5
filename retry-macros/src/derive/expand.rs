//! The tokens of a checked model. Every generated token has mixed-site hygiene, also the names of variants and fields:
//! the compiler has warned about a deprecated one where the user wrote it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Generics, Index, Member, Path, Type};

use super::model::{Arm, Crate, Field, Item, Model, Rule};
use crate::private_module::private_module;

/// ```text
/// output: #[automatically_derived]
///         impl<…> ::retry_core::Transient for <type> where <its own>, <type of each generic field that is asked>: Transient {
///             fn verdict(&self) -> ::retry_core::Verdict {
///                 match self {
///                     Self::<variant> { <field>: __retry_0, .. } => <verdict>,
///                     _ => <verdict on the rest>,
///                 }
///             }
///         }
/// ```
pub(super) fn expand(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let krate = krate(model.krate.as_ref(), here);
    let arms = model.arms.iter().map(|arm| self::arm(arm, model));
    let rest = model.rest.as_ref().map(|rule| {
        let verdict = verdict(rule, model);
        quote_spanned!(here=> _ => #verdict,)
    });
    let body = if model.arms.is_empty() && model.rest.is_none() {
        quote_spanned!(here=> match *self {})
    } else {
        quote_spanned!(here=> match self { #(#arms)* #rest })
    };
    implementation(&model.ident, &model.generics, &asked_types(model), &krate, &body)
}

/// The implementation beside errors, which never runs.
pub(super) fn fallback(item: &Item) -> TokenStream {
    let here = Span::mixed_site();
    let krate = match &item.krate {
        Crate::Default => krate(None, here),
        Crate::At(path) => krate(Some(path), here),
        Crate::Unreadable => return TokenStream::new(),
    };
    let body = quote_spanned!(here=> #krate::Verdict::Permanent);
    implementation(&item.ident, &item.generics, &[], &krate, &body)
}

fn implementation(
    ident: &Ident,
    generics: &Generics,
    transient: &[&Type],
    krate: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let here = Span::mixed_site();
    let ident = mixed(ident);
    let (parameters, arguments, own) = generics.split_for_impl();
    let own = own.into_iter().flat_map(|clause| &clause.predicates).map(ToTokens::to_token_stream);
    let asked = transient.iter().map(|ty| quote_spanned!(here=> #ty: #krate::Transient));
    let bounds: Vec<TokenStream> = own.chain(asked).collect();
    let bounds = (!bounds.is_empty()).then(|| quote_spanned!(here=> where #(#bounds,)*));
    quote_spanned! {here=>
        #[automatically_derived]
        impl #parameters #krate::Transient for #ident #arguments #bounds {
            fn verdict(&self) -> #krate::Verdict {
                #body
            }
        }
    }
}

fn arm(arm: &Arm, model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let variant = arm.variant.as_ref().map(|variant| {
        let variant = mixed(variant);
        quote_spanned!(here=> ::#variant)
    });
    let bound = match &arm.rule {
        Rule::Permanent | Rule::Transient | Rule::WhenSelf { .. } => &[],
        Rule::RetryAfter { field, .. } | Rule::Forward { field, .. } => std::slice::from_ref(field),
        Rule::WhenFields { fields, .. } => fields,
    };
    let fields = bound.iter().zip(variables(bound, here)).map(|(field, variable)| {
        let member = match &field.member {
            Member::Named(ident) => mixed(ident).into_token_stream(),
            Member::Unnamed(index) => Index { index: index.index, span: here }.into_token_stream(),
        };
        quote_spanned!(here=> #member: #variable,)
    });
    let verdict = verdict(&arm.rule, model);
    quote_spanned!(here=> Self #variant { #(#fields)* .. } => #verdict,)
}

/// The verdict as an expression. The generated call has the span of the option's key or of the predicate, so that the
/// compiler reports a wrong type there.
fn verdict(rule: &Rule, model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let at = |span: Span| {
        let at = here.located_at(span);
        (at, krate(model.krate.as_ref(), at))
    };
    match rule {
        Rule::Permanent => {
            let (at, krate) = at(here);
            quote_spanned!(at=> #krate::Verdict::Permanent)
        }
        Rule::Transient => {
            let (at, krate) = at(here);
            quote_spanned!(at=> #krate::Verdict::Transient)
        }
        Rule::RetryAfter { key, .. } => {
            let (at, krate) = at(key.span());
            let private = private_module(at);
            quote_spanned!(at=> #krate::#private::retry_after(__retry_0))
        }
        Rule::Forward { key, .. } => {
            let (at, krate) = at(key.span());
            let private = private_module(at);
            quote_spanned!(at=> #krate::#private::forward(__retry_0))
        }
        Rule::WhenFields { predicate, fields } => {
            let (at, krate) = at(predicate.span());
            let types = fields.iter().map(|field| reference(&field.ty));
            let variables = variables(fields, at);
            asked(predicate, &quote_spanned!(at=> #(#types),*), &quote_spanned!(at=> #(#variables),*), at, &krate)
        }
        Rule::WhenSelf { predicate } => {
            let (at, krate) = at(predicate.span());
            asked(predicate, &quote_spanned!(at=> &Self), &quote_spanned!(at=> self), at, &krate)
        }
    }
}

/// ```text
/// output: {
///             let __retry_when: fn(<types>) -> _ = <predicate>;
///             ::retry_core::__private_0_1_0::when(__retry_when(<fields>))
///         }
/// ```
///
/// The function pointer tells a closure the number and the types of its arguments. If a function takes others, the
/// compiler names those that it should take. Without the pointer the compiler would suggest a `.clone()` in the derive.
fn asked(predicate: &Expr, types: &TokenStream, fields: &TokenStream, at: Span, krate: &TokenStream) -> TokenStream {
    let private = private_module(at);
    quote_spanned! {at=> {
        let __retry_when: fn(#types) -> _ = #predicate;
        #krate::#private::when(__retry_when(#fields))
    }}
}

fn reference(ty: &Type) -> TokenStream {
    match ty {
        // `&dyn A + B` is not valid without parentheses.
        Type::TraitObject(_) => quote_spanned!(Span::mixed_site()=> &(#ty)),
        _ => quote_spanned!(Span::mixed_site()=> &#ty),
    }
}

fn variables(fields: &[Field], span: Span) -> impl Iterator<Item = Ident> {
    (0..fields.len()).map(move |index| format_ident!("__retry_{index}", span = span))
}

/// The name with the macro's hygiene, located where the user wrote it.
fn mixed(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(Span::mixed_site().located_at(ident.span()));
    ident
}

fn krate(path: Option<&Path>, span: Span) -> TokenStream {
    match path {
        Some(path) => path.to_token_stream(),
        None => quote_spanned!(span=> ::retry_core),
    }
}

/// The types of the fields that `forward` asks, if they depend on a type parameter: each of them gets a bound.
///
/// A field that holds the type itself, as in `Box<Self>`, gets none, because its bound would need itself.
fn asked_types(model: &Model) -> Vec<&Type> {
    let mut known: Vec<String> = Vec::new();
    let mut types = Vec::new();
    for arm in &model.arms {
        let Rule::Forward { field: Field { ty, .. }, .. } = &arm.rule else { continue };
        let mut mentions = Mentions { model, parameter: false, itself: false };
        mentions.visit_type_mut(&mut ty.clone());
        let text = ty.to_token_stream().to_string();
        if mentions.parameter && !mentions.itself && !known.contains(&text) {
            known.push(text);
            types.push(ty);
        }
    }
    types
}

/// What a type is made of.
struct Mentions<'a> {
    model: &'a Model,
    parameter: bool,
    itself: bool,
}

impl VisitMut for Mentions<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        let first = path.segments.first().filter(|_| path.leading_colon.is_none());
        if let Some(first) = first {
            let mut parameters = self.model.generics.type_params();
            self.parameter |= parameters.any(|parameter| parameter.ident == first.ident);
            self.itself |= first.ident == "Self" || (path.segments.len() == 1 && first.ident == self.model.ident);
        }
        visit_mut::visit_path_mut(self, path);
    }
}
