use std::io;

use retry_core::{Transient, Verdict};

use super::reqwest::Body;
use super::reqwest::redirect::Policy;
use super::{client, send};
use crate::sockets::{self, FailingBody};

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
