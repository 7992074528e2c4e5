//! `stop = …` with the signals that services have: a cancellation token and a watch.

use std::future::{Future, ready};
use std::pin::Pin;

use async_trait::async_trait;
use retry_core::{RetryPolicy, retry};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::common::{Failure, always_busy, calls, ms, send};

struct Client {
    shutdown: CancellationToken,
    sent: u32,
}

#[async_trait]
trait Sends {
    async fn send_by_trait(&mut self) -> Result<u32, Failure>;
}

#[async_trait]
impl Sends for Client {
    #[retry(base = "1min", cap = "1h", stop = self.shutdown.clone().cancelled_owned())]
    async fn send_by_trait(&mut self) -> Result<u32, Failure> {
        self.sent += 1;
        always_busy()
    }
}

impl Client {
    #[retry(base = "1min", cap = "1h", stop = self.shutdown.cancelled())]
    async fn borrowed(&self) -> Result<u32, Failure> {
        always_busy()
    }

    #[retry(base = "1min", cap = "1h", stop = self.shutdown.cancelled())]
    fn boxed(&self) -> Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send + '_>> {
        Box::pin(async move { always_busy() })
    }

    #[retry(base = "1min", cap = "1h", stop = self.shutdown.clone().cancelled_owned())]
    async fn owned(&mut self) -> Result<u32, Failure> {
        self.sent += 1;
        always_busy()
    }
}

/// Cancels after half a second, and expects the call to end then.
async fn cancelled(shutdown: &CancellationToken, call: impl Future<Output = Result<u32, Failure>> + Send) {
    let began = Instant::now();
    let cancel = async {
        sleep(ms(500)).await;
        shutdown.cancel();
    };
    let (outcome, ()) = tokio::join!(send(call), cancel);
    assert_eq!((outcome, began.elapsed(), calls()), (Err(Failure::Busy(1)), ms(500), 1));
}

fn client() -> (CancellationToken, Client) {
    let shutdown = CancellationToken::new();
    (shutdown.clone(), Client { shutdown, sent: 0 })
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_token_borrowed_and_owned() {
    let (shutdown, client) = client();
    cancelled(&shutdown, client.borrowed()).await;
    let (shutdown, client) = self::client();
    cancelled(&shutdown, client.boxed()).await;
    let (shutdown, mut client) = self::client();
    cancelled(&shutdown, client.owned()).await;
    assert_eq!(client.sent, 1);
    let (shutdown, mut client) = self::client();
    cancelled(&shutdown, client.send_by_trait()).await;
    let (shutdown, client) = self::client();
    let policy = RetryPolicy::builder().base(ms(60_000)).cap(ms(60_000)).build().unwrap();
    let call = policy.retry(|| ready(always_busy())).stop(client.shutdown.cancelled());
    cancelled(&shutdown, call).await;
}

#[retry(base = "1min", cap = "1h", stop = stopping.wait_for(|stop| *stop))]
async fn watches(stopping: &mut watch::Receiver<bool>) -> Result<u32, Failure> {
    always_busy()
}

#[tokio::test(start_paused = true)]
async fn a_watch() {
    let (stop, mut stopping) = watch::channel(false);
    let tell = async {
        sleep(ms(500)).await;
        stop.send_replace(true);
    };
    let (outcome, ()) = tokio::join!(watches(&mut stopping), tell);
    assert_eq!((outcome, calls()), (Err(Failure::Busy(1)), 1));
}
