//! The annotated function and its options, as `parse` reads them, `check` examines them and `expand` writes them.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use crate::options::Options;

/// The function as it was written. Its body is not parsed.
pub(crate) struct Function {
    pub outer_attributes: Vec<Attribute>,
    pub head: Head,
    pub inner_attributes: TokenStream,
    /// The body without its inner attributes: a group in braces. A `macro_rules!` fragment puts that into another
    /// group, which has no delimiters.
    pub body: TokenTree,
}

/// An attribute above the function. Every line of documentation is one, so no more is read than the path and a literal.
pub(crate) struct Attribute {
    /// `#` and `[…]`.
    pub tokens: [TokenTree; 2],
    pub path: Vec<TokenTree>,
    /// Whether it is `path = …`.
    pub has_value: bool,
    /// The value, if it is a literal.
    pub literal: Option<Literal>,
}

impl Attribute {
    /// Whether this name is the last segment of its path.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        matches!(self.path.last(), Some(TokenTree::Ident(last)) if last == name)
    }

    /// The path, for an error to point at.
    pub(crate) fn path(&self) -> TokenStream {
        self.path.iter().cloned().collect()
    }

    pub(crate) fn is_documentation(&self) -> bool {
        self.has_value && self.path.len() == 1 && self.is_named("doc")
    }
}

impl ToTokens for Attribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.iter().cloned());
    }
}

/// Everything between the attributes of a function and its body: visibility, keywords, name, parameters, return type.
///
/// The types are not parsed: most functions need no rule about a type, and parsing the types takes half as long as the
/// whole rest of the attribute. A rule that needs them calls `parse::head::signature`.
pub(crate) struct Head {
    pub tokens: Vec<TokenTree>,
    pub const_span: Option<Span>,
    pub async_span: Option<Span>,
    pub fn_span: Span,
    pub name: Ident,
    /// Whether there is a `mut` among the parameters, of a binding or of a type.
    pub mentions_mut: bool,
    /// The first character of the `->`.
    pub arrow: Option<Span>,
    /// The `()` behind it.
    pub unit: Option<Group>,
}

/// The kinds of function that can be retried.
pub(crate) enum Shape {
    /// `async fn`: the body is awaited.
    Async,
    /// `fn` with `blocking`: the body is called.
    Blocking,
    /// `fn` that returns a future, boxed or not: the body of its `async` block is awaited.
    Boxed(Box<BoxedBody>),
}

impl Shape {
    /// The block that every attempt runs.
    pub(crate) fn body<'a>(&'a self, function: &'a Function) -> &'a TokenTree {
        match self {
            Self::Boxed(boxed) => &boxed.body,
            Self::Async | Self::Blocking => &function.body,
        }
    }
}

/// What the expansion makes of the body.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Attempt {
    /// A block in the loop itself.
    Inline,
    /// An `async` block that is awaited.
    Future,
    /// A closure that is called at once.
    Closure,
}

/// `{ before Box::pin(async move { rebinds body }) }`
pub(crate) struct BoxedBody {
    /// `let` statements that run when the function is called.
    pub before: TokenStream,
    /// The path of `Box::pin`, where the future is boxed.
    pub constructor: Option<TokenStream>,
    /// `async move`
    pub keywords: TokenStream,
    pub async_span: Span,
    /// Statements that take the arguments into the future, once for all attempts.
    pub rebinds: TokenStream,
    /// Whether `rebinds` begin with the return of `#[async_trait]` that tells the type of the outcome.
    pub typed: bool,
    /// The statements of `rebinds`, taken apart.
    pub rebound: Vec<Rebind>,
    /// The variable that `rebinds` move `self` into.
    pub receiver: Option<Ident>,
    /// The block that every attempt runs.
    pub body: TokenTree,
    /// The type of its outcome.
    pub outcome: Type,
}

/// `let pattern[: Type] = parameter;`
pub(crate) struct Rebind {
    pub pattern: TokenStream,
    pub parameter: String,
}

/// A `&mut` that the body may name.
pub(crate) struct Exclusive {
    pub variable: Ident,
    /// The variable or a part of it, as `pair.0`.
    pub place: TokenStream,
}

/// A function and options that fit together.
pub(crate) struct Model {
    pub function: Function,
    pub shape: Shape,
    pub attempt: Attempt,
    /// The `->`, at which errors about the outcome's type are reported.
    pub outcome_span: Span,
    /// The `&mut` whose target the future of an attempt borrows uniquely, if the body names them.
    pub exclusive: Vec<Exclusive>,
    pub options: Options,
}

impl Model {
    /// The block that every attempt runs.
    pub(crate) fn body(&self) -> &TokenTree {
        self.shape.body(&self.function)
    }
}
