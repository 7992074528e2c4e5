//! Loops by hand in a testing scope. Their calls may be in any place, and may move between attempts.

use retry_core::testing::{End, Scope};
use retry_core::{GiveUpReason, Jitter, RetryPolicy, Step};

fn policy(attempts: u32) -> RetryPolicy {
    RetryPolicy::builder().jitter(Jitter::None).attempts(attempts).build().unwrap()
}

/// A macro, because the type of a configured call cannot be named.
macro_rules! fail {
    ($call:expr) => {
        match $call.next(Err::<u32, &str>("busy")) {
            Step::Return(outcome) => Some(outcome),
            Step::Wait { .. } => {
                $call.block();
                None
            }
        }
    };
}

#[test]
fn a_call_that_moves_between_its_attempts_is_one_call() {
    let scope = Scope::new();
    scope.run_blocking(|| {
        let mut call = policy(3).start_blocking().transient(|_: &&str| true).name("moved");
        assert!(fail!(call).is_none());
        let mut boxed = Box::new(call);
        assert!(fail!(boxed).is_none());
        let mut in_an_array = [*boxed];
        assert_eq!(fail!(in_an_array[0]), Some(Err("busy")));
    });
    let expected = "moved: 3 attempts, waits of 500ms (backoff), 1s (backoff): the attempts are spent\n";
    assert_eq!(scope.trace().to_string(), expected);
}

/// Two calls change places in memory, and the scope still tells them apart.
#[test]
fn calls_that_change_places_keep_their_records() {
    let scope = Scope::new().seed(3);
    scope.run_blocking(|| {
        let call = || policy(4).start_blocking().transient(|_: &&str| true);
        let (mut one, mut other) = (call().name("one"), call().name("other"));
        assert!(fail!(one).is_none() && fail!(other).is_none());
        std::mem::swap(&mut one, &mut other);
        // `one` is the other call now.
        assert!(matches!(one.next(Ok(1)), Step::Return(Ok(1))));
        assert!(fail!(other).is_none());
        drop(one);
        assert!(fail!(other).is_none());
        assert_eq!(fail!(other), Some(Err("busy")));
    });
    let trace = scope.trace();
    let seen: Vec<_> = trace.calls().iter().map(|call| (call.name(), call.attempts(), call.end())).collect();
    assert_eq!(seen, [("one", 4, Some(End::GaveUp(GiveUpReason::Attempts))), ("other", 2, Some(End::Success))]);
}

/// A call that has failed outside of the scope does not count in it.
#[test]
fn a_call_that_began_outside_of_the_scope() {
    let scope = Scope::new();
    let recorded = |scope: &Scope| scope.trace().calls().iter().map(|call| (call.name(), call.attempts())).collect();
    let mut inside = policy(4).start_blocking().transient(|_: &&str| true).name("inside");
    let mut began_outside = policy(4).start_blocking().transient(|_: &&str| true).name("began outside");
    let Step::Wait { .. } = began_outside.next(Err::<u32, _>("busy")) else { panic!("three are left") };
    began_outside.block_with(|_| ());
    assert_eq!(scope.run_blocking(|| (fail!(inside), fail!(began_outside))), (None, None));
    let seen: Vec<_> = recorded(&scope);
    assert_eq!(seen, [("inside", 2), ("began outside", 2)]);
    // This scope does not record what happens to the call elsewhere.
    assert_eq!(Scope::new().run_blocking(|| (fail!(inside), fail!(began_outside))), (None, None));
    let unchanged: Vec<_> = recorded(&scope);
    assert_eq!(unchanged, seen);
}
