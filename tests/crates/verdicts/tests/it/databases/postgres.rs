//! PostgreSQL, through tokio-postgres and both versions of sqlx. Each driver does the same, and has to get the same
//! verdict.

mod sqlx_drivers;
mod tokio_driver;

use std::env;

use retry_core::Verdict;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::{Client, NoTls};

/// One connection, and what a test does with it.
trait Database: Sized {
    type Error: std::error::Error + retry_core::Transient;

    async fn open(url: &str) -> Result<Self, Self::Error>;
    async fn run(&mut self, sql: &str) -> Result<(), Self::Error>;
    fn code(error: &Self::Error) -> Option<String>;
}

fn url() -> String {
    env::var("DATABASE_URL").expect("DATABASE_URL is set")
}

#[track_caller]
fn assert_error<D: Database>(outcome: Result<(), D::Error>, code: Option<&str>, verdict: Verdict) {
    use retry_core::Transient as _;
    let error = outcome.unwrap_err();
    assert_eq!((D::code(&error).as_deref(), error.verdict()), (code, verdict), "{error:?}");
}

/// A second connection, for tests that need two.
async fn somebody() -> Client {
    let (client, connection) = tokio_postgres::connect(&url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Refuses TLS to the next connection, and returns the connection so that it stays open. A client without TLS may not
/// ask for it.
async fn without_tls(listener: &TcpListener) -> TcpStream {
    let (mut stream, _) = listener.accept().await.unwrap();
    let _ = stream.write_all(b"N").await;
    stream
}

/// The tests run in parallel, so each has tables of its own.
fn table(test: &str, driver: &str) -> String {
    format!("verdicts_{test}_{driver}")
}

async fn create(table: &str) {
    let sql = format!(
        "DROP TABLE IF EXISTS {table}; CREATE TABLE {table} (id integer PRIMARY KEY, x integer); INSERT INTO {table} VALUES (1, 0), (2, 0)"
    );
    somebody().await.batch_execute(&sql).await.unwrap();
}

/// Each of two transactions reads the row that the other one writes.
async fn serialization_failure<D: Database>(driver: &str) {
    let table = table("serialization", driver);
    create(&table).await;
    let (mut tested, other) = (D::open(&url()).await.unwrap(), somebody().await);
    let transaction =
        format!("BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT sum(x) FROM {table}; UPDATE {table} SET x = 1 WHERE id = ");
    other.batch_execute(&format!("{transaction} 1")).await.unwrap();
    tested.run(&format!("{transaction} 2")).await.unwrap();
    other.batch_execute("COMMIT").await.unwrap();
    assert_error::<D>(tested.run("COMMIT").await, Some("40001"), Verdict::Transient);
    tested.run(&format!("{transaction} 2; COMMIT")).await.unwrap();
}

/// The server aborts the transaction whose `deadlock_timeout` ends first.
async fn deadlock<D: Database>(driver: &str) {
    let table = table("deadlock", driver);
    create(&table).await;
    let (mut tested, other) = (D::open(&url()).await.unwrap(), somebody().await);
    let lock = |id: u8| format!("UPDATE {table} SET x = 1 WHERE id = {id}");
    tested.run(&format!("SET deadlock_timeout = '1ms'; BEGIN; {}", lock(1))).await.unwrap();
    other.batch_execute(&format!("SET deadlock_timeout = '1min'; BEGIN; {}", lock(2))).await.unwrap();
    let (sql, waits) = (lock(1), lock(2));
    let (other, outcome) = tokio::join!(other.batch_execute(&sql), async {
        // The other transaction waits first.
        let waiting =
            format!("SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND query = '{sql}'");
        let observer = somebody().await;
        while observer.query(&waiting, &[]).await.unwrap().is_empty() {}
        let outcome = tested.run(&waits).await;
        tested.run("ROLLBACK").await.unwrap();
        outcome
    });
    other.unwrap();
    assert_error::<D>(outcome, Some("40P01"), Verdict::Transient);
}

async fn lock_not_available<D: Database>(driver: &str) {
    let table = table("lock", driver);
    create(&table).await;
    let (mut tested, other) = (D::open(&url()).await.unwrap(), somebody().await);
    let lock = format!("SELECT x FROM {table} WHERE id = 1 FOR UPDATE");
    other.batch_execute(&format!("BEGIN; {lock}")).await.unwrap();
    assert_error::<D>(tested.run(&format!("{lock} NOWAIT")).await, Some("55P03"), Verdict::Transient);
    let waits = format!("SET lock_timeout = '1ms'; {lock}");
    assert_error::<D>(tested.run(&waits).await, Some("55P03"), Verdict::Transient);
    other.batch_execute("COMMIT").await.unwrap();
    tested.run(&lock).await.unwrap();
}

/// The next statement fails, or finds the connection closed. Which of the two depends on the driver.
async fn admin_shutdown<D: Database>(driver: &str) {
    use retry_core::Transient as _;
    let name = format!("terminated_{driver}");
    let mut tested = D::open(&url()).await.unwrap();
    tested.run(&format!("SET application_name = '{name}'")).await.unwrap();
    let terminate =
        format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '{name}'");
    let asleep = format!("SELECT 1 FROM pg_stat_activity WHERE application_name = '{name}' AND wait_event = 'PgSleep'");
    let somebody = somebody().await;
    let (outcome, ()) = tokio::join!(tested.run("SELECT pg_sleep(60)"), async {
        while somebody.query(&asleep, &[]).await.unwrap().is_empty() {}
        somebody.batch_execute(&terminate).await.unwrap();
    });
    assert_error::<D>(outcome, Some("57P01"), Verdict::Transient);
    let error = tested.run("SELECT 1").await.unwrap_err();
    assert_eq!((D::code(&error), error.verdict()), (None, Verdict::Transient), "{error:?}");
}

/// The server closes the connection while nobody reads from it, and says why.
async fn idle_session_timeout<D: Database>(driver: &str) {
    use retry_core::Transient as _;
    let name = format!("idle_{driver}");
    let mut tested = D::open(&url()).await.unwrap();
    tested.run(&format!("SET application_name = '{name}'; SET idle_session_timeout = '1ms'")).await.unwrap();
    let there = format!("SELECT 1 FROM pg_stat_activity WHERE application_name = '{name}'");
    let somebody = somebody().await;
    while !somebody.query(&there, &[]).await.unwrap().is_empty() {}
    let error = tested.run("SELECT 1").await.unwrap_err();
    let code = D::code(&error);
    assert!(matches!(code.as_deref(), Some("57P05") | None), "{error:?}");
    assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
}

/// The limit is that of a role, because any other limit would affect other tests.
async fn too_many_connections<D: Database>(driver: &str) {
    let role = format!("few_{driver}");
    let somebody = somebody().await;
    let sql = format!("DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN CONNECTION LIMIT 0");
    somebody.batch_execute(&sql).await.unwrap();
    let outcome = D::open(&url().replacen("//retry@", &format!("//{role}@"), 1)).await;
    assert_error::<D>(outcome.map(drop), Some("53300"), Verdict::Transient);
    somebody.batch_execute(&format!("DROP ROLE {role}")).await.unwrap();
}

async fn permanent<D: Database>(driver: &str) {
    let table = table("permanent", driver);
    create(&table).await;
    let mut tested = D::open(&url()).await.unwrap();
    for (sql, code) in [
        (format!("INSERT INTO {table} VALUES (1, 1)"), "23505"),
        ("SELEC".to_owned(), "42601"),
        ("SELECT x FROM there_is_no_such_table".to_owned(), "42P01"),
        ("SET statement_timeout = '1ms'; SELECT pg_sleep(60)".to_owned(), "57014"),
    ] {
        assert_error::<D>(tested.run(&sql).await, Some(code), Verdict::Permanent);
    }
    let outcome = D::open(&url().replacen("//retry@", "//nobody_of_this_name@", 1)).await;
    assert_error::<D>(outcome.map(drop), Some("28000"), Verdict::Permanent);
}

/// All tests of the server, for one driver.
macro_rules! tests {
    ($driver:literal, $database:ty: $($test:ident),*) => {$(
        #[tokio::test]
        #[ignore = "needs DATABASE_URL: examples/postgres_serializable/with-postgres cargo test -p verdicts --features all -- --include-ignored"]
        async fn $test() {
            $crate::databases::postgres::$test::<$database>($driver).await;
        }
    )*};
    ($driver:literal, $database:ty) => {
        $crate::databases::postgres::tests!(
            $driver, $database:
            serialization_failure, deadlock, lock_not_available, admin_shutdown, idle_session_timeout,
            too_many_connections, permanent
        );
    };
}
use tests;
