//! Prints the first delays of one call in each of four processes, a line each: three children that `fork` makes one
//! after another, and their parent. It is a program of its own, because a fork copies one thread and the test harness
//! has many.

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    use std::collections::HashMap;
    use std::process::exit;

    use fork::{Fork, fork, waitpid};

    // Makes the keys of this thread's hash maps, which the children then copy.
    drop(HashMap::<u8, u8>::new());
    for _ in 0..3 {
        match fork()? {
            Fork::Child => {
                print_delays();
                exit(0);
            }
            Fork::Parent(child) => {
                waitpid(child)?;
            }
        }
    }
    print_delays();
    Ok(())
}

#[cfg(unix)]
fn print_delays() {
    use retry_core::{RetryPolicy, Step};

    let mut call = RetryPolicy::default().start().transient(|_| true);
    while let Step::Wait { delay, .. } = call.next(Err::<(), _>("busy")) {
        print!("{} ", delay.as_nanos());
    }
    println!();
}

#[cfg(not(unix))]
fn main() {}
