//! JavaScript, in the pages and workers of a browser and in Node.js.

use core::cell::RefCell;
use core::future::Future;
use core::mem;
use core::pin::Pin;
use core::sync::atomic::{AtomicU64, Ordering};
use core::task::{Context, Poll, Waker};
use core::time::Duration;
use std::collections::HashMap;

use js_sys::{Function, Math, Reflect, global};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
pub(in crate::engine) use web_time::Instant;
pub(in crate::engine) use web_time::Instant as ThreadInstant;

use super::Runtime;

pub(super) struct Js;

impl Runtime for Js {
    type Timer = Timer;

    fn name() -> Option<&'static str> {
        Some("wasm")
    }

    /// Never ready, if the delay is longer than the range of the clock.
    fn timer(delay: Duration) -> Option<Timer> {
        Some(Timer { end: Instant::now().checked_add(delay), pending: None })
    }
}

/// A timer with JavaScript's `setTimeout`.
///
/// The JavaScript value of a timeout belongs to one thread, so a thread-local variable holds it. A future that holds
/// this timer can still move to another thread. It then sets a new timeout there, and the old one wakes it in vain.
pub(super) struct Timer {
    end: Option<Instant>,
    /// The number of the timeout in [`PENDING`].
    pending: Option<u64>,
}

thread_local! {
    static PENDING: RefCell<HashMap<u64, Timeout>> = RefCell::default();
}

struct Timeout {
    id: JsValue,
    waker: Waker,
    /// The closure that JavaScript calls. It has to live until then.
    _ring: Closure<dyn FnMut()>,
}

impl Future for Timer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let Some(end) = self.end else { return Poll::Pending };
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Poll::Ready(());
        }
        let mut waker = context.waker().clone();
        // The old waker is dropped after the borrow has ended, because it may drop a task that holds a timer.
        let is_pending = PENDING.with_borrow_mut(|pending| {
            let timeout = self.pending.and_then(|number| pending.get_mut(&number));
            timeout.map(|timeout| mem::swap(&mut timeout.waker, &mut waker)).is_some()
        });
        if !is_pending {
            self.pending = Some(begin(left, waker));
        }
        Poll::Pending
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        // While a thread ends, its timeouts are gone already.
        let take = |number| PENDING.try_with(|pending| pending.borrow_mut().remove(&number)).ok().flatten();
        let timeout = self.pending.and_then(take);
        if let Some(Timeout { id, .. }) = timeout {
            // A pending timeout keeps Node.js alive.
            let _ = function("clearTimeout").call1(&JsValue::UNDEFINED, &id);
        }
    }
}

/// Sets a timeout that wakes `waker` after `time`, or after 24 days if that is shorter. A browser ends a longer timeout
/// at once. After 24 days the timer reads the clock and sets the next timeout.
fn begin(time: Duration, waker: Waker) -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    let ring = Closure::once(move || {
        let timeout = PENDING.with_borrow_mut(|pending| pending.remove(&number));
        if let Some(Timeout { waker, .. }) = timeout {
            waker.wake();
        }
    });
    // Rounded up: a timeout that ends early would need a second one.
    let milliseconds = i32::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX);
    let id = function("setTimeout")
        .call2(&JsValue::UNDEFINED, ring.as_ref(), &milliseconds.into())
        .expect("`setTimeout` takes a function and a number");
    PENDING.with_borrow_mut(|pending| pending.insert(number, Timeout { id, waker, _ring: ring }));
    number
}

/// A global function of JavaScript.
fn function(name: &str) -> Function {
    let function = Reflect::get(&global(), &name.into()).ok().and_then(|value| value.dyn_into().ok());
    function.unwrap_or_else(|| panic!("the feature `wasm` of retry-core needs JavaScript's `{name}`"))
}

/// Panics: a browser does not let its main thread sleep, and WebAssembly has no other thread that could run meanwhile.
pub(in crate::engine) fn block_thread(_time: Duration) {
    panic!("a call that blocks cannot wait in JavaScript: make it async, or wait in another way with `sleep = …`")
}

/// 64 bits from `Math.random`, which JavaScript seeds differently for each page or process.
pub(in crate::engine) fn random_bits() -> u64 {
    // `Math.random` gives at least 52 bits.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to below 2^32")]
    let half = || (Math::random() * 4_294_967_296.0) as u64;
    half() << 32 | half()
}
