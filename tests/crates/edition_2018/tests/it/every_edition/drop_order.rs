//! Arguments, locals and temporaries are dropped in the order of the bare function, in every edition.
//!
//! Since edition 2024, temporaries in the tail of a block are dropped before its locals, and after them in older
//! editions. The edition is that of the braces, so an attribute that wrote its own braces would bring the edition of
//! its crate.

use std::future::Future;
use std::future::pending;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::pin::pin;
use std::task::{Context, Waker};

use retry_core::retry;

use super::noisy::{Noisy, Pair};
use super::noisy::{log, logged, noisy_pair, pair};
use super::support::Failure;
use super::support::{at_once, no_block, no_wait};

type Outcome = Result<(), Failure>;

#[async_trait::async_trait]
trait Erased {
    async fn erased(self, a: Noisy, _: Noisy, (b, _): (Noisy, Noisy)) -> Outcome;
}

/// The same functions with and without the attribute. The functions of a row make the same attempt.
macro_rules! functions {
    (
        $module:ident
        $(, async: #[$attribute:meta], blocking: #[$blocking:meta])?
    ) => {
        mod $module {
            use super::*;

            $(#[$attribute])?
            pub async fn arguments(
                a: Noisy,
                _: Noisy,
                (b, _): (Noisy, Noisy),
                Pair { ref left, .. }: Pair,
                _c: Noisy,
                whole @ Pair { .. }: Pair,
            ) -> Outcome {
                let _first = Noisy("first local");
                let _ = Noisy("no local");
                let _second = Noisy("second local");
                log(whole.right.0);
                log(left.0);
                log(a.0);
                log(b.0);
                Ok(())
            }

            $(#[$blocking])?
            pub fn blocking_arguments(a: Noisy, _: Noisy, (b, _): (Noisy, Noisy), Pair { ref left, .. }: Pair) -> Outcome {
                let _local = Noisy("local");
                log(left.0);
                log(b.0);
                log(a.0);
                Noisy("tail").answer()
            }

            $(#[$attribute])?
            pub fn boxed_arguments(
                a: Noisy,
                _: Noisy,
                (b, _): (Noisy, Noisy),
            ) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
                let _before = Noisy("before");
                Box::pin(async move {
                    let _local = Noisy("local");
                    log(a.0);
                    log(b.0);
                    Noisy("tail").answer()
                })
            }

            // A limit: `let b = b;` is outside of all attempts. So with `Noisy("tail").answer()` in the tail, `tail` is
            // dropped before `b` in every edition. In editions 2018 and 2021 the bare function drops `b` first.
            $(#[$attribute])?
            pub fn boxed_rebound(a: Noisy, b: Noisy) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
                Box::pin(async move {
                    let b = b;
                    let _local = Noisy("local");
                    log(a.0);
                    log(b.0);
                    Ok(())
                })
            }

            $(#[$attribute])?
            pub async fn tail() -> Outcome {
                let _local = Noisy("local");
                Noisy("tail").answer()
            }

            $(#[$blocking])?
            pub fn blocking_tail() -> Outcome {
                let _local = Noisy("local");
                Noisy("tail").answer()
            }

            $(#[$attribute])?
            pub async fn awaited_tail(_a: Noisy) -> Outcome {
                let _local = Noisy("local");
                Noisy("tail").later().await
            }

            $(#[$attribute])?
            pub async fn only_a_tail(_a: Noisy) -> Outcome {
                Noisy("tail").answer()
            }

            $(#[$attribute])?
            pub async fn inner_attribute() -> Outcome {
                #![allow(clippy::let_and_return)]
                let _local = Noisy("local");
                Noisy("tail").answer()
            }

            $(#[$attribute])?
            pub async fn if_let() -> Outcome {
                let _local = Noisy("local");
                if let Some(_) = Noisy("scrutinee").none() {
                    Ok(())
                } else {
                    log("else");
                    Ok(())
                }
            }

            $(#[$attribute])?
            pub async fn nested_blocks() -> Outcome {
                let _local = Noisy("local");
                match {
                    let _inner = Noisy("inner local");
                    Noisy("inner tail").some().is_some()
                } {
                    _ => {
                        log("arm");
                        Noisy("tail").answer()
                    }
                }
            }

            $(#[$attribute])?
            pub async fn early_return(a: Noisy, _: Noisy) -> Outcome {
                let _local = Noisy("local");
                if let Some(noisy) = Noisy("scrutinee").some() {
                    return noisy.answer();
                }
                log(a.0);
                Ok(())
            }

            $(#[$attribute])?
            pub async fn question_mark(a: Noisy, _: Noisy) -> Outcome {
                let _local = Noisy("local");
                Noisy("statement").some().map_or(Ok(()), |_| Err(Failure::Broken(1)))?;
                log(a.0);
                Ok(())
            }

            $(#[$attribute])?
            pub async fn panics(_a: Noisy, _: Noisy) -> Outcome {
                let _local = Noisy("local");
                match Noisy("tail").some() {
                    Some(_) => panic!("on purpose"),
                    None => Ok(()),
                }
            }

            $(#[$attribute])?
            pub async fn pends(_a: Noisy, _: Noisy) -> Outcome {
                let _local = Noisy("local");
                match Noisy("tail").some() {
                    Some(_) => pending().await,
                    None => Ok(()),
                }
            }

            pub struct Method(pub Noisy);

            #[async_trait::async_trait]
            impl Erased for Method {
                $(#[$attribute])?
                async fn erased(self, a: Noisy, _: Noisy, (b, _): (Noisy, Noisy)) -> Outcome {
                    let _local = Noisy("local");
                    log(a.0);
                    log(b.0);
                    log((self.0).0);
                    Noisy("tail").answer()
                }
            }
        }
    };
}

functions!(bare);
functions!(
    annotated,
    async: #[retry(transient = Failure::is_busy, sleep = no_wait)],
    blocking: #[retry(blocking, transient = Failure::is_busy, sleep = no_block)]
);

/// What a call of the bare function drops and logs. The annotated function has to do the same.
macro_rules! drops {
    (|$functions:ident| $run:expr) => {{
        let bare = logged(|| {
            use bare as $functions;
            let _outcome = $run;
        });
        let annotated = logged(|| {
            use annotated as $functions;
            let _outcome = $run;
        });
        assert!(!bare.is_empty());
        assert_eq!(annotated, bare, "{}", stringify!($run));
        bare
    }};
}

#[test]
fn arguments_and_locals() {
    let drops = drops!(|of| at_once(of::arguments(
        Noisy("a"),
        Noisy("_"),
        noisy_pair(),
        pair("left", "right"),
        Noisy("c"),
        pair("whole.left", "whole.right"),
    )));
    assert_eq!(drops[..7], ["no local", "whole.right", "left", "a", "b", "second local", "first local"]);
    drops!(|of| of::blocking_arguments(Noisy("a"), Noisy("_"), noisy_pair(), pair("left", "right")));
    drops!(|of| at_once(of::boxed_arguments(Noisy("a"), Noisy("_"), noisy_pair())));
    drops!(|of| at_once(of::boxed_rebound(Noisy("a"), Noisy("b"))));
    drops!(|of| at_once(of::Method(Noisy("self")).erased(Noisy("a"), Noisy("_"), noisy_pair())));
}

#[test]
fn temporaries_in_the_tail_follow_this_edition() {
    // The two orders differ, so this test fails if the body has the braces of another edition.
    let since_2024 = env!("CARGO_PKG_NAME") == "edition_2024";
    let tail = if since_2024 { ["tail", "local"] } else { ["local", "tail"] };
    assert_eq!(drops!(|of| at_once(of::tail())), tail);
    assert_eq!(drops!(|of| of::blocking_tail()), tail);
    assert_eq!(drops!(|of| at_once(of::inner_attribute())), tail);
    assert_eq!(drops!(|of| at_once(of::awaited_tail(Noisy("a")))), [tail[0], tail[1], "a"]);
    let if_let = if since_2024 { ["scrutinee", "else", "local"] } else { ["else", "local", "scrutinee"] };
    assert_eq!(drops!(|of| at_once(of::if_let())), if_let);
    let nested = if since_2024 {
        ["inner tail", "inner local", "arm", "tail", "local"]
    } else {
        ["inner local", "arm", "tail", "local", "inner tail"]
    };
    assert_eq!(drops!(|of| at_once(of::nested_blocks())), nested);
    assert_eq!(drops!(|of| at_once(of::only_a_tail(Noisy("a")))), ["tail", "a"]);
}

#[test]
fn ways_out() {
    drops!(|of| at_once(of::early_return(Noisy("a"), Noisy("_"))));
    drops!(|of| at_once(of::question_mark(Noisy("a"), Noisy("_"))));
    drops!(|of| panic::catch_unwind(AssertUnwindSafe(|| at_once(of::panics(Noisy("a"), Noisy("_"))))));
    drops!(|of| pin!(of::pends(Noisy("a"), Noisy("_"))).poll(&mut Context::from_waker(Waker::noop())));
    drops!(|of| drop(of::pends(Noisy("a"), Noisy("_"))));
}
