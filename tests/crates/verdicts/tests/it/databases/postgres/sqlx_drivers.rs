//! sqlx in both versions.

macro_rules! driver {
    ($module:ident, $driver:literal, $sqlx:ident, $sql:expr) => {
        mod $module {
            use std::time::Duration;

            use $sqlx::postgres::PgPoolOptions;
            use $sqlx::{Connection, Error, Executor, PgConnection, Row};
            use retry_core::{Transient, Verdict};
            use tokio::net::TcpListener;

            use crate::databases::postgres::{Database, tests, url, without_tls};

            impl Database for PgConnection {
                type Error = Error;

                async fn open(url: &str) -> Result<Self, Error> {
                    Self::connect(url).await
                }

                async fn run(&mut self, sql: &str) -> Result<(), Error> {
                    self.execute($sql(sql)).await.map(drop)
                }

                fn code(error: &Error) -> Option<String> {
                    error.as_database_error()?.code().map(|code| code.into_owned())
                }
            }

            tests!($driver, PgConnection);

            #[tokio::test]
            async fn a_refused_connection_is_transient() {
                let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
                let error = PgConnection::connect(&format!("postgres://retry@{address}/x")).await.unwrap_err();
                assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
            }

            #[tokio::test]
            async fn a_connection_that_is_closed_at_once_is_transient() {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let url = format!("postgres://retry@{}/x", listener.local_addr().unwrap());
                let (outcome, _) =
                    tokio::join!(PgConnection::connect(&url), async { listener.accept().await.map(drop) });
                let error = outcome.map(drop).unwrap_err();
                assert_eq!(error.verdict(), Verdict::Transient, "{error:?}");
            }

            #[tokio::test]
            async fn a_server_without_tls_that_is_required_is_permanent() {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let url = format!("postgres://retry@{}/x?sslmode=require", listener.local_addr().unwrap());
                let (outcome, _stream) = tokio::join!(PgConnection::connect(&url), without_tls(&listener));
                let error = outcome.map(drop).unwrap_err();
                assert!(matches!(error, Error::Tls(_)), "{error:?}");
                assert_eq!(error.verdict(), Verdict::Permanent);
            }

            #[tokio::test]
            async fn a_wrong_configuration_is_permanent() {
                let error = PgConnection::connect("postgres://[").await.unwrap_err();
                assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
            }

            #[tokio::test]
            #[ignore = "needs DATABASE_URL: examples/postgres_serializable/with-postgres cargo test -p verdicts --features all -- --include-ignored"]
            async fn a_pool_without_a_connection_left_is_transient_and_a_closed_one_is_not() {
                let options = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_millis(500));
                let pool = options.connect(&url()).await.unwrap();
                let connection = pool.acquire().await.unwrap();
                let error = pool.acquire().await.unwrap_err();
                assert!(matches!(error, Error::PoolTimedOut), "{error:?}");
                assert_eq!(error.verdict(), Verdict::Transient);

                drop(connection);
                pool.close().await;
                let error = pool.acquire().await.unwrap_err();
                assert!(matches!(error, Error::PoolClosed), "{error:?}");
                assert_eq!(error.verdict(), Verdict::Permanent);
            }

            #[tokio::test]
            #[ignore = "needs DATABASE_URL: examples/postgres_serializable/with-postgres cargo test -p verdicts --features all -- --include-ignored"]
            async fn what_the_program_does_wrong_is_permanent() {
                let mut connection = PgConnection::connect(&url()).await.unwrap();
                let row = connection.fetch_one("SELECT 1::integer").await.unwrap();
                for error in [
                    connection.fetch_one("SELECT 1 WHERE false").await.unwrap_err(),
                    row.try_get::<String, _>(0).unwrap_err(),
                    row.try_get::<i32, _>("x").unwrap_err(),
                ] {
                    assert_eq!(error.verdict(), Verdict::Permanent, "{error:?}");
                }
            }
        }
    };
}

driver!(sqlx_0_8, "sqlx_0_8", sqlx_0_8, std::convert::identity);
driver!(sqlx_0_9, "sqlx_0_9", sqlx, |sql: &str| sqlx::AssertSqlSafe(sql.to_owned()));
