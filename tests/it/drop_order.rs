//! A function drops the same values in the same order as without the attribute.

use std::cell::RefCell;
use std::convert::identity;
use std::pin::Pin;
use std::task::{Context, Waker};

use crate::common::{Failure, at_once, call, calls, entered, no_wait};
use async_trait::async_trait;
use retry_core::retry;

thread_local! {
    static DROPPED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes when it is dropped.
struct Noisy(&'static str);

#[expect(clippy::unused_self)]
impl Noisy {
    fn borrowed<'a>(&'a self, name: &'static str) -> Borrowing<'a> {
        Borrowing(self, name)
    }

    fn pass<T>(&self, value: T) -> T {
        value
    }
}

impl Drop for Noisy {
    fn drop(&mut self) {
        DROPPED.with_borrow_mut(|dropped| dropped.push(self.0.to_owned()));
    }
}

struct Borrowing<'a>(&'a Noisy, &'static str);

#[expect(clippy::unused_self)]
impl Borrowing<'_> {
    fn pass<T>(&self, value: T) -> T {
        value
    }
}

impl Drop for Borrowing<'_> {
    fn drop(&mut self) {
        DROPPED.with_borrow_mut(|dropped| dropped.push(format!("{} of {}", self.1, self.0.0)));
    }
}

/// The values that are dropped while this runs, in order.
fn dropped(run: impl FnOnce()) -> Vec<String> {
    calls();
    run();
    DROPPED.take()
}

/// Fails the first time, if it is told to.
fn outcome(fails: bool) -> Result<u32, Failure> {
    match call() {
        1 if fails => Err(Failure::Busy(1)),
        call => Ok(call),
    }
}

/// A failed attempt drops its own locals before the next begins; the arguments are dropped once, in their order.
fn assert_one_after_the_other(failed: &[String], returned: &[String], both: &[String]) {
    let is_argument = |name: &&String| name.starts_with("argument");
    let is_local = |name: &&String| !is_argument(name);
    assert!(both.iter().filter(is_argument).eq(returned.iter().filter(is_argument)), "{both:?}");
    let locals = failed.iter().chain(returned).filter(is_local);
    assert!(both.iter().filter(is_local).eq(locals), "{both:?}");
    assert_eq!(both.last(), returned.last());
}

/// Stamps a function bare, with one attempt and with two, and asserts that they drop the same in the same order.
macro_rules! same_order {
    ($test:ident: [$($option:tt)*] $run:path; ($($arg:expr),*) $($function:tt)*) => {
        #[test]
        fn $test() {
            mod bare {
                use super::*;
                pub(super) $($function)*
            }
            mod once {
                use super::*;
                #[retry(attempts = 1, $($option)*)]
                pub(super) $($function)*
            }
            mod twice {
                use super::*;
                #[retry(attempts = 2, $($option)*)]
                pub(super) $($function)*
            }
            let returned = dropped(|| assert!($run(bare::read(false, $($arg),*)).is_ok()));
            let failed = dropped(|| assert!($run(bare::read(true, $($arg),*)).is_err()));
            assert!(returned.len() > 5 && failed.len() > 5, "{returned:?} {failed:?}");
            assert_eq!(dropped(|| assert!($run(once::read(false, $($arg),*)).is_ok())), returned);
            assert_eq!(dropped(|| assert!($run(once::read(true, $($arg),*)).is_err())), failed);
            assert_eq!(dropped(|| assert!($run(twice::read(false, $($arg),*)).is_ok())), returned);
            let both = dropped(|| assert!($run(twice::read(true, $($arg),*)).is_ok()));
            assert_one_after_the_other(&failed, &returned, &both);
        }
    };
}

same_order! {
    early_return: [sleep = no_wait] at_once; (Noisy("argument a"), (Noisy("argument b"), Noisy("argument c")), Noisy("argument d"), Noisy("argument e"))
    async fn read(fails: bool, _a: Noisy, (_b, _): (Noisy, Noisy), _: Noisy, e: Noisy) -> Result<u32, Failure> {
        let _first = Noisy("first");
        let second = Noisy("second");
        let _ = Noisy("ignored");
        match Noisy("scrutinee").pass(1) {
            0 => {}
            one => drop(e.borrowed("inner").pass(one)),
        }
        std::future::ready(()).await;
        let third = Noisy("operand").pass(Noisy("temporary")).pass(outcome(fails)?);
        second.borrowed("tail").pass(Ok(third))
    }
}

same_order! {
    tail_temporaries: [sleep = no_wait] at_once; (Noisy("argument a"), Noisy("argument b"), Noisy("argument c"))
    async fn read(fails: bool, a: Noisy, _: Noisy, _c: Noisy) -> Result<u32, Failure> {
        let first = Noisy("first");
        let _second = Noisy("second");
        a.borrowed("a in the tail").pass(first.borrowed("first in the tail").pass(outcome(fails)))
    }
}

same_order! {
    match_tail: [sleep = no_wait] at_once; (Noisy("argument a"), Noisy("argument b"), Noisy("argument c"))
    async fn read(fails: bool, a: Noisy, _: Noisy, _c: Noisy) -> Result<u32, Failure> {
        let first = Noisy("first");
        match first.borrowed("scrutinee").pass(outcome(fails)) {
            Ok(value) if Noisy("guard").pass(value > 0) => a.borrowed("arm").pass(Ok(value)),
            other => a.borrowed("other arm").pass(Noisy("block").pass(other)),
        }
    }
}

same_order! {
    blocking: [blocking, sleep = |_| {}] identity; (Noisy("argument a"), (Noisy("argument b"), Noisy("argument c")), Noisy("argument d"))
    fn read(fails: bool, a: Noisy, (_b, _): (Noisy, Noisy), _: Noisy) -> Result<u32, Failure> {
        let _first = Noisy("first");
        let second = Noisy("second");
        let _ = Noisy("ignored");
        let value = a.borrowed("temporary").pass(outcome(fails))?;
        second.borrowed("tail").pass(Noisy("inner").pass(Ok(value)))
    }
}

same_order! {
    boxed: [sleep = no_wait] at_once; (Noisy("argument a"), (Noisy("argument b"), Noisy("argument c")), Noisy("argument d"))
    fn read(fails: bool, a: Noisy, (_b, _): (Noisy, Noisy), _: Noisy) -> Pin<Box<dyn Future<Output = Result<u32, Failure>>>> {
        let _before = Noisy("argument before");
        Box::pin(async move {
            let _first = Noisy("first");
            let second = Noisy("second");
            let value = a.borrowed("temporary").pass(outcome(fails))?;
            second.borrowed("tail").pass(Noisy("inner").pass(Ok(value)))
        })
    }
}

/// Implements a trait with a body of the same tokens, annotated or not.
macro_rules! implement {
    ($($on:ident $(with $retry:meta)?),*) => {$(
        struct $on;

        #[async_trait]
        impl Read for $on {
            $(#[$retry])?
            async fn read(&self, fails: bool, a: Noisy, (_b, _): (Noisy, Noisy), _: Noisy) -> Result<u32, Failure> {
                let _first = Noisy("first");
                let second = Noisy("second");
                let _ = Noisy("ignored");
                let value = a.borrowed("temporary").pass(outcome(fails))?;
                second.borrowed("tail").pass(Noisy("inner").pass(Ok(value)))
            }
        }
    )*};
}

#[async_trait]
trait Read {
    async fn read(&self, fails: bool, a: Noisy, b: (Noisy, Noisy), c: Noisy) -> Result<u32, Failure>;
}

implement!(Bare, Once with retry(attempts = 1), Twice with retry(attempts = 2, sleep = no_wait));

#[test]
fn async_trait_methods() {
    fn read(on: &dyn Read, fails: bool) -> Vec<String> {
        let arguments = (Noisy("argument b"), Noisy("argument c"));
        dropped(|| drop(at_once(on.read(fails, Noisy("argument a"), arguments, Noisy("argument d")))))
    }
    let (returned, failed) = (read(&Bare, false), read(&Bare, true));
    assert!(returned.len() > 5 && failed.len() > 5, "{returned:?} {failed:?}");
    assert_eq!(read(&Once, false), returned);
    assert_eq!(read(&Once, true), failed);
    assert_one_after_the_other(&failed, &returned, &read(&Twice, true));
}

#[test]
fn cancelled_calls() {
    macro_rules! stamped {
        ($($function:tt)*) => {
            mod bare {
                use super::*;
                pub(super) $($function)*
            }
            mod annotated {
                use super::*;
                #[retry]
                pub(super) $($function)*
            }
        };
    }
    stamped! {
        async fn read(a: Noisy, (_b, _): (Noisy, Noisy), _: Noisy) -> Result<u32, Failure> {
            let _first = Noisy("first");
            a.borrowed("tail").pass(async {
                let _inner = Noisy("inner");
                std::future::pending().await
            }).await
        }
    }
    fn cancel(call: impl Future, polls: u32) -> Vec<String> {
        let _entered = entered();
        dropped(|| {
            let mut call = Box::pin(call);
            for _ in 0..polls {
                assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            }
        })
    }
    let arguments = || (Noisy("a"), (Noisy("b"), Noisy("c")), Noisy("d"));
    for polls in [0, 2] {
        let (a, b, c) = arguments();
        let bare = cancel(bare::read(a, b, c), polls);
        let (a, b, c) = arguments();
        assert_eq!(cancel(annotated::read(a, b, c), polls), bare, "after {polls} polls");
    }
}
