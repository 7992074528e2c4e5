use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Error, FnArg, GenericArgument, Pat, PatIdent, PathArguments, ReceiverKind, ReturnType, Signature, Type,
    TypeParamBound,
};

use super::exclusive::exclusive;
use crate::errors::Errors;
use crate::model::{Exclusive, Function, Shape};
use crate::options::Options;
use crate::parse::body::{self, MutableRebind};
use crate::parse::head::signature;

/// What a function that can be retried has.
pub(super) struct Checked {
    pub shape: Shape,
    /// Where the type of the outcome is blamed.
    pub outcome_span: Span,
    pub exclusive: Vec<Exclusive>,
}

pub(super) fn check(function: &Function, options: &Options, errors: &mut Errors) -> Option<Checked> {
    only_retry(function, errors);
    let head = &function.head;
    let mut with_mut = None;
    if head.mentions_mut {
        let signature = errors.ok(signature(head))?;
        if options.blocking.is_none() {
            above_instrument(function, &signature, errors);
        }
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
            if let Some(future) = boxed_output(&signature) {
                errors.on(future, "`blocking` is for a function that makes the call itself, and this one returns a future: remove `blocking`");
            }
            Shape::Blocking
        }
        (None, None) => {
            let signature = errors.ok(signature(head))?;
            let Some(output) = boxed_output(&signature) else {
                errors.push(not_async(function, &signature));
                return None;
            };
            let Some((parts, mutable)) = body::boxed(function, output, &parameters(&signature)) else {
                errors.on(
                    returned(&signature),
                    "`#[retry]` retries a boxed future only where it sees its body: write the function as `{ Box::pin(async move { … }) }` with nothing but `let` statements before it, or as an `async fn`",
                );
                return None;
            };
            for rebind in mutable {
                mutable_rebind(&rebind, &signature, errors);
            }
            Shape::Boxed(Box::new(parts))
        }
    };
    let exclusive = with_mut.map(|signature| exclusive(&signature, &shape, options)).unwrap_or_default();
    Some(Checked { shape, outcome_span: arrow, exclusive })
}

fn returns_nothing(name: &Ident) -> String {
    format!(
        "`#[retry]` needs a function that returns `Result`, but `{name}` returns nothing: only an `Err` can be judged and tried again"
    )
}

/// Two attributes would nest, and their attempts multiply.
fn only_retry(function: &Function, errors: &mut Errors) {
    for attribute in &function.outer_attributes {
        if attribute.is_named("retry") {
            errors.on(
                attribute.path(),
                "this function has a `#[retry]` already, and the attempts of two would multiply (6 and 6 are 36 calls): keep one",
            );
        }
    }
}

/// `#[instrument]` above `#[retry]` has already put the body into an `async move` block. The first attempt would
/// take a mutable reference away with it, which the compiler reports in terms of code nobody wrote. Shared
/// references and `Copy` values are copied, and of other values only the compiler knows.
fn above_instrument(function: &Function, signature: &Signature, errors: &mut Errors) {
    let mutable = signature.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))),
        FnArg::Typed(parameter) => matches!(&*parameter.ty, Type::Reference(ty) if ty.mutability.is_some()),
    });
    if mutable && body::mentions(&function.body, "__tracing_attr_span") {
        errors.at(
            Span::call_site(),
            "`#[instrument]` above `#[retry]` moves the `&mut` arguments into the first attempt, and none is left for the next: put `#[retry]` above `#[instrument]`",
        );
    }
}

fn not_async(function: &Function, signature: &Signature) -> Error {
    let name = &signature.ident;
    if let Some(test) = function.outer_attributes.iter().find(|attribute| attribute.is_named("test")) {
        return Error::new_spanned(
            test,
            format!(
                "the test attribute above `#[retry]` has already made `{name}` a plain function: put `#[retry]` above it"
            ),
        );
    }
    if let Some(Type::ImplTrait(future)) = returned(signature) {
        if future.bounds.iter().any(|bound| future_output(bound).is_some()) {
            return Error::new_spanned(
                future.impl_token,
                format!(
                    "`#[retry]` cannot see the attempt inside an `impl Future`: write `async fn {name}(…) -> Result<…>`"
                ),
            );
        }
    }
    Error::new(
        signature.fn_token.span,
        format!(
            "`#[retry]` needs an `async fn`: write `async fn {name}`, or `#[retry(blocking, …)]` to wait with the thread; if another attribute already rewrote this one, put `#[retry]` above it; a boxed future's type must be spelt out, `Pin<Box<dyn Future<Output = …>>>`"
        ),
    )
}

/// A by-value parameter keeps what a failed attempt did to it; only the macro can see that coming.
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

/// `Pin<&mut T>` cannot be used without a `mut` binding, and is no value of its own.
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

fn returned(signature: &Signature) -> Option<&Type> {
    match &signature.output {
        ReturnType::Type(_, returned) => Some(returned),
        ReturnType::Default => None,
    }
}

/// `Ret` of `Pin<Box<dyn Future<Output = Ret> + …>>`, `BoxFuture<'_, Ret>` or `LocalBoxFuture<'_, Ret>`.
fn boxed_output(signature: &Signature) -> Option<Type> {
    let returned = returned(signature)?;
    if let Some(output) = last_argument(returned, "BoxFuture").or_else(|| last_argument(returned, "LocalBoxFuture")) {
        return Some(output);
    }
    match last_argument(&last_argument(returned, "Pin")?, "Box")? {
        Type::TraitObject(object) => object.bounds.iter().find_map(future_output),
        _ => None,
    }
}

/// `Ret` of `Future<Output = Ret>`.
fn future_output(bound: &TypeParamBound) -> Option<Type> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let segment = bound.path.segments.last().filter(|segment| segment.ident == "Future")?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(output) if output.ident == "Output" => Some(output.ty.clone()),
        _ => None,
    })
}

/// `Argument` of `path::to::Name<…, Argument>`.
fn last_argument(ty: &Type, name: &str) -> Option<Type> {
    let ty = match ty {
        Type::Group(group) => return last_argument(&group.elem, name),
        Type::Paren(paren) => return last_argument(&paren.elem, name),
        Type::Path(ty) => ty,
        _ => return None,
    };
    let segment = ty.path.segments.last().filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.last()? {
        GenericArgument::Type(argument) => Some(argument.clone()),
        _ => None,
    }
}
