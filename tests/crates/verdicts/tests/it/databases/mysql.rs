//! What sqlx's driver for MySQL makes of an error packet. No server is started here: a socket greets with the packet, as
//! a server does that has no connection left.

use retry_core::{Transient, Verdict};
use sqlx::{Connection, MySqlConnection};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

async fn fails_with(number: u16, state: &str, message: &str) -> sqlx::Error {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("mysql://root@{}/test", listener.local_addr().unwrap());
    let mut packet = vec![0xff];
    packet.extend(number.to_le_bytes());
    packet.extend(format!("#{state}{message}").bytes());
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
        (1205, "HY000", "Lock wait timeout exceeded; try restarting transaction", Verdict::Transient),
        (1213, "40001", "Deadlock found when trying to get lock; try restarting transaction", Verdict::Transient),
        (1040, "08004", "Too many connections", Verdict::Transient),
        (1053, "08S01", "Server shutdown in progress", Verdict::Transient),
        (1105, "HY000", "1205 (HY000) is not the number of this", Verdict::Permanent),
        (1062, "23000", "Duplicate entry '1' for key 'PRIMARY'", Verdict::Permanent),
        (1045, "28000", "Access denied for user 'root'", Verdict::Permanent),
        (1064, "42000", "You have an error in your SQL syntax", Verdict::Permanent),
    ] {
        let error = fails_with(number, state, message).await;
        let database = error.as_database_error().unwrap_or_else(|| panic!("{error:?}"));
        assert_eq!(database.downcast_ref::<sqlx::mysql::MySqlDatabaseError>().number(), number);
        assert_eq!((database.code().as_deref(), error.verdict()), (Some(state), verdict), "{error:?}");
    }
}
