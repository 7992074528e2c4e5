//! The verdicts on tonic's statuses. Each status comes from a server that fails in this way.

mod client;
mod server;

use std::error::Error;
use std::future::pending;
use std::time::Duration;

use h2::Reason;
use retry_core::{Transient, Verdict};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tonic::metadata::MetadataValue;
use tonic::transport::{ClientTlsConfig, Endpoint};
use tonic::{Code, Status};

use self::client::{call, endpoint, unary};
use self::server::{headers, http2, raw, refusing, tonic_server};
use crate::sockets::Certificate;

/// A status that the client has made of a failed connection.
#[track_caller]
fn assert_local(status: &Status, code: Code) {
    assert_eq!((status.code(), status.verdict()), (code, Verdict::Transient), "{status:?}");
    assert!(status.source().is_some(), "{status:?}");
}

/// A status that the server has sent.
#[track_caller]
fn assert_sent(status: &Status, code: Code, verdict: Verdict) {
    assert_eq!((status.code(), status.verdict()), (code, verdict), "{status:?}");
    assert!(status.source().is_none(), "{status:?}");
}

#[tokio::test]
async fn a_refused_connection_is_transient() {
    assert_local(&call(refusing().await).await.unwrap_err(), Code::Unavailable);
}

#[tokio::test]
async fn a_channel_that_cannot_connect_is_too_once_it_is_a_status() {
    let error = endpoint(refusing().await).connect().await.unwrap_err();
    assert_local(&Status::from_error(error.into()), Code::Unavailable);
}

#[tokio::test]
async fn a_connection_that_is_closed_before_the_answer_is_transient() {
    let at_once = raw(|_| async {}).await;
    assert_local(&call(at_once).await.unwrap_err(), Code::Cancelled);
    let after_the_request = http2(|exchange, mut connection| async move {
        drop(exchange);
        connection.abrupt_shutdown(Reason::NO_ERROR);
        let _ = connection.accept().await;
    });
    let status = call(after_the_request.await).await.unwrap_err();
    assert_eq!(status.verdict(), Verdict::Transient, "{status:?}");
    assert!(status.source().is_some(), "{status:?}");
}

#[tokio::test]
async fn a_connection_that_is_closed_in_the_middle_of_the_answer_is_transient() {
    let server = http2(|(_, mut respond), mut connection| async move {
        let answer = respond.send_response(headers(200), false).unwrap();
        // The answer is written when the connection is polled. The connection is closed after the client could read the
        // answer.
        let _ = tokio::time::timeout(Duration::from_millis(50), connection.accept()).await;
        drop((answer, connection));
    });
    assert_local(&call(server.await).await.unwrap_err(), Code::Unknown);
}

#[tokio::test]
async fn a_stream_that_ends_with_an_error_code_is_transient() {
    let codes = [
        (Reason::REFUSED_STREAM, Code::Unavailable),
        (Reason::CANCEL, Code::Cancelled),
        (Reason::ENHANCE_YOUR_CALM, Code::ResourceExhausted),
        (Reason::INTERNAL_ERROR, Code::Internal),
    ];
    for (reason, code) in codes {
        let server = http2(move |(_, mut respond), mut connection| async move {
            respond.send_reset(reason);
            let _ = connection.accept().await;
        });
        assert_local(&call(server.await).await.unwrap_err(), code);
    }
}

#[tokio::test]
async fn a_server_that_speaks_another_protocol_is_transient() {
    let server = raw(|mut stream| async move {
        let _ = stream.read(&mut [0; 1024]).await;
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await;
        pending::<()>().await;
    });
    let status = call(server.await).await.unwrap_err();
    assert_eq!(status.verdict(), Verdict::Transient, "{status:?}");
    assert!(status.source().is_some(), "{status:?}");
}

#[tokio::test]
async fn a_timeout_on_this_side_is_transient() {
    let stalled = raw(|stream| async move {
        pending::<()>().await;
        drop(stream);
    });
    let channel = endpoint(stalled.await).timeout(Duration::from_millis(20)).connect_lazy();
    assert_local(&unary(channel).await.unwrap_err(), Code::Cancelled);
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_permanent() {
    let port = Certificate::new().serves().await.port();
    let others = ClientTlsConfig::new().ca_certificate(tonic::transport::Certificate::from_pem(Certificate::new().pem));
    let endpoint = Endpoint::from_shared(format!("https://localhost:{port}")).unwrap().tls_config(others).unwrap();
    let status = unary(endpoint.connect_lazy()).await.unwrap_err();
    assert_eq!((status.code(), status.verdict()), (Code::Unavailable, Verdict::Permanent), "{status:?}");
}

#[tokio::test]
async fn of_the_codes_alone_only_unavailable_is_transient() {
    let server = tonic_server(|| Status::unavailable("restarting")).await;
    assert_sent(&call(server).await.unwrap_err(), Code::Unavailable, Verdict::Transient);

    let permanent: [fn() -> Status; 15] = [
        || Status::cancelled("timeout of the server's"),
        || Status::unknown("?"),
        || Status::invalid_argument("?"),
        || Status::deadline_exceeded("?"),
        || Status::not_found("?"),
        || Status::already_exists("?"),
        || Status::permission_denied("?"),
        || Status::resource_exhausted("?"),
        || Status::failed_precondition("?"),
        || Status::aborted("?"),
        || Status::out_of_range("?"),
        || Status::unimplemented("?"),
        || Status::internal("?"),
        || Status::data_loss("?"),
        || Status::unauthenticated("?"),
    ];
    for status in permanent {
        let server = tonic_server(status).await;
        assert_sent(&call(server).await.unwrap_err(), status().code(), Verdict::Permanent);
    }
}

#[tokio::test]
async fn the_status_of_a_proxy_is_read() {
    let transient = [429, 502, 503, 504].map(|status| (status, Code::Unavailable, Verdict::Transient));
    let permanent = [(401, Code::Unauthenticated), (404, Code::Unimplemented), (500, Code::Unknown)];
    let permanent = permanent.map(|(status, code)| (status, code, Verdict::Permanent));
    for (status, code, verdict) in transient.into_iter().chain(permanent) {
        let server = http2(move |(_, mut respond), mut connection| async move {
            respond.send_response(headers(status), true).unwrap();
            let _ = connection.accept().await;
        });
        assert_sent(&call(server.await).await.unwrap_err(), code, verdict);
    }
}

/// `google.rpc.Status { code: 8, details: [RetryInfo { retry_delay: 2.5 s }] }`.
const RETRY_INFO: &[u8] = b"\x08\x08\x1a\x36\
    \x0a\x28type.googleapis.com/google.rpc.RetryInfo\
    \x12\x0a\x0a\x08\x08\x02\x10\x80\xca\xb5\xee\x01";

#[tokio::test]
async fn retry_info_says_when_whatever_the_code() {
    for code in [Code::ResourceExhausted, Code::Unavailable, Code::Aborted] {
        let server = tonic_server(move || Status::with_details(code, "slow down", RETRY_INFO.into())).await;
        assert_sent(&call(server).await.unwrap_err(), code, Verdict::RetryAfter(Duration::from_millis(2500)));
    }
}

#[tokio::test]
async fn details_that_are_no_retry_info_say_nothing() {
    for details in [&b"\xff\xff"[..], &RETRY_INFO[..20]] {
        let server = tonic_server(|| Status::with_details(Code::ResourceExhausted, "slow down", details.into())).await;
        assert_sent(&call(server).await.unwrap_err(), Code::ResourceExhausted, Verdict::Permanent);
    }
}

async fn pushed_back(mut status: Status, pushback: &'static str) -> Status {
    status.metadata_mut().insert("grpc-retry-pushback-ms", MetadataValue::from_static(pushback));
    call(tonic_server(move || status.clone()).await).await.unwrap_err()
}

#[tokio::test]
async fn pushback_says_when_whatever_the_code() {
    for (status, pushback, milliseconds) in [
        (Status::unavailable("slow down"), "1500", 1500),
        (Status::resource_exhausted("slow down"), "0", 0),
        (Status::with_details(Code::Unavailable, "slow down", RETRY_INFO.into()), "4000", 4000),
        (Status::with_details(Code::Unavailable, "slow down", RETRY_INFO.into()), "1500", 2500),
    ] {
        let code = status.code();
        let expected = Verdict::RetryAfter(Duration::from_millis(milliseconds));
        assert_sent(&pushed_back(status, pushback).await, code, expected);
    }
}

#[tokio::test]
async fn pushback_that_is_negative_or_unreadable_ends_the_call() {
    for pushback in ["-1", "soon", "", "1.5", "99999999999"] {
        let status = Status::with_details(Code::Unavailable, "go away", RETRY_INFO.into());
        assert_sent(&pushed_back(status, pushback).await, Code::Unavailable, Verdict::Permanent);
    }
}
