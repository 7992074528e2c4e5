//! Annotated functions that call each other, to the depth that the compiler allows. Its types may be 128 deep.
//!
//! A future within another one takes four levels: the coroutine, and three types in which the compiler wraps what a
//! coroutine holds. So about 32 functions can call each other, annotated or not. If a body may be left early, its
//! attempt is a future of its own, which halves that number.

use crate::common::{Failure, at_once, send};
use retry_core::retry;

type Outcome = Result<u32, Failure>;

/// Each function calls the next one.
macro_rules! left_at_the_end {
    ($first:ident $second:ident $($rest:ident)*) => {
        #[retry]
        async fn $first(value: u32) -> Outcome {
            $second(value).await
        }
        left_at_the_end!($second $($rest)*);
    };
    ($last:ident) => {
        async fn $last(value: u32) -> Outcome {
            Ok(value)
        }
    };
}

macro_rules! left_early {
    ($first:ident $second:ident $($rest:ident)*) => {
        #[retry(deadline = "1min", on_retry = |_| ())]
        async fn $first(value: u32) -> Outcome {
            let value = $second(value).await?;
            Ok(value + 1)
        }
        left_early!($second $($rest)*);
    };
    ($last:ident) => {
        async fn $last(value: u32) -> Outcome {
            Ok(value)
        }
    };
}

#[test]
fn of_bodies_that_are_left_at_their_end_as_many_as_of_bare_functions() {
    left_at_the_end!(
        f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27 f28 f29 f30
    );
    assert_eq!(at_once(send(f1(5))), Ok(5));
}

#[test]
fn of_bodies_that_are_left_early_half_as_many() {
    left_early!(f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15);
    assert_eq!(at_once(send(f1(0))), Ok(14));
}
