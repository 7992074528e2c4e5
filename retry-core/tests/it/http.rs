//! The verdict on an HTTP status and its `Retry-After`.

use std::time::{Duration, SystemTime};

use http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use http::{StatusCode, header};
use proptest::prelude::*;
use retry_core::http::{is_transient, retry_after, verdict, verdict_at};
use retry_core::testing::{End, Scope};
use retry_core::{DelaySource, GiveUpReason, RetryPolicy, Verdict};

use crate::support::policies::config;

const TRANSIENT: [u16; 7] = [408, 425, 429, 500, 502, 503, 504];

/// 06 Nov 1994 08:49:37 GMT, the date of RFC 9110's examples.
fn now() -> SystemTime {
    at(784_111_777)
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn headers(values: &[&str]) -> HeaderMap {
    values.iter().map(|value| (RETRY_AFTER, HeaderValue::from_str(value).unwrap())).collect()
}

fn asks(value: &str) -> Option<Duration> {
    retry_after(&headers(&[value]), now())
}

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn of_all_statuses_exactly_seven_are_transient() {
    let (none, hint) = (HeaderMap::new(), headers(&["7"]));
    for code in 100..=999 {
        let status = StatusCode::from_u16(code).unwrap();
        let transient = TRANSIENT.contains(&code);
        assert_eq!(is_transient(status), transient, "{code}");
        let expected = if transient { Verdict::Transient } else { Verdict::Permanent };
        assert_eq!(verdict_at(status, &none, now()), expected, "{code}");
        let expected = if transient { Verdict::RetryAfter(secs(7)) } else { Verdict::Permanent };
        assert_eq!(verdict_at(status, &hint, now()), expected, "{code}");
    }
}

#[test]
fn a_hint_that_cannot_be_read_leaves_a_transient_status_transient() {
    for code in TRANSIENT {
        let status = StatusCode::from_u16(code).unwrap();
        assert_eq!(verdict_at(status, &headers(&["soon"]), now()), Verdict::Transient, "{code}");
    }
}

#[test]
fn seconds_are_digits_and_nothing_else() {
    assert_eq!(asks("0"), Some(secs(0)));
    assert_eq!(asks("120"), Some(secs(120)));
    assert_eq!(asks("000120"), Some(secs(120)));
    for value in ["", "+120", "-120", "-0", "1e3", "0x10", "1_000", "1 000", "120s", "120;", "5, 10", "٣", "１"] {
        assert_eq!(asks(value), None, "{value:?}");
    }
}

#[test]
fn a_fraction_is_rounded_up_to_milliseconds() {
    for (value, millis) in [
        ("1.5", 1_500),
        ("0.25", 250),
        ("0.0", 0),
        ("1.000", 1_000),
        ("0.001", 1),
        ("0.0001", 1),
        ("2.9990", 2_999),
        ("2.9991", 3_000),
        ("00.10", 100),
    ] {
        assert_eq!(asks(value), Some(Duration::from_millis(millis)), "{value}");
        assert_eq!(asks(&format!(" {value}\t")), Some(Duration::from_millis(millis)), "{value}");
    }
    assert_eq!(asks(&format!("0.{}1", "0".repeat(5_000))), Some(Duration::from_millis(1)));
    assert_eq!(asks("18446744073709551616.999"), Some(secs(u64::MAX) + Duration::from_millis(999)));
    for value in [".5", "5.", ".", "1.5.0", "1,5", "-1.5", "1.-5", "1.5s", "1. 5", "1.5e1", "1.٣"] {
        assert_eq!(asks(value), None, "{value:?}");
    }
}

#[test]
fn milliseconds_are_read_where_services_send_them() {
    for name in ["retry-after-ms", "x-ms-retry-after-ms"] {
        let asks = |value: &str, seconds: &[&str]| {
            let mut headers = headers(seconds);
            headers.append(name, HeaderValue::from_str(value).unwrap());
            retry_after(&headers, now())
        };
        let millis = |millis| Some(Duration::from_millis(millis));
        assert_eq!(asks("0", &[]), millis(0), "{name}");
        assert_eq!(asks("1234", &[]), millis(1_234), "{name}");
        assert_eq!(asks(" 1234\t", &[]), millis(1_234), "{name}");
        assert_eq!(asks("1233.01", &[]), millis(1_234), "{name}");
        assert_eq!(asks(&"9".repeat(5_000), &[]), millis(u64::MAX), "{name}");
        // The same wait, more precisely.
        assert_eq!(asks("1234", &["2"]), millis(1_234), "{name}");
        assert_eq!(asks("soon", &["2"]), Some(secs(2)), "{name}");
        for value in ["", "-1", "1e3", "12ms", "Sun, 06 Nov 1994 08:51:37 GMT"] {
            assert_eq!(asks(value, &[]), None, "{name}: {value:?}");
        }
    }
    let both = HeaderMap::from_iter([
        (HeaderName::from_static("retry-after-ms"), HeaderValue::from_static("70")),
        (HeaderName::from_static("x-ms-retry-after-ms"), HeaderValue::from_static("700")),
    ]);
    assert_eq!(retry_after(&both, now()), Some(Duration::from_millis(700)));
    assert_eq!(
        verdict_at(StatusCode::TOO_MANY_REQUESTS, &both, now()),
        Verdict::RetryAfter(Duration::from_millis(700))
    );
    assert_eq!(verdict_at(StatusCode::NOT_FOUND, &both, now()), Verdict::Permanent);
}

#[test]
fn spaces_and_tabs_around_the_value_do_not_count() {
    for value in [" 120", "120 ", "\t120\t", " \t 120 \t "] {
        assert_eq!(asks(value), Some(secs(120)), "{value:?}");
    }
    assert_eq!(asks(" Sun, 06 Nov 1994 08:50:37 GMT\t"), Some(secs(60)));
    assert_eq!(asks(" \t "), None);
    // White space in Unicode, but not in HTTP.
    assert_eq!(asks("\u{a0}120"), None);
}

#[test]
fn more_seconds_than_can_be_counted_are_as_many_as_can() {
    assert_eq!(asks("18446744073709551615"), Some(secs(u64::MAX)));
    assert_eq!(asks("18446744073709551616"), Some(secs(u64::MAX)));
    assert_eq!(asks(&"9".repeat(5_000)), Some(secs(u64::MAX)));
}

#[test]
fn dates_are_read_in_the_three_formats_that_http_has() {
    for date in ["Sun, 06 Nov 1994 08:51:37 GMT", "Sunday, 06-Nov-94 08:51:37 GMT", "Sun Nov  6 08:51:37 1994"] {
        assert_eq!(asks(date), Some(secs(120)), "{date}");
    }
}

#[test]
fn dates_in_other_formats_are_not_read() {
    for date in [
        "1994-11-06T08:51:37Z",
        "Sun, 06 Nov 1994 08:51:37",
        "Sun, 06 Nov 1994 08:51:37 +0000",
        "Sun, 06 Nov 1994 08:51:37 CET",
        "Sun, 31 Nov 1994 08:51:37 GMT",
        "Mon, 06 Nov 1994 08:51:37 GMT",
        "sun, 06 nov 1994 08:51:37 gmt",
        "06 Nov 1994 08:51:37 GMT",
    ] {
        assert_eq!(asks(date), None, "{date}");
    }
}

#[test]
fn a_date_that_has_passed_asks_for_no_wait() {
    assert_eq!(asks("Sun, 06 Nov 1994 08:49:37 GMT"), Some(secs(0)));
    assert_eq!(asks("Sun, 06 Nov 1994 08:49:36 GMT"), Some(secs(0)));
    assert_eq!(asks("Thu, 01 Jan 1970 00:00:00 GMT"), Some(secs(0)));
    let headers = headers(&["Thu, 01 Jan 1970 00:00:00 GMT"]);
    assert_eq!(verdict(StatusCode::SERVICE_UNAVAILABLE, &headers), Verdict::RetryAfter(Duration::ZERO));
}

#[test]
fn the_wait_until_a_date_counts_from_the_instant_and_not_from_its_second() {
    let headers = headers(&["Sun, 06 Nov 1994 08:49:38 GMT"]);
    assert_eq!(retry_after(&headers, now() + Duration::from_millis(250)), Some(Duration::from_millis(750)));
}

#[test]
fn of_several_hints_the_longest_that_can_be_read_counts() {
    let several = |values: &[&str]| retry_after(&headers(values), now());
    assert_eq!(several(&[]), None);
    assert_eq!(several(&["5", "60", "10"]), Some(secs(60)));
    assert_eq!(several(&["soon", "5"]), Some(secs(5)));
    assert_eq!(several(&["5", "Sun, 06 Nov 1994 08:51:37 GMT"]), Some(secs(120)));
    assert_eq!(several(&["soon", "later"]), None);
}

#[test]
fn bytes_that_are_no_text_are_not_read() {
    let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_bytes(b"\xff120").unwrap())]);
    assert_eq!(retry_after(&headers, now()), None);
}

#[test]
fn other_headers_are_not_looked_at() {
    let mut other = headers(&[]);
    other.insert(header::AGE, HeaderValue::from_static("120"));
    other.insert(header::DATE, HeaderValue::from_static("Sun, 06 Nov 1994 08:51:37 GMT"));
    assert_eq!(verdict_at(StatusCode::TOO_MANY_REQUESTS, &other, now()), Verdict::Transient);
}

/// A call whose attempts all get this `Retry-After`.
async fn call(value: &'static str) -> (Vec<(Duration, DelaySource)>, Option<End>) {
    let policy = RetryPolicy::builder().attempts(2).base(Duration::from_millis(1)).build().unwrap();
    let scope = Scope::new().seed(7);
    let attempt = async || Err::<(), _>(headers(&[value]));
    let judge = |headers: &HeaderMap| verdict_at(StatusCode::SERVICE_UNAVAILABLE, headers, now());
    scope.run(policy.retry(attempt).transient(judge)).await.unwrap_err();
    let trace = scope.trace();
    let [call] = trace.calls() else { panic!("one call was made") };
    (call.waits().iter().map(|wait| (wait.delay, wait.source)).collect(), call.end())
}

#[tokio::test]
async fn a_call_waits_as_long_as_it_is_told_and_not_longer_than_allowed() {
    let spent = Some(End::GaveUp(GiveUpReason::Attempts));
    for value in ["40", "Sun, 06 Nov 1994 08:50:17 GMT"] {
        let (waits, end) = call(value).await;
        let [(delay, DelaySource::RetryAfter)] = waits[..] else { panic!("{value}: {waits:?}") };
        assert!((40..=44).contains(&delay.as_secs()), "{value}: {delay:?}");
        assert_eq!(end, spent);
    }

    let (waits, end) = call("0").await;
    let [(delay, DelaySource::Backoff)] = waits[..] else { panic!("{waits:?}") };
    assert!(delay <= Duration::from_millis(1));
    assert_eq!(end, spent);

    for value in ["61", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"] {
        assert_eq!(call(value).await, (vec![], Some(End::GaveUp(GiveUpReason::RetryAfterTooLong))), "{value}");
    }
}

/// A response of any status, as HTTP clients return it.
#[tokio::test]
async fn the_hint_of_an_ok_response_is_obeyed() {
    let policy = RetryPolicy::builder().attempts(4).base(Duration::from_millis(1)).build().unwrap();
    let scope = Scope::new().seed(7);
    let mut answers = [(429, "40"), (503, "1.5"), (404, "9")].into_iter();
    let attempt = || {
        let (code, value) = answers.next().unwrap();
        std::future::ready(Ok::<_, std::io::Error>((StatusCode::from_u16(code).unwrap(), headers(&[value]))))
    };
    let call = policy.retry(attempt).until(|(status, headers)| verdict_at(*status, headers, now()));
    assert_eq!(scope.run(call).await.unwrap().0, StatusCode::NOT_FOUND);
    let trace = scope.trace();
    let [call] = trace.calls() else { panic!("one call was made") };
    assert_eq!(call.end(), Some(End::Success));
    let [(first, DelaySource::RetryAfter), (second, DelaySource::RetryAfter)] =
        call.waits().iter().map(|wait| (wait.delay, wait.source)).collect::<Vec<_>>()[..]
    else {
        panic!("{call:?}")
    };
    assert!((secs(40)..=secs(44)).contains(&first), "{first:?}");
    assert!((1_500..=1_650).contains(&second.as_millis()), "{second:?}");
}

/// A time between the years 1970 and 9999, which HTTP's dates can express.
fn second() -> impl Strategy<Value = u64> {
    prop_oneof![0..4_102_444_800_u64, 0..253_402_300_800_u64]
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn every_number_of_seconds_is_read(seconds: u64) {
        prop_assert_eq!(asks(&seconds.to_string()), Some(secs(seconds)));
    }

    #[test]
    fn every_date_is_read(date in second(), now in second()) {
        let headers = headers(&[&httpdate::fmt_http_date(at(date))]);
        prop_assert_eq!(retry_after(&headers, at(now)), Some(secs(date.saturating_sub(now))));
    }

    #[test]
    fn no_value_panics_and_none_speaks_for_a_permanent_status(
        value in proptest::collection::vec(any::<u8>(), 0..40),
        code in 100_u16..=999,
    ) {
        let Ok(value) = HeaderValue::from_bytes(&value) else { return Ok(()) };
        let status = StatusCode::from_u16(code).unwrap();
        let verdict = verdict_at(status, &HeaderMap::from_iter([(RETRY_AFTER, value)]), now());
        prop_assert_eq!(verdict == Verdict::Permanent, !TRANSIENT.contains(&code));
    }

    /// A date with one changed character is another date or none, and never causes a panic.
    #[test]
    fn no_date_with_a_mistake_panics(date in second(), position in 0..29_usize, byte in 0x20_u8..0x7f) {
        let mut value = httpdate::fmt_http_date(at(date)).into_bytes();
        value[position] = byte;
        let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_bytes(&value).unwrap())]);
        let last = Duration::from_secs(253_402_300_799);
        prop_assert!(retry_after(&headers, SystemTime::UNIX_EPOCH).is_none_or(|wait| wait <= last));
    }
}
