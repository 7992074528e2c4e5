//! Every function of the library makes three attempts, and every error has its verdict.

#[path = "../../edition_2018/tests/it/every_edition/support.rs"]
mod support;

use std::time::Duration;

use retry_core::{Transient as _, Verdict};
use support::at_once;

/// A runtime, because timeouts need its timer.
fn with_timer<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(future)
}

macro_rules! three_attempts {
    ($module:ident) => {
        #[test]
        fn $module() {
            use no_prelude::$module::*;
            assert_eq!(at_once(bare(&mut 0)), Ok(3));
            assert_eq!(at_once(numbers(&mut 0)), Ok(3));
            assert_eq!(at_once(words(&mut 0)), Ok(3));
            assert_eq!(at_once(function(&mut 0)), Ok(3));
            assert_eq!(at_once(decorrelated(&mut 0)), Ok(3));
            assert_eq!(at_once(policy(&mut 0)), Ok(3));
            assert_eq!(at_once(code(&mut 0)), Ok(3));
            assert_eq!(with_timer(timed(&mut 0)), Ok(3));
            assert_eq!(with_timer(shared(&mut 0)), Ok(3));
            assert_eq!(with_timer(retrier(&mut 0)), Ok(3));
            assert_eq!(with_timer(alone(&mut 0)), Ok(3));
            assert_eq!(with_timer(generic::<3>(&mut 0)), Ok(3));
            assert_eq!(at_once(unlimited(&mut 0)), Ok(3));
            assert_eq!(blocking(&mut 0), Ok(3));
            assert_eq!(blocking_early(&mut 0), Ok(3));
            assert_eq!(blocking_bare(&mut 0), Ok(3));
            assert_eq!(at_once(boxed(&mut 0)), Ok(3));
            assert_eq!(with_timer(boxed_early(&mut 0)), Ok(3));
            assert_eq!(at_once(opaque(&mut 0)), Ok(3));
            assert_eq!(at_once(Client { calls: 0 }.read()), Ok(3));
            assert_eq!(at_once(Source::read(&(), &mut 0)), Ok(3));
        }
    };
}

macro_rules! verdicts {
    ($name:ident: $module:ident) => {
        #[test]
        fn $name() {
            use no_prelude::$module::{Verdicts, Whole};
            let after = Duration::from_secs(7);
            for (error, verdict) in [
                (Verdicts::Transient, Verdict::Transient),
                (Verdicts::RetryAfter { after }, Verdict::RetryAfter(after)),
                (Verdicts::Perhaps(Some(after)), Verdict::RetryAfter(after)),
                (Verdicts::Perhaps(None), Verdict::Transient),
                (Verdicts::Forward(Whole(1)), Verdict::Transient),
                (Verdicts::Forward(Whole(3)), Verdict::Permanent),
                (Verdicts::When(2), Verdict::Transient),
                (Verdicts::When(3), Verdict::Permanent),
                (Verdicts::Permanent, Verdict::Permanent),
                (Verdicts::Silent, Verdict::Permanent),
            ] {
                assert_eq!(error.verdict(), verdict);
            }
        }
    };
}

three_attempts!(without);
three_attempts!(shadowed);

verdicts!(verdicts_without: without);
verdicts!(verdicts_shadowed: shadowed);
