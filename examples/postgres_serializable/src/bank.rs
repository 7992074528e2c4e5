use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio_postgres::{Client, Config, Error, NoTls};

use crate::{ACCOUNTS, BALANCE};

/// Accounts in a schema of their own, so that nothing else in the database is touched.
#[derive(Debug)]
pub struct Bank {
    config: Config,
    schema: String,
}

impl Bank {
    /// Creates [`ACCOUNTS`] accounts with [`BALANCE`] each.
    ///
    /// # Errors
    ///
    /// If there is no database at that URL, or a schema cannot be created in it.
    pub async fn open(url: &str) -> Result<Self, Error> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let schema = format!("retry_example_{}_{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut config: Config = url.parse()?;
        let options = format!("{} -c search_path={schema}", config.get_options().unwrap_or_default());
        config.options(options);
        let bank = Self { config, schema };
        let statements = format!(
            "CREATE SCHEMA {};
            CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0));
            INSERT INTO accounts SELECT id, {BALANCE} FROM generate_series(0, {ACCOUNTS} - 1) AS id",
            bank.schema
        );
        bank.connect().await?.batch_execute(&statements).await?;
        Ok(bank)
    }

    /// Makes a connection.
    ///
    /// # Errors
    ///
    /// When the server does not accept it.
    pub async fn connect(&self) -> Result<Client, Error> {
        let (client, connection) = self.config.connect(NoTls).await?;
        // The task ends with its client. If the connection fails, the client's next statement returns the error.
        tokio::spawn(connection);
        Ok(client)
    }

    /// The sum of all accounts.
    ///
    /// # Errors
    ///
    /// If the database does not answer the query.
    pub async fn sum(client: &Client) -> Result<i64, Error> {
        Ok(client.query_one("SELECT sum(balance)::bigint FROM accounts", &[]).await?.get(0))
    }

    /// Removes it.
    ///
    /// # Errors
    ///
    /// When it cannot be removed.
    pub async fn close(self) -> Result<(), Error> {
        self.connect().await?.batch_execute(&format!("DROP SCHEMA {} CASCADE", self.schema)).await
    }
}
