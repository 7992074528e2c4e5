//! The bank: a server that refuses some payments with a 503.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// A running bank.
#[derive(Debug)]
pub struct Bank {
    address: String,
    seen: Arc<Semaphore>,
}

impl Bank {
    /// Starts a bank on a free port of the loopback interface.
    ///
    /// # Errors
    ///
    /// If it cannot listen on a port.
    pub async fn open() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let seen = Arc::new(Semaphore::new(0));
        let routes = Router::new().route("/payments/{order}", post(payment)).with_state(Arc::clone(&seen));
        tokio::spawn(axum::serve(listener, routes).into_future());
        Ok(Self { address, seen })
    }

    /// The URL of the bank.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Waits until this number of requests has come in.
    pub async fn seen(&self, requests: u32) {
        if let Ok(permits) = self.seen.acquire_many(requests).await {
            permits.forget();
        }
    }
}

async fn payment(State(seen): State<Arc<Semaphore>>, Path(order): Path<u32>) -> (StatusCode, String) {
    seen.add_permits(1);
    if order % 7 == 0 {
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    match order % 3 {
        0 => (StatusCode::SERVICE_UNAVAILABLE, "closed for today".to_owned()),
        _ => (StatusCode::OK, format!("order {order} is paid")),
    }
}
