//! The lines of `report = …`, which is told how the call has ended.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::at_value;
use crate::model::Model;
use crate::setting::Setting;

/// What `report = …` adds to the loop.
#[derive(Default)]
pub(super) struct Report {
    /// `let mut __retry_report = None;`
    pub binding: Option<TokenStream>,
    /// Where the step writes it: `Some(&mut __retry_report)`.
    pub slot: Option<TokenStream>,
    /// `tell_report(__retry_report, <report>);`
    pub tell: Option<TokenStream>,
}

pub(super) fn report(model: &Model) -> Report {
    let here = Span::mixed_site();
    let Some(Setting { value, .. }) = &model.options.report else { return Report::default() };
    let (at, private, hook) = at_value(model, value);
    Report {
        binding: Some(quote_spanned!(here=> let mut __retry_report = ::core::option::Option::None;)),
        slot: Some(quote_spanned!(here=> ::core::option::Option::Some(&mut __retry_report))),
        tell: Some(quote_spanned!(at=> #private::tell_report(__retry_report, #hook);)),
    }
}
