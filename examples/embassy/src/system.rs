//! What a chip has in place of an operating system: a heap, a clock, timers and random numbers.

use core::cell::{Cell, RefCell};
use core::task::Waker;
use core::time::Duration;

use cortex_m::Peripherals;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use critical_section::Mutex;
use embassy_time::{Instant, Timer};
use embassy_time_driver::Driver;
use embassy_time_queue_utils::Queue;
use embedded_alloc::LlffHeap;
use retry_core::rand::SeedableRng as _;
use retry_core::rand::rngs::Xoshiro256PlusPlus;

/// How `sleep = …` waits.
pub fn wait(delay: Duration) -> Timer {
    Timer::after_micros(delay.as_micros().try_into().unwrap_or(u64::MAX))
}

/// What `clock = …` reads: the time since the start.
pub fn uptime() -> Duration {
    Duration::from_micros(Instant::now().as_micros())
}

/// What `rng = …` draws from: a generator for one call.
///
/// Sensors that fail together must not draw the same, nor one of them after each restart. Real ones take the seed from
/// the random number generator that most chips have. This board has none: here it is when the first call began.
pub fn generator() -> Xoshiro256PlusPlus {
    static SEED: Mutex<Cell<u64>> = Mutex::new(Cell::new(0));
    critical_section::with(|cs| {
        let seed = SEED.borrow(cs);
        seed.set(seed.get().wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(u64::from(SYST::get_current()) | 1));
        Xoshiro256PlusPlus::seed_from_u64(seed.get())
    })
}

#[global_allocator]
static HEAP: LlffHeap = LlffHeap::empty();

/// Begins to count time.
pub fn start() {
    // SAFETY: this is called once, before anything allocates.
    unsafe {
        embedded_alloc::init!(HEAP, 16 * 1024);
    }
    let mut timer = Peripherals::take().expect("nobody else takes them").SYST;
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(25_000_000 / 1_000 - 1);
    timer.clear_current();
    timer.enable_counter();
    timer.enable_interrupt();
}

/// The timers of embassy: its queue, and how many milliseconds have passed.
struct Timers {
    ticks: Mutex<Cell<u64>>,
    queue: Mutex<RefCell<Queue>>,
}

embassy_time_driver::time_driver_impl!(static TIMERS: Timers = Timers {
    ticks: Mutex::new(Cell::new(0)),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

impl Driver for Timers {
    fn now(&self) -> u64 {
        critical_section::with(|cs| self.ticks.borrow(cs).get())
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        critical_section::with(|cs| self.queue.borrow_ref_mut(cs).schedule_wake(at, waker));
    }
}

/// Every millisecond.
#[cortex_m_rt::exception]
fn SysTick() {
    critical_section::with(|cs| {
        let ticks = TIMERS.ticks.borrow(cs);
        ticks.set(ticks.get() + 1);
        TIMERS.queue.borrow_ref_mut(cs).next_expiration(ticks.get());
    });
}
