//! A soak: an annotated function calls a service on loopback for any length of time, while faults happen at random. At
//! the end every count has to be exact.
//!
//! | what | how often |
//! |---|---|
//! | an answer that is busy, wrong, late, or lost with its connection | one request in ten |
//! | a call dropped before its end | one in ten |
//! | an outage, in which the service is up and does nothing | every second |
//! | a restart, in which every connection is lost and nobody listens | every second |
//! | a shutdown of all workers, orderly and by force in turn | every second |

mod client;
mod counts;
mod memory;
mod overhead;
mod report;
mod service;
mod workers;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::client::{BREAKER, TIGHT, WIDE};
use self::counts::Counts;
pub use self::counts::Snapshot;
pub use self::overhead::Overhead;
pub use self::report::Report;
use self::service::{Service, listen};
use self::workers::{Worker, work};

static WIDE_COUNTS: Counts = Counts::new();
static TIGHT_COUNTS: Counts = Counts::new();
static REQUEST: AtomicU64 = AtomicU64::new(0);
static STOP: AtomicBool = AtomicBool::new(false);
static MOST_PROBES: AtomicU32 = AtomicU32::new(0);

/// The number of workers. Half of them have the wide budget, and half the tight one.
const WORKERS: u64 = 32;

/// Runs the soak, once per process: its counts are those of the process.
///
/// # Errors
///
/// When the service cannot listen on loopback.
pub async fn run(duration: Duration) -> io::Result<Report> {
    let begun = Instant::now();
    let taken = WIDE.capacity() / 2;
    assert!((0..taken).all(|_| WIDE.withdraw()), "the soak has run before");
    // A leak: it lives as long as the process, like the workers' counts.
    let service: &'static Service = Box::leak(Box::new(Service::new(true)));
    let (address, mut server) = listen(service, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
    let mut report = Report { wide_at_first: thousandths(WIDE.level()), ..Report::default() };
    let watch = tokio::spawn(watch());
    for generation in 0.. {
        if begun.elapsed() >= duration {
            break;
        }
        STOP.store(false, Ordering::Relaxed);
        let mut workers = JoinSet::new();
        for number in 0..WORKERS {
            let (counts, budget) = if number % 2 == 0 { (&WIDE_COUNTS, &WIDE) } else { (&TIGHT_COUNTS, &TIGHT) };
            let worker = Worker { address, service, counts, budget, request: &REQUEST, stop: &STOP };
            workers.spawn(work(worker, generation * WORKERS + number));
        }
        sleep(Duration::from_millis(500)).await;
        service.is_down.store(true, Ordering::Relaxed);
        sleep(Duration::from_millis(150)).await;
        service.is_down.store(false, Ordering::Relaxed);
        sleep(Duration::from_millis(150)).await;
        server.shutdown().await;
        sleep(Duration::from_millis(20)).await;
        server = again(service, address).await?;
        report.restarts += 1;
        sleep(Duration::from_millis(180)).await;
        if generation % 2 == 0 {
            STOP.store(true, Ordering::Relaxed);
            // Much longer than four attempts with their waits.
            report.hung |=
                timeout(Duration::from_secs(20), async { while workers.join_next().await.is_some() {} }).await.is_err();
        }
        workers.shutdown().await;
        report.memory.push(memory::resident());
    }
    watch.abort();
    report.took = begun.elapsed();
    report.most_probes = MOST_PROBES.load(Ordering::Relaxed);
    report.probes_left = BREAKER.counts().probes_in_flight;
    report.wide_at_last = thousandths(WIDE.level());
    report.tight_at_last = thousandths(TIGHT.level());
    report.wide = WIDE_COUNTS.snapshot();
    report.tight = TIGHT_COUNTS.snapshot();
    report.overhead = overhead::measure().await?;
    Ok(report)
}

/// Another connection may use the same port for a moment.
async fn again(service: &'static Service, address: SocketAddr) -> io::Result<JoinSet<()>> {
    let mut left = 100;
    loop {
        match listen(service, address).await {
            Ok((_, server)) => return Ok(server),
            Err(error) if left == 0 => return Err(error),
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
        left -= 1;
    }
}

/// Watches the breaker.
async fn watch() {
    loop {
        let counts = BREAKER.counts();
        MOST_PROBES.fetch_max(counts.probes_in_flight + counts.probes_succeeded, Ordering::Relaxed);
        sleep(Duration::from_millis(1)).await;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most four million tokens")]
fn thousandths(level: f64) -> i64 {
    (level * 1_000.0).round() as i64
}
