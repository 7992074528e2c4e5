//! What the attribute means: a function by its shape, and the options beside it.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

use crate::options::Options;

/// The function as it was written, its body unread.
pub(crate) struct Function {
    pub outer_attributes: Vec<Attribute>,
    pub head: Head,
    pub inner_attributes: TokenStream,
    /// The body block without its inner attributes: a brace group, perhaps within an invisible one.
    pub body: TokenTree,
}

/// An attribute above the function, read as far as its path: there is one for each line of documentation.
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
    /// Whether it goes by this name, wherever that comes from.
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

/// What stands between the attributes of a function and its body. Only the words of it are read: for most functions no
/// rule asks for a type, and to parse those costs a compile half as much as all the rest of the attribute. Where a rule
/// asks, `parse::head::signature` does it.
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

/// How a function makes an attempt.
pub(crate) enum Shape {
    /// `async fn`: the body is awaited.
    Async,
    /// `fn` with `blocking`: the body is called.
    Blocking,
    /// `fn` that returns a future, boxed or not: the body of its `async` block is awaited.
    Boxed(Box<BoxedBody>),
}

impl Shape {
    /// What every attempt runs.
    pub(crate) fn body<'a>(&'a self, function: &'a Function) -> &'a TokenTree {
        match self {
            Self::Boxed(boxed) => &boxed.body,
            Self::Async | Self::Blocking => &function.body,
        }
    }
}

/// How the body is run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Attempt {
    /// Where it stands.
    Inline,
    /// In an `async` block.
    Future,
    /// In a closure that is called at once.
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
    /// Whether they begin with `#[async_trait]`'s own typed return.
    pub typed: bool,
    /// What they bind to which parameter.
    pub rebound: Vec<Rebind>,
    /// The variable among them that holds `self`.
    pub receiver: Option<Ident>,
    /// What every attempt runs.
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
    /// Where errors about the outcome's type belong: the `->`.
    pub outcome_span: Span,
    /// What the future of an attempt borrows uniquely if the body names it.
    pub exclusive: Vec<Exclusive>,
    pub options: Options,
}

impl Model {
    /// What every attempt runs.
    pub(crate) fn body(&self) -> &TokenTree {
        self.shape.body(&self.function)
    }
}
