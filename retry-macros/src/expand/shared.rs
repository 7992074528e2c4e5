//! What a call shares with other calls: the retrier of `with = …`, and the budget.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::{Expr, FnArg};

use super::{at_value, private_at};
use crate::model::Model;
use crate::parse::head::signature;
use crate::parse::tokens::mentions;
use crate::parse::values;
use crate::setting::Setting;

/// The retrier of `with = …`, whose expression is evaluated once. The call borrows the retrier. If the body may change
/// the value that the retrier is a part of, the call has a clone instead.
///
/// ```text
/// output: let __retry_with = &(<with>);
///         let __retry_with = retrier(__retry_with);
///
///         let __retry_with = &retrier_clone(&(<with>));           where `<with>` names a parameter that is `&mut`
/// ```
pub(super) fn with(model: &Model) -> Option<TokenStream> {
    let Setting { value, .. } = model.options.with.as_ref()?;
    let may_change = may_change(model, value);
    let (at, private, with) = at_value(model, value);
    Some(if may_change {
        quote_spanned!(at=> let __retry_with = &#private::retrier_clone(&(#with));)
    } else {
        quote_spanned!(at=> let __retry_with = &(#with); let __retry_with = #private::retrier(__retry_with);)
    })
}

/// Whether a value names a parameter with a `mut` in its type. A signature that syn cannot parse may have one.
pub(super) fn may_change(model: &Model, value: &Expr) -> bool {
    let Ok(signature) = signature(&model.function.head) else { return true };
    let is_named = |name: &str| value.to_token_stream().into_iter().any(|token| mentions(&token, name));
    signature.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => contains(receiver.to_token_stream(), "mut") && is_named("self"),
        FnArg::Typed(parameter) => {
            contains(parameter.ty.to_token_stream(), "mut") && any_ident(parameter.pat.to_token_stream(), &is_named)
        }
    })
}

fn contains(tokens: TokenStream, text: &str) -> bool {
    tokens.into_iter().any(|token| mentions(&token, text))
}

fn any_ident(tokens: TokenStream, holds: &dyn Fn(&str) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => any_ident(group.stream(), holds),
        TokenTree::Ident(ident) => holds(&ident.to_string()),
        _ => false,
    })
}

/// What a budget adds to the loop.
#[derive(Default)]
pub(super) struct Budget {
    /// `let __retry_budget = budget(&(<budget>));`
    pub binding: Option<TokenStream>,
    /// `let mut __retry_token;`
    pub token: Option<TokenStream>,
    /// `__retry_token = BudgetToken::held(__retry_budget);`
    pub hold: Option<TokenStream>,
    /// `BudgetToken::spend(&mut __retry_token);`, or `spend_unless_stopped(…)`
    pub spend: Option<TokenStream>,
}

pub(super) fn budget(model: &Model, cuts_waits: bool) -> Budget {
    let here = Span::mixed_site();
    let private = private_at(here);
    let binding = match (&model.options.budget, &model.options.with) {
        (Some(Setting { value, .. }), _) if values::is_none(value) => return Budget::default(),
        (Some(Setting { value, .. }), _) => {
            let (at, private, budget) = at_value(model, value);
            quote_spanned!(at=> let __retry_budget = #private::budget(&(#budget));)
        }
        (None, Some(_)) => quote_spanned!(here=> let __retry_budget = #private::Retrier::budget(__retry_with);),
        (None, None) => return Budget::default(),
    };
    Budget {
        binding: Some(binding),
        token: Some(quote_spanned!(here=> let mut __retry_token;)),
        hold: Some(quote_spanned!(here=> __retry_token = #private::BudgetToken::held(__retry_budget);)),
        spend: Some(if cuts_waits {
            quote_spanned!(here=> #private::spend_unless_stopped(&mut __retry_token, &*__retry_stop);)
        } else {
            quote_spanned!(here=> #private::BudgetToken::spend(&mut __retry_token);)
        }),
    }
}
