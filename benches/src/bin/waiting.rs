//! Lets many calls of one candidate wait at the same time, each in a task of one runtime, and prints what that costs.
//!
//! `waiting CANDIDATE CALLS` prints the bytes that are allocated for each call while all of them wait, and the
//! milliseconds of processor time from before the first call to after the last.

use std::env::args;
use std::fs::read_to_string;
use std::process::exit;
use std::sync::Arc;
use std::time::Duration;

use allocation_counter::measure;
use retry_benches::herd;
use retry_benches::server::{Failure, Server};
use tokio::runtime::Builder;
use tokio::task::yield_now;
use tokio::time::sleep;

fn main() {
    let arguments: Vec<String> = args().skip(1).collect();
    let [candidate, calls] = &arguments[..] else { usage() };
    let calls = calls.parse().unwrap_or_else(|_| usage());
    match candidate.as_str() {
        "hand-written loop" => wait(calls, |server, cents| async move { herd::hand(&server, cents).await }),
        "#[retry]" => wait(calls, |server, cents| async move { herd::annotated(&server, cents).await }),
        "backon" => wait(calls, |server, cents| async move { herd::backon(&server, cents).await }),
        "tokio-retry" => wait(calls, |server, cents| async move { herd::tokio_retry(&server, cents).await }),
        "tokio-retry2" => wait(calls, |server, cents| async move { herd::tokio_retry2(&server, cents).await }),
        #[cfg(feature = "tryhard")]
        "tryhard" => wait(calls, |server, cents| async move { herd::tryhard(&server, cents).await }),
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!("waiting CANDIDATE CALLS");
    exit(2)
}

/// Each task owns the arguments of its call.
fn wait<F>(calls: u32, task: impl Fn(Arc<Server>, u32) -> F)
where
    F: Future<Output = Result<u32, Failure>> + Send + 'static,
{
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime needs nothing special");
    let metrics = runtime.metrics();
    let before = processor_time();
    // The first attempt of every call fails, and nothing else does.
    let server = Arc::new(Server::new());
    server.fail(calls);
    let allocated = measure(|| {
        runtime.block_on(async {
            for cents in 0..calls {
                tokio::spawn(task(Arc::clone(&server), cents));
            }
            while server.failures() > 0 {
                yield_now().await;
            }
        });
    });
    assert_eq!(
        metrics.num_alive_tasks(),
        calls as usize,
        "the machine is so busy that a call was done before all of them waited"
    );
    runtime.block_on(async {
        while metrics.num_alive_tasks() > 0 {
            sleep(Duration::from_millis(100)).await;
        }
    });
    let taken = processor_time().saturating_sub(before);
    println!("{}\t{}", allocated.bytes_current / i64::from(calls), taken.as_millis());
}

/// The processor time of this thread, which is the only one. Linux counts it in nanoseconds here, more precisely than
/// `getrusage` does.
fn processor_time() -> Duration {
    let statistics = read_to_string("/proc/thread-self/schedstat").expect("Linux keeps it");
    let nanoseconds = statistics.split(' ').next().and_then(|text| text.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first field is a number"))
}
