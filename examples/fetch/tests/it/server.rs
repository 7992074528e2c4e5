//! A server on loopback.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use reqwest::Url;
use tokio::net::TcpListener;

pub(crate) enum Answer {
    Response(Response<Body>),
    Never,
}

/// The answer of this status.
pub(crate) fn status(code: u16) -> Answer {
    let status = StatusCode::from_u16(code).unwrap();
    Answer::Response(Response::builder().status(status).body(format!("answer with {code}").into()).unwrap())
}

/// A server that counts its requests.
pub(crate) struct Server {
    pub(crate) url: Url,
    requests: Arc<AtomicUsize>,
}

impl Server {
    /// Answers each request by its number; the first is 1.
    pub(crate) async fn start(answer: impl Fn(usize) -> Answer + Clone + Send + Sync + 'static) -> Self {
        Self::listen(TcpListener::bind("127.0.0.1:0").await.unwrap(), answer)
    }

    pub(crate) fn listen(
        listener: TcpListener,
        answer: impl Fn(usize) -> Answer + Clone + Send + Sync + 'static,
    ) -> Self {
        let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
        let requests = Arc::new(AtomicUsize::new(0));
        let count = requests.clone();
        let router = Router::new().fallback(async move || match answer(count.fetch_add(1, Ordering::SeqCst) + 1) {
            Answer::Response(response) => response,
            Answer::Never => pending().await,
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, requests }
    }

    /// How many requests have reached it.
    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}
