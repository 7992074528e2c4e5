//! A cluster of two servers, in the states of a slot that moves.

use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::{ErrorKind, Value};
use retry_core::{Transient, Verdict};

use super::assert_code;
use super::server::{Server, run};

/// The slot of every key that begins with `{x}`.
const SLOT: &str = "16287";

async fn text(connection: &mut MultiplexedConnection, command: &str) -> String {
    redis::from_redis_value(run(connection, command).await.unwrap()).unwrap()
}

async fn settled(connection: &mut MultiplexedConnection) {
    while !text(connection, "CLUSTER INFO").await.contains("cluster_state:ok") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn every_state_of_a_cluster_is_transient() {
    let settings = ["--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"];
    let Some(one) = Server::start(&settings) else { return };
    let other = Server::start(&settings).unwrap();
    let (mut first, mut second) = (one.connect().await, other.connect().await);
    assert_code(run(&mut first, "GET {x}").await, "CLUSTERDOWN", Verdict::Transient);

    run(&mut first, "CLUSTER ADDSLOTSRANGE 0 16383").await.unwrap();
    run(&mut first, &format!("CLUSTER MEET 127.0.0.1 {}", other.port)).await.unwrap();
    settled(&mut first).await;
    settled(&mut second).await;
    while !text(&mut first, "CLUSTER NODES").await.contains(&format!(":{}@", other.port)) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(run(&mut first, "CLUSTER KEYSLOT {x}").await.unwrap(), redis::Value::Int(SLOT.parse().unwrap()));
    assert_code(run(&mut second, "GET {x}").await, "MOVED", Verdict::Transient);

    run(&mut first, "SET {x}1 1").await.unwrap();
    let target = text(&mut second, "CLUSTER MYID").await;
    let migrate = format!("CLUSTER SETSLOT {SLOT} MIGRATING {target}");
    // The node has to be known by its own name, which comes with the first exchange of messages.
    while run(&mut first, &migrate).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_code(run(&mut first, "GET {x}2").await, "ASK", Verdict::Transient);
    assert_code(run(&mut first, "MGET {x}1 {x}2").await, "TRYAGAIN", Verdict::Transient);
    assert_code(run(&mut first, "MGET {x} {y}").await, "CROSSSLOT", Verdict::Permanent);
}

#[tokio::test]
async fn a_cluster_whose_servers_are_gone_is_transient() {
    let Some(mut only) = Server::start(&["--cluster-enabled", "yes"]) else { return };
    let mut connection = only.connect().await;
    run(&mut connection, "CLUSTER ADDSLOTSRANGE 0 16383").await.unwrap();
    settled(&mut connection).await;
    let client = ClusterClient::builder([format!("redis://127.0.0.1:{}", only.port)]).retries(0).build().unwrap();
    let mut cluster = client.get_async_connection().await.unwrap();
    only.kill();
    // The first command finds the connection closed, and the next one cannot connect.
    let mut get = async || redis::cmd("GET").arg("{x}").query_async::<Value>(&mut cluster).await.unwrap_err();
    let (closed, gone) = (get().await, get().await);
    assert_eq!(closed.verdict(), Verdict::Transient, "{closed:?}");
    assert_eq!((gone.kind(), gone.verdict()), (ErrorKind::ClusterConnectionNotFound, Verdict::Transient));
    let error = client.get_async_connection().await.map(drop).unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}
