//! Threads and processes that fail together do not come back together, also after a fork.
#![cfg(unix)]

use std::collections::HashSet;
use std::process::Command;
use std::thread;

use retry_core::{RetryPolicy, Step};

/// The output of the program: the delays of four calls, five each.
fn program() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_forked")).output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("numbers are text")
}

/// Delays of up to seconds, in nanoseconds: among some dozens, no two are equal by chance.
fn all_differ(text: &str, calls: usize) {
    let delays: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(delays.len(), calls * 5, "{text}");
    let different: HashSet<&str> = delays.iter().copied().collect();
    assert_eq!(different.len(), delays.len(), "{text}");
}

/// `RandomState` takes its keys from the operating system once for each thread, and a fork copies them.
#[test]
fn forked_children_and_their_parent_wait_differently() {
    all_differ(&program(), 4);
}

#[test]
fn processes_wait_differently() {
    all_differ(&(program() + &program() + &program()), 12);
}

#[test]
fn threads_wait_differently() {
    let threads = (0..8).map(|_| {
        thread::spawn(|| {
            let mut call = RetryPolicy::default().start().transient(|_| true);
            let mut delays = String::new();
            while let Step::Wait { delay, .. } = call.next(Err::<(), _>("busy")) {
                delays += &format!("{} ", delay.as_nanos());
            }
            delays
        })
    });
    let threads: Vec<_> = threads.collect();
    all_differ(&threads.into_iter().map(|thread| thread.join().unwrap()).collect::<String>(), 8);
}
