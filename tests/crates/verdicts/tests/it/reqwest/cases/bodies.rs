use std::time::Duration;

use retry_core::{Transient, Verdict};

use super::{client, get, leaked, send};
use crate::sockets;

fn json(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
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

/// For each of these, reqwest's `is_decode` is true.
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
async fn chunks_that_cannot_be_read_are_permanent() {
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n";
    let error = get(sockets::answers(answer).await).await.unwrap().text().await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}
