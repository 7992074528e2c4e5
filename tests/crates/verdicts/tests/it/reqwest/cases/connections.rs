use std::future;
use std::sync::Arc;
use std::time::Duration;

use retry_core::{Transient, Verdict};

use super::reqwest::dns::{Name, Resolve, Resolving};
use super::{client, get, send};
use crate::sockets;

#[tokio::test]
async fn a_refused_connection_is_transient() {
    let (address, _held) = sockets::refuses();
    let error = get(address).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn a_host_that_is_not_found_is_transient() {
    // No name has a label of more than 63 characters, so this fails without a server.
    let error = send(client(), format!("http://{}.localhost/", "a".repeat(64))).await.unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

/// A resolver whose errors have an unknown type.
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
async fn an_answer_that_is_no_http_is_permanent() {
    for answer in ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 ok\r\n\r\n"] {
        let error = get(sockets::answers(answer).await).await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Permanent, "{answer:?}: {error:?}");
    }
}

#[tokio::test]
async fn http2_that_fails_is_transient() {
    let url = format!("http://{}/", sockets::ends_http2_streams().await);
    let error = send(client().http2_prior_knowledge(), url).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn http1_for_an_http2_client_is_transient() {
    // HTTP/2 reads this as a frame that is larger than allowed.
    let answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    let url = format!("http://{}/", sockets::stalls_after(answer).await);
    let error = send(client().http2_prior_knowledge(), url).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}
