//! Wall-clock time of one call. Nothing is asserted, because times depend on the machine.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use retry_benches::Visitor;
use retry_benches::candidates::{no_delay, usual};
use retry_benches::server::{Failure, Server};
use tokio::runtime::Builder;

static SERVER: Server = Server::new();

criterion_group! {
    name = time;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    targets = success, three_failures
}
criterion_main!(time);

fn success(criterion: &mut Criterion) {
    usual::visit(&mut Success(criterion.benchmark_group("success")));
}

struct Success<'a>(BenchmarkGroup<'a, WallTime>);

impl Visitor for Success<'_> {
    fn candidate<F>(&mut self, name: &'static str, call: impl Fn(&'static Server, u32) -> F)
    where
        F: Future<Output = Result<u32, Failure>>,
    {
        let mut context = Context::from_waker(Waker::noop());
        self.0.bench_function(name, |bencher| {
            bencher.iter(|| pin!(call(black_box(&SERVER), black_box(7))).poll(&mut context));
        });
    }
}

/// The fourth attempt succeeds, and all delays are zero.
fn three_failures(criterion: &mut Criterion) {
    no_delay::visit(&mut ThreeFailures(criterion.benchmark_group("three failures")));
}

struct ThreeFailures<'a>(BenchmarkGroup<'a, WallTime>);

impl Visitor for ThreeFailures<'_> {
    fn candidate<F>(&mut self, name: &'static str, call: impl Fn(&'static Server, u32) -> F)
    where
        F: Future<Output = Result<u32, Failure>>,
    {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime needs nothing special");
        self.0.bench_function(name, |bencher| {
            bencher.iter(|| {
                SERVER.fail(3);
                runtime.block_on(call(&SERVER, black_box(7)))
            });
        });
    }
}
