//! tokio-postgres.

use retry_core::{Transient, Verdict};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Error, NoTls};

use super::{Database, tests, url, without_tls};

impl Database for Client {
    type Error = Error;

    async fn open(url: &str) -> Result<Self, Error> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        Ok(client)
    }

    async fn run(&mut self, sql: &str) -> Result<(), Error> {
        self.batch_execute(sql).await
    }

    fn code(error: &Error) -> Option<String> {
        error.code().map(|code| code.code().to_owned())
    }
}

tests!("tokio", Client);

async fn connect(port: u16) -> Error {
    let outcome = Config::new().host("127.0.0.1").port(port).user("retry").connect(NoTls).await;
    outcome.map(drop).unwrap_err()
}

#[tokio::test]
async fn a_refused_connection_is_transient() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let error = connect(port).await;
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_socket_that_is_not_there_yet_is_transient() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = Config::new().host_path(folder.path()).user("retry").connect(NoTls).await;
    let error = outcome.map(drop).unwrap_err();
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn a_connection_that_is_closed_at_once_is_transient() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (error, _) = tokio::join!(connect(port), async { listener.accept().await.map(drop) });
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

/// Servers answer this while they start, and so do poolers.
#[tokio::test]
async fn a_server_that_cannot_accept_connections_now_is_transient() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    for (code, verdict) in [
        ("57P03", Verdict::Transient),
        ("57P02", Verdict::Transient),
        ("08000", Verdict::Transient),
        ("08001", Verdict::Transient),
        ("08003", Verdict::Transient),
        ("08004", Verdict::Transient),
        ("08006", Verdict::Transient),
        ("08007", Verdict::Permanent),
        ("08P01", Verdict::Permanent),
        ("28P01", Verdict::Permanent),
    ] {
        let fields = format!("SFATAL\0VFATAL\0C{code}\0Mtest\0\0");
        let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
        let (error, _stream) = tokio::join!(connect(port), async {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(&[b"E", &length[..], fields.as_bytes()].concat()).await.unwrap();
            stream
        });
        assert_eq!((error.code().map(SqlState::code), error.verdict()), (Some(code), verdict), "{error:?}");
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_permanent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (error, _stream) = tokio::join!(connect(port), async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"!\0\0\0\x04").await.unwrap();
        stream
    });
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
async fn a_server_without_tls_that_is_required_is_permanent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://retry@{}/x?sslmode=require", listener.local_addr().unwrap());
    let (outcome, _stream) = tokio::join!(tokio_postgres::connect(&url, NoTls), without_tls(&listener));
    let error = outcome.map(drop).unwrap_err();
    assert_eq!(error.to_string(), "error performing TLS handshake");
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[test]
fn a_wrong_configuration_is_permanent() {
    let error = "host=localhost port=x".parse::<Config>().unwrap_err();
    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
}

#[tokio::test]
#[ignore = "needs DATABASE_URL: examples/postgres_serializable/with-postgres cargo test -p verdicts --features all -- --include-ignored"]
async fn what_the_program_does_wrong_is_permanent() {
    let client = Client::open(&url()).await.unwrap();
    let row = client.query_one("SELECT 1::integer", &[]).await.unwrap();
    for error in [
        client.query_one("SELECT 1 WHERE false", &[]).await.unwrap_err(),
        client.query_one("SELECT $1::integer", &[&"x"]).await.unwrap_err(),
        row.try_get::<_, String>(0).unwrap_err(),
        row.try_get::<_, i32>("x").unwrap_err(),
    ] {
        assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
    }
}
