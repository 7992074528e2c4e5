//! Threads that use one breaker, in many orders of their atomic operations. `scripts/breaker-threads` runs them.

use core::time::Duration;

use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicU32, Ordering};
use shuttle::{check_random, thread};

use super::{BreakerState, CircuitBreaker, Ending};

const SCHEDULES: usize = 5_000;

fn breaker(consecutive: u32, probes: u32) -> Arc<CircuitBreaker> {
    let settings = CircuitBreaker::builder().consecutive_failures(consecutive).probes(probes);
    Arc::new(settings.open_for(Duration::from_millis(1)).build().unwrap())
}

#[test]
fn the_failure_that_reaches_the_limit_opens_whatever_the_order() {
    check_random(
        || {
            let breaker = breaker(3, 1);
            let opened = Arc::new(AtomicU32::new(0));
            let threads: Vec<_> = (0..3)
                .map(|_| {
                    let (breaker, opened) = (Arc::clone(&breaker), Arc::clone(&opened));
                    thread::spawn(move || {
                        let (mut permit, _) = breaker.ask(0).unwrap();
                        if permit.end_at(Ending::Failed, 0).is_some() {
                            opened.fetch_add(1, Ordering::SeqCst);
                        }
                    })
                })
                .collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            assert_eq!((breaker.state(), opened.load(Ordering::SeqCst)), (BreakerState::Open, 1));
        },
        SCHEDULES,
    );
}

#[test]
fn the_ratio_counts_every_failure_whatever_the_order() {
    check_random(
        || {
            let settings = CircuitBreaker::builder().minimum_attempts(4).failure_ratio(0.75);
            let breaker = Arc::new(settings.build().unwrap());
            breaker.ask(0).unwrap().0.end_at(Ending::Failed, 0);
            let threads: Vec<_> = [Ending::Answered, Ending::Failed, Ending::Failed]
                .into_iter()
                .map(|ending| {
                    let breaker = Arc::clone(&breaker);
                    thread::spawn(move || {
                        // One of the others may have opened it.
                        if let Ok((mut permit, _)) = breaker.ask(0) {
                            permit.end_at(ending, 0);
                        }
                    })
                })
                .collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            // Three failures of four attempts open it, unless the success is counted last.
            let counts = breaker.counted(0);
            let counted_last = (counts.attempts, counts.failures) == (4, 3);
            assert!(breaker.state() == BreakerState::Open || counted_last, "{breaker:?} {counts:?}");
        },
        SCHEDULES,
    );
}

#[test]
fn there_are_never_more_probes_than_the_limit_and_none_leaks() {
    check_random(
        || {
            let breaker = breaker(1, 2);
            breaker.ask(0).unwrap().0.end_at(Ending::Failed, 0);
            let in_flight = Arc::new(AtomicU32::new(0));
            let threads: Vec<_> = (0..4)
                .map(|number| {
                    let (breaker, in_flight) = (Arc::clone(&breaker), Arc::clone(&in_flight));
                    thread::spawn(move || {
                        let Ok((mut permit, _)) = breaker.ask(10) else { return };
                        if breaker.state() != BreakerState::HalfOpen {
                            return;
                        }
                        assert!(in_flight.fetch_add(1, Ordering::SeqCst) < 2);
                        thread::yield_now();
                        in_flight.fetch_sub(1, Ordering::SeqCst);
                        if number % 2 == 0 {
                            permit.end_at(Ending::Answered, 10);
                        }
                    })
                })
                .collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            let counts = breaker.counted(10);
            assert_eq!(counts.probes_in_flight, 0, "{counts:?}");
        },
        SCHEDULES,
    );
}
