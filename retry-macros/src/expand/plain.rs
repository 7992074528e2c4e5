//! The loop of a function whose options are a predicate and constants of the schedule, as they are for most.

use std::time::Duration;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::attempt::{self, Attempt};
use super::{in_a_row, name, policy, private_at, with_receiver};
use crate::defaults;
use crate::model::{Attempts, Constant, Jitter, Model, Options, Setting, Shape};

/// Whether the call has nothing between an attempt and the wait, and its state is the number of the attempt.
pub(super) fn is_plain(model: &Model) -> bool {
    let options = &model.options;
    let decorrelated = options.jitter.as_ref().is_some_and(|jitter| jitter.value == Jitter::Decorrelated);
    let more = [
        decorrelated,
        matches!(model.shape, Shape::Blocking),
        options.deadline.is_some(),
        options.timeout.is_some(),
        options.until.is_some(),
        options.policy.is_some(),
        options.budget.is_some(),
        options.on_retry.is_some(),
        options.on_give_up.is_some(),
        options.context.is_some(),
        options.rng.is_some(),
        options.sleep.is_some(),
    ];
    !more.contains(&true)
}

/// ```text
/// output: let mut __retry_call = CALL;
///         loop {
///             <make an attempt>
///             if let Return(__retry_outcome) = advance(__retry_outcome, <transient>, &mut __retry_call, <settings>) {
///                 __retry_call.end();
///                 return __retry_outcome;
///             }
///             __retry_call.pause().await;
///         }
/// ```
///
/// Where the attempt is a future of its own, it is awaited together with the pause before it, as
/// `__retry_call.attempt(<attempt>).await`: each `.await` is an eighth of what a function costs to check.
///
/// The predicate is written where it is called: it may borrow what the body changes. A type that is no `Result` is blamed
/// on the `->` and a wrong predicate on the predicate.
pub(super) fn attempts(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let attempt = Attempt::of(model);
    let after_pause = attempt == Attempt::Future;
    let outcome = attempt::outcome(model, attempt, &TokenStream::new(), after_pause);
    let settings = settings(model);
    let outcome_variable = Ident::new("__retry_outcome", here.located_at(model.outcome_span));
    let advance = match &model.options.transient {
        Some(Setting { value, .. }) => {
            let at_predicate = here.located_at(value.span());
            let (private, predicate) = (private_at(at_predicate), with_receiver(model, value));
            quote_spanned!(at_predicate=> #private::advance(#outcome_variable, #predicate, &mut __retry_call, #settings))
        }
        None => quote_spanned! {here=>
            #private::advance(
                #outcome_variable,
                |__retry_error| #private::by_trait(__retry_error),
                &mut __retry_call,
                #settings
            )
        },
    };
    let pause = (!after_pause).then(|| quote_spanned!(here=> __retry_call.pause().await;));
    let judgement = quote_spanned! {here=>
        if let #private::Return(__retry_outcome) = #advance {
            __retry_call.end();
            return __retry_outcome;
        }
        #pause
    };
    let mut body = Group::new(Delimiter::Brace, in_a_row([outcome, judgement]));
    body.set_span(here);
    quote_spanned! {here=>
        let mut __retry_call = #private::CALL;
        loop #body
    }
}

/// ```text
/// output: &Literals { name: <name>, base: 500000000u64, cap: 30000000000u64, attempts: 6u32 }
/// ```
///
/// Where the compiler has to evaluate one of these, or the policy is not the default one otherwise:
///
/// ```text
/// output: { static __RETRY_POLICY: Settings = Constants { name: <name>, policy: <policy> }; &__RETRY_POLICY }
/// ```
fn settings(model: &Model) -> TokenStream {
    let here = Span::mixed_site();
    let private = private_at(here);
    let name = name(model);
    if let Some((base, cap, attempts)) = literals(&model.options) {
        return quote_spanned! {here=>
            &#private::Literals { name: #name, base: #base, cap: #cap, attempts: #attempts }
        };
    }
    let policy = policy::build(model);
    let constants = quote_spanned!(here=> #private::Constants { name: #name, policy: #policy });
    policy::constant(model, "Settings", &constants)
}

/// Base, cap and attempts of the policy, if it has no other settings and the macro could read all of them.
fn literals(options: &Options) -> Option<(u64, u64, u32)> {
    fn nanos(setting: Option<&Setting<Constant<Duration>>>, default: Duration) -> Option<u64> {
        let duration = setting.map_or(Some(&default), |setting| setting.value.literal())?;
        // Not for durations of more than five centuries.
        u64::try_from(duration.as_nanos()).ok()
    }
    let base = nanos(options.base.as_ref(), defaults::BASE)?;
    let cap = nanos(options.cap.as_ref(), defaults::CAP)?;
    let attempts = match &options.attempts {
        Some(Setting { value: Attempts::Count(Constant::Literal(attempts, _)), .. }) => *attempts,
        Some(_) => return None,
        None => defaults::ATTEMPTS,
    };
    let others = [
        options.retry_after_cap.is_some(),
        options.factor.is_some(),
        options.backoff.is_some(),
        options.jitter.is_some(),
    ];
    (!others.contains(&true)).then_some((base, cap, attempts))
}
