//! The verdicts on redis's errors. Each error comes from a server that fails in this way.

mod cluster;
mod sentinel;
mod server;

use std::io::{Error, ErrorKind as Kind};
use std::time::Duration;

use redis::{AsyncConnectionConfig, Client, ErrorKind, RedisError, Value};
use retry_core::{Transient, Verdict};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use self::server::{Server, run};
use crate::sockets::Certificate;

#[track_caller]
fn assert_code(outcome: Result<Value, RedisError>, code: &str, verdict: Verdict) {
    let error = outcome.unwrap_err();
    assert_eq!((error.code(), error.verdict()), (Some(code), verdict), "{error:?}");
}

/// A server that answers every command with this.
async fn answering(answer: &'static [u8]) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 1024]).await;
            let _ = stream.write_all(answer).await;
        }
    });
    Client::open(("127.0.0.1", port)).unwrap()
}

#[tokio::test]
async fn a_refused_connection_is_transient() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let client = Client::open(("127.0.0.1", port)).unwrap();
    let error = client.get_multiplexed_async_connection().await.map(drop).unwrap_err();
    assert!(error.is_connection_refusal(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

#[tokio::test]
async fn a_connection_that_the_server_closes_is_transient() {
    let error = answering(b"").await.get_multiplexed_async_connection().await.map(drop).unwrap_err();
    assert!(error.is_connection_dropped(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);

    let Some(mut server) = Server::start(&[]) else { return };
    let mut connection = server.connect().await;
    server.kill();
    for _ in 0..2 {
        let error = run(&mut connection, "PING").await.unwrap_err();
        assert!(error.is_connection_dropped(), "{error:?}");
        assert_eq!(error.verdict(), Verdict::Transient);
    }
}

#[tokio::test]
async fn a_timeout_is_transient() {
    let Some(server) = Server::start(&[]) else { return };
    drop(server.connect().await);
    let settings = AsyncConnectionConfig::new().set_response_timeout(Some(Duration::from_millis(20)));
    let mut connection = server.client().get_multiplexed_async_connection_with_config(&settings).await.unwrap();
    let error = run(&mut connection, "BLPOP nothing 60").await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient);
}

/// A setting makes the server read its data slowly, and the server answers while it does.
#[tokio::test]
async fn a_server_that_still_loads_its_data_is_transient() {
    let Some(server) = Server::start(&["--rdbcompression", "no"]) else { return };
    let mut connection = server.connect().await;
    for key in 0..64 {
        run(&mut connection, &format!("SET key{key} {}", "x".repeat(512))).await.unwrap();
    }
    run(&mut connection, "SAVE").await.unwrap();
    let folder = server.into_folder();
    let slow = ["--key-load-delay", "100000", "--loading-process-events-interval-bytes", "1024"];
    let server = Server::start_in(folder, &slow).unwrap();
    assert_code(run(&mut server.connect().await, "GET key1").await, "LOADING", Verdict::Transient);
}

/// A replica whose primary does not listen.
#[tokio::test]
async fn a_replica_is_transient_for_writes_and_for_reads_without_its_primary() {
    let Some(server) = Server::start(&["--replicaof", "127.0.0.1 1"]) else { return };
    let mut connection = server.connect().await;
    assert_code(run(&mut connection, "SET key 1").await, "READONLY", Verdict::Transient);
    run(&mut connection, "CONFIG SET replica-serve-stale-data no").await.unwrap();
    assert_code(run(&mut connection, "GET key").await, "MASTERDOWN", Verdict::Transient);
}

/// Asks a replica, which refuses writes for now, and then for something that no server does.
async fn assert_each_error_counts(mut pipeline: redis::Pipeline) {
    let Some(server) = Server::start(&["--replicaof", "127.0.0.1 1"]) else { return };
    let mut connection = server.connect().await;
    let error = pipeline.query_async::<Value>(&mut connection).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
    pipeline.cmd("NO_SUCH_COMMAND");
    let error = pipeline.query_async::<Value>(&mut connection).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

/// The cause is in the errors of the transaction's commands. The code of the transaction is always the same.
#[tokio::test]
async fn a_transaction_is_as_transient_as_what_has_aborted_it() {
    assert_each_error_counts(redis::pipe().atomic().set("key", 1).set("key", 2).clone()).await;
}

#[tokio::test]
async fn a_pipeline_is_transient_if_all_its_errors_are() {
    assert_each_error_counts(redis::pipe().get("key").set("key", 1).clone()).await;
}

#[tokio::test]
async fn what_fails_again_is_permanent() {
    let Some(server) = Server::start(&["--requirepass", "secret", "--maxmemory", "1"]) else { return };
    let client = Client::open(format!("redis://:wrong@127.0.0.1:{}", server.port)).unwrap();
    let error = loop {
        match client.get_multiplexed_async_connection().await.map(drop).unwrap_err() {
            error if error.is_connection_refusal() => tokio::time::sleep(Duration::from_millis(5)).await,
            error => break error,
        }
    };
    assert_eq!((error.kind(), error.verdict()), (ErrorKind::AuthenticationFailed, Verdict::Permanent), "{error:?}");

    let mut connection = server.connect().await;
    assert_code(run(&mut connection, "GET key").await, "NOAUTH", Verdict::Permanent);
    run(&mut connection, "AUTH secret").await.unwrap();
    assert_code(run(&mut connection, "SET key 1").await, "OOM", Verdict::Permanent);
    run(&mut connection, "CONFIG SET maxmemory 0").await.unwrap();
    run(&mut connection, "SET key x").await.unwrap();
    for (command, code) in [
        ("LPUSH key 1", "WRONGTYPE"),
        ("INCR key", "ERR"),
        ("NO_SUCH_COMMAND", "ERR"),
        ("EVALSHA 0000000000000000000000000000000000000000 0", "NOSCRIPT"),
        ("SCRIPT KILL", "NOTBUSY"),
    ] {
        assert_code(run(&mut connection, command).await, code, Verdict::Permanent);
    }
    run(&mut connection, "ACL SETUSER default -get").await.unwrap();
    assert_code(run(&mut connection, "GET key").await, "NOPERM", Verdict::Permanent);
    let error = redis::cmd("EXISTS").arg("key").query_async::<Vec<String>>(&mut connection).await.unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn an_answer_that_is_none_is_permanent() {
    let client = answering(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    let error = client.get_multiplexed_async_connection().await.map(drop).unwrap_err();
    assert_eq!((error.kind(), error.verdict()), (ErrorKind::Parse, Verdict::Permanent), "{error:?}");
}

#[test]
fn an_address_that_is_none_is_permanent() {
    let error = Client::open("http://localhost").unwrap_err();
    assert_eq!((error.kind(), error.verdict()), (ErrorKind::InvalidClientConfig, Verdict::Permanent), "{error:?}");
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_permanent() {
    let port = Certificate::new().serves().await.port();
    let client = Client::open(format!("rediss://localhost:{port}")).unwrap();
    let error = client.get_multiplexed_async_connection().await.map(drop).unwrap_err();
    assert!(error.to_string().contains("UnknownIssuer"), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Permanent);
}

#[tokio::test]
async fn a_socket_that_no_server_has_made_is_transient() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::open(format!("unix://{}/socket", folder.path().display())).unwrap();
    let error = client.get_multiplexed_async_connection().await.map(drop).unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

/// This failure does not happen if the tests run as root, because root may write everywhere.
#[test]
fn what_the_system_forbids_is_permanent() {
    let error = RedisError::from(Error::from(Kind::PermissionDenied));
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}
