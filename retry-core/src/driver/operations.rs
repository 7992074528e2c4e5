//! What a configured call retries.

use std::future::Ready;
use std::marker::PhantomData;

/// Something whose attempts give a `Result<Value, Error>`.
pub trait Operation {
    type Value;
    type Error;
    /// The future of an attempt, where that is a type of its own.
    type Attempt;
}

/// A closure that returns a future.
#[derive(Debug)]
pub struct Returning<F, A, T, E> {
    pub(super) operation: F,
    pub(super) attempt: PhantomData<fn() -> (A, T, E)>,
}

/// An async closure, whose future may borrow what the closure holds.
#[derive(Debug)]
pub struct Lending<F, T, E> {
    pub(super) operation: F,
    pub(super) outcome: PhantomData<fn() -> (T, E)>,
}

/// A closure that blocks.
#[derive(Debug)]
pub struct Blocking<F, T, E> {
    pub(super) operation: F,
    pub(super) outcome: PhantomData<fn() -> (T, E)>,
}

/// Nothing: the loop that makes the attempts is the user's.
#[derive(Debug)]
pub struct ByHand<T, E> {
    pub(super) outcome: PhantomData<fn() -> (T, E)>,
}

// Without the bound that `F` returns `A`: to know whether a future that holds the call is `Send` the compiler would
// have to prove it, and where both borrow the same it cannot (<https://github.com/rust-lang/rust/issues/110338>).
impl<F, A, T, E> Operation for Returning<F, A, T, E> {
    type Value = T;
    type Error = E;
    type Attempt = A;
}

macro_rules! without_a_future_of_their_own {
    ($([$($generics:ident),*] $operation:ty),*) => {$(
        impl<$($generics),*> Operation for $operation {
            type Value = T;
            type Error = E;
            type Attempt = Ready<()>;
        }
    )*};
}

without_a_future_of_their_own!([F, T, E] Lending<F, T, E>, [F, T, E] Blocking<F, T, E>, [T, E] ByHand<T, E>);
