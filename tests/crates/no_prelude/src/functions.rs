// `lib.rs` includes this file in modules in which the usual names are missing or mean something else. So nothing here
// uses a name of the prelude.

type Count = ::core::primitive::u32;
type Outcome = ::core::result::Result<Count, crate::Busy>;

/// Waits on tokio's clock for zero time.
#[::retry_core::retry(backoff = ["0s", "0ms"], jitter = "none")]
pub async fn bare(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// The numbers of a policy.
#[::retry_core::retry(base = crate::BASE, cap = "1s", factor = 1.5, jitter = "equal", attempts = 3, sleep = crate::no_wait)]
pub async fn numbers(calls: &mut Count) -> Outcome {
    crate::third_time(calls)?;
    Outcome::Ok(*calls)
}

/// Words of a policy.
#[::retry_core::retry(backoff = "fibonacci", jitter = "full", retry_after_cap = "1h", sleep = crate::no_wait)]
pub async fn words(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// Another crate::curve.
#[::retry_core::retry(backoff = crate::curve, sleep = crate::no_wait)]
pub async fn function(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// Another jitter.
#[::retry_core::retry(jitter = "decorrelated", attempts = 2 + 1, sleep = crate::no_wait)]
pub async fn decorrelated(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// A policy from elsewhere.
#[::retry_core::retry(policy = crate::POLICY, sleep = crate::no_wait)]
pub async fn policy(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// The options that are code.
#[::retry_core::retry(
    transient = |busy| busy.0 > 0,
    on_retry = |event| ::core::assert!(event.attempt < 3),
    context = attempt,
    name = "name",
    rng = crate::rng(),
    sleep = crate::no_wait
)]
pub async fn code(calls: &mut Count) -> Outcome {
    ::core::assert_eq!(attempt.number, *calls + 1);
    crate::third_time(calls)
}

/// The options that need the time.
#[::retry_core::retry(
    deadline = "1h",
    timeout = crate::HOUR,
    until = |calls| *calls == 3,
    on_give_up = |_event| ::core::panic!("the third call is right"),
    sleep = crate::no_wait
)]
pub async fn timed(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// A policy that may have a deadline, and a budget.
#[::retry_core::retry(policy = crate::POLICY, budget = crate::BUDGET, timeout = "1h", sleep = crate::no_wait)]
pub async fn shared(calls: &mut Count) -> Outcome {
    crate::third_time(calls)?;
    Outcome::Ok(*calls)
}

/// What calls share.
#[::retry_core::retry(with = crate::RETRIES, sleep = crate::no_wait, context = _attempt)]
pub async fn retrier(calls: &mut Count) -> Outcome {
    crate::third_time(calls)?;
    Outcome::Ok(*calls)
}

/// What calls share, with the options that switch its parts off.
#[::retry_core::retry(with = crate::RETRIES, policy = crate::POLICY, timeout = ::core::option::Option::None, budget = ::core::option::Option::None, sleep = crate::no_wait)]
pub async fn alone(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// A policy that depends on the generics of the function.
#[::retry_core::retry(attempts = N, deadline = crate::HOUR, timeout = crate::HOUR, sleep = crate::no_wait)]
pub async fn generic<const N: Count>(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// Unlimited attempts.
#[::retry_core::retry(attempts = unlimited, deadline = "1h", backoff = ["0s", "0s"], budget = crate::BUDGET)]
pub async fn unlimited(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// Waits with the thread.
#[::retry_core::retry(blocking, sleep = crate::no_block, context = _attempt)]
pub fn blocking(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// Waits with the thread for zero time.
#[::retry_core::retry(blocking, backoff = ["0s", "0ms"], jitter = "none")]
pub fn blocking_bare(calls: &mut Count) -> Outcome {
    crate::third_time(calls)
}

/// Has a body that is left before its end.
#[::retry_core::retry(
    blocking,
    policy = crate::POLICY,
    budget = crate::BUDGET,
    until = |calls| *calls == 3,
    sleep = crate::no_block
)]
pub fn blocking_early(calls: &mut Count) -> Outcome {
    crate::third_time(calls)?;
    Outcome::Ok(*calls)
}

/// Returns its future in a box.
#[::retry_core::retry(sleep = crate::no_wait)]
pub fn boxed<'c>(
    calls: &'c mut Count,
) -> ::core::pin::Pin<::std::boxed::Box<dyn ::core::future::Future<Output = Outcome> + 'c>> {
    ::std::boxed::Box::pin(async move { crate::third_time(calls) })
}

/// Returns its future in a box, and is left before its end.
#[::retry_core::retry(timeout = "1h", sleep = crate::no_wait)]
pub fn boxed_early<'c>(
    calls: &'c mut Count,
) -> ::core::pin::Pin<::std::boxed::Box<dyn ::core::future::Future<Output = Outcome> + 'c>> {
    ::std::boxed::Box::pin(async move {
        crate::third_time(calls)?;
        Outcome::Ok(*calls)
    })
}

/// Returns its future without a box.
#[allow(clippy::manual_async_fn)] // how it is written is what is tested
#[::retry_core::retry(sleep = crate::no_wait)]
pub fn opaque(calls: &mut Count) -> impl ::core::future::Future<Output = Outcome> {
    async move { crate::third_time(calls) }
}

/// Has methods.
pub struct Client {
    /// The calls so far.
    pub calls: Count,
}

impl Client {
    /// Changes itself.
    #[::retry_core::retry(sleep = crate::no_wait)]
    pub async fn read(&mut self) -> Outcome {
        crate::third_time(&mut self.calls)?;
        Outcome::Ok(self.calls)
    }
}

/// Has a default method.
#[allow(async_fn_in_trait)]
pub trait Source {
    /// Is not overridden.
    #[::retry_core::retry(sleep = crate::no_wait)]
    async fn read(&self, calls: &mut Count) -> Outcome {
        crate::third_time(calls)
    }
}

impl Source for () {}

/// Every kind of verdict.
#[::core::prelude::v1::derive(::retry_core::Transient)]
pub enum Verdicts<E> {
    #[transient]
    Transient,
    #[transient(retry_after = after)]
    RetryAfter { after: ::core::time::Duration },
    #[transient(retry_after)]
    Perhaps(::core::option::Option<::core::time::Duration>),
    #[transient(forward)]
    Forward(E),
    #[transient(when = |calls| *calls < 3)]
    When(Count),
    #[permanent]
    Permanent,
    Silent,
}

/// An error without a value.
#[::core::prelude::v1::derive(::retry_core::Transient)]
pub enum Never {}

/// An error that is asked as a whole.
#[::core::prelude::v1::derive(::retry_core::Transient)]
#[transient(when = |whole| whole.0 < 3)]
pub struct Whole(pub Count);
