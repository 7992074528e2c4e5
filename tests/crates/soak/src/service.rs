//! The service: a request is a number, an answer one byte.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The request is done.
pub(crate) const DONE: u8 = 0;
/// The service is overloaded.
pub(crate) const BUSY: u8 = 1;
/// The request is wrong.
pub(crate) const DECLINED: u8 = 2;

/// The state of the service, which survives a restart.
#[derive(Debug)]
pub(crate) struct Service {
    /// A bit for each request that is done.
    done: Box<[AtomicU64]>,
    /// Whether every answer is [`BUSY`].
    pub(crate) is_down: AtomicBool,
    /// Whether there are faults.
    has_faults: bool,
}

/// How many requests the service remembers: those of ten minutes at 100,000 a second.
const REQUESTS: usize = 60_000_000;

impl Service {
    pub(crate) fn new(has_faults: bool) -> Self {
        let requests = if has_faults { REQUESTS } else { 0 };
        let done = (0..requests.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { done, is_down: AtomicBool::new(false), has_faults }
    }

    pub(crate) fn has_done(&self, request: u64) -> bool {
        self.bit(request).is_some_and(|(word, bit)| word.load(Ordering::Acquire) & bit != 0)
    }

    fn bit(&self, request: u64) -> Option<(&AtomicU64, u64)> {
        let index = usize::try_from(request / 64).ok()?;
        Some((self.done.get(index)?, 1 << (request % 64)))
    }

    fn answer(&self, request: u64) -> u8 {
        if let Some((word, bit)) = self.bit(request) {
            word.fetch_or(bit, Ordering::AcqRel);
        }
        DONE
    }

    async fn serve(&self, mut connection: TcpStream, seed: u64) -> io::Result<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let request = connection.read_u64().await?;
            let fault = if self.has_faults { rng.next_u32() % 100 } else { 99 };
            let answer = match fault {
                _ if self.is_down.load(Ordering::Relaxed) => BUSY,
                0..6 => BUSY,
                6 => DECLINED,
                // The connection is lost before the request is done, or before its answer is sent.
                7..9 => return Ok(()),
                9 => {
                    self.answer(request);
                    return Ok(());
                }
                // Longer than the client waits.
                10 => {
                    tokio::time::sleep(Duration::from_millis(60)).await;
                    self.answer(request)
                }
                _ => self.answer(request),
            };
            connection.write_u8(answer).await?;
        }
    }
}

/// Serves until it is dropped, which ends every connection. Port 0 means any free port.
pub(crate) async fn listen(service: &'static Service, address: SocketAddr) -> io::Result<(SocketAddr, JoinSet<()>)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        let mut connections = JoinSet::new();
        for seed in 0.. {
            // A connection may end before it is accepted.
            let Ok((connection, _)) = listener.accept().await else { continue };
            while connections.try_join_next().is_some() {}
            connections.spawn(async move { service.serve(connection, seed).await.unwrap_or_default() });
        }
    });
    Ok((address, tasks))
}
