//! Servers that fail: tonic's own, and servers that break the connection in ways in which tonic's never does.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::task::{Context, Poll};

use bytes::Bytes;
use h2::RecvStream;
use h2::server::{Connection, SendResponse};
use tokio::net::{TcpListener, TcpStream};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::Status;
use tonic::body::Body;
use tonic::transport::Server;
use tower_service::Service;

async fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// An address at which nobody listens.
pub(super) async fn refusing() -> SocketAddr {
    listener().await.1
}

/// A server that does this with every connection.
pub(super) async fn raw<F: Future<Output = ()> + Send + 'static>(
    serve: impl Fn(TcpStream) -> F + Send + 'static,
) -> SocketAddr {
    let (listener, address) = listener().await;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

/// A request and the way to answer it.
type Exchange = (http::Request<RecvStream>, SendResponse<Bytes>);

/// A server that does this with the first request of every connection.
pub(super) async fn http2<F: Future<Output = ()> + Send + 'static>(
    serve: impl Fn(Exchange, Connection<TcpStream, Bytes>) -> F + Clone + Send + 'static,
) -> SocketAddr {
    raw(move |stream| {
        let serve = serve.clone();
        async move {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            if let Some(Ok(exchange)) = connection.accept().await {
                serve(exchange, connection).await;
            }
        }
    })
    .await
}

/// The head of an answer.
pub(super) fn headers(status: u16) -> http::Response<()> {
    http::Response::builder().status(status).header("content-type", "application/grpc").body(()).unwrap()
}

/// tonic's server, which answers with this status.
pub(super) async fn tonic_server(status: impl Fn() -> Status + Clone + Send + 'static) -> SocketAddr {
    let (listener, address) = listener().await;
    tokio::spawn(Server::builder().serve_with_incoming(Answer(status), TcpListenerStream::new(listener)));
    address
}

#[derive(Clone)]
struct Answer<F>(F);

impl<F: Fn() -> Status> Service<http::Request<Body>> for Answer<F> {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Request<Body>) -> Self::Future {
        ready(Ok((self.0)().into_http()))
    }
}
