//! `async-io`, whose thread wakes the tasks of every executor, such as those of smol and async-std.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use super::Runtime;

pub(super) struct AsyncIo;

impl Runtime for AsyncIo {
    type Timer = Timer;

    fn name() -> Option<&'static str> {
        Some("async-io")
    }

    /// Never ready, if the delay is longer than the range of the clock.
    #[inline]
    #[track_caller]
    fn timer(delay: Duration) -> Option<Timer> {
        Some(Timer(::async_io::Timer::after(delay)))
    }
}

pub(super) struct Timer(::async_io::Timer);

impl Future for Timer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.0).poll(context).map(drop)
    }
}
