use std::time::Duration;

use retry_core::http::{StatusError, ensure_success};
use retry_core::{Transient, Verdict};

use super::{get, leaked};
use crate::sockets;

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
    // The future is `Send`.
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
    // The body of the server never ends, so the call ends only if it reads a limited part of the body.
    let start = format!("HTTP/1.1 500 Oops\r\nContent-Length: 1000000\r\n\r\na{}", "é".repeat(2_048));
    let response = get(sockets::stalls_after(leaked(start)).await).await.unwrap();
    let error = ensure_success(response).await.unwrap_err();
    assert_eq!(error.body(), format!("a{}", "é".repeat(2_047)), "no character is cut in two");
}
