//! Functions that `macro_rules!` makes, from every kind of fragment, in the function and in the options.

use std::time::Duration;

use crate::common::{Failure, Waits, always_busy, at_once, calls, ms, no_wait, retried, third_time};
use retry_core::{RetryPolicy, retry};

macro_rules! from_fragments {
    ($(#[$meta:meta])* $vis:vis $name:ident<$lt:lifetime>($($arg:ident: $arg_ty:ty),*) -> $ret:ty $body:block) => {
        $(#[$meta])*
        #[retry(sleep = no_wait)]
        $vis async fn $name<$lt>($($arg: $arg_ty),*) -> $ret $body
    };
}

from_fragments! {
    /// Documented.
    #[must_use = "or nothing is done"]
    pub(crate) documented<'a>(text: &'a str, _more: u32) -> Result<&'a str, Failure> {
        third_time()?;
        Ok(text)
    }
}

from_fragments! {
    private<'a>(list: &'a mut Vec<u32>) -> Result<u32, Failure> {
        list.push(1);
        if third_time()? == 3 {
            return Ok(list[0]);
        }
        always_busy()
    }
}

#[test]
fn meta_vis_ident_lifetime_ty_block() {
    assert_eq!(retried(documented("text", 1)).unwrap(), "text");
    assert_eq!(retried(private(&mut Vec::new())), Ok(1));
}

#[test]
fn expr_literal_pat_path_stmt() {
    macro_rules! made {
        ($name:ident($pat:pat): $ty:ty, $err:path, $first:stmt; $value:expr, $text:literal) => {
            #[retry(sleep = no_wait)]
            async fn $name($pat: $ty) -> Result<u32, $err> {
                $first
                third_time()?;
                let text: &str = $text;
                Ok($value + text.parse::<u32>().unwrap())
            }
        };
    }
    made!(read((a, _)): (u32, u32), crate::common::Failure, let first = [1, 2]; first[0] + a + 4, "4");
    assert_eq!(retried(read((10, 0))), Ok(19));
}

#[test]
fn token_trees() {
    macro_rules! made {
        ($($token:tt)*) => {
            #[retry(sleep = no_wait)]
            $($token)*
        };
    }
    macro_rules! made_with {
        ([$($option:tt)*] $($token:tt)*) => {
            #[retry($($option)*)]
            $($token)*
        };
    }
    made! {
        async fn read<T: Sync>(value: &T) -> Result<&T, Failure> {
            'outer: loop {
                for round in 0.. {
                    if round == 3 {
                        third_time()?;
                        break 'outer Ok(value);
                    }
                }
            }
        }
    }
    made_with! {
        [sleep = no_wait, attempts = 4, transient = Failure::is_busy]
        async fn busy() -> Result<u32, Failure> { always_busy() }
    }
    assert_eq!(retried(read(&1)), Ok(&1));
    assert_eq!((at_once(busy()), calls()), (Err(Failure::Busy(4)), 4));
}

#[test]
fn items() {
    macro_rules! annotated {
        ($($item:item)*) => {
            $(#[retry(sleep = no_wait)] $item)*
        };
    }
    annotated! {
        async fn one() -> Result<u32, Failure> { third_time() }

        /// Documented.
        #[inline]
        async fn two(text: &str) -> Result<usize, Failure> {
            #![allow(clippy::let_and_return)]
            third_time()?;
            let length = text.len();
            length.checked_add(0).ok_or(Failure::Broken(0))
        }
    }
    assert_eq!(retried(one()), Ok(3));
    assert_eq!(retried(two("text")), Ok(4));
}

fn double(attempt: u32) -> Duration {
    ms(u64::from(attempt * 2))
}

fn judge(error: &Failure) -> bool {
    error.is_busy()
}

const BASE: Duration = Duration::from_millis(5);

/// Every option from a fragment of its own kind.
macro_rules! options {
    (
        $name:ident: base $base:literal, cap $cap:expr, factor $factor:literal, jitter $jitter:literal,
        attempts $attempts:expr, transient $transient:path, context $context:ident, hook $hook:expr, label $label:literal
    ) => {
        #[retry(
            base = $base, cap = $cap, factor = $factor, jitter = $jitter, attempts = $attempts,
            transient = $transient, context = $context, on_retry = $hook, name = $label,
            sleep = |delay| waits.sleep(delay)
        )]
        async fn $name(waits: &Waits) -> Result<u32, Failure> {
            assert!($context.number > 0);
            always_busy()
        }
    };
    ($name:ident: backoff $backoff:path, attempts $attempts:literal) => {
        #[retry(backoff = $backoff, jitter = "none", attempts = $attempts, sleep = |delay| waits.sleep(delay))]
        async fn $name(waits: &Waits) -> Result<u32, Failure> {
            always_busy()
        }
    };
    ($name:ident: delays [$($delay:expr),*]) => {
        #[retry(backoff = [$($delay),*], jitter = "none", sleep = |delay| waits.sleep(delay))]
        async fn $name(waits: &Waits) -> Result<u32, Failure> {
            always_busy()
        }
    };
    ($name:ident: policy $policy:expr, sleep $sleep:expr) => {
        #[retry(policy = $policy, sleep = $sleep)]
        async fn $name() -> Result<u32, Failure> {
            always_busy()
        }
    };
    ($name:ident: list $list:expr, kind $kind:expr, count $count:tt, base $base:tt) => {
        #[retry(backoff = $kind, jitter = "none", attempts = $count, base = $base, sleep = |d| waits.sleep(d))]
        async fn $name(waits: &Waits) -> Result<u32, Failure> {
            let _: [u32; 1] = $list;
            always_busy()
        }
    };
    ($name:ident: key $key:ident $value:expr, $more:ident) => {
        #[retry($key = $value, $more)]
        fn $name() -> Result<u32, Failure> {
            always_busy()
        }
    };
    ($name:ident: meta $meta:meta) => {
        #[$meta]
        async fn $name() -> Result<u32, Failure> {
            third_time()
        }
    };
}

options!(all: base "10ms", cap BASE.saturating_mul(3), factor 2.5, jitter "none", attempts 2 + 2,
    transient judge, context at, hook |event| assert_eq!(event.name, "all"), label "all");
options!(literal: base "10ms", cap "20ms", factor 2, jitter "none", attempts 4,
    transient Failure::is_busy, context attempt, hook |_| {}, label "all");
options!(function: backoff double, attempts 3);
options!(delays: delays ["1ms", BASE, { BASE }]);
options!(policy: policy RetryPolicy::builder().attempts(2).build().unwrap(), sleep |delay| no_wait(delay));
options!(kinds: list [1], kind "linear", count 3, base "3ms");
options!(keys: key attempts 1, blocking);
options!(meta: meta retry(sleep = no_wait));

#[test]
fn options() {
    let waits = Waits::default();
    at_once(all(&waits)).unwrap_err();
    assert_eq!(waits.take(), [ms(10), ms(15), ms(15)]);
    at_once(literal(&waits)).unwrap_err();
    assert_eq!(waits.take(), [10, 20, 20].map(ms));
    at_once(function(&waits)).unwrap_err();
    assert_eq!(waits.take(), [2, 4].map(ms));
    at_once(delays(&waits)).unwrap_err();
    assert_eq!(waits.take(), [1, 5, 5].map(ms));
    at_once(kinds(&waits)).unwrap_err();
    assert_eq!(waits.take(), [3, 6].map(ms));
    calls();
    assert_eq!((at_once(policy()), calls()), (Err(Failure::Busy(2)), 2));
    assert_eq!((keys(), calls()), (Err(Failure::Busy(1)), 1));
    assert_eq!(retried(meta()), Ok(3));
}

macro_rules! client {
    ($client:ident<$($param:ident),*> { $this:ident.$field:ident, $method:ident(&mut $receiver:ident) $body:block }) => {
        struct $client<$($param),*> {
            $field: u32,
            _inner: ($($param,)*),
        }

        impl<$($param: Send + Sync),*> $client<$($param),*> {
            #[retry(sleep = no_wait, transient = |e| e.is_busy() && $receiver.$field > 0)]
            async fn $method(&mut $receiver) -> Result<u32, Failure> {
                $receiver.$field += 1;
                $body
            }

            #[retry(sleep = no_wait)]
            async fn own(&$this) -> Result<u32, Failure> {
                third_time()?;
                Ok($this.$field)
            }
        }
    };
}

client! {
    Client<T> { self.calls, read(&mut self) { third_time() } }
}

#[test]
fn receivers_from_a_macro() {
    let mut client = Client { calls: 0, _inner: (1,) };
    assert_eq!(retried(client.read()), Ok(3));
    assert_eq!(retried(client.own()), Ok(3));
}

/// A macro whose locals must not collide with those of the function.
#[test]
fn hygiene() {
    macro_rules! made {
        ($name:ident, $arg:ident, $value:expr) => {
            #[retry(sleep = no_wait, transient = |e| e.is_busy() && $arg == 1)]
            async fn $name($arg: u32) -> Result<u32, Failure> {
                let arg = 100;
                third_time()?;
                Ok($value + arg)
            }
        };
    }
    made!(read, arg, arg + 1);
    assert_eq!(retried(read(1)), Ok(102));
}

/// The block of a function through two macros, which wrap it twice.
#[test]
fn nested_fragments() {
    macro_rules! outer {
        ($name:ident, $ret:ty, $error:ty, $body:block) => {
            inner!($name, Result<$ret, $error>, $body);
        };
    }
    macro_rules! inner {
        ($name:ident, $ret:ty, $body:block) => {
            #[retry(sleep = no_wait)]
            async fn $name() -> $ret $body
        };
    }
    macro_rules! boxed {
        ($name:ident, $output:ty, $ret:ty, $value:expr) => {
            #[retry(sleep = no_wait)]
            fn $name() -> std::pin::Pin<Box<dyn Future<Output = $output> + Send>> {
                Box::pin(async move { third_time().map(|three| three + $value) })
            }
        };
    }
    outer!(read, u32, Failure, { third_time() });
    boxed!(future, Result<u32, Failure>, u32, 1);
    assert_eq!(retried(read()), Ok(3));
    assert_eq!(retried(future()), Ok(4));
}

macro_rules! boxed_body {
    ($name:ident, $body:block) => {
        #[retry(sleep = no_wait)]
        fn $name() -> std::pin::Pin<Box<dyn Future<Output = Result<u32, Failure>> + Send>> {
            Box::pin(async move $body)
        }
    };
}

boxed_body!(boxed_by_hand, { Ok(third_time()? + 1) });

#[test]
fn a_block_fragment_as_the_body_of_a_boxed_future() {
    assert_eq!(retried(boxed_by_hand()), Ok(4));
}
