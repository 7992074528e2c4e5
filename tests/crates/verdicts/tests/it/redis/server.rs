//! Redis servers, each with a folder, a port and the settings of its test.

use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{Client, RedisResult};
use tempfile::TempDir;

/// A server that ends with the test.
pub(super) struct Server {
    process: Child,
    pub(super) port: u16,
    pub(super) folder: TempDir,
}

impl Server {
    /// Starts a server. Prints a reason and gives `None` if there is no redis-server. Fails instead if `REDIS_SERVER`
    /// is set to require one.
    pub(super) fn start(settings: &[&str]) -> Option<Self> {
        Self::start_in(tempfile::tempdir().unwrap(), settings)
    }

    /// The same, with the data that another server has left in the folder.
    pub(super) fn start_in(folder: TempDir, settings: &[&str]) -> Option<Self> {
        Self::spawn(folder, |command, folder| {
            command.args(["--save", ""]).args(settings).arg("--dir").arg(folder);
        })
    }

    /// A sentinel with these settings. The sentinel writes to their file.
    pub(super) fn start_sentinel(folder: TempDir, settings: &Path) -> Option<Self> {
        Self::spawn(folder, |command, folder| {
            command.arg(settings).arg("--sentinel").arg("--dir").arg(folder);
        })
    }

    fn spawn(folder: TempDir, configure: impl FnOnce(&mut Command, &Path)) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("redis-server");
        configure(&mut command, folder.path());
        command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--loglevel", "warning"]);
        match command.stdout(Stdio::null()).spawn() {
            Ok(process) => Some(Self { process, port, folder }),
            Err(error) if error.kind() == io::ErrorKind::NotFound && std::env::var_os("REDIS_SERVER").is_none() => {
                eprintln!("skipped: there is no redis-server here; on Debian: apt-get install redis-server");
                None
            }
            Err(error) => panic!("redis-server: {error}"),
        }
    }

    pub(super) fn client(&self) -> Client {
        Client::open(("127.0.0.1", self.port)).unwrap()
    }

    /// Waits until the server listens.
    pub(super) async fn connect(&self) -> MultiplexedConnection {
        loop {
            match self.client().get_multiplexed_async_connection().await {
                Err(error) if error.is_connection_refusal() => tokio::time::sleep(Duration::from_millis(5)).await,
                outcome => return outcome.unwrap(),
            }
        }
    }

    pub(super) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Ends the server and leaves its folder.
    pub(super) fn into_folder(mut self) -> TempDir {
        self.kill();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A command in words.
pub(super) async fn run(connection: &mut MultiplexedConnection, command: &str) -> RedisResult<redis::Value> {
    let mut words = command.split(' ');
    let mut redis_command = redis::cmd(words.next().unwrap());
    redis_command.arg(words.collect::<Vec<_>>());
    redis_command.query_async(connection).await
}
