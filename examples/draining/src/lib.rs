//! A shop takes orders, and a bank that refuses some of them for now pays the others. The shop is told to stop while
//! orders wait for their next attempt. No order is lost, and the shop ends at once.

use std::fmt;
use std::io;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use retry_core::http::{StatusError, ensure_success};
use retry_core::{Transient, retry};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub mod bank;

/// Why an order was not paid.
#[derive(Debug, Transient)]
pub enum PaymentError {
    /// The bank has answered with an error.
    #[transient(forward)]
    Bank(StatusError),
    /// The bank has not answered.
    #[transient(forward)]
    Connection(reqwest::Error),
}

impl From<StatusError> for PaymentError {
    fn from(error: StatusError) -> Self {
        Self::Bank(error)
    }
}

impl From<reqwest::Error> for PaymentError {
    fn from(error: reqwest::Error) -> Self {
        Self::Connection(error)
    }
}

impl fmt::Display for PaymentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bank(error) => write!(f, "the bank: {error}"),
            Self::Connection(error) => write!(f, "the connection to the bank: {error}"),
        }
    }
}

impl std::error::Error for PaymentError {}

/// The shop.
#[derive(Clone, Debug)]
pub struct Shop {
    bank: String,
    client: reqwest::Client,
    stopping: CancellationToken,
}

impl Shop {
    /// A shop whose bank is at this address.
    #[must_use]
    pub fn new(bank: String) -> Self {
        Self { bank, client: reqwest::Client::new(), stopping: CancellationToken::new() }
    }

    /// Tells the shop to stop: it accepts no other connection, and its orders make no other attempt.
    pub fn stop(&self) {
        self.stopping.cancel();
    }

    /// Serves orders until the shop is told to stop and has answered all orders. Returns the shop's address and the
    /// task.
    ///
    /// # Errors
    ///
    /// If the shop cannot listen on a port.
    pub async fn serve(&self) -> io::Result<(String, JoinHandle<io::Result<()>>)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let routes = Router::new().route("/orders/{order}", post(order)).with_state(self.clone());
        let stopped = self.stopping.clone().cancelled_owned();
        let server = axum::serve(listener, routes).with_graceful_shutdown(stopped);
        Ok((address, tokio::spawn(server.into_future())))
    }

    /// When the shop is told to stop, a running attempt may finish, and a wait ends at once.
    #[retry(base = "2s", cap = "1min", attempts = 10, stop = self.stopping.cancelled())]
    async fn pay(&self, order: u32) -> Result<String, PaymentError> {
        let request = self.client.post(format!("{}/payments/{order}", self.bank));
        let response = ensure_success(request.send().await?).await?;
        Ok(response.text().await?)
    }
}

/// The caller gets the receipt, or the last error of the bank.
async fn order(State(shop): State<Shop>, Path(order): Path<u32>) -> (StatusCode, String) {
    match shop.pay(order).await {
        Ok(receipt) => (StatusCode::OK, receipt),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
    }
}

/// How the orders have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained {
    /// Orders that were paid.
    pub paid: u32,
    /// Orders that were not paid, and whose caller got the error.
    pub refused: u32,
    /// Orders whose caller got no answer.
    pub lost: u32,
    /// The time from the stop until the server had ended.
    pub took: Duration,
}

/// Sends this number of orders at once, tells the shop to stop when the bank has seen each of them, and counts the
/// answers. The bank refuses every third order, and is slow to answer every seventh.
///
/// # Errors
///
/// If a server cannot listen on a port, or the shop's server fails.
pub async fn drain(orders: u32) -> io::Result<Drained> {
    let bank = bank::Bank::open().await?;
    let shop = Shop::new(bank.address().to_owned());
    let (address, server) = shop.serve().await?;
    let client = reqwest::Client::new();
    let callers: Vec<_> =
        (0..orders).map(|order| tokio::spawn(client.post(format!("{address}/orders/{order}")).send())).collect();

    bank.seen(orders).await;
    let told = tokio::time::Instant::now();
    shop.stop();
    server.await.map_err(io::Error::other)??;
    let mut drained = Drained { paid: 0, refused: 0, lost: 0, took: told.elapsed() };
    for caller in callers {
        match caller.await.map_err(io::Error::other)? {
            Ok(answer) if answer.status() == StatusCode::OK => drained.paid += 1,
            Ok(_) => drained.refused += 1,
            Err(_) => drained.lost += 1,
        }
    }
    Ok(drained)
}
