//! The type and what its attributes say. Whether the attributes fit the fields is for `check`.

mod options;

use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Data, DeriveInput, Fields, Index, Member, Meta};

use self::options::Declarations;
use super::model::{Crate, Declaration, Field, Item, Kind, Variant, What, show};
use crate::errors::Errors;

pub(super) fn parse(item: TokenStream, errors: &mut Errors) -> Option<Item> {
    let DeriveInput { attrs, ident, generics, data, .. } = errors.ok(syn::parse2(item))?;
    let Declarations { said, krate } = told(&attrs, &ident, errors);
    let kind = match data {
        Data::Struct(data) => Kind::Struct(fields(&ident, data.fields, errors)),
        Data::Enum(data) => {
            Kind::Enum(data.variants.into_iter().map(|variant| read_variant(variant, errors)).collect())
        }
        Data::Union(data) => Kind::Union(data.union_token.span),
    };
    Some(Item { ident, generics, krate: krate.map_or(Crate::Default, |(_, krate)| krate), said, kind })
}

fn read_variant(variant: syn::Variant, errors: &mut Errors) -> Variant {
    let Declarations { said, krate } = told(&variant.attrs, &variant.ident, errors);
    if let Some((key, _)) = krate {
        errors.at(key.span(), "`crate` is set once for all variants: write `#[transient(crate = …)]` on the enum");
    }
    let fields = fields(&variant.ident, variant.fields, errors);
    Variant { ident: variant.ident, fields, said }
}

fn fields(of: &Ident, fields: Fields, errors: &mut Errors) -> Vec<Field> {
    let mut read = Vec::new();
    for (index, field) in (0..).zip(fields) {
        let member = match field.ident {
            Some(ident) => Member::Named(ident),
            None => Member::Unnamed(Index { index, span: of.span() }),
        };
        for name in ours(&field.attrs) {
            let shown = show(&member);
            let remedy = if name == "permanent" {
                format!("write `#[permanent]` on `{of}`")
            } else {
                format!("to ask this field, write `#[transient(forward = {shown})]` on `{of}`")
            };
            errors.at(name.span(), format!("`#[{name}]` describes an error, not one of its fields: {remedy}"));
        }
        read.push(Field { member, ty: field.ty });
    }
    read
}

/// The names of those attributes that belong to this derive.
fn ours(attributes: &[Attribute]) -> impl Iterator<Item = &Ident> {
    let names = attributes.iter().filter_map(|attribute| attribute.path().get_ident());
    names.filter(|name| *name == "transient" || *name == "permanent")
}

/// What all the attributes on a type or variant say together.
fn told(attributes: &[Attribute], of: &Ident, errors: &mut Errors) -> Declarations {
    let mut all = Declarations::default();
    let mut before: Option<&Ident> = None;
    for attribute in attributes {
        let Some(name) = ours(std::slice::from_ref(attribute)).next() else { continue };
        let one = read(attribute, name, errors);
        if let Some((key, krate)) = one.krate {
            all.locate(key, krate, errors);
        }
        let Some(said) = one.said else { continue };
        match before {
            None => (all.said, before) = (Some(said), Some(name)),
            Some(before) if before == name => {
                errors.at(name.span(), format!("`#[{name}]` stands twice on `{of}`: keep one of them"));
            }
            Some(_) => {
                errors
                    .at(name.span(), format!("`{of}` cannot be transient and permanent at once: keep one of the two"));
            }
        }
    }
    all
}

fn read(attribute: &Attribute, name: &Ident, errors: &mut Errors) -> Declarations {
    let alone = |what| Declarations { said: Some(Declaration { key: name.clone(), what }), krate: None };
    match &attribute.meta {
        Meta::Path(_) if name == "permanent" => alone(What::Permanent),
        meta if name == "permanent" => {
            errors.on(meta, "`#[permanent]` takes no options: write `#[permanent]` alone");
            alone(What::Permanent)
        }
        Meta::Path(_) => alone(What::Transient),
        Meta::List(list) if list.tokens.is_empty() => alone(What::Transient),
        Meta::List(list) => options::parse(list.tokens.clone(), name, errors),
        Meta::NameValue(meta) => {
            errors.on(meta, "options stand in parentheses: write `#[transient(when = …)]`, or `#[transient]` alone");
            alone(What::Unreadable)
        }
    }
}
