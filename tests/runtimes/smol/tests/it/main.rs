//! Calls on smol.

#[cfg(feature = "tokio")]
mod beside_tokio;

use smol::block_on;

#[test]
fn scenarios_in_a_scope() {
    block_on(table::scenarios::in_a_scope());
}

#[test]
fn scenarios_in_real_time() {
    block_on(table::scenarios::in_real_time());
}

#[test]
fn timeouts_in_a_scope() {
    block_on(table::timeouts::in_a_scope());
}

#[test]
fn timeouts_in_real_time() {
    block_on(table::timeouts::in_real_time());
}

#[test]
fn it_is_told_which_runtime_that_is() {
    assert_eq!(retry_core::runtime_name(), Some("async-io"));
}

/// Calls on the threads of the executor, which are not the thread of the timers.
#[test]
fn spawned_calls() {
    let calls = (0..8).map(|_| smol::spawn(table::timeouts::in_real_time()));
    calls.collect::<Vec<_>>().into_iter().for_each(block_on);
}
