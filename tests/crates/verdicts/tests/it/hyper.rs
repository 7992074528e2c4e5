//! Each row of the table of `impl Transient for hyper::Error`, and `ensure_success`.

use std::convert::Infallible;
use std::future::pending;
use std::net::SocketAddr;
use std::time::Duration;

use http::{Request, Response};
use http_body_util::{BodyExt as _, Empty, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::client::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use retry_core::http::ensure_success;
use retry_core::{Transient, Verdict};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::sockets::{self, FailingBody};

async fn post<B>(address: SocketAddr, body: B) -> hyper::Result<Response<Incoming>>
where
    B: Body<Data: Send, Error = std::io::Error> + Send + 'static,
{
    let stream = TokioIo::new(TcpStream::connect(address).await.unwrap());
    let (mut sender, connection) = http1::handshake(stream).await?;
    tokio::spawn(connection);
    sender.send_request(Request::post("/").header("host", "localhost").body(body).unwrap()).await
}

async fn get(address: SocketAddr) -> hyper::Result<Response<Incoming>> {
    post(address, Empty::<Bytes>::new().map_err(|never| match never {})).await
}

async fn get_http2(address: SocketAddr) -> hyper::Result<Response<Incoming>> {
    let stream = TokioIo::new(TcpStream::connect(address).await.unwrap());
    let (mut sender, connection) = http2::handshake(TokioExecutor::new(), stream).await?;
    tokio::spawn(connection);
    sender.send_request(Request::get("http://localhost/").body(Empty::<Bytes>::new()).unwrap()).await
}

#[tokio::test]
async fn a_closed_connection_is_transient() {
    let error = get(sockets::answers("").await).await.unwrap_err();
    assert!(error.is_incomplete_message(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn a_reset_is_transient() {
    let error = get(sockets::resets().await).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_body_that_breaks_off_is_transient() {
    for answer in [
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf",
    ] {
        let response = get(sockets::answers(answer).await).await.unwrap();
        let error = response.into_body().collect().await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Transient, "{answer:?}: {error:?}");
    }
}

#[tokio::test]
async fn a_connection_that_is_gone_is_transient() {
    let stream = TokioIo::new(TcpStream::connect(sockets::answers("").await).await.unwrap());
    let (mut sender, connection) = http1::handshake(stream).await.unwrap();
    drop(connection);
    let error = sender.send_request(Request::get("/").body(Empty::<Bytes>::new()).unwrap()).await.unwrap_err();
    assert!(error.is_canceled(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);

    let error = sender.ready().await.unwrap_err();
    assert!(error.is_closed(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn a_header_that_is_late_is_transient() {
    let (ended, end) = tokio::sync::oneshot::channel();
    let ended = std::sync::Mutex::new(Some(ended));
    let address = sockets::serves(move |stream| {
        let ended = ended.lock().unwrap().take().unwrap();
        async move {
            let never = service_fn(async |_| pending::<Result<Response<Empty<Bytes>>, Infallible>>().await);
            let mut server = hyper::server::conn::http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(Duration::from_millis(50));
            ended.send(server.serve_connection(TokioIo::new(stream), never).await.unwrap_err()).unwrap();
        }
    })
    .await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HT").await.unwrap();
    let error = end.await.unwrap();
    assert!(error.is_timeout(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn http2_that_fails_is_transient() {
    let error = get_http2(sockets::ends_http2_streams().await).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn http1_for_an_http2_client_is_transient() {
    let answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    let error = get_http2(sockets::stalls_after(answer).await).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_head_that_cannot_be_parsed_is_permanent() {
    for answer in ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 ok\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"] {
        let error = get(sockets::answers(answer).await).await.unwrap_err();
        assert!(error.is_parse(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Permanent);
    }
}

#[tokio::test]
async fn chunks_that_cannot_be_read_are_permanent() {
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n";
    let error = get(sockets::answers(answer).await).await.unwrap().into_body().collect().await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn a_request_whose_body_fails_is_permanent() {
    let error = post(sockets::answers("").await, FailingBody).await.unwrap_err();
    assert!(error.is_user(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Permanent);
}

#[tokio::test]
async fn a_success_is_returned_with_its_body() {
    let response = get(sockets::answers("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nmade").await).await.unwrap();
    let body = ensure_success(response).await.unwrap().into_body().collect().await.unwrap();
    assert_eq!(body.to_bytes(), "made");
}

#[tokio::test]
async fn a_failure_keeps_what_the_server_says() {
    let answer = "HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n\
                  4\r\nnot \r\n7\r\nso fast\r\n0\r\nTrailer: late\r\n\r\n";
    let checked = ensure_success(get(sockets::answers(answer).await).await.unwrap());
    // The future is `Send`.
    let error = tokio::spawn(checked).await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "429 Too Many Requests: not so fast");
    assert_eq!(error.verdict(), Verdict::RetryAfter(Duration::from_secs(7)));
}

/// A response of any kind of body, such as that of a proxy or a tower service.
#[tokio::test]
async fn any_body_will_do() {
    let response = Response::builder().status(502).body(Full::new(Bytes::from_static(b"upstream"))).unwrap();
    let error = ensure_success(response).await.unwrap_err();
    assert_eq!((error.to_string().as_str(), error.verdict()), ("502 Bad Gateway: upstream", Verdict::Transient));
}
