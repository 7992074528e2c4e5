//! What a signature says about the value that the function returns.

use quote::quote_spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, PathArguments, ReturnType, Signature, Type, TypeParamBound};

use crate::parse::body::ReturnedFuture;

pub(super) fn returned(signature: &Signature) -> Option<&Type> {
    match &signature.output {
        ReturnType::Type(_, returned) => Some(returned),
        ReturnType::Default => None,
    }
}

/// Whether the type is `Result`, `io::Result` or another type whose name ends with `Result`.
pub(super) fn is_named_result(ty: &Type) -> bool {
    match ty {
        Type::Path(ty) => ty.path.segments.last().is_some_and(|last| last.ident.to_string().ends_with("Result")),
        _ => false,
    }
}

/// The future that a function returns as `Pin<Box<dyn Future<Output = Ret> + …>>`, `BoxFuture<'_, Ret>`,
/// `LocalBoxFuture<'_, Ret>` or `impl Future<Output = Ret> + …`.
pub(super) fn future(signature: &Signature) -> Option<ReturnedFuture> {
    let returned = returned(signature)?;
    if let Type::ImplTrait(future) = returned {
        let mut output = future.bounds.iter().find_map(future_output)?;
        InferImplTrait.visit_type_mut(&mut output);
        return Some(ReturnedFuture { output, boxed: false });
    }
    if let Some(output) = last_argument(returned, "BoxFuture").or_else(|| last_argument(returned, "LocalBoxFuture")) {
        return Some(ReturnedFuture { output, boxed: true });
    }
    match last_argument(&last_argument(returned, "Pin")?, "Box")? {
        Type::TraitObject(object) => {
            object.bounds.iter().find_map(future_output).map(|output| ReturnedFuture { output, boxed: true })
        }
        _ => None,
    }
}

/// Writes `_` in place of `impl Trait`, which is allowed in a signature only.
struct InferImplTrait;

impl VisitMut for InferImplTrait {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::ImplTrait(opaque) => *ty = Type::Verbatim(quote_spanned!(opaque.impl_token.span=> _)),
            ty => visit_mut::visit_type_mut(self, ty),
        }
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
pub(super) fn last_argument(ty: &Type, name: &str) -> Option<Type> {
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
