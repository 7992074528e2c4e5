//! `RetryLayer` over real clients and real sockets.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use http::{Request, Uri};
use http_body_util::Empty;
use hyper::body::{Bytes, Incoming};
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::TokioExecutor;
use retry_core::http::verdict;
use retry_core::tower::RetryLayer;
use retry_core::{Retrier, RetryPolicy, Transient};
use tokio::io::AsyncWriteExt as _;
use tower_layer::Layer as _;
use tower_service::Service;

use crate::sockets;

/// A server that closes the first connection without an answer, is busy on the second, and answers on the third.
async fn recovering() -> (SocketAddr, Arc<AtomicU32>) {
    let requests = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&requests);
    let address = sockets::serves(move |mut stream| {
        let counted = Arc::clone(&counted);
        async move {
            sockets::request(&mut stream).await;
            let answer = match counted.fetch_add(1, Ordering::Relaxed) {
                0 => "",
                1 => "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                _ => "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone",
            };
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    })
    .await;
    (address, requests)
}

fn retrier() -> Retrier {
    Retrier::new(RetryPolicy::builder().base(Duration::from_millis(1)).attempts(4).build().unwrap())
}

async fn call<S: Service<R, Error: std::fmt::Debug>, R>(mut service: S, request: R) -> S::Response {
    std::future::poll_fn(|context| service.poll_ready(context)).await.unwrap();
    service.call(request).await.unwrap()
}

#[tokio::test]
async fn hypers_client_is_retried() {
    let (address, requests) = recovering().await;
    let client = Client::builder(TokioExecutor::new()).build_http::<Empty<Bytes>>();
    let layer = RetryLayer::new(retrier()).no_timeout().no_breaker().classify(
        |outcome: Result<&http::Response<Incoming>, &Error>| match outcome {
            Ok(response) => verdict(response.status(), response.headers()),
            Err(error) => error.verdict(),
        },
    );
    let uri: Uri = format!("http://{address}/").parse().unwrap();
    let response = call(layer.layer(client), Request::get(uri).body(Empty::new()).unwrap()).await;
    assert_eq!((response.status().as_u16(), requests.load(Ordering::Relaxed)), (200, 3));
}

/// `try_clone` copies a request of reqwest. The client has another layer of tower's, around its connections.
#[tokio::test]
async fn reqwests_client_is_retried_with_its_own_layers_below() {
    let (address, requests) = recovering().await;
    let client = reqwest::Client::builder().no_proxy();
    let client = crate::reqwest::without_tls(client)
        .connector_layer(tower::timeout::TimeoutLayer::new(Duration::from_secs(5)))
        .build()
        .unwrap();
    let layer =
        RetryLayer::new(retrier()).no_timeout().no_breaker().clone_request(reqwest::Request::try_clone).classify(
            |outcome: Result<&reqwest::Response, &reqwest::Error>| match outcome {
                Ok(response) => verdict(response.status(), response.headers()),
                Err(error) => error.verdict(),
            },
        );
    let request = client.get(format!("http://{address}/")).build().unwrap();
    let response = call(layer.layer(client), request).await;
    assert_eq!((response.status().as_u16(), requests.load(Ordering::Relaxed)), (200, 3));
}

/// Its middleware is no service, so a function of one line makes a service of it.
#[tokio::test]
async fn reqwest_middlewares_client_is_retried() {
    let (address, requests) = recovering().await;
    let client = crate::reqwest::without_tls(reqwest::Client::builder().no_proxy()).build().unwrap();
    let client = reqwest_middleware::ClientBuilder::new(client).build();
    let sent = client.clone();
    let service = tower::service_fn(move |request| {
        let client = sent.clone();
        async move { client.execute(request).await }
    });
    let layer =
        RetryLayer::new(retrier()).no_timeout().no_breaker().clone_request(reqwest::Request::try_clone).classify(
            |outcome: Result<&reqwest::Response, &reqwest_middleware::Error>| match outcome {
                Ok(response) => verdict(response.status(), response.headers()),
                Err(error) => retry_core::chain::verdict(&(error as &dyn std::error::Error)),
            },
        );
    let request = client.get(format!("http://{address}/")).build().unwrap();
    let response = call(layer.layer(service), request).await;
    assert_eq!((response.status().as_u16(), requests.load(Ordering::Relaxed)), (200, 3));
}
