//! The errors of a MySQL server in sqlx's driver. They come from `MariaDB`, and from a socket that sends those error
//! packets of MySQL that `MariaDB` does not send.

mod server;

use retry_core::{Transient, Verdict};
use sqlx::mysql::MySqlDatabaseError;
use sqlx::{Connection, Error, MySqlConnection, query};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use self::server::Server;

/// The number, the SQLSTATE if the server sent one, and the verdict.
fn told(error: &Error) -> (u16, Option<&str>, Verdict) {
    let database = error.as_database_error().unwrap_or_else(|| panic!("{error:?}"));
    let database = database.downcast_ref::<MySqlDatabaseError>();
    (database.number(), database.code(), error.verdict())
}

async fn run(connection: &mut MySqlConnection, statement: &'static str) -> sqlx::Result<()> {
    query(statement).execute(connection).await.map(drop)
}

/// Two rows that two connections lock.
async fn accounts(server: &Server) -> [MySqlConnection; 2] {
    let mut first = server.connect().await;
    run(&mut first, "CREATE TABLE accounts (id INT PRIMARY KEY, amount INT) ENGINE = InnoDB").await.unwrap();
    run(&mut first, "INSERT INTO accounts VALUES (1, 0), (2, 0)").await.unwrap();
    let mut second = server.connect().await;
    for connection in [&mut first, &mut second] {
        run(connection, "SET autocommit = 0").await.unwrap();
    }
    [first, second]
}

#[tokio::test]
async fn a_lock_that_is_not_released_in_time_is_transient() {
    let Some(server) = Server::start() else { return };
    let [mut holder, mut waiter] = accounts(&server).await;
    run(&mut holder, "UPDATE accounts SET amount = 1 WHERE id = 1").await.unwrap();
    let error = run(&mut waiter, "UPDATE accounts SET amount = 2 WHERE id = 1").await.unwrap_err();
    assert_eq!(told(&error), (1205, Some("HY000"), Verdict::Transient));
}

#[tokio::test]
async fn a_deadlock_is_transient() {
    let Some(server) = Server::start() else { return };
    let [mut first, mut second] = accounts(&server).await;
    run(&mut first, "UPDATE accounts SET amount = 1 WHERE id = 1").await.unwrap();
    run(&mut second, "UPDATE accounts SET amount = 2 WHERE id = 2").await.unwrap();
    let crossed = (
        run(&mut first, "UPDATE accounts SET amount = 1 WHERE id = 2"),
        run(&mut second, "UPDATE accounts SET amount = 2 WHERE id = 1"),
    );
    let (first, second) = tokio::join!(crossed.0, crossed.1);
    let error = first.and(second).unwrap_err();
    assert_eq!(told(&error), (1213, Some("40001"), Verdict::Transient));
}

#[tokio::test]
async fn a_server_without_a_connection_left_is_transient() {
    let Some(server) = Server::start() else { return };
    let mut held = vec![server.connect().await];
    let error = loop {
        match server.try_connect("root").await {
            Ok(connection) => held.push(connection),
            Err(error) => break error,
        }
    };
    assert_eq!(told(&error), (1040, None, Verdict::Transient));
}

#[tokio::test]
async fn a_connection_that_the_server_ends_is_transient() {
    let Some(server) = Server::start() else { return };
    let (mut ended, mut other) = (server.connect().await, server.connect().await);
    run(&mut other, "SHUTDOWN").await.unwrap();
    let error = loop {
        if let Err(error) = ended.ping().await {
            break error;
        }
    };
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

#[tokio::test]
async fn what_the_program_does_wrong_is_permanent() {
    let Some(server) = Server::start() else { return };
    let [mut connection, _] = accounts(&server).await;
    let duplicate = run(&mut connection, "INSERT INTO accounts VALUES (1, 0)").await.unwrap_err();
    assert_eq!(told(&duplicate), (1062, Some("23000"), Verdict::Permanent));
    let syntax = run(&mut connection, "SELEKT 1").await.unwrap_err();
    assert_eq!(told(&syntax), (1064, Some("42000"), Verdict::Permanent));
    let stranger = server.try_connect("stranger").await.unwrap_err();
    assert_eq!(told(&stranger), (1045, Some("28000"), Verdict::Permanent));
}

/// A socket that begins with an error packet, like a server that accepts no more connections.
async fn fails_with(number: u16, state: Option<&str>, message: &str) -> Error {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("mysql://root@{}/test", listener.local_addr().unwrap());
    let mut packet = vec![0xff];
    packet.extend(number.to_le_bytes());
    let state = state.map(|state| format!("#{state}")).unwrap_or_default();
    packet.extend(format!("{state}{message}").bytes());
    // A length of three bytes and the number of the packet.
    let greeting = [&[u8::try_from(packet.len()).unwrap(), 0, 0, 0], &packet[..]].concat();
    let greets = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(&greeting).await.unwrap();
        stream
    };
    let (outcome, _stream) = tokio::join!(MySqlConnection::connect(&url), greets);
    outcome.unwrap_err()
}

#[tokio::test]
async fn the_number_decides_where_the_sqlstate_says_nothing() {
    for (number, state, message, verdict) in [
        (1053, Some("08S01"), "Server shutdown in progress", Verdict::Transient),
        (1053, None, "Server shutdown in progress", Verdict::Transient),
        (1105, Some("HY000"), "1205 (HY000) is not the number of this", Verdict::Permanent),
        (1130, None, "Host '127.0.0.1' is not allowed to connect to this server", Verdict::Permanent),
    ] {
        let error = fails_with(number, state, message).await;
        assert_eq!(told(&error), (number, state, verdict), "{error:?}");
    }
}
