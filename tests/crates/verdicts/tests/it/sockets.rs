//! Servers on loopback that fail.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::{future, io};

use hyper::body::{Body, Bytes, Frame};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use socket2::SockRef;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_rustls::TlsAcceptor;

/// An address at which nobody listens, and nobody will while the socket is held.
pub(crate) fn refuses() -> (SocketAddr, TcpSocket) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    (socket.local_addr().unwrap(), socket)
}

/// A server that handles each connection in this way.
pub(crate) async fn serves<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

/// Sends this after the header of a request, then closes the connection.
pub(crate) async fn answers(answer: &'static str) -> SocketAddr {
    serves(move |mut stream| async move {
        request(&mut stream).await;
        let _ = stream.write_all(answer.as_bytes()).await;
    })
    .await
}

/// Sends this after the header of a request, then nothing more.
pub(crate) async fn stalls_after(answer: &'static str) -> SocketAddr {
    serves(move |mut stream| async move {
        request(&mut stream).await;
        stream.write_all(answer.as_bytes()).await.unwrap();
        future::pending::<()>().await;
    })
    .await
}

/// Resets the connection after the header of a request.
pub(crate) async fn resets() -> SocketAddr {
    serves(move |mut stream| async move {
        request(&mut stream).await;
        reset(stream);
    })
    .await
}

/// Reads the header of a request. With unread bytes, closing the connection would reset it.
pub(crate) async fn request(stream: &mut TcpStream) {
    let mut header = Vec::new();
    while !header.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return };
        header.push(byte);
    }
}

/// Resets the connection: it is closed with a linger time of zero.
pub(crate) fn reset(stream: TcpStream) {
    SockRef::from(&stream).set_linger(Some(std::time::Duration::ZERO)).unwrap();
    drop(stream);
}

/// Speaks HTTP/2 and ends each stream with the code for an internal error.
pub(crate) async fn ends_http2_streams() -> SocketAddr {
    serves(|stream| async {
        let fails = service_fn(async |_| Err::<http::Response<String>, _>(io::Error::other("no answer")));
        let server = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
        let _ = server.serve_connection(TokioIo::new(stream), fails).await;
    })
    .await
}

/// Certificates for `localhost` and for its clients.
pub(crate) struct Certificate {
    der: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
    pub(crate) pem: String,
}

impl Certificate {
    pub(crate) fn new() -> Self {
        // An error means that a provider is installed already.
        let _ = ring::default_provider().install_default();
        let signed = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        Self {
            der: signed.cert.der().clone(),
            key: signed.signing_key.serialize_der().try_into().unwrap(),
            pem: signed.cert.pem(),
        }
    }

    /// Answers with 200 over TLS, with this certificate.
    pub(crate) async fn serves(&self) -> SocketAddr {
        let config = ServerConfig::builder().with_no_client_auth();
        self.serves_by(config.with_single_cert(vec![self.der.clone()], self.key.clone_key()).unwrap()).await
    }

    /// Asks the client for a certificate too.
    pub(crate) async fn serves_known_clients(&self) -> SocketAddr {
        let mut known = RootCertStore::empty();
        known.add(self.der.clone()).unwrap();
        let verifier = WebPkiClientVerifier::builder(Arc::new(known)).build().unwrap();
        let config = ServerConfig::builder().with_client_cert_verifier(verifier);
        self.serves_by(config.with_single_cert(vec![self.der.clone()], self.key.clone_key()).unwrap()).await
    }

    async fn serves_by(&self, config: ServerConfig) -> SocketAddr {
        let acceptor = TlsAcceptor::from(Arc::new(config));
        serves(move |stream| {
            let acceptor = acceptor.clone();
            async move {
                let answer = service_fn(async |_| io::Result::Ok(http::Response::new("over TLS".to_owned())));
                let stream = match acceptor.accept(stream).into_fallible().await {
                    Ok(stream) => stream,
                    Err((_, mut stream)) => {
                        // With unread bytes, closing resets the connection, and the reset may overtake the reason.
                        let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
                        return;
                    }
                };
                let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
            }
        })
        .await
    }
}

/// A body of a request that fails before it is sent, in a way that would be transient for a connection.
pub(crate) struct FailingBody;

impl Body for FailingBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        Poll::Ready(Some(Err(io::ErrorKind::ConnectionReset.into())))
    }
}
