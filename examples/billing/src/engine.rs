//! The rate engine: an HTTP server on loopback that prices reads, charges them, and fails on cue.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fmt, io};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rust_decimal::Decimal;
use tokio::net::{TcpListener, TcpStream};

use crate::faults::{Fault, Faults};
use crate::ledger::{Charged, Ledger};
use crate::reads::Read;
use crate::{lock, tariff};

/// A running engine, which stops with the runtime.
#[derive(Clone)]
pub struct Engine {
    /// Where it listens.
    pub address: SocketAddr,
    inner: Arc<Inner>,
}

struct Inner {
    ledger: Mutex<Ledger>,
    seen: Mutex<Seen>,
    faults: Box<dyn Faults>,
    repaired: AtomicBool,
}

/// What an engine has seen and done.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// How many requests have come in for each idempotency key, those of earlier nights included.
    pub requests: HashMap<String, u32>,
    /// How often each fault was met.
    pub faults: BTreeMap<Fault, u32>,
    /// How many requests were for a read that was already charged.
    pub duplicates: u32,
}

impl Engine {
    /// Starts on a free port, with this ledger.
    ///
    /// # Errors
    ///
    /// When there is no port to listen on.
    pub async fn start(ledger: Ledger, faults: impl Faults) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let inner = Arc::new(Inner {
            ledger: Mutex::new(ledger),
            seen: Mutex::default(),
            faults: Box::new(faults),
            repaired: AtomicBool::new(false),
        });
        let router = Router::new().route("/charges", post(charge)).with_state(Arc::clone(&inner));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, router.clone()));
            }
        });
        Ok(Self { address, inner })
    }

    /// Ends all faults.
    pub fn repair(&self) {
        self.inner.repaired.store(true, Ordering::Relaxed);
    }

    /// What it has seen so far.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn seen(&self) -> rusqlite::Result<Seen> {
        let requests = lock(&self.inner.ledger).requests()?;
        Ok(Seen { requests, ..lock(&self.inner.seen).clone() })
    }

    /// What it has charged so far, by meter.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn charges(&self) -> rusqlite::Result<Vec<(String, Decimal)>> {
        lock(&self.inner.ledger).charges()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Serves one connection, until the client closes it or a response asks to close it.
///
/// To close a connection without an answer, a service has to fail, and the services of axum cannot fail.
async fn serve(stream: TcpStream, router: Router) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
        let response = router.call(request);
        async move {
            let Ok(response) = response.await;
            if response.extensions().get::<HangUp>().is_some() {
                Err(io::Error::other("hung up"))
            } else {
                Ok(response)
            }
        }
    });
    // An error means that the connection has ended early, as a fault wants it to.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

/// In the extensions of a response: close the connection and send nothing.
#[derive(Clone)]
struct HangUp;

fn hang_up() -> Response {
    let mut response = Response::new(Body::empty());
    response.extensions_mut().insert(HangUp);
    response
}

/// Longer than any client waits for an answer.
const LATE: Duration = Duration::from_mins(1);

async fn charge(State(engine): State<Arc<Inner>>, headers: HeaderMap, Json(read): Json<Read>) -> Response {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(key), Some(attempt)) = (header("idempotency-key"), header("attempt").and_then(|n| n.parse().ok())) else {
        return (StatusCode::BAD_REQUEST, "idempotency-key and attempt are required").into_response();
    };
    let counted = lock(&engine.ledger).count_request(key);
    if let Err(error) = counted {
        return failed(&error);
    }
    let Some(amount) = tariff::price(&read.usage) else {
        return (StatusCode::UNPROCESSABLE_ENTITY, format!("{:?} is no usage", read.usage)).into_response();
    };

    let fault = engine.fault(key, attempt);
    match fault {
        Some(Fault::Unavailable) => return (StatusCode::SERVICE_UNAVAILABLE, "try again later").into_response(),
        Some(Fault::TooManyRequests { retry_after }) => {
            let retry_after = [(header::RETRY_AFTER, retry_after.to_string())];
            return (StatusCode::TOO_MANY_REQUESTS, retry_after, "slow down").into_response();
        }
        Some(Fault::Dropped) => return hang_up(),
        Some(Fault::AcknowledgementLost | Fault::Late) | None => {}
    }

    // A charge takes microseconds, so it needs no thread of its own.
    let charged = lock(&engine.ledger).charge(key, &read.meter, amount);
    let receipt = match charged {
        Ok(Charged::Now(receipt)) => receipt,
        Ok(Charged::Before(receipt)) => {
            lock(&engine.seen).duplicates += 1;
            receipt
        }
        Err(error) => return failed(&error),
    };

    match fault {
        Some(Fault::AcknowledgementLost) => return hang_up(),
        Some(Fault::Late) => tokio::time::sleep(LATE).await,
        _ => {}
    }
    Json(receipt).into_response()
}

fn failed(error: &rusqlite::Error) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
}

impl Inner {
    fn fault(&self, key: &str, attempt: u32) -> Option<Fault> {
        if self.repaired.load(Ordering::Relaxed) {
            return None;
        }
        let fault = (self.faults)(key, attempt)?;
        *lock(&self.seen).faults.entry(fault).or_default() += 1;
        Some(fault)
    }
}
