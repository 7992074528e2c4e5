//! Derived verdicts, the same source in every edition.

use std::fmt::Debug;
use std::time::Duration;

use retry_core::Transient;
use retry_core::Verdict;

use super::support::{at_once, call, calls, no_wait};

#[derive(Debug, PartialEq, Transient)]
enum Failure<'a, E> {
    #[transient]
    Busy,
    #[transient(retry_after = r#async)]
    Throttled {
        r#async: Duration,
    },
    #[transient(forward)]
    Inner(Box<E>),
    #[transient(when = |dyn_text, try_from| dyn_text.len() + *try_from > 3)]
    Judged(&'a str, usize),
    Broken,
}

#[derive(Transient)]
#[transient(when = Self::is_busy)]
struct Text(Box<dyn Debug>);

impl Text {
    fn is_busy(&self) -> bool {
        format!("{:?}", self.0).contains("busy")
    }
}

type Outer<'a> = Failure<'a, Failure<'a, Text>>;

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        format!("{:?}", self.0) == format!("{:?}", other.0)
    }
}

impl Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[test]
fn verdicts() {
    let after = Duration::from_secs(7);
    let inner = |text: &'static str| Outer::Inner(Box::new(Failure::Inner(Box::new(Text(Box::new(text))))));
    assert_eq!(Outer::Busy.verdict(), Verdict::Transient);
    assert_eq!(Outer::Throttled { r#async: after }.verdict(), Verdict::RetryAfter(after));
    assert_eq!(inner("busy").verdict(), Verdict::Transient);
    assert_eq!(inner("broken").verdict(), Verdict::Permanent);
    assert_eq!(Outer::Judged("ab", 2).verdict(), Verdict::Transient);
    assert_eq!(Outer::Judged("ab", 1).verdict(), Verdict::Permanent);
    assert_eq!(Outer::Broken.verdict(), Verdict::Permanent);
}

#[test]
fn a_call_asks_them() {
    #[retry_core::retry(sleep = no_wait)]
    async fn read(fails_with: fn() -> Outer<'static>) -> Result<u32, Outer<'static>> {
        match call() {
            3 => Ok(3),
            _ => Err(fails_with()),
        }
    }
    assert_eq!((at_once(read(|| Failure::Busy)), calls()), (Ok(3), 3));
    assert_eq!((at_once(read(|| Failure::Broken)), calls()), (Err(Failure::Broken), 1));
}

// An error written by a macro of this crate, so of this edition.
macro_rules! error {
    ($(#[$meta:meta])* $name:ident<$parameter:ident> {
        $($variant:ident($field:ty) = $key:ident $member:tt,)*;
        $asked:ident($asked_field:ty) if $predicate:expr,
        $judged:ident if $path:path,
    }) => {
        #[derive(Transient)]
        $(#[$meta])*
        enum $name<$parameter> {
            $(#[transient($key = $member)] $variant($field),)*
            #[transient(when = $predicate)]
            $asked($asked_field),
            #[transient(when = $path)]
            $judged,
        }
    };
}

error! {
    #[transient]
    Made<T> {
        Slow(Option<Duration>) = retry_after 0,
        Inner(T) = forward 0,;
        Status(u16) if |status| *status == 503,
        Now if now,
    }
}

fn now() -> Verdict {
    Verdict::RetryAfter(Duration::from_secs(1))
}

#[test]
fn macros() {
    assert_eq!(Made::<Text>::Slow(None).verdict(), Verdict::Transient);
    assert_eq!(Made::Inner(Text(Box::new("broken"))).verdict(), Verdict::Permanent);
    assert_eq!(Made::<Text>::Status(503).verdict(), Verdict::Transient);
    assert_eq!(Made::<Text>::Now.verdict(), now());
}
