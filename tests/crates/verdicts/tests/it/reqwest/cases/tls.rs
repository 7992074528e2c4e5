//! Both TLS libraries of reqwest.

use std::future;

use retry_core::{Transient, Verdict};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::super::native_tls;
use super::reqwest::{Client, ClientBuilder};
use super::{rustls, send, trusting};
use crate::sockets::{self, Certificate};

/// Clients of both libraries that trust this certificate alone.
fn clients(certificate: &Certificate) -> [ClientBuilder; 2] {
    [rustls, native_tls].map(|library| trusting(library(Client::builder().no_proxy()), &certificate.pem))
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_permanent() {
    let certificate = Certificate::new();
    let url = format!("https://localhost:{}/", certificate.serves().await.port());
    for trusted in clients(&certificate) {
        assert_eq!(send(trusted, &url).await.unwrap().text().await.unwrap(), "over TLS");
    }
    for client in clients(&Certificate::new()) {
        let error = send(client, &url).await.unwrap_err();
        assert!(error.is_connect(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
    }
}

#[tokio::test]
async fn a_server_that_wants_a_certificate_is_permanent() {
    let certificate = Certificate::new();
    let url = format!("https://localhost:{}/", certificate.serves_known_clients().await.port());
    for client in clients(&certificate) {
        let error = send(client, &url).await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
    }
}

#[tokio::test]
async fn a_server_without_tls_is_permanent() {
    let address = sockets::serves(|mut stream| async move {
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        future::pending::<()>().await;
    })
    .await;
    for client in clients(&Certificate::new()) {
        let error = send(client, format!("https://{address}/")).await.unwrap_err();
        assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
    }
}

#[tokio::test]
async fn a_handshake_that_breaks_off_is_transient() {
    let closing = sockets::serves(|mut stream| async move {
        let _ = stream.read(&mut [0; 4096]).await;
    })
    .await;
    let resetting = sockets::serves(|stream| async { sockets::reset(stream) }).await;
    for address in [closing, resetting] {
        for client in clients(&Certificate::new()) {
            let error = send(client, format!("https://{address}/")).await.unwrap_err();
            assert!(error.is_connect(), "{error:?}");
            assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
        }
    }
}
