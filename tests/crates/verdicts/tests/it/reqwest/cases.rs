//! Each row of the table of `impl Transient for reqwest::Error`, and `ensure_success`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::{future, io};

use retry_core::http::{StatusError, ensure_success};
use retry_core::{Transient, Verdict};

use super::reqwest::dns::{Name, Resolve, Resolving};
use super::reqwest::redirect::Policy;
use super::reqwest::{Body, Client, ClientBuilder, Error, Response};
use super::trusting;
use crate::sockets::{self, Certificate, FailingBody};

/// One that trusts nobody but a certificate that no server here has.
fn client() -> ClientBuilder {
    trusting(Client::builder().no_proxy(), &Certificate::new().pem)
}

async fn send(client: ClientBuilder, url: impl ToString) -> Result<Response, Error> {
    client.build().unwrap().get(url.to_string()).send().await
}

async fn get(address: SocketAddr) -> Result<Response, Error> {
    send(client(), format!("http://{address}/")).await
}

fn json(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

fn leaked(answer: String) -> &'static str {
    Box::leak(answer.into_boxed_str())
}

#[tokio::test]
async fn a_refused_connection_is_transient() {
    let (address, _held) = sockets::refuses();
    let error = get(address).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn a_host_that_is_not_found_is_transient() {
    // No name has a label of more than 63 characters, so that no server has to be asked.
    let error = send(client(), format!("http://{}.localhost/", "a".repeat(64))).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

/// Whose errors say nothing that is known.
struct OwnResolver;

impl Resolve for OwnResolver {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(future::ready(Err("no server answers".into())))
    }
}

#[tokio::test]
async fn a_host_that_a_resolver_of_ones_own_does_not_find_is_transient() {
    let client = client().dns_resolver(Arc::new(OwnResolver));
    let error = send(client, "http://localhost/").await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_closed_connection_is_transient() {
    let error = get(sockets::answers("").await).await.unwrap_err();
    assert!(error.is_request() && !error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn half_a_header_is_transient() {
    let error = get(sockets::answers("HTTP/1.1 200 OK\r\nContent-Le").await).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_reset_is_transient() {
    let error = get(sockets::resets().await).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn timeouts_are_transient() {
    let short = Duration::from_millis(50);
    let url = format!("http://{}/", sockets::stalls_after("").await);
    let of_client = send(client().timeout(short), &url).await.unwrap_err();
    let of_reading = send(client().read_timeout(short), &url).await.unwrap_err();
    let of_request = client().build().unwrap().get(&url).timeout(short).send().await.unwrap_err();
    for error in [of_client, of_reading, of_request] {
        assert!(error.is_timeout(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Transient);
    }
}

#[tokio::test]
async fn a_timeout_in_the_middle_of_the_body_is_transient() {
    let short = Duration::from_millis(50);
    let url = format!("http://{}/", sockets::stalls_after("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[").await);
    for client in [client().timeout(short), client().read_timeout(short)] {
        let error = send(client, &url).await.unwrap().json::<Vec<u8>>().await.unwrap_err();
        assert!(error.is_timeout(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Transient);
    }
}

/// reqwest says of each of them that decoding has failed.
#[tokio::test]
async fn a_body_that_breaks_off_is_transient() {
    for answer in [
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1, 2",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1, 2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n[1",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n\x1f",
    ] {
        let address = sockets::answers(answer).await;
        let error = get(address).await.unwrap().json::<Vec<u8>>().await.unwrap_err();
        assert!(error.is_decode() && !error.is_body(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Transient, "{answer:?}: {error:?}");
        let error = get(address).await.unwrap().bytes().await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Transient, "{answer:?}: {error:?}");
        let error = get(address).await.unwrap().text().await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Transient, "{answer:?}: {error:?}");
        let mut response = get(address).await.unwrap();
        let error = loop {
            if let Err(error) = response.chunk().await {
                break error;
            }
        };
        assert_eq!(error.verdict(), Verdict::Transient, "{answer:?}: {error:?}");
    }
}

#[tokio::test]
async fn a_body_that_is_reset_is_transient() {
    let address = sockets::serves(|mut stream| async {
        use tokio::io::AsyncWriteExt as _;
        sockets::request(&mut stream).await;
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1, 2").await.unwrap();
        sockets::reset(stream);
    })
    .await;
    // The reset may overtake the header.
    let error = match get(address).await {
        Ok(response) => response.json::<Vec<u8>>().await.unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn garbled_content_is_permanent() {
    for answer in [
        leaked(json("[1, 2")),
        leaked(json("<html>")),
        leaked(json("")),
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 21\r\n\r\nnot compressed at all",
        "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 21\r\n\r\nnot compressed at all",
    ] {
        let error = get(sockets::answers(answer).await).await.unwrap().json::<Vec<u8>>().await.unwrap_err();
        assert!(error.is_decode(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Permanent, "{answer:?}: {error:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_no_http_is_permanent() {
    for answer in ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 ok\r\n\r\n"] {
        let error = get(sockets::answers(answer).await).await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Permanent, "{answer:?}: {error:?}");
    }
}

#[tokio::test]
async fn chunks_that_cannot_be_read_are_permanent() {
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n";
    let error = get(sockets::answers(answer).await).await.unwrap().text().await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn http2_that_fails_is_transient() {
    let url = format!("http://{}/", sockets::ends_http2_streams().await);
    let error = send(client().http2_prior_knowledge(), url).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn http1_for_an_http2_client_is_transient() {
    // Larger than any frame may be, as HTTP/2 reads it.
    let answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    let url = format!("http://{}/", sockets::stalls_after(answer).await);
    let error = send(client().http2_prior_knowledge(), url).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_permanent() {
    let certificate = Certificate::new();
    let url = format!("https://localhost:{}/", certificate.serves().await.port());
    let trusted = send(trusting(Client::builder().no_proxy(), &certificate.pem), &url).await.unwrap();
    assert_eq!(trusted.text().await.unwrap(), "over TLS");
    let error = send(client(), &url).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Permanent);
}

#[tokio::test]
async fn a_server_that_wants_a_certificate_is_permanent() {
    let certificate = Certificate::new();
    let url = format!("https://localhost:{}/", certificate.serves_known_clients().await.port());
    let error = send(trusting(Client::builder().no_proxy(), &certificate.pem), url).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn a_server_without_tls_is_permanent() {
    let address = sockets::serves(|mut stream| async move {
        use tokio::io::AsyncWriteExt as _;
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        future::pending::<()>().await;
    })
    .await;
    let error = send(client(), format!("https://{address}/")).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn a_handshake_that_breaks_off_is_transient() {
    let closing = sockets::serves(|mut stream| async move {
        use tokio::io::AsyncReadExt as _;
        let _ = stream.read(&mut [0; 4096]).await;
    })
    .await;
    let resetting = sockets::serves(|stream| async { sockets::reset(stream) }).await;
    for address in [closing, resetting] {
        let error = send(client(), format!("https://{address}/")).await.unwrap_err();
        assert!(error.is_connect(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
    }
}

#[tokio::test]
async fn a_request_whose_body_fails_is_permanent() {
    let url = format!("http://{}/", sockets::answers("").await);
    let request = client().build().unwrap().post(url).body(Body::wrap(FailingBody));
    let error = request.send().await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn a_request_that_cannot_be_built_is_permanent() {
    let client = client().build().unwrap();
    for request in [client.get("no url"), client.get("ftp://localhost/"), client.get("http://a/").header("a\n", "b")] {
        let error = request.send().await.unwrap_err();
        assert!(error.is_builder(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Permanent);
    }
}

#[tokio::test]
async fn redirects_that_lead_nowhere_are_permanent() {
    let address = sockets::answers("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n").await;
    let refused = Policy::custom(|attempt| attempt.error(io::Error::from(io::ErrorKind::ConnectionRefused)));
    for client in [client(), client().redirect(refused)] {
        let error = send(client, format!("http://{address}/")).await.unwrap_err();
        assert!(error.is_redirect(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Permanent);
    }
}

#[tokio::test]
async fn error_for_status_is_judged_by_its_status() {
    for (answer, expected) in [
        ("HTTP/1.1 404 Not Found\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", Verdict::Permanent),
        ("HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", Verdict::Transient),
        ("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", Verdict::Transient),
    ] {
        let error = get(sockets::answers(answer).await).await.unwrap().error_for_status().unwrap_err();
        assert_eq!(error.verdict(), expected, "{answer:?}");
    }
}

async fn refused(answer: &'static str) -> StatusError {
    let checked = ensure_success(get(sockets::answers(answer).await).await.unwrap());
    // Another thread may go on with it.
    tokio::spawn(checked).await.unwrap().unwrap_err()
}

#[tokio::test]
async fn a_success_is_returned_with_its_body() {
    let response = get(sockets::answers("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nmade").await).await.unwrap();
    assert_eq!(ensure_success(response).await.unwrap().text().await.unwrap(), "made");
}

#[tokio::test]
async fn a_failure_keeps_what_the_server_says() {
    let error = refused("HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\nContent-Length: 11\r\n\r\nnot so fast").await;
    assert_eq!((error.status().as_u16(), error.body()), (429, "not so fast"));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
    assert_eq!(error.verdict(), Verdict::RetryAfter(Duration::from_secs(7)));
    assert_eq!(error.to_string(), "429 Too Many Requests: not so fast");

    let error = refused("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n").await;
    assert_eq!((error.verdict(), error.to_string()), (Verdict::Transient, "503 Service Unavailable".to_owned()));

    let error = refused("HTTP/1.1 404 Gone\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n").await;
    assert_eq!((error.verdict(), error.retry_after()), (Verdict::Permanent, Some(Duration::from_secs(7))));

    let error = refused("HTTP/1.1 304 Not Modified\r\n\r\n").await;
    assert_eq!((error.verdict(), error.to_string()), (Verdict::Permanent, "304 Not Modified".to_owned()));
}

#[tokio::test]
async fn a_failure_whose_body_breaks_off_keeps_its_status() {
    let error = refused("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nhalf of").await;
    assert_eq!(error.to_string(), "503 Service Unavailable: half of");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn no_more_of_a_body_is_read_than_is_kept() {
    // The server never ends its body: only a bound on what is read can end the call.
    let start = format!("HTTP/1.1 500 Oops\r\nContent-Length: 1000000\r\n\r\na{}", "é".repeat(2_048));
    let response = get(sockets::stalls_after(leaked(start)).await).await.unwrap();
    let error = ensure_success(response).await.unwrap_err();
    assert_eq!(error.body(), format!("a{}", "é".repeat(2_047)), "no character is cut in two");
}
