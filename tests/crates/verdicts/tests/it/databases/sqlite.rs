//! A file that two connections lock, and a cache that they share.

use std::path::Path;
use std::time::Duration;

use retry_core::{Transient, Verdict};
use rusqlite::{Connection, Error, OpenFlags, TransactionBehavior};

/// A connection that does not wait by itself.
fn open(file: &Path) -> Connection {
    let connection = Connection::open(file).unwrap();
    connection.busy_timeout(Duration::ZERO).unwrap();
    connection
}

/// A connection to the database in memory of this name. All connections with the name share it.
fn shared(name: &str) -> Connection {
    let flags = OpenFlags::default() | OpenFlags::SQLITE_OPEN_SHARED_CACHE;
    Connection::open_with_flags(format!("file:{name}?mode=memory&cache=shared"), flags).unwrap()
}

#[track_caller]
fn assert_code<T: std::fmt::Debug>(outcome: Result<T, Error>, code: i32, verdict: Verdict) {
    let error = outcome.unwrap_err();
    assert_eq!((error.sqlite_extended_error_code(), error.verdict()), (Some(code), verdict), "{error:?}");
}

#[test]
fn busy_is_transient() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("busy.sqlite");
    let (mut writer, mut other) = (open(&file), open(&file));
    let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    assert_code(other.transaction_with_behavior(TransactionBehavior::Immediate), 5, Verdict::Transient);
    drop(transaction);
    other.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
}

/// The whole transaction has to run again: a single statement fails again.
#[test]
fn a_snapshot_that_is_out_of_date_is_transient_for_a_new_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("snapshot.sqlite");
    let (writer, mut reader) = (open(&file), open(&file));
    writer.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1)").unwrap();

    let transaction = reader.transaction().unwrap();
    transaction.query_row("SELECT x FROM t", (), |row| row.get::<_, i64>(0)).unwrap();
    writer.execute("UPDATE t SET x = 2", ()).unwrap();
    assert_code(transaction.execute("UPDATE t SET x = x + 1", ()), 517, Verdict::Transient);
    assert_code(transaction.execute("UPDATE t SET x = x + 1", ()), 517, Verdict::Transient);
    drop(transaction);

    let transaction = reader.transaction().unwrap();
    transaction.execute("UPDATE t SET x = x + 1", ()).unwrap();
    transaction.commit().unwrap();
}

#[test]
fn a_lock_in_a_shared_cache_is_transient() {
    let (writer, reader) = (shared("locked"), shared("locked"));
    writer.execute_batch("CREATE TABLE t (x INTEGER)").unwrap();
    writer.execute_batch("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)").unwrap();
    assert_code(reader.query_row("SELECT x FROM t", (), |row| row.get::<_, i64>(0)), 262, Verdict::Transient);
    writer.execute_batch("COMMIT").unwrap();
    reader.query_row("SELECT x FROM t", (), |row| row.get::<_, i64>(0)).unwrap();
}

#[test]
fn a_schema_that_another_connection_of_the_cache_changes_is_transient() {
    let (writer, reader) = (shared("schema"), shared("schema"));
    writer.execute_batch("BEGIN IMMEDIATE; CREATE TABLE t (x INTEGER)").unwrap();
    assert_code(reader.prepare("SELECT x FROM t"), 262, Verdict::Transient);
    writer.execute_batch("COMMIT").unwrap();
    reader.prepare("SELECT x FROM t").unwrap();
}

#[test]
fn a_lock_of_the_connection_s_own_is_permanent() {
    let folder = tempfile::tempdir().unwrap();
    let connection = open(&folder.path().join("own.sqlite"));
    connection.execute_batch("CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1), (2)").unwrap();
    let mut statement = connection.prepare("SELECT x FROM t").unwrap();
    let mut rows = statement.query(()).unwrap();
    rows.next().unwrap();
    assert_code(connection.execute_batch("DROP TABLE t"), 6, Verdict::Permanent);
}

/// These codes come from a crash of another process, and from locks that only some builds of SQLite wait for.
#[test]
fn the_other_ways_of_being_busy_are_transient() {
    for code in [261, 773] {
        let error = Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
    }
}

#[test]
fn everything_else_is_permanent() {
    let folder = tempfile::tempdir().unwrap();
    let connection = open(&folder.path().join("permanent.sqlite"));
    connection.execute_batch("CREATE TABLE t (x INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)").unwrap();
    assert_code(connection.execute("INSERT INTO t VALUES (1)", ()), 1555, Verdict::Permanent);
    assert_code(Connection::open(folder.path()), 14, Verdict::Permanent);
    connection.execute_batch("PRAGMA max_page_count = 2").unwrap();
    let large = "INSERT INTO t SELECT value FROM (WITH RECURSIVE n (value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM n LIMIT 9999) SELECT value FROM n)";
    assert_code(connection.execute_batch(large), 13, Verdict::Permanent);

    for error in [
        connection.execute_batch("CREATE TABLE t (x)").unwrap_err(),
        connection.prepare("SELEC").unwrap_err(),
        connection.query_row("SELECT x FROM t WHERE x = 2", (), |row| row.get::<_, i64>(0)).unwrap_err(),
        connection.query_row("SELECT 'x'", (), |row| row.get::<_, i64>(0)).unwrap_err(),
        connection.execute("INSERT INTO t VALUES (?1)", ()).unwrap_err(),
    ] {
        assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
    }
}
