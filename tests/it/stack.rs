//! A large value that an annotated function returns needs no more stack than in a loop by hand. A debug build copies
//! what is moved, so the number of moves matters there.

use std::hint::black_box;
use std::process::Command;
use std::{env, thread};

use crate::common::at_once;
use retry_core::retry;

const BYTES: usize = 128 * 1024;

#[derive(Debug)]
struct Busy;

type Large = Result<[u8; BYTES], Busy>;

fn large() -> Large {
    Ok(black_box([1; BYTES]))
}

async fn answer() -> Large {
    large()
}

#[retry(transient = |_| true)]
async fn annotated() -> Large {
    answer().await
}

#[retry(transient = |_| true, deadline = "1min", on_retry = |_| ())]
async fn with_options() -> Large {
    answer().await
}

#[retry(transient = |_| true, until = |value| value[0] == 1)]
async fn until() -> Large {
    answer().await
}

async fn by_hand() -> Large {
    let mut attempts = 0;
    loop {
        match answer().await {
            Ok(value) => return Ok(value),
            Err(error) if attempts == 5 => return Err(error),
            Err(_) => attempts += 1,
        }
        tokio::task::yield_now().await;
    }
}

/// With a body that has a `?`, the attempt is a future within the function's own.
#[retry(transient = |_| true)]
async fn left_early() -> Large {
    let value = answer().await?;
    Ok(value)
}

async fn left_early_by_hand() -> Large {
    let mut attempts = 0;
    loop {
        let attempt = async {
            let value = answer().await?;
            Ok(value)
        };
        match attempt.await {
            Ok(value) => return Ok(value),
            Err(error) if attempts == 5 => return Err(error),
            Err(_) => attempts += 1,
        }
        tokio::task::yield_now().await;
    }
}

#[retry(blocking, transient = |_| true)]
fn blocking() -> Large {
    large()
}

#[retry(blocking, transient = |_| true)]
fn blocking_left_early() -> Large {
    let value = large()?;
    Ok(value)
}

fn blocking_by_hand() -> Large {
    let mut attempts = 0;
    loop {
        match large() {
            Ok(value) => return Ok(value),
            Err(error) if attempts == 5 => return Err(error),
            Err(_) => attempts += 1,
        }
    }
}

fn blocking_left_early_by_hand() -> Large {
    let mut attempts = 0;
    loop {
        let attempt = || {
            let value = large()?;
            Ok(value)
        };
        match attempt() {
            Ok(value) => return Ok(value),
            Err(error) if attempts == 5 => return Err(error),
            Err(_) => attempts += 1,
        }
    }
}

fn finish(outcome: Large) {
    assert_eq!(outcome.as_ref().map(|value| value[7]).ok(), Some(1));
}

type Named = (&'static str, fn());

/// Each loop by hand, and the calls that may take no more stack than the loop.
const EACH: [(Named, &[Named]); 4] = [
    (
        ("by hand", || finish(at_once(by_hand()))),
        &[
            ("annotated", || finish(at_once(annotated()))),
            ("with options", || finish(at_once(with_options()))),
            ("until", || finish(at_once(until()))),
        ],
    ),
    (
        ("left early, by hand", || finish(at_once(left_early_by_hand()))),
        &[("left early", || {
            finish(at_once(left_early()));
        })],
    ),
    (("blocking, by hand", || finish(blocking_by_hand())), &[("blocking", || finish(blocking()))]),
    (
        ("blocking and left early, by hand", || finish(blocking_left_early_by_hand())),
        &[("blocking and left early", || finish(blocking_left_early()))],
    ),
];

const ALONE: &str = "RETRY_TEST_STACK";
const KIB: usize = 1024;

/// Whether a call ends with a stack of this size. It runs in a process of its own, because an overflow aborts the
/// process.
fn fits(name: &str, kib: usize) -> bool {
    let test = thread::current().name().unwrap().to_owned();
    let mut again = Command::new(env::current_exe().unwrap());
    let output = again.args(["--exact", &test]).env(ALONE, format!("{kib} {name}")).output().unwrap();
    output.status.success()
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "about what a debug build copies")]
fn an_annotated_function_takes_no_more_stack_than_the_loop_by_hand() {
    if let Ok(alone) = env::var(ALONE) {
        let (kib, name) = alone.split_once(' ').unwrap();
        let all = EACH.iter().flat_map(|(hand, others)| std::iter::once(hand).chain(others.iter()));
        let (_, run) = *all.into_iter().find(|(other, _)| *other == name).unwrap();
        let thread = thread::Builder::new().stack_size(kib.parse::<usize>().unwrap() * KIB);
        thread.spawn(run).unwrap().join().unwrap();
        return;
    }
    // Less than one copy of the value.
    const STEP: usize = 64;
    for ((hand, _), others) in EACH {
        let needed = (1..).map(|steps| STEP * steps).find(|kib| fits(hand, *kib)).unwrap();
        assert!(needed > STEP, "a stack that is too small would not be noticed");
        for (name, _) in others {
            assert!(fits(name, needed), "{name} needs more than the {needed} KiB of the loop");
        }
    }
}
