//! A `MariaDB` of the test's own, which speaks MySQL's protocol and gives MySQL's numbers.

use std::io;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::{Connection, MySqlConnection};
use tempfile::TempDir;

/// Servers are set up one at a time, because setting several up at the same time can fail.
static SETTING_UP: Mutex<()> = Mutex::new(());

/// A server that ends with the test.
pub(super) struct Server {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl Server {
    /// Starts a server. Prints a reason and gives `None` if there is no `MariaDB`. Fails instead if `MARIADB_SERVER` is
    /// set to require one.
    pub(super) fn start() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let data = format!("--datadir={}", folder.path().display());
        let alone = SETTING_UP.lock().unwrap_or_else(PoisonError::into_inner);
        let temporary = format!("--tmpdir={}", folder.path().display());
        let installed = Command::new("mariadb-install-db")
            .args(["--no-defaults", "--user=root", "--auth-root-authentication-method=normal", "--skip-test-db"])
            .args([&data, &temporary])
            .output();
        match installed {
            Ok(output) => assert!(output.status.success(), "mariadb-install-db: {output:?}"),
            Err(error) if error.kind() == io::ErrorKind::NotFound && std::env::var_os("MARIADB_SERVER").is_none() => {
                eprintln!("skipped: there is no `MariaDB` here; on Debian: apt-get install mariadb-server");
                return None;
            }
            Err(error) => panic!("mariadb-install-db: {error}"),
        }
        drop(alone);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new("mariadbd")
            .args(["--no-defaults", "--user=root", "--skip-name-resolve", "--bind-address=127.0.0.1", &data])
            .args(["--innodb-lock-wait-timeout=1", "--max-connections=10", &format!("--port={port}"), &temporary])
            .arg(format!("--socket={}", folder.path().join("socket").display()))
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("mariadbd: {error}"));
        Some(Self { process, port, _folder: folder })
    }

    pub(super) async fn try_connect(&self, user: &str) -> sqlx::Result<MySqlConnection> {
        MySqlConnection::connect(&format!("mysql://{user}@127.0.0.1:{}/mysql?ssl-mode=disabled", self.port)).await
    }

    /// Waits until the server listens.
    pub(super) async fn connect(&self) -> MySqlConnection {
        loop {
            match self.try_connect("root").await {
                Err(sqlx::Error::Io(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
                outcome => return outcome.unwrap(),
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
