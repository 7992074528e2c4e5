//! A server on loopback that goes down and comes back, and a client with a breaker. The time is that of a testing
//! scope, so that the numbers are exact.

use std::io::{self, Error};
use std::net::SocketAddr;
use std::time::Duration;

use retry_core::testing::Scope;
use retry_core::{Backoff, BreakerOpen, BreakerState, CircuitBreaker, Jitter, RetryPolicy, Step, retry};
use tokio::net::{TcpListener, TcpStream};

/// The times at which the client makes a call.
const TICK: Duration = Duration::from_millis(100);
const DOWN: u32 = 50;
const UP: u32 = 650;
const END: u32 = 700;
const FAILURES: u32 = 5;
const OPEN_FOR: u32 = 50;

static SERVER: CircuitBreaker = CircuitBreaker::builder()
    .name("server")
    .consecutive_failures(FAILURES)
    .open_for(Duration::from_millis(100 * OPEN_FOR as u64))
    .build_const();

#[retry(attempts = 1, breaker = SERVER)]
async fn ask(address: SocketAddr, made: &mut u32) -> io::Result<u8> {
    *made += 1;
    let stream = TcpStream::connect(address).await?;
    stream.readable().await?;
    let mut answer = [0];
    stream.try_read(&mut answer)?;
    Ok(answer[0])
}

async fn serve(listener: TcpListener) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        stream.writable().await.unwrap();
        stream.try_write(&[7]).unwrap();
    }
}

/// The ticks at which an attempt finds the server down: those that open the breaker, and a probe whenever it lets one
/// through.
fn modelled() -> (u32, u32) {
    let (mut attempts, mut next) = (0, DOWN);
    while next < UP {
        attempts += 1;
        next += if attempts < FAILURES { 1 } else { OPEN_FOR };
    }
    (attempts, next)
}

#[tokio::test(start_paused = true)]
async fn an_outage_costs_as_many_attempts_as_the_model_says_and_ends_with_the_next_probe() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut server = tokio::spawn(serve(listener));
    let clock = RetryPolicy::builder().backoff(Backoff::Constant).base(TICK).cap(TICK).jitter(Jitter::None);
    let mut clock = clock.attempts(u32::MAX).build().unwrap().start::<(), Error>().transient(|_: &Error| true);
    let scope = Scope::new();
    let (during, recovered) = scope
        .run(async {
            let (mut during, mut recovered) = (0, None);
            for tick in 0..END {
                if tick == DOWN {
                    server.abort();
                    assert!((&mut server).await.unwrap_err().is_cancelled());
                }
                if tick == UP {
                    server = tokio::spawn(serve(TcpListener::bind(address).await.unwrap()));
                }
                let mut made = 0;
                let outcome = ask(address, &mut made).await;
                if (DOWN..UP).contains(&tick) {
                    during += made;
                    let refused = outcome.unwrap_err().get_ref().is_some_and(|error| error.is::<BreakerOpen>());
                    assert_eq!(refused, made == 0, "at {tick}");
                } else if tick >= UP && outcome.is_ok() {
                    recovered = recovered.or(Some(tick));
                }
                assert!(matches!(clock.next(Err(Error::other("the next tick"))), Step::Wait { delay: TICK, .. }));
                clock.wait().await;
            }
            (during, recovered)
        })
        .await;
    let (attempts, recovery) = modelled();
    assert_eq!((during, recovered), (attempts, Some(recovery)));
    assert!(recovery - UP <= OPEN_FOR);
    assert_eq!(SERVER.state(), BreakerState::Closed);
}
