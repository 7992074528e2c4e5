//! Each row of the table of `impl Transient for hyper_util::client::legacy::Error`.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::{Request, Response, Uri, Version};
use http_body_util::Empty;
use hyper::body::{Bytes, Incoming};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioIo};
use retry_core::{Transient, Verdict};
use tokio::net::TcpStream;
use tower_service::Service;

use crate::sockets;

async fn send(version: Version, url: &str) -> Result<Response<Incoming>, Error> {
    let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(HttpConnector::new());
    client.request(Request::builder().version(version).uri(url).body(Empty::new()).unwrap()).await
}

async fn get(address: SocketAddr) -> Result<Response<Incoming>, Error> {
    send(Version::HTTP_11, &format!("http://{address}/")).await
}

#[tokio::test]
async fn a_refused_connection_is_transient() {
    let (address, _held) = sockets::refuses();
    let error = get(address).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_host_that_is_not_found_is_transient() {
    // No name has a label of more than 63 characters, so this fails without a server.
    let error = send(Version::HTTP_11, &format!("http://{}.localhost/", "a".repeat(64))).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_connection_that_is_lost_is_transient() {
    for address in [sockets::answers("").await, sockets::resets().await] {
        let error = get(address).await.unwrap_err();
        assert!(!error.is_connect(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_no_http_is_permanent() {
    let error = get(sockets::answers("SSH-2.0-OpenSSH_9.2\r\n\r\n").await).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_permanent() {
    for (version, url) in [(Version::HTTP_11, "/without/a/host"), (Version::HTTP_09, "http://localhost/")] {
        let error = send(version, url).await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
    }
}

/// A connector whose errors are of its own type, or those of a TLS library.
#[derive(Clone)]
struct Connector(fn() -> Box<dyn std::error::Error + Send + Sync>);

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _uri: Uri) -> Self::Future {
        let error = (self.0)();
        Box::pin(async { Err(error) })
    }
}

#[tokio::test]
async fn what_a_connector_of_ones_own_reports_is_transient_unless_it_is_known() {
    let unknown: fn() -> Box<dyn std::error::Error + Send + Sync> = || "no proxy answers".into();
    let refused: fn() -> Box<dyn std::error::Error + Send + Sync> =
        || io::Error::new(io::ErrorKind::InvalidData, rustls::Error::HandshakeNotComplete).into();
    for (connector, verdict) in [(unknown, Verdict::Transient), (refused, Verdict::Permanent)] {
        let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(Connector(connector));
        let error = client.get(Uri::from_static("http://localhost/")).await.unwrap_err();
        assert!(error.is_connect(), "{error:?}");
        assert_eq!(error.verdict(), verdict, "{error:?}");
    }
}
