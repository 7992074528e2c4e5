//! How much longer a call takes than its request, if nothing fails.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use crate::client::{Client, WIDE};
use crate::counts::Counts;
use crate::service::{Service, listen};

/// The time of a call, as a multiple of the time of a bare request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overhead {
    /// Of a call without options.
    pub plain: f64,
    /// Of a call with timeout, budget, breaker and hooks.
    pub with_everything: f64,
}

const ROUNDS: usize = 41;
const REQUESTS: u64 = 200;

/// Medians of rounds that alternate, so that a slow machine slows all three.
pub(crate) async fn measure() -> io::Result<Overhead> {
    // A leak: it lives as long as the process.
    let service: &'static Service = Box::leak(Box::new(Service::new(false)));
    let (address, _server) = listen(service, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
    let counts = Counts::new();
    let mut client = Client::new(address);
    let (mut plain, mut with_everything) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut failures = 0_u32;
        let begun = Instant::now();
        for request in 0..REQUESTS {
            failures += u32::from(client.exchange(request).await.is_err());
        }
        let bare = begun.elapsed();
        let begun = Instant::now();
        for request in 0..REQUESTS {
            failures += u32::from(client.post_plainly(request).await.is_err());
        }
        plain.push(begun.elapsed().as_secs_f64() / bare.as_secs_f64());
        let begun = Instant::now();
        for request in 0..REQUESTS {
            failures += u32::from(client.post(request, &mut true, &counts, &WIDE).await.is_err());
        }
        with_everything.push(begun.elapsed().as_secs_f64() / bare.as_secs_f64());
        if failures > 0 {
            return Err(io::Error::other("a service without faults has failed"));
        }
    }
    Ok(Overhead { plain: median(plain), with_everything: median(with_everything) })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
