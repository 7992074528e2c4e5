//! Calls without the standard library.

use std::cell::Cell;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use on_bare::calls::{Board, Failed, seeded};
use retry_core::{BreakerState, CircuitBreaker, GiveUpReason, RetryBudget, RetryPolicy, Step};

const TWICE: [Failed; 2] = [Failed::Busy; 2];

/// A minimal executor: polls a future until it is ready.
fn block_on<T>(mut call: Pin<&mut dyn Future<Output = T>>) -> T {
    loop {
        if let Poll::Ready(output) = call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

/// The sum of the first delays of a call with this policy.
fn seeded_delays(policy: RetryPolicy, count: usize) -> Duration {
    policy.delays(seeded()).take(count).sum()
}

fn one_second() -> RetryPolicy {
    RetryPolicy::builder().base(Duration::from_secs(1)).build().unwrap()
}

#[test]
fn every_shape_waits_as_it_is_told() {
    type Shape = fn(&Board) -> Result<u32, Failed>;
    let shapes: [Shape; 3] =
        [|board| block_on(pin!(board.plain())), Board::blocking, |board| block_on(board.boxed().as_mut())];
    for call in shapes {
        let board = Board::answering(&TWICE);
        assert_eq!(call(&board), Ok(3));
        assert_eq!(board.uptime.get(), seeded_delays(one_second(), 2));
        let off = Board::answering(&[Failed::Off]);
        assert_eq!((call(&off), off.attempts.get()), (Err(Failed::Off), 1));
    }
}

#[test]
fn a_deadline_is_on_the_clock_that_was_given() {
    let (board, reason) = (Board::answering(&[Failed::Busy; 9]), Cell::new(None));
    board.uptime.set(Duration::from_secs(100));
    assert_eq!(block_on(pin!(board.before_a_deadline(&reason))), Err(Failed::Busy));
    assert_eq!(board.attempts.get(), 5);
    assert_eq!(reason.get(), Some((GiveUpReason::Deadline, Duration::from_secs(4))));
}

#[test]
fn a_policy_of_the_run_time_has_its_deadline_too() {
    let (board, budget) = (Board::answering(&[Failed::Busy; 9]), RetryBudget::new(10, 0.1));
    let policy = one_second().with_deadline(Duration::from_nanos(1));
    assert_eq!(block_on(pin!(board.with_a_policy(policy, &budget))), Err(Failed::Busy));
    assert_eq!((board.attempts.get(), budget.level()), (1, 10.0));
    assert_eq!(block_on(pin!(board.with_a_policy(one_second().with_attempts(3), &budget))), Err(Failed::Busy));
    assert_eq!((board.attempts.get(), budget.level()), (4, 8.0));
}

#[test]
fn a_breaker_has_a_clock_of_its_own() {
    static SECONDS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let seconds = |seconds| SECONDS.store(seconds, std::sync::atomic::Ordering::Relaxed);
    let clock = || Duration::from_secs(SECONDS.load(std::sync::atomic::Ordering::Relaxed).into());
    let builder = CircuitBreaker::builder().consecutive_failures(2);
    assert_eq!(builder.build().unwrap_err().setting(), "clock");
    let breaker = builder.clock(clock).build().unwrap();
    let board = Board::answering(&TWICE);
    assert_eq!(block_on(pin!(board.behind_a_breaker(&breaker))), Err(Failed::Busy));
    assert_eq!((board.attempts.get(), breaker.state()), (2, BreakerState::Open));
    seconds(4);
    assert_eq!(block_on(pin!(board.behind_a_breaker(&breaker))), Err(Failed::Open));
    seconds(5);
    assert_eq!(block_on(pin!(board.behind_a_breaker(&breaker))), Ok(3));
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn a_loop_by_hand() {
    let (board, budget) = (Board::answering(&TWICE), RetryBudget::new(10, 0.1));
    let mut call = one_second().start().budget(&budget).rng(seeded()).clock(|| board.uptime.get());
    let outcome = loop {
        match call.next_with_report(board.ask()) {
            Step::Return(outcome) => break outcome,
            Step::Wait { .. } => block_on(pin!(call.wait_with(|delay| board.wait(delay)))),
        }
    };
    assert_eq!((outcome.0, outcome.1.attempts), (Ok(3), 3));
    assert_eq!(outcome.1.elapsed, seeded_delays(one_second(), 2));
    assert_eq!(budget.level().to_string(), "8.1");
}

#[test]
fn a_loop_by_hand_that_blocks() {
    let board = Board::answering(&TWICE);
    let mut call = one_second().start_blocking().rng(seeded()).clock(|| board.uptime.get());
    let outcome = loop {
        match call.next(board.ask()) {
            Step::Return(outcome) => break outcome,
            Step::Wait { .. } => call.block_with(|delay| drop(board.wait(delay))),
        }
    };
    assert_eq!((outcome, board.uptime.get()), (Ok(3), seeded_delays(one_second(), 2)));
}

#[test]
fn closures() {
    let policy = one_second().with_deadline(Duration::from_secs(3600));
    let board = Board::answering(&TWICE);
    let call = policy.retry(async || board.ask()).rng(seeded()).clock(|| board.uptime.get());
    let (outcome, report) = block_on(pin!(call.sleep(|delay| board.wait(delay)).run_with_report()));
    assert_eq!((outcome, report.elapsed), (Ok(3), seeded_delays(policy, 2)));

    let board = Board::answering(&TWICE);
    let call = policy.retry_async_closure(async || board.ask()).rng(seeded()).clock(|| board.uptime.get());
    assert_eq!(block_on(pin!(call.sleep(|delay| board.wait(delay)).run())), Ok(3));

    let board = Board::answering(&TWICE);
    let call = policy.retry_blocking(|| board.ask()).rng(seeded()).clock(|| board.uptime.get());
    assert_eq!(call.run_with_sleep(|delay| drop(board.wait(delay))), Ok(3));
    assert_eq!(board.uptime.get(), seeded_delays(policy, 2));
}

#[test]
fn names_of_functions_are_paths_and_those_of_others_what_the_compiler_calls_them() {
    fn name_of(call: impl Future<Output = (Result<u32, Failed>, retry_core::CallReport)>) -> &'static str {
        block_on(pin!(call)).1.name
    }
    let board = Board::answering(&[]);
    let call = one_second().retry(async || board.ask()).rng(seeded()).clock(|| board.uptime.get());
    let test = "it::names_of_functions_are_paths_and_those_of_others_what_the_compiler_calls_them";
    assert_eq!(name_of(call.sleep(|delay| board.wait(delay)).run_with_report()), test);
}

/// The snapshots are those of one version of rustc.
#[test]
fn what_is_missing_is_said_at_compile_time() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
