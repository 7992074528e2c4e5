use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// How a driver waits. Implemented for every `Fn(Duration) -> impl Future<Output = ()>`, such as
/// `tokio::time::sleep`.
///
/// It is asked for every delay, also for one of zero, so a recording sleep sees the whole schedule. Within a
/// [testing scope](crate::testing) that skips the waits it is not asked.
///
/// ```
/// use std::future::ready;
/// use std::time::Duration;
/// use retry_core::Sleep;
///
/// let at_once = |_delay: Duration| ready(());
/// let done: std::future::Ready<()> = at_once.sleep(Duration::from_secs(3600));
/// # let _ = done;
/// ```
#[diagnostic::on_unimplemented(
    message = "`sleep` needs a function from a `Duration` to a future, but this is `{Self}`",
    label = "not a way to sleep",
    note = "write the path of an `async fn(Duration)`, as in `tokio::time::sleep`, a closure, or a value that implements `Sleep` itself and not behind a reference"
)]
pub trait Sleep {
    /// The wait under way.
    type Pause: Future<Output = ()>;

    /// Begins to wait.
    fn sleep(&self, delay: Duration) -> Self::Pause;
}

#[diagnostic::do_not_recommend]
impl<F, P> Sleep for F
where
    F: Fn(Duration) -> P,
    P: Future<Output = ()>,
{
    type Pause = P;

    fn sleep(&self, delay: Duration) -> P {
        self(delay)
    }
}

/// Waits on tokio's clock; what every call uses that names no other sleep.
///
/// A zero delay arms no timer: it lets the runtime run something else once, so that a call that never waits can
/// still be timed out (not under a paused clock, where time only passes while everything waits). Waiting panics
/// outside of a tokio runtime, or in one without its time driver, as [`tokio::time::sleep`] does.
///
/// ```
/// use std::time::Duration;
/// use retry_core::{Sleep, TokioSleep};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() {
/// let before = tokio::time::Instant::now();
/// TokioSleep.sleep(Duration::from_secs(60)).await;
/// assert!(before.elapsed() >= Duration::from_secs(60));
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TokioSleep;

impl Sleep for TokioSleep {
    type Pause = TokioSleepFuture;

    #[cold]
    fn sleep(&self, delay: Duration) -> TokioSleepFuture {
        TokioSleepFuture(if delay.is_zero() { Wait::Yield } else { Wait::Timer(Box::pin(tokio::time::sleep(delay))) })
    }
}

/// The wait of [`TokioSleep`]. The timer is boxed, so that its 100 bytes weigh on a call only while it waits.
#[derive(Debug)]
#[must_use = "futures do nothing unless polled"]
pub struct TokioSleepFuture(Wait);

#[derive(Debug)]
enum Wait {
    Timer(Pin<Box<tokio::time::Sleep>>),
    Yield,
    Done,
}

impl Future for TokioSleepFuture {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match &mut self.0 {
            Wait::Timer(timer) => timer.as_mut().poll(context),
            Wait::Yield => {
                self.0 = Wait::Done;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Wait::Done => Poll::Ready(()),
        }
    }
}
