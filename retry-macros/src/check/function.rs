//! The rules for the annotated function.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Error, FnArg, Pat, PatIdent, ReceiverKind, Signature, Type};

use super::attempt::attempt;
use super::exclusive::exclusive;
use super::returned::{future, is_named_result, last_argument, returned};
use crate::errors::Errors;
use crate::model::{Attempt, Attribute, BoxedBody, Exclusive, Function, Shape};
use crate::options::Options;
use crate::parse::body::{self, MutableRebind};
use crate::parse::head::signature;
use crate::parse::tokens::mentions;

/// What the rules find out about a function that can be retried.
pub(super) struct Checked {
    pub shape: Shape,
    pub attempt: Attempt,
    /// The `->`, at which errors about the outcome's type are reported.
    pub outcome_span: Span,
    pub exclusive: Vec<Exclusive>,
}

pub(super) fn check(function: &Function, options: &Options, errors: &mut Errors) -> Option<Checked> {
    only_retry(function, errors);
    let head = &function.head;
    let mut with_mut = None;
    if head.mentions_mut {
        let signature = errors.ok(signature(head))?;
        no_mutable_parameters(&signature, errors);
        with_mut = Some(signature);
    }
    let Some(arrow) = head.arrow else {
        errors.at(head.name.span(), returns_nothing(&head.name));
        return None;
    };
    if let Some(unit) = &head.unit {
        errors.on(unit, returns_nothing(&head.name));
        return None;
    }
    let shape = match (head.async_span, &options.blocking) {
        (Some(_), None) => Shape::Async,
        (Some(_), Some(blocking)) => {
            errors.at(
                blocking.key.span(),
                "`blocking` is for a plain `fn`, and this one is async and waits without holding a thread: remove `blocking`",
            );
            return None;
        }
        (None, Some(_)) => {
            let signature = errors.ok(signature(head))?;
            if let Some(const_span) = head.const_span {
                errors.at(const_span, "a `const fn` cannot wait between attempts: remove `const` or `#[retry]`");
            }
            if let Some(track) = function.outer_attributes.iter().find(|attribute| attribute.is_named("track_caller")) {
                errors.on(
                    track.path(),
                    "`#[track_caller]` cannot see through the closure that a `blocking` attempt runs in, and would name this function as the caller: remove it, or take a `&Location<'_>` as an argument",
                );
            }
            if let Some(future) = future(&signature) {
                errors.on(future.output, "`blocking` is for a function that makes the call itself, and this one returns a future: remove `blocking`");
            }
            Shape::Blocking
        }
        (None, None) => {
            let signature = errors.ok(signature(head))?;
            let Some(future) = future(&signature) else {
                errors.push(not_async(function, &signature));
                return None;
            };
            let Some((parts, mutable)) = body::future(function, &future, &parameters(&signature)) else {
                errors.push(unknown_body(&signature));
                return None;
            };
            instrumented_async_trait(&parts, &signature, errors);
            for rebind in mutable {
                mutable_rebind(&rebind, &signature, errors);
            }
            Shape::Boxed(Box::new(parts))
        }
    };
    let attempt = attempt(function, &shape, options);
    let exclusive = with_mut.filter(|_| attempt == Attempt::Future);
    let exclusive = exclusive.map(|signature| self::exclusive(&signature, &shape, options)).unwrap_or_default();
    Some(Checked { shape, attempt, outcome_span: arrow, exclusive })
}

fn returns_nothing(name: &Ident) -> String {
    if is_made_by_test_case(name) {
        return "`#[retry]` needs a function that returns `Result`, but the test that `#[test_case]` makes of this one returns nothing: let it return `Result` and drop `=> …`, or put `#[retry]` on a function that the test calls".to_owned();
    }
    format!(
        "`#[retry]` needs a function that returns `Result`, but `{name}` returns nothing: only an `Err` can be judged and tried again"
    )
}

/// `#[test_case]` makes a test function of each case and copies the attributes to it. It begins their names so.
fn is_made_by_test_case(name: &Ident) -> bool {
    name.to_string().starts_with("test_case_")
}

/// Refuses a second `#[retry]`: the two would nest, and their attempts would multiply.
fn only_retry(function: &Function, errors: &mut Errors) {
    for attribute in &function.outer_attributes {
        if attribute.is_named("retry") {
            errors.on(
                attribute.path(),
                "this function has a `#[retry]` already, and the attempts of two would multiply (6 × 6 = 36): keep one",
            );
        }
    }
}

/// Refuses `#[instrument]` above `#[retry]` in an `#[async_trait]` if an argument is a `&mut`.
///
/// `#[instrument]` has put the body into a block of its own, and the rebinds of `#[async_trait]` are in that block.
/// They move a mutable reference into the first attempt, and the compiler's message would be about code that the user
/// has not written. Shared references and `Copy` values are copied. Which other values are `Copy`, only the compiler
/// knows.
fn instrumented_async_trait(parts: &BoxedBody, signature: &Signature, errors: &mut Errors) {
    let mutable = signature.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))),
        FnArg::Typed(parameter) => matches!(&*parameter.ty, Type::Reference(ty) if ty.mutability.is_some()),
    });
    if mutable && ["__tracing_attr_span", "__ret"].iter().all(|word| mentions(&parts.body, word)) {
        errors.at(
            Span::call_site(),
            "`#[instrument]` above `#[retry]` moves the `&mut` arguments into the first attempt, and none is left for the next: put `#[retry]` above `#[instrument]`",
        );
    }
}

/// The error for a function whose future is not an `async` block in sight: nothing else can be run again.
fn unknown_body(signature: &Signature) -> Error {
    let name = &signature.ident;
    match returned(signature) {
        Some(Type::ImplTrait(returned)) => Error::new_spanned(
            returned.impl_token,
            format!(
                "`#[retry]` retries an `impl Future` only where it sees its body: write `async fn {name}`, or, where an attribute above rewrites that, as `#[trait_variant::make]` does, `fn {name}(…) -> impl Future<Output = …> {{ async move {{ … }} }}` with nothing but `let` statements before the block"
            ),
        ),
        returned => Error::new_spanned(
            returned,
            "`#[retry]` retries a boxed future only where it sees its body: write the function as `{ Box::pin(async move { … }) }` with nothing but `let` statements before it, or as an `async fn`",
        ),
    }
}

fn not_async(function: &Function, signature: &Signature) -> Error {
    if let Some(test) = function.outer_attributes.iter().find(|attribute| is_left_by_an_async_test(attribute, function))
    {
        let name = &signature.ident;
        let message = if is_made_by_test_case(name) {
            "`#[test_case]`, where there are two, puts the test attribute above `#[retry]`, and that has already made a plain function of the test: put `#[retry]` on a function that the test calls".to_owned()
        } else {
            format!(
                "the test attribute above `#[retry]` has already made `{name}` a plain function: put `#[retry]` above it"
            )
        };
        return Error::new_spanned(test, message);
    }
    let returned = returned(signature);
    let boxed = if returned.is_some_and(is_named_result) {
        ""
    } else {
        "; a boxed future's type must be spelt out, `Pin<Box<dyn Future<Output = …>>>`"
    };
    Error::new(
        signature.fn_token.span,
        format!(
            "`#[retry]` needs an `async fn`, or `#[retry(blocking, …)]` to wait with the thread; if another attribute already rewrote this one, put `#[retry]` above it{boxed}"
        ),
    )
}

/// Whether `#[tokio::test]` or a similar attribute has left this `#[test]`. Such an attribute puts the body into an
/// `async` block, and writes the `#[test]` of the standard library by its full path. A bare `#[test]` is the user's
/// own. It is below `#[retry]` and has changed nothing yet.
fn is_left_by_an_async_test(attribute: &Attribute, function: &Function) -> bool {
    let is_by_full_path = attribute.is_named("test") && attribute.path.iter().any(|word| mentions(word, "prelude"));
    is_by_full_path && mentions(&function.body, "async")
}

/// Refuses `mut` by-value parameters: the next attempt would see what a failed one has changed. The compiler would
/// accept them.
fn no_mutable_parameters(signature: &Signature, errors: &mut Errors) {
    struct Bindings<'a> {
        of: &'a Type,
        errors: &'a mut Errors,
    }

    impl VisitMut for Bindings<'_> {
        fn visit_pat_ident_mut(&mut self, binding: &mut PatIdent) {
            if let Some(mut_token) = &binding.mutability {
                self.errors.at(mut_token.span, changes_would_leak(&binding.ident, Some(self.of)));
            }
            visit_mut::visit_pat_ident_mut(self, binding);
        }
    }

    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => {
                let Some(mut_token) = receiver.mutability.as_ref().filter(|_| !is_pinned_receiver(&receiver.kind))
                else {
                    continue;
                };
                errors.at(mut_token.span, changes_would_leak(&Ident::new("self", Span::call_site()), None));
            }
            // As with `self`: a pinned reference cannot be used without a `mut` binding.
            FnArg::Typed(parameter) if is_pinned_reference(&parameter.ty) => {}
            FnArg::Typed(parameter) => {
                Bindings { of: &parameter.ty, errors }.visit_pat_mut(&mut parameter.pat.clone());
            }
        }
    }
}

fn mutable_rebind(rebind: &MutableRebind, signature: &Signature, errors: &mut Errors) {
    let by_reference = signature.receiver().is_some_and(|receiver| {
        matches!(receiver.kind, ReceiverKind::Reference(..)) || is_pinned_receiver(&receiver.kind)
    });
    if !(rebind.of_self && by_reference) {
        let variable = if rebind.of_self { Ident::new("self", rebind.mut_span) } else { rebind.variable.clone() };
        errors.at(rebind.mut_span, changes_would_leak(&variable, None));
    }
}

fn changes_would_leak(variable: &Ident, ty: Option<&Type>) -> String {
    let (remedy, what) = match ty {
        _ if variable == "self" => ("let mut this = self.clone();".to_owned(), "copy"),
        Some(Type::Reference(reference)) if reference.mutability.is_some() => {
            (format!("let mut {variable} = &mut *{variable};"), "borrow")
        }
        Some(Type::Reference(_)) => (format!("let mut {variable} = {variable};"), "bind"),
        _ => (format!("let mut {variable} = {variable}.clone();"), "copy"),
    };
    let otherwise = if what == "copy" { ", or, where it cannot be cloned, take it by `&mut`" } else { "" };
    format!(
        "a failed attempt's changes to `{variable}` would be seen by the next one: take `{variable}` without `mut` and {what} it in the body, `{remedy}`{otherwise}"
    )
}

/// Whether the type is a `Pin<&mut T>`, which cannot be used without a `mut` binding and is a reference all the same.
fn is_pinned_reference(ty: &Type) -> bool {
    matches!(last_argument(ty, "Pin"), Some(Type::Reference(reference)) if reference.mutability.is_some())
}

fn is_pinned_receiver(kind: &ReceiverKind) -> bool {
    matches!(kind, ReceiverKind::Typed(_, ty) if is_pinned_reference(ty))
}

/// Every name that the parameters bind, `self` included.
pub(super) fn parameters(signature: &Signature) -> HashSet<String> {
    struct Names(HashSet<String>);

    impl VisitMut for Names {
        fn visit_pat_ident_mut(&mut self, binding: &mut PatIdent) {
            self.0.insert(binding.ident.to_string());
            visit_mut::visit_pat_ident_mut(self, binding);
        }
    }

    let mut names = Names(HashSet::from(["self".to_owned()]));
    for input in &signature.inputs {
        if let FnArg::Typed(parameter) = input {
            let mut pattern: Pat = (*parameter.pat).clone();
            names.visit_pat_mut(&mut pattern);
        }
    }
    names.0
}
