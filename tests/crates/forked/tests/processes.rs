//! Processes that fail together do not come back together, forked ones included.
#![cfg(unix)]

use std::collections::HashSet;
use std::process::Command;

/// `RandomState` takes its keys from the operating system once for each thread, and a fork copies them.
#[test]
fn forked_children_and_their_parent_wait_differently() {
    let output = Command::new(env!("CARGO_BIN_EXE_forked")).output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("numbers are text");
    let delays: Vec<&str> = text.split_whitespace().collect();
    assert_eq!((text.lines().count(), delays.len()), (4, 4 * 5), "{text}");
    // Delays of up to seconds, in nanoseconds: no two of twenty are the same by chance.
    let different: HashSet<&str> = delays.iter().copied().collect();
    assert_eq!(different.len(), delays.len(), "{text}");
}
