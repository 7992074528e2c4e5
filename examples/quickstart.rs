//! One annotated function makes three HTTP calls: the first recovers from 503s, the second is permanent, and the third never
//! succeeds.
//!
//! Run it with `cargo run --example quickstart`.
//!
//! The server is part of the program and listens on loopback, so nothing else is needed. It counts the requests
//! that reach it, and the program fails if their number is wrong.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use retry_core::http::{StatusError, ensure_success};
use retry_core::{RetryEvent, Transient, retry};

// ── The client: this part is what a real program looks like ─────────────────────────────────────────────────

/// Why a request has failed. The errors inside say whether another attempt may help.
#[derive(Debug, Transient)]
enum ApiError {
    /// The server answered, but not with success.
    #[transient(forward)]
    Status(StatusError),
    /// There was no answer, or not all of it.
    #[transient(forward)]
    Transport(reqwest::Error),
}

struct Api {
    client: reqwest::Client,
    server: String,
}

impl Api {
    /// At most four attempts; the waits between them are random, up to 100, 200 and 400 ms.
    #[retry(base = "100ms", cap = "1s", attempts = 4, on_retry = print_attempt)]
    async fn get(&self, path: &str) -> Result<String, ApiError> {
        let response = self.client.get(format!("{}{path}", self.server)).send().await?;
        Ok(ensure_success(response).await?.text().await?)
    }
}

/// Called after each attempt that another one follows.
fn print_attempt(event: &RetryEvent<'_, ApiError>) {
    print_line(event.attempt, event.failure, format_args!("next in {} ms", event.delay.as_millis()));
}

// ── The demonstration ───────────────────────────────────────────────────────────────────────────────────────

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    let requests = Requests::default();
    let server = start_server(requests.clone()).await?;
    let api = Api { client: reqwest::Client::builder().no_proxy().build()?, server };

    println!("GET /flaky      503 twice, then 200");
    let answer = api.get("/flaky").await.expect("the third attempt should succeed");
    let recovered = requests.count("/flaky");
    print_line(recovered, StatusCode::OK, "recovered");
    assert_eq!(answer, "answer 3", "the value should be that of the third attempt");
    assert_eq!(recovered, 3, "two failures and a success are three attempts");

    println!("\nGET /invalid    422, however often it is asked");
    let error = api.get("/invalid").await.expect_err("a 422 should not succeed");
    let permanent = requests.count("/invalid");
    print_line(permanent, &error, "permanent: returned at once");
    let ApiError::Status(status_error) = error else { panic!("no 422 but {error:?}") };
    assert_eq!(status_error.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(permanent, 1, "a permanent error should end the call after one attempt");

    println!("\nGET /down       503 for ever");
    let error = api.get("/down").await.expect_err("the server should be down");
    let exhausted = requests.count("/down");
    print_line(exhausted, &error, "attempts spent: this error is returned");
    let ApiError::Status(status_error) = error else { panic!("no 503 but {error:?}") };
    assert_eq!(status_error.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(status_error.body(), "answer 4", "the error should be the last attempt's own");
    assert_eq!(exhausted, 4, "`attempts = 4` is four requests in all");

    let seconds = began.elapsed().as_secs_f64();
    println!(
        "\nrecovered at attempt {recovered}, permanent at attempt {permanent}, exhausted at attempt {exhausted}: \
         all as expected, in {seconds:.1} s"
    );
    Ok(())
}

fn print_line(attempt: impl fmt::Display, status: impl fmt::Display, what: impl fmt::Display) {
    println!("  attempt {attempt}   {:<26}{what}", status.to_string());
}

impl From<StatusError> for ApiError {
    fn from(error: StatusError) -> Self {
        Self::Status(error)
    }
}

impl From<reqwest::Error> for ApiError {
    fn from(error: reqwest::Error) -> Self {
        Self::Transport(error)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(error) => error.status().fmt(f),
            Self::Transport(error) => error.fmt(f),
        }
    }
}

// ── The server ──────────────────────────────────────────────────────────────────────────────────────────────

/// The path of every request that has reached the server.
#[derive(Clone, Default)]
struct Requests(Arc<Mutex<Vec<String>>>);

impl Requests {
    fn count(&self, path: &str) -> usize {
        self.0.lock().unwrap().iter().filter(|seen| *seen == path).count()
    }
}

async fn answer(State(requests): State<Requests>, uri: Uri) -> (StatusCode, String) {
    requests.0.lock().unwrap().push(uri.path().to_owned());
    let number = requests.count(uri.path());
    let status = match (uri.path(), number) {
        ("/flaky", 3..) => StatusCode::OK,
        ("/invalid", _) => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, format!("answer {number}"))
}

/// Starts the server on a free port and gives its address.
async fn start_server(requests: Requests) -> std::io::Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let router = Router::new().fallback(answer).with_state(requests);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(format!("http://{address}"))
}
