//! A sentinel that is asked for an unknown primary or replica.

use std::fs;
use std::time::Duration;

use redis::sentinel::Sentinel;
use redis::{ErrorKind, RedisError};
use retry_core::{Transient, Verdict};

use super::server::Server;

/// A sentinel that watches a primary without replicas.
async fn watching(primary: &Server) -> Option<(Server, Sentinel)> {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("sentinel.conf");
    fs::write(&settings, format!("sentinel monitor primary 127.0.0.1 {} 1\n", primary.port)).unwrap();
    let server = Server::start_sentinel(folder, &settings)?;
    drop(server.connect().await);
    let sentinel = Sentinel::build(vec![format!("redis://127.0.0.1:{}", server.port)]).unwrap();
    Some((server, sentinel))
}

async fn primary_of(sentinel: &mut Sentinel, name: &str) -> RedisError {
    sentinel.async_master_for(name, None).await.map(drop).unwrap_err()
}

#[tokio::test]
async fn a_name_that_no_sentinel_knows_is_transient() {
    let Some(primary) = Server::start(&[]) else { return };
    let Some((_server, mut sentinel)) = watching(&primary).await else { return };
    let error = primary_of(&mut sentinel, "unknown").await;
    assert_eq!((error.kind(), error.verdict()), (ErrorKind::MasterNameNotFoundBySentinel, Verdict::Transient));
}

#[tokio::test]
async fn a_primary_without_replicas_is_transient() {
    let Some(primary) = Server::start(&[]) else { return };
    drop(primary.connect().await);
    let Some((_server, mut sentinel)) = watching(&primary).await else { return };
    let error = sentinel.async_replica_for("primary", None).await.map(drop).unwrap_err();
    assert_eq!((error.kind(), error.verdict()), (ErrorKind::NoValidReplicasFoundBySentinel, Verdict::Transient));
}

#[tokio::test]
async fn a_sentinel_that_is_not_there_is_transient() {
    let Some(primary) = Server::start(&[]) else { return };
    let Some((mut server, mut sentinel)) = watching(&primary).await else { return };
    server.kill();
    let asked = tokio::time::timeout(Duration::from_secs(20), primary_of(&mut sentinel, "primary"));
    let error = asked.await.unwrap();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[test]
fn no_sentinel_at_all_is_permanent() {
    let error = Sentinel::build(Vec::<String>::new()).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.verdict()), (ErrorKind::EmptySentinelList, Verdict::Permanent));
}
