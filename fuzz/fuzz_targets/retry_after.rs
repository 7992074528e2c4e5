//! Each line of the input is a header, whose first character chooses the name. For all headers there is no panic, the
//! three functions give the same answer, and a plain number is a number of seconds.

#![no_main]

use std::time::{Duration, SystemTime};

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use libfuzzer_sys::fuzz_target;
use retry_core::http::{StatusError, retry_after, verdict_at};
use retry_core::{Transient as _, Verdict};

fuzz_target!(|input: &[u8]| {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let mut headers = HeaderMap::new();
    for line in input.split(|byte| *byte == b'\n').take(64) {
        let (name, value) = match line {
            [b'm', value @ ..] => ("retry-after-ms", value),
            [b'x', value @ ..] => ("x-ms-retry-after-ms", value),
            value => ("retry-after", value),
        };
        if let Ok(value) = HeaderValue::from_bytes(value) {
            headers.append(HeaderName::from_static(name), value);
        }
    }
    let hint = retry_after(&headers, now);
    let expected = hint.map_or(Verdict::Transient, Verdict::RetryAfter);
    assert_eq!(verdict_at(StatusCode::SERVICE_UNAVAILABLE, &headers, now), expected);
    assert_eq!(verdict_at(StatusCode::NOT_FOUND, &headers, now), Verdict::Permanent);
    // The value of a date depends on the system's clock, so only its presence is compared.
    let error = StatusError::new(StatusCode::SERVICE_UNAVAILABLE, &headers, input);
    assert_eq!(error.retry_after().is_some(), hint.is_some());
    assert_eq!(error.verdict(), error.retry_after().map_or(Verdict::Transient, Verdict::RetryAfter));
    assert!(!error.to_string().chars().any(char::is_control), "{error}");
    if headers.len() == 1 {
        let plain = headers.get("retry-after").and_then(|value| value.to_str().ok());
        // Rust's own parser would also accept a sign.
        if let Some(seconds) = plain.filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok()) {
            assert_eq!(hint, Some(Duration::from_secs(seconds)));
        }
    }
});
