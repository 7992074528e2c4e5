//! Makes calls for callgrind to count the instructions of, and lists how large every future is and how often it
//! allocates.
//!
//! `calls list`, or `calls SCENARIO NAME TIMES`: `awaited` and `alone` are calls that succeed at once, `failing` ones
//! whose first three attempts fail, and no delay follows; with `option-` before them NAME is an option of the
//! attribute and not a candidate.

use std::env::args;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::pin::{Pin, pin};
use std::process::exit;
use std::task::{Context, Poll, Waker};

use allocation_counter::measure;
use retry_benches::candidates::{no_delay, short, usual};
use retry_benches::server::{Failure, Server};
use retry_benches::{Visitor, options};
use tokio::runtime::Builder;

static SERVER: Server = Server::new();
const FAILURES: u32 = 3;

fn main() {
    let arguments: Vec<String> = args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["list"] => list(),
        [scenario, name, times] => {
            let times = times.parse().expect("TIMES is a number");
            match scenario {
                "awaited" => usual::visit(&mut Only { name, run: Awaited(times) }),
                "alone" => usual::visit(&mut Only { name, run: Alone(times) }),
                "failing" => no_delay::visit(&mut Only { name, run: Failing(times) }),
                "option-awaited" => options::visit(&mut Only { name, run: Awaited(times) }),
                "option-alone" => options::visit(&mut Only { name, run: Alone(times) }),
                "option-failing" => options::visit(&mut Only { name, run: Failing(times) }),
                _ => usage(),
            }
        }
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!("calls list | [option-](awaited|alone|failing) NAME TIMES");
    exit(2)
}

/// Runs the one candidate of that name.
struct Only<'a, R> {
    name: &'a str,
    run: R,
}

trait Run {
    fn run<F: Future<Output = Result<u32, Failure>>>(&self, call: impl Fn(&'static Server, u32) -> F);
}

impl<R: Run> Visitor for Only<'_, R> {
    fn candidate<F>(&mut self, name: &'static str, call: impl Fn(&'static Server, u32) -> F)
    where
        F: Future<Output = Result<u32, Failure>>,
    {
        if name == self.name {
            self.run.run(call);
        }
    }
}

/// Awaits the call in another function. The compiler decides whether to inline it, by its size and by the number of its
/// callers. There is no runtime, so a call that needs a timer panics.
struct Awaited(u32);

impl Run for Awaited {
    fn run<F: Future<Output = Result<u32, Failure>>>(&self, call: impl Fn(&'static Server, u32) -> F) {
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..self.0 {
            let future = pin!(call(black_box(&SERVER), black_box(7)));
            assert!(black_box(future.poll(&mut context)).is_ready());
        }
    }
}

/// Polls the call as an executor polls a task.
struct Alone(u32);

impl Run for Alone {
    fn run<F: Future<Output = Result<u32, Failure>>>(&self, call: impl Fn(&'static Server, u32) -> F) {
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..self.0 {
            let future = pin!(call(black_box(&SERVER), black_box(7)));
            assert!(black_box(poll(future, &mut context)).is_ready());
        }
    }
}

#[inline(never)]
fn poll<F: Future>(future: Pin<&mut F>, context: &mut Context<'_>) -> Poll<F::Output> {
    future.poll(context)
}

/// Makes calls whose first attempts fail, on a runtime that has a timer.
struct Failing(u32);

impl Run for Failing {
    fn run<F: Future<Output = Result<u32, Failure>>>(&self, call: impl Fn(&'static Server, u32) -> F) {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime needs nothing special");
        runtime.block_on(async {
            for _ in 0..self.0 {
                SERVER.fail(FAILURES);
                let outcome = call(&SERVER, black_box(7)).await;
                // The bare function has only one attempt.
                assert!(black_box(outcome).is_ok() || SERVER.failures() == FAILURES - 1);
            }
        });
    }
}

/// One line for each candidate and option: what it is, its name, and two numbers.
fn list() {
    // A call that needs a timer panics, because there is none.
    set_hook(Box::new(|_| {}));
    usual::visit(&mut Sizes("candidate"));
    no_delay::visit(&mut Failures { kind: "no-delay", timer: false });
    short::visit(&mut Failures { kind: "delay", timer: true });
    options::visit(&mut Sizes("option"));
}

/// Bytes of the future, and allocations of a call that succeeds.
struct Sizes(&'static str);

impl Visitor for Sizes {
    fn candidate<F>(&mut self, name: &'static str, call: impl Fn(&'static Server, u32) -> F)
    where
        F: Future<Output = Result<u32, Failure>>,
    {
        let size = size_of_val(&call(&SERVER, 7));
        let allocations = measure(|| Awaited(1).run(&call)).count_total;
        println!("{}\t{name}\t{size}\t{allocations}", self.0);
    }
}

/// Allocations of a call whose first attempts fail, and whether the call ends on this runtime.
struct Failures {
    kind: &'static str,
    timer: bool,
}

impl Visitor for Failures {
    fn candidate<F>(&mut self, name: &'static str, call: impl Fn(&'static Server, u32) -> F)
    where
        F: Future<Output = Result<u32, Failure>>,
    {
        let mut builder = Builder::new_current_thread();
        if self.timer {
            builder.enable_time();
        }
        let runtime = builder.build().expect("a runtime needs nothing special");
        let fail = || {
            SERVER.fail(FAILURES);
            runtime.block_on(call(&SERVER, 7))
        };
        // A thread or a runtime makes its own allocations during the first call.
        let returned = catch_unwind(AssertUnwindSafe(&fail)).is_ok();
        let allocations = measure(|| drop(catch_unwind(AssertUnwindSafe(&fail)))).count_total;
        println!("{}\t{name}\t{allocations}\t{}", self.kind, u8::from(returned));
    }
}
