//! `#[derive(Transient)]` with every kind of attribute, on every kind of type.

use std::io::{self, ErrorKind};
use std::time::Duration;

use crate::common::{Failure, at_once, call, calls, ms, no_wait};
use retry_core::{Transient, Verdict, retry};

const AFTER: Duration = Duration::from_secs(7);

#[derive(Debug, PartialEq, Transient)]
enum BillingError {
    #[transient]
    Busy,
    #[transient(retry_after = after)]
    Throttled {
        #[allow(dead_code)]
        path: &'static str,
        after: Duration,
    },
    #[transient(retry_after = 1)]
    Overloaded(#[allow(dead_code)] u16, Option<Duration>),
    #[transient(retry_after)]
    Slow(Duration),
    #[transient(forward)]
    Call(Failure),
    #[transient(forward = source)]
    Traced {
        #[allow(dead_code)]
        trace: u64,
        source: Failure,
    },
    #[transient(when = Self::is_5xx)]
    Status(u16),
    #[transient(when = |code, hint| if *code == 429 { hint.map_or(Verdict::Transient, Verdict::RetryAfter) } else { Verdict::Permanent })]
    Answer { code: u16, hint: Option<Duration> },
    #[transient()]
    EmptyList,
    #[permanent]
    Declined,
    #[allow(dead_code)]
    Silent { status: u16 },
}

impl BillingError {
    fn is_5xx(status: &u16) -> bool {
        *status >= 500
    }
}

#[test]
fn every_attribute_of_a_variant() {
    for (error, verdict) in [
        (BillingError::Busy, Verdict::Transient),
        (BillingError::Throttled { path: "/", after: AFTER }, Verdict::RetryAfter(AFTER)),
        (BillingError::Overloaded(503, Some(AFTER)), Verdict::RetryAfter(AFTER)),
        (BillingError::Overloaded(503, None), Verdict::Transient),
        (BillingError::Slow(AFTER), Verdict::RetryAfter(AFTER)),
        (BillingError::Call(Failure::Busy(1)), Verdict::Transient),
        (BillingError::Call(Failure::Broken(1)), Verdict::Permanent),
        (BillingError::Traced { trace: 1, source: Failure::Busy(1) }, Verdict::Transient),
        (BillingError::Traced { trace: 1, source: Failure::Broken(1) }, Verdict::Permanent),
        (BillingError::Status(500), Verdict::Transient),
        (BillingError::Status(499), Verdict::Permanent),
        (BillingError::Answer { code: 429, hint: Some(AFTER) }, Verdict::RetryAfter(AFTER)),
        (BillingError::Answer { code: 429, hint: None }, Verdict::Transient),
        (BillingError::Answer { code: 400, hint: Some(AFTER) }, Verdict::Permanent),
        (BillingError::EmptyList, Verdict::Transient),
        (BillingError::Declined, Verdict::Permanent),
        (BillingError::Silent { status: 503 }, Verdict::Permanent),
    ] {
        assert_eq!(error.verdict(), verdict, "{error:?}");
    }
}

#[test]
fn a_call_asks_the_derived_verdict() {
    #[retry(attempts = 4, sleep = no_wait)]
    async fn charge(fails_with: fn() -> BillingError) -> Result<u32, BillingError> {
        if call() < 3 { Err(fails_with()) } else { Ok(3) }
    }
    assert_eq!((at_once(charge(|| BillingError::Busy)), calls()), (Ok(3), 3));
    assert_eq!((at_once(charge(|| BillingError::Slow(ms(1)))), calls()), (Ok(3), 3));
    assert_eq!((at_once(charge(|| BillingError::Declined)), calls()), (Err(BillingError::Declined), 1));
}

#[test]
fn structs() {
    #[derive(Transient)]
    #[transient]
    struct Unit;

    #[derive(Transient)]
    #[permanent]
    struct Never;

    #[derive(Transient)]
    #[transient(retry_after)]
    struct Hint(Option<Duration>);

    #[derive(Transient)]
    #[transient(forward = source)]
    struct Context {
        _path: String,
        source: io::Error,
    }

    #[derive(Transient)]
    #[transient(when = Self::is_busy)]
    struct Status {
        code: u16,
    }

    impl Status {
        fn is_busy(&self) -> bool {
            self.code == 503
        }
    }

    #[derive(Transient)]
    #[transient(when = |error| error.0 == "busy")]
    struct Text(&'static str);

    let context = |kind: ErrorKind| Context { _path: "/".to_owned(), source: kind.into() };
    assert_eq!(Unit.verdict(), Verdict::Transient);
    assert_eq!(Never.verdict(), Verdict::Permanent);
    assert_eq!(Hint(Some(AFTER)).verdict(), Verdict::RetryAfter(AFTER));
    assert_eq!(Hint(None).verdict(), Verdict::Transient);
    assert_eq!(context(ErrorKind::TimedOut).verdict(), Verdict::Transient);
    assert_eq!(context(ErrorKind::NotFound).verdict(), Verdict::Permanent);
    assert_eq!(Status { code: 503 }.verdict(), Verdict::Transient);
    assert_eq!(Status { code: 404 }.verdict(), Verdict::Permanent);
    assert_eq!(Text("busy").verdict(), Verdict::Transient);
    assert_eq!(Text("broken").verdict(), Verdict::Permanent);
}

#[test]
fn what_an_enum_says_of_its_silent_variants() {
    #[derive(Transient)]
    #[transient]
    enum Connect {
        Refused,
        Reset(#[allow(dead_code)] u8),
        #[permanent]
        Certificate,
    }

    #[derive(Transient)]
    #[permanent]
    enum Read {
        #[transient]
        Busy,
        Missing,
    }

    #[derive(Transient)]
    #[transient(when = |error| matches!(error, Self::Status(503) | Self::Closed))]
    enum Http {
        Status(u16),
        Closed,
        #[permanent]
        Redirects,
        #[transient(retry_after)]
        Throttled(Duration),
    }

    assert_eq!(Connect::Refused.verdict(), Verdict::Transient);
    assert_eq!(Connect::Reset(1).verdict(), Verdict::Transient);
    assert_eq!(Connect::Certificate.verdict(), Verdict::Permanent);
    assert_eq!(Read::Busy.verdict(), Verdict::Transient);
    assert_eq!(Read::Missing.verdict(), Verdict::Permanent);
    assert_eq!(Http::Status(503).verdict(), Verdict::Transient);
    assert_eq!(Http::Status(404).verdict(), Verdict::Permanent);
    assert_eq!(Http::Closed.verdict(), Verdict::Transient);
    assert_eq!(Http::Redirects.verdict(), Verdict::Permanent);
    assert_eq!(Http::Throttled(AFTER).verdict(), Verdict::RetryAfter(AFTER));
}

/// No variant has an attribute, as when `#[cfg]` has removed those that had one.
#[test]
fn silent_and_empty_enums() {
    #[derive(Transient)]
    enum Silent {
        #[cfg(any())]
        #[transient]
        Taken(NoSuchType),
        Left,
    }

    #[derive(Transient)]
    enum Empty {}

    #[derive(Transient)]
    #[transient(when = |_| true)]
    enum EmptyWithPredicate {}

    fn is_transient<T: Transient>(value: Option<T>) -> bool {
        value.is_some_and(|value| value.verdict() == Verdict::Transient)
    }

    assert_eq!(Silent::Left.verdict(), Verdict::Permanent);
    assert!(!is_transient(None::<Empty>) && !is_transient(None::<EmptyWithPredicate>));
}

#[test]
fn attributes_behind_cfg() {
    #[derive(Transient)]
    enum Error {
        #[cfg_attr(all(), transient)]
        #[cfg_attr(any(), permanent)]
        Busy,
        #[cfg_attr(any(), transient)]
        Broken,
        #[transient(when = |last| *last == 2)]
        Fields(#[cfg(any())] u8, #[cfg(not(any()))] u16),
    }
    assert_eq!(Error::Busy.verdict(), Verdict::Transient);
    assert_eq!(Error::Broken.verdict(), Verdict::Permanent);
    assert_eq!(Error::Fields(2).verdict(), Verdict::Transient);
}

#[test]
fn raw_identifiers() {
    #[derive(Transient)]
    #[allow(non_camel_case_types)]
    enum r#type {
        #[transient(retry_after = r#match)]
        r#fn { r#match: Duration },
        #[transient(when = |r#in| *r#in)]
        r#if { r#in: bool },
    }
    assert_eq!(r#type::r#fn { r#match: AFTER }.verdict(), Verdict::RetryAfter(AFTER));
    assert_eq!(r#type::r#if { r#in: true }.verdict(), Verdict::Transient);
}

#[test]
fn predicates_of_many_fields_and_of_none() {
    const fn is_even_sum(a: &u8, b: &u8, c: &u8, d: &u8, e: &u8) -> bool {
        (*a + *b + *c + *d + *e).is_multiple_of(2)
    }

    const CONSTANT: fn(&u8) -> bool = |number| *number > 1;

    #[derive(Transient)]
    enum Error {
        #[transient(when = is_even_sum)]
        Five(u8, u8, u8, u8, u8),
        #[transient(when = || Verdict::RetryAfter(AFTER))]
        None,
        #[transient(when = |text, list| text.len() == list.len())]
        Inferred { text: String, list: Vec<Box<dyn std::error::Error>> },
        #[transient(when = String::is_empty)]
        Method(String),
        #[transient(when = |text| str::is_empty(text))]
        Coerced(Box<str>),
        #[transient(when = Option::is_some)]
        Generic(Option<u8>),
        #[transient(when = CONSTANT)]
        Constant(u8),
    }
    assert_eq!(Error::Five(1, 2, 3, 4, 0).verdict(), Verdict::Transient);
    assert_eq!(Error::Five(1, 2, 3, 4, 5).verdict(), Verdict::Permanent);
    assert_eq!(Error::None.verdict(), Verdict::RetryAfter(AFTER));
    assert_eq!(Error::Inferred { text: "ab".to_owned(), list: Vec::new() }.verdict(), Verdict::Permanent);
    assert_eq!(Error::Inferred { text: "a".to_owned(), list: vec!["b".into()] }.verdict(), Verdict::Transient);
    assert_eq!(Error::Method(String::new()).verdict(), Verdict::Transient);
    assert_eq!(Error::Coerced("a".into()).verdict(), Verdict::Permanent);
    assert_eq!(Error::Generic(Some(1)).verdict(), Verdict::Transient);
    assert_eq!(Error::Generic(None).verdict(), Verdict::Permanent);
    assert_eq!(Error::Constant(2).verdict(), Verdict::Transient);
}
