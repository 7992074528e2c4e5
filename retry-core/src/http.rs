//! The verdict on an HTTP response, from its status and its `Retry-After`. With the feature `http`.
//!
//! ```
//! use http::{HeaderMap, StatusCode};
//! use retry_core::{Transient, Verdict};
//!
//! /// A response that is not a success.
//! struct Refused {
//!     status: StatusCode,
//!     headers: HeaderMap,
//! }
//!
//! impl Transient for Refused {
//!     fn verdict(&self) -> Verdict {
//!         retry_core::http::verdict(self.status, &self.headers)
//!     }
//! }
//!
//! let busy = Refused { status: StatusCode::SERVICE_UNAVAILABLE, headers: HeaderMap::new() };
//! assert_eq!(busy.verdict(), Verdict::Transient);
//! ```
//!
//! # What may be repeated
//!
//! A verdict says that another attempt may succeed. It does not say that another attempt is harmless. The statuses 500,
//! 502 and 504, a timeout and a lost connection leave open whether the server has acted. [Idempotent
//! methods](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2) (GET, HEAD, PUT, DELETE, OPTIONS, TRACE) may always
//! be repeated. Repeat a POST or PATCH only if the server recognises a repeated request, for example by an idempotency
//! key. Make the key outside the attempt, so that all attempts send the same key.
//!
//! # Whose clock
//!
//! A date in `Retry-After` is the server's time. The wait is wrong by the difference between the server's clock and the
//! client's. [`retry_after_cap`](crate::RetryPolicyBuilder::retry_after_cap) limits the wait, as it limits every hint.
//! Seconds and milliseconds do not depend on a clock.

#[cfg(feature = "hyper-1")]
mod ensure_success;
mod status_error;

use core::time::Duration;
use std::time::SystemTime;

use http::StatusCode;
use http::header::{HeaderMap, RETRY_AFTER};

#[cfg(feature = "hyper-1")]
pub use self::ensure_success::{HttpResponse, ensure_success};
pub use self::status_error::StatusError;
use crate::decision::Verdict;

/// Whether the next attempt may get another status than this one.
///
/// These statuses are transient. Every other status is permanent: a success, a redirect, and failures like 501 and 505,
/// which stay the same.
///
/// | status | |
/// |---|---|
/// | [408](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9) Request Timeout | the request did not arrive in time |
/// | [425](https://www.rfc-editor.org/rfc/rfc8470#section-5.2) Too Early | the server did not act, because the request came before the end of a TLS handshake |
/// | [429](https://www.rfc-editor.org/rfc/rfc6585#section-4) Too Many Requests | the server did not act; most such responses have a `Retry-After` |
/// | [500](https://www.rfc-editor.org/rfc/rfc9110#section-15.6.1) Internal Server Error | an unexpected failure, which may not repeat |
/// | [502](https://www.rfc-editor.org/rfc/rfc9110#section-15.6.3) Bad Gateway | the server behind it sent an invalid answer |
/// | [503](https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4) Service Unavailable | overload or maintenance, temporary by definition |
/// | [504](https://www.rfc-editor.org/rfc/rfc9110#section-15.6.5) Gateway Timeout | the server behind it did not answer in time |
///
/// ```
/// use http::StatusCode;
/// use retry_core::http::is_transient;
///
/// assert!(is_transient(StatusCode::TOO_MANY_REQUESTS));
/// assert!(!is_transient(StatusCode::NOT_FOUND));
/// assert!(!is_transient(StatusCode::NOT_IMPLEMENTED));
/// ```
#[must_use]
pub fn is_transient(status: StatusCode) -> bool {
    matches!(status.as_u16(), 408 | 425 | 429 | 500 | 502 | 503 | 504)
}

/// The verdict on a response, by the system's clock.
///
/// A [transient](is_transient) status is [`Verdict::RetryAfter`] if the headers have a [hint](retry_after), and
/// [`Verdict::Transient`] if they have none. Every other status is [`Verdict::Permanent`], whatever the headers say.
/// That includes a success, so this function is also a condition for `until`, in a function that returns every
/// response.
///
/// ```
/// use std::time::Duration;
/// use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
/// use http::StatusCode;
/// use retry_core::Verdict;
/// use retry_core::http::verdict;
///
/// let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static("120"))]);
/// assert_eq!(verdict(StatusCode::TOO_MANY_REQUESTS, &headers), Verdict::RetryAfter(Duration::from_secs(120)));
/// assert_eq!(verdict(StatusCode::TOO_MANY_REQUESTS, &HeaderMap::new()), Verdict::Transient);
/// assert_eq!(verdict(StatusCode::PAYMENT_REQUIRED, &headers), Verdict::Permanent);
/// ```
pub fn verdict(status: StatusCode, headers: &HeaderMap) -> Verdict {
    verdict_at(status, headers, SystemTime::now())
}

/// The verdict on a response that arrived at the time `now`; otherwise the same as [`verdict`].
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
/// use http::StatusCode;
/// use retry_core::Verdict;
/// use retry_core::http::verdict_at;
///
/// let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static("Thu, 01 Jan 1970 00:01:30 GMT"))]);
/// let now = SystemTime::UNIX_EPOCH + Duration::from_secs(60);
/// let expected = Verdict::RetryAfter(Duration::from_secs(30));
/// assert_eq!(verdict_at(StatusCode::SERVICE_UNAVAILABLE, &headers, now), expected);
/// ```
pub fn verdict_at(status: StatusCode, headers: &HeaderMap, now: SystemTime) -> Verdict {
    if !is_transient(status) {
        return Verdict::Permanent;
    }
    retry_after(headers, now).map_or(Verdict::Transient, Verdict::RetryAfter)
}

/// How long the [`Retry-After`](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3) of a response asks to wait.
///
/// Both forms are read: seconds, and a date in [any of its three
/// formats](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7). A date in the past is a wait of zero. A number above
/// `u64::MAX` counts as `u64::MAX` seconds. Seconds may have a fraction, which some servers send although the standard
/// does not allow it. The fraction is rounded up to a whole millisecond.
///
/// Some services send milliseconds in `retry-after-ms` or `x-ms-retry-after-ms`. If one of them can be read,
/// `Retry-After` is ignored, because it is the same wait rounded to seconds.
///
/// The longest of several values counts. Returns `None` if there is no such header, or if none can be read.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
/// use retry_core::http::retry_after;
///
/// let asks = |value| {
///     let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(value))]);
///     retry_after(&headers, SystemTime::UNIX_EPOCH)
/// };
/// assert_eq!(asks("120"), Some(Duration::from_secs(120)));
/// assert_eq!(asks("0.25"), Some(Duration::from_millis(250)));
/// assert_eq!(asks("Thu, 01 Jan 1970 00:02:00 GMT"), Some(Duration::from_secs(120)));
/// assert_eq!(asks("soon"), None);
/// ```
#[must_use]
pub fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    // A proxy may have added a second value. The longest wait satisfies both.
    let longest = |name: &str, read: &dyn Fn(&str) -> Option<Duration>| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.filter_map(|value| read(value.trim_matches([' ', '\t']))).max()
    };
    let in_millis = IN_MILLIS.iter().filter_map(|name| longest(name, &millis)).max();
    in_millis.or_else(|| longest(RETRY_AFTER.as_str(), &|value| seconds(value).or_else(|| until(value, now))))
}

const IN_MILLIS: [&str; 2] = ["retry-after-ms", "x-ms-retry-after-ms"];

fn until(value: &str, now: SystemTime) -> Option<Duration> {
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or(Duration::ZERO))
}

fn seconds(value: &str) -> Option<Duration> {
    let (whole, fraction) = number(value)?;
    let (shown, beyond) = fraction.split_at_checked(3).unwrap_or((fraction, ""));
    let millis = format!("{shown:0<3}").parse().unwrap_or(0) + u64::from(is_positive(beyond));
    Some(Duration::from_secs(whole).saturating_add(Duration::from_millis(millis)))
}

fn millis(value: &str) -> Option<Duration> {
    let (whole, fraction) = number(value)?;
    Some(Duration::from_millis(whole.saturating_add(u64::from(is_positive(fraction)))))
}

/// A whole number, and the digits after its point if it has one. Rust's own parser would accept a sign as well.
fn number(value: &str) -> Option<(u64, &str)> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number that is too large for `u64` still asks for a very long wait.
    (are_digits(whole) && are_digits(fraction)).then(|| (whole.parse().unwrap_or(u64::MAX), fraction))
}

fn is_positive(digits: &str) -> bool {
    digits.bytes().any(|digit| digit != b'0')
}
